// People enter a hall from the street, and a program closes the entrance while the hall is full: node examples/sources.js
import { createMeasurements, isOver, observeStep, sendCommand, stepWorld, summarize, timeOf } from 'wend';
import { createScenarioWorld } from 'wend/scenario';

const world = createScenarioWorld({
  version: 1,
  name: 'entrance',
  seed: 1,
  bounds: { min: [0, 0], max: [20, 8], walls: true },
  duration: 120,
  targets: [{ name: 'exit', region: { box: { min: [18, 0], max: [20, 8] } }, sink: true }],
  groups: [
    {
      name: 'visitors',
      region: { line: { from: [0.5, 2], to: [0.5, 6] } },
      source: { rate: 3, arrivals: 'poisson', until: 40 },
      speed: { normal: { mean: 1.34, deviation: 0.2, min: 0.8, max: 1.9 } },
      targets: ['exit'],
    },
  ],
});

const measurements = createMeasurements(world);
let isShut = false;
let most = 0;
while (timeOf(world) < 120 && !(isOver(world) && !isShut)) {
  stepWorld(world);
  observeStep(measurements, world);
  most = Math.max(most, world.crowd.count);
  const isFull = world.crowd.count >= 25;
  if (isFull !== isShut) sendCommand(world, { kind: 'set-source', group: 'visitors', rate: isFull ? 0 : 3 });
  isShut = isFull;
}
const { sinks, sources } = summarize(measurements, world);
console.log(`${sources[0].entered} visitors entered, at most ${most} were inside, ${sinks[0].left} left`);
