import { type Complex, eigenvaluesOf } from './eigenvalues.ts';
import { findSquares, Outcome } from './squares.ts';

/** All fixed points of a competition, up to the signs of the weights, which do not matter. */
export type StabilityAnalysis = {
  /** The number of classes. */
  classes: number;
  /** One for each set of classes that are on: the empty set first, the full set last; sets of one size in class order. */
  fixedPoints: CompetitionFixedPoint[];
};

/** Weights that do not change, and whether they are stable. */
export type CompetitionFixedPoint = {
  /** The classes with non-zero weights, from 0. */
  support: number[];
  exists: boolean;
  /** Why it does not exist: M is singular, or a square would be negative, or is 0 and the support is a smaller one. */
  reason: 'singular' | 'negative square' | 'zero square' | null;
  /** The weights of all classes, not negative; null if the point does not exist. */
  weights: number[] | null;
  /** Eigenvalues of the Jacobian, the largest real part first; a real part within rounding of 0 is 0. */
  eigenvalues: { re: number; im: number }[];
  /** Whether every eigenvalue has a negative real part. */
  stable: boolean;
  /** `marginal`: no eigenvalue has a positive real part, but some have 0, and the linear terms do not decide. */
  kind: 'stable' | 'saddle' | 'unstable' | 'marginal' | null;
};

/** The largest number of classes: an analysis looks at 2^k supports. */
const MAXIMUM_CLASSES = 10;
/** Larger rates, or advantages below its reciprocal, could overflow in the computation. */
const LARGEST = 1e100;
/** Relative to the terms of their sums, numbers this small are rounding. */
const ROUNDING = 1e-14;

/**
 * Finds every fixed point of ẇ_i = α_i w_i (1 − w_i²) − Σ_{j≠i} γ_ij w_j² w_i and whether it is stable. Needs α > 0; γ may be
 * negative (classes that help each other), and its diagonal is ignored. docs/models/stability.md.
 */
export function analyseStability(alpha: readonly number[], gamma: readonly number[][]): StabilityAnalysis {
  checkRates(alpha, gamma);
  const classes = alpha.length;
  const rates = gamma.flatMap((row, i) => row.map((rate, j) => (i === j ? 0 : rate)));
  const fixedPoints = listSupports(classes).map((support) => examine(alpha, rates, support));
  return { classes, fixedPoints };
}

function checkRates(alpha: readonly number[], gamma: readonly number[][]): void {
  const classes = alpha.length;
  if (!(classes >= 1 && classes <= MAXIMUM_CLASSES)) {
    throw new RangeError(`alpha has ${classes} entries: an analysis takes 1 to ${MAXIMUM_CLASSES} classes`);
  }
  for (let i = 0; i < classes; i++) {
    requireFinite(`alpha[${i}]`, alpha[i]);
    if (alpha[i] <= 0) {
      const none = `(${alpha.map(() => 0).join(', ')})`;
      throw new RangeError(
        `alpha[${i}] is ${alpha[i]}: with α ≤ 0 the state ${none} can be stable, and everything would be switched off`,
      );
    }
    if (alpha[i] < 1 / LARGEST) {
      throw new RangeError(`alpha[${i}] is ${alpha[i]}: expected at least ${1 / LARGEST}`);
    }
  }
  if (gamma.length !== classes) {
    throw new RangeError(`gamma has ${gamma.length} rows, alpha has ${classes} entries: expected as many`);
  }
  for (let i = 0; i < classes; i++) {
    const length = gamma[i]?.length;
    if (length !== classes) throw new RangeError(`gamma[${i}] has ${length} entries: expected ${classes}`);
    for (let j = 0; j < classes; j++) if (i !== j) requireFinite(`gamma[${i}][${j}]`, gamma[i][j]);
  }
}

function requireFinite(name: string, value: unknown): void {
  if (typeof value !== 'number') throw new TypeError(`${name} is ${String(value)}: expected a number`);
  if (!Number.isFinite(value)) throw new RangeError(`${name} is ${value}: expected a finite number`);
  if (Math.abs(value) > LARGEST)
    throw new RangeError(`${name} is ${value}: expected at most ${LARGEST} in size`);
}

