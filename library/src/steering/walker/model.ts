import { type Crowd, createOptionalPart, needPart, Status } from '../../crowd/index.ts';
import type { SteeringInput, SteeringModel } from '../contract.ts';
import { recordProgress, stepAside } from './aside.ts';
import {
  addVelocityObstacle,
  avoidAgents,
  avoidCorners,
  avoidWalls,
  createAvoidance,
  meetAgents,
  reachOf,
} from './avoidance.ts';
import { type WalkerColumns, walkerColumns } from './columns.ts';
import { timeOfContact } from './conflicts.ts';
import type { Explainer } from './explain.ts';
import { crowding, HARD_CORE, headwayOf, keepHeadway, SOFT_DEPTH, updateImpatience } from './headway.ts';
import { hearing } from './hearing-part.ts';
import { chooseLane, createLanes } from './lanes.ts';
import { gatherAgents, gatherWalls, type Hindrances, readPlaces } from './nearby.ts';
import type { WalkerParameters } from './parameters.ts';
import { isFile } from './passage.ts';
import { createPlans, followPlan, loadPlans, savePlans, updatePlans } from './plans.ts';
import { solve } from './program.ts';
import { makeRoom } from './room.ts';
import type { Trace } from './trace.ts';
import { turnOf } from './turns.ts';

/** Largest change of velocity, metres per second²: of an agent in free motion, and of all others. */
const RELAXED = 1.3;
const ACCELERATION = 4;
/** The largest turn rate of the motion, and of the heading that follows it, radians per second. */
const TURN_RATE = 2;

/** An agent below this share of its pace makes no progress. */
const SLOW_SHARE = 0.1;
/** Seconds ahead that an agent with a plan avoids others; the plan covers the rest. */
const PLAN_HORIZON = 0.5;
/** The desired gap between bodies, metres. */
const MARGIN = 0.05;
/** The number of agents nearby that halves the horizon, and the number that makes it short. */
const CROWD = 4;
const THRONG = 8;

/**
 * In the open, people turn early and brake late. An agent that would get less than the share UNHURRIED of its desired
 * velocity avoids only what happens within BRAKING_HORIZON seconds. Where walls are near, it waits early: there may be no room
 * to pass later.
 */
const UNHURRIED = 0.8;
const BRAKING_HORIZON = 2;

function prepare(parameters: WalkerParameters) {
  return {
    parameters,
    avoidance: createAvoidance(),
    lanes: createLanes(parameters.headway),
    plans: createPlans(),
    /** The desired velocity of the current agent. */
    wish: { x: 0, y: 0 },
    /** Set while a decision is explained. */
    trace: undefined as Trace | undefined,
  };
}

export type Model = ReturnType<typeof prepare>;

/** Explains decisions of walkers. */
export const walkerExplainer = createOptionalPart<Explainer>(
  'an explanation: expected a call of explainAgent, from wend/scenario',
);

export function createWalkerModel(parameters: WalkerParameters): SteeringModel {
  const model = prepare(parameters);
  return {
    name: 'walker',
    columns: walkerColumns,
    predicts: true,
    // Generous: ACCELERATION × dt would be enough.
    bounds: { speedGain: () => ACCELERATION, hardCore: HARD_CORE, softDepth: SOFT_DEPTH },
    computeControls: (input) => computeControls(model, input),
    explain: (input, row) => needPart(walkerExplainer)(model, input, row),
    save: () => savePlans(model.plans),
    load: (bytes) => loadPlans(model.plans, bytes),
  };
}

