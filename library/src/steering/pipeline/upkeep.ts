import { GIVING_WAY } from './foresight.ts';
import type { Frame } from './frame.ts';
import { face, faceTarget } from './normal.ts';
import type { PipelineParameters } from './parameters.ts';
import { type PlanStore, placeOnPlan } from './plans.ts';

/** Metres that an agent may be away from its plan. */
const ASTRAY = 0.7;
/** Metres by which bodies may seem to overlap before a plan counts as blocked. */
const TOLERANCE = 0.1;
/** Seconds that the straight path must be clear for a plan to end early, and the gap to keep, metres. */
const CLEAR_TIME = 4;
const CLEAR_GAP = 0.15;
/** Seconds between two looks ahead, and seconds ahead in which plans are compared. */
const LOOK = 0.25;
const AHEAD = 2;
/**
 * The follower heads for the point that its plan has after this many relaxation times of locomotion (1 / planGain). Its distance
 * from the plan then dies out with a damping ratio of 1/√2, whatever the gain.
 */
const CATCH_UP = 2;
/** An agent does not turn round to walk back: at this cosine to its target and below. */
const BACKWARDS = -0.3;

/** Follows the plan closely: towards its point in a moment, whichever way the body faces. */
export function followPlan(
  frame: Frame,
  parameters: PipelineParameters,
  store: PlanStore,
  row: number,
): void {
  const { directionX, directionY, headingX, headingY, own, pace } = frame;
  const ahead = CATCH_UP / parameters.planGain;
  placeOnPlan(store, own.plan[row] - 1, parameters.planLayer, frame.now + ahead);
  const wayX = (store.pointX - frame.x[row]) / ahead;
  const wayY = (store.pointY - frame.y[row]) / ahead;
  const wanted = Math.sqrt(wayX * wayX + wayY * wayY);
  const fastest = parameters.haste * pace[row];
  const share = wanted > fastest ? fastest / wanted : 1;
  own.commandSpeed[row] = share * (wayX * headingX[row] + wayY * headingY[row]);
  own.commandScoot[row] = share * (headingX[row] * wayY - headingY[row] * wayX);
  const towards = wayX * directionX[row] + wayY * directionY[row];
  // Slow, sideways and backward steps are taken facing the target.
  const faces = wanted > 0.5 * pace[row] && towards > BACKWARDS * wanted;
  own.commandTurn[row] = faces
    ? face(frame, parameters, row, wayX / wanted, wayY / wanted)
    : faceTarget(frame, parameters, row);
}

/** Whether the agent has lost its plan. */
export function isAstray(
  frame: Frame,
  parameters: PipelineParameters,
  store: PlanStore,
  row: number,
): boolean {
  placeOnPlan(store, frame.own.plan[row] - 1, parameters.planLayer, frame.now);
  const dx = store.pointX - frame.x[row];
  const dy = store.pointY - frame.y[row];
  return dx * dx + dy * dy > ASTRAY * ASTRAY;
}

/**
 * Whether an agent will block the plan: within one second if it has no plan, within two if it has. Plans take each other
 * into account, but an agent that was out of view when the plan was made may be in view now.
 */
export function isBlocked(
  frame: Frame,
  parameters: PipelineParameters,
  store: PlanStore,
  row: number,
): boolean {
  const { now, own, radius, x, y } = frame;
  const { planLayer } = parameters;
  const { counts, items, starts } = frame.agents;
  const place = own.plan[row] - 1;
  const last = starts[row] + counts[row];
  for (let entry = starts[row]; entry < last; entry++) {
    const other = items[entry];
    const reach = radius[row] + radius[other] - TOLERANCE;
    const theirs = own.plan[other] - 1;
    const until = theirs < 0 ? GIVING_WAY : Math.min(AHEAD, endOfPlan(store, theirs, planLayer) - now);
    const vx = frame.velocityX[other];
    const vy = frame.velocityY[other];
    for (let t = LOOK; t <= until; t += LOOK) {
      if (theirs >= 0) placeOnPlan(store, theirs, planLayer, now + t);
      const theirX = theirs >= 0 ? store.pointX : x[other] + t * vx;
      const theirY = theirs >= 0 ? store.pointY : y[other] + t * vy;
      placeOnPlan(store, place, planLayer, now + t);
      const dx = theirX - store.pointX;
      const dy = theirY - store.pointY;
      if (dx * dx + dy * dy < reach * reach) return true;
    }
  }
  return false;
}

