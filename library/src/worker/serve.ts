import type { Command } from '../simulation/command-schema.ts';
import { sendCommand } from '../simulation/commands.ts';
import { isOver } from '../simulation/is-over.ts';
import { openScenario } from '../simulation/open-scenario.ts';
import { stepWorld } from '../simulation/step.ts';
import { stateHashOf, type World } from '../simulation/world.ts';
import { snapshotBytes, takeSnapshot } from '../view/index.ts';
import { createHistory, type History, stepWithHistory, worldAt } from './history.ts';
import { type Answer, listen, type Port, type Question } from './messages.ts';

/** What a thread answers besides the states of its world. */
export type ServeOptions = {
  /** Called once a world is open, and after each step: measure there. A step that is made again is observed again. */
  observe?(world: World): void;
  /** Answers to questions of the page's own, by name: `remote.ask(name, argument)`. They may not change the world. */
  answers?: Readonly<Record<string, (world: World, argument: never) => unknown>>;
  /** A clock in milliseconds, to time the stages of steps. */
  clock?: () => number;
};

/** Runs a world in this thread for the thread at the other end: `serveWorld(globalThis)` or `serveWorld(parentPort)`. */
export function serveWorld(port: Port, { observe, answers = {}, clock }: ServeOptions = {}): void {
  let world: World | undefined;
  let history: History | undefined;
  let isShared = false;
  let memory: SharedArrayBuffer | undefined;
  /** Questions wait for the one before: a world must be open before it steps. */
  let before: Promise<void> = Promise.resolve();

  const answer = (message: Answer, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer as never);

  const show = (shown: World, spare?: ArrayBuffer): void => {
    const { step, dt, crowd } = shown;
    const lastStep = history?.lastStep ?? step;
    const state = { step, lastStep, dt, isOver: isOver(shown) };
    if (!isShared) {
      const { buffer } = takeSnapshot(shown, spare);
      answer({ ...state, snapshot: buffer }, [buffer as ArrayBuffer]);
      return;
    }
    if (!memory || memory.byteLength < snapshotBytes(crowd.count)) {
      memory = new SharedArrayBuffer(snapshotBytes(2 * crowd.count));
    }
    takeSnapshot(shown, memory);
    answer({ ...state, snapshot: memory });
  };

  const work = async (question: Question): Promise<void> => {
    if (question.ask === 'open') {
      const { scenario, seed } = question;
      world = await openScenario(scenario, seed === undefined ? {} : { seed });
      world.clock = clock;
      history = question.history ? await createHistory(world) : undefined;
      isShared = question.shared;
      observe?.(world);
      return show(world);
    }
    if (!world) throw new Error('no world is open');
    if (question.ask === 'hash') return answer({ hash: stateHashOf(world) });
    if (question.ask === 'own') return answerOwn(world, question.name, question.argument);
    if (question.ask === 'seek') seek(world, question.step);
    else advance(world, question.steps, question.send);
    show(world, question.spare);
  };

  const answerOwn = (asked: World, name: string, argument: unknown): void => {
    if (!Object.hasOwn(answers, name)) throw new Error(`the worker does not answer ${JSON.stringify(name)}`);
    answer({ result: answers[name](asked, argument as never) });
  };

  const advance = (stepped: World, steps: number, commands: readonly Command[]): void => {
    for (let k = 0; k < steps; k++) {
      if (history) stepWithHistory(history, stepped, k === 0 ? commands : []);
      else {
        if (k === 0) for (const command of commands) sendCommand(stepped, command);
        stepWorld(stepped);
      }
      observe?.(stepped);
    }
  };

  const seek = (present: World, step: number): void => {
    if (!history) throw new Error('the past of this world is not kept: open it with history: true');
    if (step > history.lastStep) throw new RangeError(`step ${step} has not been made yet`);
    world = worldAt(history, present, step, (shown) => observe?.(shown));
    world.clock = clock;
  };

  listen(port, (message) => {
    before = before
      .then(() => work(message as Question))
      .catch((error: Error) => answer({ fault: error.message }));
  });
}
