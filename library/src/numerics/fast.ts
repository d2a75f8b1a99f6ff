import { asin } from './arctangent.ts';
import { exp } from './exp.ts';

/**
 * The faster tier, for the kernels that run per pair of agents: relative error at most 1e-9 (4e-10
 * measured) instead of an ulp or two, the same bits on every engine, no allocation, bodies small enough to be
 * inlined. Tables are filled at load by the precise tier.
 */

/** Table points of the exponential per unit of its argument. */
const EXP_POINTS = 32;
const EXP_LIMIT = 701;
const EXP_CENTRE = EXP_POINTS * EXP_LIMIT;
/** Truncation of a positive number rounds it to nearest once a half was added. */
const EXP_ROUNDER = EXP_CENTRE + 0.5;

/** exp(i/32) for |i/32| < 701; the arguments that occur most, in [-40, 1], touch 10 KiB of it. */
const EXPONENTIALS = new Float64Array(2 * EXP_CENTRE + 1);

/**
 * The tables are filled when a function first needs one: that takes 35 ms, and programs that use none of them should
 * not wait for it.
 */
let hasExponentials = false;
let hasRatios = false;

function fillExponentials(): void {
  for (let i = 0; i < EXPONENTIALS.length; i++) EXPONENTIALS[i] = exp((i - EXP_CENTRE) / EXP_POINTS);
  // Clamped arguments end here: the limits cost no branch, which would take longer than the cubic.
  EXPONENTIALS[0] = 0;
  EXPONENTIALS[2 * EXP_CENTRE] = Infinity;
  hasExponentials = true;
}

function fillRatios(): void {
  tabulateCubics(preciseAsinRatio, 0, ASIN_PIECES, ASIN_RATIO);
  tabulateCubics(preciseArcRatio, ARC_RATIO_START, ARC_PIECES, ARC_RATIO);
  hasRatios = true;
}

/**
 * exp(x) for x in [-700, 700], with relative error below 4e-10; 0 below -701, Infinity above 701.
 *
 * exp(x) = exp(i/32) exp(d) with |d| <= 1/64, and a cubic for exp(d) that interpolates at the Chebyshev nodes.
 */
export function fastExp(x: number): number {
  if (!hasExponentials) fillExponentials();
  const clamped = Math.min(Math.max(x, -EXP_LIMIT), EXP_LIMIT);
  const i = (clamped * EXP_POINTS + EXP_ROUNDER) | 0;
  const d = clamped - (i - EXP_CENTRE) * (1 / EXP_POINTS);
  return (
    EXPONENTIALS[i] *
    (0.9999999996895567 + d * (0.9999999999379114 + d * (0.5000101725984781 + d * 0.16666870118222307)))
  );
}

/** Pieces of the arcsine's table per unit of the squared sine. */
const ASIN_PIECES = 256;
/** The table ends here; the squared sine beyond is closer to the singularity at 1 than a cubic can follow. */
const ASIN_TABLE_END = 0.9;

/** Four coefficients per piece of the ratio asin(x)/x as a function of x^2, in powers of the offset. */
const ASIN_RATIO = new Float64Array(4 * (Math.floor(ASIN_TABLE_END * ASIN_PIECES) + 1));

/**
 * asin(x) for x in [0, 1], with relative error below 1e-9, also near 0.
 *
 * asin(x) / x is a smooth function of x^2, followed by a cubic on each 1/256. Beyond x = 0.948 the arcsine of
 * the complement, asin(x) = pi/2 - 2 asin(sqrt((1 - x)/2)), costs a square root more.
 */
export function fastAsin(x: number): number {
  const square = x * x;
  if (square < ASIN_TABLE_END) return x * asinRatio(square);
  const half = 0.5 * (1 - x);
  return HALF_PI - 2 * Math.sqrt(half) * asinRatio(half);
}

/** asin(x)/x from x^2 in [0, 0.9]. */
function asinRatio(square: number): number {
  if (!hasRatios) fillRatios();
  const place = square * ASIN_PIECES;
  const piece = place | 0;
  const d = place - piece;
  const k = piece << 2;
  return ASIN_RATIO[k] + d * (ASIN_RATIO[k + 1] + d * (ASIN_RATIO[k + 2] + d * ASIN_RATIO[k + 3]));
}

const HALF_PI = 1.5707963267948966;
const PI = Math.PI;

/**
 * The angle in (-pi, pi] of the unit vector (cosine, sine), with relative error below 1e-9.
 *
 * The smaller component goes through the arcsine's table, where it is well conditioned; no division and no
 * square root. The vector has to be a unit one to about 1e-12. fastAngle(0, -1) and fastAngle(-0, -1) are pi:
 * the sign of a zero sine is not looked at.
 */
export function fastAngle(sine: number, cosine: number): number {
  const sineSquare = sine * sine;
  const cosineSquare = cosine * cosine;
  const steep = sineSquare > cosineSquare;
  // Ahead, whatever the sign: no branch to mispredict. The sum makes 0 of −0.
  if (!steep && cosine >= 0) return sine * asinRatio(sineSquare) + 0;
  const small = Math.abs(steep ? cosine : sine);
  let angle = small * asinRatio(steep ? cosineSquare : sineSquare);
  if (steep) angle = HALF_PI - angle;
  if (cosine < 0) angle = PI - angle;
  return sine < 0 ? -angle : angle;
}

/** Below this cosine the ratio of an angle to its sine grows too fast for the table. */
export const ARC_RATIO_START = -0.7;
const ARC_PIECES = 256;

/** One piece more than the range: a cosine of 1, or a hair above, still finds one. */
const ARC_RATIO = new Float64Array(4 * (Math.floor(1.7 * ARC_PIECES) + 1));

