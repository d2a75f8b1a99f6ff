import { addEvent, dropAgent, EventKind, GoalKind, isAtTarget, isRegion, Status } from '../crowd/index.ts';
import { NO_GOAL, OWN_GOAL, TEAM_PLACE } from '../planning/index.ts';
import type { World } from './world.ts';

/** What reachedTarget answers for an agent that is not there. */
export const NOT_THERE = -2;

/** Finds the agents that have reached a goal, and does what the scenario says about arrivals. */
export function recordArrivals(world: World): void {
  const { crowd, arrival, happening, targets } = world;
  if (world.leaving.length < crowd.capacity) world.leaving = new Float64Array(crowd.capacity);
  const { leaving } = world;
  const { count, ids, plan } = crowd;
  const { x, y } = crowd.motion;
  const { assigned, goalRadius, goalX, goalY, stage, startAt, targetSet } = plan;
  let leavingCount = 0;
  for (let row = 0; row < count; row++) {
    // Most are on their way to a goal of their own, on no journey and without a task (all ones: −1 each), and too far from
    // it by x and y alone.
    if ((stage[row] & targetSet[row] & assigned[row]) === OWN_GOAL && startAt[row] === 0) {
      const dx = goalX[row] - x[row];
      const dy = goalY[row] - y[row];
      const radius = goalRadius[row];
      if (dx * dx + dy * dy > radius * radius) continue;
    }
    if (startAt[row] > 0 && !setsOut(world, row)) continue;
    const reached = reachedTarget(world, row);
    const leaves = reached >= 0 && targets.sink[reached] === 1 && plan.goalKind[row] === GoalKind.seek;
    if (leaves) {
      arrive(world, row, reached);
      leaving[leavingCount++] = ids[row];
      continue;
    }
    if (stage[row] >= 0) {
      if (world.parts.goOn(world, row, reached)) leaving[leavingCount++] = ids[row];
      continue;
    }
    if (reached === NOT_THERE) continue;
    arrive(world, row, reached);
    if (arrival === 'stop') plan.status[row] = Status.arrived;
    if (arrival === 'vanish') leaving[leavingCount++] = ids[row];
  }
  if (leavingCount === 0) return;
  // By id, not by row: slots are used again in the order in which they fall free.
  const gone = leaving.subarray(0, leavingCount).sort();
  for (const id of gone) {
    addEvent(happening, EventKind.removed, id, -1, 0);
    dropAgent(crowd, id);
  }
}

/** Whether an agent that has stood so far starts in this step. */
function setsOut(world: World, row: number): boolean {
  const { plan, schedule } = world.crowd;
  if (world.step < plan.startAt[row]) return false;
  plan.startAt[row] = 0;
  if (plan.stage[row] >= 0) world.parts.beginStage(world, row, plan.stage[row]);
  else if (plan.targetSet[row] !== NO_GOAL) plan.status[row] = Status.walking;
  schedule.planning[row] = world.step;
  return true;
}

/** Records that an agent has come to the end of what it was to do, once. */
function arrive(world: World, row: number, reached: number): void {
  const { ids, plan } = world.crowd;
  if (plan.hasArrived[row] === 1) return;
  plan.hasArrived[row] = 1;
  world.arrived++;
  addEvent(world.happening, EventKind.arrival, ids[row], reached, 0);
}

/** The target that the agent is at, −1 at its own goal, NOT_THERE. Of regions, any of its set counts, not only that pursued. */
function reachedTarget({ crowd, targets, targetSets }: World, row: number): number {
  const { motion, plan } = crowd;
  const set = plan.targetSet[row];
  if (plan.status[row] !== Status.walking || set === NO_GOAL) return NOT_THERE;
  // A team says where its members are to be, and when that is an arrival.
  if (plan.assigned[row] === TEAM_PLACE) return NOT_THERE;
  const x = motion.x[row];
  const y = motion.y[row];
  const z = motion.z[row];
  const target = plan.target[row];
  const isTask = target >= 0 && plan.assigned[row] === target;
  if (set === OWN_GOAL && !isTask) {
    const dx = plan.goalX[row] - x;
    const dy = plan.goalY[row] - y;
    const dz = plan.goalZ[row] - z;
    const radius = plan.goalRadius[row];
    // If a coordinate is NaN, the comparison is false: the agent has not arrived.
    return dx * dx + dy * dy + dz * dz <= radius * radius ? -1 : NOT_THERE;
  }
  if (target < 0) return NOT_THERE;
  if (targets.open[target] === 1 && isAtTarget(targets, target, x, y, z)) return target;
  if (targets.regions.count === 0 || isTask) return NOT_THERE;
  const choices = targetSets[set];
  for (let i = 0; i < choices.length; i++) {
    const other = choices[i];
    if (targets.open[other] === 0 || !isRegion(targets, other)) continue;
    if (isAtTarget(targets, other, x, y, z)) return other;
  }
  return NOT_THERE;
}
