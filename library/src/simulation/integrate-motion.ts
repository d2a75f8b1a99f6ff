import { requireFiniteDisplacements } from '../environment/index.ts';
import { ground } from './ground-part.ts';
import type { World } from './world.ts';

/** Moves all agents by their velocities, and by what carries them. */
export function integrateMotion(world: World): void {
  const { crowd, dt, patches } = world;
  const { count, dimension, motion, next } = crowd;
  for (let row = 0; row < count; row++) {
    next.x[row] = motion.x[row] + dt * next.velocityX[row];
    next.y[row] = motion.y[row] + dt * next.velocityY[row];
    if (dimension === 3) next.z[row] = motion.z[row] + dt * next.velocityZ[row];
  }
  if (patches) ground.registered!.carry(world, patches);
  requireFiniteDisplacements(crowd);
}
