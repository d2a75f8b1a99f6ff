import type { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHalving, firstRise, inCircleCoefficients, isBelow, valueAt } from './bernstein.ts';
import { precise } from './exact.fixture.ts';

const halving = createHalving();

/** The determinant itself at s, to 120 digits, from places that are interpolated exactly. */
function exactInCircle(quad: readonly number[], s: number): Decimal {
  const time = precise(s);
  const place = (k: number, axis: number) => {
    const start = precise(quad[4 * k + axis]);
    return start.plus(
      precise(quad[4 * k + 2 + axis])
        .minus(start)
        .times(time),
    );
  };
  const rows = [0, 1, 2].map((k) => {
    const x = place(k, 0).minus(place(3, 0));
    const y = place(k, 1).minus(place(3, 1));
    return [x, y, x.times(x).plus(y.times(y))];
  });
  const [a, b, c] = rows;
  const minor = (p: Decimal[], q: Decimal[]) => p[0].times(q[1]).minus(p[1].times(q[0]));
  return a[2]
    .times(minor(b, c))
    .plus(b[2].times(minor(c, a)))
    .plus(c[2].times(minor(a, b)));
}

/** Coefficients of the product of (s − root) over the roots, times a factor: by polynomials in the plain basis. */
function withRoots(roots: readonly number[], factor: number): Float64Array {
  let plain = [factor];
  for (const root of roots) {
    const next = new Array<number>(plain.length + 1).fill(0);
    for (const [k, value] of plain.entries()) {
      next[k] -= root * value;
      next[k + 1] += value;
    }
    plain = next;
  }
  while (plain.length < 5) plain.push(0);
  const choose = [[1], [1, 1], [1, 2, 1], [1, 3, 3, 1], [1, 4, 6, 4, 1]];
  return Float64Array.from({ length: 5 }, (_, k) => {
    let sum = 0;
    for (let power = 0; power <= k; power++) sum += (choose[k][power] / choose[4][power]) * plain[power];
    return sum;
  });
}

const coordinate = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ min: -4, max: 4, noNaN: true }));
const moving = fc
  .array(coordinate, { minLength: 16, maxLength: 16 })
  .map((quad) => quad.map((value) => (Math.abs(value) < 1e-9 ? 0 : value)));
const fraction = fc.double({ min: 0, max: 1, noNaN: true });

