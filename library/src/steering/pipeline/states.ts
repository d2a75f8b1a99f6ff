import { Status } from '../../crowd/index.ts';
import { State, Touch } from './columns.ts';
import type { Frame } from './frame.ts';
import type { PipelineParameters } from './parameters.ts';

/** What an agent steers by. */
export const Technique = { normal: 0, predictive: 1, reactive: 2, plan: 3, turn: 4 } as const;

/** Bits of an agent's situation. */
const Condition = { onPlan: 1, unforeseen: 2, turning: 4, touched: 8, threatened: 16 } as const;

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
] as const satisfies readonly {
  when: readonly (keyof typeof Condition)[];
  use: keyof typeof Technique;
}[];

/** The technique for every set of conditions. */
const techniqueOf: Uint8Array = compilePriorities();

function compilePriorities(): Uint8Array {
  const techniques = new Uint8Array(32);
  for (let situation = 0; situation < 32; situation++) {
    const rule = priorities.find(({ when }) => when.every((name) => (situation & Condition[name]) !== 0))!;
    techniques[situation] = Technique[rule.use];
  }
  return techniques;
}

/** Whether the agent goes anywhere. */
export function isWalking({ directionX, directionY, pace, status }: Frame, row: number): boolean {
  return status[row] !== Status.arrived && pace[row] > 0 && (directionX[row] !== 0 || directionY[row] !== 0);
}

/** Brings the state of a walking agent up to date and returns the technique that it asks for. */
export function changeState(frame: Frame, parameters: PipelineParameters, row: number): number {
  const { directionX, directionY, headingX, headingY, now } = frame;
  const { plan, state, threat, threatEnd, touched, unforeseen } = frame.own;
  const cosine = headingX[row] * directionX[row] + headingY[row] * directionY[row];
  const before = state[row];
  const isTurning =
    cosine < parameters.turnBelow || (before === State.turning && cosine <= parameters.turnUntil);
  const isThreatened = threat[row] >= 0;
  const mayWait = before === State.proactive || before === State.waiting;
  const isWaiting = !isThreatened && mayWait && now < threatEnd[row] + parameters.waitAfter;
  let situation = 0;
  let next: number = State.normal;
  if (isWaiting) next = State.waiting;
  if (isThreatened) next = State.proactive;
  if (isThreatened || isWaiting) situation |= Condition.threatened;
  if (touched[row] !== Touch.nothing) situation |= Condition.touched;
  if (isTurning) {
    situation |= Condition.turning;
    next = State.turning;
  }
  if (plan[row] > 0) {
    situation |= Condition.onPlan;
    if (unforeseen[row] !== 0 && touched[row] === Touch.agent) situation |= Condition.unforeseen;
    next = State.spaceTime;
  }
  state[row] = next;
  return techniqueOf[situation];
}
