import { hostname } from 'node:os';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { BadInput } from '../../failure.ts';
import type { Executor } from '../runs/executor.ts';
import type { RunRequest, RunRow } from '../runs/run-one.ts';
import type { SweepTask } from '../runs/thread-messages.ts';
import type { QueueAddress } from './address.ts';
import { connect, loadPackages } from './connection.ts';
import { KEPT, names, type QueuedRun, type QueuedSweep, queueName } from './names.ts';

/** Runs in the queue at a time: enough for some hundred threads, and a bound for the memory of the server. */
const WINDOW = 512;
/** Rows that are read at a time. */
const CHUNK = 100;
/** Milliseconds between two looks for rows while none come. */
const SHORTEST_PAUSE = 5;
const LONGEST_PAUSE = 50;
/** Milliseconds between two looks for runs that no worker could do. */
const CARE = 3000;
/** Seconds after which the lock of a coordinator that died is free. */
const LOCK = 10;
/** Milliseconds that a server has to answer when a sweep ends. */
const FAREWELL = 3000;
/** How often a run is tried when workers fail, not when it fails itself. */
const ATTEMPTS = 6;

type Pending = { request: RunRequest; settle: (row: RunRow) => void; since: number };

/** A sweep in a queue: hands runs to workers and collects their rows. Resumed after a kill, it finds both again. */
export class Coordinator implements Executor {
  readonly width = WINDOW;
  readonly #sweep: string;
  readonly #queue: Queue<QueuedRun>;
  readonly #redis: Redis;
  readonly #token: string;
  readonly #pending = new Map<string, Pending>();
  #closed = false;
  #collecting: Promise<void> = Promise.resolve();
  #failure: (error: Error) => void = () => {};
  readonly #failed = new Promise<never>((_, reject) => {
    this.#failure = reject;
  });

  private constructor(sweep: string, queue: Queue<QueuedRun>, redis: Redis, token: string) {
    this.#sweep = sweep;
    this.#queue = queue;
    this.#redis = redis;
    this.#token = token;
    // No run may be waiting for it.
    this.#failed.catch(() => {});
  }

  /** Connects, takes the sweep over and makes it known to workers. */
  static async open(
    address: QueueAddress,
    sweep: string,
    task: SweepTask,
    version: string,
    say: (line: string) => void = () => {},
  ): Promise<Coordinator> {
    const packages = await loadPackages();
    const redis = await connect(packages, address);
    let isGone = false;
    // From here on: a server that goes while the sweep is announced is named, too.
    redis.on('close', () => {
      if (!isGone) say(`${address.shown}: does not answer; waiting for it (Ctrl-C stops safely)`);
      isGone = true;
    });
    redis.on('ready', () => {
      if (isGone) say(`${address.shown}: answers again`);
      isGone = false;
    });
    const token = `${hostname()}, process ${process.pid}`;
    try {
      await takeOver(redis, sweep, token, address.shown);
      await redis.set(names.task(sweep), JSON.stringify(task), 'EX', KEPT);
      const known: QueuedSweep = { version, host: hostname(), process: process.pid };
      await redis.hset(names.sweeps, sweep, JSON.stringify(known));
    } catch (error) {
      redis.removeAllListeners('close');
      redis.disconnect();
      throw error;
    }
    const queue = new packages.bullmq.Queue<QueuedRun>(queueName(version), {
      // Its own connection would keep looking for a server that is gone after the sweep has ended.
      connection: redis,
      defaultJobOptions: {
        attempts: ATTEMPTS,
        backoff: { type: 'exponential', delay: 500 },
        removeOnComplete: true,
        removeOnFail: false,
      },
    });
    queue.on('error', () => {});
    const coordinator = new Coordinator(sweep, queue, redis, token);
    coordinator.#collecting = coordinator.#collect();
    return coordinator;
  }

  async run(request: RunRequest): Promise<RunRow> {
    const id = this.#idOf(request);
    const row = new Promise<RunRow>((settle) => {
      this.#pending.set(request.key, { request, settle, since: performance.now() });
    });
    // A run that is in the queue already, from before a kill, is not added again.
    await this.#queue.add('run', { sweep: this.#sweep, request }, { jobId: id });
    return Promise.race([row, this.#failed]);
  }

  /**
   * Ends the sweep in the queue. A server that is gone is not waited for: what it holds expires, or is found again by a sweep
   * that is resumed.
   */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#redis.status === 'ready') {
      await Promise.race([this.#clear().catch(() => {}), setTimeout(FAREWELL, undefined, { ref: false })]);
    }
    // What was asked of a server that is gone is never answered: it is not waited for.
    this.#redis.removeAllListeners('close');
    this.#redis.disconnect();
  }

  /** Takes the runs that no worker has begun out of the queue, and leaves no trace of a sweep that is done. */
  async #clear(): Promise<void> {
    await this.#collecting.catch(() => {});
    const left = [...this.#pending.values()].map(({ request }) => this.#idOf(request));
    await Promise.all(left.map((id) => this.#queue.remove(id).catch(() => 0)));
    if (left.length === 0) await this.#redis.del(names.task(this.#sweep), names.results(this.#sweep));
    await this.#redis.hdel(names.sweeps, this.#sweep);
    if ((await this.#redis.get(names.coordinator(this.#sweep))) === this.#token) {
      await this.#redis.del(names.coordinator(this.#sweep));
    }
    await this.#queue.close();
  }

  #idOf({ key }: RunRequest): string {
    return `${this.#sweep}-${key}`;
  }

  /** Collects rows and looks after the queue until it is closed. */
  async #collect(): Promise<void> {
    let pause = SHORTEST_PAUSE;
    let caredAt = performance.now();
    try {
      while (!this.#closed) {
        const got = await this.#collectChunk();
        pause = got > 0 ? SHORTEST_PAUSE : Math.min(LONGEST_PAUSE, 1.5 * pause);
        if (performance.now() - caredAt > CARE) {
          caredAt = performance.now();
          await this.#redis.expire(names.coordinator(this.#sweep), LOCK);
          await this.#settleLost();
          await this.#addVanished();
        }
        if (got < CHUNK) await setTimeout(pause);
      }
    } catch (error) {
      this.#failure(error as Error);
    }
  }

  /** Rows stay with the server until they are stored here: a kill in between loses none. */
  async #collectChunk(): Promise<number> {
    const texts = await this.#redis.lrange(names.results(this.#sweep), 0, CHUNK - 1);
    if (texts.length === 0) return 0;
    for (const text of texts) {
      const row = JSON.parse(text) as RunRow;
      const waiting = this.#pending.get(row.key);
      this.#pending.delete(row.key);
      // A row that came twice, or belongs to a setting of an earlier command, is not waited for.
      waiting?.settle({ ...row, index: waiting.request.index });
    }
    await setImmediate();
    await this.#redis.ltrim(names.results(this.#sweep), texts.length, -1);
    return texts.length;
  }

  /** Runs that were given up, since workers died or failed with them repeatedly. */
  async #settleLost(): Promise<void> {
    for (const job of await this.#queue.getFailed(0, CHUNK - 1)) {
      const { request, sweep } = job.data;
      if (sweep !== this.#sweep) continue;
      const waiting = this.#pending.get(request.key);
      this.#pending.delete(request.key);
      const { index, key, seed } = request;
      const reason = `given up after ${ATTEMPTS} attempts: ${job.failedReason}`;
      const cost = { wallSeconds: 0, stepSeconds: 0, microsecondsPerAgentStep: 0 };
      waiting?.settle({ index, key, seed, status: 'lost', reason, figures: {}, cost });
      await job.remove();
    }
  }

  /** A server that restarted without its data, or that dropped keys, has forgotten runs: they are added again. */
  async #addVanished(): Promise<void> {
    const now = performance.now();
    const old = [...this.#pending.values()].filter(({ since }) => now - since > 10 * CARE).slice(0, CHUNK);
    for (const pending of old) {
      pending.since = now;
      const { request } = pending;
      const state = await this.#queue.getJobState(this.#idOf(request));
      if (state !== 'unknown' || !this.#pending.has(request.key)) continue;
      await this.#queue.add('run', { sweep: this.#sweep, request }, { jobId: this.#idOf(request) });
    }
  }
}

/** One coordinator at a time collects the rows of a sweep. The lock of one that was killed expires. */
async function takeOver(redis: Redis, sweep: string, token: string, shown: string): Promise<void> {
  for (let waited = 0; ; waited++) {
    if ((await redis.set(names.coordinator(sweep), token, 'EX', LOCK, 'NX')) === 'OK') return;
    if (waited > 2 * LOCK) {
      const holder = await redis.get(names.coordinator(sweep));
      throw new BadInput(
        `${shown}: the same sweep is running there already (${holder}); wait for it or end it`,
      );
    }
    await setTimeout(1000);
  }
}
