import { Status } from '../crowd/index.ts';
import { NO_GOAL, OWN_GOAL, type Planner, type PlanningInput } from './contract.ts';

/**
 * An agent that turns at ω and walks at v cannot reach a point nearer than v/ω beside it: it would circle it for ever.
 * Where the way straight ahead misses the goal, the pace stays below this share of ω times the distance, which
 * lets the heading win. docs/models/speed.md.
 */
const TURNING_SHARE = 0.5;
const ANY_CLASS = -1;

/**
 * Straight to the goal: the nearest target of the agent's set, or its own point. Where sight counts, the nearest of those
 * whose centre the agent sees, and only if it sees none the nearest of all.
 */
export function createDirectPlanner(): Planner {
  return { name: 'direct', updatePlans };
}

function updatePlans(input: PlanningInput): void {
  const { crowd, targets, due, isInSight, turnRate } = input;
  const { motion, plan, traits } = crowd;
  if (crowd.targetClasses > 1) findClasses(input);
  for (let row = 0; row < crowd.count; row++) {
    if (due[row] === 0) continue;
    const set = plan.targetSet[row];
    if (set === NO_GOAL || plan.status[row] !== Status.walking) {
      plan.pace[row] = 0;
      plan.directionX[row] = 0;
      plan.directionY[row] = 0;
      plan.directionZ[row] = 0;
      plan.goalDistance[row] = 0;
      plan.inSight[row] = 0;
      continue;
    }
    let goalX = plan.goalX[row];
    let goalY = plan.goalY[row];
    let goalZ = plan.goalZ[row];
    let radius = plan.goalRadius[row];
    if (set !== OWN_GOAL) {
      if (crowd.targetClasses === 1) {
        plan.target[row] = nearestTarget(input, row, ANY_CLASS);
      }
      goalX = targets.x[plan.target[row]];
      goalY = targets.y[plan.target[row]];
      goalZ = targets.z[plan.target[row]];
      radius = targets.radius[plan.target[row]];
    }
    const dx = goalX - motion.x[row];
    const dy = goalY - motion.y[row];
    const dz = goalZ - motion.z[row];
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const ux = motion.headingX[row];
    const uy = motion.headingY[row];
    const uz = motion.headingZ[row];
    const forward = ux * dx + uy * dy + uz * dz;
    // How far the way straight ahead passes by: the size of the goal's place across the heading.
    const acrossX = dy * uz - dz * uy;
    const acrossY = dz * ux - dx * uz;
    const acrossZ = uy * dx - ux * dy;
    const aside = Math.sqrt(acrossX * acrossX + acrossY * acrossY + acrossZ * acrossZ);
    const misses = aside > radius || forward < 0;
    const turning = TURNING_SHARE * turnRate * distance;
    plan.pace[row] = misses ? Math.min(traits.desiredSpeed[row], turning) : traits.desiredSpeed[row];
    plan.directionX[row] = distance > 0 ? dx / distance : ux;
    plan.directionY[row] = distance > 0 ? dy / distance : uy;
    plan.directionZ[row] = distance > 0 ? dz / distance : uz;
    plan.goalDistance[row] = distance;
    const { x, y, z } = motion;
    plan.inSight[row] = isInSight?.(x[row], y[row], z[row], goalX, goalY, goalZ) ? 1 : 0;
  }
}

/** The nearest target of a class in the agent's set, where sight counts the nearest of those in sight; −1: none. */
function nearestTarget(
  { crowd, isInSight, targets, targetSets }: PlanningInput,
  row: number,
  targetClass: number,
): number {
  const { motion, plan } = crowd;
  const choices = targetSets[plan.targetSet[row]];
  const x = motion.x[row];
  const y = motion.y[row];
  const z = motion.z[row];
  let nearest = -1;
  let seen = -1;
  let best = Number.POSITIVE_INFINITY;
  let bestSeen = Number.POSITIVE_INFINITY;
  for (let i = 0; i < choices.length; i++) {
    const target = choices[i];
    if (targetClass !== ANY_CLASS && targets.class[target] !== targetClass) continue;
    const dx = targets.x[target] - x;
    const dy = targets.y[target] - y;
    const dz = targets.z[target] - z;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared < best) {
      best = squared;
      nearest = target;
    }
    if (!isInSight || squared >= bestSeen) continue;
    if (!isInSight(x, y, z, targets.x[target], targets.y[target], targets.z[target])) continue;
    bestSeen = squared;
    seen = target;
  }
  return seen >= 0 ? seen : nearest;
}

/**
 * With several classes of targets: direction and distance of the nearest target of each class. Pursued is the one whose
 * class has the greatest weight, and of those the nearest. An own goal is of the first class.
 */
function findClasses(input: PlanningInput): void {
  const { crowd, due, targets } = input;
  const { motion, plan } = crowd;
  for (let row = 0; row < crowd.count; row++) {
    if (due[row] === 0) continue;
    const set = plan.targetSet[row];
    const walks = plan.status[row] === Status.walking;
    let heaviest = -1;
    let shortest = Number.POSITIVE_INFINITY;
    for (let targetClass = 0; targetClass < crowd.targetClasses; targetClass++) {
      let dx = 0;
      let dy = 0;
      let dz = 0;
      const nearest = set >= 0 && walks ? nearestTarget(input, row, targetClass) : -1;
      if (nearest >= 0) {
        dx = targets.x[nearest] - motion.x[row];
        dy = targets.y[nearest] - motion.y[row];
        dz = targets.z[nearest] - motion.z[row];
      }
      if (set === OWN_GOAL && walks && targetClass === 0) {
        dx = plan.goalX[row] - motion.x[row];
        dy = plan.goalY[row] - motion.y[row];
        dz = plan.goalZ[row] - motion.z[row];
      }
      const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const inverse = distance > 0 ? 1 / distance : 0;
      plan[`direction${targetClass}X`][row] = dx * inverse;
      plan[`direction${targetClass}Y`][row] = dy * inverse;
      plan[`direction${targetClass}Z`][row] = dz * inverse;
      plan[`distance${targetClass}`][row] = distance;
      if (nearest < 0) continue;
      const weight = motion[`weight${targetClass}`][row];
      if (weight < heaviest || (weight === heaviest && distance >= shortest)) continue;
      heaviest = weight;
      shortest = distance;
      plan.target[row] = nearest;
    }
  }
}
