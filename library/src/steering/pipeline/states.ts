import { Status } from '../../crowd/index.ts';
import { type Batches, clearBatches, createBatches } from './batches.ts';
import { State, Touch } from './columns.ts';
import type { Frame } from './frame.ts';
import type { PipelineParameters } from './parameters.ts';

/** What an agent steers by. */
export const Technique = { normal: 0, predictive: 1, reactive: 2, plan: 3, turn: 4 } as const;

/**
 * Besides the techniques: the reactive agents that forces steer, agents that stand, and agents that turn to their targets in
 * any technique.
 */
export const Batch = { ...Technique, crowd: 5, stand: 6, face: 7 } as const;

/** Bits of an agent's situation. */
const Condition = { onPlan: 1, unforeseen: 2, turning: 4, touched: 8, threatened: 16, waiting: 32 } as const;
const SITUATIONS = 64;

/** In a loop the engine looks up an import again in every iteration, but it knows the constants of the module. */
const { arrived } = Status;
const { normal, proactive, spaceTime, turning, waiting } = State;
const { agent, nothing } = Touch;
const { stand } = Batch;

type Conditions = readonly (keyof typeof Condition)[];

/**
 * The six rules of Singh et al. (2011), §3.1; the first that matches applies: on a plan that an unforeseen agent blocks; on a
 * plan; facing the wrong way; feelers touch; a threat, or waiting for one to pass; nothing.
 */
export const priorities = [
  { when: ['onPlan', 'unforeseen'], use: 'reactive' },
  { when: ['onPlan'], use: 'plan' },
  { when: ['turning'], use: 'turn' },
  { when: ['touched'], use: 'reactive' },
  { when: ['threatened'], use: 'predictive' },
  { when: [], use: 'normal' },
] as const satisfies readonly { when: Conditions; use: keyof typeof Technique }[];

/** The state for each situation, again the first that matches: a waiting agent counts as threatened too. */
const states = [
  { when: ['onPlan'], state: 'spaceTime' },
  { when: ['turning'], state: 'turning' },
  { when: ['waiting'], state: 'waiting' },
  { when: ['threatened'], state: 'proactive' },
  { when: [], state: 'normal' },
] as const satisfies readonly { when: Conditions; state: keyof typeof State }[];

/** The technique and the state for every set of conditions. */
const techniqueOf: Uint8Array = tabulate((situation) => Technique[firstMatch(priorities, situation).use]);
const stateOf: Uint8Array = tabulate((situation) => State[firstMatch(states, situation).state]);

function tabulate(answer: (situation: number) => number): Uint8Array {
  return Uint8Array.from({ length: SITUATIONS }, (_, situation) => answer(situation));
}

function firstMatch<Entry extends { when: Conditions }>(table: readonly Entry[], situation: number): Entry {
  return table.find(({ when }) => when.every((name) => (situation & Condition[name]) !== 0))!;
}

/** Whether the agent is on its way: not arrived, with a pace and a direction. */
export function isWalking({ directionX, directionY, pace, status }: Frame, row: number): boolean {
  return status[row] !== Status.arrived && pace[row] > 0 && (directionX[row] !== 0 || directionY[row] !== 0);
}

/** Batches for chooseTechniques. */
export function createTechniqueBatches(): Batches {
  return createBatches(Object.keys(Batch).length);
}

/**
 * Updates the states of all agents that have just used their feelers or follow a plan, and sorts them by the technique
 * that the state asks for. Conditions are numbers, 0 or 1: there is no branch to mispredict.
 */
export function chooseTechniques(frame: Frame, parameters: PipelineParameters, batches: Batches): void {
  const { count, directionX, directionY, due, dueReaction, headingX, headingY, now, pace, status } = frame;
  const { plan, state, threat, threatEnd, touched, unforeseen } = frame.own;
  const { turnBelow, turnUntil, waitAfter } = parameters;
  clearBatches(batches, frame.capacity);
  const { ends, rows } = batches;
  for (let row = 0; row < count; row++) {
    const before = state[row];
    if ((due[row] & (dueReaction[row] | Number(before === spaceTime))) === 0) continue;
    const towardsX = directionX[row];
    const towardsY = directionY[row];
    // The same as isWalking.
    if (status[row] === arrived || !(pace[row] > 0) || (towardsX === 0 && towardsY === 0)) {
      state[row] = normal;
      rows[ends[stand]++] = row;
      continue;
    }
    const cosine = headingX[row] * towardsX + headingY[row] * towardsY;
    const touch = touched[row];
    const onPlan = Number(plan[row] > 0);
    const isTurning = Number(cosine < turnBelow) | (Number(before === turning) & Number(cosine <= turnUntil));
    const isThreatened = Number(threat[row] >= 0);
    const mayWait = Number(before === proactive) | Number(before === waiting);
    const isWaiting = (isThreatened ^ 1) & mayWait & Number(now < threatEnd[row] + waitAfter);
    const isUnforeseen = onPlan & Number(unforeseen[row] !== 0) & Number(touch === agent);
    const situation =
      onPlan * Condition.onPlan +
      isUnforeseen * Condition.unforeseen +
      isTurning * Condition.turning +
      Number(touch !== nothing) * Condition.touched +
      (isThreatened | isWaiting) * Condition.threatened +
      isWaiting * Condition.waiting;
    state[row] = stateOf[situation];
    rows[ends[techniqueOf[situation]]++] = row;
  }
}
