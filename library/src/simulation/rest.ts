import { type Crowd, GoalKind, Status, speedOf } from '../crowd/index.ts';
import type { World } from './world.ts';

/** Seconds without progress after which an agent may rest. */
export const PATIENCE = 3;
/** How far the body is that an agent rests behind, from centre to centre, as a multiple of the two radii. */
const REACH = 2.5;
/** Metres: bodies whose radii add up to less count as so large, since some models keep a distance of their own. */
const SLIM = 0.5;
/** Metres per second: slower agents stand. */
export const STANDS = 0.05;
/** An agent whose goal is nearer than this share of its radius is as near as a crowd lets it come. */
const COVER = 0.5;
/** Unit vectors whose difference is shorter lead to the same place. */
const ALIKE = 0.7;
/** Others with the same goal from which on they are a crowd. An agent among fewer looks for a gap until it finds one. */
const CROWD = 6;
/** Steps without progress from one look at what is ahead to the next. */
const LOOK = 4;

/**
 * Lets agents rest that cannot get nearer to their goals because others stand there, or a wall does: docs/models/contacts.md.
 * An agent that has made no progress for some time rests behind another at rest that has the same goal. The first to rest
 * are those whose goal is covered by one of them, and those that walk in a direction which ends at a wall. An agent gets
 * up when the one before it moves on. A crowd that waits for its turn at a door never rests, since none of it is at its
 * goal. Agents at rest are not due to steer.
 */
export function restAgents(world: World): void {
  const { crowd, dt, due } = world;
  if (world.stops.length < crowd.count) world.stops = new Uint8Array(crowd.capacity);
  const { stops } = world;
  const { held, rests } = crowd.plan;
  const { velocityX, velocityY, velocityZ } = crowd.motion;
  recordProgress(world);
  for (let row = 0; row < crowd.count; row++) {
    const looks = rests[row] === 1 ? held[row] > 0 : held[row] * dt >= PATIENCE && held[row] % LOOK === 0;
    stops[row] = looks && isStopped(world, row) ? 1 : 0;
  }
  for (let row = 0; row < crowd.count; row++) {
    if (rests[row] > stops[row]) held[row] = 0;
    rests[row] = stops[row];
    if (rests[row] === 0) continue;
    due.steering[row] = 0;
    velocityX[row] = 0;
    velocityY[row] = 0;
    velocityZ[row] = 0;
  }
}

/** Keeps agents at rest where they are, whatever their models have written. */
export function holdResting({ count, motion, next, plan }: Crowd): void {
  for (let row = 0; row < count; row++) {
    if (plan.rests[row] === 0) continue;
    next.velocityX[row] = 0;
    next.velocityY[row] = 0;
    next.velocityZ[row] = 0;
    next.headingX[row] = motion.headingX[row];
    next.headingY[row] = motion.headingY[row];
    next.headingZ[row] = motion.headingZ[row];
  }
}

/** Counts the steps since each agent has last got nearer to its goal by a radius; 0 where it may not rest. */
function recordProgress({ arrival, crowd, dt, targets }: World): void {
  const { directionX, directionY, directionZ, goalKind, held, pace, progress, status, target } = crowd.plan;
  const { velocityX, velocityY, velocityZ } = crowd.motion;
  const { radius } = crowd.traits;
  for (let row = 0; row < crowd.count; row++) {
    const nearer =
      progress[row] +
      dt *
        (velocityX[row] * directionX[row] +
          velocityY[row] * directionY[row] +
          velocityZ[row] * directionZ[row]);
    // A place that agents leave when they are there is never full.
    const stays =
      goalKind[row] === GoalKind.direction ||
      (goalKind[row] === GoalKind.seek &&
        arrival !== 'vanish' &&
        !(target[row] >= 0 && targets.sink[target[row]] === 1));
    const isHeld = stays && status[row] === Status.walking && pace[row] > 0 && nearer < radius[row];
    progress[row] = isHeld ? nearer : 0;
    held[row] = isHeld ? held[row] + 1 : 0;
  }
}

/** Whether something is before the agent that makes it rest. */
function isStopped(world: World, row: number): boolean {
  const { crowd, parts } = world;
  const { goalDistance, goalKind } = crowd.plan;
  const isDirection = goalKind[row] === GoalKind.direction;
  // Its own body covers its goal, where no agent is before it.
  const isThere = !isDirection && goalDistance[row] < COVER * crowd.traits.radius[row];
  if ((isThere || isBlocked(world, row)) && isInCrowd(world, row)) return true;
  return isDirection && parts.isAtWall(world, row);
}

/** Whether an agent with the same goal is before it that is at rest, or covers the goal and gets no nearer either. */
function isBlocked({ crowd, dt, environment }: World, row: number): boolean {
  const { motion, plan, traits } = crowd;
  const { radius } = traits;
  const { x, y, z } = motion;
  const ux = plan.directionX[row];
  const uy = plan.directionY[row];
  const uz = plan.directionZ[row];
  const isDirection = plan.goalKind[row] === GoalKind.direction;
  const ownX = x[row];
  const ownY = y[row];
  const ownZ = z[row];
  const ownRadius = radius[row];
  const { counts, items, starts } = environment.perception.agents;
  const end = starts[row] + counts[row];
  for (let entry = starts[row]; entry < end; entry++) {
    const other = items[entry];
    const dx = x[other] - ownX;
    const dy = y[other] - ownY;
    const dz = z[other] - ownZ;
    const along = dx * ux + dy * uy + dz * uz;
    const squared = dx * dx + dy * dy + dz * dz;
    const radii = Math.max(SLIM, ownRadius + radius[other]);
    const reach = REACH * radii;
    if (!(along > 0 && squared <= reach * reach && squared - along * along <= radii * radii)) continue;
    const left = plan.goalDistance[row] - along;
    const aside = squared - along * along + left * left;
    const covers = !isDirection && plan.held[other] * dt >= PATIENCE && aside < radii * radii;
    if ((covers || isAtRest(crowd, other)) && haveSameGoal(crowd, row, other)) return true;
  }
  return false;
}

/** Whether those with the same goal that it perceives are a crowd. */
function isInCrowd({ crowd, environment }: World, row: number): boolean {
  const { counts, items, starts } = environment.perception.agents;
  const end = starts[row] + counts[row];
  let others = 0;
  for (let entry = starts[row]; entry < end && others < CROWD; entry++) {
    if (haveSameGoal(crowd, row, items[entry])) others++;
  }
  return others === CROWD;
}

/** An agent that waits in a queue or stays at a stage is not at rest: it moves on, and others pass it until then. */
function isAtRest({ motion, plan }: Crowd, row: number): boolean {
  return plan.rests[row] === 1 || (plan.status[row] === Status.arrived && speedOf(motion, row) < STANDS);
}

/** Goals far away are the same where a crowd around one of them would cover the other. */
export function haveSameGoal({ plan, traits }: Crowd, row: number, other: number): boolean {
  const { goalDistance, goalKind, goalX, goalY, goalZ, target } = plan;
  if (target[row] !== target[other] || goalKind[row] !== goalKind[other]) return false;
  if (target[row] >= 0) return true;
  const dx = goalX[row] - goalX[other];
  const dy = goalY[row] - goalY[other];
  const dz = goalZ[row] - goalZ[other];
  const within =
    goalKind[row] === GoalKind.direction
      ? ALIKE
      : Math.max(
          2 * (traits.radius[row] + traits.radius[other]),
          0.5 * Math.min(goalDistance[row], goalDistance[other]),
        );
  return dx * dx + dy * dy + dz * dz < within * within;
}
