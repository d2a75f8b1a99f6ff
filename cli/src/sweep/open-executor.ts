import { BadInput } from '../failure.ts';
import type { ClaimedFolder } from '../result-folder.ts';
import { SweepProgress } from './progress.ts';
import type { AddressOptions, QueueAddress } from './queue/address.ts';
import type { Executor } from './runs/executor.ts';
import { Pool, type PoolLimits } from './runs/pool.ts';
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

/** What a command that makes many runs works with; `say` writes a line below the progress. */
export type Workshop = {
  pool: Pool;
  progress: SweepProgress | undefined;
  say: (line: string) => void;
};

/** Works with threads and a progress line, and closes both whatever happens. */
export async function withPool<Result>(
  limits: PoolLimits,
  isQuiet: boolean | undefined,
  work: (workshop: Workshop) => Promise<Result>,
): Promise<Result> {
  const pool = new Pool(limits);
  const progress = isQuiet ? undefined : new SweepProgress(0);
  const say = (line: string) => {
    progress?.end();
    process.stderr.write(`${line}\n`);
  };
  try {
    return await work({ pool, progress, say });
  } finally {
    progress?.end();
    await pool.close();
  }
}

/** Works with an executor in a claimed folder; closes the one and releases the other whatever happens. */
export async function withExecutor<Result>(
  { release }: ClaimedFolder,
  open: () => Promise<Executor>,
  work: (executor: Executor) => Promise<Result>,
): Promise<Result> {
  try {
    const executor = await open();
    try {
      return await work(executor);
    } finally {
      await executor.close();
    }
  } finally {
    release();
  }
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
