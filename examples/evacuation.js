// 100 people leave a room through a door of 1.2 m, and how long that takes: node examples/evacuation.js
import { createMeasurements, isOver, observeStep, stepWorld, summarize, timeOf } from 'wend';
import { createScenarioWorld } from 'wend/scenario';

const world = createScenarioWorld({
  version: 1,
  name: 'evacuation',
  seed: 1,
  bounds: { min: [0, 0], max: [16, 10], walls: true },
  duration: 180,
  // The wall between the room and the outside, with a gap from y = 4.4 to y = 5.6.
  obstacles: [
    { shape: 'segment', from: [11, 0], to: [11, 4.4] },
    { shape: 'segment', from: [11, 5.6], to: [11, 10] },
  ],
  targets: [{ name: 'outside', region: { box: { min: [14, 0], max: [16, 10] } } }],
  groups: [
    {
      name: 'people',
      count: 100,
      region: { box: { min: [0.5, 0.5], max: [9.5, 9.5] } },
      radius: 0.2,
      speed: { normal: { mean: 1.33, deviation: 0.2, min: 0.8, max: 1.8 } },
      targets: ['outside'],
    },
  ],
  arrival: 'vanish',
});

const measurements = createMeasurements(world);
while (!isOver(world) && timeOf(world) < 180) {
  stepWorld(world);
  observeStep(measurements, world);
}
const { agents, arrived, collisions } = summarize(measurements, world);
console.log(`${arrived} of ${agents} people left in ${timeOf(world).toFixed(1)} s`);
console.log(`${collisions.serious} serious collisions`);
