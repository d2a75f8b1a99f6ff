/**
 * Philox-4x32, a counter-based generator: rounds that turn a 128-bit counter and a 64-bit key into 128 random bits,
 * without any state. Written from its published description: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw,
 * Parallel random numbers: as easy as 1, 2, 3, SC 2011; the tests hold it to the authors' known answers. Seven rounds
 * are the fewest that pass all of their statistical tests; they recommend ten for a margin that noise does not need.
 */

const MULTIPLIER_0 = 0xd2511f53;
const MULTIPLIER_2 = 0xcd9e8d57;
/** The golden ratio and sqrt(3) - 1 as 32-bit fractions: steps of the key from round to round. */
const KEY_STEP_0 = 0x9e3779b9;
const KEY_STEP_1 = 0xbb67ae85;
const ROUNDS = 7;

/** For code that draws the same numbers in another language. */
export const philoxConstants = {
  multipliers: [MULTIPLIER_0, MULTIPLIER_2],
  keySteps: [KEY_STEP_0, KEY_STEP_1],
  rounds: ROUNDS,
} as const;

/** Writes the block of the counter (c0 to c3) under the key (k0, k1), all 32-bit words, into `block`. */
export function philox(
  block: Int32Array,
  c0: number,
  c1: number,
  c2: number,
  c3: number,
  k0: number,
  k1: number,
  rounds = ROUNDS,
): void {
  let word0 = c0 | 0;
  let word1 = c1 | 0;
  let word2 = c2 | 0;
  let word3 = c3 | 0;
  let key0 = k0 | 0;
  let key1 = k1 | 0;
  for (let round = 0; round < rounds; round++) {
    const high0 = highProduct(MULTIPLIER_0, word0);
    const high2 = highProduct(MULTIPLIER_2, word2);
    const low0 = Math.imul(MULTIPLIER_0, word0);
    const low2 = Math.imul(MULTIPLIER_2, word2);
    word0 = high2 ^ word1 ^ key0;
    word1 = low2;
    word2 = high0 ^ word3 ^ key1;
    word3 = low0;
    key0 = (key0 + KEY_STEP_0) | 0;
    key1 = (key1 + KEY_STEP_1) | 0;
  }
  block[0] = word0;
  block[1] = word1;
  block[2] = word2;
  block[3] = word3;
}

/** The upper 32 bits of the 64-bit product of two unsigned words, from products of their 16-bit halves. */
function highProduct(a: number, b: number): number {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const bLow = b & 0xffff;
  const bHigh = b >>> 16;
  // Each partial sum stays below 2^32, though it may need the sign bit: hence the unsigned shifts.
  const cross = Math.imul(aHigh, bLow) + (Math.imul(aLow, bLow) >>> 16);
  const middle = Math.imul(aLow, bHigh) + (cross & 0xffff);
  return (Math.imul(aHigh, bHigh) + (cross >>> 16) + (middle >>> 16)) | 0;
}
