import type { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Precise, precise } from '../../geometry/exact.fixture.ts';
import { crossingTimes } from './crossing-times.ts';

const unit = 2 ** -53;

type Vector = readonly [number, number, number];

function crossings(from: Vector, to: Vector, radius: number): number[] {
  const times = new Float64Array(2);
  const count = crossingTimes(...from, ...to, radius, times);
  return [...times.subarray(0, count)];
}

/** |from + s (to − from)| − radius, to 120 digits. */
function gap(from: Vector, to: Vector, radius: number, s: Decimal): Decimal {
  let squared = new Precise(0);
  for (let k = 0; k < 3; k++) {
    const place = precise(to[k]).minus(precise(from[k])).times(s).plus(precise(from[k]));
    squared = squared.plus(place.times(place));
  }
  return squared.sqrt().minus(precise(radius));
}

/** Where the path is nearest, and both roots of the quadratic to 120 digits; none where the line passes outside. */
function exactRoots(from: Vector, to: Vector, radius: number): { nearest: Decimal; roots: Decimal[] } {
  let a = new Precise(0);
  let b = new Precise(0);
  let c = precise(radius).pow(2).neg();
  for (let k = 0; k < 3; k++) {
    const place = precise(from[k]);
    const path = precise(to[k]).minus(place);
    a = a.plus(path.times(path));
    b = b.plus(path.times(place));
    c = c.plus(place.times(place));
  }
  const discriminant = b.times(b).minus(a.times(c));
  if (a.isZero()) return { nearest: new Precise(0), roots: [] };
  const nearest = b.neg().div(a);
  if (discriminant.lte(0)) return { nearest, roots: [] };
  const root = discriminant.sqrt();
  return { nearest, roots: [b.plus(root).neg().div(a), root.minus(b).div(a)] };
}

const near = (place: Vector, radius: number) =>
  place[0] * place[0] + place[1] * place[1] + place[2] * place[2] <= radius * radius;

/** Numbers so small that the oracle's digits would not hold their squares beside 1e12 are 0 here. */
const tidy = (value: number) => (Math.abs(value) < 1e-9 ? 0 : value);
const coordinate = fc
  .oneof(
    fc.double({ min: -5, max: 5, noNaN: true }),
    fc.integer({ min: -4, max: 4 }),
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  )
  .map(tidy);
const flat = fc.tuple(coordinate, coordinate, fc.constant(0));
const vector = fc.oneof(flat, fc.tuple(coordinate, coordinate, coordinate));
const radius = fc.oneof(fc.double({ min: 0, max: 6, noNaN: true }), fc.integer({ min: 0, max: 5 })).map(tidy);

describe('crossings of a ball on a straight path', () => {
  test('the answers at the ends and the crossings between them fit, always', () => {
    fc.assert(
      fc.property(vector, vector, radius, (from, to, r) => {
        const times = crossings(from, to, r);
        const [before, after] = [near(from, r), near(to, r)];
        if (before !== after) expect(times).toHaveLength(1);
        else if (before) expect(times).toHaveLength(0);
        else expect([0, 2]).toContain(times.length);
        for (const s of times) expect(s >= 0 && s <= 1).toBe(true);
        if (times.length === 2) expect(times[0]).toBeLessThanOrEqual(times[1]);
      }),
      { numRuns: 2000 },
    );
  });

  test('at each crossing the distance is the radius to a few units in the last place, tangents too', () => {
    let found = 0;
    fc.assert(
      fc.property(vector, vector, radius, (from, to, r) => {
        for (const s of crossings(from, to, r)) {
          found++;
          const scale = Math.hypot(...from) + Math.hypot(...to) + r;
          expect(gap(from, to, r, precise(s)).abs().toNumber()).toBeLessThanOrEqual(4 * unit * scale);
        }
      }),
      { numRuns: 2000 },
    );
    expect(found).toBeGreaterThan(400);
  });

  test('an agent that passes through is seen, and no agent else, where no end and no tangent is within rounding', () => {
    let passed = 0;
    fc.assert(
      fc.property(vector, vector, radius, (from, to, r) => {
        fc.pre(!near(from, r) && !near(to, r));
        const { nearest, roots } = exactRoots(from, to, r);
        const inside = roots.filter((s) => s.gt(0) && s.lt(1));
        const scale = Math.hypot(...from) + Math.hypot(...to) + r;
        const close = [new Precise(0), new Precise(1), nearest].map((s) => gap(from, to, r, s).abs());
        fc.pre(close.every((value) => value.toNumber() > 4 * unit * scale));
        expect(crossings(from, to, r)).toHaveLength(inside.length === 2 ? 2 : 0);
        if (inside.length === 2) passed++;
      }),
      { numRuns: 1000 },
    );
    expect(passed).toBeGreaterThan(20);
  });

  test('a crossing right after the beginning keeps all its digits', () => {
    // 2^−40 m outside, and 1 m in the step: the plain difference of squares would keep 12 bits of the time.
    for (let k = 0; k < 40; k++) {
      const angle = 0.1 + 0.15 * k;
      const distance = 3 + 2 ** -k;
      const from: Vector = [distance * Math.cos(angle), distance * Math.sin(angle), 0];
      const to: Vector = [0.6 * from[0] - 0.2 * from[1], 0.6 * from[1] + 0.2 * from[0], 0];
      if (near(from, 3)) continue;
      const [s] = crossings(from, to, 3);
      const [exact] = exactRoots(from, to, 3).roots;
      expect(exact.minus(precise(s)).div(exact).abs().toNumber()).toBeLessThan(4 * unit);
    }
  });

  test('far from the origin of the path, the root of the smaller half keeps its digits', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 1e6, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        (distance, aside) => {
          const from: Vector = [-distance - 3, aside, 0];
          const to: Vector = [5, aside, 0];
          const times = crossings(from, to, 3);
          const { roots } = exactRoots(from, to, 3);
          expect(times).toHaveLength(2);
          for (const [k, exact] of roots.entries()) {
            expect(exact.minus(precise(times[k])).div(exact).abs().toNumber()).toBeLessThan(4 * unit);
          }
        },
      ),
    );
  });

  test('a tangent is no crossing; at rest there is none; on the border is inside', () => {
    expect(crossings([-5, 3, 0], [5, 3, 0], 3)).toEqual([]);
    expect(crossings([-5, 0, 3], [5, 0, 3], 3)).toEqual([]);
    expect(crossings([2, 1, 0], [2, 1, 0], 1)).toEqual([]);
    expect(crossings([3, 0, 0], [4, 0, 0], 3)).toEqual([0]);
    expect(crossings([4, 0, 0], [3, 0, 0], 3)).toEqual([1]);
    expect(crossings([-6, 0, 0], [6, 0, 0], 3)).toEqual([0.25, 0.75]);
    expect(crossings([0, 0, 0], [2, 0, 0], 0)).toEqual([0]);
    expect(crossings([-2, 0, 0], [2, 0, 0], 0)).toEqual([]);
    expect(crossings([1, 2, 3], [9, 9, 9], Number.POSITIVE_INFINITY)).toEqual([]);
  });
});
