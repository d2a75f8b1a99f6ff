import type { Batches } from './batches.ts';
import { createDecisionKernel, type DecisionKernel, decideCompiled, MOST_ROWS } from './decisions.ts';
import type { Frame } from './frame.ts';
import { faceTargets, standStill, steerNormally, turnInPlace } from './normal.ts';
import type { PipelineParameters } from './parameters.ts';
import type { PlanStore } from './plans.ts';
import { steerClear } from './predictive.ts';
import { react } from './reactive.ts';
import { type CompiledRules, compileRules, rules } from './rules.ts';
import { Batch, chooseTechniques, createTechniqueBatches } from './states.ts';
import { followPlan } from './upkeep.ts';

/** Tables and scratch, and a kernel with room for `rows` where one is to be had. */
export type Decider = {
  rules: CompiledRules;
  batches: Batches;
  compiled: boolean;
  rows: number;
  kernel: DecisionKernel | undefined;
};

/** For fewer agents the way into the kernel's memory and back takes longer than the work. */
const FEW = 64;

export function createDecider(compiled: boolean): Decider {
  return {
    rules: compileRules(rules),
    batches: createTechniqueBatches(),
    compiled,
    rows: 0,
    kernel: undefined,
  };
}

/**
 * Chooses the technique and the command of everybody who has just felt about, or follows a plan. No agent's command
 * depends on another's, so that it does not matter which is done first. Compiled where that is to be had and worth it,
 * else in JavaScript: with the same bits. The kernel's columns are copied whole, which is quick as long as most of a
 * column is in use.
 */
export function decide(
  decider: Decider,
  frame: Frame,
  parameters: PipelineParameters,
  store: PlanStore,
): void {
  const { capacity, count, due, dueReaction } = frame;
  const fits = capacity <= MOST_ROWS && due.length === capacity && dueReaction.length === capacity;
  const isFull = count >= FEW && 2 * count >= capacity;
  const isWorthIt = decider.compiled && fits && isFull && doMostReact(frame);
  if (isWorthIt && decider.rows !== capacity) {
    decider.rows = capacity;
    decider.kernel = createDecisionKernel(capacity, decider.rules, parameters);
  }
  if (isWorthIt && decider.kernel) decideByKernel(decider.kernel, frame, parameters, store);
  else decideInBatches(decider, frame, parameters, store);
}

/**
 * Whether about half of the rows have felt about, or more: the kernel takes as long for fewer, the batches do not. Some rows
 * stand for all, the distance between them being odd: turns often go round by a power of two.
 */
function doMostReact({ count, dueReaction }: Frame): boolean {
  const distance = Math.floor(count / FEW) | 1;
  let looked = 0;
  let reacting = 0;
  for (let row = 0; row < count; row += distance) {
    looked++;
    reacting += dueReaction[row];
  }
  return 2 * reacting >= looked;
}

/** The kernel decides for everybody but those who follow plans, who are few. */
export function decideByKernel(
  kernel: DecisionKernel,
  frame: Frame,
  parameters: PipelineParameters,
  store: PlanStore,
): void {
  const { following } = kernel;
  const last = decideCompiled(kernel, frame, parameters);
  for (let at = 0; at < last; at++) followPlan(frame, parameters, store, following[at]);
}

/** Sorts the rows by technique, and then goes through each technique's. */
export function decideInBatches(
  { batches, rules }: Decider,
  frame: Frame,
  parameters: PipelineParameters,
  store: PlanStore,
): void {
  chooseTechniques(frame, parameters, batches);
  standStill(frame, batches);
  steerNormally(frame, batches);
  steerClear(frame, parameters, batches);
  react(frame, parameters, rules, batches);
  turnInPlace(frame, batches);
  faceTargets(frame, parameters, batches);
  const { ends, room, rows } = batches;
  for (let at = Batch.plan * room; at < ends[Batch.plan]; at++) {
    followPlan(frame, parameters, store, rows[at]);
  }
  countStuck(frame, parameters, batches);
}

/** Counts the steps in which walkers got no further than a share of what their pace allows. */
function countStuck(frame: Frame, { stuckShare }: PipelineParameters, { ends, room, rows }: Batches): void {
  const { pace, x, y } = frame;
  const { pastX, pastY, stuck } = frame.own;
  const slow = stuckShare * frame.dt;
  for (let batch = 0; batch < Batch.stand; batch++) {
    const last = ends[batch];
    for (let at = batch * room; at < last; at++) {
      const row = rows[at];
      const dx = x[row] - pastX[row];
      const dy = y[row] - pastY[row];
      const least = slow * pace[row];
      stuck[row] = (stuck[row] + 1) * Number(dx * dx + dy * dy < least * least);
    }
  }
}
