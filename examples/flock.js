// Birds that fly in a flock past a tower, in three dimensions: node examples/flock.js
import { isOver, stepWorld, timeOf } from 'wend';
import { createScenarioWorld } from 'wend/scenario';

const world = createScenarioWorld({
  version: 1,
  name: 'flock',
  seed: 1,
  dimension: 3,
  bounds: { min: [0, 0, 0], max: [40, 20, 16] },
  duration: 60,
  steering: { name: 'nonlinear', baseDistance: 1.5, climbNoise: 0.05 },
  obstacles: [{ shape: 'box', min: [18, 8, 0], max: [21, 12, 14] }],
  targets: [{ name: 'roost', at: [37, 10, 8], radius: 1.5 }],
  groups: [
    {
      name: 'birds',
      count: 40,
      region: { ball: { center: [5, 10, 8], radius: 3 } },
      heading: 0,
      radius: 0.15,
      speed: 1.6,
      personality: { aggressiveness: 0.8, agility: 0.8, mass: 0.2 },
      targets: ['roost'],
    },
  ],
  arrival: 'vanish',
});

const { crowd } = world;
let highest = 0;
let widest = 0;
while (!isOver(world) && timeOf(world) < 60) {
  stepWorld(world);
  for (let row = 0; row < crowd.count; row++) {
    highest = Math.max(highest, crowd.motion.z[row]);
    widest = Math.max(widest, Math.abs(crowd.motion.y[row] - 10));
  }
}
console.log(`${world.arrived} of 40 birds reached the roost after ${timeOf(world).toFixed(1)} s`);
console.log(`they flew up to ${highest.toFixed(1)} m high and ${widest.toFixed(1)} m to the side`);
