import { type Crowd, needPart, type Patches } from '../crowd/index.ts';
import { neighbourEvents, resolveContacts as resolveAll } from '../environment/index.ts';
import { ground } from './ground-part.ts';
import { coreOf } from './steering.ts';
import type { World } from './world.ts';

/** Keeps bodies out of each other and out of walls, and lists the agents that entered or left a view. */
export function resolveContacts(world: World): void {
  const { crowd, dt, environment, happening, obstacles, patches, step } = world;
  const isSolid = world.scenario.contacts !== 'none';
  if (patches) ground.registered!.stop(world, patches);
  if (isSolid) keepApart(world);
  else if (patches) ground.registered!.hold(world, patches);
  if (patches) ground.registered!.countThrough(world, patches);
  if (isSolid) slowDown(crowd, dt, patches);
  if (!environment.events) return;
  if (patches) ground.registered!.lookFromEnd(world, patches);
  needPart(neighbourEvents).findStepEvents(environment, crowd, obstacles, dt, (step + 1) * dt, happening);
}

function keepApart(world: World): void {
  const { contacts, crowd, dt, environment, happening, obstacles, patches, seed, solids } = world;
  const surroundings = { crowd, obstacles, solids };
  const barriers = patches && ((isMoved: Uint8Array) => ground.registered!.hold(world, patches, isMoved));
  resolveAll(contacts, environment, surroundings, seed, dt, happening, hardCores(world), barriers);
}

/** The radius of each agent's hard core, metres. */
function hardCores(world: World): Float64Array {
  const { crowd, models } = world;
  const { radius, steering } = crowd.traits;
  if (models.every(({ hardCore }) => hardCore === 1)) return radius;
  if (world.cores.length < crowd.capacity) world.cores = new Float64Array(crowd.capacity);
  for (let row = 0; row < crowd.count; row++) world.cores[row] = coreOf(models[steering[row]], radius[row]);
  return world.cores;
}

/**
 * Gives agents that a contact has moved the velocity that they really had, without what carries them, at most as fast as
 * the one they chose.
 */
function slowDown({ count, motion, next }: Crowd, dt: number, patches: Patches | undefined): void {
  for (let row = 0; row < count; row++) {
    const vx = next.velocityX[row];
    const vy = next.velocityY[row];
    const vz = next.velocityZ[row];
    const { x, y, z } = motion;
    const patch = patches ? patches.of[row] : -1;
    const carryX = patch < 0 ? 0 : patches!.carryX[patch];
    const carryY = patch < 0 ? 0 : patches!.carryY[patch];
    // The sums of integrateMotion: equal to the bit where no contact has moved the agent.
    if (
      next.x[row] === x[row] + dt * vx + dt * carryX &&
      next.y[row] === y[row] + dt * vy + dt * carryY &&
      next.z[row] === z[row] + dt * vz
    )
      continue;
    const wentX = (next.x[row] - x[row]) / dt - carryX;
    const wentY = (next.y[row] - y[row]) / dt - carryY;
    const wentZ = (next.z[row] - z[row]) / dt;
    const chosen = vx * vx + vy * vy + vz * vz;
    const real = wentX * wentX + wentY * wentY + wentZ * wentZ;
    const part = real > chosen ? Math.sqrt(chosen / real) : 1;
    next.velocityX[row] = part * wentX;
    next.velocityY[row] = part * wentY;
    next.velocityZ[row] = part * wentZ;
  }
}
