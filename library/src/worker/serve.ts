import { sendCommand } from '../simulation/commands.ts';
import { isOver } from '../simulation/is-over.ts';
import { openScenario } from '../simulation/open-scenario.ts';
import { stepWorld } from '../simulation/step.ts';
import { stateHashOf, type World } from '../simulation/world.ts';
import { snapshotBytes, takeSnapshot } from '../view/index.ts';
import { type Answer, listen, type Port, type Question } from './messages.ts';

/** Runs a world in this thread for the thread at the other end: `serveWorld(globalThis)` or `serveWorld(parentPort)`. */
export function serveWorld(port: Port): void {
  let world: World | undefined;
  let isShared = false;
  let memory: SharedArrayBuffer | undefined;
  /** Questions wait for the one before: a world must be open before it steps. */
  let before: Promise<void> = Promise.resolve();

  const answer = (message: Answer, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer as never);

  const show = (shown: World, spare?: ArrayBuffer): void => {
    const { step, dt, crowd } = shown;
    const state = { step, dt, isOver: isOver(shown) };
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
      isShared = question.shared;
      return show(world);
    }
    if (!world) throw new Error('no world is open');
    if (question.ask === 'hash') return answer({ hash: stateHashOf(world) });
    for (const command of question.send) sendCommand(world, command);
    for (let k = 0; k < question.steps; k++) stepWorld(world);
    show(world, question.spare);
  };

  listen(port, (message) => {
    before = before
      .then(() => work(message as Question))
      .catch((error: Error) => answer({ fault: error.message }));
  });
}
