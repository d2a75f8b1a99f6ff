import { BadInput } from '../failure.ts';
import type { AddressOptions, QueueAddress } from './queue/address.ts';
import type { Executor } from './runs/executor.ts';
import type { Pool } from './runs/pool.ts';
import { taskKey } from './runs/run-keys.ts';
import type { SweepTask } from './runs/thread-messages.ts';

/** The address of a queue whose server answers: nothing begins where it does not. Undefined without `--queue`. */
export async function reachQueue(
  text: string | undefined,
  options: AddressOptions,
): Promise<QueueAddress | undefined> {
  if (text === undefined) {
    if (options.passwordFile !== undefined) throw new BadInput('--password-file: expected with --queue');
    if (options.tlsCa !== undefined) throw new BadInput('--tls-ca: expected with --queue');
    return undefined;
  }
  const { parseAddress } = await import('./queue/address.ts');
  const { connect, loadPackages } = await import('./queue/connection.ts');
  const address = parseAddress(text, '--queue', options);
  (await connect(await loadPackages(), address)).disconnect();
  return address;
}

/**
 * The workers of a queue, or the threads of this process, where the task has the name `key`. In a queue, `purpose` tells
 * commands about the same scenario apart.
 */
export async function openExecutor(
  queue: QueueAddress | undefined,
  pool: Pool,
  key: string,
  task: SweepTask,
  version: string,
  say: (line: string) => void,
  purpose: object = {},
): Promise<Executor> {
  if (queue) {
    const { Coordinator } = await import('./queue/coordinator.ts');
    return Coordinator.open(queue, taskKey({ ...task, ...purpose }, version), task, version, say);
  }
  pool.announce(key, task);
  // Requests wait beside busy threads: none is idle while a row is stored.
  return { width: 2 * pool.size, run: (request) => pool.run(key, request), close: () => pool.close() };
}

/** Milliseconds between two looks for a signal. */
const LOOK = 50;

/** A promise of the first signal, until it is no longer wanted. */
export function untilInterrupted(interruption: { requested: boolean }): {
  interrupted: Promise<void>;
  stop: () => void;
} {
  let stop = () => {};
  const interrupted = new Promise<void>((done) => {
    const timer = setInterval(() => {
      if (interruption.requested) done();
    }, LOOK);
    stop = () => clearInterval(timer);
  });
  return { interrupted, stop };
}
