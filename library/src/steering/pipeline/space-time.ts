import {
  createSpaceTimeProblem,
  createSpaceTimeSearch,
  planSpaceTime,
  type SpaceTimeProblem,
  type SpaceTimeSearch,
  takeWalls,
} from '../spacetime/index.ts';
import { Feel } from './columns.ts';
import { foresee, widthAt } from './foresight.ts';
import { type Frame, rowOfAgent } from './frame.ts';
import type { PipelineParameters } from './parameters.ts';
import { createPlanStore, dropPlan, type PlanStore, takePlace } from './plans.ts';
import { isWalking } from './states.ts';
import { endOfPlan, isAstray, isBlocked, isClear } from './upkeep.ts';

/** The largest distance of a plan's goal, metres, and the distance from it that is near enough. */
const FURTHEST_GOAL = 8;
const GOAL_RADIUS = 0.4;
/** Seconds for which a new plan is not replaced. */
const SETTLED = 0.5;
/** An agent with a plan counts as stuck after standing this many times longer than others. */
const PATIENCE = 3;

/** Scratch, and the plans that are being followed. */
type SpaceTime = {
  store: PlanStore;
  search: SpaceTimeSearch;
  problem: SpaceTimeProblem;
  /** Rows that have a plan or want one, in the order of ids. */
  rows: Int32Array;
};

export function createSpaceTime(parameters: PipelineParameters): SpaceTime {
  return {
    store: createPlanStore(parameters.planLayers),
    search: createSpaceTimeSearch(),
    problem: createSpaceTimeProblem({
      goalRadius: GOAL_RADIUS,
      layer: parameters.planLayer,
      nodeLimit: parameters.planNodes,
      clearance: parameters.planClearance,
    }),
    rows: new Int32Array(0),
  };
}

/**
 * Makes plans for agents in a deadlock or about to be in one, and maintains existing plans, in the order of ids: each
 * search knows the plans of the agents before. docs/models/pipeline.md, "Space-time planning". Returns the number of searches.
 */
export function planAhead(frame: Frame, parameters: PipelineParameters, state: SpaceTime): number {
  const count = collect(frame, parameters, state);
  let runs = 0;
  for (let k = 0; k < count; k++) {
    const row = state.rows[k];
    if (serve(frame, parameters, state, row)) runs++;
  }
  return runs;
}

function collect(frame: Frame, parameters: PipelineParameters, state: SpaceTime): number {
  const { count: rowCount, due, ids, seen } = frame;
  const { plan } = frame.own;
  const { planningCrowd } = parameters;
  if (state.rows.length < frame.capacity) state.rows = new Int32Array(frame.capacity);
  const { rows } = state;
  let count = 0;
  for (let row = 0; row < rowCount; row++) {
    // No agent makes a plan in a crowd: most rows end here.
    if (seen[row] > planningCrowd && plan[row] === 0) continue;
    if (due[row] === 0 || (plan[row] === 0 && !wantsPlan(frame, parameters, row))) continue;
    // Insertion sort by id: there are few.
    let at = count++;
    while (at > 0 && ids[rows[at - 1]] > ids[row]) {
      rows[at] = rows[at - 1];
      at--;
    }
    rows[at] = row;
  }
  return count;
}

/** Whether a deadlock is predicted or perceived, or an agent with a plan blocks the path, while few agents are in view. */
function wantsPlan(frame: Frame, parameters: PipelineParameters, row: number): boolean {
  const { duePrediction, now, own } = frame;
  const { deadlock, felt, plan, planAgain, threat } = own;
  if (threat[row] >= 0 && deadlock[row] === 0 && duePrediction[row] !== 0) {
    deadlock[row] = isTight(frame, parameters, row) ? 1 : 0;
  }
  if (now < planAgain[row] || !isWalking(frame, row)) return false;
  if (threat[row] >= 0 && deadlock[row] !== 0) return true;
  if (isStuck(frame, parameters, row)) return true;
  const other = rowOfAgent(frame, felt[row]);
  return other >= 0 && plan[other] > 0;
}

