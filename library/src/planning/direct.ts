import type { Aim, Direction, Planner, PlanningInput } from './contract.ts';
import { DirectionState } from './contract.ts';
import { createPlanner } from './planner.ts';

/**
 * Straight to the goal: the nearest target of the agent's set, or its own point. Where sight counts, the nearest of those
 * whose centre the agent sees, and only if it sees none the nearest of all.
 */
export function createDirectPlanner(): Planner {
  return createPlanner({ name: 'direct', findDirection });
}

function findDirection(input: PlanningInput, row: number, aim: Aim, direction: Direction): void {
  goStraight(input, row, aim, direction);
  const { motion, plan } = input.crowd;
  const { x, y, z } = motion;
  plan.inSight[row] = input.isInSight?.(x[row], y[row], z[row], aim.x, aim.y, aim.z) ? 1 : 0;
}

/** The way as the crow flies. */
export function goStraight(
  { crowd: { motion } }: PlanningInput,
  row: number,
  aim: Aim,
  direction: Direction,
): void {
  const dx = aim.x - motion.x[row];
  const dy = aim.y - motion.y[row];
  const dz = aim.z - motion.z[row];
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  direction.x = distance > 0 ? dx / distance : motion.headingX[row];
  direction.y = distance > 0 ? dy / distance : motion.headingY[row];
  direction.z = distance > 0 ? dz / distance : motion.headingZ[row];
  direction.distance = distance;
  direction.ahead = distance;
  direction.state = DirectionState.known;
  direction.isStraight = true;
}
