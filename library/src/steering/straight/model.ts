import { Status } from '../../crowd/index.ts';
import type { SteeringInput, SteeringModel } from '../contract.ts';

/**
 * Walks straight to the local target at the desired pace, as if alone: a baseline for scores. In the plane. If the scenario's
 * contacts are "none", it walks through agents and obstacles.
 */
export function createStraightModel(): SteeringModel {
  return { name: 'straight', computeControls() {}, integrateMotion: walk };
}

function walk({ crowd, dt, members }: SteeringInput): void {
  const { motion, next, plan } = crowd;
  for (let row = 0; row < crowd.count; row++) {
    if (members && members[row] === 0) continue;
    const stands =
      plan.status[row] !== Status.walking || (plan.directionX[row] === 0 && plan.directionY[row] === 0);
    const headingX = stands ? motion.headingX[row] : plan.directionX[row];
    const headingY = stands ? motion.headingY[row] : plan.directionY[row];
    // Does not overshoot the goal.
    const speed = stands ? 0 : Math.min(plan.pace[row], plan.goalDistance[row] / dt);
    next.headingX[row] = headingX;
    next.headingY[row] = headingY;
    next.speed[row] = speed;
    next.turnRate[row] = 0;
    next.x[row] = motion.x[row] + speed * dt * headingX;
    next.y[row] = motion.y[row] + speed * dt * headingY;
    next.z[row] = motion.z[row];
  }
}
