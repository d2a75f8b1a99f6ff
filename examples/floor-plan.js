// Two offices and a corridor from a floor plan in WKT, and how long it takes to leave them: node examples/floor-plan.js
import { areaFromWkt } from '@wend/formats';
import { createMeasurements, isOver, observeStep, stepWorld, summarize, timeOf } from 'wend';
import { createScenarioWorld } from 'wend/scenario';

// The outline goes around the corridor and through the doors around the offices; the hole is a column in the corridor.
const plan = `POLYGON (
  (0 0, 20 0, 20 3, 15.6 3, 15.6 3.2, 19 3.2, 19 9, 11 9, 11 3.2, 14.4 3.2, 14.4 3,
   5.6 3, 5.6 3.2, 9 3.2, 9 9, 1 9, 1 3.2, 4.4 3.2, 4.4 3, 0 3, 0 0),
  (9.7 1.2, 10.3 1.2, 10.3 1.8, 9.7 1.8, 9.7 1.2))`;

const people = {
  count: 20,
  radius: 0.2,
  speed: { normal: { mean: 1.33, deviation: 0.2, min: 0.8, max: 1.8 } },
  // They do not all get up at once.
  premovement: { uniform: [0, 10] },
  targets: ['stairs'],
};

const world = createScenarioWorld({
  version: 1,
  name: 'floor-plan',
  bounds: { min: [0, 0], max: [20, 9] },
  duration: 180,
  area: areaFromWkt(plan),
  targets: [{ name: 'stairs', region: { box: { min: [18.5, 0], max: [20, 3] } }, sink: true }],
  groups: [
    { name: 'west office', region: { box: { min: [1.5, 4], max: [8.5, 8.5] } }, ...people },
    { name: 'east office', region: { box: { min: [11.5, 4], max: [18.5, 8.5] } }, ...people },
  ],
});

const measurements = createMeasurements(world);
while (!isOver(world) && timeOf(world) < 180) {
  stepWorld(world);
  observeStep(measurements, world);
}
const { agents, arrived, collisions } = summarize(measurements, world);
console.log(`${arrived} of ${agents} people reached the stairs in ${timeOf(world).toFixed(1)} s`);
console.log(`${collisions.serious} serious collisions`);
