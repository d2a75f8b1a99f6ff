import { type Aim, type Direction, DirectionState, type PlanningInput } from './contract.ts';

/** The straight line to the aim. */
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
