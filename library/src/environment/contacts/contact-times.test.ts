import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ballContactTime, NO_CONTACT, wallContactTime } from './contact-times.ts';

const Exact = Decimal.clone({ precision: 60 });
/** Evenly spread numbers, and now and then one of any magnitude. */
const number = (min: number, max: number) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.nat(0x3fffffff).map((part) => min + (part / 0x3fffffff) * (max - min)) },
    { weight: 1, arbitrary: fc.double({ min, max, noNaN: true }) },
  );
const point = (size: number) => fc.tuple(number(-size, size), number(-size, size), number(-size, size));

type Vector = [number, number, number];
const exactly = (vector: readonly number[]) => vector.map((part) => new Exact(part));
const dot = (a: Decimal[], b: Decimal[]) =>
  a.reduce((sum, part, k) => sum.plus(part.times(b[k])), new Exact(0));

/** The first root in [0, 1] of |d0 + s (d1 − d0)| = reach to 60 digits, or undefined. */
function exactBallTime(d0: Vector, d1: Vector, reach: number): Decimal | undefined {
  const [from, to] = [exactly(d0), exactly(d1)];
  const path = to.map((part, k) => part.minus(from[k]));
  const outside = dot(from, from).minus(new Exact(reach).pow(2));
  if (outside.lte(0)) return new Exact(0);
  const [squared, closing] = [dot(path, path), dot(from, path)];
  const discriminant = closing.pow(2).minus(squared.times(outside));
  if (closing.gte(0) || discriminant.lt(0)) return undefined;
  const time = closing.negated().minus(discriminant.sqrt()).div(squared);
  return time.lte(1) ? time : undefined;
}

/** How far apart a disc's centre and a wall from the origin are, in 60 digits. */
function exactDistance(x: Decimal, y: Decimal, alongX: number, alongY: number): Decimal {
  const squared = new Exact(alongX).pow(2).plus(new Exact(alongY).pow(2));
  const foot = x
    .times(alongX)
    .plus(y.times(alongY))
    .div(squared.isZero() ? 1 : squared);
  const at = Decimal.max(0, Decimal.min(1, foot));
  return x
    .minus(at.times(alongX))
    .pow(2)
    .plus(y.minus(at.times(alongY)).pow(2))
    .sqrt();
}

describe('the first contact of two bodies on straight paths', () => {
  test('is the root of the quadratic, to the last bits: at that time they are apart by the sum of their radii', () => {
    let contacts = 0;
    fc.assert(
      fc.property(point(12), point(12), number(0.002, 9), (d0, d1, reach) => {
        const expected = exactBallTime(d0, d1, reach);
        const time = ballContactTime(...d0, ...d1, reach);
        if (!expected) {
          expect(time).toBe(NO_CONTACT);
          return;
        }
        expect(time).toBeLessThanOrEqual(1);
        contacts++;
        const path = Math.hypot(...d1.map((part, k) => part - d0[k]));
        // An error of the time, in metres of the path: below a hundred atoms' nuclei, but where they only graze.
        const apart = d0.map((part, k) => new Exact(d1[k]).minus(part).times(time).plus(part));
        const gap = dot(apart, apart).sqrt().minus(reach).toNumber();
        if (expected.gt(0)) expect(Math.abs(gap)).toBeLessThan(1e-14 * (1 + path));
        else expect(time).toBe(0);
      }),
      { numRuns: 4000 },
    );
    expect(contacts).toBeGreaterThan(500);
  });

  test('is found for bodies of a millimetre that meet after hundreds of metres, and for a graze', () => {
    fc.assert(
      fc.property(number(-3, 3), number(0, 0.999), number(10, 1000), (angle, aside, far) => {
        const reach = 0.002;
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        const turned = (x: number, y: number): Vector => [c * x - s * y, s * x + c * y, 0];
        const [d0, d1] = [turned(-far, aside * reach), turned(far / 2, aside * reach)];
        const time = ballContactTime(...d0, ...d1, reach);
        const expected = exactBallTime(d0, d1, reach)!.toNumber();
        expect(Math.abs(time - expected) * 1.5 * far).toBeLessThan(1e-12 * far);
      }),
    );
    // Passing at exactly the sum of the radii is no entering: the least distance is not below it.
    expect(ballContactTime(-1, 1, 0, 1, 1, 0, 1)).toBe(NO_CONTACT);
    expect(ballContactTime(-1, 1 - 1e-9, 0, 1, 1 - 1e-9, 0, 1)).toBeCloseTo(0.5, 4);
  });

  test('is the beginning when they touch or overlap then, and none when they stand still apart', () => {
    expect(ballContactTime(1, 0, 0, 5, 0, 0, 1)).toBe(0);
    expect(ballContactTime(0, 0, 0, 5, 0, 0, 1)).toBe(0);
    expect(ballContactTime(2, 0, 0, 2, 0, 0, 1)).toBe(NO_CONTACT);
    expect(ballContactTime(2, 0, 0, 3, 0, 0, 1)).toBe(NO_CONTACT);
    expect(ballContactTime(2, 0, 0, 1, 0, 0, 1)).toBe(1);
    expect(ballContactTime(2, 0, 0, -2, 0, 0, 1)).toBe(0.25);
  });
});

