import { closestOfObstacle, speedOf } from '../crowd/index.ts';
import { PATIENCE, STANDS } from './rest.ts';
import type { World } from './world.ts';

/** Smallest cosine between a direction and the line to a wall that is across it. */
const ACROSS = 0.7;

/** Times PATIENCE: an agent that has walked along a wall for as long does not get round it. */
const ALONG = 4;

/** Whether an agent that walks in a direction stands before a wall that is across it, or has walked along one. */
export function isAtWall({ crowd, dt, environment, itinerary, obstacles }: World, row: number): boolean {
  const { motion, plan, traits } = crowd;
  if (crowd.dimension === 3) return false;
  if (speedOf(motion, row) > STANDS && plan.held[row] * dt < ALONG * PATIENCE) return false;
  const { counts, items, starts } = environment.perception.obstacles;
  const { point } = itinerary;
  for (let entry = starts[row]; entry < starts[row] + counts[row]; entry++) {
    closestOfObstacle(obstacles, items[entry], motion.x[row], motion.y[row], point);
    const distance = Math.sqrt(point[0] * point[0] + point[1] * point[1]);
    const along = point[0] * plan.directionX[row] + point[1] * plan.directionY[row];
    const gap = distance - obstacles.radius[items[entry]] - traits.radius[row];
    if (gap < traits.radius[row] && along > ACROSS * distance) return true;
  }
  return false;
}
