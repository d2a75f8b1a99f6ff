import { closestOfTarget, GoalKind } from '../../crowd/index.ts';
import { ANY_CLASS, type Choosing, nearestTarget } from './choices.ts';
import { type Direction, DirectionState, type PlanningInput } from './contract.ts';
import { unguided } from './planner.ts';

/** How far ahead the goal of an agent lies that only has a direction, metres: near enough to be planned for often. */
const HORIZON = 5;

/** Lets agents have goals that need no guide; journeys do so. */
export function registerGoalKinds(): void {
  unguided.registered = findUnguidedDirection;
}

/** Writes the direction of a goal kind that needs no guide, and returns the pace it asks for; −1: a guide is needed. */
function findUnguidedDirection(input: PlanningInput, row: number, direction: Direction): number {
  const { plan, traits } = input.crowd;
  switch (plan.goalKind[row]) {
    case GoalKind.direction:
      plan.target[row] = -1;
      direction.x = plan.goalX[row];
      direction.y = plan.goalY[row];
      direction.z = plan.goalZ[row];
      direction.distance = HORIZON;
      direction.state = DirectionState.known;
      direction.isStraight = true;
      return traits.desiredSpeed[row];
    case GoalKind.follow:
      return followField(input, row, direction);
    case GoalKind.flee:
      return runAway(input, row, direction);
    default:
      return -1;
  }
}

/** As a velocity field says, where the agent is: there and that fast, but never faster than it wants to walk. */
function followField(input: PlanningInput, row: number, direction: Direction): number {
  const { crowd, targets, velocityFields } = input;
  const { motion, plan, traits } = crowd;
  const vector = targets.offset;
  vector[0] = 0;
  vector[1] = 0;
  velocityFields[plan.field[row]].sample(motion.x[row], motion.y[row], vector);
  const speed = Math.sqrt(vector[0] * vector[0] + vector[1] * vector[1]);
  plan.target[row] = -1;
  direction.x = speed > 0 ? vector[0] / speed : 0;
  direction.y = speed > 0 ? vector[1] / speed : 0;
  direction.z = 0;
  direction.distance = speed > 0 ? HORIZON : 0;
  direction.state = DirectionState.known;
  direction.isStraight = true;
  return Math.min(speed, traits.desiredSpeed[row]);
}

/** Straight away from the nearest target of the set, as far as is left to the distance that is far enough. */
function runAway(input: PlanningInput, row: number, direction: Direction): number {
  const { crowd, targets } = input;
  const { motion, plan, traits } = crowd;
  const target = nearestTarget(input, row, ANY_CLASS, undefined, false);
  plan.target[row] = target;
  direction.x = 0;
  direction.y = 0;
  direction.z = 0;
  direction.distance = 0;
  direction.state = DirectionState.known;
  direction.isStraight = true;
  if (target < 0) return 0;
  const away = targets.offset;
  closestOfTarget(targets, target, motion.x[row], motion.y[row], away, motion.z[row]);
  let dx = motion.x[row] - away[0];
  let dy = motion.y[row] - away[1];
  let dz = motion.z[row] - away[2];
  let distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  direction.distance = Math.max(0, plan.goalRadius[row] - distance);
  if (distance === 0) {
    // In the middle of a region: away from its own place; and right there: on as it looks.
    dx = motion.x[row] - targets.x[target];
    dy = motion.y[row] - targets.y[target];
    dz = motion.z[row] - targets.z[target];
    distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
  direction.x = distance > 0 ? dx / distance : motion.headingX[row];
  direction.y = distance > 0 ? dy / distance : motion.headingY[row];
  direction.z = distance > 0 ? dz / distance : motion.headingZ[row];
  return traits.desiredSpeed[row];
}

/** Metres to the nearest danger; infinite where there is none. */
export function distanceToDanger(input: Choosing, row: number): number {
  const target = nearestTarget(input, row, ANY_CLASS, undefined, false);
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
