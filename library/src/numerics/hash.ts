import { HIGH_WORD } from './bits.ts';

/**
 * 64-bit hashes of bit patterns in two 32-bit lanes, without BigInt.
 *
 * For fingerprints of states and recordings: every step is invertible in the state and in the input, so two
 * inputs of one word each never collide, and longer ones do so as if by chance. Not cryptographic.
 */

/** An accumulator owned by the caller, so that hashing in a loop allocates nothing. Lanes are signed words. */
export type Hash64 = { high: number; low: number };

/** A fresh accumulator; different seeds give unrelated hashes. */
export function createHash(seedHigh: number = 0, seedLow: number = 0): Hash64 {
  const hash = createTotal();
  resetHash(hash, seedHigh, seedLow);
  return hash;
}

/**
 * Resets the accumulator to hash the next thing. The seed is mixed in, so that it does not cancel against the input.
 */
export function resetHash(hash: Hash64, seedHigh: number = 0, seedLow: number = 0): void {
  hash.high = 0;
  hash.low = 0;
  hashWords(hash, seedHigh, seedLow);
}

/** Zero: what totals start from. */
export function createTotal(): Hash64 {
  return { high: 0, low: 0 };
}

/** Mixes the bits of x in: +0 and -0 differ; every NaN counts as one, as engines do not agree on its bits. */
export function hashDouble(hash: Hash64, x: number): void {
  double[0] = x;
  if (Number.isNaN(x)) hashWords(hash, CANONICAL_NAN_HIGH, 0);
  else hashWords(hash, words[HIGH_WORD], words[1 - HIGH_WORD]);
}

const CANONICAL_NAN_HIGH = 0x7ff80000;

/** A double and its two words: a register, never read across calls. */
const double = new Float64Array(1);
const words = new Int32Array(double.buffer);

/**
 * Mixes 64 bits, given as two words, into both lanes.
 *
 * Multiplications by odd constants carry differences upwards, rotations bring them down again, and each lane
 * is fed into the other; the two multiplications do not wait for each other. The constants are those of
 * xxHash32 (Y. Collet).
 */
export function hashWords(hash: Hash64, high: number, low: number): void {
  const a = Math.imul(hash.low ^ low, 0x9e3779b1);
  const b = Math.imul(hash.high ^ high, 0x85ebca77);
  const mixed = a ^ ((b << 15) | (b >>> 17));
  hash.low = mixed;
  // The constant keeps a run of zeros from leaving the zero state as it is.
  hash.high = (b + ((mixed << 13) | (mixed >>> 19)) + 0x165667b1) | 0;
}

/** Spreads what was mixed in last over all 64 bits; call once, before the hash is read or added. */
export function finishHash(hash: Hash64): void {
  const a = finalMix((hash.low + hash.high) | 0);
  const b = finalMix(hash.high ^ a);
  hash.low = (a + b) | 0;
  hash.high = b;
}

/** MurmurHash3's 32-bit finaliser: flipping any bit of the input flips each bit of the output half of the time. */
function finalMix(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/**
 * total += hash modulo 2^64.
 *
 * Addition commutes, so a total over agents does not depend on their order; and unlike exclusive-or it does
 * not lose pairs of equal hashes.
 */
export function addHash(total: Hash64, hash: Hash64): void {
  const low = (total.low >>> 0) + (hash.low >>> 0);
  total.low = low | 0;
  total.high = (total.high + hash.high + (low > 0xffffffff ? 1 : 0)) | 0;
}

/**
 * Adds to the total the finished hash of each row of a table, given as the words of its columns of doubles (NaN as it
 * stands), with two words more for each row. One loop, so that nothing is passed by calls that cost more than the mixing.
 */
export function addRowHashes(
  total: Hash64,
  columns: readonly Int32Array[],
  rows: number,
  marks: Uint8Array,
  numbers: Int32Array,
): void {
  const hash = { high: 0, low: 0 };
  for (let row = 0; row < rows; row++) {
    resetHash(hash);
    for (let column = 0; column < columns.length; column++) {
      const bits = columns[column];
      hashWords(hash, bits[2 * row + HIGH_WORD], bits[2 * row + 1 - HIGH_WORD]);
    }
    hashWords(hash, marks[row], numbers[row]);
    finishHash(hash);
    addHash(total, hash);
  }
}

/**
 * Adds to the total the finished hash of each row of columns of whole numbers, with its id. The places of the columns are
 * mixed in: two columns that change their values with each other give another hash.
 */
export function addWholeHashes(
  total: Hash64,
  ids: Int32Array,
  columns: readonly (Int32Array | Uint8Array)[],
  rows: number,
): void {
  const hash = { high: 0, low: 0 };
  for (let row = 0; row < rows; row++) {
    resetHash(hash, 1);
    hashWords(hash, ids[2 * row + HIGH_WORD], ids[2 * row + 1 - HIGH_WORD]);
    for (let column = 0; column < columns.length; column++) hashWords(hash, column, columns[column][row]);
    finishHash(hash);
    addHash(total, hash);
  }
}

/** The finished hash of a byte string, eight bytes at a time, little-endian whatever the machine. */
export function hashBytes(bytes: Uint8Array, seedHigh: number = 0, seedLow: number = 0): Hash64 {
  const hash = createHash(seedHigh, seedLow);
  const length = bytes.length;
  const whole = length - (length % 8);
  for (let i = 0; i < whole; i += 8) hashWords(hash, wordAt(bytes, i + 4), wordAt(bytes, i));
  if (whole < length) {
    const rest = new Uint8Array(8);
    rest.set(bytes.subarray(whole));
    hashWords(hash, wordAt(rest, 4), wordAt(rest, 0));
  }
  // The length tells a string from the same one followed by zeros.
  hashWords(hash, Math.floor(length / 4294967296), length | 0);
  finishHash(hash);
  return hash;
}

function wordAt(bytes: Uint8Array, offset: number): number {
  return bytes[offset] | (bytes[offset + 1] << 8) | (bytes[offset + 2] << 16) | (bytes[offset + 3] << 24);
}

/** Sixteen hexadecimal digits, the high lane first. */
export function toHex(hash: Hash64): string {
  return wordToHex(hash.high) + wordToHex(hash.low);
}

function wordToHex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}
