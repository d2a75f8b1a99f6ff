import { isBlockStable } from './routh-hurwitz.ts';
import { findSquares, Outcome } from './squares.ts';

/**
 * The competition of k classes (docs/models/stability.md):
 *   ẇ_i = α_i w_i (1 − w_i²) − Σ_{j≠i} γ_ij w_j² w_i,   γ_ij ≥ 0.
 * α has k numbers, γ has k × k, row by row (γ_ij at i k + j; the diagonal is ignored). Both solvers overwrite the previous
 * weights. A class with α_i = 0 has no advantage and is off.
 */

/** The largest number of classes for `solveCompetition`: it may look at all 2^k supports. */
export const closedFormLimit = 6;

/** Scratch for one system at a time. */
export type CompetitionSolver = {
  readonly classes: number;
  /** The current support: its classes, and the squares of their weights. */
  readonly members: Int32Array;
  readonly squares: Float64Array;
  readonly matrix: Float64Array;
  readonly polynomials: Float64Array;
  /** Weights of the stable candidates, one row each; empty beyond the limit of the closed form. */
  readonly stable: Float64Array;
  readonly marginal: Float64Array;
};

export function createCompetitionSolver(classes: number): CompetitionSolver {
  const candidates = classes <= closedFormLimit ? 1 << classes : 0;
  return {
    classes,
    members: new Int32Array(classes),
    squares: new Float64Array(classes),
    matrix: new Float64Array(classes * classes),
    polynomials: new Float64Array((classes + 1) * (classes + 1)),
    stable: new Float64Array(candidates * classes),
    marginal: new Float64Array(classes),
  };
}

/** A class counts as on from this weight, in the search that starts from the previous weights. */
const ON = 0.02;
/** A smaller advantage counts as none; the reciprocal of a larger one does not overflow. */
const NO_ADVANTAGE = 1e-300;
/** A growth of at most this share of α is rounding: the class may stay off. */
const ROUNDING = 1e-12;

const Verdict = { none: 0, marginal: 1, stable: 2 } as const;
type Verdict = (typeof Verdict)[keyof typeof Verdict];

/**
 * Takes a stable fixed point in closed form. Of several it takes the one that switching leads to from the classes that are
 * on: the agent keeps its decision. Only if that leads to none does it look at all supports and take the nearest.
 */
export function solveCompetition(
  solver: CompetitionSolver,
  alpha: Float64Array,
  gamma: Float64Array,
  weights: Float64Array,
): void {
  const { classes, members, stable, marginal } = solver;
  if (stable.length === 0) {
    throw new RangeError(
      `the closed form takes at most ${closedFormLimit} classes, these are ${classes}: integrate`,
    );
  }
  if (switchOnAndOff(solver, alpha, gamma, weights)) return;
  let size = 0;
  let stableCount = 0;
  let marginalCount = 0;
  for (let support = 1; support < 1 << classes; support++) {
    size = 0;
    let isOff = false;
    for (let i = 0; i < classes; i++) {
      if ((support & (1 << i)) === 0) continue;
      isOff ||= !(alpha[i] > NO_ADVANTAGE);
      members[size++] = i;
    }
    if (isOff) continue;
    const verdict = judgeSupport(solver, alpha, gamma, size);
    if (verdict === Verdict.stable) writeWeights(solver, size, stable, stableCount++);
    else if (verdict === Verdict.marginal && marginalCount++ === 0) writeWeights(solver, size, marginal, 0);
  }
  if (stableCount === 1) {
    for (let i = 0; i < classes; i++) weights[i] = stable[i];
  } else if (stableCount > 1) {
    takeNearest(solver, stableCount, alpha, weights);
  } else if (marginalCount === 1) {
    for (let i = 0; i < classes; i++) weights[i] = marginal[i];
  } else {
    // A cycle through the saddles, or a line of fixed points: continue from the present weights.
    follow(solver, alpha, gamma, weights, ROUND);
  }
}

/**
 * Begins with the classes that were on. Repeatedly switches off a class without a positive square and switches on a class
 * that would grow: after a small change of the rates this ends at once. False if it has found no stable point in one more
 * round than there are classes.
 */
function switchOnAndOff(
  solver: CompetitionSolver,
  alpha: Float64Array,
  gamma: Float64Array,
  weights: Float64Array,
): boolean {
  const { classes, members, squares, matrix, polynomials } = solver;
  let size = 0;
  for (let i = 0; i < classes; i++) if (weights[i] > ON && alpha[i] > NO_ADVANTAGE) members[size++] = i;
  for (let round = 0; round <= classes; round++) {
    const outcome = findSquares(classes, alpha, gamma, members, size, matrix, squares);
    if (outcome === Outcome.singular) return false;
    if (outcome === Outcome.notPositive) {
      let kept = 0;
      for (let m = 0; m < size; m++) if (squares[m] > 0) members[kept++] = members[m];
      size = kept;
      continue;
    }
    const growing = findGrowing(solver, alpha, gamma, size);
    if (growing === NOBODY) {
      if (size === 0) return false;
      if (!isBlockStable(classes, alpha, gamma, members, size, squares, matrix, polynomials)) return false;
      writeWeights(solver, size, weights, 0);
      return true;
    }
    if (growing === DOUBTFUL) return false;
    // Members stay in order.
    let place = size++;
    for (; place > 0 && members[place - 1] > growing; place--) members[place] = members[place - 1];
    members[place] = growing;
  }
  return false;
}

const NOBODY = -1;
const DOUBTFUL = -2;

