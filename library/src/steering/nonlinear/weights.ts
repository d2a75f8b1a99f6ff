import { normal, Purpose } from '../../numerics/index.ts';
import type { Drives } from './drives.ts';
import { competition } from './parameters.ts';

/**
 * The competition between target and obstacles (docs/models/weights.md):
 *   ẇ1 = α1 w1 (1 − w1²) − γ12 w1 w2²,   ẇ2 = α2 w2 (1 − w2²) − γ21 w2 w1²,   α1, α2 > 0.
 * Both solvers read the rates of a row and overwrite the previous weights in weights[0] (target) and weights[1] (obstacles).
 */

const { targetOverObstacles } = competition;

/** Takes the stable fixed point in closed form. */
export function solveWeights(drives: Drives, row: number, weights: Float64Array): void {
  const alpha1 = drives.alpha1[row];
  const alpha2 = drives.alpha2[row];
  const gamma12 = drives.gamma12[row];
  const gamma21 = targetOverObstacles;
  const obstaclesAlone = gamma12 > alpha1;
  const targetAlone = gamma21 > alpha2;
  if (obstaclesAlone && targetAlone) {
    // Both are stable: the agent keeps its decision. A tie goes to the obstacles, which is the safe side.
    const keepTarget = weights[0] > weights[1];
    weights[0] = keepTarget ? 1 : 0;
    weights[1] = keepTarget ? 0 : 1;
  } else if (obstaclesAlone) {
    weights[0] = 0;
    weights[1] = 1;
  } else if (targetAlone) {
    weights[0] = 1;
    weights[1] = 0;
  } else {
    const determinant = alpha1 * alpha2 - gamma12 * gamma21;
    // At a double bifurcation (α1 = γ12 and α2 = γ21) every point of w1² + w2² = 1 is a fixed point: take the middle.
    weights[0] = determinant > 0 ? Math.sqrt((alpha2 * (alpha1 - gamma12)) / determinant) : Math.SQRT1_2;
    weights[1] = determinant > 0 ? Math.sqrt((alpha1 * (alpha2 - gamma21)) / determinant) : Math.SQRT1_2;
  }
}

/**
 * Displaces the previous weights of a row by the noise of the competition, before they settle (docs/models/weights.md).
 * Signs of weights do not matter: they are kept non-negative.
 */
export function jostleWeights(
  columns: readonly Float64Array[],
  row: number,
  deviation: number,
  seed: number,
  agent: number,
  step: number,
): void {
  for (let k = 0; k < columns.length; k++) {
    const draw = normal(seed, Purpose.weightNoise, agent, step, k);
    columns[k][row] = Math.abs(columns[k][row] + deviation * draw);
  }
}

const PACE = 0.5;
const SETTLED = 1e-12;
const MAXIMUM_ITERATIONS = 20_000;
/** A weight of exactly zero never moves, so integration starts a little away from it, as the papers' noise does. */
const NUDGE = 0.01;

/** Follows the competition from the previous weights until it settles. */
export function integrateWeights(drives: Drives, row: number, weights: Float64Array): void {
  const alpha1 = drives.alpha1[row];
  const alpha2 = drives.alpha2[row];
  const gamma12 = drives.gamma12[row];
  const gamma21 = targetOverObstacles;
  let target = Math.max(NUDGE, weights[0]);
  let obstacles = Math.max(NUDGE, weights[1]);
  for (let iteration = 0; iteration < MAXIMUM_ITERATIONS; iteration++) {
    const targetSquare = target * target;
    const obstaclesSquare = obstacles * obstacles;
    const targetRate = target * (alpha1 * (1 - targetSquare) - gamma12 * obstaclesSquare);
    const obstaclesRate = obstacles * (alpha2 * (1 - obstaclesSquare) - gamma21 * targetSquare);
    target += PACE * targetRate;
    obstacles += PACE * obstaclesRate;
    if (Math.abs(targetRate) < SETTLED && Math.abs(obstaclesRate) < SETTLED) break;
  }
  weights[0] = target;
  weights[1] = obstacles;
}
