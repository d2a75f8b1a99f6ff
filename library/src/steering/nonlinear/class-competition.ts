import type { Crowd } from '../../crowd/index.ts';
import { fastExp, fastTanh } from '../../numerics/index.ts';
import {
  type CompetitionSolver,
  createCompetitionSolver,
  integrateCompetition,
  solveCompetition,
  solveStar,
} from '../competition/index.ts';
import { AdvantageKind, type Classes, RivalryKind } from './classes.ts';
import type { NonlinearColumns } from './columns.ts';
import type { Drives } from './drives.ts';
import { competition } from './parameters.ts';

/** The number of rows rated at a time: loops over rows are quick, and their columns stay in the cache. */
export const BLOCK = 256;

/** The competition of classes that a scenario defines: docs/models/stability.md. */
export type ClassCompetition = {
  classes: Classes;
  solver: CompetitionSolver;
  /** For a block of rows, row by row: α of each class, γ of each pair, and the fixed-point detectors P. */
  alphas: Float64Array;
  gammas: Float64Array;
  detectors: Float64Array;
  /** The same for one row, and its weights. */
  alpha: Float64Array;
  gamma: Float64Array;
  weights: Float64Array;
  /** The crowd's columns by class, looked up once per step: weights; preference, unit vector and distance of targets. */
  column: Float64Array[];
  preference: Float64Array[];
  directionX: Float64Array[];
  directionY: Float64Array[];
  directionZ: Float64Array[];
  distance: Float64Array[];
};

export function createClassCompetition(classes: Classes): ClassCompetition {
  const { count, rivalry, rivalryValue } = classes;
  const gammas = new Float64Array(BLOCK * count * count);
  for (let at = 0; at < gammas.length; at++) {
    const pair = at % (count * count);
    // Constants are written once and stay.
    if (rivalry[pair] === RivalryKind.constant) gammas[at] = rivalryValue[pair];
  }
  return {
    classes,
    solver: createCompetitionSolver(count),
    alphas: new Float64Array(BLOCK * count),
    gammas,
    detectors: new Float64Array(BLOCK * count),
    alpha: new Float64Array(count),
    gamma: new Float64Array(count * count),
    weights: new Float64Array(count),
    column: [],
    preference: [],
    directionX: [],
    directionY: [],
    directionZ: [],
    distance: [],
  };
}

/** Looks up the crowd's columns. */
export function beginClasses(state: ClassCompetition, { plan, steer }: Crowd): void {
  for (let k = 0; k < state.classes.count; k++) state.column[k] = (steer as NonlinearColumns)[`weight${k}`];
  const { targets } = state.classes;
  for (let c = 0; c < targets; c++) {
    // With one class of targets there is nothing to prefer.
    if (targets > 1) state.preference[c] = plan[`preference${c}`];
    state.directionX[c] = targets > 1 ? plan[`direction${c}X`] : plan.directionX;
    state.directionY[c] = targets > 1 ? plan[`direction${c}Y`] : plan.directionY;
    state.directionZ[c] = targets > 1 ? plan[`direction${c}Z`] : plan.directionZ;
    state.distance[c] = targets > 1 ? plan[`distance${c}`] : plan.goalDistance;
  }
}

/** Rates the competition of the classes in `count` rows from `first` on, at most a block. */
export function rateClasses(
  state: ClassCompetition,
  faithful: boolean,
  drives: Drives,
  first: number,
  count: number,
): void {
  for (let i = 0; i < state.classes.count; i++) detectFixedPoints(state, i, faithful, drives, first, count);
  rateAdvantages(state, faithful, drives, first, count);
  rateRivalries(state, faithful, count);
}

/** Computes the new weights of row `row`, at place `at` in the block, and leaves them in `weights` too. */
export function weighClasses(state: ClassCompetition, row: number, at: number, integrate: boolean): void {
  const { alphas, classes, column, gammas, preference, weights } = state;
  const { length } = weights;
  for (let k = 0; k < length; k++) weights[k] = column[k][row];
  if (classes.isStar && !integrate) solveStar(length, alphas, gammas, at, weights);
  else solveAny(state, at, integrate);
  for (let k = 0; k < length; k++) column[k][row] = weights[k];
  for (let c = 0; c < preference.length; c++) preference[c][row] = weights[c];
}

function solveAny(
  { alpha, alphas, gamma, gammas, solver, weights }: ClassCompetition,
  at: number,
  integrate: boolean,
): void {
  for (let k = 0; k < alpha.length; k++) alpha[k] = alphas[at * alpha.length + k];
  for (let pair = 0; pair < gamma.length; pair++) gamma[pair] = gammas[at * gamma.length + pair];
  if (integrate) integrateCompetition(solver, alpha, gamma, weights);
  else solveCompetition(solver, alpha, gamma, weights);
}

