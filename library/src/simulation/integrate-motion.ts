import { requireFiniteDisplacements } from '../environment/index.ts';
import type { World } from './world.ts';

/** Moves all agents by their velocities. */
export function integrateMotion({ crowd, dt }: World): void {
  const { count, dimension, motion, next } = crowd;
  for (let row = 0; row < count; row++) {
    next.x[row] = motion.x[row] + dt * next.velocityX[row];
    next.y[row] = motion.y[row] + dt * next.velocityY[row];
    if (dimension === 3) next.z[row] = motion.z[row] + dt * next.velocityZ[row];
  }
  requireFiniteDisplacements(crowd);
}
