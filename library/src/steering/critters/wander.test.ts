import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHabitat, placeOf, quiet, stepHabitat, velocityOf } from './habitat.fixture.ts';
import { crittersDefaults, type WanderRegion } from './index.ts';
import { prepareObjects } from './objects.ts';
import { jumpsUntil, placeWanderPoint } from './wander.ts';

const field = { strength: 1, exponent: 1 };

function pointsIn(region: WanderRegion, count: number, seed = 7): Float64Array[] {
  const wander = { ...field, region, interval: 1 };
  const { wanders } = prepareObjects(
    { obstacles: [], targets: [], groups: [], agents: [{ wander }] },
    crittersDefaults,
  );
  return Array.from({ length: count }, (_, jumps) => {
    const point = new Float64Array(3);
    placeWanderPoint(wanders, 0, seed, 3, jumps, point);
    return point;
  });
}

/** Pearson's χ² of coordinates that should be uniform in the unit cube, in side^dimension cells. */
function unevenness(points: readonly (readonly number[])[], side: number): number {
  const dimension = points[0].length;
  const cells = new Float64Array(side ** dimension);
  for (const point of points) {
    let cell = 0;
    for (const part of point) {
      if (part < 0 || part > 1) return Number.POSITIVE_INFINITY;
      cell = cell * side + Math.min(side - 1, Math.floor(part * side));
    }
    cells[cell]++;
  }
  const mean = points.length / cells.length;
  return cells.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0);
}

/** The value that χ² exceeds once in a thousand times, by Wilson and Hilferty. */
function unlikely(freedom: number): number {
  const spread = 2 / (9 * freedom);
  return freedom * (1 - spread + 3.09 * Math.sqrt(spread)) ** 3;
}

const turn = (x: number, y: number) => (Math.atan2(y, x) / (2 * Math.PI) + 1) % 1;

describe('wandering points', () => {
  test('are uniform in a box', () => {
    const points = pointsIn({ box: { min: [2, -5], max: [6, -4] } }, 20000);
    expect(points.every((point) => point[2] === 0)).toBe(true);
    const parts = points.map(([x, y]) => [(x - 2) / 4, y + 5]);
    expect(unevenness(parts, 8)).toBeLessThan(unlikely(63));
  });

  test('are uniform in a box of space', () => {
    const points = pointsIn({ box: { min: [2, -5, 1], max: [6, -4, 3] } }, 20000);
    const parts = points.map(([x, y, z]) => [(x - 2) / 4, y + 5, (z - 1) / 2]);
    expect(unevenness(parts, 6)).toBeLessThan(unlikely(215));
  });

  test('are uniform in a circle, flat at its height: squared distance and direction are', () => {
    const points = pointsIn({ circle: { center: [3, 4, 5], radius: 2 } }, 20000);
    expect(points.every((point) => point[2] === 5)).toBe(true);
    const parts = points.map(([x, y]) => [((x - 3) ** 2 + (y - 4) ** 2) / 4, turn(x - 3, y - 4)]);
    expect(unevenness(parts, 8)).toBeLessThan(unlikely(63));
  });

  test('are uniform in a ball: cubed distance, height over distance and direction are', () => {
    const points = pointsIn({ ball: { center: [1, -2, 3], radius: 4 } }, 20000);
    const parts = points.map(([x, y, z]) => {
      const distance = Math.hypot(x - 1, y + 2, z - 3);
      return [(distance / 4) ** 3, 0.5 * (1 + (z - 3) / distance), turn(x - 1, y + 2)];
    });
    expect(unevenness(parts, 6)).toBeLessThan(unlikely(215));
  });

  test('differ from agent to agent and from seed to seed, and repeat for the same', () => {
    const region: WanderRegion = { box: { min: [0, 0], max: [1, 1] } };
    expect(pointsIn(region, 5)).toEqual(pointsIn(region, 5));
    expect(pointsIn(region, 5)).not.toEqual(pointsIn(region, 5, 8));
  });
});

describe('the jumps', () => {
  test('happen exactly at the steps in which the interval ends, despite rounding', () => {
    // In thousandths of a second everything is whole: the number of jumps is an integer division.
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 250 }),
        fc.integer({ min: 1, max: 60_000 }),
        fc.nat({ max: 1_000_000 }),
        (step, interval, count) => {
          const jumps = jumpsUntil(count * (step / 1000), interval / 1000);
          expect(jumps).toBe(Math.floor((count * step) / interval));
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('a critter sees one point for an interval, then another, always inside its region', () => {
    const wander = { ...field, interval: 0.6, region: { box: { min: [1, 2], max: [3, 3] } } };
    const habitat = createHabitat({
      critters: [{ at: [0, 0], group: 0 }],
      objects: { groups: [{ wander }] },
      parameters: { ...quiet, drag: 0, maximumStep: 1 },
      dt: 0.1,
    });
    const seen: [number, number][] = [];
    for (let step = 0; step < 60; step++) {
      const place = placeOf(habitat);
      const before = velocityOf(habitat);
      stepHabitat(habitat);
      const after = velocityOf(habitat);
      // With exponent and strength 1 and without drag, the acceleration is the offset to the point.
      seen.push([place[0] + (after[0] - before[0]) / 0.1, place[1] + (after[1] - before[1]) / 0.1]);
    }
    for (const [step, [x, y]] of seen.entries()) {
      expect(x > 1 && x < 3 && y > 2 && y < 3).toBe(true);
      if (step === 0) continue;
      const way = Math.hypot(x - seen[step - 1][0], y - seen[step - 1][1]);
      if (step % 6 === 0) expect(way).toBeGreaterThan(0.01);
      // Accelerations are rounded to multiples of 2^-30.
      else expect(way).toBeLessThan(2 ** -29);
    }
  });
});
