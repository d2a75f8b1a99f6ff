import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growthOf } from '../numerics/growth.fixture.ts';
import { edgesConflict, findSelfCrossing, sweepRings } from './crossing.ts';
import { type Point, sideOfPolygon } from './polygon.ts';

/** The corner after each, of one outline. */
const outline = (points: readonly Point[]) => ({
  points,
  next: Int32Array.from(points, (_, k) => (k + 1) % points.length),
});

/** Every pair of edges, the oracle. */
function isSimpleByPairs(points: readonly Point[]): boolean {
  for (let a = 0; a < points.length; a++) {
    const [next] = [points[(a + 1) % points.length]];
    if (points[a][0] === next[0] && points[a][1] === next[1]) return false;
    for (let b = a + 1; b < points.length; b++) if (edgesConflict(outline(points), a, b)) return false;
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
    expect(same(a) || same(b) || edgesConflict(outline(points), a, b)).toBe(true);
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
  const comb = (teeth: number) => {
    const points: Point[] = [];
    for (let k = 0; k < teeth; k++) points.push([k, 0], [k + 0.5 + 1e5, 1e5]);
    points.push([teeth, 0], [teeth, -1], [0, -1]);
    expect(findSelfCrossing(points)).toBeNull();
  };
  // All pairs would cost 16 times as much.
  expect(growthOf(comb, 12_500, 4)).toBeLessThan(10);
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

/** Which outline lies in which by asking each about each: the smallest that a corner is inside of. */
function aroundByPairs(rings: readonly (readonly Point[])[]): number[] {
  const area = (ring: readonly Point[]) =>
    Math.abs(
      ring.reduce((sum, [x, y], k) => {
        const [nextX, nextY] = ring[(k + 1) % ring.length];
        return sum + x * nextY - y * nextX;
      }, 0),
    );
  return rings.map((ring, k) => {
    let found = -1;
    rings.forEach((other, n) => {
      if (n === k || sideOfPolygon(other, ring[0][0], ring[0][1]) < 0) return;
      if (found < 0 || area(other) < area(rings[found])) found = n;
    });
    return found;
  });
}

test('of outlines that keep clear, the sweep tells which lies in which; of others, that they meet', () => {
  const box = fc
    .tuple(
      fc.nat(14),
      fc.nat(14),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 12 }),
      fc.boolean(),
    )
    .map(([x, y, width, height, reversed]): Point[] => {
      // An arrow's head, so that not every edge lies along an axis.
      const points: Point[] = [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x + width / 2, y + height / 3],
        [x, y + height],
      ];
      return reversed ? points.reverse() : points;
    });
  let clear = 0;
  fc.assert(
    fc.property(fc.array(box, { minLength: 1, maxLength: 5 }), (rings) => {
      const { crossing, around } = sweepRings(rings);
      const edges = rings.flatMap((ring) => ring.map((from, k) => [from, ring[(k + 1) % ring.length]]));
      const first = (ring: number) => 5 * ring;
      const meet = rings.some((_, i) =>
        rings.some((_, j) => {
          if (j <= i) return false;
          for (let a = first(i); a < first(i + 1); a++) {
            for (let b = first(j); b < first(j + 1); b++) {
              const [p, q] = [edges[a], edges[b]];
              const apart = { points: [...p, ...q], next: Int32Array.of(1, -1, 3, -1) };
              if (edgesConflict(apart, 0, 2)) return true;
            }
          }
          return false;
        }),
      );
      expect(crossing !== null).toBe(meet);
      if (meet) return;
      clear++;
      expect([...around]).toEqual(aroundByPairs(rings));
    }),
    { numRuns: 3000 },
  );
  // Not all of them met.
  expect(clear).toBeGreaterThan(300);
});
