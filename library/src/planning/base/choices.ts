import { type Crowd, closestOfTarget, GoalKind, Status } from '../../crowd/index.ts';
import { type Guide, OWN_GOAL, type PlanningInput } from './contract.ts';

export const ANY_CLASS = -1;

/** What a choice among targets looks at. */
export type Choosing = Pick<PlanningInput, 'crowd' | 'isInSight' | 'targets' | 'targetSets'>;

/**
 * The nearest open target of a class in the agent's set, where sight counts the nearest of those in sight, of those that
 * can be reached if a guide says so; −1: none.
 */
export function nearestTarget<Input extends Choosing>(
  input: Input,
  row: number,
  targetClass = ANY_CLASS,
  reaches?: (input: Input, row: number, target: number) => boolean,
  heedsSight = true,
): number {
  const { crowd, targets, targetSets } = input;
  const isInSight = heedsSight ? input.isInSight : undefined;
  const { motion, plan } = crowd;
  const choices = targetSets[plan.targetSet[row]];
  const closest = targets.offset;
  const x = motion.x[row];
  const y = motion.y[row];
  const z = motion.z[row];
  let nearest = -1;
  let seen = -1;
  let best = Number.POSITIVE_INFINITY;
  let bestSeen = Number.POSITIVE_INFINITY;
  for (let i = 0; i < choices.length; i++) {
    const target = choices[i];
    if (targets.open[target] === 0) continue;
    if (targetClass !== ANY_CLASS && targets.class[target] !== targetClass) continue;
    closestOfTarget(targets, target, x, y, closest, z);
    const dx = closest[0] - x;
    const dy = closest[1] - y;
    const dz = closest[2] - z;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared >= best && (!isInSight || squared >= bestSeen)) continue;
    if (reaches && !reaches(input, row, target)) continue;
    if (squared < best) {
      best = squared;
      nearest = target;
    }
    if (!isInSight || squared >= bestSeen) continue;
    if (!isInSight(x, y, z, closest[0], closest[1], closest[2])) continue;
    bestSeen = squared;
    seen = target;
  }
  return seen >= 0 ? seen : nearest;
}

/** The nearest target of a class that can be reached. The nearest of all is asked for first, since it mostly can be. */
function nearestReached(
  input: PlanningInput,
  row: number,
  targetClass: number,
  reaches: Guide['reaches'],
): number {
  const nearest = nearestTarget(input, row, targetClass);
  if (!reaches || nearest < 0 || reaches(input, row, nearest)) return nearest;
  return nearestTarget(input, row, targetClass, reaches);
}

/** While nothing is known: the target of before, or the first that is open; −1 where all are closed. */
export function anyTarget({ crowd: { plan }, targets, targetSets }: PlanningInput, row: number): number {
  const choices = targetSets[plan.targetSet[row]];
  let first = -1;
  for (let k = 0; k < choices.length; k++) {
    if (targets.open[choices[k]] === 0) continue;
    if (choices[k] === plan.target[row]) return choices[k];
    if (first < 0) first = choices[k];
  }
  return first;
}

/**
 * With several classes of targets: direction and distance of the nearest target of each class that can be reached. Pursued
 * is the one whose class has the greatest weight, and of those the nearest. An own goal is of the first class.
 */
export function findClasses(input: PlanningInput, reaches?: Guide['reaches']): void {
  const { crowd, due, targets } = input;
  const { motion, plan } = crowd;
  const closest = targets.offset;
  for (let row = 0; row < crowd.count; row++) {
    if (due[row] === 0) continue;
    const set = plan.targetSet[row];
    const walks = plan.status[row] === Status.walking && plan.goalKind[row] !== GoalKind.flee;
    let pursued = -1;
    let heaviest = -1;
    let shortest = Number.POSITIVE_INFINITY;
    for (let targetClass = 0; targetClass < crowd.targetClasses; targetClass++) {
      let dx = 0;
      let dy = 0;
      let dz = 0;
      const nearest = set >= 0 && walks ? nearestReached(input, row, targetClass, reaches) : -1;
      if (nearest >= 0) {
        closestOfTarget(targets, nearest, motion.x[row], motion.y[row], closest, motion.z[row]);
        dx = closest[0] - motion.x[row];
        dy = closest[1] - motion.y[row];
        dz = closest[2] - motion.z[row];
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
      const weight = plan[`preference${targetClass}`][row];
      if (weight < heaviest || (weight === heaviest && distance >= shortest)) continue;
      heaviest = weight;
      shortest = distance;
      pursued = nearest;
    }
    // Only now: while it is chosen, the guide may ask which target was pursued before.
    if (set >= 0 && walks) plan.target[row] = pursued;
  }
}

/** With several classes of targets: what the columns of one of them say, in place of the straight line. */
export function setClassDirection(
  { plan }: Crowd,
  row: number,
  targetClass: number,
  x: number,
  y: number,
  z: number,
  distance: number,
): void {
  plan[`direction${targetClass}X`][row] = x;
  plan[`direction${targetClass}Y`][row] = y;
  plan[`direction${targetClass}Z`][row] = z;
  plan[`distance${targetClass}`][row] = distance;
}
