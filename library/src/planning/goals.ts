import { closestOfTarget, GoalKind } from '../crowd/index.ts';
import { type PlanningInput, type Way, WayState } from './contract.ts';

/** How far ahead the goal of somebody lies who only has a direction, metres: near enough to be planned for often. */
const HORIZON = 5;

/** Writes the direction of a goal kind that needs no guide, and returns the pace it asks for; −1: a guide is needed. */
export function findGuidelessWay(input: PlanningInput, row: number, way: Way): number {
  const { plan, traits } = input.crowd;
  switch (plan.goalKind[row]) {
    case GoalKind.direction:
      plan.target[row] = -1;
      way.x = plan.goalX[row];
      way.y = plan.goalY[row];
      way.z = plan.goalZ[row];
      way.distance = HORIZON;
      way.state = WayState.known;
      way.isStraight = true;
      return traits.desiredSpeed[row];
    case GoalKind.follow:
      return followField(input, row, way);
    case GoalKind.flee:
      return runAway(input, row, way);
    default:
      return -1;
  }
}

/** As a velocity field says, where the agent is: there and that fast, but never faster than it wants to walk. */
function followField(input: PlanningInput, row: number, way: Way): number {
  const { crowd, targets, velocityFields } = input;
  const { motion, plan, traits } = crowd;
  const vector = targets.offset;
  vector[0] = 0;
  vector[1] = 0;
  velocityFields[plan.field[row]].sample(motion.x[row], motion.y[row], vector);
  const speed = Math.sqrt(vector[0] * vector[0] + vector[1] * vector[1]);
  plan.target[row] = -1;
  way.x = speed > 0 ? vector[0] / speed : 0;
  way.y = speed > 0 ? vector[1] / speed : 0;
  way.z = 0;
  way.distance = speed > 0 ? HORIZON : 0;
  way.state = WayState.known;
  way.isStraight = true;
  return Math.min(speed, traits.desiredSpeed[row]);
}

/** Straight away from the nearest target of the set, as far as is left to the distance that is far enough. */
function runAway(input: PlanningInput, row: number, way: Way): number {
  const { crowd, targets } = input;
  const { motion, plan, traits } = crowd;
  const target = nearestDanger(input, row);
  plan.target[row] = target;
  way.x = 0;
  way.y = 0;
  way.z = 0;
  way.distance = 0;
  way.state = WayState.known;
  way.isStraight = true;
  if (target < 0) return 0;
  const away = targets.offset;
  closestOfTarget(targets, target, motion.x[row], motion.y[row], away, motion.z[row]);
  let dx = motion.x[row] - away[0];
  let dy = motion.y[row] - away[1];
  let dz = motion.z[row] - away[2];
  let distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  way.distance = Math.max(0, plan.goalRadius[row] - distance);
  if (distance === 0) {
    // In the middle of a region: away from its own place; and right there: on as it looks.
    dx = motion.x[row] - targets.x[target];
    dy = motion.y[row] - targets.y[target];
    dz = motion.z[row] - targets.z[target];
    distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
  way.x = distance > 0 ? dx / distance : motion.headingX[row];
  way.y = distance > 0 ? dy / distance : motion.headingY[row];
  way.z = distance > 0 ? dz / distance : motion.headingZ[row];
  return traits.desiredSpeed[row];
}

/** The nearest open target of the agent's set, seen or not; −1: none is open. */
function nearestDanger({ crowd, targets, targetSets }: Dangers, row: number): number {
  const { motion, plan } = crowd;
  const choices = targetSets[plan.targetSet[row]];
  const closest = targets.offset;
  let nearest = -1;
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < choices.length; i++) {
    const target = choices[i];
    if (targets.open[target] === 0) continue;
    closestOfTarget(targets, target, motion.x[row], motion.y[row], closest, motion.z[row]);
    const dx = closest[0] - motion.x[row];
    const dy = closest[1] - motion.y[row];
    const dz = closest[2] - motion.z[row];
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared >= best) continue;
    best = squared;
    nearest = target;
  }
  return nearest;
}

type Dangers = Pick<PlanningInput, 'crowd' | 'targets' | 'targetSets'>;

/** Metres to the nearest danger; infinite where there is none. */
export function distanceToDanger(input: Dangers, row: number): number {
  const target = nearestDanger(input, row);
  if (target < 0) return Number.POSITIVE_INFINITY;
  const { crowd, targets } = input;
  const { motion } = crowd;
  const closest = targets.offset;
  closestOfTarget(targets, target, motion.x[row], motion.y[row], closest, motion.z[row]);
  const dx = closest[0] - motion.x[row];
  const dy = closest[1] - motion.y[row];
  const dz = closest[2] - motion.z[row];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}
