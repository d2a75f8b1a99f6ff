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
  /** The last step that `seek` can go to, as of the last answer. */
  readonly lastStep: number;
  /** Whether all agents have arrived, as of the last answer. */
  readonly isOver: boolean;
  /** Whether states come through shared memory. */
  readonly isShared: boolean;
  /** Queues a command for the beginning of the next step; a command that is refused makes that step fail. */
  send(command: Command): void;
  /** Makes steps; resolves when the view has the new state. */
  advance(steps?: number): Promise<void>;
  /**
   * Goes to a step of the past, or on again to one that was made; the state is the same as at the first time. Commands
   * that are sent afterwards begin another future. Needs `history`.
   */
  seek(step: number): Promise<void>;
  /** Asks the other thread something of its own, which `serveWorld` was given an answer for. */
  ask(name: string, argument?: unknown): Promise<unknown>;
  /** The hash of the state, 16 hexadecimal digits: the same as that of the same world in this thread. */
  stateHash(): Promise<string>;
};

/** What a world in another thread starts with. */
export type RemoteOptions = {
  /** Replaces the scenario's seed. */
  seed?: number;
  /** Whether to use shared memory. Default: where the page is cross-origin isolated, and in Node. */
  shared?: boolean;
  /** Whether to keep the past for `seek`: commands, and saved worlds in at most 200 MB. Default: false. */
  history?: boolean;
};

type Waiting = { resolve: (answer: Answer) => void; reject: (error: Error) => void };

/**
 * Opens a scenario in the thread at the other end of the port, which runs `serveWorld`. Rejects with the messages of the
 * scenario's mistakes.
 */
export async function connectWorld(
  port: Port,
  scenario: string | ScenarioInput,
  { seed, shared = canShare(), history = false }: RemoteOptions = {},
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

  const opened = await ask({
    ...{ ask: 'open', scenario, shared, history },
    ...(seed === undefined ? {} : { seed }),
  });
  if (!('snapshot' in opened)) throw new Error('the worker did not open the scenario');
  let state = opened;
  let commands: Command[] = [];
  /** A buffer that was read, for the next state: no memory is allocated from step to step. */
  let spare = shared ? undefined : (opened.snapshot as ArrayBuffer);
  const view = createView(openSnapshot(opened.snapshot));
  /** With shared memory one question at a time: the next state would overwrite what has not been read. */
  let before: Promise<unknown> = Promise.resolve();

  const askForState = async (question: Question & { ask: 'step' | 'seek' }): Promise<void> => {
    if (spare) question.spare = spare;
    const transfer = spare ? [spare] : [];
    spare = undefined;
    const answer = await ask(question, transfer);
    if (!('snapshot' in answer)) return;
    state = answer;
    updateView(view, openSnapshot(answer.snapshot));
    if (!shared) spare = answer.snapshot as ArrayBuffer;
  };
  const advance = (steps: number): Promise<void> => {
    const send = commands;
    commands = [];
    return askForState({ ask: 'step', steps, send });
  };
  /** The step before, and then the step itself: so the view has both, as if the world had come there by itself. */
  const seek = async (step: number): Promise<void> => {
    await askForState({ ask: 'seek', step: Math.max(0, step - 1) });
    await askForState({ ask: 'seek', step });
  };
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = before.then(work);
    before = done.catch(() => {});
    return done;
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
    get lastStep() {
      return state.lastStep;
    },
    get isOver() {
      return state.isOver;
    },
    send: (command) => void commands.push(command),
    advance(steps = 1) {
      if (!Number.isInteger(steps) || steps < 1)
        throw new RangeError(`expected a number of steps, not ${steps}`);
      return inTurn(() => advance(steps));
    },
    seek(step) {
      if (!Number.isInteger(step) || step < 0)
        throw new RangeError(`expected the number of a step, not ${step}`);
      return inTurn(() => seek(step));
    },
    async ask(name, argument) {
      await before;
      const answer = await ask({ ask: 'own', name, argument });
      return 'result' in answer ? answer.result : undefined;
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
