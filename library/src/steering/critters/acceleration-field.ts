import { exp, log, quantizeWide } from '../../numerics/index.ts';

/**
 * The least gap that a field of negative exponent uses, metres: a tenth of the smallest body. Bodies that touch repel each
 * other as if they were this far apart.
 */
const CLOSEST = 0.0001;

/** No single object accelerates by more than this, metres per second²: sums of such terms are exact. */
export const LARGEST_TERM = 128;

/** Whole exponents up to this are computed by multiplication. */
const LARGEST_WHOLE = 4;

/** Obstacles that act on one critter: offsets to the closest points, of length `distance` > 0, and the gaps there. */
export type Terms = {
  count: number;
  dx: Float64Array;
  dy: Float64Array;
  dz: Float64Array;
  distance: Float64Array;
  gap: Float64Array;
  strength: Float64Array;
  exponent: Float64Array;
};

export function createTerms(capacity: number): Terms {
  return {
    count: 0,
    dx: new Float64Array(capacity),
    dy: new Float64Array(capacity),
    dz: new Float64Array(capacity),
    distance: new Float64Array(capacity),
    gap: new Float64Array(capacity),
    strength: new Float64Array(capacity),
    exponent: new Float64Array(capacity),
  };
}

/** strength × gap^exponent, within limits: docs/models/critters.md. */
export function accelerationAt(gap: number, strength: number, exponent: number): number {
  const least = exponent < 0 ? CLOSEST : 0;
  const distance = gap > least ? gap : least;
  const base = exponent < 0 ? 1 / distance : distance;
  const size = exponent < 0 ? -exponent : exponent;
  let value = strength;
  if (value === 0 || (size <= LARGEST_WHOLE && size === Math.floor(size))) {
    for (let factor = 0; factor < size; factor++) value *= base;
  } else {
    value *= base > 0 ? exp(size * log(base)) : 0;
  }
  return value > LARGEST_TERM ? LARGEST_TERM : value < -LARGEST_TERM ? -LARGEST_TERM : value;
}

/**
 * Adds the acceleration towards an object to the sum, or away from it. It is rounded first, so that the sum does not depend on
 * the order of the objects.
 */
export function addField(
  sum: Float64Array,
  dx: number,
  dy: number,
  dz: number,
  distance: number,
  gap: number,
  strength: number,
  exponent: number,
): void {
  const share = accelerationAt(gap, strength, exponent) / distance;
  sum[0] += quantizeWide(share * dx);
  sum[1] += quantizeWide(share * dy);
  sum[2] += quantizeWide(share * dz);
}

/** Adds all terms to the sum. */
export function addTerms(
  { count, distance, dx, dy, dz, exponent, gap, strength }: Terms,
  sum: Float64Array,
): void {
  for (let term = 0; term < count; term++) {
    addField(sum, dx[term], dy[term], dz[term], distance[term], gap[term], strength[term], exponent[term]);
  }
}
