import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gapToShape, gapToSolid, type Shape, type SolidShape } from '../../geometry/index.ts';
import { createObstacleIndex, findObstacle } from './obstacle-index.ts';
import type { Obstacle } from './schema.ts';
import { registerSpace } from './space.ts';

registerSpace();

const coordinate = fc.double({ min: -20, max: 20, noNaN: true });
const place = fc.tuple(coordinate, coordinate);
const length = fc.double({ min: 0.1, max: 5, noNaN: true });

/** A star with many corners, so that its edges get a tree of their own. */
const star = fc.tuple(place, fc.array(length, { minLength: 3, maxLength: 150 })).map(
  ([[x, y], radii]): Shape => ({
    shape: 'polygon',
    points: radii.map((radius, k) => {
      const angle = (2 * Math.PI * k) / radii.length;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    }),
  }),
);

const obstacle: fc.Arbitrary<Shape> = fc.oneof(
  star,
  fc.record({ shape: fc.constant('circle' as const), center: place, radius: length }),
  fc.record({ shape: fc.constant('segment' as const), from: place, to: place }),
  fc
    .tuple(place, length, length)
    .map(([[x, y], width, height]): Shape => ({ shape: 'box', min: [x, y], max: [x + width, y + height] })),
);

test('a disc reaches into an obstacle exactly when some gap is negative', () => {
  fc.assert(
    fc.property(
      fc.array(obstacle, { maxLength: 20 }),
      fc.array(fc.tuple(coordinate, coordinate, length)),
      (obstacles, discs) => {
        const index = createObstacleIndex(obstacles as Obstacle[], 2);
        for (const [x, y, radius] of discs) {
          const gaps = obstacles.map((shape) => gapToShape(shape, x, y, radius));
          // Within a micrometre of touching either answer is right.
          if (gaps.some((gap) => Math.abs(gap) < 1e-6)) continue;
          const found = findObstacle(index, x, y, 0, radius);
          expect(found >= 0).toBe(gaps.some((gap) => gap < 0));
          if (found >= 0) expect(gaps[found]).toBeLessThan(0);
        }
      },
    ),
    { numRuns: 300 },
  );
});

const placeInSpace = fc.tuple(coordinate, coordinate, coordinate);

const solid: fc.Arbitrary<SolidShape> = fc.oneof(
  fc.record({ shape: fc.constant('sphere' as const), center: placeInSpace, radius: length }),
  fc.tuple(placeInSpace, length, length, length).map(
    ([[x, y, z], width, depth, height]): SolidShape => ({
      shape: 'box',
      min: [x, y, z],
      max: [x + width, y + depth, z + height],
    }),
  ),
  fc.record({
    shape: fc.constant('plane' as const),
    // So low that some balls are free.
    point: fc.tuple(coordinate, coordinate, fc.constant(-18)),
    normal: fc.tuple(fc.constant(0.1), coordinate, fc.constant(100)),
  }),
  fc.record({
    shape: fc.constant('triangles' as const),
    points: fc.array(placeInSpace, { minLength: 6, maxLength: 6 }),
    faces: fc.constant([
      [0, 1, 2],
      [1, 2, 3],
      [5, 3, 4],
    ] as [number, number, number][]),
  }),
);

test('a ball reaches into a solid exactly when some gap is negative', () => {
  fc.assert(
    fc.property(
      fc.array(solid, { maxLength: 20 }),
      fc.array(fc.tuple(coordinate, coordinate, coordinate, length)),
      (solids, balls) => {
        const index = createObstacleIndex(solids as Obstacle[], 3);
        for (const [x, y, z, radius] of balls) {
          const gaps = solids.map((shape) => gapToSolid(shape, x, y, z, radius));
          // Within a micrometre of touching either answer is right.
          if (gaps.some((gap) => Math.abs(gap) < 1e-6)) continue;
          const found = findObstacle(index, x, y, z, radius);
          expect(found >= 0).toBe(gaps.some((gap) => gap < 0));
          if (found >= 0) expect(gaps[found]).toBeLessThan(0);
        }
      },
    ),
    { numRuns: 300 },
  );
});
