import type { Patches } from '../crowd/index.ts';
import { createPatches, doorsOf, patchAt, shareOn } from '../crowd/patches.ts';
import { limitFormerView } from '../environment/index.ts';
import { addHash, type Hash64, hashBytes } from '../numerics/index.ts';
import { registerUneven } from '../planning/uneven/index.ts';
import { brakeAtGates } from './gate-braking.ts';
import { countThrough, holdAtGates, stopAtGates } from './gates.ts';
import type { WorldParts } from './parts.ts';
import type { Scenario } from './scenario/schema.ts';
import type { GroundPatch } from './scenario/schema-ground.ts';
import type { World } from './world.ts';

/*
 * Ground that changes walking. The velocity of an agent is that of walking: what carries it comes on top. Factors and
 * smoke change the speed and the view of agents inside a step alone; between two steps they have their own.
 */

function createGround({ ground }: Scenario): Patches | undefined {
  registerUneven();
  return ground.length > 0 ? createPatches(ground) : undefined;
}

/** Adds a part of the ground, or puts it in the place of the one of its name; without one, takes that away. */
function setGround(world: World, name: string, patch: GroundPatch | undefined): void {
  const list = world.patches?.list ?? [];
  const place = list.findIndex((one) => one.name === name);
  const others = list.filter((_, k) => k !== place);
  if (patch) others.splice(place < 0 ? others.length : place, 0, patch);
  world.patches = createPatches(others, (world.patches?.revision ?? 0) + 1, world.patches);
}

/** Opens or shuts a door. */
function openDoor(world: World, name: string, open: boolean): void {
  const door = doorsOf(world.patches?.list ?? []).find((one) => one.name === name);
  if (door && door.open !== open) setGround(world, name, { ...door, open } as GroundPatch);
}

/** Opens and shuts the doors whose time has come: at the beginning of the first step that is not earlier. */
function runDoors(world: World, patches: Patches): void {
  const { dt, step } = world;
  for (const { name, schedule = [] } of doorsOf(patches.list)) {
    for (const { at, open } of schedule) {
      // Rounding must not delay a time that is a multiple of dt by a step.
      if (Math.ceil(at / dt - 1e-6) === step) openDoor(world, name, open);
    }
  }
}

/** Finds the agents that stand on the ground's regions, and shortens the view of those in smoke. */
function enterPatches({ crowd, environment }: World, patches: Patches): void {
  const { capacity, count, ids, motion, traits } = crowd;
  const { visibility } = patches;
  if (patches.rows.length < capacity) {
    patches.rows = new Int32Array(capacity);
    patches.of = new Int32Array(capacity);
    for (const name of ['view', 'pace', 'speed'] as const) patches[name] = new Float64Array(capacity);
  }
  patches.view.set(traits.viewRadius);
  patches.rowCount = 0;
  for (let row = 0; row < count; row++) {
    const patch = patchAt(patches, motion.x[row], motion.y[row]);
    patches.of[row] = patch;
    if (patch < 0) continue;
    patches.rows[patches.rowCount++] = row;
    if (visibility[patch] < traits.viewRadius[row]) traits.viewRadius[row] = visibility[patch];
    if (environment.events) limitFormerView(environment.views, ids[row], visibility[patch]);
  }
}

/** The view at the end of a step is that of the place where it ends: events see it change on the way. */
function lookFromEnd({ crowd: { count, next, traits } }: World, patches: Patches): void {
  if (!patches.hasSmoke) return;
  for (let row = 0; row < count; row++) {
    const patch = patchAt(patches, next.x[row], next.y[row]);
    const seen = patch < 0 ? Number.POSITIVE_INFINITY : patches.visibility[patch];
    traits.viewRadius[row] = Math.min(patches.view[row], seen);
  }
}

/** Gives agents their own view again. */
function leavePatches({ crowd: { count, traits } }: World, { hasSmoke, view }: Patches): void {
  if (hasSmoke) traits.viewRadius.set(view.subarray(0, count));
}

/** Agents want to be slower (or faster) on the regions while models steer them. */
function slowDown({ crowd: { plan, traits } }: World, patches: Patches): void {
  const { of, pace, rowCount, rows, speed } = patches;
  for (let k = 0; k < rowCount; k++) {
    const row = rows[k];
    const share = shareOn(patches, of[row], plan.directionX[row], plan.directionY[row]);
    pace[k] = plan.pace[row];
    speed[k] = traits.desiredSpeed[row];
    plan.pace[row] *= share;
    traits.desiredSpeed[row] *= share;
  }
}

function speedUp({ crowd: { plan, traits } }: World, { pace, rowCount, rows, speed }: Patches): void {
  for (let k = 0; k < rowCount; k++) {
    plan.pace[rows[k]] = pace[k];
    traits.desiredSpeed[rows[k]] = speed[k];
  }
}

/** Moves agents on belts. */
function carry({ crowd: { next }, dt }: World, { carryX, carryY, of, rowCount, rows }: Patches): void {
  for (let k = 0; k < rowCount; k++) {
    const row = rows[k];
    next.x[row] += dt * carryX[of[row]];
    next.y[row] += dt * carryY[of[row]];
  }
}

/** When doors let the next agent through, and what commands have made of the ground. */
function addGroundHashes({ doorGap, doorNext, list, revision }: Patches, total: Hash64): void {
  if (doorGap.some((gap) => gap > 0)) {
    const { buffer, byteLength } = doorNext;
    addHash(total, hashBytes(new Uint8Array(buffer, 0, byteLength), 4));
  }
  if (revision === 0) return;
  const text = JSON.stringify(list);
  const units = Uint8Array.from(text, (unit) => unit.charCodeAt(0) & 255);
  addHash(total, hashBytes(units, 3));
}

export const groundParts = {
  createGround,
  setGround,
  openDoor,
  runDoors,
  enterPatches,
  lookFromEnd,
  leavePatches,
  slowDown,
  speedUp,
  brakeAtGates,
  carry,
  stopAtGates,
  holdAtGates,
  countThrough,
  addGroundHashes,
} satisfies Partial<WorldParts>;