describe('the in-circle determinant over a step', () => {
  test('its value is the determinant of the moved points, within the bound that it states', () => {
    fc.assert(
      fc.property(moving, fraction, (points, time) => {
        const s = time < 1e-9 ? 0 : time;
        const coefficients = new Float64Array(5);
        const bound = inCircleCoefficients(Float64Array.from(points), coefficients);
        const error = exactInCircle(points, s)
          .minus(precise(valueAt(coefficients, s)))
          .abs()
          .toNumber();
        expect(error).toBeLessThanOrEqual(bound);
        // The bound is no excuse: it stays near the size of what is summed.
        expect(bound).toBeLessThanOrEqual(1e-13 * 3 * 128 * 128);
      }),
      { numRuns: 500 },
    );
  });

  test('coefficients below zero prove that no sample is above', () => {
    let proven = 0;
    fc.assert(
      fc.property(moving, fc.constantFrom(0.01, 0.1, 1), (ways, length) => {
        const points = ways.map((value, k) => (k % 4 < 2 ? value : ways[k - 2] + length * value));
        const coefficients = new Float64Array(5);
        const bound = inCircleCoefficients(Float64Array.from(points), coefficients);
        if (!isBelow(coefficients, -bound)) return;
        proven++;
        for (let k = 0; k <= 8; k++) expect(exactInCircle(points, k / 8).lt(0)).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect(proven).toBeGreaterThan(30);
  });

  test('the first rise is where the samples first turn positive', () => {
    let rises = 0;
    fc.assert(
      fc.property(moving, fc.constantFrom(0, 0.125, 0.5), (points, from) => {
        const coefficients = new Float64Array(5);
        const bound = inCircleCoefficients(Float64Array.from(points), coefficients);
        const rise = firstRise(halving, coefficients, bound, from);
        const samples = 64;
        let sampled = 2;
        for (let k = Math.ceil(from * samples); k <= samples && sampled > 1; k++) {
          if (exactInCircle(points, k / samples).gt(2 * bound)) sampled = k / samples;
        }
        // Nothing is above before the rise; what is above at a sample has risen by then.
        expect(rise).toBeLessThanOrEqual(sampled);
        if (rise > 1) return;
        rises++;
        expect(rise).toBeGreaterThanOrEqual(from);
        if (rise === from) return;
        expect(exactInCircle(points, rise).abs().toNumber()).toBeLessThanOrEqual(3 * bound);
        for (let k = 0; k < 8; k++) {
          const s = from + ((rise - from) * k) / 8;
          expect(exactInCircle(points, s < 1e-9 ? 0 : s).toNumber()).toBeLessThanOrEqual(2 * bound);
        }
      }),
      { numRuns: 120 },
    );
    expect(rises).toBeGreaterThan(20);
  });

  test('four points that ride on a turning circle in straight lines keep to it: no rise, at once', () => {
    // A rigid translation of cocircular points: the determinant is zero but for rounding.
    const quad = Float64Array.from([1, 0, 3, 5, 0, 1, 2, 6, -1, 0, 1, 5, 0, -1, 2, 4]);
    const coefficients = new Float64Array(5);
    const bound = inCircleCoefficients(quad, coefficients);
    expect(firstRise(halving, coefficients, bound, 0)).toBe(2);
    expect(
      firstRise(
        halving,
        coefficients.map((value) => -value),
        bound,
        0,
      ),
    ).toBe(2);
  });
});

describe('the first rise of a polynomial with known roots', () => {
  const bound = 1e-15;

  test('four simple roots: it rises at every second one, seen from anywhere', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { minLength: 4, maxLength: 4 }),
        (places) => {
          const roots = places.map((place) => place / 1000).sort((a, b) => a - b);
          const coefficients = withRoots(roots, -1);
          // Negative at first, so it rises at the first and third root.
          expect(firstRise(halving, coefficients, bound, 0)).toBeCloseTo(roots[0], 6);
          expect(firstRise(halving, coefficients, bound, (roots[1] + roots[2]) / 2)).toBeCloseTo(roots[2], 6);
          expect(firstRise(halving, coefficients, bound, (roots[3] + 1) / 2)).toBe(2);
          const negative = coefficients.map((value) => -value);
          expect(firstRise(halving, negative, bound, (roots[0] + roots[1]) / 2)).toBeCloseTo(roots[1], 6);
        },
      ),
    );
  });

  test('a double root that only touches is no rise; a triple root is one', () => {
    expect(firstRise(halving, withRoots([0.3, 0.3], -1), bound, 0)).toBe(2);
    expect(firstRise(halving, withRoots([0.3, 0.3, 0.7, 0.7], -1), bound, 0)).toBe(2);
    expect(firstRise(halving, withRoots([0.3, 0.3, 0.3], 1), bound, 0)).toBeCloseTo(0.3, 4);
    expect(firstRise(halving, withRoots([0.3, 0.3, 0.8], 1), bound, 0)).toBeCloseTo(0.8, 9);
  });

  test('seen from a root at which it falls, it rises at the next one, however the value there rounds', () => {
    for (let k = 0; k < 200; k++) {
      const roots = [0.1 + k / 1000, 0.35 + k / 900, 0.6 + k / 800];
      const coefficients = withRoots(roots, 1);
      for (const place of [roots[1] - 2e-16, roots[1], roots[1] + 2e-16]) {
        expect(firstRise(halving, coefficients, bound, place)).toBeCloseTo(roots[2], 9);
      }
    }
    // Exactly zero at the place.
    expect(
      firstRise(
        halving,
        withRoots([0, 0.5, 2], 1).map((value) => -value),
        0,
        0,
      ),
    ).toBeCloseTo(0.5, 12);
  });

  test('zero everywhere never rises; above everywhere has risen at the beginning', () => {
    expect(firstRise(halving, new Float64Array(5), 0, 0)).toBe(2);
    expect(firstRise(halving, new Float64Array(5).fill(1), bound, 0.25)).toBe(0.25);
    expect(firstRise(halving, new Float64Array(5).fill(1), bound, 1)).toBe(1);
  });

  test('of a polynomial and its negative at most one rises at a given place', () => {
    fc.assert(
      fc.property(fc.array(fraction, { minLength: 4, maxLength: 4 }), (roots) => {
        const coefficients = withRoots(roots, 1);
        const rise = firstRise(halving, coefficients, bound, 0);
        if (rise > 1) return;
        const fall = firstRise(
          halving,
          coefficients.map((value) => -value),
          bound,
          rise,
        );
        expect(fall === 2 || fall > rise).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