/** All sets of classes, small ones first. */
function listSupports(classes: number): number[][] {
  const supports = Array.from({ length: 1 << classes }, (_, mask) =>
    Array.from({ length: classes }, (_, i) => i).filter((i) => (mask & (1 << i)) !== 0),
  );
  return supports.sort((a, b) => {
    if (a.length !== b.length) return a.length - b.length;
    const different = a.findIndex((own, k) => own !== b[k]);
    return different < 0 ? 0 : a[different] - b[different];
  });
}

function examine(
  alpha: readonly number[],
  rates: readonly number[],
  support: number[],
): CompetitionFixedPoint {
  const classes = alpha.length;
  const size = support.length;
  const squares = new Float64Array(size);
  const outcome = findSquares(classes, alpha, rates, support, size, new Float64Array(size * size), squares);
  // With γ ≥ 0 squares are at most 1: relative to that, and to larger ones, this is rounding.
  const rounding = ROUNDING * squares.reduce((largest, square) => Math.max(largest, Math.abs(square)), 1);
  if (outcome !== Outcome.found || squares.some((square) => square <= rounding)) {
    const negative = squares.some((square) => square < -rounding);
    const reason = outcome === Outcome.singular ? 'singular' : negative ? 'negative square' : 'zero square';
    return { support, exists: false, reason, weights: null, eigenvalues: [], stable: false, kind: null };
  }
  const weights = new Array<number>(classes).fill(0);
  for (let m = 0; m < size; m++) weights[support[m]] = Math.sqrt(squares[m]);
  const eigenvalues = [...growthsOf(alpha, rates, weights), ...blockValues(alpha, rates, support, weights)];
  eigenvalues.sort((a, b) => b.re - a.re || b.im - a.im);
  const kind = kindOf(eigenvalues);
  return { support, exists: true, reason: null, weights, eigenvalues, stable: kind === 'stable', kind };
}

/** A class that is off has a row of its own in the Jacobian: its growth rate is an eigenvalue. */
function growthsOf(
  alpha: readonly number[],
  rates: readonly number[],
  weights: readonly number[],
): Complex[] {
  const classes = alpha.length;
  const growths: Complex[] = [];
  for (let i = 0; i < classes; i++) {
    if (weights[i] !== 0) continue;
    let growth = alpha[i];
    let terms = alpha[i];
    for (let j = 0; j < classes; j++) {
      const taken = rates[i * classes + j] * weights[j] * weights[j];
      growth -= taken;
      terms += Math.abs(taken);
    }
    growths.push({ re: Math.abs(growth) <= ROUNDING * terms ? 0 : growth, im: 0 });
  }
  return growths;
}

/** The eigenvalues of J = −2 diag(w) M diag(w) on the classes that are on. */
function blockValues(
  alpha: readonly number[],
  rates: readonly number[],
  support: readonly number[],
  weights: readonly number[],
): Complex[] {
  const size = support.length;
  let largest = 0;
  const block = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const i = support[row];
      const j = support[column];
      const rate = i === j ? alpha[i] : rates[i * alpha.length + j];
      block[row * size + column] = -2 * weights[i] * rate * weights[j];
      largest = Math.max(largest, Math.abs(block[row * size + column]));
    }
  }
  return eigenvaluesOf(block, size).map(({ re, im }) => ({
    re: Math.abs(re) <= ROUNDING * largest ? 0 : re,
    im,
  }));
}

function kindOf(eigenvalues: readonly Complex[]): NonNullable<CompetitionFixedPoint['kind']> {
  const rising = eigenvalues.filter(({ re }) => re > 0).length;
  if (rising === eigenvalues.length) return 'unstable';
  if (rising === 0) return eigenvalues.every(({ re }) => re < 0) ? 'stable' : 'marginal';
  return eigenvalues.some(({ re }) => re < 0) ? 'saddle' : 'unstable';
}
