/**
 * Exact error terms of single operations, from which unevaluated sums "high + low" of about 106 bits are made.
 *
 * Facts used: Veltkamp's split and Dekker's product (T. J. Dekker, A floating-point technique for extending
 * the available precision, Numerische Mathematik 18, 1971) and Knuth's two-sum (The Art of Computer
 * Programming, volume 2, 4.2.2). They hold for every engine, as IEEE addition and multiplication are exact to
 * half a unit in the last place.
 */

/** 2^27 + 1: cuts 53 bits into 26 + 26 (the sign of the low half supplies the missing bit). */
const SPLITTER = 134217729;

/** The upper 26 bits of x, so that products of two such halves are exact; |x| below 2^995. */
export function upperHalf(x: number): number {
  const shifted = SPLITTER * x;
  return shifted - (shifted - x);
}

/** a * b - product, exactly, for product = the rounded a * b, away from overflow and underflow. */
export function productError(a: number, b: number, product: number): number {
  const aHigh = upperHalf(a);
  const aLow = a - aHigh;
  const bHigh = upperHalf(b);
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

/** a + b - sum, exactly, for sum = the rounded a + b, in any order of magnitudes. */
export function sumError(a: number, b: number, sum: number): number {
  const bShare = sum - a;
  return a - (sum - bShare) + (b - bShare);
}
