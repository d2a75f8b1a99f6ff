import type { Hindrances } from './nearby.ts';

/** Smallest cosine between the line to a wall and the direction across the path: a wall beside the agent. */
const BESIDE = 0.9;
/** Metres that a passage must be wider than two bodies for people to walk in it side by side. */
const SPARE = 0.1;

/** Whether walls on both sides of a body leave no room for another one beside it: people go in single file there. */
export function isFile(near: Hindrances, radius: number, ex: number, ey: number): boolean {
  let left = Number.POSITIVE_INFINITY;
  let right = Number.POSITIVE_INFINITY;
  for (let wall = 0; wall < near.walls; wall++) {
    const across = near.towardsY[wall] * ex - near.towardsX[wall] * ey;
    if (across > BESIDE) left = Math.min(left, near.gap[wall]);
    else if (across < -BESIDE) right = Math.min(right, near.gap[wall]);
  }
  return left + right < 2 * radius + SPARE;
}
