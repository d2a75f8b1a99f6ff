import { type Crowd, Status } from '../../crowd/index.ts';
import type { SteeringInput } from '../contract.ts';
import type { WalkerColumns } from './columns.ts';
import type { Hindrances } from './nearby.ts';
import type { WalkerParameters } from './parameters.ts';
import { turnOf } from './turns.ts';

/** The share of a body's radius that no other body enters: people turn their shoulders. */
export const HARD_CORE = 0.8;
/** Metres: large bodies give way by no more. Two then overlap by about the 0.1 m of a serious collision at most. */
export const SOFT_DEPTH = 0.048;
const SOFT_SHARE = 1 - HARD_CORE;
/** Metres by which the outlines of two impatient agents overlap at most. */
const SOFT = 0.08;

/** The distance that two agents keep whose outlines touch at `touch` metres; the impatient come nearer. */
export function compressed(touch: number, impatience: number): number {
  return touch - impatience * Math.min(SOFT_SHARE * touch, SOFT);
}

/** The number of agents nearby up to which an agent walks as if it were alone, and from which on it is in a crowd. */
const COMPANY = 4;
const CROWD = 6;

/** Metres: bodies that overlap this much more than the impatient accept separate first. */
const DEEP = 0.02;

/** How much of a crowd surrounds the agent, from 0 to 1. */
export function crowding({ agents, crowd, outlines, squared }: Hindrances): number {
  if (agents === 0) return 0;
  const closest = compressed(outlines[0], 1) - DEEP;
  if (closest > 0 && squared[0] < closest * closest) return 0;
  return Math.max(0, Math.min(1, (crowd - COMPANY) / (CROWD - COMPANY)));
}

/** The longest headway of an agent that walks against a stream, seconds. */
const AGAINST = 0.3;

/** The time for which the free distance ahead of an agent lasts, seconds: less for one that walks against a stream. */
export function headwayOf(
  { headway, impatientHeadway }: WalkerParameters,
  impatience: number,
  isAgainst = false,
): number {
  const usual = headway + impatience * (impatientHeadway - headway);
  return isAgainst ? Math.min(usual, AGAINST) : usual;
}

/** Metres to the side of the path within which an agent ahead counts. */
const HALF_LANE = 0.25;
/** The gap to an agent ahead that walks at least as fast as this one wants counts this many times: it holds no agent up. */
export const AS_FAST = 3;
/** Smallest cosine between a direction and that of an agent that goes the same way. */
const ALONG = 0.3;

/**
 * The gap along the unit vector (ux, uy) to one of the agents gathered that goes the same way or stands, metres; infinite if
 * it does not count, and AS_FAST times as long to an agent that holds no other up. In a single file every agent ahead counts,
 * and the gap is that between the bodies along the path: no agent passes beside another. Agents that come the other way do
 * not count: they are avoided, not followed.
 */
export function gapAhead(
  near: Hindrances,
  { motion, plan }: Crowd,
  row: number,
  k: number,
  ux: number,
  uy: number,
): number {
  const px = near.x[k];
  const py = near.y[k];
  const along = px * ux + py * uy;
  if (along <= 0) return Number.POSITIVE_INFINITY;
  const side = Math.abs(px * uy - py * ux);
  if (side >= HALF_LANE && !near.isFile) return Number.POSITIVE_INFINITY;
  const touch = compressed(near.outlines[k], near.impatience);
  if (side >= touch) return Number.POSITIVE_INFINITY;
  const other = near.row[k];
  const walks = plan.status[other] === Status.walking;
  if (walks && plan.directionX[other] * ux + plan.directionY[other] * uy <= ALONG) {
    return Number.POSITIVE_INFINITY;
  }
  const gap = along - (near.isFile ? touch : Math.sqrt(touch * touch - side * side));
  const forwards = motion.velocityX[other] * ux + motion.velocityY[other] * uy;
  return forwards >= plan.pace[row] ? AS_FAST * gap : gap;
}

/** The free distance along the unit vector (ux, uy), metres; infinite if no agent is ahead. */
export function freeDistance(near: Hindrances, crowd: Crowd, row: number, ux: number, uy: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < near.agents; k++) {
    const gap = gapAhead(near, crowd, row, k, ux, uy);
    if (gap < least) least = gap;
  }
  return Math.max(0, least);
}

/** Shortens a velocity so that the free distance along it lasts for `time` seconds. */
export function keepHeadway(
  near: Hindrances,
  crowd: Crowd,
  row: number,
  velocity: { x: number; y: number },
  time: number,
): void {
  const speed = Math.sqrt(velocity.x * velocity.x + velocity.y * velocity.y);
  if (speed === 0) return;
  const free = freeDistance(near, crowd, row, velocity.x / speed, velocity.y / speed);
  if (free >= speed * time) return;
  const part = free / (speed * time);
  velocity.x *= part;
  velocity.y *= part;
}

/** Below the first share of its pace an agent stands; above the second it walks freely. */
const STANDS = 0.1;
const WALKS = 0.5;
/** Seconds of standing after which an agent is impatient, and seconds of walking after which it is patient again. */
const LOSES_PATIENCE = 2;
const RECOVERS = 4;
/** An agent is hemmed in if this many others are within ARM metres of its centre: more than in a single file. */
const HEMMED_IN = 7;
const ARM = 1;

/** Agents that stand hemmed in lose their patience; agents that walk get it back. */
export function updateImpatience(near: Hindrances, input: SteeringInput, row: number, pace: number): void {
  const { crowd } = input;
  const { impatience } = crowd.steer as WalkerColumns;
  const { velocityX, velocityY } = crowd.motion;
  const dt = turnOf(input, row);
  const squared = velocityX[row] * velocityX[row] + velocityY[row] * velocityY[row];
  const stands = squared < STANDS * STANDS * pace * pace && crowd.plan.status[row] === Status.walking;
  const isHemmedIn = near.agents >= HEMMED_IN && near.squared[HEMMED_IN - 1] < ARM * ARM;
  if (stands && isHemmedIn) impatience[row] = Math.min(1, impatience[row] + dt / LOSES_PATIENCE);
  else if (squared > WALKS * WALKS * pace * pace)
    impatience[row] = Math.max(0, impatience[row] - dt / RECOVERS);
}
