/**
 * The elementary functions in integer arithmetic: an oracle of about 180 bits, independent of the code under
 * test (plain series on 256-bit fixed-point numbers, pi from Machin's formula, ln 2 from atanh(1/3)), and
 * itself held to decimal.js in oracle.test.ts.
 */

/** mantissa * 2^exponent. */
export type Exact = { mantissa: bigint; exponent: number };

const BITS = 256;
const FRACTION = BigInt(BITS);
const ONE = 1n << FRACTION;

/** Below 2^-70 the functions that start as x + O(x^2 or x^3) are x to far less than the oracle has to resolve. */
const LINEAR_BELOW = 2 ** -70;

const double = new Float64Array(1);
const bits = new BigInt64Array(double.buffer);

/** The finite double x, exactly. */
export function exact(x: number): Exact {
  double[0] = x;
  const pattern = BigInt.asUintN(64, bits[0]);
  const field = Number((pattern >> 52n) & 0x7ffn);
  const fraction = pattern & 0xfffffffffffffn;
  const size = field === 0 ? fraction : fraction | 0x10000000000000n;
  return { mantissa: pattern >> 63n ? -size : size, exponent: (field === 0 ? 1 : field) - 1075 };
}

function bitLength(value: bigint): number {
  const hex = (value < 0n ? -value : value).toString(16);
  return 4 * (hex.length - 1) + 32 - Math.clz32(Number.parseInt(hex[0], 16));
}

function shift(value: bigint, places: number): bigint {
  return places >= 0 ? value << BigInt(places) : value >> BigInt(-places);
}

/** x with 256 bits after the point, rounded down. */
function toFixed(x: number): bigint {
  const { mantissa, exponent } = exact(x);
  return shift(mantissa, exponent + BITS);
}

function fixed(mantissa: bigint): Exact {
  return { mantissa, exponent: -BITS };
}

/** The distance of a result from the true value, in units of the true value's last place as a double. */
export function ulpError(result: number, truth: Exact): number {
  if (truth.mantissa === 0n) return result === 0 ? 0 : Infinity;
  if (!Number.isFinite(result)) return Infinity;
  const lastPlace = Math.max(bitLength(truth.mantissa) + truth.exponent - 53, -1074);
  const given = exact(result);
  // Everything in units of 2^-30 ulp; what is cut off there does not matter.
  const unit = lastPlace - 30;
  const difference =
    shift(given.mantissa, given.exponent - unit) - shift(truth.mantissa, truth.exponent - unit);
  return Math.abs(Number(difference)) * 2 ** -30;
}

/** atan(1/n) or atanh(1/n) in fixed point, by the series. */
function inverseSeries(n: bigint, precision: bigint, alternating: boolean): bigint {
  let power = (1n << precision) / n;
  let sum = 0n;
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += alternating && k % 4n === 3n ? -power / k : power / k;
    power /= n * n;
  }
  return sum;
}

/** pi/2 in fixed point by Machin's formula, pi/4 = 4 atan(1/5) - atan(1/239). */
export function halfPi(precision: bigint): bigint {
  const guarded = precision + 32n;
  return (8n * inverseSeries(5n, guarded, true) - 2n * inverseSeries(239n, guarded, true)) >> 32n;
}

const LN2 = (2n * inverseSeries(3n, FRACTION + 32n, false)) >> 32n;
const HALF_PI = halfPi(FRACTION);
/** Enough for 2^1024 quadrants to be subtracted with 256 bits left. */
const LONG = 1400;
const LONG_HALF_PI = halfPi(BigInt(LONG));

/** exp of a fixed-point number in [-1, 1]: the argument over 2^8, Taylor's series, squared eight times. */
function exponentialSeries(x: bigint): bigint {
  const argument = x >> 8n;
  let term = ONE;
  let sum = ONE;
  for (let k = 1n; term !== 0n && term !== -1n; k++) {
    term = (term * argument) >> FRACTION;
    term /= k;
    sum += term;
  }
  for (let k = 0; k < 8; k++) sum = (sum * sum) >> FRACTION;
  return sum;
}

export function exactExp(x: number): Exact {
  const argument = toFixed(x);
  const k = argument / LN2;
  return { mantissa: exponentialSeries(argument - k * LN2), exponent: Number(k) - BITS };
}

export function exactLog(x: number): Exact {
  const { mantissa, exponent } = exact(x);
  const length = bitLength(mantissa);
  // x = m 2^k with m in [3/4, 3/2).
  const carries = shift(mantissa, 2 - length) >= 3n;
  const k = exponent + length - (carries ? 0 : 1);
  const m = shift(mantissa, BITS + exponent - k);
  const s = ((m - ONE) << FRACTION) / (m + ONE);
  const square = (s * s) >> FRACTION;
  let power = s;
  let sum = 0n;
  for (let n = 1n; power !== 0n && power !== -1n; n += 2n) {
    sum += power / n;
    power = (power * square) >> FRACTION;
  }
  return fixed(2n * sum + BigInt(k) * LN2);
}

