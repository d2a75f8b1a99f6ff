import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quantizeUnit, quantizeWide, UNIT_QUANTUM, WIDE_LIMIT, WIDE_QUANTUM } from './index.ts';

const sum = (terms: number[]) => terms.reduce((total, term) => total + term, 0);

/** Terms together with a permutation of them. */
const shuffled = (limit: number) =>
  fc
    .array(fc.double({ min: -limit, max: limit, noNaN: true }), { maxLength: 200 })
    .chain((terms) =>
      fc.tuple(
        fc.constant(terms),
        fc.shuffledSubarray(terms, { minLength: terms.length, maxLength: terms.length }),
      ),
    );

describe.each([
  ['quantizeUnit', quantizeUnit, UNIT_QUANTUM, 1, 2 ** 17],
  ['quantizeWide', quantizeWide, WIDE_QUANTUM, WIDE_LIMIT, 2 ** 15],
])('%s', (_name, quantize, quantum, limit, mostTerms) => {
  test('sums have the same bits in any order', () => {
    fc.assert(
      fc.property(shuffled(limit), ([terms, permuted]) => {
        expect(sum(permuted.map(quantize))).toBe(sum(terms.map(quantize)));
      }),
      { seed: 1 },
    );
  });

  test('without it they do not: the property is not vacuous', () => {
    const terms = [limit, limit / 3, -limit, limit / 7];
    expect(sum(terms)).not.toBe(sum([...terms].reverse()));
  });

  test('rounds to the nearest multiple of the quantum, never to -0', () => {
    fc.assert(
      fc.property(fc.double({ min: -limit, max: limit, noNaN: true }), (x) => {
        const rounded = quantize(x);
        expect(Number.isInteger(rounded / quantum)).toBe(true);
        expect(Math.abs(rounded - x)).toBeLessThanOrEqual(quantum / 2);
        expect(Object.is(rounded, -0)).toBe(false);
      }),
      { seed: 2 },
    );
    expect(quantize(-quantum / 4)).toBe(0);
    expect(quantize(-0)).toBe(0);
  });

  test('the largest promised sum is exact, and twice as many terms would not be', () => {
    const largest = limit - quantum;
    expect(quantize(largest)).toBe(largest);
    const exactly = BigInt(largest / quantum);
    let total = 0;
    for (let i = 0; i < mostTerms; i++) total += largest;
    expect(BigInt(total / quantum)).toBe(exactly * BigInt(mostTerms));
    for (let i = 0; i < mostTerms + 1; i++) total += largest;
    expect(BigInt(total / quantum)).not.toBe(exactly * BigInt(2 * mostTerms + 1));
  });

  test('NaN stays NaN', () => {
    expect(quantize(Number.NaN)).toBeNaN();
  });
});

test('quantizeWide clamps, infinities too', () => {
  expect([quantizeWide(300), quantizeWide(-1e300), quantizeWide(Infinity), quantizeWide(-Infinity)]).toEqual([
    256, -256, 256, -256,
  ]);
});
