import { GoalKind, type Patches, Status } from '../crowd/index.ts';
import { crossesDoor, opensFrom } from '../crowd/patches.ts';
import { distanceToSegmentSquared } from '../geometry/index.ts';
import { BRAKING } from './gate-braking.ts';
import { haveSameGoal } from './rest.ts';
import { mapOf } from './scenario/check-walkable.ts';
import type { World } from './world.ts';

/** Metres from which on an agent waits: from its body to a shut door or the body before it. */
const GAP = 0.1;
/** Metres along its direction in which an agent at a door crosses it. */
const ACROSS = 2;

/** Scratch: the rows that wait, in the order in which they are found, and a mark for each row. */
let queue = new Int32Array(0);
let waits = new Uint8Array(0);
/** Scratch: 1 for each door that is shut now, and that its schedule opens later. */
let opens = new Uint8Array(0);

/**
 * Agents stand still that are at a shut door which its schedule opens later, and those behind them with the same goal.
 * Otherwise models that know nothing of doors would look for a gap without end.
 */
export function waitAtDoors(world: World, patches: Patches): void {
  const { crowd } = world;
  if (!findDoors(world, patches)) return;
  if (queue.length < crowd.capacity) {
    queue = new Int32Array(crowd.capacity);
    waits = new Uint8Array(crowd.capacity);
  }
  let count = 0;
  for (let row = 0; row < crowd.count; row++) {
    waits[row] = isAtDoor(world, patches, row) ? 1 : 0;
    if (waits[row] === 1) queue[count++] = row;
  }
  for (let k = 0; k < count; k++) count = addThoseBehind(world, queue[k], count);
  for (let k = 0; k < count; k++) stand(world, queue[k]);
}

/** Marks the doors at which agents wait; false where there are none. */
function findDoors({ dt, step }: World, { doorOpen, list }: Patches): boolean {
  if (opens.length < doorOpen.length) opens = new Uint8Array(doorOpen.length);
  let door = 0;
  let found = 0;
  for (const patch of list) {
    if (patch.kind !== 'door') continue;
    opens[door] = doorOpen[door] === 0 && opensFrom(patch, step, dt) ? 1 : 0;
    found += opens[door++];
  }
  return found > 0;
}

function isAtDoor(
  { crowd: { motion, plan, traits }, planners }: World,
  { doorOpen, doors }: Patches,
  row: number,
): boolean {
  if (!(plan.pace[row] > 0) || plan.status[row] !== Status.walking) return false;
  // Without a map, agents find a door by walking along its wall.
  if (!mapOf(planners.list[plan.planner[row]].settings)) return false;
  const x = motion.x[row];
  const y = motion.y[row];
  const toX = x + ACROSS * plan.directionX[row];
  const toY = y + ACROSS * plan.directionY[row];
  const reach = traits.radius[row] + GAP;
  for (let door = 0; door < doorOpen.length; door++) {
    if (opens[door] === 0 || !isWithin(doors, 4 * door, x, y, reach)) continue;
    if (crossesDoor(doors, door, x, y, toX, toY)) return true;
  }
  return false;
}

function isWithin(doors: Float64Array, door: number, x: number, y: number, reach: number): boolean {
  const [ax, ay, bx, by] = [doors[door], doors[door + 1], doors[door + 2], doors[door + 3]];
  return distanceToSegmentSquared(x, y, ax, ay, bx, by) < reach * reach;
}

/** Adds to the queue those that walk up to the back of an agent which waits; returns how many are in it now. */
function addThoseBehind({ crowd, environment }: World, row: number, count: number): number {
  const { motion, plan, traits } = crowd;
  const { counts, items, starts } = environment.perception.agents;
  const end = starts[row] + counts[row];
  let after = count;
  for (let entry = starts[row]; entry < end; entry++) {
    const other = items[entry];
    if (waits[other] === 1 || !(plan.pace[other] > 0) || plan.goalKind[other] !== GoalKind.seek) continue;
    const dx = motion.x[row] - motion.x[other];
    const dy = motion.y[row] - motion.y[other];
    const radii = traits.radius[row] + traits.radius[other];
    const along = dx * plan.directionX[other] + dy * plan.directionY[other];
    const squared = dx * dx + dy * dy;
    const reach = radii + GAP;
    // It is before the other, by 45° at most.
    const isBefore = along > 0 && 2 * along * along >= squared && squared < reach * reach;
    if (!isBefore || !haveSameGoal(crowd, other, row)) continue;
    waits[other] = 1;
    queue[after++] = other;
  }
  return after;
}

/** Brakes an agent until it stands, and lets it look where it looks. */
function stand({ crowd: { motion, next }, dt }: World, row: number): void {
  const vx = motion.velocityX[row];
  const vy = motion.velocityY[row];
  const speed = Math.sqrt(vx * vx + vy * vy);
  const share = speed > BRAKING * dt ? 1 - (BRAKING * dt) / speed : 0;
  next.velocityX[row] = share * vx;
  next.velocityY[row] = share * vy;
  next.headingX[row] = motion.headingX[row];
  next.headingY[row] = motion.headingY[row];
}