export function computeControls(model: Model, given: SteeringInput): void {
  const input = hearing.registered?.hear(given) ?? given;
  const { crowd, due } = input;
  if (model.parameters.spaceTime) updatePlans(model.plans, input, model.parameters);
  const { motion, plan } = crowd;
  const { planLayers } = crowd.steer as WalkerColumns;
  const { velocityX, velocityY } = motion;
  const { trace, wish } = model;
  readPlaces(model.avoidance.near, crowd);
  const { order } = input.perception.agents;
  for (let k = 0; k < crowd.count; k++) {
    const row = order[k];
    if (due[row] === 0) continue;
    const walks = plan.status[row] === Status.walking;
    const pace = walks ? paceOf(crowd, row, turnOf(input, row)) : 0;
    wish.x = pace * plan.directionX[row];
    wish.y = pace * plan.directionY[row];
    trace?.('desired', wish);
    const follows = walks && planLayers[row] > 0;
    if (follows) followPlan(model.plans, input, row, wish);
    else if (walks) stepAside(input, row, wish);
    choose(model, input, row, follows);
    const slow = SLOW_SHARE * plan.pace[row];
    const squared = velocityX[row] * velocityX[row] + velocityY[row] * velocityY[row];
    recordProgress(input, row, walks && !follows && squared < slow * slow);
  }
  turnHeadings(input);
}

/** The share of the largest deceleration that an agent counts on when it brakes for its goal. */
const BRAKING = 0.8;

/** The desired pace, limited so that the agent can still stop at its goal and does not overshoot it. */
function paceOf(crowd: Crowd, row: number, dt: number): number {
  const { goalDistance, pace } = crowd.plan;
  const braking = BRAKING * ACCELERATION * nimblenessOf(crowd, row);
  return Math.min(pace[row], Math.sqrt(2 * braking * goalDistance[row]), goalDistance[row] / dt);
}

/** Chooses the velocity nearest to the desired one that avoids agents and walls, within the agent's acceleration. */
function choose(model: Model, input: SteeringInput, row: number, follows: boolean): void {
  const { avoidance, lanes, parameters, trace, wish } = model;
  const { near, planes, result } = avoidance;
  const { crowd } = input;
  const speed = Math.max(crowd.plan.pace[row], crowd.traits.desiredSpeed[row]);
  const steer = crowd.steer as WalkerColumns;
  gatherAgents(near, input, row);
  makeRoom(near, crowd, row, wish);
  trace?.('wish', wish);
  near.reach = reachOf(speed, parameters.wallHorizon);
  gatherWalls(near, input, row);
  planes.count = 0;
  planes.speed = speed;
  avoidWalls(planes, near, input, parameters.wallHorizon);
  // Nothing beyond the goal matters: an agent whose goal is beside another agent gets there.
  const left = speed > 0 ? Math.max(PLAN_HORIZON, crowd.plan.goalDistance[row] / speed) : PLAN_HORIZON;
  const horizon = follows ? PLAN_HORIZON : Math.min(left, parameters.horizon / haste(near.crowd));
  const isPersonal = crowd.distances.inUse && !follows;
  // An agent that steps aside breaks a deadlock: the rules of crowds would hold it.
  const crowded = follows || steer.stuck[row] < 0 ? 0 : crowding(near);
  const impatience = steer.impatience[row];
  near.impatience = impatience;
  const walks = crowd.plan.status[row] === Status.walking;
  const { directionX, directionY } = crowd.plan;
  near.isFile = crowded > 0 && isFile(near, crowd.traits.radius[row], directionX[row], directionY[row]);
  if (walks && crowded === 1) chooseLane(lanes, near, input, row, wish);
  const time = crowded * headwayOf(parameters, impatience, steer.against[row] === 1 && crowded === 1);
  trace?.('lane', wish);
  // The patient slow down behind others; the impatient look for a gap beside them.
  if (crowded > 0 && impatience < 1) {
    keepHeadway(near, crowd, row, wish, time * (1 - impatience));
  }
  trace?.('patient', wish);
  near.desiredGap = crowded > 0 ? MARGIN * (1 - impatience) : follows ? 0 : MARGIN;
  near.horizon = horizon;
  meetAgents(near, input, row);
  avoid(model, input, row, isPersonal);
  if (near.walls === 0 && horizon > BRAKING_HORIZON && isHeldUp(wish, result, UNHURRIED)) {
    near.horizon = BRAKING_HORIZON;
    avoid(model, input, row, isPersonal);
  }
  trace?.('found', result);
  if (crowded > 0) keepHeadway(near, crowd, row, result, time);
  trace?.('result', result);
  updateImpatience(near, input, row, speed);
  accelerate(model, input, row);
}

