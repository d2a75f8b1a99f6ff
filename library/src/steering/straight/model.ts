import { Status } from '../../crowd/index.ts';
import type { SteeringInput, SteeringModel } from '../contract.ts';

/**
 * Walks straight to the local target at the desired pace, as if alone: a baseline for scores. In the plane. If the scenario's
 * contacts are "none", it walks through agents and obstacles.
 */
export function createStraightModel(): SteeringModel {
  return { name: 'straight', computeControls: walk };
}

function walk({ crowd, dt, members }: SteeringInput): void {
  const { next, plan } = crowd;
  for (let row = 0; row < crowd.count; row++) {
    if (members && members[row] === 0) continue;
    const towardsX = plan.directionX[row];
    const towardsY = plan.directionY[row];
    const stands = plan.status[row] !== Status.walking || (towardsX === 0 && towardsY === 0);
    // Does not overshoot the goal.
    const speed = stands ? 0 : Math.min(plan.pace[row], plan.goalDistance[row] / dt);
    next.velocityX[row] = speed * towardsX;
    next.velocityY[row] = speed * towardsY;
    if (stands) continue;
    next.headingX[row] = towardsX;
    next.headingY[row] = towardsY;
  }
}
