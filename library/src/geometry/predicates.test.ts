import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orient } from './orient.ts';
import { inCircle } from './predicates.ts';

/** A double as a whole number of 2^−1074, exactly. */
function whole(value: number): bigint {
  let mantissa = value;
  let exponent = 0n;
  // Doubling is exact; at the latest the smallest doubles become whole after 1074 of them.
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    exponent++;
  }
  return BigInt(mantissa) << (1074n - exponent);
}

const signOf = (value: bigint) => (value > 0n ? 1 : value < 0n ? -1 : 0);

function orientByDefinition(points: readonly number[]): number {
  const [ax, ay, bx, by, cx, cy] = points.map(whole);
  return signOf((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
}

/** The side of d to the plane through a, b, c lifted to the paraboloid, for counter-clockwise a, b, c. */
function inCircleByDefinition(points: readonly number[]): number {
  const [ax, ay, bx, by, cx, cy, dx, dy] = points.map(whole);
  const row = (x: bigint, y: bigint) => [x - dx, y - dy, (x - dx) ** 2n + (y - dy) ** 2n];
  const [a, b, c] = [row(ax, ay), row(bx, by), row(cx, cy)];
  return signOf(
    a[0] * (b[1] * c[2] - b[2] * c[1]) -
      a[1] * (b[0] * c[2] - b[2] * c[0]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]),
  );
}

type Six = [number, number, number, number, number, number];
type Eight = [number, number, number, number, number, number, number, number];

/** Few enough values that points coincide and lie on one line or circle; and neighbours of such. */
const awkward = fc
  .tuple(fc.integer({ min: -5, max: 5 }), fc.integer({ min: -2, max: 2 }))
  .map(([value, ulps]) => (value === 0 ? ulps * 2 ** -52 : value + ulps * 2 ** -50));
const tidy = fc.integer({ min: -5, max: 5 });
const any = fc
  .double({ min: -(2 ** 40), max: 2 ** 40, noNaN: true })
  .map((value) => (Math.abs(value) < 2 ** -100 ? 0 : value));
const far = fc.integer({ min: -40, max: 40 }).map((value) => 2 ** 30 + value / 128);
const points = (count: number) =>
  fc.oneof(
    ...[awkward, tidy, any, far].map((coordinate) =>
      fc.array(coordinate, { minLength: count, maxLength: count }),
    ),
  );

test('orient has the sign of the exact area: left turns are positive', () => {
  expect(orient(0, 0, 1, 0, 0, 1)).toBe(1);
  const seen = new Set<number>();
  fc.assert(
    fc.property(points(6), (six) => {
      const sign = orient(...(six as Six));
      seen.add(sign);
      expect(sign).toBe(orientByDefinition(six));
    }),
    { numRuns: 3000 },
  );
  expect(seen.size).toBe(3);
});

test('orient is exact next to a line, where plain arithmetic errs', () => {
  const step = 2 ** -53;
  let rounded = 0;
  for (let i = 0; i < 64; i++) {
    for (let j = 0; j < 64; j++) {
      const x = 0.5 + i * step;
      const y = 0.5 + j * step;
      const exact = orientByDefinition([x, y, 12, 12, 24, 24]);
      expect(orient(x, y, 12, 12, 24, 24)).toBe(exact);
      if (Math.sign((x - 24) * (12 - 24) - (y - 24) * (12 - 24)) !== exact) rounded++;
    }
  }
  // The plain formula is wrong often enough to show that the test tests something.
  expect(rounded).toBeGreaterThan(100);
});

test('inCircle has the sign of the exact determinant: inside a counter-clockwise circle is positive', () => {
  expect(inCircle(0, 0, 1, 0, 0, 1, 0.5, 0.5)).toBe(1);
  expect(inCircle(0, 0, 1, 0, 0, 1, 1, 1)).toBe(0);
  expect(inCircle(0, 0, 1, 0, 0, 1, 2, 2)).toBe(-1);
  const seen = new Set<number>();
  fc.assert(
    fc.property(points(8), (eight) => {
      const sign = inCircle(...(eight as Eight));
      seen.add(sign);
      expect(sign).toBe(inCircleByDefinition(eight));
    }),
    { numRuns: 3000 },
  );
  expect(seen.size).toBe(3);
});

test('inCircle is exact next to a circle, where plain arithmetic errs', () => {
  let rounded = 0;
  const ulp = 2 ** -49;
  for (let i = -20; i <= 20; i++) {
    for (let j = -20; j <= 20; j++) {
      const d = [3 + 8 + i * ulp, -4 + 8 + j * ulp];
      const eight: Eight = [5 + 8, 8, 8, 5 + 8, 8 - 3, 4 + 8, d[0], d[1]];
      const exact = inCircleByDefinition(eight);
      expect(inCircle(...eight)).toBe(exact);
      if (plainInCircle(eight) !== exact) rounded++;
    }
  }
  // The plain formula is wrong often enough to show that the test tests something.
  expect(rounded).toBeGreaterThan(50);
});

function plainInCircle([ax, ay, bx, by, cx, cy, dx, dy]: Eight): number {
  const a = [ax - dx, ay - dy];
  const b = [bx - dx, by - dy];
  const c = [cx - dx, cy - dy];
  const lift = (p: number[]) => p[0] * p[0] + p[1] * p[1];
  return Math.sign(
    lift(a) * (b[0] * c[1] - c[0] * b[1]) +
      lift(b) * (c[0] * a[1] - a[0] * c[1]) +
      lift(c) * (a[0] * b[1] - b[0] * a[1]),
  );
}
