import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { BadInput, ExitCode } from '../../failure.ts';
import { watchInterruption } from '../../interruption.ts';
import { counted } from '../../messages.ts';
import { wholeNumber } from '../../option-values.ts';
import { Pool } from '../runs/pool.ts';
import type { RunRequest, RunRow } from '../runs/run-one.ts';
import type { SweepTask } from '../runs/thread-messages.ts';
import { type AddressOptions, parseAddress } from './address.ts';
import { connect, connectionOptions, loadPackages } from './connection.ts';
import { Gate } from './gate.ts';
import { KEPT, names, type QueuedRun, type QueuedSweep, queueName } from './names.ts';

export type WorkerOptions = AddressOptions & {
  jobs?: string;
  /** Megabytes for each thread. */
  runMemory?: string;
  /** Seconds after which the run of a worker that died goes to another one. */
  lock?: string;
  /** Ends when there is nothing to do for this many seconds. */
  idle?: string;
  quiet?: boolean;
};

/** Delivers a row, unless the sweep is over meanwhile: then another worker has delivered it. */
const DELIVER = `if redis.call('exists', KEYS[1]) == 0 then return 0 end
redis.call('rpush', KEYS[2], ARGV[1])
return redis.call('expire', KEYS[2], ARGV[2])`;

/** Runs that are fetched while all threads are busy, for each thread: none is idle while the server answers. */
const AHEAD = 0.25;
/** How often a run may lose its worker before it is given up. */
const MOST_LOSSES = 5;
/** Sweeps that a worker remembers. */
const MOST_SWEEPS = 4;
/** Milliseconds between two looks for signals and other versions. */
const LOOK = 100;
const LOOKS_PER_CHECK = 30;
/** Milliseconds that a server has to answer when a worker ends. */
const FAREWELL = 3000;

/** Does the runs of sweeps in a queue until it is ended; resolves to the exit code. */
export async function worker(address: string, options: WorkerOptions, version: string): Promise<number> {
  const interruption = watchInterruption();
  const place = parseAddress(address, 'wend worker', options);
  const size = wholeNumber(options.jobs, '--jobs', 1, 1024) ?? availableParallelism();
  const lock = 1000 * (wholeNumber(options.lock, '--lock', 1, 3600) ?? 20);
  const idle = wholeNumber(options.idle, '--idle', 1, 1e7) ?? Number.POSITIVE_INFINITY;
  const pool = new Pool({ size, memory: wholeNumber(options.runMemory, '--run-memory', 16, 1 << 20) });
  const packages = await loadPackages();
  const redis = await connect(packages, place);
  const say = (line: string) => {
    if (!options.quiet) process.stderr.write(`${line}\n`);
  };
  try {
    await requireVersion(redis, version, place.shown);
    const tasks = new Map<string, Promise<SweepTask>>();
    const gate = new Gate(size);
    let [done, active, busyAt] = [0, 0, performance.now()];
    const queue = new packages.bullmq.Worker<QueuedRun>(
      queueName(version),
      async (job, token) => {
        const { request, sweep } = job.data;
        if (!(await gate.enter())) {
          // It was fetched in advance: another worker does it.
          await job.moveToWait(token);
          throw new packages.bullmq.WaitingError();
        }
        active++;
        try {
          const row = await runFor(redis, pool, tasks, sweep, request);
          await redis.eval(DELIVER, 2, names.task(sweep), names.results(sweep), JSON.stringify(row), KEPT);
          done++;
        } finally {
          gate.leave();
          active--;
          busyAt = performance.now();
        }
      },
      {
        connection: connectionOptions(place),
        concurrency: size + Math.ceil(size * AHEAD),
        lockDuration: lock,
        stalledInterval: lock,
        maxStalledCount: MOST_LOSSES,
        drainDelay: 1,
      },
    );
    queue.on('error', () => {});
    say(
      `wend ${version}: ${counted(size, 'thread')} for ${place.shown}; Ctrl-C ends it after the current runs`,
    );
    // Not waited for: while the server is gone, there is no answer, and a signal must still end the worker.
    let refusal: Error | undefined;
    for (let look = 1; !interruption.requested && !refusal; look++) {
      await setTimeout(LOOK);
      if (active === 0 && performance.now() - busyAt > 1000 * idle) break;
      if (active === 0 && look % LOOKS_PER_CHECK === 0 && redis.status === 'ready') {
        requireVersion(redis, version, place.shown).catch((error: Error) => {
          if (error instanceof BadInput) refusal = error;
        });
      }
    }
    gate.close();
    const closing = queue.close().then(
      () => true,
      () => true,
    );
    // A server that is gone takes no rows: its runs go to other workers when it is back.
    while (active > 0 && redis.status === 'ready') await setTimeout(LOOK);
    const isClosed = await Promise.race([closing, setTimeout(FAREWELL, false)]);
    if (refusal) throw refusal;
    say(`${counted(done, 'run')} done`);
    // BullMQ keeps looking for a server that does not answer.
    if (!isClosed) process.exit(ExitCode.done);
    return ExitCode.done;
  } finally {
    redis.disconnect();
    await pool.close();
  }
}

async function runFor(
  redis: Redis,
  pool: Pool,
  tasks: Map<string, Promise<SweepTask>>,
  sweep: string,
  request: RunRequest,
): Promise<RunRow> {
  if (!tasks.has(sweep)) {
    tasks.set(sweep, readTask(redis, sweep));
    const [oldest] = tasks.keys();
    if (tasks.size > MOST_SWEEPS) {
      tasks.delete(oldest);
      pool.forget(oldest);
    }
  }
  let task: SweepTask;
  try {
    task = await tasks.get(sweep)!;
  } catch (error) {
    tasks.delete(sweep);
    throw error;
  }
  const folder = task.keeping?.folder;
  if (folder !== undefined && !existsSync(folder)) {
    const reason = `${folder}: is not on this machine; --keep with --queue needs a folder that all workers share`;
    const cost = { wallSeconds: 0, stepSeconds: 0, microsecondsPerAgentStep: 0 };
    const { index, key, seed } = request;
    return { index, key, seed, status: 'failed', reason, figures: {}, cost };
  }
  pool.announceOnce(sweep, task);
  return pool.run(sweep, request);
}

async function readTask(redis: Redis, sweep: string): Promise<SweepTask> {
  const text = await redis.get(names.task(sweep));
  if (text === null) throw new Error('the scenario of the sweep is not in the queue any more');
  return JSON.parse(text) as SweepTask;
}

/** Refuses to work where only sweeps of other versions run: their states may differ. */
async function requireVersion(redis: Redis, version: string, shown: string): Promise<void> {
  const others = new Set<string>();
  for (const [sweep, text] of Object.entries(await redis.hgetall(names.sweeps))) {
    if ((await redis.exists(names.coordinator(sweep))) === 0) continue;
    const known = JSON.parse(text) as QueuedSweep;
    if (known.version === version) return;
    others.add(known.version);
  }
  if (others.size > 0) {
    throw new BadInput(
      `${shown}: the sweeps there are of wend ${[...others].join(', ')}, and this worker is ${version}: expected the same version`,
    );
  }
}
