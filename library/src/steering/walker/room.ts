import { type Crowd, Status } from '../../crowd/index.ts';
import type { Hindrances } from './nearby.ts';

/** Metres between bodies within which an agent makes room, and the share of its desired speed with which it does. */
const REACH = 0.6;
const SHARE = 0.5;
/** Smallest cosine between the direction of an agent and the line to one that is in its way. */
const TOWARDS = 0.5;
/** Metres per second: an agent that makes room comes nearer at more than this. */
const COMES = 0.05;

/**
 * Lets an agent that has come to a target of several agents make room for those that come after it: it walks away from
 * agents that head for its place, and from those that make room themselves. Otherwise the first to arrive would block a
 * door before the target. An agent with a place of its own stays there.
 */
export function makeRoom(near: Hindrances, crowd: Crowd, row: number, wish: { x: number; y: number }): void {
  const { motion, plan, traits } = crowd;
  if (plan.status[row] !== Status.arrived || plan.targetSet[row] < 0) return;
  let x = 0;
  let y = 0;
  for (let k = 0; k < near.agents; k++) {
    const other = near.row[k];
    const distance = Math.sqrt(near.squared[k]);
    const gap = distance - traits.radius[row] - traits.radius[other];
    if (gap > REACH || distance === 0) continue;
    const awayX = (motion.x[row] - motion.x[other]) / distance;
    const awayY = (motion.y[row] - motion.y[other]) / distance;
    if (!comesNearer(crowd, other, awayX, awayY)) continue;
    const weight = 1 - Math.max(0, gap) / REACH;
    x += weight * awayX;
    y += weight * awayY;
  }
  const length = Math.sqrt(x * x + y * y);
  if (length === 0) return;
  const speed = (SHARE * traits.desiredSpeed[row] * Math.min(1, length)) / length;
  wish.x = speed * x;
  wish.y = speed * y;
}

function comesNearer({ motion, plan }: Crowd, other: number, awayX: number, awayY: number): boolean {
  if (plan.status[other] === Status.walking) {
    return plan.directionX[other] * awayX + plan.directionY[other] * awayY > TOWARDS;
  }
  return motion.velocityX[other] * awayX + motion.velocityY[other] * awayY > COMES;
}
