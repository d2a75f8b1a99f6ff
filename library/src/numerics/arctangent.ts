import { isNegative, powerOfTwo } from './bits.ts';
import { productError, sumError, upperHalf } from './doubled.ts';

const PI_HIGH = Math.PI;
const PI_LOW = 1.2246467991473532e-16;

/** atan(i/8) as unevaluated sums of two doubles, for i = 2 to 8 (the first two places are not used). */
const ARCTANGENTS_HIGH = [
  0, 0, 0.24497866312686414, 0.35877067027057225, 0.4636476090008061, 0.5585993153435624, 0.6435011087932844,
  0.7188299996216245, 0.7853981633974483,
];
const ARCTANGENTS_LOW = [
  0, 0, 1.0698755618734451e-17, -2.4623815582638635e-17, 2.2698777452961687e-17, -5.4556305485916264e-18,
  1.5834785051444286e-17, -2.1478388444456983e-17, 3.061616997868383e-17,
];

/** Below this ratio t, atan(t) = t to far less than an ulp, and t may be subnormal. */
const TINY_RATIO = 9.313225746154785e-10;

/** The angle of the vector (x, y) in [-pi, pi], to within 2 ulp; signed zeros and infinities as ECMAScript has them. */
export function atan2(y: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  const angle = angleOfParts(Math.abs(y), 0, Math.abs(x), 0, isNegative(x));
  return isNegative(y) ? -angle : angle;
}

/** asin(x) to within 2 ulp, NaN outside of [-1, 1]. */
export function asin(x: number): number {
  const size = Math.abs(x);
  if (!(size <= 1)) return NaN;
  // The next term, x^3/6, is less than a quarter of an ulp. Also keeps -0.
  if (size < 1e-8) return x;
  // The angle of the vector (cosine, sine). The cosine is needed in two parts: its rounding would be seen.
  const square = size * size;
  const squareError = productError(size, size, square);
  const cosineSquare = 1 - square;
  const cosineSquareError = sumError(1, -square, cosineSquare) - squareError;
  const cosine = Math.sqrt(cosineSquare);
  const root = cosine * cosine;
  const remainder = cosineSquare - root - productError(cosine, cosine, root) + cosineSquareError;
  const cosineError = cosine === 0 ? 0 : remainder / (2 * cosine);
  const angle = angleOfParts(size, 0, cosine, cosineError, false);
  return x > 0 ? angle : -angle;
}

/** The angle in [0, pi] of the vector with sides x + xError (or its negative) and y + yError, all nonnegative. */
function angleOfParts(y: number, yError: number, x: number, xError: number, leftward: boolean): number {
  if (y <= x) {
    const angle = arctangentOfRatio(y, yError, x, xError);
    return leftward ? PI_HIGH - (angle - PI_LOW) : angle;
  }
  const angle = arctangentOfRatio(x, xError, y, yError);
  return leftward ? PI_HIGH / 2 + (angle + PI_LOW / 2) : PI_HIGH / 2 - (angle - PI_LOW / 2);
}

/**
 * atan((small + smallError) / (large + largeError)) for 0 <= small <= large.
 *
 * With c = i/8 close to the ratio, atan(small/large) = atan(c) + atan(t), t = (small - c large) / (large + c
 * small) and |t| <= 1/16. Ratios up to 3/16 take t = ratio directly: near c = 1/8 the sum would cancel.
 */
function arctangentOfRatio(small: number, smallError: number, large: number, largeError: number): number {
  if (small === large) return large === 0 ? 0 : ARCTANGENTS_HIGH[8];
  if (large === Infinity) return 0;
  if (small < large * TINY_RATIO) return small / large;
  // Far from overflow and underflow the steps below lose nothing; atan2 alone comes here, without error parts.
  if (large > powerOfTwo(900))
    return arctangentOfRatio(small * powerOfTwo(-200), 0, large * powerOfTwo(-200), 0);
  if (large < powerOfTwo(-800))
    return arctangentOfRatio(small * powerOfTwo(200), 0, large * powerOfTwo(200), 0);
  const ratio = small / large;
  if (ratio <= 3 / 16) {
    // What the division's rounding lost, and the error parts, join the small terms.
    const product = ratio * large;
    const remainder = small - product - productError(ratio, large, product);
    return ratio + (arctangentTail(ratio) + (remainder + (smallError - ratio * largeError)) / large);
  }
  const place = Math.floor(ratio * 8 + 0.5);
  const c = place / 8;
  // c has three bits, so its product with half of large is exact, and so is its difference from a near small.
  const largeUpper = upperHalf(large);
  const numerator = small - c * largeUpper - c * (large - largeUpper) + (smallError - c * largeError);
  const t = numerator / (large + c * small + (largeError + c * smallError));
  return ARCTANGENTS_HIGH[place] + (ARCTANGENTS_LOW[place] + arctangentTail(t) + t);
}

/** atan(t) - t by its series up to t^25, for |t| <= 3/16: the first neglected term is below 1e-21. */
function arctangentTail(t: number): number {
  const z = t * t;
  const upperTerms = 1 / 17 - z * (1 / 19 - z * (1 / 21 - z * (1 / 23 - z * (1 / 25))));
  const lowerTerms = 1 / 7 - z * (1 / 9 - z * (1 / 11 - z * (1 / 13 - z * (1 / 15 - z * upperTerms))));
  return -t * z * (1 / 3 - z * (1 / 5 - z * lowerTerms));
}
