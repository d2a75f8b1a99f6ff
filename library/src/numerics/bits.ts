/**
 * The bits of a double and exact powers of two.
 *
 * Everything below is exact on every engine: reinterpreting bits and multiplying by a power of two involve
 * no rounding (as long as the result is not subnormal).
 */

const double = new Float64Array(1);
const words = new Int32Array(double.buffer);

double[0] = 1;
/** Which word of a double holds sign and exponent; asked of the machine, as typed arrays follow its byte order. */
export const HIGH_WORD = words[0] === 0 ? 1 : 0;

/** The exponent field's value, so that 2^e <= |x| < 2^(e+1); meaningful for normal x only. */
export function exponentOf(x: number): number {
  double[0] = x;
  return ((words[HIGH_WORD] >>> 20) & 0x7ff) - 1023;
}

/** True for negative numbers and for -0, which `x < 0` cannot tell from +0. */
export function isNegative(x: number): boolean {
  return x < 0 || (x === 0 && 1 / x < 0);
}

const SMALLEST_EXPONENT = -1074;
const LARGEST_EXPONENT = 1023;

/** Every power of two that a double can hold, subnormal ones included: halving and doubling are exact. */
const POWERS_OF_TWO = new Float64Array(LARGEST_EXPONENT - SMALLEST_EXPONENT + 1);
POWERS_OF_TWO[-SMALLEST_EXPONENT] = 1;
for (let k = 1; k <= LARGEST_EXPONENT; k++)
  POWERS_OF_TWO[k - SMALLEST_EXPONENT] = POWERS_OF_TWO[k - 1 - SMALLEST_EXPONENT] * 2;
for (let k = -1; k >= SMALLEST_EXPONENT; k--)
  POWERS_OF_TWO[k - SMALLEST_EXPONENT] = POWERS_OF_TWO[k + 1 - SMALLEST_EXPONENT] * 0.5;

/** 2^exponent for an integer exponent in [-1074, 1023]. */
export function powerOfTwo(exponent: number): number {
  return POWERS_OF_TWO[exponent - SMALLEST_EXPONENT];
}

/**
 * x * 2^exponent with a single rounding, for x near 1 and an exponent in [-1100, 1100].
 *
 * Outside the range of normal powers the factor is applied in two steps, of which only the last can round.
 */
export function scale(x: number, exponent: number): number {
  if (exponent > 1000) return x * powerOfTwo(exponent - 200) * powerOfTwo(200);
  if (exponent < -1000) return x * powerOfTwo(exponent + 200) * powerOfTwo(-200);
  return x * powerOfTwo(exponent);
}
