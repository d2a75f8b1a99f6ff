import { expect, test } from 'vitest';
import { createWorld, stepWorld, timeOf } from '../simulation/index.ts';
import { createMeasurements, observeStep, summarize } from './index.ts';

// The crowd property of docs/decisions/0005-crowds.md, with every parameter at its default.
test.each([1, 2, 3])(
  'a corridor at 0.5/m², one direction, 200 agents, seed %i: all arrive, faster than 0.8 of the desired speed',
  (seed) => {
    const world = createWorld(
      {
        version: 1,
        name: 'corridor',
        bounds: { min: [0, 0], max: [120, 8], walls: true },
        duration: 120,
        steering: { name: 'nonlinear' },
        groups: [
          {
            name: 'all',
            count: 200,
            region: { box: { min: [1, 0.3], max: [53, 7.7] } },
            goal: { offset: [64, 0] },
            goalRadius: 2,
          },
        ],
        arrival: 'vanish',
      },
      { seed },
    );
    const measurements = createMeasurements(world);
    while (timeOf(world) < 120 && world.arrived < 200) {
      stepWorld(world);
      observeStep(measurements, world);
    }
    const { arrived, meanSpeed, collisions } = summarize(measurements, world);
    expect(arrived).toBe(200);
    expect(meanSpeed).toBeGreaterThan(0.8);
    expect(collisions.serious).toBe(0);
  },
);