/** sin of a fixed-point number in [-1, 1] (`odd`) or its cosine. */
function sineSeries(x: bigint, odd: boolean): bigint {
  const square = (x * x) >> FRACTION;
  let term = odd ? x : ONE;
  let sum = term;
  for (let k = odd ? 2n : 1n; term !== 0n && term !== -1n; k += 2n) {
    term = -((term * square) >> FRACTION) / (k * (k + 1n));
    sum += term;
  }
  return sum;
}

function sineOrCosine(x: number, quadrantsAhead: bigint): Exact {
  const { mantissa, exponent } = exact(x);
  const argument = shift(mantissa, exponent + LONG);
  // The nearest multiple of pi/2; BigInt division truncates, so it is done on nonnegative numbers.
  const size = argument < 0n ? -argument : argument;
  const nearest = (2n * size + LONG_HALF_PI) / (2n * LONG_HALF_PI);
  const k = argument < 0n ? -nearest : nearest;
  const rest = shift(argument - k * LONG_HALF_PI, BITS - LONG);
  const quadrant = BigInt.asUintN(2, k + quadrantsAhead);
  const size2 = sineSeries(rest, (quadrant & 1n) === 0n);
  return fixed((quadrant & 2n) === 0n ? size2 : -size2);
}

export function exactSin(x: number): Exact {
  return Math.abs(x) < LINEAR_BELOW ? exact(x) : sineOrCosine(x, 0n);
}

export function exactCos(x: number): Exact {
  return Math.abs(x) < LINEAR_BELOW ? exact(1) : sineOrCosine(x, 1n);
}

/** atan(t) of a fixed-point number, |t| <= 1/2. */
function arctangentSeries(t: bigint): bigint {
  const square = (t * t) >> FRACTION;
  let power = t;
  let sum = 0n;
  for (let n = 1n; power !== 0n && power !== -1n; n += 2n) {
    sum += power / n;
    power = -((power * square) >> FRACTION);
  }
  return sum;
}

/** atan(i/64), from the series of smaller arguments by the addition theorem. */
const ARCTANGENTS: bigint[] = [0n];
for (let i = 1n; i <= 64n; i++) {
  // atan(i/64) - atan((i-1)/64) = atan(64 / (64^2 + i (i-1))).
  ARCTANGENTS.push(ARCTANGENTS[Number(i) - 1] + arctangentSeries((64n * ONE) / (4096n + i * (i - 1n))));
}

/** atan of a fixed-point number in [0, 1]. */
function arctangent(ratio: bigint): bigint {
  const place = (ratio * 64n + ONE / 2n) >> FRACTION;
  const c = (place * ONE) / 64n;
  return (
    ARCTANGENTS[Number(place)] +
    arctangentSeries(((ratio - c) << FRACTION) / (ONE + ((ratio * c) >> FRACTION)))
  );
}

/** The angle of a vector, both of whose sides are given as nonnegative integers of one scale. */
function angle(y: bigint, x: bigint, leftward: boolean): Exact {
  const shallow = y <= x;
  const small = shallow ? y : x;
  const large = shallow ? x : y;
  // The ratio as a floating number of 256 bits, as it may be far below 2^-256.
  const places = BITS + bitLength(large) - bitLength(small);
  const ratio = { mantissa: (small << BigInt(places)) / large, exponent: -places };
  const tiny = ratio.exponent < -BITS - 70;
  if (tiny && shallow && !leftward) return ratio;
  const acute = tiny ? shift(ratio.mantissa, BITS + ratio.exponent) : arctangent((small << FRACTION) / large);
  if (shallow) return fixed(leftward ? 2n * HALF_PI - acute : acute);
  return fixed(leftward ? HALF_PI + acute : HALF_PI - acute);
}

export function exactAtan2(y: number, x: number): Exact {
  const top = exact(Math.abs(y));
  const side = exact(Math.abs(x));
  const exponent = Math.min(top.exponent, side.exponent);
  const result = angle(
    shift(top.mantissa, top.exponent - exponent),
    shift(side.mantissa, side.exponent - exponent),
    x < 0,
  );
  return y < 0 ? { mantissa: -result.mantissa, exponent: result.exponent } : result;
}

function integerRoot(value: bigint): bigint {
  if (value === 0n) return 0n;
  let root = 1n << BigInt((bitLength(value) + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

export function exactAsin(x: number): Exact {
  if (Math.abs(x) < LINEAR_BELOW) return exact(x);
  const sine = toFixed(Math.abs(x));
  const result = angle(sine, integerRoot((ONE << FRACTION) - sine * sine), false);
  return x < 0 ? { mantissa: -result.mantissa, exponent: result.exponent } : result;
}

export function exactTanh(x: number): Exact {
  if (Math.abs(x) < LINEAR_BELOW) return exact(x);
  if (Math.abs(x) > 80) return exact(x > 0 ? 1 : -1);
  const { mantissa, exponent } = exactExp(-2 * Math.abs(x));
  const decay = shift(mantissa, exponent + BITS);
  const result = ((ONE - decay) << FRACTION) / (ONE + decay);
  return fixed(x > 0 ? result : -result);
}
