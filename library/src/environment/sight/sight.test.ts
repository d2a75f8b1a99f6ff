import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createObstacles } from '../../crowd/index.ts';
import { elementHides, wallHides } from './sight.ts';

type Segments = [number, number, number, number, number, number, number, number];

/** wallHides in whole numbers: where the two lines meet, on the path from p to q and on the wall. */
function exactlyHides(segments: Segments): boolean {
  // Multiples of 2^−52, so that the product is a whole number.
  const [px, py, qx, qy, ax, ay, bx, by] = segments.map((value) => BigInt(value * 2 ** 52));
  const path = [qx - px, qy - py] as const;
  const wall = [bx - ax, by - ay] as const;
  const toA = [ax - px, ay - py] as const;
  const toB = [bx - px, by - py] as const;
  let divisor = cross(path, wall);
  if (divisor !== 0n) {
    const sign = divisor > 0n ? 1n : -1n;
    divisor *= sign;
    const onPath = cross(toA, wall) * sign;
    const onWall = cross(toA, path) * sign;
    return onPath > 0n && onPath < divisor && onWall >= 0n && onWall <= divisor;
  }
  if (cross(path, toA) !== 0n || cross(path, toB) !== 0n) return false;
  const a = dot(toA, path);
  const b = dot(toB, path);
  return (a > b ? a : b) > 0n && (a < b ? a : b) < dot(path, path);
}

function cross(u: readonly [bigint, bigint], v: readonly [bigint, bigint]): bigint {
  return u[0] * v[1] - u[1] * v[0];
}

function dot(u: readonly [bigint, bigint], v: readonly [bigint, bigint]): bigint {
  return u[0] * v[0] + u[1] * v[1];
}

test('a wall hides what exact arithmetic says it does, on every grid of few places', () => {
  const seen = { hidden: 0, open: 0 };
  const places = Array.from({ length: 9 }, (_, k) => [k % 3, Math.floor(k / 3)] as const);
  for (const p of places) {
    for (const q of places) {
      for (const a of places) {
        for (const b of places) {
          const segments: Segments = [...p, ...q, ...a, ...b];
          const hidden = exactlyHides(segments);
          if (wallHides(...segments) !== hidden) throw new Error(`${segments} should be ${hidden}`);
          seen[hidden ? 'hidden' : 'open']++;
        }
      }
    }
  }
  expect(seen.hidden).toBeGreaterThan(500);
  expect(seen.open).toBeGreaterThan(500);
});

test('walls that miss or touch by the last bit are told apart', () => {
  let rounded = 0;
  const tiny = 2 ** -52;
  for (let i = -20; i <= 20; i++) {
    for (let j = -20; j <= 20; j++) {
      // A wall's end on, or a hair off, the line from (0.5, 0.5) to (24, 24), in places also seen from on it.
      const segments: Segments = [0.5, 0.5, 24, 24, 12 + i * 8 * tiny, 12 + j * 8 * tiny, 20, 3];
      expect(wallHides(...segments)).toBe(exactlyHides(segments));
      const beside: Segments = [0.5 + i * tiny, 0.5 + j * tiny, 0, 3, 0.25, 0.25, 24, 24];
      expect(wallHides(...beside)).toBe(exactlyHides(beside));
      const area = (0.5 + i * tiny - 24) * (0.25 - 24) - (0.5 + j * tiny - 24) * (0.25 - 24);
      if (area > 0 !== i < j) rounded++;
    }
  }
  // Plain arithmetic errs often enough to show that the test tests something.
  expect(rounded).toBeGreaterThan(100);
});

test('sight does not depend on the direction of looking or of the wall', () => {
  const coordinate = fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.integer({ min: -(2 ** 50), max: 2 ** 50 }).map((value) => value * 2 ** -48),
  );
  fc.assert(
    fc.property(
      fc.tuple(
        coordinate,
        coordinate,
        coordinate,
        coordinate,
        coordinate,
        coordinate,
        coordinate,
        coordinate,
      ),
      (segments) => {
        const [px, py, qx, qy, ax, ay, bx, by] = segments;
        const hidden = exactlyHides(segments);
        expect(wallHides(px, py, qx, qy, ax, ay, bx, by)).toBe(hidden);
        expect(wallHides(qx, qy, px, py, ax, ay, bx, by)).toBe(hidden);
        expect(wallHides(px, py, qx, qy, bx, by, ax, ay)).toBe(hidden);
      },
    ),
    { numRuns: 2000 },
  );
});

test('an agent on a wall sees both sides and not along it; its ends see past themselves', () => {
  const wall = [0, 0, 4, 0] as const;
  expect(wallHides(1, 0, 1, 5, ...wall)).toBe(false);
  expect(wallHides(1, 0, 3, -5, ...wall)).toBe(false);
  expect(wallHides(1, 0, 2, 0, ...wall)).toBe(true);
  expect(wallHides(1, 0, 9, 0, ...wall)).toBe(true);
  expect(wallHides(4, 0, 9, 0, ...wall)).toBe(false);
  expect(wallHides(4, 0, 2, 0, ...wall)).toBe(true);
  // A line of sight through an end is broken.
  expect(wallHides(4, 1, 4, -1, ...wall)).toBe(true);
  expect(wallHides(2, 0, 2, 0, ...wall)).toBe(false);
  expect(wallHides(2, 2, 2, -2, 2, 0, 2, 0)).toBe(true);
  expect(wallHides(2, 2, 2.5, -2, 2, 0, 2, 0)).toBe(false);
});

test('elements hide: walls as walls, circles where the line of sight passes inside them', () => {
  const obstacles = createObstacles([
    { shape: 'segment', from: [2, -1], to: [2, 1] },
    { shape: 'circle', center: [2, 5], radius: 1 },
  ]);
  expect(elementHides(obstacles, 0, 0, 0, 4, 0)).toBe(true);
  expect(elementHides(obstacles, 0, 0, 2, 4, 2)).toBe(false);
  expect(elementHides(obstacles, 1, 0, 5, 4, 5)).toBe(true);
  expect(elementHides(obstacles, 1, 0, 4.1, 4, 4.1)).toBe(true);
  // Grazing is not hiding.
  expect(elementHides(obstacles, 1, 0, 4, 4, 4)).toBe(false);
  expect(elementHides(obstacles, 1, 0, 5, 1, 5)).toBe(false);
  expect(elementHides(obstacles, 1, 0, 5, 1.1, 5)).toBe(true);
  expect(elementHides(obstacles, 1, 2, 5, 2, 5)).toBe(true);
});

test('a circle hides to the last bit the same from both ends', () => {
  const coordinate = fc.double({ min: -3, max: 3, noNaN: true });
  fc.assert(
    fc.property(coordinate, coordinate, coordinate, coordinate, (px, py, qx, qy) => {
      const displacementX = qx - px;
      const displacementY = qy - py;
      const length = Math.sqrt(displacementX * displacementX + displacementY * displacementY);
      fc.pre(length > 0.1);
      // Touches the path from p to q, as well as doubles allow.
      const center: [number, number] = [
        px + displacementX / 3 - displacementY / length,
        py + displacementY / 3 + displacementX / length,
      ];
      const obstacles = createObstacles([{ shape: 'circle', center, radius: 1 }]);
      expect(elementHides(obstacles, 0, px, py, qx, qy)).toBe(elementHides(obstacles, 0, qx, qy, px, py));
    }),
    { numRuns: 1000 },
  );
});
