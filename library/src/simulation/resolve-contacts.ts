import type { Crowd } from '../crowd/index.ts';
import { formerViews, resolveContacts as resolveAll } from '../environment/index.ts';
import type { World } from './world.ts';

/** Keeps bodies out of one another and out of walls, and lists the agents that entered or left a view. */
export function resolveContacts(world: World): void {
  const { contacts, crowd, dt, environment, happening, obstacles, seed, solids } = world;
  if (world.scenario.contacts !== 'none') {
    resolveAll(contacts, environment, { crowd, obstacles, solids }, seed, dt, happening, hardCores(world));
    slowDown(crowd, dt);
  }
  if (environment.events)
    environment.index.events(dt, happening, { former: formerViews(environment.views, crowd) });
}

/** The radius of each agent's hard core, metres. */
function hardCores(world: World): Float64Array {
  const { crowd, models } = world;
  const { radius, steering } = crowd.traits;
  if (models.every(({ hardCore }) => hardCore === 1)) return radius;
  if (world.cores.length < crowd.capacity) world.cores = new Float64Array(crowd.capacity);
  for (let row = 0; row < crowd.count; row++) world.cores[row] = models[steering[row]].hardCore * radius[row];
  return world.cores;
}

/** Gives agents that a contact has moved the velocity that they really had, at most as fast as the one they chose. */
function slowDown({ count, motion, next }: Crowd, dt: number): void {
  for (let row = 0; row < count; row++) {
    const vx = next.velocityX[row];
    const vy = next.velocityY[row];
    const vz = next.velocityZ[row];
    const { x, y, z } = motion;
    // The sums of integrateMotion: equal to the bit where no contact has moved the agent.
    if (
      next.x[row] === x[row] + dt * vx &&
      next.y[row] === y[row] + dt * vy &&
      next.z[row] === z[row] + dt * vz
    )
      continue;
    const wentX = (next.x[row] - x[row]) / dt;
    const wentY = (next.y[row] - y[row]) / dt;
    const wentZ = (next.z[row] - z[row]) / dt;
    const chosen = vx * vx + vy * vy + vz * vz;
    const real = wentX * wentX + wentY * wentY + wentZ * wentZ;
    const part = real > chosen ? Math.sqrt(chosen / real) : 1;
    next.velocityX[row] = part * wentX;
    next.velocityY[row] = part * wentY;
    next.velocityZ[row] = part * wentZ;
  }
}
