import { powerOfTwo } from './bits.ts';
import { productError, sumError } from './doubled.ts';
import { exp, exponentialTail, LN2_HIGH, LN2_LOW } from './exp.ts';

/** Below 2^-28 the next term, x^3/3, is less than a quarter of an ulp of x. */
const LINEAR_BELOW = 3.725290298461914e-9;

/** From here on tanh(x) = 1 - 2 exp(-2x), as 2 exp(-4x) is below 1e-30; and 1 - 2^k would soon be inexact. */
const SATURATED_FROM = 18;

/**
 * tanh(x) to within 1 ulp over the whole range.
 *
 * tanh|x| = u / (2 - u) with u = 1 - exp(-2|x|). For small |x| that difference cancels, so u is put together
 * from the pieces of the exponential's reduction, -2|x| = k ln 2 + r: u = (1 - 2^k) - 2^k (exp(r) - 1), held
 * as an unevaluated sum, as is the quotient.
 */
export function tanh(x: number): number {
  const size = Math.abs(x);
  if (!(size >= LINEAR_BELOW)) return x;
  if (size >= SATURATED_FROM) {
    const saturated = 1 - 2 * exp(-2 * size);
    return x > 0 ? saturated : -saturated;
  }
  const k = Math.floor(-2 * size * Math.LOG2E + 0.5);
  const upper = -2 * size - k * LN2_HIGH;
  const lower = k * LN2_LOW;
  const r = upper - lower;
  const rError = upper - r - lower;
  const power = powerOfTwo(k);
  const linear = 1 - power - power * r;
  const rest = sumError(1 - power, -power * r, linear) - power * (rError + exponentialTail(r));
  const u = linear + rest;
  const uError = sumError(linear, rest, u);
  const divisor = 2 - u;
  const divisorError = sumError(2, -u, divisor) - uError;
  const quotient = u / divisor;
  const product = quotient * divisor;
  const remainder = u - product - productError(quotient, divisor, product) + uError - quotient * divisorError;
  const result = quotient + remainder / divisor;
  return x > 0 ? result : -result;
}