/** Whether the agent has not moved for long; an agent that stands because of its plan has more patience. */
function isStuck({ dt, own }: Frame, { stuckAfter }: PipelineParameters, row: number): boolean {
  return own.stuck[row] * dt >= (own.plan[row] > 0 ? PATIENCE : 1) * stuckAfter;
}

/** Whether walls leave no room to pass the threat, either at the agent or at the place where they would meet. */
function isTight(frame: Frame, parameters: PipelineParameters, row: number): boolean {
  const { headingX, headingY, own, radius } = frame;
  if (frame.walls.counts[row] === 0 || own.threatKind[row] === Feel.same) return false;
  const other = rowOfAgent(frame, own.threat[row]);
  if (other < 0) return false;
  const wide = 2 * (radius[row] + radius[other]) + parameters.planRoom;
  const acrossX = -headingY[row];
  const acrossY = headingX[row];
  const x = frame.x[row];
  const y = frame.y[row];
  if (widthAt(frame, row, x, y, acrossX, acrossY, wide) < wide) return true;
  const ahead = Math.max(0, own.threatBegin[row] - frame.now);
  const metX = x + ahead * frame.velocityX[row];
  const metY = y + ahead * frame.velocityY[row];
  return widthAt(frame, row, metX, metY, acrossX, acrossY, wide) < wide;
}

/** Keeps, ends, makes or remakes the plan of a row. Returns whether it searched for one. */
function serve(frame: Frame, parameters: PipelineParameters, state: SpaceTime, row: number): boolean {
  const { now, own } = frame;
  const { store } = state;
  const place = own.plan[row] - 1;
  if (place >= 0) {
    own.unforeseen[row] = 0;
    const isOver = now >= endOfPlan(store, place, parameters.planLayer);
    if (isOver || !isWalking(frame, row) || isClear(frame, parameters, store, row)) {
      endPlan(frame, store, row);
      return false;
    }
    const isStale = isAstray(frame, parameters, store, row) || isBlocked(frame, parameters, store, row);
    if (!isStale && !isStuck(frame, parameters, row)) return false;
    if (isStale) own.unforeseen[row] = 1;
    if (now < own.planAgain[row]) return false;
  }
  seekPlan(frame, parameters, state, row);
  return true;
}

/** Ends the plan and asks for a new path to the goal: the plan may have led away from the old one. */
function endPlan(frame: Frame, store: PlanStore, row: number): void {
  dropPlan(store, frame, row);
  frame.planningDue[row] = frame.step;
}

function seekPlan(frame: Frame, parameters: PipelineParameters, state: SpaceTime, row: number): void {
  const { now, own } = frame;
  const { problem, search, store } = state;
  const known = frame.localDistance[row];
  const distance = Math.min(FURTHEST_GOAL, known > 0 ? known : frame.goalDistance[row]);
  problem.x = frame.x[row];
  problem.y = frame.y[row];
  problem.radius = frame.radius[row];
  problem.goalX = problem.x + distance * frame.directionX[row];
  problem.goalY = problem.y + distance * frame.directionY[row];
  problem.speed = frame.pace[row];
  foresee(problem.tracks, frame, parameters, store, row, isStuck(frame, parameters, row));
  takeWalls(problem.walls, frame.obstacles, frame.walls, row);
  const layers = planSpaceTime(search, problem);
  own.stuck[row] = 0;
  own.unforeseen[row] = 0;
  if (layers === 0) {
    dropPlan(store, frame, row);
    own.planAgain[row] = now + parameters.planAgain;
    return;
  }
  const place = takePlace(store, frame, row);
  const first = place * (store.layers + 1);
  store.begin[place] = now;
  store.length[place] = layers;
  store.x.set(search.pathX.subarray(0, layers + 1), first);
  store.y.set(search.pathY.subarray(0, layers + 1), first);
  own.planAgain[row] = now + SETTLED;
}