/** The class outside the support that would grow fastest; if there is none, DOUBTFUL if a class neither grows nor fades. */
function findGrowing(
  { classes, members, squares }: CompetitionSolver,
  alpha: Float64Array,
  gamma: Float64Array,
  size: number,
): number {
  let growing = NOBODY;
  let fastest = 0;
  // Members are in ascending order, so one pass skips them.
  let passed = 0;
  for (let i = 0; i < classes; i++) {
    if (passed < size && members[passed] === i) {
      passed++;
      continue;
    }
    if (!(alpha[i] > NO_ADVANTAGE)) continue;
    let growth = alpha[i];
    for (let m = 0; m < size; m++) growth -= gamma[i * classes + members[m]] * squares[m];
    if (growth < 0) continue;
    if (!(growth > ROUNDING * alpha[i])) {
      if (growing === NOBODY) growing = DOUBTFUL;
    } else if (growth > fastest) {
      fastest = growth;
      growing = i;
    }
  }
  return growing;
}

/** Follows the competition from the previous weights until it settles, for any number of classes. */
export function integrateCompetition(
  solver: CompetitionSolver,
  alpha: Float64Array,
  gamma: Float64Array,
  weights: Float64Array,
): void {
  follow(solver, alpha, gamma, weights, LONGEST);
}

/** Whether members[0 … size − 1] have a fixed point, and of which kind. Leaves the squares in the solver. */
function judgeSupport(
  solver: CompetitionSolver,
  alpha: Float64Array,
  gamma: Float64Array,
  size: number,
): Verdict {
  const { classes, members, squares, matrix, polynomials } = solver;
  if (findSquares(classes, alpha, gamma, members, size, matrix, squares) !== Outcome.found)
    return Verdict.none;
  const growing = findGrowing(solver, alpha, gamma, size);
  if (growing !== NOBODY && growing !== DOUBTFUL) return Verdict.none;
  if (!isBlockStable(classes, alpha, gamma, members, size, squares, matrix, polynomials)) return Verdict.none;
  return growing === NOBODY ? Verdict.stable : Verdict.marginal;
}

/** Writes the weights of the current support into a row of a table. */
function writeWeights(
  { classes, members, squares }: CompetitionSolver,
  size: number,
  table: Float64Array,
  row: number,
): void {
  const start = row * classes;
  for (let i = 0; i < classes; i++) table[start + i] = 0;
  for (let m = 0; m < size; m++) table[start + members[m]] = Math.sqrt(squares[m]);
}

function takeNearest(
  { classes, stable }: CompetitionSolver,
  count: number,
  alpha: Float64Array,
  weights: Float64Array,
): void {
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  let best = 0;
  for (let row = 0; row < count; row++) {
    let distance = 0;
    let advantage = 0;
    for (let i = 0; i < classes; i++) {
      const weight = stable[row * classes + i];
      distance += (weight - weights[i]) * (weight - weights[i]);
      advantage += alpha[i] * weight * weight;
    }
    // Of equally near points, which an undecided agent has, the one with the larger advantage.
    const isTie = Math.abs(distance - least) <= ROUNDING;
    if (isTie ? advantage <= best : distance > least) continue;
    least = distance;
    best = advantage;
    nearest = row;
  }
  for (let i = 0; i < classes; i++) weights[i] = stable[nearest * classes + i];
}

/** Euler's step, as a share of the time scale of the fastest rate: weights stay in [0, 1] and do not oscillate. */
const PACE = 0.5;
const SETTLED = 1e-12;
const LONGEST = 20_000;
/** Steps if nothing is stable: usually enough to get from one saddle of a cycle to the next. */
const ROUND = 1000;
/** A weight of exactly zero never moves, so integration starts a little away from it, as the papers' noise does. */
const NUDGE = 0.01;
/** The least weight during integration: a class suppressed beside a saddle would otherwise take too long to recover. The result is 0. */
const FLOOR = 1e-7;
/** Class i of k starts lower by this share times i/k: an exactly symmetric start would end on a saddle. */
const ASYMMETRY = 1e-6;

function follow(
  { classes, squares }: CompetitionSolver,
  alpha: Float64Array,
  gamma: Float64Array,
  weights: Float64Array,
  longest: number,
): void {
  let fastest = 0;
  for (let i = 0; i < classes; i++) {
    const isOn = alpha[i] > NO_ADVANTAGE;
    // Also replaces NaN.
    const previous = weights[i] > NUDGE ? Math.min(1, weights[i]) : NUDGE;
    weights[i] = isOn ? previous * (1 - (ASYMMETRY * i) / classes) : 0;
    if (!isOn) continue;
    let rates = alpha[i];
    for (let j = 0; j < classes; j++) if (j !== i) rates += gamma[i * classes + j];
    fastest = Math.max(fastest, rates);
  }
  // Only the path matters, not time: a slow system is integrated with long steps.
  const pace = PACE / fastest;
  for (let iteration = 0; iteration < longest; iteration++) {
    for (let i = 0; i < classes; i++) squares[i] = weights[i] * weights[i];
    let largest = 0;
    for (let i = 0; i < classes; i++) {
      if (weights[i] === 0) continue;
      let growth = alpha[i] * (1 - squares[i]);
      for (let j = 0; j < classes; j++) if (j !== i) growth -= gamma[i * classes + j] * squares[j];
      const next = Math.max(FLOOR, weights[i] + pace * weights[i] * growth);
      largest = Math.max(largest, Math.abs(next - weights[i]));
      weights[i] = next;
    }
    if (largest < SETTLED) break;
  }
  for (let i = 0; i < classes; i++) if (weights[i] <= FLOOR) weights[i] = 0;
}