/** The first time of contact with a wall by dense sampling, and bisection of the sample before it; to about 2⁻⁶⁰. */
function sampledWallTime(d0: Vector, d1: Vector, along: Vector, reach: number): number | undefined {
  const distance = (s: number) => {
    const [x, y] = [d0[0] + s * (d1[0] - d0[0]), d0[1] + s * (d1[1] - d0[1])];
    const squared = along[0] ** 2 + along[1] ** 2;
    const at = Math.max(0, Math.min(1, squared > 0 ? (x * along[0] + y * along[1]) / squared : 0));
    return Math.hypot(x - at * along[0], y - at * along[1]);
  };
  const samples = 2000;
  for (let k = 0; k <= samples; k++) {
    if (distance(k / samples) > reach) continue;
    if (k === 0) return 0;
    let [outside, inside] = [(k - 1) / samples, k / samples];
    for (let halving = 0; halving < 60; halving++) {
      const middle = (outside + inside) / 2;
      if (distance(middle) > reach) outside = middle;
      else inside = middle;
    }
    return inside;
  }
  return undefined;
}

describe('the first contact of a body and a wall', () => {
  test('agrees with dense sampling and bisection: either side, either end, walls of any length, from any side', () => {
    const kinds = { none: 0, start: 0, contact: 0 };
    fc.assert(
      fc.property(point(6), point(6), point(4), number(0.01, 1.5), (d0, d1, along, reach) => {
        const expected = sampledWallTime(d0, d1, along, reach);
        const time = wallContactTime(d0[0], d0[1], d1[0], d1[1], along[0], along[1], reach);
        const path = Math.hypot(d1[0] - d0[0], d1[1] - d0[1]);
        if (expected === undefined) {
          kinds.none++;
          // The samples may have stepped over a graze; then it is one, and no more.
          if (time === NO_CONTACT) return;
          const [x, y] = [0, 1].map((k) => new Exact(d1[k]).minus(d0[k]).times(time).plus(d0[k]));
          const gap = exactDistance(x, y, along[0], along[1]).minus(reach).toNumber();
          expect(Math.abs(gap)).toBeLessThan(1e-12);
          return;
        }
        if (expected === 0) {
          kinds.start++;
          expect(time).toBe(0);
          return;
        }
        kinds.contact++;
        // Not later than a sample inside, and at that time exactly at the surface.
        expect(time).toBeLessThanOrEqual(expected + 1e-7);
        const [x, y] = [0, 1].map((k) => new Exact(d1[k]).minus(d0[k]).times(time).plus(d0[k]));
        const gap = exactDistance(x, y, along[0], along[1]).minus(reach).toNumber();
        expect(Math.abs(gap)).toBeLessThan(1e-13 * (1 + path));
      }),
      { numRuns: 3000 },
    );
    for (const [, count] of Object.entries(kinds)) expect(count).toBeGreaterThan(200);
  });

  test('a wall that moves is met as one that stands meets the body on the opposite path', () => {
    // Both go towards each other: 2 m of gap, a radius of 0.5, 3 m of path together.
    expect(wallContactTime(-2, 0.3, 1, 0.3, 0, 1, 0.5)).toBe(0.5);
    // The end of a wall, head on.
    expect(wallContactTime(-2, 0, 1, 0, 1, 0, 0.5)).toBe(0.5);
    expect(wallContactTime(4, 0, 1, 0, 1, 0, 0.5)).toBeCloseTo(2.5 / 3, 15);
  });

  test('a circle is a wall without length', () => {
    fc.assert(
      fc.property(point(6), point(6), number(0.01, 3), (d0, d1, reach) => {
        expect(wallContactTime(d0[0], d0[1], d1[0], d1[1], 0, 0, reach)).toBe(
          ballContactTime(d0[0], d0[1], 0, d1[0], d1[1], 0, reach),
        );
      }),
    );
  });
});
