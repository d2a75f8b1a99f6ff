import { Worker } from 'node:worker_threads';
import type { RunRequest, RunRow, RunStatus } from './run-one.ts';
import type { FromThread, SweepTask, ToThread } from './thread-messages.ts';

/** Limits of a thread. */
export type PoolLimits = {
  /** Threads. */
  size: number;
  /** Megabytes of JavaScript objects that a run may have; the limit of Node if absent. */
  memory?: number | undefined;
};

/** Seconds after the time limit of a run until its thread is ended: a single step may be long. */
const GRACE = 5;

type Waiting = {
  settle: (answer: FromThread) => void;
  fail: (status: RunStatus | 'defect', reason: string) => void;
};

type Thread = { worker: Worker; ready: Promise<void>; known: Set<string>; waiting: Waiting | undefined };

/** Threads that simulate. A thread that dies takes its run with it and nothing else: another one takes its place. */
export class Pool {
  readonly size: number;
  readonly #memory: number | undefined;
  readonly #tasks = new Map<string, SweepTask>();
  readonly #idle: Thread[] = [];
  readonly #queue: ((thread: Thread) => void)[] = [];
  readonly #threads = new Set<Thread>();
  #closed = false;

  constructor({ memory, size }: PoolLimits) {
    this.size = size;
    this.#memory = memory;
  }

  /** Makes a sweep known to the threads; what they knew of it before holds no longer. */
  announce(sweep: string, task: SweepTask): void {
    this.#tasks.set(sweep, task);
    for (const { known } of this.#threads) known.delete(sweep);
  }

  /** The same, unless it is known. */
  announceOnce(sweep: string, task: SweepTask): void {
    if (!this.#tasks.has(sweep)) this.announce(sweep, task);
  }

  /** Ends the knowledge of a sweep whose runs are all done. */
  forget(sweep: string): void {
    this.#tasks.delete(sweep);
    for (const { known, worker } of this.#threads) {
      if (known.delete(sweep)) worker.postMessage({ kind: 'forget', sweep } satisfies ToThread);
    }
  }

  /** What is wrong with the scenario with these settings, and notes about it. */
  async check(
    sweep: string,
    settings: readonly string[],
    seed: number,
    window?: number,
  ): Promise<{ problem?: string; notes: readonly string[] }> {
    const thread = await this.#claim();
    return new Promise((done, reject) => {
      thread.waiting = {
        settle: (answer) => {
          if (answer.kind === 'checked') done(answer);
        },
        fail: (status, reason) => {
          if (status === 'defect') reject(new Error(reason));
          else done({ problem: `${settings.join(' ')}: ${reason}`, notes: [] });
        },
      };
      this.#post(thread, sweep, {
        kind: 'check',
        sweep,
        settings,
        seed,
        ...(window !== undefined && { window }),
      });
    });
  }

  /** Simulates a run. */
  async run(sweep: string, request: RunRequest): Promise<RunRow> {
    const thread = await this.#claim();
    const begin = performance.now();
    const { timeLimit } = this.#tasks.get(sweep)!;
    return new Promise((done) => {
      const settle = (status: RunStatus, reason: string) => {
        const cost = {
          wallSeconds: (performance.now() - begin) / 1000,
          stepSeconds: 0,
          microsecondsPerAgentStep: 0,
        };
        const { index, key, seed } = request;
        done({ index, key, seed, status, reason, figures: {}, cost });
      };
      const watchdog =
        timeLimit === undefined
          ? undefined
          : setTimeout(
              () => {
                this.#drop(thread);
                settle('timeout', `took more than ${timeLimit} s, and was ended`);
              },
              1000 * (timeLimit + GRACE),
            );
      thread.waiting = {
        settle: (answer) => {
          clearTimeout(watchdog);
          if (answer.kind === 'row') done(answer.row);
        },
        fail: (status, reason) => {
          clearTimeout(watchdog);
          settle(status === 'defect' ? 'failed' : status, reason);
        },
      };
      this.#post(thread, sweep, { kind: 'run', sweep, request });
    });
  }

  /** Ends all threads at once. What they were doing is never answered. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  #post(thread: Thread, sweep: string, message: ToThread): void {
    if (!thread.known.has(sweep)) {
      thread.known.add(sweep);
      thread.worker.postMessage({ kind: 'sweep', sweep, task: this.#tasks.get(sweep)! } satisfies ToThread);
    }
    thread.worker.postMessage(message);
  }

  async #claim(): Promise<Thread> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#threads.size < this.size) {
      const thread = this.#start();
      await thread.ready;
      return thread;
    }
    return new Promise((done) => this.#queue.push(done));
  }

  #release(thread: Thread): void {
    thread.waiting = undefined;
    const next = this.#queue.shift();
    if (next) next(thread);
    else this.#idle.push(thread);
  }

  #start(): Thread {
    const worker = new Worker(new URL('./sweep-thread.js', import.meta.url), {
      ...(this.#memory !== undefined && { resourceLimits: { maxOldGenerationSizeMb: this.#memory } }),
    });
    let makeReady = () => {};
    let giveUp: (error: Error) => void = () => {};
    const ready = new Promise<void>((done, reject) => {
      makeReady = done;
      giveUp = reject;
    });
    const thread: Thread = { worker, ready, known: new Set(), waiting: undefined };
    this.#threads.add(thread);
    worker.on('message', (answer: FromThread) => {
      if (answer.kind === 'ready') return makeReady();
      const { waiting } = thread;
      this.#release(thread);
      waiting?.settle(answer);
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const { waiting } = thread;
      this.#drop(thread);
      giveUp(error);
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
        const limit = this.#memory === undefined ? 'Node allows' : `${this.#memory} MB`;
        waiting?.fail('memory', `needed more memory than ${limit}`);
      } else waiting?.fail('defect', `${error.name}: ${error.message}`);
    });
    return thread;
  }

  /** Ends a thread; those who wait for one get another. */
  #drop(thread: Thread): void {
    this.#threads.delete(thread);
    thread.waiting = undefined;
    void thread.worker.terminate();
    const next = this.#closed ? undefined : this.#queue.shift();
    if (next) {
      const other = this.#start();
      void other.ready.then(
        () => next(other),
        () => {},
      );
    }
  }
}
