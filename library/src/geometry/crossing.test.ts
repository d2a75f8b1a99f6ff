import fc from 'fast-check';
import { expect, test } from 'vitest';
import { edgesConflict, findSelfCrossing } from './crossing.ts';
import type { Point } from './polygon.ts';

/** Every pair of edges, the oracle. */
function isSimpleByPairs(points: readonly Point[]): boolean {
  for (let a = 0; a < points.length; a++) {
    const [next] = [points[(a + 1) % points.length]];
    if (points[a][0] === next[0] && points[a][1] === next[1]) return false;
    for (let b = a + 1; b < points.length; b++) if (edgesConflict(points, a, b)) return false;
  }
  return true;
}

function expectAgreement(points: Point[]): void {
  const crossing = findSelfCrossing(points);
  expect(crossing === null).toBe(isSimpleByPairs(points));
  // The witness is one: the two edges conflict, or one of them has no length.
  if (crossing) {
    const [a, b] = crossing;
    const same = (k: number) => {
      const [p, q] = [points[k], points[(k + 1) % points.length]];
      return p[0] === q[0] && p[1] === q[1];
    };
    expect(same(a) || same(b) || edgesConflict(points, a, b)).toBe(true);
  }
}

test('the sweep agrees with all pairs on grid points, where everything touches', () => {
  const point = fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 }));
  fc.assert(fc.property(fc.array(point, { minLength: 3, maxLength: 9 }), expectAgreement), {
    numRuns: 10_000,
  });
});

test('the sweep agrees with all pairs on stars, whose corners are sorted by angle and then disturbed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.1, max: 1, noNaN: true }), { minLength: 3, maxLength: 60 }),
      fc.nat(),
      fc.nat(),
      (radii, i, j) => {
        const points = radii.map((radius, k): Point => {
          const angle = (2 * Math.PI * k) / radii.length;
          return [radius * Math.cos(angle), radius * Math.sin(angle)];
        });
        expectAgreement(points);
        const a = i % points.length;
        const b = j % points.length;
        [points[a], points[b]] = [points[b], points[a]];
        expectAgreement(points);
      },
    ),
    { numRuns: 500 },
  );
});

test('a comb of 100 000 long slanted teeth is found simple without comparing all pairs', () => {
  const teeth = 50_000;
  const points: Point[] = [];
  for (let k = 0; k < teeth; k++) points.push([k, 0], [k + 0.5 + 1e5, 1e5]);
  points.push([teeth, 0], [teeth, -1], [0, -1]);
  const start = performance.now();
  expect(findSelfCrossing(points)).toBeNull();
  expect(performance.now() - start).toBeLessThan(5000);
});

test('a corner that ends two edges and lies on one that begins two is found: the sweep once left before it looked', () => {
  expectAgreement([
    [0, 0],
    [2, 1],
    [0, 1],
    [2, 2],
    [2, 1],
    [3, 0],
  ]);
});

test('a bow tie, a fold and a repeated point are named by their edges', () => {
  expect(
    findSelfCrossing([
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
    ])?.sort(),
  ).toEqual([0, 2]);
  expect(
    findSelfCrossing([
      [0, 0],
      [4, 0],
      [2, 0],
      [2, 3],
    ])?.sort(),
  ).toEqual([0, 1]);
  expect(
    findSelfCrossing([
      [0, 0],
      [4, 0],
      [4, 0],
      [2, 3],
    ]),
  ).toEqual([1, 2]);
});
