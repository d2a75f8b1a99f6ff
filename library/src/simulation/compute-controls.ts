import { createNearLists } from '../crowd/index.ts';
import type { SteeringInput } from '../steering/index.ts';
import { checkVelocities } from './check-velocities.ts';
import { ground } from './ground-part.ts';
import { holdResting, restAgents } from './rest.ts';
import { markPhase } from './schedule.ts';
import { forEachModel } from './steering.ts';
import type { World } from './world.ts';

/** Lets each steering model write the next velocity and heading of its agents, which are the present ones before. */
export function computeControls(world: World): void {
  const { crowd, models, patches } = world;
  const { motion, next } = crowd;
  markPhase(world, 'steering');
  restAgents(world);
  next.velocityX.set(motion.velocityX);
  next.velocityY.set(motion.velocityY);
  next.headingX.set(motion.headingX);
  next.headingY.set(motion.headingY);
  if (crowd.dimension === 3) {
    next.velocityZ.set(motion.velocityZ);
    next.headingZ.set(motion.headingZ);
  }
  if (models.some(({ model }) => model.predicts)) markPhase(world, 'prediction');
  if (patches) ground.registered!.slowDown(world, patches);
  forEachModel(world, (model, members) => {
    model.computeControls(steeringInputOf(world, members));
    checkVelocities(world, model, members);
  });
  holdResting(crowd);
  if (!patches) return;
  ground.registered!.speedUp(world, patches);
  ground.registered!.brake(world, patches);
}

const none = createNearLists();

const steeringPhases = ['steering', 'prediction', 'reaction'] as const;

/** The marks of agents that are due, of the members of one model alone. */
function dueAmong(world: World, members: Uint8Array): World['due'] {
  const { capacity, count } = world.crowd;
  const { due, ownDue } = world;
  for (const phase of steeringPhases) {
    if (ownDue[phase].length < capacity) ownDue[phase] = new Uint8Array(capacity);
    const own = ownDue[phase];
    const all = due[phase];
    // A phase that no model asked for has no marks.
    if (all.length < count) continue;
    for (let row = 0; row < count; row++) own[row] = all[row] & members[row];
  }
  return ownDue;
}

/** What the world shows a steering model; `members` as forEachModel gives them. */
export function steeringInputOf(world: World, members?: Uint8Array): SteeringInput {
  const { clock, crowd, dt, environment, events, news } = world;
  const { obstacles, seed, solids, step } = world;
  const { close, perception } = environment;
  const due = members ? dueAmong(world, members) : world.due;
  return {
    crowd,
    perception,
    obstacles,
    solids,
    events,
    hearsay: news?.hearsay,
    passages: world.parts.passages,
    members,
    due: due.steering,
    duePrediction: due.prediction,
    dueReaction: due.reaction,
    close: close ? close.lists : none,
    clock,
    seed,
    step,
    dt,
  };
}
