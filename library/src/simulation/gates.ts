import type { Patches } from '../crowd/index.ts';
import { crossesDoor, crossesGate } from '../crowd/patches.ts';
import { distanceToSegmentSquared } from '../geometry/index.ts';
import type { World } from './world.ts';

/*
 * Gates and doors hold agents where they were. The contacts have to know of it: a body may only go where the bodies in
 * front of it really leave. So agents that cannot pass are held before the contacts, and those that contacts push on are
 * held while bodies are held back from each other.
 */

/** Holds the agents that want to pass where none can pass in this step. */
export function stopAtGates(world: World, patches: Patches): void {
  if (!hasGates(patches)) return;
  const { crowd, dt, step } = world;
  const { doorGap, doorNext, doorOpen, doors } = patches;
  const { motion, next } = crowd;
  const end = (step + 1) * dt;
  for (let row = 0; row < crowd.count; row++) {
    let isHeld = isBarred(world, patches, row);
    for (let door = 0; door < doorOpen.length && !isHeld; door++) {
      const isShutNow = doorGap[door] > 0 && doorNext[door] > end;
      isHeld = isShutNow && crossesDoor(doors, door, motion.x[row], motion.y[row], next.x[row], next.y[row]);
    }
    if (isHeld) hold(world, row);
  }
}

/**
 * Agents stay where they were that would cross a gate against its direction, enter a shut door, or pass one too soon.
 * Marks their rows; returns whether there are any.
 */
export function holdAtGates(world: World, patches: Patches, isMoved?: Uint8Array): boolean {
  if (!hasGates(patches)) return false;
  let isAny = false;
  for (let row = 0; row < world.crowd.count; row++) {
    if (!isBarred(world, patches, row)) continue;
    hold(world, row, isMoved);
    isAny = true;
  }
  for (let door = 0; door < patches.doorOpen.length; door++) {
    if (patches.doorGap[door] === 0) continue;
    const rows = rowsThrough(world, patches, door);
    const places = countPlaces(world, patches, door, rows.length);
    for (const row of rows.slice(places)) hold(world, row, isMoved);
    if (rows.length > places) isAny = true;
  }
  return isAny;
}

/** Stores when each door lets the next agent through, now that it is known which agents pass. */
export function countThrough(world: World, patches: Patches): void {
  const { doorGap, doorNext, doorOpen } = patches;
  for (let door = 0; door < doorOpen.length; door++) {
    if (doorGap[door] === 0) continue;
    const count = rowsThrough(world, patches, door).length;
    for (let k = 0; k < count; k++) doorNext[door] = nextAfter(world, patches, door, doorNext[door]);
  }
}

function hasGates({ doorOpen, gates }: Patches): boolean {
  return gates.length + doorOpen.length > 0;
}

function isBarred({ crowd: { motion, next, traits } }: World, patches: Patches, row: number): boolean {
  const { x, y } = motion;
  return (
    crossesGate(patches, x[row], y[row], next.x[row], next.y[row]) ||
    entersShutDoor(patches, x[row], y[row], next.x[row], next.y[row], traits.radius[row])
  );
}

function hold({ crowd: { motion, next } }: World, row: number, isMoved?: Uint8Array): void {
  next.x[row] = motion.x[row];
  next.y[row] = motion.y[row];
  if (isMoved) isMoved[row] = 1;
}

/** Whether a body comes nearer to a shut door than its radius. One that is in the doorway may leave. */
function entersShutDoor(
  { doorOpen, doors }: Patches,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  radius: number,
): boolean {
  for (let door = 0; door < doorOpen.length; door++) {
    if (doorOpen[door] === 1) continue;
    const [ax, ay, bx, by] = doors.subarray(4 * door, 4 * door + 4);
    const after = distanceToSegmentSquared(toX, toY, ax, ay, bx, by);
    if (after < radius * radius && after < distanceToSegmentSquared(fromX, fromY, ax, ay, bx, by))
      return true;
  }
  return false;
}

/** The agents that cross a door in this step, in the order of their ids. */
function rowsThrough({ crowd }: World, { doors }: Patches, door: number): number[] {
  const { ids, motion, next } = crowd;
  const rows: number[] = [];
  for (let row = 0; row < crowd.count; row++) {
    if (crossesDoor(doors, door, motion.x[row], motion.y[row], next.x[row], next.y[row])) rows.push(row);
  }
  return rows.sort((a, b) => ids[a] - ids[b]);
}

/** How many of `count` agents a door lets through in this step, each at a time after the one before it. */
function countPlaces(world: World, patches: Patches, door: number, count: number): number {
  const end = (world.step + 1) * world.dt;
  let time = patches.doorNext[door];
  let places = 0;
  while (places < count && time <= end) {
    time = nextAfter(world, patches, door, time);
    places++;
  }
  return places;
}

/** When a door lets the next agent through after one that passes now. */
function nextAfter({ dt, step }: World, { doorGap }: Patches, door: number, time: number): number {
  return Math.max(time, step * dt) + doorGap[door];
}
