import type { Patches } from '../crowd/index.ts';
import type { World } from './world.ts';

/** Metres per second² with which agents brake before a gate or a door that does not let them through. */
export const BRAKING = 2;
/** The share of the distance to it that they walk in a step at most. */
const STEP_SHARE = 0.25;

/** An agent on its straight path to a line: where it meets the line, and how it gets there. */
type Approach = {
  row: number;
  /** The unit vector towards the line. */
  towardsX: number;
  towardsY: number;
  /** Metres to the line, and metres per second towards it. */
  distance: number;
  speed: number;
};

/**
 * Agents that walk up to a gate or a door that does not let them through brake in time, and continue along it. Otherwise it
 * would stop them at once, and those behind would run into them.
 */
export function brakeAtGates(world: World, patches: Patches): void {
  const { doorGap, doorOpen, doors, gates } = patches;
  for (let k = 0; k < gates.length; k += 4) brakeAtGate(world, gates, k);
  for (let door = 0; door < doorOpen.length; door++) {
    if (doorOpen[door] === 0) brakeAtShutDoor(world, doors, 4 * door);
    else if (doorGap[door] > 0) {
      brakeAtDoor(world, doors, 4 * door, patches.doorNext[door], doorGap[door]);
    }
  }
}

/** Scratch: most agents are on their way to no line, so that nothing is allocated for them. */
const met: Approach = { row: 0, towardsX: 0, towardsY: 0, distance: 0, speed: 0 };

/** Agents pass a gate from its right to its left only. */
function brakeAtGate(world: World, lines: Float64Array, line: number): void {
  const alongX = lines[line + 2] - lines[line];
  const alongY = lines[line + 3] - lines[line + 1];
  for (let row = 0; row < world.crowd.count; row++) {
    if (!meets(world, lines, line, row)) continue;
    const isAgainst = met.towardsX * alongY - met.towardsY * alongX > 0;
    if (isAgainst) brake(world, met, met.distance, 0);
  }
}

function brakeAtShutDoor(world: World, lines: Float64Array, line: number): void {
  const { count, traits } = world.crowd;
  for (let row = 0; row < count; row++) {
    if (meets(world, lines, line, row)) brake(world, met, met.distance - traits.radius[row], 0);
  }
}

/** A door with a rate lets those through first that are there first; each of the others comes when its time has come. */
function brakeAtDoor(world: World, lines: Float64Array, line: number, next: number, gap: number): void {
  const { crowd, dt, step } = world;
  const comers: Approach[] = [];
  for (let row = 0; row < crowd.count; row++) {
    if (meets(world, lines, line, row) && met.speed > fastestAt(met.distance, dt)) comers.push({ ...met });
  }
  const { ids } = crowd;
  comers.sort((a, b) => a.distance * b.speed - b.distance * a.speed || ids[a.row] - ids[b.row]);
  const now = step * dt;
  let time = Math.max(next, now);
  for (const approach of comers) {
    // A step in which the time comes is not too early.
    const left = time - now - dt;
    brake(world, approach, approach.distance, left > 0 ? approach.distance / left : Number.POSITIVE_INFINITY);
    time += gap;
  }
}

/** The speed at which an agent can still stop within a distance. */
function fastestAt(distance: number, dt: number): number {
  return Math.min(Math.sqrt(2 * BRAKING * distance), (STEP_SHARE * distance) / dt);
}

/** Limits the speed towards a line so that the agent stops within a distance; `allowed` m/s are no faster than it may. */
function brake({ crowd, dt }: World, approach: Approach, distance: number, allowed: number): void {
  const { row, speed, towardsX, towardsY } = approach;
  const excess = speed - Math.max(fastestAt(Math.max(0, distance), dt), allowed);
  if (!(excess > 0)) return;
  crowd.next.velocityX[row] -= excess * towardsX;
  crowd.next.velocityY[row] -= excess * towardsY;
}

/** Whether an agent meets a line if it continues straight, and does not stand on it; `met` then says how. */
function meets({ crowd }: World, lines: Float64Array, line: number, row: number): boolean {
  const { motion, next } = crowd;
  const alongX = lines[line + 2] - lines[line];
  const alongY = lines[line + 3] - lines[line + 1];
  const squared = alongX * alongX + alongY * alongY;
  const fromX = motion.x[row] - lines[line];
  const fromY = motion.y[row] - lines[line + 1];
  const vx = next.velocityX[row];
  const vy = next.velocityY[row];
  const aside = alongX * fromY - alongY * fromX;
  const across = alongX * vy - alongY * vx;
  if (!(aside * across < 0)) return false;
  const time = -aside / across;
  const part = ((fromX + time * vx) * alongX + (fromY + time * vy) * alongY) / squared;
  if (!(part >= 0 && part <= 1)) return false;
  const length = Math.sqrt(squared);
  const side = aside > 0 ? length : -length;
  met.row = row;
  met.towardsX = alongY / side;
  met.towardsY = -alongX / side;
  met.distance = Math.abs(aside) / length;
  met.speed = Math.abs(across) / length;
  return true;
}
