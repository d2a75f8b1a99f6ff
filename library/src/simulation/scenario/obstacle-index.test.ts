import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gapToShape } from '../../geometry/index.ts';
import { createObstacleIndex, findObstacle } from './obstacle-index.ts';
import type { Obstacle } from './schema.ts';

const coordinate = fc.double({ min: -20, max: 20, noNaN: true });
const place = fc.tuple(coordinate, coordinate);
const length = fc.double({ min: 0.1, max: 5, noNaN: true });

/** A star with many corners, so that its edges get a tree of their own. */
const star = fc.tuple(place, fc.array(length, { minLength: 3, maxLength: 150 })).map(
  ([[x, y], radii]): Obstacle => ({
    shape: 'polygon',
    points: radii.map((radius, k) => {
      const angle = (2 * Math.PI * k) / radii.length;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    }),
  }),
);

const obstacle: fc.Arbitrary<Obstacle> = fc.oneof(
  star,
  fc.record({ shape: fc.constant('circle' as const), center: place, radius: length }),
  fc.record({ shape: fc.constant('segment' as const), from: place, to: place }),
  fc
    .tuple(place, length, length)
    .map(
      ([[x, y], width, height]): Obstacle => ({ shape: 'box', min: [x, y], max: [x + width, y + height] }),
    ),
);

test('a disc reaches into an obstacle exactly when some gap is negative', () => {
  fc.assert(
    fc.property(
      fc.array(obstacle, { maxLength: 20 }),
      fc.array(fc.tuple(coordinate, coordinate, length)),
      (obstacles, discs) => {
        const index = createObstacleIndex(obstacles);
        for (const [x, y, radius] of discs) {
          const gaps = obstacles.map((shape) => gapToShape(shape, x, y, radius));
          // Within a micrometre of touching either answer is right.
          if (gaps.some((gap) => Math.abs(gap) < 1e-6)) continue;
          const found = findObstacle(index, x, y, radius);
          expect(found >= 0).toBe(gaps.some((gap) => gap < 0));
          if (found >= 0) expect(gaps[found]).toBeLessThan(0);
        }
      },
    ),
    { numRuns: 300 },
  );
});
