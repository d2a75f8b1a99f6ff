import { reduceByHalfPi } from './reduction.ts';

const QUARTER_PI = 0.7853981633974483;

/** sin(x) to within 1 ulp for every double, the largest ones included. */
export function sin(x: number): number {
  // The next term, x^3/6, is less than a quarter of an ulp, and may underflow. Also keeps -0.
  if (Math.abs(x) < 1e-8) return x;
  if (Math.abs(x) <= QUARTER_PI) return sineOfRest(x, 0);
  if (!(Math.abs(x) < Infinity)) return NaN;
  const { quadrant, high, low } = reduceByHalfPi(x);
  return sineInQuadrant(quadrant, high, low);
}

/** cos(x) to within 1 ulp for every double, the largest ones included. */
export function cos(x: number): number {
  if (Math.abs(x) <= QUARTER_PI) return cosineOfRest(x, 0);
  if (!(Math.abs(x) < Infinity)) return NaN;
  const { quadrant, high, low } = reduceByHalfPi(x);
  return sineInQuadrant((quadrant + 1) & 3, high, low);
}

/** sin(quadrant * pi/2 + high + low); the cosine is the sine one quadrant further. */
function sineInQuadrant(quadrant: number, high: number, low: number): number {
  const size = (quadrant & 1) === 0 ? sineOfRest(high, low) : cosineOfRest(high, low);
  return (quadrant & 2) === 0 ? size : -size;
}

/**
 * sin(x + error) for |x| <= pi/4 by Taylor's series up to x^17/17! (the next term is below 1e-19), with the
 * error's first-order effect error * cos(x). x itself is added last, so that only the small terms round.
 */
function sineOfRest(x: number, error: number): number {
  const z = x * x;
  const upperTerms = 1 / 6227020800 + z * (-1 / 1307674368000 + z * (1 / 355687428096000));
  const lowerTerms = -1 / 5040 + z * (1 / 362880 + z * (-1 / 39916800 + z * upperTerms));
  const series = -1 / 6 + z * (1 / 120 + z * lowerTerms);
  return x + (error * (1 - 0.5 * z) + x * z * series);
}

/**
 * cos(x + error) for |x| <= pi/4 by Taylor's series up to x^18/18!, with the error's effect -error * sin(x).
 * 1 - x^2/2 is rounded once; what that rounding lost is added to the small terms.
 */
function cosineOfRest(x: number, error: number): number {
  const z = x * x;
  const half = 0.5 * z;
  const leading = 1 - half;
  const lost = 1 - leading - half;
  const upperTerms = 1 / 479001600 + z * (-1 / 87178291200 + z * (1 / 20922789888000 - z / 6402373705728000));
  const series = 1 / 24 + z * (-1 / 720 + z * (1 / 40320 + z * (-1 / 3628800 + z * upperTerms)));
  return leading + (lost + (z * z * series - x * error));
}
