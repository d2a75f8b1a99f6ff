import { Status } from '../../crowd/index.ts';
import { type Batches, clearBatches, createBatches } from './batches.ts';
import { State, Touch } from './columns.ts';
import type { Frame } from './frame.ts';
import type { PipelineParameters } from './parameters.ts';

/** What an agent steers by. */
export const Technique = { normal: 0, predictive: 1, reactive: 2, plan: 3, turn: 4 } as const;

/** Batches besides those of the techniques: who goes nowhere, and who turns to its target whatever else it does. */
export const Batch = { ...Technique, stand: 5, face: 6 } as const;

/** Bits of an agent's situation. */
const Condition = { onPlan: 1, unforeseen: 2, turning: 4, touched: 8, threatened: 16, waiting: 32 } as const;
const SITUATIONS = 64;

/**
 * Bits of what is seen of an agent, from which its situation follows: its target is far from ahead; it is not yet ahead;
 * there is a threat; the last is not long past; it has a pace and a direction; it has arrived; it has a plan; somebody was
 * not foreseen in it. The state before, of three bits, and what is touched, of two, have their places between.
 */
const Sight = {
  farFromAhead: 1,
  notAhead: 2,
  threat: 4,
  notLongPast: 8,
  moves: 16,
  before: 32,
  touched: 256,
  plan: 1024,
  unforeseen: 2048,
  arrived: 4096,
} as const;
const SIGHTS = 8192;

/** In a loop the engine looks what is imported up again in every turn, but knows the constants of the module. */
const { arrived } = Status;
const { spaceTime } = State;

type Conditions = readonly (keyof typeof Condition)[];

/**
 * The six rules of Singh et al. (2011), §3.1, the first that matches holds: on a plan and somebody is in the way who was
 * not foreseen; on a plan; facing the wrong way; feelers touch; a threat, or the wait for one to pass; nothing.
 */
export const priorities = [
  { when: ['onPlan', 'unforeseen'], use: 'reactive' },
  { when: ['onPlan'], use: 'plan' },
  { when: ['turning'], use: 'turn' },
  { when: ['touched'], use: 'reactive' },
  { when: ['threatened'], use: 'predictive' },
  { when: [], use: 'normal' },
] as const satisfies readonly { when: Conditions; use: keyof typeof Technique }[];

/** The state for each situation, again the first that matches: who waits counts as threatened too. */
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

const STATE = 16;
/** For whatever is seen of an agent: the batch that it belongs to, and in steps of STATE its state from now on. */
export const answers: Uint8Array = Uint8Array.from({ length: SIGHTS }, (_, sight) => answerTo(sight));

function answerTo(sight: number): number {
  const sees = (bit: number) => (sight & bit) !== 0;
  if (sees(Sight.arrived) || !sees(Sight.moves)) return Batch.stand + State.normal * STATE;
  const before = (sight / Sight.before) & 7;
  const touched = (sight / Sight.touched) & 3;
  const isTurning = sees(Sight.farFromAhead) || (before === State.turning && sees(Sight.notAhead));
  const mayWait = before === State.proactive || before === State.waiting;
  const isWaiting = !sees(Sight.threat) && mayWait && sees(Sight.notLongPast);
  let situation = 0;
  if (sees(Sight.plan)) situation |= Condition.onPlan;
  if (sees(Sight.unforeseen) && touched === Touch.agent) situation |= Condition.unforeseen;
  if (isTurning) situation |= Condition.turning;
  if (touched !== Touch.nothing) situation |= Condition.touched;
  if (sees(Sight.threat) || isWaiting) situation |= Condition.threatened;
  if (isWaiting) situation |= Condition.waiting;
  return techniqueOf[situation] + stateOf[situation] * STATE;
}

function firstMatch<Entry extends { when: Conditions }>(table: readonly Entry[], situation: number): Entry {
  return table.find(({ when }) => when.every((name) => (situation & Condition[name]) !== 0))!;
}

/** Whether the agent goes anywhere. */
export function isWalking({ directionX, directionY, pace, status }: Frame, row: number): boolean {
  return status[row] !== Status.arrived && pace[row] > 0 && (directionX[row] !== 0 || directionY[row] !== 0);
}

/** Batches for chooseTechniques. */
export function createTechniqueBatches(): Batches {
  return createBatches(7);
}

/**
 * Brings the states of everybody up to date who has just felt about, or follows a plan, and sorts them by the technique
 * that the state asks for. What is seen is put together from comparisons used as numbers: no branch is mispredicted.
 */
export function chooseTechniques(frame: Frame, parameters: PipelineParameters, batches: Batches): void {
  const { count, directionX, directionY, due, dueReaction, headingX, headingY, now, pace, status } = frame;
  const { plan, state, threat, threatEnd, touched, unforeseen } = frame.own;
  const { turnBelow, turnUntil, waitAfter } = parameters;
  clearBatches(batches, frame.capacity);
  const { ends, rows } = batches;
  const table = answers;
  for (let row = 0; row < count; row++) {
    const before = state[row];
    if ((due[row] & (dueReaction[row] | Number(before === spaceTime))) === 0) continue;
    const towardsX = directionX[row];
    const towardsY = directionY[row];
    const cosine = headingX[row] * towardsX + headingY[row] * towardsY;
    const moves = Number(pace[row] > 0) & (Number(towardsX !== 0) | Number(towardsY !== 0));
    // In the order of Sight.
    const sight =
      Number(cosine < turnBelow) |
      (Number(cosine <= turnUntil) << 1) |
      (Number(threat[row] >= 0) << 2) |
      (Number(now < threatEnd[row] + waitAfter) << 3) |
      (moves << 4) |
      (before << 5) |
      (touched[row] << 8) |
      (Number(plan[row] > 0) << 10) |
      (unforeseen[row] << 11) |
      (Number(status[row] === arrived) << 12);
    const answer = table[sight];
    state[row] = answer >> 4;
    rows[ends[answer & 15]++] = row;
  }
}
