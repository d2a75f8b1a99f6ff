import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inSphere, orientInSpace } from './space-predicates.ts';

type Point = readonly [number, number, number];

/** A multiple of 2^−60 as a whole number of them. */
function whole(value: number): bigint {
  const high = Math.trunc(value * 2 ** 20);
  return BigInt(high) * 2n ** 40n + BigInt((value - high / 2 ** 20) * 2 ** 60);
}

const signOf = (value: bigint) => (value > 0n ? 1 : value < 0n ? -1 : 0);

/** A determinant by its first row. */
function determinant(rows: bigint[][]): bigint {
  if (rows.length === 1) return rows[0][0];
  return rows[0].reduce((sum, entry, column) => {
    const minor = determinant(rows.slice(1).map((row) => row.filter((_, k) => k !== column)));
    return column % 2 === 0 ? sum + entry * minor : sum - entry * minor;
  }, 0n);
}

function exactOrient(points: readonly Point[]): number {
  const [a, ...others] = points.slice(0, 4).map((point) => point.map(whole));
  return signOf(determinant(others.map((point) => point.map((value, k) => value - a[k]))));
}

/** The sign of the determinant of (x, y, z, x² + y² + z², 1), turned so that inside is positive. */
function exactInSphere(points: readonly Point[]): number {
  const rows = points.map((point) => {
    const [x, y, z] = point.map(whole);
    return [x, y, z, x * x + y * y + z * z, 1n];
  });
  return -signOf(determinant(rows)) * exactOrient(points) + 0;
}

const orientOf = (p: readonly Point[]) => Math.sign(orientInSpace(...p[0], ...p[1], ...p[2], ...p[3])) + 0;
const inSphereOf = (p: readonly Point[]) =>
  Math.sign(inSphere(...p[0], ...p[1], ...p[2], ...p[3], ...p[4])) + 0;

/** Puts the first four corners into positive order. */
function positively(points: Point[]): Point[] {
  const [a, b, c, d, ...others] = points;
  return exactOrient(points) < 0 ? [b, a, c, d, ...others] : points;
}

const onGrid = (value: number) => Math.round(value * 2 ** 30) / 2 ** 30;
const coordinate = fc.oneof(
  fc.integer({ min: -2, max: 2 }),
  fc.double({ min: -100, max: 100, noNaN: true }).map(onGrid),
  fc.integer({ min: -8, max: 8 }).map((steps) => 1 + steps * 2 ** -52),
  fc.integer({ min: -3, max: 3 }).map((steps) => steps * 2 ** -60),
  fc.integer({ min: -3, max: 3 }).map((steps) => 2 ** 44 + steps * 2 ** -8),
);
const point = fc.tuple(coordinate, coordinate, coordinate);

test('signs: counter-clockwise seen from the fourth point is positive, and inside is positive', () => {
  const corners: Point[] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  expect(orientOf(corners)).toBe(1);
  expect(orientOf([corners[1], corners[0], corners[2], corners[3]])).toBe(-1);
  expect(orientOf([corners[0], corners[1], corners[2], [5, -7, 0]])).toBe(0);
  expect(inSphereOf([...corners, [0.5, 0.5, 0.5]])).toBe(1);
  expect(inSphereOf([...corners, [1, 1, 1]])).toBe(0);
  expect(inSphereOf([...corners, [1, 1, 1 + 2 ** -52]])).toBe(-1);
  expect(inSphereOf([...corners, [1, 1, 1 - 2 ** -53]])).toBe(1);
});

test('the orientation is that of exact arithmetic, next to planes and far from one another', () => {
  const seen = new Set<number>();
  fc.assert(
    fc.property(fc.array(point, { minLength: 4, maxLength: 4 }), (points) => {
      const exact = exactOrient(points);
      seen.add(exact);
      expect(orientOf(points)).toBe(exact);
    }),
    { numRuns: 3000 },
  );
  expect(seen.size).toBe(3);
});

test('the side of a sphere is that of exact arithmetic', () => {
  const seen = new Set<number>();
  fc.assert(
    fc.property(fc.array(point, { minLength: 5, maxLength: 5 }), (points) => {
      const ordered = positively(points);
      if (exactOrient(ordered) === 0) return;
      const exact = exactInSphere(ordered);
      seen.add(exact);
      expect(inSphereOf(ordered)).toBe(exact);
    }),
    { numRuns: 3000 },
  );
  expect(seen.size).toBe(3);
});

test('on the corners of cubes moved by the last bits, where plain arithmetic errs', () => {
  let rounded = 0;
  const corner = (k: number, size: number, shift: number): Point => [
    12 + (k & 1) * size + shift,
    12 + ((k >> 1) & 1) * size,
    12 + (k >> 2) * size,
  ];
  for (let shift = -40; shift <= 40; shift++) {
    const fifth = corner(7, 0.7, shift * 2 ** -49);
    const points = positively([...[0, 1, 2, 4].map((k) => corner(k, 0.7, 0)), fifth]);
    const exact = exactInSphere(points);
    expect(inSphereOf(points)).toBe(exact);
    const [a, b, c, d, e] = points;
    const rows = [a, b, c, d].map((p) => p.map((value, k) => value - e[k]));
    const lifted = rows.map(([x, y, z]) => [x, y, z, x * x + y * y + z * z]);
    if (Math.sign(plainDeterminant(lifted)) !== exact) rounded++;
  }
  // The naive formula is wrong often enough to show that the test tests something.
  expect(rounded).toBeGreaterThan(3);
});

function plainDeterminant(rows: number[][]): number {
  if (rows.length === 1) return rows[0][0];
  return rows[0].reduce((sum, entry, column) => {
    const minor = plainDeterminant(rows.slice(1).map((row) => row.filter((_, k) => k !== column)));
    return column % 2 === 0 ? sum + entry * minor : sum - entry * minor;
  }, 0);
}