/** When a plan ends, seconds. */
export function endOfPlan(store: PlanStore, place: number, layer: number): number {
  return store.begin[place] + store.length[place] * layer;
}

/** Whether the straight path to the local target is clear of agents and walls for a while, so that no plan is needed. */
export function isClear(
  frame: Frame,
  parameters: PipelineParameters,
  store: PlanStore,
  row: number,
): boolean {
  const { directionX, directionY, now, own, radius, x, y } = frame;
  const { counts, items, starts } = frame.agents;
  const pace = frame.pace[row];
  const last = starts[row] + counts[row];
  for (let entry = starts[row]; entry < last; entry++) {
    const other = items[entry];
    const place = own.plan[other] - 1;
    const reach = radius[row] + radius[other] + CLEAR_GAP;
    for (let t = 0; t <= CLEAR_TIME; t += LOOK) {
      if (place >= 0) placeOnPlan(store, place, parameters.planLayer, now + t);
      const theirX = place >= 0 ? store.pointX : x[other] + t * frame.velocityX[other];
      const theirY = place >= 0 ? store.pointY : y[other] + t * frame.velocityY[other];
      const dx = theirX - x[row] - t * pace * directionX[row];
      const dy = theirY - y[row] - t * pace * directionY[row];
      if (dx * dx + dy * dy < reach * reach) return false;
    }
  }
  return isFreeOfWalls(frame, row, CLEAR_TIME * pace);
}

/** Whether the body fits along its direction, up to the local target or the given number of metres. */
function isFreeOfWalls(frame: Frame, row: number, metres: number): boolean {
  const { counts, items, starts } = frame.walls;
  const { startX, startY, endX, endY, radius } = frame.obstacles;
  const { localDistance, x, y } = frame;
  const length = localDistance[row] > 0 ? Math.min(metres, localDistance[row]) : metres;
  const dx = frame.directionX[row];
  const dy = frame.directionY[row];
  const last = starts[row] + counts[row];
  for (let entry = starts[row]; entry < last; entry++) {
    const element = items[entry];
    const reach = frame.radius[row] + radius[element];
    const fromX = startX[element] - x[row];
    const fromY = startY[element] - y[row];
    const toX = endX[element] - x[row];
    const toY = endY[element] - y[row];
    const from = fromX * dx + fromY * dy;
    const to = toX * dx + toY * dy;
    const left = dx * fromY - dy * fromX;
    const toLeft = dx * toY - dy * toX;
    // The part of the element beside the path.
    if ((from < 0 && to < 0) || (from > length && to > length)) continue;
    if ((left >= reach && toLeft >= reach) || (left <= -reach && toLeft <= -reach)) continue;
    if (crossesStrip(from, left, to, toLeft, length, reach)) return false;
  }
  return true;
}

/** Whether a segment has a point with 0 ≤ along ≤ length and |left| < reach. */
function crossesStrip(
  from: number,
  left: number,
  to: number,
  toLeft: number,
  length: number,
  reach: number,
): boolean {
  let begin = 0;
  let end = 1;
  const along = to - from;
  if (along !== 0) {
    const a = (0 - from) / along;
    const b = (length - from) / along;
    begin = Math.max(begin, Math.min(a, b));
    end = Math.min(end, Math.max(a, b));
    if (begin > end) return false;
  }
  const a = left + begin * (toLeft - left);
  const b = left + end * (toLeft - left);
  return Math.min(a, b) < reach && Math.max(a, b) > -reach;
}
