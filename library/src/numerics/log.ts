import { exponentOf, powerOfTwo } from './bits.ts';
import { LN2_HIGH, LN2_LOW } from './exp.ts';

const SMALLEST_NORMAL = 2.2250738585072014e-308;

/**
 * The natural logarithm to within 1 ulp over the whole range.
 *
 * x = 2^k (1 + f) with 1 + f in (sqrt(1/2), sqrt(2)], and with s = f / (2 + f)
 *
 *   log(1 + f) = 2 atanh(s) = 2s + s R,   R = 2s^2/3 + 2s^4/5 + ...
 *
 * As 2s = f - f^2/2 + s f^2/2, the logarithm is f (exact) plus corrections that are smaller by a factor of
 * |f|; the rounding of s then reaches the result only through those.
 */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return x;
  // A subnormal has no exponent of its own; 2^54 lifts it exactly.
  const lift = x < SMALLEST_NORMAL ? 54 : 0;
  const lifted = x * powerOfTwo(lift);
  let k = exponentOf(lifted);
  let mantissa = lifted * powerOfTwo(-k);
  if (mantissa > Math.SQRT2) {
    mantissa *= 0.5;
    k += 1;
  }
  k -= lift;
  const f = mantissa - 1;
  const s = f / (2 + f);
  const halfSquare = 0.5 * f * f;
  const correction = s * (halfSquare + arctangentTail(s * s)) + k * LN2_LOW;
  return k * LN2_HIGH - (halfSquare - correction - f);
}

/** R(z) = 2z/3 + 2z^2/5 + ... + 2z^12/25 for z = s^2 <= 0.0295; the first neglected term is below 1e-21. */
function arctangentTail(z: number): number {
  const upperTerms = 2 / 15 + z * (2 / 17 + z * (2 / 19 + z * (2 / 21 + z * (2 / 23 + z * (2 / 25)))));
  return z * (2 / 3 + z * (2 / 5 + z * (2 / 7 + z * (2 / 9 + z * (2 / 11 + z * (2 / 13 + z * upperTerms))))));
}