/** Computes P of class i. */
function detectFixedPoints(
  { classes, detectors }: ClassCompetition,
  i: number,
  faithful: boolean,
  drives: Drives,
  first: number,
  count: number,
): void {
  const { detectorSharpness, signSharpness } = competition;
  const { window: openings } = drives;
  const classCount = classes.count;
  const isTarget = classes.isTarget[i] === 1;
  const stride = isTarget ? classes.targets : classes.obstacles;
  const slopes = isTarget ? drives.targetSlope : drives.slope;
  const forces = isTarget ? drives.targetForce : drives.force;
  const forcesX = isTarget ? drives.targetForceX : drives.forceX;
  const forcesY = isTarget ? drives.targetForceY : drives.forceY;
  const inSpace = drives.forceX.length > 0;
  let place = first * stride + classes.place[i];
  for (let at = 0; at < count; at++, place += stride) {
    let size = Math.abs(forces[place]);
    if (inSpace) {
      const x = forcesX[place];
      const y = forcesY[place];
      size = Math.sqrt(x * x + y * y + size * size);
    }
    const sign = faithful ? Math.sign(slopes[place]) : fastTanh(signSharpness * slopes[place]);
    const seen = isTarget ? 1 : Math.min(1, openings[place]);
    detectors[at * classCount + i] = sign * fastExp(-detectorSharpness * size) * seen;
  }
}

function conflictRate(of: number, from: number, sharpness: number, faithful: boolean): number {
  // Target behind and obstacle beside: the product has the sign of a conflict, but there is none.
  const bothFlipped = !faithful && of > 0 && from < 0;
  return fastExp(-sharpness * ((bothFlipped ? 0 : of * from) + 1));
}

function rateAdvantages(
  { alphas, classes, directionX, directionY, directionZ, distance }: ClassCompetition,
  faithful: boolean,
  { closeness }: Drives,
  first: number,
  count: number,
): void {
  const {
    advantage,
    advantageLength,
    advantageShare,
    count: classCount,
    isTarget,
    obstacles,
    place,
  } = classes;
  for (let i = 0; i < classCount; i++) {
    const c = place[i];
    const share = advantageShare[i];
    if (advantage[i] === AdvantageKind.constant) {
      for (let at = 0; at < count; at++) alphas[at * classCount + i] = share;
    } else if (advantage[i] === AdvantageKind.closeness) {
      for (let at = 0; at < count; at++) {
        alphas[at * classCount + i] = fastTanh(share * closeness[(first + at) * obstacles + c]);
      }
    } else if (advantage[i] === AdvantageKind.nearby) {
      const rate = 1 / advantageLength[i];
      for (let at = 0; at < count; at++) {
        alphas[at * classCount + i] = share * fastExp(-distance[c][first + at] * rate);
      }
    } else {
      for (let at = 0; at < count; at++) {
        // All obstacles together: the sum, or the closest of them.
        let together = 0;
        const end = (first + at + 1) * obstacles;
        for (let one = end - obstacles; one < end; one++) {
          together = faithful ? together + closeness[one] : Math.max(together, closeness[one]);
        }
        alphas[at * classCount + i] = share * (1 - fastTanh(together));
      }
    }
    if (isTarget[i] === 0) continue;
    // A target class in which the agent has no target is out of the competition.
    for (let at = 0; at < count; at++) {
      const row = first + at;
      if (directionX[c][row] !== 0 || directionY[c][row] !== 0 || directionZ[c][row] !== 0) continue;
      alphas[at * classCount + i] = 0;
    }
  }
}

function rateRivalries(
  { alphas, classes, detectors, gammas }: ClassCompetition,
  faithful: boolean,
  count: number,
): void {
  const { count: classCount, rivalry, rivalryValue } = classes;
  const pairs = classCount * classCount;
  for (let pair = 0; pair < pairs; pair++) {
    const of = Math.floor(pair / classCount);
    const from = pair % classCount;
    const value = rivalryValue[pair];
    if (rivalry[pair] === RivalryKind.exclusive) {
      for (let at = 0; at < count; at++) gammas[at * pairs + pair] = value * alphas[at * classCount + from];
    } else if (rivalry[pair] === RivalryKind.conflict) {
      for (let at = 0; at < count; at++) {
        const ofDetector = detectors[at * classCount + of];
        const fromDetector = detectors[at * classCount + from];
        gammas[at * pairs + pair] = conflictRate(ofDetector, fromDetector, value, faithful);
      }
    }
  }
}
