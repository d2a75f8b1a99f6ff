import { GoalKind, hasAgent, type Patches, rowOf, Status } from '../crowd/index.ts';
import { createPatches, opensFrom, patchAt, scheduleOf, shareOn, stepOf } from '../crowd/patches.ts';
import type { Queue } from '../crowd/queues.ts';
import { limitFormerView } from '../environment/index.ts';
import {
  addHash,
  createHash,
  finishHash,
  type Hash64,
  hashBytes,
  hashDouble,
  resetHash,
} from '../numerics/index.ts';
import type { Command } from './command-schema.ts';
import { waitAtDoors } from './door-waiting.ts';
import { brakeAtGates } from './gate-braking.ts';
import { countThrough, holdAtGates, stopAtGates } from './gates.ts';
import { checkGroundChange } from './ground-checks.ts';
import type { GroundParts } from './ground-part.ts';
import { addJourney, createItinerary } from './itinerary.ts';
import { beginStage, goOn } from './journeys.ts';
import { beginQueue, runQueues } from './queues.ts';
import type { GroundPatch } from './scenario/schema-ground.ts';
import type { World } from './world.ts';

/*
 * Ground that changes walking. The velocity of an agent is that of walking: what carries it comes on top. Factors and
 * smoke change the speed and the view of agents inside a step alone; between two steps they have their own.
 */

/** Adds a part of the ground, or puts it in the place of the one of its name; without one, takes that away. */
function setGround(world: World, name: string, patch: GroundPatch | undefined): void {
  const list = world.patches?.list ?? [];
  const place = list.findIndex((one) => one.name === name);
  const others = list.filter((_, k) => k !== place);
  if (patch) others.splice(place < 0 ? others.length : place, 0, patch);
  const before = world.patches?.queues ?? [];
  world.patches = createPatches(others, (world.patches?.revision ?? 0) + 1, world.patches);
  for (const queue of before) if (!others.some((one) => one.name === queue.name)) disband(world, queue);
}

/** Agents of a queue that is gone choose another one of their stage, or continue with their journeys. */
function disband(world: World, { count, members }: Queue): void {
  const { crowd, itinerary } = world;
  for (let member = 0; member < count; member++) {
    const row = hasAgent(crowd, members.id[member]) ? rowOf(crowd, members.id[member]) : -1;
    const stage = row < 0 ? undefined : itinerary.stages[crowd.plan.stage[row]];
    if (stage?.kind !== GoalKind.queue) continue;
    if (crowd.plan.status[row] === Status.idle) crowd.plan.status[row] = Status.walking;
    beginQueue(world, row, stage.queues);
  }
}

/** Opens or shuts a door or a queue. */
function openDoor(world: World, name: string, open: boolean): void {
  const found = world.patches?.list.find((one) => one.name === name);
  if (found && 'open' in found && found.open !== open)
    setGround(world, name, { ...found, open } as GroundPatch);
}

function apply(world: World, command: Command): void {
  if (command.kind === 'set-ground') setGround(world, command.ground.name, command.ground as GroundPatch);
  else if (command.kind === 'remove-ground') setGround(world, command.ground, undefined);
  else if (command.kind === 'open-door') openDoor(world, command.door, command.open);
}

/** Doors and queues open and shut when their time has come; queues move on. */
function begin(world: World, patches: Patches): void {
  const { dt, step } = world;
  for (const patch of patches.list) {
    for (const { at, open } of scheduleOf(patch))
      if (stepOf(at, dt) === step) openDoor(world, patch.name, open);
  }
  runQueues(world, world.patches!);
}

/** Whether a door or a queue opens by its schedule in a step to come. */
function opensLater({ dt, step }: World, { list }: Patches): boolean {
  return list.some((patch) => opensFrom(patch, step, dt));
}

function sendToQueue(world: World, row: number, name: string): void {
  const { itinerary, scenario, targetSets } = world;
  const journey = { stages: [{ kind: 'queue' as const, queues: [name] }], loop: false };
  beginStage(world, row, addJourney(scenario, itinerary, targetSets, journey));
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

/** When doors let the next agent through, who waits where, and what commands have made of the ground. */
function addGroundHashes({ doorGap, doorNext, list, queues, revision }: Patches, total: Hash64): void {
  for (let queue = 0; queue < queues.length; queue++) addQueueHashes(queues[queue], queue, total);
  if (doorGap.some((gap) => gap > 0)) {
    const { buffer, byteLength } = doorNext;
    addHash(total, hashBytes(new Uint8Array(buffer, 0, byteLength), 4));
  }
  if (revision === 0) return;
  const text = JSON.stringify(list);
  const units = Uint8Array.from(text, (unit) => unit.charCodeAt(0) & 255);
  addHash(total, hashBytes(units, 3));
}

/** The members in the line with their numbers in it; those that come have no order. */
function addQueueHashes({ count, joined, members }: Queue, queue: number, total: Hash64): void {
  for (let member = 0; member < count; member++) {
    resetHash(scratch);
    hashDouble(scratch, queue);
    hashDouble(scratch, member < joined ? member : -1);
    for (const column of Object.values(members)) hashDouble(scratch, column[member]);
    finishHash(scratch);
    addHash(total, scratch);
  }
}

const scratch = createHash();

export const groundParts: GroundParts = {
  create: (list) => createPatches(list),
  apply,
  begin,
  opensLater,
  beginQueue,
  sendToQueue,
  enter: enterPatches,
  lookFromEnd,
  leave: leavePatches,
  slowDown,
  speedUp,
  brake: (world, patches) => {
    waitAtDoors(world, patches);
    brakeAtGates(world, patches);
  },
  carry,
  stop: stopAtGates,
  hold: holdAtGates,
  countThrough,
  addHashes: addGroundHashes,
  checkChange: checkGroundChange,
  journeys: {
    createItinerary,
    beginStage,
    goOn,
    addJourney: ({ itinerary, scenario, targetSets }, journey) =>
      addJourney(scenario, itinerary, targetSets, journey),
    drawDwell: () => 0,
  },
};
