import type { Batches } from './batches.ts';
import { fallIn } from './fall-in.ts';
import { findCrowded, pushApart } from './forces.ts';
import type { Frame } from './frame.ts';
import { faceTargets, standStill, steerNormally, turnInPlace } from './normal.ts';
import type { PipelineParameters } from './parameters.ts';
import type { PlanStore } from './plans.ts';
import { steerClear } from './predictive.ts';
import { react } from './reactive.ts';
import type { CompiledRules } from './rules.ts';
import { Batch, chooseTechniques } from './states.ts';
import { followPlan } from './upkeep.ts';

/**
 * Chooses the technique and the command of all agents that have just used their feelers or follow a plan. No agent's
 * command depends on another's, so the order does not matter.
 */
export function decide(
  frame: Frame,
  parameters: PipelineParameters,
  rules: CompiledRules,
  store: PlanStore,
  batches: Batches,
): void {
  chooseTechniques(frame, parameters, batches);
  standStill(frame, batches);
  steerNormally(frame, batches);
  steerClear(frame, parameters, batches);
  if (parameters.reaction === 'crowd') findCrowded(frame, parameters, batches);
  react(frame, parameters, rules, batches);
  pushApart(frame, parameters, batches);
  turnInPlace(frame, batches);
  faceTargets(frame, parameters, batches);
  fallIn(frame, batches);
  const { ends, room, rows } = batches;
  for (let at = Batch.plan * room; at < ends[Batch.plan]; at++)
    followPlan(frame, parameters, store, rows[at]);
  countStuck(frame, parameters, batches);
}

/** Counts the steps in which walkers are slower than a share of their pace. */
function countStuck(frame: Frame, { stuckShare }: PipelineParameters, { ends, room, rows }: Batches): void {
  const { pace, velocityX, velocityY } = frame;
  const { stuck } = frame.own;
  // The batches of agents that walk, which come first.
  for (let batch = 0; batch < Batch.stand; batch++) {
    const last = ends[batch];
    for (let at = batch * room; at < last; at++) {
      const row = rows[at];
      const vx = velocityX[row];
      const vy = velocityY[row];
      const least = stuckShare * pace[row];
      stuck[row] = (stuck[row] + 1) * Number(vx * vx + vy * vy < least * least);
    }
  }
}
