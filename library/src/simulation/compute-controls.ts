import type { SteeringInput } from '../steering/index.ts';
import { markPhase } from './schedule.ts';
import type { World } from './world.ts';

/** Lets the steering model decide how the agents that are due move next; the others keep their controls. */
export function computeControls(world: World): void {
  const { crowd, steering } = world;
  const { motion, next } = crowd;
  next.turnRate.set(motion.turnRate);
  next.speed.set(motion.speed);
  if (crowd.dimension === 3) {
    next.turnX.set(motion.turnX);
    next.turnY.set(motion.turnY);
  }
  for (let k = 0; k < crowd.weights; k++) next[`weight${k}`].set(motion[`weight${k}`]);
  if (markPhase(world, 'steering') === 0) return;
  if (steering.predicts) markPhase(world, 'prediction');
  steering.computeControls(steeringInputOf(world));
}

/** What the world shows its steering model. */
export function steeringInputOf(world: World): SteeringInput {
  const { clock, crowd, due, dt, environment, events, news } = world;
  const { obstacles, seed, solids, step } = world;
  const { close, perception } = environment;
  return {
    crowd,
    perception,
    obstacles,
    solids,
    events,
    hearsay: news?.hearsay,
    due: due.steering,
    duePrediction: due.prediction,
    dueReaction: due.reaction,
    close: close.lists,
    clock,
    seed,
    step,
    dt,
  };
}
