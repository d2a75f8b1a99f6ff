import fc from 'fast-check';
import { expect, test } from 'vitest';
import { heightOf } from '../space-place.ts';
import { registerShapesInSpace } from './in-space.ts';
import { gapToSolid, orientationOf } from './registry.ts';
import { isDegenerateTriangle } from './triangles.ts';

registerShapesInSpace();

type Vector = [number, number, number];
const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const vector = fc.tuple(number(-5, 5), number(-5, 5), number(-5, 5));

test('a place of two numbers lies at height 0', () => {
  expect(heightOf([3, 4])).toBe(0);
  expect(heightOf([3, 4, -5])).toBe(-5);
  expect(gapToSolid({ shape: 'sphere', center: [3, 0], radius: 1 }, 3, 0, 4, 0.5)).toBe(2.5);
});

test('a sphere and a plane: distances to the centre and along the normal, of any length', () => {
  expect(gapToSolid({ shape: 'sphere', center: [1, 2, 3], radius: 2 }, 1, 2, 4, 0.5)).toBe(-1.5);
  const plane = { shape: 'plane' as const, point: [0, 0, 1] as Vector, normal: [0, 0, 7] as Vector };
  expect(gapToSolid(plane, 100, -50, 3, 0.5)).toBe(1.5);
  expect(gapToSolid(plane, 100, -50, -3, 0.5)).toBe(-4.5);
});

test('a box: outside the distance to the nearest of many points on it, inside minus that to its surface', () => {
  fc.assert(
    fc.property(
      vector,
      vector,
      fc.tuple(number(0.1, 4), number(0.1, 4), number(0.1, 4)),
      (point, min, size) => {
        const max: Vector = [min[0] + size[0], min[1] + size[1], min[2] + size[2]];
        const gap = gapToSolid({ shape: 'box', min, max }, ...point, 0);
        // A box is twelve triangles, and the surface is theirs.
        const corners: Vector[] = [];
        for (const x of [min[0], max[0]])
          for (const y of [min[1], max[1]]) for (const z of [min[2], max[2]]) corners.push([x, y, z]);
        const faces: Vector[] = [];
        for (const [a, b, c, d] of [
          [0, 1, 3, 2],
          [4, 5, 7, 6],
          [0, 1, 5, 4],
          [2, 3, 7, 6],
          [0, 2, 6, 4],
          [1, 3, 7, 5],
        ])
          faces.push([a, b, c], [a, c, d]);
        const surface = gapToSolid({ shape: 'triangles', points: corners, faces }, ...point, 0);
        const inside = point.every((value, k) => value > min[k] && value < max[k]);
        expect(Math.abs(gap - (inside ? -surface : surface))).toBeLessThan(1e-12);
        expect(gapToSolid({ shape: 'box', min, max }, ...point, 0.3)).toBeCloseTo(gap - 0.3, 12);
      },
    ),
    { numRuns: 300 },
  );
});

test('a mesh is the nearest of its faces, and has no inside', () => {
  const points: Vector[] = [
    [0, 0, 0],
    [4, 0, 0],
    [0, 4, 0],
    [0, 0, 4],
  ];
  const faces: Vector[] = [
    [0, 1, 2],
    [0, 1, 3],
  ];
  expect(gapToSolid({ shape: 'triangles', points, faces }, 1, 1, 0.25, 0.5)).toBe(-0.25);
  expect(gapToSolid({ shape: 'triangles', points, faces }, 1, -2, -2, 0.5)).toBeCloseTo(
    Math.SQRT2 * 2 - 0.5,
    12,
  );
});

test('triangles without area: exactly those with three corners on one line, on a grid', () => {
  const small = fc.integer({ min: -4, max: 4 });
  const corner = fc.tuple(small, small, small);
  fc.assert(
    fc.property(corner, corner, corner, (a, b, c) => {
      // On one line: all three areas that the triangle has, seen along the axes, are 0; whole numbers are exact.
      const area = (i: number, j: number) => (b[i] - a[i]) * (c[j] - a[j]) - (b[j] - a[j]) * (c[i] - a[i]);
      expect(isDegenerateTriangle(a, b, c)).toBe(
        [area(0, 1), area(1, 2), area(2, 0)].every((part) => part === 0),
      );
    }),
    { numRuns: 2000 },
  );
  expect(isDegenerateTriangle([0, 0], [1, 1], [2, 2])).toBe(true);
  expect(isDegenerateTriangle([1e6, 0, 0], [1e6, 1e-3, 0], [1e6, 0, 1e-3])).toBe(false);
});

test('a mesh that is closed has an outside, one that is open or turned both ways has none', () => {
  const points: Vector[] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const faces: Vector[] = [
    [0, 2, 1],
    [0, 1, 3],
    [1, 2, 3],
    [2, 0, 3],
  ];
  const orientation = (own: Vector[]) => orientationOf({ shape: 'triangles', points, faces: own });
  expect(orientation(faces)).toBe(1);
  expect(orientation(faces.map(([a, b, c]) => [a, c, b]))).toBe(-1);
  expect(orientation(faces.slice(1))).toBe(0);
  expect(orientation([[0, 1, 2], ...faces.slice(1)])).toBe(0);
});
