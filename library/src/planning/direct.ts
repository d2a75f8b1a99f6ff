import { Status } from '../crowd/index.ts';
import { NO_GOAL, OWN_GOAL, type Planner, type PlanningInput } from './contract.ts';

/**
 * An agent that turns at ω and walks at v cannot reach a point nearer than v/ω beside it: it would circle it for ever.
 * Where the way straight ahead misses the goal, the pace stays below this share of ω times the distance, which
 * lets the heading win. docs/models/speed.md.
 */
const TURNING_SHARE = 0.5;

/** Straight to the goal: the nearest target of the agent's set, or its own point. */
export function createDirectPlanner(): Planner {
  return { name: 'direct', updatePlans };
}

function updatePlans({ crowd, targets, targetSets, due, turnRate }: PlanningInput): void {
  const { motion, plan, traits } = crowd;
  for (let row = 0; row < crowd.count; row++) {
    if (due[row] === 0) continue;
    const set = plan.targetSet[row];
    if (set === NO_GOAL || plan.status[row] !== Status.walking) {
      plan.pace[row] = 0;
      plan.directionX[row] = 0;
      plan.directionY[row] = 0;
      continue;
    }
    let goalX = plan.goalX[row];
    let goalY = plan.goalY[row];
    let radius = plan.goalRadius[row];
    if (set !== OWN_GOAL) {
      const choices = targetSets[set];
      let best = Number.POSITIVE_INFINITY;
      for (let i = 0; i < choices.length; i++) {
        const dx = targets.x[choices[i]] - motion.x[row];
        const dy = targets.y[choices[i]] - motion.y[row];
        if (dx * dx + dy * dy < best) {
          best = dx * dx + dy * dy;
          plan.target[row] = choices[i];
        }
      }
      goalX = targets.x[plan.target[row]];
      goalY = targets.y[plan.target[row]];
      radius = targets.radius[plan.target[row]];
    }
    const dx = goalX - motion.x[row];
    const dy = goalY - motion.y[row];
    const distance = Math.sqrt(dx * dx + dy * dy);
    const forward = motion.headingX[row] * dx + motion.headingY[row] * dy;
    const aside = Math.abs(motion.headingY[row] * dx - motion.headingX[row] * dy);
    const misses = aside > radius || forward < 0;
    const turning = TURNING_SHARE * turnRate * distance;
    plan.pace[row] = misses ? Math.min(traits.desiredSpeed[row], turning) : traits.desiredSpeed[row];
    plan.directionX[row] = distance > 0 ? dx / distance : motion.headingX[row];
    plan.directionY[row] = distance > 0 ? dy / distance : motion.headingY[row];
    plan.goalDistance[row] = distance;
  }
}
