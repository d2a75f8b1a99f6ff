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

/** The objects that act on one critter: offsets to the closest points, of length `distance` > 0, and the gaps there. */
export type Terms = {
  count: number;
  dx: Float64Array;
  dy: Float64Array;
  dz: Float64Array;
  distance: Float64Array;
  gap: Float64Array;
  strength: Float64Array;
  exponent: Float64Array;
  /** strength × gap^exponent, within limits. */
  acceleration: Float64Array;
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
    acceleration: new Float64Array(capacity),
  };
}

/**
 * Writes the acceleration towards the object of a term, negative if away from it: docs/models/critters.md.
 */
function evaluateTerm({ acceleration, exponent, gap, strength }: Terms, term: number): void {
  const power = exponent[term];
  const distance = Math.max(gap[term], power < 0 ? CLOSEST : 0);
  const base = power < 0 ? 1 / distance : distance;
  const size = Math.abs(power);
  let value = strength[term];
  if (value === 0 || (size <= LARGEST_WHOLE && size === Math.floor(size))) {
    for (let factor = 0; factor < size; factor++) value *= base;
  } else {
    value *= base > 0 ? exp(size * log(base)) : 0;
  }
  acceleration[term] = Math.max(-LARGEST_TERM, Math.min(LARGEST_TERM, value));
}

/** Writes the sum of all terms. Each is rounded first, so that the sum does not depend on their order. */
export function sumTerms(terms: Terms, sum: Float64Array): void {
  const { acceleration, count, distance, dx, dy, dz } = terms;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let term = 0; term < count; term++) {
    evaluateTerm(terms, term);
    const share = acceleration[term] / distance[term];
    x += quantizeWide(share * dx[term]);
    y += quantizeWide(share * dy[term]);
    z += quantizeWide(share * dz[term]);
  }
  sum[0] = x;
  sum[1] = y;
  sum[2] = z;
}
