import { type Crowd, Status } from '../../crowd/index.ts';
import type { PlanBlocks, SteeringInput } from '../contract.ts';
import {
  addPlannedTrack,
  addStraightTrack,
  beginTracks,
  createSpaceTimeProblem,
  createSpaceTimeSearch,
  planSpaceTime,
  type SpaceTimeProblem,
  type SpaceTimeSearch,
  straighten,
  takeWalls,
} from '../spacetime/index.ts';
import type { WalkerColumns } from './columns.ts';
import { meetsSomebody, timeOfContact } from './conflicts.ts';
import { hearing } from './hearing-part.ts';
import type { WalkerParameters } from './parameters.ts';
import { givesWay } from './retreat.ts';

/** Seconds per layer of a plan, and the number of layers: how far ahead agents plan. */
const LAYER = 0.5;
const LAYERS = 20;
const NODE_LIMIT = 3000;
/** The largest number of searches in one step; other agents wait for the next. */
const MOST_SEARCHES = 64;
/** The desired gap between bodies on a plan, metres. */
const CLEARANCE = 0.05;
/** The largest distance from the goal at which a plan may end, metres. */
const GOAL_RADIUS = 0.5;
/** Radii: a plan to a local target that is nearer than this ends halfway to it or closer. */
const AT_HAND = 1.5;
/** Seconds ahead that agents look for meetings in narrow places. */
const LOOK_AHEAD = 8;
/** Seconds before an agent whose plan failed tries again. */
const PATIENCE = 1;
/** Plans in a row that lead no nearer to the goal: an agent makes no more of them. */
const WAITS = 2;
/** Metres away from its plan at which an agent gives the plan up. */
const ASTRAY = 0.6;
/** Seconds without progress after which an agent is stuck. */
const STUCK = 1;
/** Metres between the bodies of two agents that are beside each other. */
const TOGETHER = 1;
/** Metres between bodies: an agent about to come this near to a stuck agent makes a plan with it. */
const PASSING_ROOM = 1;

/** Space-time plans, each in a block of its own; docs/models/walker.md. */
export type Plans = {
  /** The points of the plans, LAYERS + 1 per block. */
  x: Float64Array;
  y: Float64Array;
  /** Scratch: which blocks hold a plan, and a point of one. */
  used: Uint8Array;
  point: { x: number; y: number };
  search: SpaceTimeSearch;
  problem: SpaceTimeProblem;
  /** Rows that want a plan in this step; their marks are 1, and 2 after their search. */
  wanted: Int32Array;
  count: number;
  marked: Uint8Array;
};

export function createPlans(): Plans {
  return {
    x: new Float64Array(0),
    y: new Float64Array(0),
    used: new Uint8Array(0),
    point: { x: 0, y: 0 },
    search: createSpaceTimeSearch(),
    problem: createSpaceTimeProblem({
      goalRadius: GOAL_RADIUS,
      layer: LAYER,
      nodeLimit: NODE_LIMIT,
      clearance: CLEARANCE,
    }),
    wanted: new Int32Array(0),
    count: 0,
    marked: new Uint8Array(0),
  };
}

/** Ends plans that are over, and makes new ones for agents that are due and need one. */
export function updatePlans(plans: Plans, input: SteeringInput, parameters: WalkerParameters): void {
  const { crowd, duePrediction } = input;
  if (plans.wanted.length < crowd.capacity) {
    plans.wanted = new Int32Array(crowd.capacity);
    plans.marked = new Uint8Array(crowd.capacity);
  }
  input.passages?.settle(plans, input);
  plans.count = 0;
  const { planLayers, right } = crowd.steer as WalkerColumns;
  for (let row = 0; row < crowd.count; row++) {
    if (planLayers[row] > 0 && right[row] === 0) reviewPlan(plans, input, row);
  }
  // After all reviews: whether an agent wants a plan depends on which others have one.
  for (let row = 0; row < crowd.count; row++) {
    if (duePrediction[row] === 1 && needsPlan(input, row, parameters)) want(plans, row);
  }
  if (plans.count === 0) return;
  // The list grows while its agents add others.
  for (let k = 0; k < plans.count; k++) bringAlong(plans, input, plans.wanted[k], parameters);
  sortByRight(plans, crowd);
  const searches = Math.min(plans.count, MOST_SEARCHES);
  for (let k = 0; k < searches; k++) makePlan(plans, input, plans.wanted[k]);
  for (let k = 0; k < plans.count; k++) plans.marked[plans.wanted[k]] = 0;
}

