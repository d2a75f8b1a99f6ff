import { type Crowd, Status } from '../../crowd/index.ts';
import type { SteeringInput, SteeringModel } from '../contract.ts';
import {
  avoidAgents,
  avoidDiscs,
  avoidWalls,
  createAvoidance,
  gatherAgents,
  gatherWalls,
  reachOf,
} from './avoidance.ts';
import { type WendColumns, wendColumns } from './columns.ts';
import type { WendParameters } from './parameters.ts';
import { createPlans, followPlan, loadPlans, savePlans, updatePlans } from './plans.ts';
import { solve } from './program.ts';

/** Largest change of velocity, metres per second²: of whom nothing hinders, and of all others. */
const RELAXED = 1.3;
const ACCELERATION = 4;
/** Radians per second that the heading follows the motion with at the most. */
const TURN_RATE = 4;
/** Below this share of its pace an agent does not get on. */
const SLOW_SHARE = 0.1;
/** Seconds ahead that somebody on a plan looks out for others; the plan has seen to the rest. */
const PLAN_HORIZON = 0.5;
/** Metres wished between bodies. */
const MARGIN = 0.05;
/** Agents near by that halve the horizon, and those that make it short. */
const CROWD = 4;
const THRONG = 8;

function prepare(parameters: WendParameters) {
  return {
    parameters,
    avoidance: createAvoidance(),
    plans: createPlans(),
    wish: { x: 0, y: 0 },
    /** The new velocities, by row. */
    velocityX: new Float64Array(0),
    velocityY: new Float64Array(0),
  };
}

type Model = ReturnType<typeof prepare>;

export function createWendModel(parameters: WendParameters): SteeringModel {
  const model = prepare(parameters);
  return {
    name: 'wend',
    columns: wendColumns,
    predicts: true,
    speedGain: ACCELERATION,
    computeControls: (input) => computeControls(model, input),
    integrateMotion: (input) => integrateMotion(model, input),
    save: () => savePlans(model.plans),
    load: (bytes) => loadPlans(model.plans, bytes),
  };
}

function reserve(model: Model, { capacity }: Crowd): void {
  if (model.velocityX.length >= capacity) return;
  model.velocityX = new Float64Array(capacity);
  model.velocityY = new Float64Array(capacity);
}

function computeControls(model: Model, input: SteeringInput): void {
  const { crowd, due } = input;
  reserve(model, crowd);
  if (model.parameters.spaceTime) updatePlans(model.plans, input, model.parameters);
  const { motion, plan } = crowd;
  const { planLayers, scoot, stuck } = crowd.steer as WendColumns;
  const { wish } = model;
  for (let row = 0; row < crowd.count; row++) {
    const ownX = motion.speed[row] * motion.headingX[row] - scoot[row] * motion.headingY[row];
    const ownY = motion.speed[row] * motion.headingY[row] + scoot[row] * motion.headingX[row];
    model.velocityX[row] = ownX;
    model.velocityY[row] = ownY;
    if (due[row] === 0) continue;
    const walks = plan.status[row] === Status.walking;
    wish.x = walks ? plan.pace[row] * plan.directionX[row] : 0;
    wish.y = walks ? plan.pace[row] * plan.directionY[row] : 0;
    const follows = walks && planLayers[row] > 0;
    if (follows) followPlan(model.plans, input, row, wish);
    choose(model, input, row, wish.x, wish.y, ownX, ownY, follows);
    const slow = SLOW_SHARE * plan.pace[row];
    const stands = walks && !follows && ownX * ownX + ownY * ownY < slow * slow;
    stuck[row] = stands ? stuck[row] + input.dt : 0;
  }
}

function choose(
  model: Model,
  input: SteeringInput,
  row: number,
  wishX: number,
  wishY: number,
  ownX: number,
  ownY: number,
  follows: boolean,
): void {
  const { avoidance, parameters } = model;
  const { near, planes, result, scratch } = avoidance;
  const { crowd, dt } = input;
  const speed = Math.max(crowd.plan.pace[row], crowd.traits.desiredSpeed[row]);
  gatherAgents(near, input, row);
  gatherWalls(near, input, row, reachOf(speed, parameters.wallHorizon));
  planes.count = 0;
  avoidWalls(planes, near, parameters.wallHorizon);
  avoidDiscs(planes, near, input, row);
  const horizon = follows ? PLAN_HORIZON : parameters.horizon / haste(near.crowd);
  avoidAgents(planes, near, input, row, horizon, follows ? 0 : MARGIN);
  solve(planes, speed, wishX, wishY, scratch, result);
  const dx = result.x - ownX;
  const dy = result.y - ownY;
  const change = Math.sqrt(dx * dx + dy * dy);
  const isFree = result.x === wishX && result.y === wishY;
  const most = (isFree ? RELAXED : ACCELERATION) * dt;
  const part = change > most ? most / change : 1;
  model.velocityX[row] = ownX + part * dx;
  model.velocityY[row] = ownY + part * dy;
}

/** How many times shorter the horizon is among `count` agents: who looks far ahead in a crowd stands still. */
function haste(count: number): number {
  const throng = count / THRONG;
  return 1 + count / CROWD + throng * throng;
}

function integrateMotion(model: Model, { crowd, dt }: SteeringInput): void {
  const { velocityX, velocityY } = model;
  const { motion, next, plan } = crowd;
  const { scoot } = crowd.steer as WendColumns;
  for (let row = 0; row < crowd.count; row++) {
    const vx = velocityX[row];
    const vy = velocityY[row];
    next.x[row] = motion.x[row] + dt * vx;
    next.y[row] = motion.y[row] + dt * vy;
    next.z[row] = motion.z[row];
    turn(crowd, row, vx, vy, plan.directionX[row], plan.directionY[row], TURN_RATE * dt);
    next.speed[row] = vx * next.headingX[row] + vy * next.headingY[row];
    scoot[row] = vy * next.headingX[row] - vx * next.headingY[row];
    next.turnRate[row] = 0;
  }
}

/** Below this speed, metres per second, an agent looks where it wants to go, above it where it goes. */
const STROLL = 0.3;

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
    // The chord of the turn; made a unit vector it is as long as the arc, nearly.
    const side = cross >= 0 ? most : -most;
    const nx = hx - side * hy;
    const ny = hy + side * hx;
    const length = Math.sqrt(nx * nx + ny * ny);
    next.headingX[row] = nx / length;
    next.headingY[row] = ny / length;
  }
}
