import { describe, expect, test } from 'vitest';
import { createDice } from '../../crowd/crowd.fixture.ts';
import { createGridIndex } from '../../environment/index.ts';
import { type Critter, createHabitat, stepHabitat } from './habitat.fixture.ts';
import type { Wander } from './index.ts';

/** Metres. */
const garden = { min: [0.4, 0.4], max: [3.4, 2.4] };
const stones: [number, number, number][] = [
  [0.9, 1.1, 0.16],
  [1.25, 1.25, 0.1],
  [2.3, 0.9, 0.2],
  [2.1, 1.7, 0.08],
  [3, 1.9, 0.12],
];
const pond: [number, number][] = [
  [1, 1.8],
  [1.4, 1.7],
  [1.6, 1.9],
  [1.4, 2.2],
  [1.1, 2.1],
];
const wanders: Wander[] = [
  { region: { box: garden }, interval: 6, strength: 0.25, exponent: 0.5 },
  { region: { circle: { center: [2.5, 1.4], radius: 0.9 } }, interval: 15, strength: 0.16, exponent: 1 },
];
const radii = [0.015, 0.035];
const parameters = {
  drag: 2,
  maximumAcceleration: 1,
  maximumStep: 0.05,
  obstacles: { strength: -0.0008, exponent: -2 },
  agents: { strength: -0.0004, exponent: -2 },
};

/** Thirty bugs, twenty small and ten large, where there is room. */
function placeBugs(seed: number): Critter[] {
  const dice = createDice(seed);
  const bugs: { at: [number, number]; radius: number; group: number }[] = [];
  while (bugs.length < 30) {
    const group = bugs.length < 20 ? 0 : 1;
    const radius = radii[group];
    const [x, y] = [0, 1].map((axis) => garden.min[axis] + (garden.max[axis] - garden.min[axis]) * dice());
    const room = (cx: number, cy: number, r: number) => Math.hypot(x - cx, y - cy) - r - radius;
    if (stones.some(([cx, cy, r]) => room(cx, cy, r) < 0.02) || room(1.3, 1.95, 0.4) < 0) continue;
    if (bugs.some((bug) => room(bug.at[0], bug.at[1], bug.radius) < 0.03)) continue;
    bugs.push({ at: [x, y], radius, group });
  }
  return bugs;
}

/** An hour in the garden: how far anybody was outside the wandering area, how fast, and how near anything. */
function spendHour(seed: number) {
  const habitat = createHabitat({
    critters: placeBugs(seed),
    obstacles: [
      ...stones.map(([x, y, radius]) => ({ shape: 'circle' as const, center: [x, y] as const, radius })),
      { shape: 'polygon', points: pond },
    ],
    objects: { groups: wanders.map((wander) => ({ wander })) },
    parameters,
    dt: 0.05,
    seed,
  });
  const { input } = habitat;
  const { crowd } = input;
  const { radius } = crowd.traits;
  crowd.traits.viewRadius.fill(0.5);
  const index = createGridIndex();
  let [outside, fastest, nearest, way] = [0, 0, Number.POSITIVE_INFINITY, 0];
  for (let step = 0; step < 72_000; step++) {
    index.update(crowd, input.due, input.perception.agents);
    stepHabitat(habitat);
    const { speed, x, y } = crowd.motion;
    for (let row = 0; row < crowd.count; row++) {
      outside = Math.max(outside, garden.min[0] - x[row], x[row] - garden.max[0]);
      outside = Math.max(outside, garden.min[1] - y[row], y[row] - garden.max[1]);
      fastest = Math.max(fastest, speed[row]);
      way += speed[row] * 0.05;
      // Gaps change by less than 5 mm within these steps.
      if (step % 4 !== 0) continue;
      for (let other = 0; other < row; other++) {
        const squared = (x[row] - x[other]) ** 2 + (y[row] - y[other]) ** 2;
        if (squared < 0.01) nearest = Math.min(nearest, Math.sqrt(squared) - radius[row] - radius[other]);
      }
      for (const [cx, cy, r] of stones) {
        nearest = Math.min(nearest, Math.sqrt((x[row] - cx) ** 2 + (y[row] - cy) ** 2) - r - radius[row]);
      }
    }
  }
  return { outside, fastest, nearest, meanSpeed: way / 3600 / 30 };
}

describe('thirty bugs in a garden, an hour', () => {
  test.each([1, 2, 3])('crawl inside their area, never fast, never into anything: seed %i', (seed) => {
    const { fastest, meanSpeed, nearest, outside } = spendHour(seed);
    expect(outside).toBeLessThan(0.1);
    expect(fastest).toBeLessThanOrEqual(parameters.maximumAcceleration / parameters.drag);
    expect(nearest).toBeGreaterThan(0);
    // Nobody has gone to sleep either.
    expect(meanSpeed).toBeGreaterThan(0.03);
  });
});