/** Whether an agent may make a plan: it walks, has no plan, may try again, and few others are concerned. */
function canPlan(input: SteeringInput, row: number, { planningCrowd }: WalkerParameters) {
  const { crowd, step } = input;
  const { planAgain, planLayers, right } = crowd.steer as WalkerColumns;
  return (
    crowd.plan.status[row] === Status.walking &&
    planLayers[row] === 0 &&
    right[row] === 0 &&
    step >= planAgain[row] &&
    crowd.plan.pace[row] > 0 &&
    isAmongFew(input, row, planningCrowd)
  );
}

/** Whether an agent meets, or stands beside, at most `most` others, however many it sees. */
export function isAmongFew(input: SteeringInput, row: number, most: number): boolean {
  const { counts, items, starts } = input.perception.agents;
  if (counts[row] <= most) return true;
  let concerned = 0;
  const end = starts[row] + counts[row];
  for (let entry = starts[row]; entry < end; entry++) {
    if (concerns(input, row, items[entry]) && ++concerned > most) return false;
  }
  return true;
}

/** Whether an agent at its desired velocity comes near another one, or is beside it. */
function concerns(input: SteeringInput, row: number, other: number): boolean {
  if (isBeside(input.crowd, row, other)) return true;
  const { directionX, directionY, pace } = input.crowd.plan;
  const velocityX = pace[row] * directionX[row];
  const velocityY = pace[row] * directionY[row];
  return timeOfContact(input, row, other, velocityX, velocityY, PASSING_ROOM) <= LOOK_AHEAD;
}

/** Whether an agent is stuck and perceives an agent that may be the cause. */
function needsPlan(input: SteeringInput, row: number, parameters: WalkerParameters): boolean {
  const { stuck } = input.crowd.steer as WalkerColumns;
  return stuck[row] > STUCK && input.perception.agents.counts[row] > 0 && canPlan(input, row, parameters);
}

/** Puts an agent on the list of those that want a plan. */
function want(plans: Plans, row: number): void {
  plans.marked[row] = 1;
  plans.wanted[plans.count++] = row;
}

/** Agents on a course to meet an agent on the list, or beside it, want a plan too: together they decide which one gives way. */
function bringAlong(plans: Plans, input: SteeringInput, row: number, parameters: WalkerParameters): void {
  const { counts, items, starts } = input.perception.agents;
  const end = starts[row] + counts[row];
  for (let entry = starts[row]; entry < end; entry++) {
    const other = items[entry];
    if (plans.marked[other] === 1 || !canPlan(input, other, parameters) || !sees(input, other, row)) continue;
    if (concerns(input, row, other)) want(plans, other);
  }
}

function sees({ perception }: SteeringInput, row: number, other: number): boolean {
  const { counts, items, starts } = perception.agents;
  const end = starts[row] + counts[row];
  for (let entry = starts[row]; entry < end; entry++) if (items[entry] === other) return true;
  return false;
}

function isBeside({ motion, traits }: Crowd, row: number, other: number): boolean {
  const dx = motion.x[other] - motion.x[row];
  const dy = motion.y[other] - motion.y[row];
  const reach = traits.radius[row] + traits.radius[other] + TOGETHER;
  return dx * dx + dy * dy < reach * reach;
}

/** Right of way: agents with more failures go first, then those with smaller ids. */
function sortByRight({ count, wanted }: Plans, { ids, steer }: Crowd): void {
  const { failures } = steer as WalkerColumns;
  const comesBefore = (a: number, b: number) =>
    failures[a] > failures[b] || (failures[a] === failures[b] && ids[a] < ids[b]);
  for (let k = 1; k < count; k++) {
    const row = wanted[k];
    let place = k;
    for (; place > 0 && comesBefore(row, wanted[place - 1]); place--) wanted[place] = wanted[place - 1];
    wanted[place] = row;
  }
}

