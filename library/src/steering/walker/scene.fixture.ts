import { type Crowd, enterAgent, reserveAgent, Status } from '../../crowd/index.ts';
import type { SteeringInput } from '../contract.ts';
import { crowdWith, type Ground, inputFor, type Point } from '../scene.fixture.ts';
import { walkerColumns } from './columns.ts';

export type Walker = {
  at: Point;
  velocity?: Point;
  /** The desired velocity. */
  wish?: Point;
  radius?: number;
  aggressiveness?: number;
  /** Whether it walks to a goal; else it stands. */
  walks?: boolean;
  /** Whether it follows a plan. */
  plans?: boolean;
};

export type Scene = Ground & { walkers: readonly Walker[] };

/** Agent n of the list has the id n and lies in row n. */
export function inputOf({ walkers, ...ground }: Scene): SteeringInput {
  const crowd = crowdWith(walkerColumns);
  for (const walker of walkers) placeWalker(crowd, walker);
  return inputFor(crowd, ground);
}

/** The body faces along x: motion in y is sideways. */
function placeWalker(crowd: Crowd, walker: Walker): void {
  const { at, velocity = [0, 0], wish = velocity, radius = 0.5, aggressiveness = 0.5 } = walker;
  const { plans = false, walks = true } = walker;
  const row = enterAgent(crowd, reserveAgent(crowd));
  const { motion, plan, steer, traits } = crowd;
  [motion.x[row], motion.y[row]] = at;
  motion.headingX[row] = 1;
  [motion.velocityX[row], motion.velocityY[row]] = velocity;
  traits.radius[row] = radius;
  traits.aggressiveness[row] = aggressiveness;
  const pace = Math.hypot(...wish);
  plan.pace[row] = pace;
  plan.directionX[row] = pace > 0 ? wish[0] / pace : 1;
  plan.directionY[row] = pace > 0 ? wish[1] / pace : 0;
  plan.status[row] = walks ? Status.walking : Status.arrived;
  plan.localDistance[row] = 20;
  plan.targetSet[row] = -1;
  plan.goalX[row] = at[0] + 20 * plan.directionX[row];
  plan.goalY[row] = at[1] + 20 * plan.directionY[row];
  steer.planLayers[row] = plans ? 4 : 0;
}