/** Finds the velocity nearest to the wish that avoids walls, corners and agents. */
function avoid(model: Model, input: SteeringInput, row: number, isPersonal: boolean): void {
  const { avoidance, wish } = model;
  const { near, planes, result, scratch } = avoidance;
  planes.count = planes.hard;
  avoidCorners(planes, near, input, row, isPersonal);
  avoidAgents(planes, near, input, row, isPersonal);
  hearing.registered?.avoid(addVelocityObstacle, planes, near, input, row, isPersonal);
  solve(planes, wish, scratch, result);
  if (isPersonal && isHeldUp(wish, result, HELD_UP)) avoid(model, input, row, false);
}

/** The share of the desired velocity below which an agent gives its personal distances up: it passes doors and crowds. */
const HELD_UP = 0.5;

/** Whether a velocity has less than a share of the desired one. */
function isHeldUp(
  wish: { x: number; y: number },
  { x, y }: { x: number; y: number },
  share: number,
): boolean {
  return wish.x * x + wish.y * y < share * (wish.x * wish.x + wish.y * wish.y);
}

/** Changes the velocity towards the one found, within the agent's acceleration. */
function accelerate({ avoidance, wish }: Model, input: SteeringInput, row: number): void {
  const { result } = avoidance;
  const { crowd } = input;
  const { motion, next } = crowd;
  const ownX = motion.velocityX[row];
  const ownY = motion.velocityY[row];
  const dx = result.x - ownX;
  const dy = result.y - ownY;
  const change = Math.sqrt(dx * dx + dy * dy);
  const brakes = wish.x * wish.x + wish.y * wish.y < ownX * ownX + ownY * ownY;
  const isFree = result.x === wish.x && result.y === wish.y && !brakes;
  const most = (isFree ? RELAXED : ACCELERATION) * nimblenessOf(crowd, row) * turnOf(input, row);
  const part = change > most ? most / change : 1;
  next.velocityX[row] = ownX + part * dx;
  next.velocityY[row] = ownY + part * dy;
  limitTurn(avoidance.near, input, row);
  faceFirst(avoidance.near, input, row);
}

/** Smallest cosine between the heading and a motion that is not a step to the side, and the speed of such a step. */
const FORWARDS = Math.SQRT1_2;
const SHUFFLE = 0.09;

/** An agent that wants to go where it does not face turns first, and meanwhile steps to the side or back. */
function faceFirst(near: Hindrances, input: SteeringInput, row: number): void {
  const { crowd } = input;
  const { motion, next } = crowd;
  const x = next.velocityX[row];
  const y = next.velocityY[row];
  const speed = Math.sqrt(x * x + y * y);
  if (speed <= SHUFFLE) return;
  if (x * motion.headingX[row] + y * motion.headingY[row] >= FORWARDS * speed) return;
  const { velocityX, velocityY } = motion;
  const own = Math.sqrt(velocityX[row] * velocityX[row] + velocityY[row] * velocityY[row]);
  const slower = own - ACCELERATION * nimblenessOf(crowd, row) * turnOf(input, row);
  shuffle(near, input, row, Math.max(SHUFFLE, slower));
}

/** The largest change of velocity across the motion of an agent that reverses, metres per second². */
const SIDE_STEP = 0.4;
/** Metres per second: an agent slower than this stops and steps to the side where it cannot turn in time. */
const SLOW = 0.35;
/** An agent that would come within CLOSE metres of another within URGENT seconds may turn as fast as it can. */
const CLOSE = 0.03;
const URGENT = 0.6;

