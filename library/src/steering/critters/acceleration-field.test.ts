import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accelerationAt, addField, LARGEST_TERM } from './acceleration-field.ts';

const closest = 0.0001;

/** The acceleration by one object ahead; also checks that the sum contains it, rounded to a multiple of 2^-30. */
function accelerationAcross(gap: number, strength: number, exponent: number): number {
  const acceleration = accelerationAt(gap, strength, exponent);
  const sum = new Float64Array(3);
  addField(sum, 3, 0, 0, 3, gap, strength, exponent);
  expect(Math.abs(sum[0] - acceleration)).toBeLessThanOrEqual(2 ** -31);
  expect([sum[1], sum[2]]).toEqual([0, 0]);
  return acceleration;
}
const gaps = fc.double({ min: closest, max: 100, noNaN: true });
const sizes = fc.double({ min: 1e-9, max: 10, noNaN: true });
const strengths = fc.tuple(sizes, fc.constantFrom(-1, 1)).map(([size, sign]) => sign * size);

/** k·d^e by the language's own power, limited. */
function expected(gap: number, strength: number, exponent: number): number {
  return Math.max(-LARGEST_TERM, Math.min(LARGEST_TERM, strength * gap ** exponent));
}

function expectClose(actual: number, wanted: number): void {
  expect(Math.abs(actual - wanted)).toBeLessThanOrEqual(1e-13 * Math.abs(wanted));
}

describe('the field of an object', () => {
  test('is strength × gap^exponent: whole exponents from −4 to 4', () => {
    fc.assert(
      fc.property(gaps, strengths, fc.integer({ min: -4, max: 4 }), (gap, strength, exponent) => {
        expectClose(accelerationAcross(gap, strength, exponent), expected(gap, strength, exponent));
      }),
    );
  });

  test('is strength × gap^exponent: any exponent from −10 to 10', () => {
    const exponents = fc.double({ min: -10, max: 10, noNaN: true });
    fc.assert(
      fc.property(gaps, strengths, exponents, (gap, strength, exponent) => {
        expectClose(accelerationAcross(gap, strength, exponent), expected(gap, strength, exponent));
      }),
    );
  });

  test('stays finite and within the largest term, whatever the parameters', () => {
    const anything = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    const exponents = fc.double({ min: -1000, max: 1000, noNaN: true });
    fc.assert(
      fc.property(anything, anything, exponents, (gap, strength, exponent) => {
        expect(Math.abs(accelerationAcross(gap, strength, exponent))).toBeLessThanOrEqual(LARGEST_TERM);
      }),
    );
  });

  test('below a tenth of a millimetre a negative exponent sees a tenth of a millimetre, overlaps included', () => {
    for (const gap of [closest, 0.5 * closest, 0, -0.3]) {
      expectClose(accelerationAcross(gap, -1e-9, -2), -0.1);
      expectClose(accelerationAcross(gap, -1e-4, -1.5), -100);
    }
  });

  test('at the object itself a positive exponent gives nothing, and 0 the strength', () => {
    for (const gap of [0, -0.3]) {
      for (const exponent of [0.5, 1, 3, 7]) expect(accelerationAcross(gap, 2, exponent)).toBe(0);
      expect(accelerationAcross(gap, 2, 0)).toBe(2);
    }
  });
});
