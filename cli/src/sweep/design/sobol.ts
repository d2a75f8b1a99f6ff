/*
 * Sobol's sequence with the direction numbers of Joe and Kuo (2008), "Constructing Sobol sequences with better
 * two-dimensional projections": degree s and coefficients a of the primitive polynomial, and the first numbers m.
 */
const DIRECTIONS: readonly (readonly [s: number, a: number, ...m: number[]])[] = [
  [1, 0, 1],
  [2, 1, 1, 3],
  [3, 1, 1, 3, 1],
  [3, 2, 1, 1, 1],
  [4, 1, 1, 1, 3, 3],
  [4, 4, 1, 3, 5, 13],
  [5, 2, 1, 1, 5, 5, 17],
  [5, 4, 1, 1, 5, 5, 5],
  [5, 7, 1, 1, 7, 11, 19],
  [5, 11, 1, 1, 5, 1, 1],
  [5, 13, 1, 1, 1, 3, 11],
  [5, 14, 1, 3, 5, 5, 31],
  [6, 1, 1, 3, 3, 9, 7, 49],
  [6, 13, 1, 1, 1, 15, 21, 21],
  [6, 16, 1, 3, 1, 13, 27, 49],
  [6, 19, 1, 1, 1, 15, 7, 5],
  [6, 22, 1, 3, 1, 15, 13, 25],
  [6, 25, 1, 1, 5, 5, 19, 61],
  [7, 1, 1, 3, 7, 11, 23, 15, 103],
  [7, 4, 1, 3, 7, 13, 13, 15, 69],
];

/** The most factors that the table has directions for. */
export const MOST_SOBOL_FACTORS = DIRECTIONS.length + 1;

const BITS = 32;

/** Direction numbers of a dimension, as fractions of 2³². */
function directionsOf(dimension: number): Uint32Array {
  const directions = new Uint32Array(BITS);
  if (dimension === 0) {
    for (let k = 0; k < BITS; k++) directions[k] = 2 ** (BITS - 1 - k);
    return directions;
  }
  const [s, a, ...m] = DIRECTIONS[dimension - 1];
  for (let k = 0; k < BITS; k++) {
    if (k < s) {
      directions[k] = m[k] * 2 ** (BITS - 1 - k);
      continue;
    }
    let next = directions[k - s] ^ (directions[k - s] >>> s);
    for (let i = 1; i < s; i++) if ((a >>> (s - 1 - i)) & 1) next ^= directions[k - i];
    directions[k] = next >>> 0;
  }
  return directions;
}

/**
 * The point of an index in a dimension, from 0 to below 1, in the order of the Gray code, as most programs have it. A
 * shift, the same for all points, is combined by exclusive or: it keeps one point in each stratum.
 */
export function createSobol(dimension: number, shift = 0): (index: number) => number {
  const directions = directionsOf(dimension);
  return (index) => {
    let bits = shift >>> 0;
    for (let gray = (index ^ (index >>> 1)) >>> 0, k = 0; gray !== 0; gray >>>= 1, k++) {
      if (gray & 1) bits ^= directions[k];
    }
    return (bits >>> 0) / 2 ** BITS;
  };
}
