/**
 * Sums that do not depend on the order of their terms.
 *
 * Floating-point addition is not associative because it rounds. If every term is first rounded to a multiple
 * of one quantum, and no partial sum needs more than 53 bits of such multiples, then no addition rounds, and
 * any order (any neighbour order, any partition over workers) gives the same bits.
 *
 * Rounding to a quantum: adding 1.5 * 2^52 quanta puts the sum where doubles are spaced by one quantum, so the
 * addition itself rounds (to nearest, ties to even); the subtraction is exact. Neither yields -0.
 */

/** The quantum of `quantizeUnit`: 2^-36, about 1.5e-11. */
export const UNIT_QUANTUM = 1 / 68719476736;

/** The quantum of `quantizeWide`: 2^-30, about 9.3e-10. */
export const WIDE_QUANTUM = 1 / 1073741824;

/** The largest magnitude that `quantizeWide` lets through. */
export const WIDE_LIMIT = 256;

/** 1.5 * 2^52 quanta. */
const UNIT_SHIFTER = 98304;
const WIDE_SHIFTER = 6291456;

/**
 * x rounded to a multiple of 2^-36, for |x| <= 1.
 *
 * Sums of up to 2^17 such terms are exact in any order: 2^17 / 2^-36 = 2^53. (The rounding itself is right up
 * to |x| = 2^15; then fewer terms may be summed.) NaN stays NaN.
 */
export function quantizeUnit(x: number): number {
  return x + UNIT_SHIFTER - UNIT_SHIFTER;
}

/**
 * x clamped to [-256, 256] and rounded to a multiple of 2^-30.
 *
 * Sums of up to 2^15 such terms are exact in any order: 2^15 * 2^8 / 2^-30 = 2^53. NaN stays NaN: a broken
 * term has to be seen in the sum.
 */
export function quantizeWide(x: number): number {
  const clamped = Math.max(-WIDE_LIMIT, Math.min(WIDE_LIMIT, x));
  return clamped + WIDE_SHIFTER - WIDE_SHIFTER;
}