/** Limits the turn of the motion to TURN_RATE, unless a contact is near: then an agent turns at once, a slow one in a step to the side. */
function limitTurn(near: Hindrances, input: SteeringInput, row: number): void {
  const { crowd } = input;
  const { motion, next } = crowd;
  const ownX = motion.velocityX[row];
  const ownY = motion.velocityY[row];
  const speed = Math.sqrt(ownX * ownX + ownY * ownY);
  if (speed <= SHUFFLE) return;
  const { velocityX, velocityY } = next;
  const along = (velocityX[row] * ownX + velocityY[row] * ownY) / speed;
  const across = (velocityY[row] * ownX - velocityX[row] * ownY) / speed;
  const isSlow = speed < SLOW;
  const most =
    Math.max(TURN_RATE * along, isSlow ? 0 : SIDE_STEP) * nimblenessOf(crowd, row) * turnOf(input, row);
  if (Math.abs(across) <= most) return;
  const side = across > 0 ? most : -most;
  const x = (along * ownX - side * ownY) / speed;
  const y = (along * ownY + side * ownX) / speed;
  for (let k = 0; k < near.agents; k++) {
    if (timeOfContact(input, row, near.row[k], x, y, isSlow ? 0 : CLOSE) >= URGENT) continue;
    if (isSlow) shuffle(near, input, row, SHUFFLE);
    return;
  }
  velocityX[row] = x;
  velocityY[row] = y;
}

/** Seconds: an agent that would touch another sooner if it slowed down does not. */
const PRESSING = 1;

/** Lowers the speed of an agent to `most`, unless it would then touch another soon. */
function shuffle(near: Hindrances, input: SteeringInput, row: number, most: number): void {
  const { velocityX, velocityY } = input.crowd.next;
  const speed = Math.sqrt(velocityX[row] * velocityX[row] + velocityY[row] * velocityY[row]);
  if (speed <= most) return;
  const x = (most / speed) * velocityX[row];
  const y = (most / speed) * velocityY[row];
  for (let k = 0; k < near.agents; k++) {
    if (timeOfContact(input, row, near.row[k], x, y, 0) < PRESSING) return;
  }
  velocityX[row] = x;
  velocityY[row] = y;
}

/** The share of the rates that the clumsiest agent has, and the heaviest. */
const CLUMSY = 0.25;
const HEAVY = 0.5;

/** How quickly an agent changes its motion, by its personality: 1 for the most agile and lightest. */
function nimblenessOf({ traits }: Crowd, row: number): number {
  return (CLUMSY + (1 - CLUMSY) * traits.agility[row]) * (1 - (1 - HEAVY) * traits.mass[row]);
}

/** How many times shorter the horizon is among `count` agents: with a long horizon, agents in a crowd stand still. */
function haste(count: number): number {
  const throng = count / THRONG;
  return 1 + count / CROWD + throng * throng;
}

/** Lets the headings of all agents follow their motion. */
function turnHeadings({ crowd, dt, members }: SteeringInput): void {
  const { next, plan } = crowd;
  for (let row = 0; row < crowd.count; row++) {
    if (members && members[row] === 0) continue;
    const most = TURN_RATE * nimblenessOf(crowd, row) * dt;
    const { velocityX, velocityY } = next;
    turn(crowd, row, velocityX[row], velocityY[row], plan.directionX[row], plan.directionY[row], most);
  }
}

/** Metres per second: below this speed an agent faces its desired direction, above it the direction of motion. */
const STROLL = 0.07;

/** Turns the heading by at most `most` radians, a small angle. */
function turn(
  { motion, next }: Crowd,
  row: number,
  vx: number,
  vy: number,
  wantedX: number,
  wantedY: number,
  most: number,
): void {
  const hx = motion.headingX[row];
  const hy = motion.headingY[row];
  const squared = vx * vx + vy * vy;
  const walks = squared > STROLL * STROLL;
  const speed = Math.sqrt(squared);
  const tx = walks ? vx / speed : wantedX;
  const ty = walks ? vy / speed : wantedY;
  const cross = hx * ty - hy * tx;
  const dot = hx * tx + hy * ty;
  if (tx === 0 && ty === 0) {
    next.headingX[row] = hx;
    next.headingY[row] = hy;
  } else if (dot > 0 && Math.abs(cross) <= most) {
    next.headingX[row] = tx;
    next.headingY[row] = ty;
  } else {
    // The chord of the turn; as a unit vector it is nearly as long as the arc.
    const side = cross >= 0 ? most : -most;
    const nx = hx - side * hy;
    const ny = hy + side * hx;
    const length = Math.sqrt(nx * nx + ny * ny);
    next.headingX[row] = nx / length;
    next.headingY[row] = ny / length;
  }
}