/**
 * a / sin a of the angle with the given cosine in [-0.7, 1], with relative error below 1e-9: times the sine it is the
 * angle, without a look at any sign.
 */
export function fastArcRatio(cosine: number): number {
  if (!hasRatios) fillRatios();
  const place = (cosine - ARC_RATIO_START) * ARC_PIECES;
  const piece = place | 0;
  const d = place - piece;
  const k = piece << 2;
  return ARC_RATIO[k] + d * (ARC_RATIO[k + 1] + d * (ARC_RATIO[k + 2] + d * ARC_RATIO[k + 3]));
}

/** The tables, for a kernel that has its own memory. */
export function fastTables() {
  if (!hasExponentials) fillExponentials();
  if (!hasRatios) fillRatios();
  return { exponentials: EXPONENTIALS, asinRatios: ASIN_RATIO, arcRatios: ARC_RATIO };
}

/** Up to this square of the sine `fastAsin` takes its table alone. */
export const FAST_ASIN_TABLE_END = ASIN_TABLE_END;

const INVERSE_PI = 0.3183098861837907;
/** pi = PI + PI_REST to 106 bits: near its zeros the sine is as precise as the argument's distance from them. */
const PI_REST = 1.2246467991473532e-16;

/** sin(x) for |x| <= 4, with relative error below 1e-10. */
export function fastSin(x: number): number {
  const turns = Math.floor(x * INVERSE_PI + 0.5);
  const sine = sineOfHalfTurn(x - turns * PI - turns * PI_REST);
  return (turns & 1) === 0 ? sine : -sine;
}

/** cos(x) for |x| <= 4, with relative error below 1e-10, as -(-1)^n sin(x - (n + 1/2) pi). */
export function fastCos(x: number): number {
  const turns = Math.floor(x * INVERSE_PI) + 0.5;
  const sine = sineOfHalfTurn(x - turns * PI - turns * PI_REST);
  return ((turns - 0.5) & 1) === 0 ? -sine : sine;
}

/** sin(r) for |r| <= pi/2: interpolates sin(r)/r as a function of r^2 at the six Chebyshev nodes. */
function sineOfHalfTurn(r: number): number {
  const z = r * r;
  const upperTerms = -0.00019840861130709312 + z * (0.0000027525267280404423 + z * -2.388917218318869e-8);
  return r * (0.999999999982915 + z * (-0.16666666616805645 + z * (0.008333330973832561 + z * upperTerms)));
}

/**
 * tanh(x) for every x, with relative error below 1e-9.
 *
 * Below 1/2 a polynomial for tanh(x)/x as a function of x^2 (interpolating at the Chebyshev nodes), beyond it
 * 1 - 2 / (exp(2x) + 1), which would cancel near 0.
 */
export function fastTanh(x: number): number {
  const z = x * x;
  if (z < 0.25) {
    const upperTerms = -0.053893224570864574 + z * (0.02127382207560088 + z * -0.00661201413471437);
    return x * (0.9999999996805498 + z * (-0.3333332412022052 + z * (0.13332900258320793 + z * upperTerms)));
  }
  return 1 - 2 / (fastExp(2 * x) + 1);
}

/**
 * Local cubics of a function from `start` on, `density` pieces a unit: four coefficients each, in powers of the offset
 * within the piece, which runs from 0 to 1. Each cubic passes through four Chebyshev nodes, by divided differences.
 */
function tabulateCubics(f: (x: number) => number, start: number, density: number, table: Float64Array): void {
  // cos((2j + 1) pi / 8), moved from [-1, 1] to [0, 1].
  const [n0, n1, n2, n3] = [0.03806023374435662, 0.3086582838174551, 0.6913417161825449, 0.9619397662556434];
  for (let piece = 0; 4 * piece < table.length; piece++) {
    const f0 = f(start + (piece + n0) / density);
    const f1 = f(start + (piece + n1) / density);
    const f2 = f(start + (piece + n2) / density);
    const f3 = f(start + (piece + n3) / density);
    const f01 = (f1 - f0) / (n1 - n0);
    const f12 = (f2 - f1) / (n2 - n1);
    const f23 = (f3 - f2) / (n3 - n2);
    const f012 = (f12 - f01) / (n2 - n0);
    const f123 = (f23 - f12) / (n3 - n1);
    const f0123 = (f123 - f012) / (n3 - n0);
    // Newton's form f0 + (d - n0)(f01 + (d - n1)(f012 + (d - n2) f0123)), multiplied out.
    table[4 * piece] = f0 - n0 * (f01 - n1 * (f012 - n2 * f0123));
    table[4 * piece + 1] = f01 - (n0 + n1) * f012 + (n0 * n1 + n0 * n2 + n1 * n2) * f0123;
    table[4 * piece + 2] = f012 - (n0 + n1 + n2) * f0123;
    table[4 * piece + 3] = f0123;
  }
}

function preciseAsinRatio(square: number): number {
  const x = Math.sqrt(square);
  return asin(x) / x;
}

/**
 * acos(c)/sin(acos(c)). Near c = 1 by its series in 1 - c, which continues beyond 1, where the last piece ends; elsewhere
 * by the half angle, whose sine is well conditioned.
 */
function preciseArcRatio(cosine: number): number {
  const rest = 1 - cosine;
  if (rest < 0.01) {
    let term = 1;
    let sum = 1;
    // The ratio of successive terms is k (1 - c)/(2k + 1).
    for (let k = 1; k <= 8; k++) {
      term *= (k * rest) / (2 * k + 1);
      sum += term;
    }
    return sum;
  }
  const half = Math.sqrt(0.5 * rest);
  return asin(half) / (half * Math.sqrt(0.5 * (1 + cosine)));
}
