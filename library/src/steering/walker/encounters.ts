import { type Crowd, GoalKind, Status } from '../../crowd/index.ts';

/** Largest cosine between the directions of two agents that walk against each other. */
const AGAINST = -0.3;

/**
 * Whether the agent of a row walks against another one: in opposite directions, and not to the same place. Two agents that
 * approach a door along its wall from both sides are not oncoming.
 */
export function isOncoming({ motion, plan }: Crowd, row: number, other: number): boolean {
  const { directionX, directionY, goalKind, goalX, goalY, status, target, targetSet } = plan;
  if (status[other] !== Status.walking) return false;
  if (directionX[row] * directionX[other] + directionY[row] * directionY[other] > AGAINST) return false;
  if (goalKind[row] !== GoalKind.seek || goalKind[other] !== GoalKind.seek) return true;
  if (targetSet[row] >= 0 || targetSet[other] >= 0) {
    return targetSet[row] !== targetSet[other] || target[row] !== target[other];
  }
  const { x, y } = motion;
  const aheadX = (goalX[row] - x[row]) * (goalX[other] - x[other]);
  const aheadY = (goalY[row] - y[row]) * (goalY[other] - y[other]);
  return aheadX + aheadY <= 0;
}

/** Whether the agent is nearer to its goal than another one to its own; ids decide between equals. */
export function isFirst({ ids, plan: { goalDistance } }: Crowd, row: number, other: number): boolean {
  return (
    goalDistance[row] < goalDistance[other] ||
    (goalDistance[row] === goalDistance[other] && ids[row] < ids[other])
  );
}