function makePlan(plans: Plans, input: SteeringInput, row: number): void {
  const { problem, search } = plans;
  const { crowd, dt, step } = input;
  const { motion, plan, traits } = crowd;
  const { failures, planAgain, planBlock, planLayers, planSince, stuck } = crowd.steer as WalkerColumns;
  plans.marked[row] = 2;
  problem.x = motion.x[row];
  problem.y = motion.y[row];
  problem.radius = traits.radius[row];
  problem.goalX = motion.x[row] + plan.localDistance[row] * plan.directionX[row];
  problem.goalY = motion.y[row] + plan.localDistance[row] * plan.directionY[row];
  // Before a door, two agents that touch may both stand beside the same local target. Neither is there yet.
  const within = Math.min(GOAL_RADIUS, plan.goalRadius[row]);
  const ahead = plan.localDistance[row];
  const isAtHand = ahead > 0 && ahead < Math.min(within, AT_HAND * traits.radius[row]);
  problem.goalRadius = isAtHand ? ahead / 2 : within;
  problem.speed = plan.pace[row];
  gatherTracks(plans, input, row);
  takeWalls(problem.walls, input.obstacles, input.perception.obstacles, row);
  const layers = planSpaceTime(search, problem);
  const waits =
    layers > 0 && !(isAtHand && search.outcome === 'goal') && gainOf(plans, layers) < traits.radius[row];
  if (layers === 0 || waits) failures[row]++;
  if (layers === 0 || (waits && failures[row] > WAITS)) {
    planAgain[row] = step + Math.ceil(PATIENCE / dt);
    return;
  }
  straighten(search, problem, layers);
  const block = claimBlock(plans, crowd);
  const first = block * (LAYERS + 1);
  plans.x.set(search.pathX.subarray(0, layers + 1), first);
  plans.y.set(search.pathY.subarray(0, layers + 1), first);
  if (!waits) failures[row] = 0;
  stuck[row] = 0;
  planBlock[row] = block;
  planLayers[row] = layers;
  planSince[row] = step;
}

/** Metres by which a plan leads nearer to the agent's local target. */
function gainOf({ problem, search }: Plans, layers: number): number {
  const { goalX, goalY, x, y } = problem;
  const before = Math.sqrt((goalX - x) * (goalX - x) + (goalY - y) * (goalY - y));
  const dx = goalX - search.pathX[layers];
  const dy = goalY - search.pathY[layers];
  return before - Math.sqrt(dx * dx + dy * dy);
}

/**
 * Predicts where the agents perceived will be: along their plans, or straight on. An agent that is about to make a plan will
 * give way, so it is left out.
 */
function gatherTracks(plans: Plans, input: SteeringInput, row: number): void {
  const { tracks } = plans.problem;
  const { crowd, dt, perception, step } = input;
  const { ids, motion, traits } = crowd;
  const { planBlock, planLayers, planSince } = crowd.steer as WalkerColumns;
  const { counts, items, starts } = perception.agents;
  beginTracks(tracks, LAYERS);
  const others = items.subarray(starts[row], starts[row] + counts[row]);
  // In the order of ids, so that rounding does not depend on the order of rows.
  let before = -1;
  for (let k = 0; k < others.length; k++) {
    let other = -1;
    for (let entry = 0; entry < others.length; entry++) {
      const id = ids[others[entry]];
      if (id > before && (other < 0 || id < ids[other])) other = others[entry];
    }
    before = ids[other];
    if (planLayers[other] > 0 && !givesWay(crowd, other)) {
      const offset = ((step - planSince[other]) * dt) / LAYER;
      const first = planBlock[other] * (LAYERS + 1);
      addPlannedTrack(tracks, plans.x, plans.y, first, planLayers[other], offset, traits.radius[other]);
    } else if (plans.marked[other] !== 1) {
      const { velocityX, velocityY, x, y } = motion;
      addStraightTrack(
        tracks,
        x[other],
        y[other],
        velocityX[other],
        velocityY[other],
        traits.radius[other],
        LAYER,
      );
    }
  }
  hearing.registered?.addTracks(addStraightTrack, tracks, input, row);
}

