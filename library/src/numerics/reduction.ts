import { exponentOf, powerOfTwo } from './bits.ts';
import { productError, sumError } from './doubled.ts';

/** x = quadrant * pi/2 + high + low, with |high + low| <= pi/4 (a little more at the border), quadrant mod 4. */
type Reduced = { quadrant: number; high: number; low: number };

const TWO_OVER_PI = 0.6366197723675814;

/** pi/2 as a sum; each of the first three has 33 bits, so that its product with |k| < 2^20 is exact. */
const HALF_PI_1 = 1.5707963267341256;
const HALF_PI_2 = 6.077100506303966e-11;
const HALF_PI_3 = 2.0222662487111665e-21;
const HALF_PI_4 = 8.4784276603689e-32;

/** pi/2 as an unevaluated sum of two doubles. */
const HALF_PI_HIGH = 1.5707963267948966;
const HALF_PI_LOW = 6.123233995736766e-17;

/** Above this, the quotient k would need more than 20 bits. */
const MODERATE_BELOW = 1647099;

/** Reduces a finite x by multiples of pi/2, to about 2^-75 relative to the rest. */
export function reduceByHalfPi(x: number): Reduced {
  return Math.abs(x) < MODERATE_BELOW ? reduceModerate(x) : reduceHuge(x);
}

/**
 * Cody and Waite's reduction: subtract k pi/2 in pieces whose products with k are exact.
 *
 * The first difference is exact, as both sides are multiples of 2^-53 and nearly cancel; the errors of the
 * next two are kept. Near a multiple of pi/2 the pieces cancel in turn, hence the final renormalisation.
 */
function reduceModerate(x: number): Reduced {
  const k = Math.floor(x * TWO_OVER_PI + 0.5);
  const first = x - k * HALF_PI_1;
  const second = first - k * HALF_PI_2;
  const secondError = sumError(first, -k * HALF_PI_2, second);
  const third = second - k * HALF_PI_3;
  const thirdError = sumError(second, -k * HALF_PI_3, third);
  const rest = secondError + thirdError - k * HALF_PI_4;
  const high = third + rest;
  return { quadrant: k & 3, high, low: sumError(third, rest, high) };
}

const DIGIT = 16777216;

/**
 * 2/pi in digits of 24 bits, most significant first; 1200 bits serve the largest double. (The digits of 2/pi
 * are a fact of mathematics; the tests recompute them with integers from Machin's formula.)
 */
export const TWO_OVER_PI_DIGITS = [
  0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041, 0xfe5163, 0xabdebb,
  0xc561b7, 0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129, 0xa73ee8, 0x8235f5,
  0x2ebb44, 0x84e99c, 0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c, 0x845f8b, 0xbdf928, 0x3b1ff8,
  0x97ffde, 0x05980f, 0xef2f11, 0x8b5a0a, 0x6d1f6d, 0x367ecf, 0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d,
  0x7527ba, 0xc7ebe5, 0xf17b3d, 0x0739f7, 0x8a5292, 0xea6bfb, 0x5fb11f, 0x8d5d08, 0x560330, 0x46fc7b,
];

/** Digits of the fraction that are formed: 168 bits, of which a double's nearness to k pi/2 eats at most 62. */
const FRACTION_DIGITS = 7;

/**
 * Payne and Hanek's reduction (M. Payne, R. Hanek, Radian reduction for trigonometric functions, SIGNUM
 * Newsletter 18, 1983): x = X * 2^(24 q) with an integer X of at most four digits is multiplied by 2/pi, but
 * only the digits from the units down to 2^-168 are formed, since higher ones are multiples of four quadrants
 * and lower ones do not reach the result. Every number that occurs is an integer below 2^53, hence exact.
 */
function reduceHuge(x: number): Reduced {
  const size = Math.abs(x);
  const shift = Math.floor((exponentOf(size) - 52) / 24);
  const factor = integerDigits(size * powerOfTwo(-24 * shift));
  const product = new Float64Array(FRACTION_DIGITS + 1);
  let carry = 0;
  for (let place = FRACTION_DIGITS; place >= 0; place--) {
    let sum = carry;
    for (let j = 0; j < factor.length; j++) {
      const digit = shift - 1 + j + place;
      if (digit >= 0) sum += factor[j] * TWO_OVER_PI_DIGITS[digit];
    }
    carry = Math.floor(sum / DIGIT);
    product[place] = sum - carry * DIGIT;
  }
  // To the nearest quadrant: a fraction of a half or more counts down from the next one.
  const roundsUp = product[1] >= DIGIT / 2;
  const quadrant = product[0] + (roundsUp ? 1 : 0);
  const upper = ((roundsUp ? product[1] - DIGIT : product[1]) * DIGIT + product[2]) * powerOfTwo(-48);
  const middle = (product[3] * DIGIT + product[4]) * powerOfTwo(-96);
  const lower = (product[5] * DIGIT + product[6]) * powerOfTwo(-144);
  const leading = upper + middle;
  const rest = sumError(upper, middle, leading) + lower;
  const fraction = leading + rest;
  const fractionError = sumError(leading, rest, fraction);
  const high = fraction * HALF_PI_HIGH;
  const low =
    productError(fraction, HALF_PI_HIGH, high) + fraction * HALF_PI_LOW + fractionError * HALF_PI_HIGH;
  return x > 0 ? { quadrant: quadrant & 3, high, low } : { quadrant: -quadrant & 3, high: -high, low: -low };
}

/** The four digits of an integer-valued double below 2^96, least significant first. */
function integerDigits(value: number): Float64Array {
  const digits = new Float64Array(4);
  let rest = value;
  for (let j = 0; j < 4; j++) {
    const upper = Math.floor(rest / DIGIT);
    digits[j] = rest - upper * DIGIT;
    rest = upper;
  }
  return digits;
}
