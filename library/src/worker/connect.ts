import type { Command } from '../simulation/command-schema.ts';
import type { ScenarioInput } from '../simulation/scenario/index.ts';
import { createView, openSnapshot, updateView, type View } from '../view/index.ts';
import { type Answer, listen, type Port, type Question } from './messages.ts';

/** A world in another thread. It steps only when it is asked to, so that the same calls give the same states. */
export type RemoteWorld = {
  /** The last two states that arrived; read it with `readView` at any time. */
  readonly view: View;
  /** Seconds per step. */
  readonly dt: number;
  /** Steps done, as of the last answer. */
  readonly step: number;
  /** Whether all agents have arrived, as of the last answer. */
  readonly isOver: boolean;
  /** Whether states come through shared memory. */
  readonly isShared: boolean;
  /** Queues a command for the beginning of the next step; a command that is refused makes that step fail. */
  send(command: Command): void;
  /** Makes steps; resolves when the view has the new state. */
  advance(steps?: number): Promise<void>;
  /** The hash of the state, 16 hexadecimal digits: the same as that of the same world in this thread. */
  stateHash(): Promise<string>;
};

/** What a world in another thread starts with. */
export type RemoteOptions = {
  /** Replaces the scenario's seed. */
  seed?: number;
  /** Whether to use shared memory. Default: where the page is cross-origin isolated, and in Node. */
  shared?: boolean;
};

type Waiting = { resolve: (answer: Answer) => void; reject: (error: Error) => void };

/**
 * Opens a scenario in the thread at the other end of the port, which runs `serveWorld`. Rejects with the messages of the
 * scenario's mistakes.
 */
export async function connectWorld(
  port: Port,
  scenario: string | ScenarioInput,
  { seed, shared = canShare() }: RemoteOptions = {},
): Promise<RemoteWorld> {
  const waiting: Waiting[] = [];
  let broken: string | undefined;
  const ask = (question: Question, transfer: ArrayBuffer[] = []) =>
    new Promise<Answer>((resolve, reject) => {
      if (broken !== undefined) return reject(new Error(broken));
      waiting.push({ resolve, reject });
      port.postMessage(question, transfer as never);
    });
  const take = (message: unknown) => {
    const answer = message as Answer;
    const first = waiting.shift();
    if ('fault' in answer) first?.reject(new Error(answer.fault));
    else first?.resolve(answer);
  };
  const fail = (why: string) => {
    broken = why;
    for (const { reject } of waiting.splice(0)) reject(new Error(why));
  };
  listen(port, take, fail);

  const opened = await ask({ ask: 'open', scenario, shared, ...(seed === undefined ? {} : { seed }) });
  if (!('snapshot' in opened)) throw new Error('the worker did not open the scenario');
  let state = opened;
  let commands: Command[] = [];
  /** A buffer that was read, for the next state: no memory is allocated from step to step. */
  let spare = shared ? undefined : (opened.snapshot as ArrayBuffer);
  const view = createView(openSnapshot(opened.snapshot));
  /** With shared memory one question at a time: the next state would overwrite what has not been read. */
  let before: Promise<unknown> = Promise.resolve();

  const advance = async (steps: number): Promise<void> => {
    const question: Question = { ask: 'step', steps, send: commands };
    commands = [];
    if (spare) question.spare = spare;
    const transfer = spare ? [spare] : [];
    spare = undefined;
    const answer = await ask(question, transfer);
    if (!('snapshot' in answer)) return;
    state = answer;
    updateView(view, openSnapshot(answer.snapshot));
    if (!shared) spare = answer.snapshot as ArrayBuffer;
  };
  return {
    view,
    isShared: shared,
    get dt() {
      return state.dt;
    },
    get step() {
      return state.step;
    },
    get isOver() {
      return state.isOver;
    },
    send: (command) => void commands.push(command),
    advance(steps = 1) {
      if (!Number.isInteger(steps) || steps < 1)
        throw new RangeError(`expected a number of steps, not ${steps}`);
      const done = before.then(() => advance(steps));
      before = done.catch(() => {});
      return done;
    },
    async stateHash() {
      await before;
      const answer = await ask({ ask: 'hash' });
      return 'hash' in answer ? answer.hash : '';
    },
  };
}

/** Browsers share memory only with pages that are isolated from others. */
function canShare(): boolean {
  const { crossOriginIsolated } = globalThis as { crossOriginIsolated?: boolean };
  return typeof SharedArrayBuffer !== 'undefined' && crossOriginIsolated !== false;
}