/** A block that no plan uses. */
export function claimBlock(plans: PlanBlocks, { count, steer }: Crowd): number {
  const { planBlock, planLayers } = steer as WalkerColumns;
  plans.used.fill(0);
  for (let row = 0; row < count; row++) if (planLayers[row] > 0) plans.used[planBlock[row]] = 1;
  const free = plans.used.indexOf(0);
  if (free >= 0) return free;
  const blocks = plans.used.length;
  const more = Math.max(8, 2 * blocks);
  const { x, y } = plans;
  plans.x = new Float64Array(more * (LAYERS + 1));
  plans.y = new Float64Array(more * (LAYERS + 1));
  plans.x.set(x);
  plans.y.set(y);
  plans.used = new Uint8Array(more);
  return blocks;
}

/** Ends a plan that is complete, that the agent has strayed from, or that no meeting requires any more. */
function reviewPlan(plans: Plans, input: SteeringInput, row: number): void {
  const { crowd, dt, duePrediction, step } = input;
  const { motion, plan } = crowd;
  const { planLayers, planSince } = crowd.steer as WalkerColumns;
  const time = ((step - planSince[row]) * dt) / LAYER;
  planAt(plans, crowd, row, time, plans.point);
  const dx = plans.point.x - motion.x[row];
  const dy = plans.point.y - motion.y[row];
  const isOver =
    time >= planLayers[row] ||
    plan.status[row] !== Status.walking ||
    dx * dx + dy * dy > ASTRAY * ASTRAY ||
    (duePrediction[row] === 1 && !meetsSomebody(input, row, LOOK_AHEAD));
  if (isOver) planLayers[row] = 0;
}

/** The position on the plan of a row, `time` layers after its start; written as x and y. */
function planAt(
  plans: Plans,
  { steer }: Crowd,
  row: number,
  time: number,
  place: { x: number; y: number },
): void {
  const { planBlock, planLayers } = steer as WalkerColumns;
  const clipped = Math.min(time, planLayers[row]);
  const before = Math.min(Math.floor(clipped), planLayers[row] - 1);
  const a = planBlock[row] * (LAYERS + 1) + before;
  const part = clipped - before;
  place.x = plans.x[a] + part * (plans.x[a + 1] - plans.x[a]);
  place.y = plans.y[a] + part * (plans.y[a + 1] - plans.y[a]);
}

/** The velocity that leads to the plan's position one layer from now. */
export function followPlan(
  plans: Plans,
  input: SteeringInput,
  row: number,
  velocity: { x: number; y: number },
): void {
  const { crowd, dt, step } = input;
  if (givesWay(crowd, row)) {
    input.passages?.retreat(plans, input, row, velocity);
    return;
  }
  const { planSince } = crowd.steer as WalkerColumns;
  const time = ((step - planSince[row]) * dt) / LAYER;
  planAt(plans, crowd, row, time + 1, velocity);
  velocity.x = (velocity.x - crowd.motion.x[row]) / LAYER;
  velocity.y = (velocity.y - crowd.motion.y[row]) / LAYER;
}

/** The positions of the plan of a row from now on, a layer apart; none without a plan. */
export function planAhead(plans: Plans, { crowd, dt, step }: SteeringInput, row: number) {
  const { planLayers, planSince } = crowd.steer as WalkerColumns;
  const points: { x: number; y: number; z: number }[] = [];
  const now = ((step - planSince[row]) * dt) / LAYER;
  for (let time = now; time < planLayers[row] + 1; time++) {
    planAt(plans, crowd, row, time, plans.point);
    points.push({ ...plans.point, z: 0 });
  }
  return { interval: LAYER, points };
}

/** The blocks as bytes. */
export function savePlans({ x, y }: Plans): Uint8Array {
  const bytes = new Uint8Array(x.byteLength + y.byteLength);
  bytes.set(new Uint8Array(x.buffer));
  bytes.set(new Uint8Array(y.buffer), x.byteLength);
  return bytes;
}

export function loadPlans(plans: Plans, bytes: Uint8Array): void {
  const half = bytes.length / 2;
  plans.x = new Float64Array(bytes.slice(0, half).buffer);
  plans.y = new Float64Array(bytes.slice(half).buffer);
  plans.used = new Uint8Array(plans.x.length / (LAYERS + 1));
}
