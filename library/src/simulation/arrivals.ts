import { addEvent, dropAgent, EventKind, Status } from '../crowd/index.ts';
import { NO_GOAL, OWN_GOAL } from '../planning/index.ts';
import type { World } from './world.ts';

/** Notes who has reached a goal, and does what the scenario says is to happen then. */
export function noteArrivals(world: World): void {
  const { crowd, targets, arrival, leaving, happening } = world;
  const { motion, plan } = crowd;
  let leavingCount = 0;
  for (let row = 0; row < crowd.count; row++) {
    if (plan.status[row] !== Status.walking || plan.targetSet[row] === NO_GOAL) continue;
    const target = plan.targetSet[row] === OWN_GOAL ? -1 : plan.target[row];
    if (plan.targetSet[row] !== OWN_GOAL && target < 0) continue;
    const dx = (target < 0 ? plan.goalX[row] : targets.x[target]) - motion.x[row];
    const dy = (target < 0 ? plan.goalY[row] : targets.y[target]) - motion.y[row];
    const dz = (target < 0 ? plan.goalZ[row] : targets.z[target]) - motion.z[row];
    const radius = target < 0 ? plan.goalRadius[row] : targets.radius[target];
    // Written so that a place that is no number has not arrived.
    if (!(dx * dx + dy * dy + dz * dz <= radius * radius)) continue;
    if (plan.hasArrived[row] === 0) {
      plan.hasArrived[row] = 1;
      world.arrived++;
      addEvent(happening, EventKind.arrival, crowd.ids[row], target, 0);
    }
    if (arrival === 'stop') plan.status[row] = Status.arrived;
    if (arrival === 'vanish') leaving[leavingCount++] = crowd.ids[row];
  }
  if (leavingCount === 0) return;
  // By id, not by row: slots are used again in the order in which they fall free.
  const ids = leaving.subarray(0, leavingCount).sort();
  for (const id of ids) {
    addEvent(happening, EventKind.removed, id, -1, 0);
    dropAgent(crowd, id);
  }
}
