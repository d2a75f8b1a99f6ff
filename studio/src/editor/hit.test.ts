import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distanceTo, gridFor, handlesOf, hit, hitHandle, snap } from './hit.ts';
import { type Point, thingsIn } from './things.ts';

const coordinate = fc.integer({ min: -50, max: 50 }).map((k) => k / 5);
const point: fc.Arbitrary<Point> = fc.tuple(coordinate, coordinate);

describe('the distance to an outline', () => {
  test('of a box is that of a closed form', () => {
    const ring: Point[] = [
      [-2, -1],
      [3, -1],
      [3, 4],
      [-2, 4],
    ];
    fc.assert(
      fc.property(point, ([x, y]) => {
        const outside = Math.hypot(Math.max(-2 - x, 0, x - 3), Math.max(-1 - y, 0, y - 4));
        expect(distanceTo({ form: 'ring', points: ring, radius: 0 }, [x, y])).toBeCloseTo(outside, 9);
      }),
    );
  });

  test('of a path is the least to points sampled on it', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 2, maxLength: 5 }), point, (points, from) => {
        let least = Number.POSITIVE_INFINITY;
        for (const [k, [x, y]] of points.slice(1).entries()) {
          for (let part = 0; part <= 1; part += 1 / 256) {
            const [x0, y0] = points[k];
            least = Math.min(
              least,
              Math.hypot(x0 + part * (x - x0) - from[0], y0 + part * (y - y0) - from[1]),
            );
          }
        }
        const distance = distanceTo({ form: 'path', points, radius: 0 }, from);
        expect(distance).toBeLessThanOrEqual(least + 1e-9);
        expect(distance).toBeGreaterThan(least - 0.12);
      }),
    );
  });
});

test('a click finds the small thing in the large one, and nothing far from all', () => {
  const scenario = {
    groups: [{ name: 'crowd', region: { box: { min: [-5, -5], max: [5, 5] } } }],
    agents: [{ at: [1, 1] }],
    obstacles: [{ shape: 'segment', from: [-3, 0], to: [3, 0] }],
  };
  const things = thingsIn(scenario);
  expect(hit(things, [1.1, 1.1], 0.2)?.path).toEqual(['agents', 0]);
  expect(hit(things, [-2, 0.1], 0.2)?.path).toEqual(['obstacles', 0]);
  expect(hit(things, [-2, 3], 0.2)?.path).toEqual(['groups', 0]);
  expect(hit(things, [9, 9], 0.2)).toBeUndefined();
});

test('handles are the ends and corners of what is selected; the nearest within reach is hit', () => {
  const scenario = { obstacles: [{ shape: 'segment', from: [0, 0], to: [4, 0] }], agents: [{ at: [1, 1] }] };
  const handles = handlesOf(scenario, [
    ['obstacles', 0],
    ['agents', 0],
  ]);
  expect(handles.map(({ path }) => path)).toEqual([
    ['obstacles', 0, 'from'],
    ['obstacles', 0, 'to'],
  ]);
  expect(hitHandle(handles, [3.9, 0.1], 0.3)?.path).toEqual(['obstacles', 0, 'to']);
  expect(hitHandle(handles, [2, 0], 0.3)).toBeUndefined();
});

test('the grid is 1, 2 or 5 times a power of ten, and at least twelve and at most thirty pixels wide', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 5000, noNaN: true }), (scale) => {
      const grid = gridFor(scale);
      expect(grid * scale).toBeGreaterThan(11.9);
      expect(grid * scale).toBeLessThan(30.1);
      const digits = Number(grid.toExponential(6).split('e')[0]);
      expect([1, 2, 5].some((digit) => Math.abs(digits - digit) < 1e-6)).toBe(true);
    }),
  );
});

test('a point snaps to a corner within reach, else to the grid', () => {
  expect(snap([1.04, 0.97], [[1.1, 1]], 0.2, 0.5)).toEqual([1.1, 1]);
  expect(snap([1.3, 0.8], [[2, 2]], 0.2, 0.5)).toEqual([1.5, 1]);
});
