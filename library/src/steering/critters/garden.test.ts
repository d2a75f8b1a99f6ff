import { describe, expect, test } from 'vitest';
import { createDice } from '../../crowd/crowd.fixture.ts';
import { speedOf } from '../../crowd/index.ts';
import { createGridIndex } from '../../environment/index.ts';
import { gapToShape } from '../../geometry/index.ts';
import { type Critter, createHabitat, stepHabitat } from './habitat.fixture.ts';
import type { Wander } from './index.ts';

/** Metres. */
const garden = { min: [0.4, 0.4] as const, max: [3.4, 2.4] as const };
const clearing = { center: [2.5, 1.4] as const, radius: 0.9 };
/** Where the bugs of each group wander. */
const areas = [
  { shape: 'box' as const, ...garden },
  { shape: 'circle' as const, ...clearing },
];
const stones = [
  { shape: 'circle' as const, center: [0.9, 1.1] as const, radius: 0.16 },
  { shape: 'circle' as const, center: [1.25, 1.25] as const, radius: 0.1 },
  { shape: 'circle' as const, center: [2.3, 0.9] as const, radius: 0.2 },
  { shape: 'circle' as const, center: [2.1, 1.7] as const, radius: 0.08 },
  { shape: 'circle' as const, center: [3, 1.9] as const, radius: 0.12 },
];
const pond = {
  shape: 'polygon' as const,
  points: [
    [1, 1.8],
    [1.4, 1.7],
    [1.6, 1.9],
    [1.4, 2.2],
    [1.1, 2.1],
  ] as [number, number][],
};
const wanders: Wander[] = [
  { region: { box: garden }, interval: 6, strength: 0.25, exponent: 0.5 },
  { region: { circle: clearing }, interval: 15, strength: 0.16, exponent: 1 },
];
const radii = [0.015, 0.035];
const parameters = {
  drag: 2,
  maximumAcceleration: 1,
  maximumStep: 0.05,
  obstacles: { strength: -0.0008, exponent: -2 },
  agents: { strength: -0.0004, exponent: -2 },
};

/** Thirty bugs, twenty small and ten large, on free ground. */
function placeBugs(seed: number): Critter[] {
  const dice = createDice(seed);
  const bugs: { at: [number, number]; radius: number; group: number }[] = [];
  while (bugs.length < 30) {
    const group = bugs.length < 20 ? 0 : 1;
    const radius = radii[group];
    const [x, y] = [0, 1].map((axis) => garden.min[axis] + (garden.max[axis] - garden.min[axis]) * dice());
    const room = (cx: number, cy: number, r: number) => Math.hypot(x - cx, y - cy) - r - radius;
    if (stones.some((stone) => gapToShape(stone, x, y, radius) < 0.02) || room(1.3, 1.95, 0.4) < 0) continue;
    if (bugs.some((bug) => room(bug.at[0], bug.at[1], bug.radius) < 0.03)) continue;
    bugs.push({ at: [x, y], radius, group });
  }
  return bugs;
}

/**
 * Half an hour in the garden. Returns, for each group, the largest distance of a bug outside its wandering area after it had
 * first come there; the largest speed; and the least gap to each kind of thing.
 */
function spendHalfHour(seed: number) {
  const habitat = createHabitat({
    critters: placeBugs(seed),
    obstacles: [...stones, pond],
    objects: { groups: wanders.map((wander) => ({ wander })) },
    parameters,
    dt: 0.05,
    seed,
  });
  const { input } = habitat;
  const { crowd } = input;
  const { group, radius } = crowd.traits;
  crowd.traits.viewRadius.fill(0.5);
  const index = createGridIndex();
  const cameIn = new Uint8Array(crowd.count);
  const outside = areas.map(() => Number.NEGATIVE_INFINITY);
  const gap = { bugs: 1, stones: 1, pond: 1 };
  let [fastest, way] = [0, 0];
  for (let step = 0; step < 36_000; step++) {
    index.update(input);
    index.list(input.due, false, input.perception.agents);
    stepHabitat(habitat);
    const { x, y } = crowd.motion;
    for (let row = 0; row < crowd.count; row++) {
      const beyond = gapToShape(areas[group[row]], x[row], y[row], 0);
      if (beyond < 0) cameIn[row] = 1;
      if (cameIn[row] === 1) outside[group[row]] = Math.max(outside[group[row]], beyond);
      fastest = Math.max(fastest, speedOf(crowd.motion, row));
      way += speedOf(crowd.motion, row) * 0.05;
      for (let other = 0; other < row; other++) {
        const squared = (x[row] - x[other]) ** 2 + (y[row] - y[other]) ** 2;
        if (squared < 0.01) gap.bugs = Math.min(gap.bugs, Math.sqrt(squared) - radius[row] - radius[other]);
      }
      for (let k = 0; k < stones.length; k++) {
        const { center, radius: size } = stones[k];
        const squared = (x[row] - center[0]) ** 2 + (y[row] - center[1]) ** 2;
        if (squared < 0.1) gap.stones = Math.min(gap.stones, Math.sqrt(squared) - size - radius[row]);
      }
      // Beyond this the pond is more than 10 cm away.
      if (Math.abs(x[row] - 1.3) > 0.45 || Math.abs(y[row] - 1.95) > 0.4) continue;
      gap.pond = Math.min(gap.pond, gapToShape(pond, x[row], y[row], radius[row]));
    }
  }
  return { outside, fastest, gap, meanSpeed: way / 1800 / 30, everybodyCame: cameIn.every(Boolean) };
}

describe('thirty bugs in a garden, half an hour', () => {
  // Of three seeds and an hour each, the first half hours of these two hold the largest distances outside either area.
  test.each([1, 3])('crawl about their areas, never fast, never into anything: seed %i', (seed) => {
    const { everybodyCame, fastest, gap, meanSpeed, outside } = spendHalfHour(seed);
    expect(everybodyCame).toBe(true);
    // Near the edge of its area, a bug close to its wandering point is pulled less than stones and others push it.
    expect(outside[0]).toBeLessThan(0.02);
    expect(outside[1]).toBeLessThan(0.25);
    expect(fastest).toBeLessThanOrEqual(parameters.maximumAcceleration / parameters.drag);
    expect(gap.bugs).toBeGreaterThan(0);
    expect(gap.stones).toBeGreaterThan(0);
    expect(gap.pond).toBeGreaterThan(0);
    // Bugs came near each of these, and kept moving.
    expect(gap.bugs).toBeLessThan(0.02);
    expect(gap.stones).toBeLessThan(0.05);
    expect(gap.pond).toBeLessThan(0.05);
    expect(meanSpeed).toBeGreaterThan(0.03);
  });
});
