import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distanceToRing, type Point, polygonArea, sideOfPolygon } from './polygon.ts';

const lShape: Point[] = [
  [0, 0],
  [4, 0],
  [4, 1],
  [1, 1],
  [1, 3],
  [0, 3],
];

/** Where a point of the grid 0, ½, 1, … lies with respect to the L, from its definition as two boxes. */
function sideOfL(x: number, y: number): number {
  const inBox = (w: number, h: number, strict: boolean) =>
    strict ? x > 0 && y > 0 && x < w && y < h : x >= 0 && y >= 0 && x <= w && y <= h;
  // The boxes overlap in the unit square, so that their union has no seam.
  if (inBox(4, 1, true) || inBox(1, 3, true)) return 1;
  return inBox(4, 1, false) || inBox(1, 3, false) ? 0 : -1;
}

test('area is signed by the sense of rotation and does not suffer far from the origin', () => {
  expect(polygonArea(lShape)).toBe(6);
  expect(polygonArea([...lShape].reverse())).toBe(-6);
  expect(polygonArea(lShape.map(([x, y]): Point => [x + 999_990, y - 999_990]))).toBe(6);
});

test('points inside, on and outside an L are told apart in both senses of rotation', () => {
  for (let x = -1; x <= 5; x += 0.5) {
    for (let y = -1; y <= 4; y += 0.5) {
      expect([x, y, sideOfPolygon(lShape, x, y)]).toEqual([x, y, sideOfL(x, y)]);
      expect([x, y, sideOfPolygon([...lShape].reverse(), x, y)]).toEqual([x, y, sideOfL(x, y)]);
    }
  }
});

test('a point is in a regular polygon when it is on the left of every edge', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 20 }),
      fc.double({ min: -1.2, max: 1.2, noNaN: true }),
      fc.double({ min: -1.2, max: 1.2, noNaN: true }),
      (count, x, y) => {
        const points = Array.from({ length: count }, (_, k): Point => {
          const angle = (2 * Math.PI * k) / count;
          return [Math.cos(angle), Math.sin(angle)];
        });
        const left = points.map((a, k) => {
          const b = points[(k + 1) % count];
          return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
        });
        fc.pre(left.every((value) => Math.abs(value) > 1e-12));
        expect(sideOfPolygon(points, x, y)).toBe(left.every((value) => value > 0) ? 1 : -1);
      },
    ),
    { numRuns: 500 },
  );
});

test('the distance to a ring is positive outside, 0 on it and negative inside', () => {
  expect(distanceToRing(lShape, 0.25, 2)).toBe(-0.25);
  expect(distanceToRing(lShape, 0, 2)).toBe(0);
  expect(distanceToRing(lShape, 2, 3)).toBe(1);
  expect(distanceToRing(lShape, 7, 5)).toBe(5);
});
