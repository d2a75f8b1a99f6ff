import { scale } from './bits.ts';

/** ln 2 in two parts; the upper one has 32 bits, so that its product with |k| < 2^12 is exact. */
export const LN2_HIGH = 0.6931471803691238;
export const LN2_LOW = 1.9082149292705877e-10;

/** Beyond these the result exceeds the largest double, or is less than half of the smallest subnormal. */
const OVERFLOW = 709.782712893384;
const UNDERFLOW = -745.1332191019412;

/**
 * exp(x) to within 1 ulp over the whole range.
 *
 * With x = k ln 2 + r and |r| <= ln 2 / 2 the result is 2^k exp(r). The rest r is carried in two parts, as
 * its rounding error would enter the result undiminished.
 */
export function exp(x: number): number {
  if (!(x <= OVERFLOW)) return x > 0 ? Infinity : x;
  if (x < UNDERFLOW) return 0;
  const k = Math.floor(x * Math.LOG2E + 0.5);
  const upper = x - k * LN2_HIGH;
  const lower = k * LN2_LOW;
  const r = upper - lower;
  const rError = upper - r - lower;
  return scale(1 + (r + (rError + exponentialTail(r))), k);
}

/**
 * exp(r) - 1 - r for |r| <= 0.35: the part of the series whose rounding no longer matters much.
 *
 * Taylor's series up to r^14/14!: the first neglected term is below 2e-19.
 */
export function exponentialTail(r: number): number {
  const upperTerms =
    1 / 40320 +
    r *
      (1 / 362880 +
        r *
          (1 / 3628800 +
            r * (1 / 39916800 + r * (1 / 479001600 + r * (1 / 6227020800 + r * (1 / 87178291200))))));
  const lowerTerms = 1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720 + r * (1 / 5040 + r * upperTerms))));
  return r * r * (0.5 + r * lowerTerms);
}
