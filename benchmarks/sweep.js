// Sweeps: cores, overhead of a run, and memory of a long table.
//
//   node benchmarks/sweep.js [--queue] [--rounds=5] [--only=local]     after npm run build
//
// --queue needs redis-server on the path; --only=local leaves out the long table. Prints one JSON object. Ratios of one call
// are comparable; absolute times depend on the machine. On a busy machine, give the process its cores (as root, on Linux):
//
//   setsid -w bash -c 'echo -20 > /proc/self/autogroup; exec node benchmarks/sweep.js'

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { writeTables } from '../cli/dist/sweep/finish.js';
import { openExecutor } from '../cli/dist/sweep/open-executor.js';
import { createPlan } from '../cli/dist/sweep/plan.js';
import { Journal } from '../cli/dist/sweep/rows/journal.js';
import { createRows, inOrder, storeRow } from '../cli/dist/sweep/rows/rows.js';
import { runAll } from '../cli/dist/sweep/runner.js';
import { Pool } from '../cli/dist/sweep/runs/pool.js';
import { sweepKey, taskKey } from '../cli/dist/sweep/runs/run-keys.js';
import { median, quietSeconds, readThreads } from './processor-time.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'wend-bench-sweep-'));
const CORES = Math.min(2, availableParallelism());
const ROUNDS = Number(process.argv.find((word) => word.startsWith('--rounds='))?.slice(9) ?? 5);
/** A round has so many runs that its end, where a thread has nothing left to do, hardly counts. */
const [COUNTS, SEEDS] = [[40, 50, 60, 70], 20];
const never = { interrupted: new Promise(() => {}), onRow: () => {} };
const { version } = JSON.parse(readFileSync(join(root, 'library/package.json'), 'utf8'));

/** People on a lawn: some tenths of a second for each run. */
const scenario = {
  version: 1,
  name: 'lawn',
  bounds: { min: [-15, -15], max: [15, 15] },
  duration: 20,
  groups: [
    {
      name: 'people',
      count: 60,
      region: { circle: { center: [0, 0], radius: 9 } },
      goal: { mirror: [0, 0] },
    },
  ],
};
const base = { source: 'lawn', text: JSON.stringify(scenario), isSteerSuite: false, fixed: [] };

function planOf(counts, seeds) {
  const factors = [{ path: 'groups[0].count', levels: counts }];
  const list = Array.from({ length: seeds }, (_, k) => k + 1);
  return createPlan({ kind: 'factorial', seed: 1, factors }, list, sweepKey(base, version));
}

/** Seconds of a sweep, with and without what other programs took, and the processor time of all threads. */
async function timeSweep(executor, plan, name, threads = 1) {
  const journal = new Journal(join(folder, `${name}.jsonl`), false);
  const rows = createRows(journal, plan.count);
  const before = readThreads();
  const processorBefore = process.cpuUsage();
  const begin = performance.now();
  await runAll(plan, executor, rows, never);
  const seconds = (performance.now() - begin) / 1000;
  const { system, user } = process.cpuUsage(processorBefore);
  const quiet = quietSeconds(seconds, before, readThreads(), threads, CORES);
  let steps = 0;
  for (const { cost } of inOrder(rows)) steps += cost.stepSeconds;
  journal.close();
  return { seconds, quiet, steps, processor: (system + user) / 1e6 };
}

/** Threads that have started and have compiled and optimized what they run: each has done as many runs as a round has. */
async function openPool(size) {
  const pool = new Pool({ size });
  const executor = await openExecutor(undefined, pool, 'bench', { base }, version, () => {});
  await timeSweep(executor, planOf(COUNTS, SEEDS * size), 'warm');
  return executor;
}

/** One and two threads in turn. */
async function measureCores() {
  const plan = planOf(COUNTS, SEEDS);
  const [one, two] = [await openPool(1), await openPool(CORES)];
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const first = await timeSweep(one, plan, 'one');
    rounds.push([first, await timeSweep(two, plan, 'two', CORES)]);
  }
  await one.close();
  await two.close();
  const ratios = (measure) => rounds.map(([a, b]) => a[measure] / b[measure]);
  const isCounted = rounds[0][0].quiet !== undefined;
  return {
    runs: plan.count,
    cores: CORES,
    // By the clock: what else the machine does counts, too.
    speedUp: median(ratios('seconds')),
    speedUpOfEachRound: ratios('seconds'),
    // Without the time for which threads were ready and other programs had the cores; see processor-time.js.
    ...(isCounted && { quietSpeedUp: median(ratios('quiet')), quietSpeedUpOfEachRound: ratios('quiet') }),
    // Processor time of one thread over that of two, for the same runs: 1 where the second thread costs nothing.
    processorTimeRatio: median(ratios('processor')),
    overheadMillisecondsPerRun: median(
      rounds.map(([{ seconds, steps }]) => (1000 * (seconds - steps)) / plan.count),
    ),
  };
}

async function measureQueue() {
  const { Coordinator } = await import('../cli/dist/sweep/queue/coordinator.js');
  const { parseAddress } = await import('../cli/dist/sweep/queue/address.js');
  const port = 20_000 + (process.pid % 20_000);
  const server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    stdio: 'ignore',
  });
  const address = `redis://127.0.0.1:${port}`;
  await new Promise((done) => setTimeout(done, 1000));
  const worker = spawn(process.execPath, [join(root, 'cli/bin/wend.js'), 'worker', address, '--jobs', '1'], {
    stdio: 'ignore',
  });
  const sweep = async (plan) => {
    const coordinator = await Coordinator.open(
      parseAddress(address, '', {}),
      taskKey({ base }, version),
      { base },
      version,
    );
    const result = await timeSweep(coordinator, plan, 'queue');
    await coordinator.close();
    return result;
  };
  try {
    await sweep(planOf([50], 4));
    const plan = planOf(COUNTS, SEEDS / 2);
    const { seconds, steps } = await sweep(plan);
    return { overheadMillisecondsPerRun: (1000 * (seconds - steps)) / plan.count };
  } finally {
    worker.kill();
    await new Promise((done) => worker.once('exit', done));
    server.kill();
  }
}

/** Rows of a typical size, and the memory in use, without garbage, while the tables are written. */
function measureMemory(count) {
  const plan = planOf(
    Array.from({ length: count / 10 }, (_, k) => k + 1),
    10,
  );
  const journal = new Journal(join(folder, `rows-${count}.jsonl`), false);
  const rows = createRows(journal, plan.count);
  const names = Array.from({ length: 45 }, (_, k) => `group.figure${k}`);
  for (let index = 0; index < count; index++) {
    const figures = Object.fromEntries(names.map((name, k) => [name, Math.sqrt(index * 45 + k)]));
    const cost = { wallSeconds: 1, stepSeconds: 1, microsecondsPerAgentStep: 1 };
    storeRow(rows, {
      index,
      key: String(index),
      seed: 1 + (index % 10),
      status: 'done',
      figures,
      stateHash: 'x',
      cost,
    });
  }
  let [peak, settings] = [0, 0];
  const subject = {
    scenario: 'lawn',
    version,
    paths: plan.paths,
    seeds: plan.seeds,
    valuesOf: plan.settings.valuesOf,
  };
  const begin = performance.now();
  const look = () => {
    if (++settings % 250 !== 0) return;
    collectGarbage();
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    peak = Math.max(peak, heapUsed + arrayBuffers);
  };
  writeTables(folder, subject, rows, look, () => '');
  journal.close();
  return { rows: count, peakMegabytes: peak / 1e6, seconds: (performance.now() - begin) / 1000 };
}

try {
  const result = {
    local: await measureCores(),
    ...(process.argv.includes('--queue') && { queue: await measureQueue() }),
    ...(!process.argv.includes('--only=local') && {
      // The first one also has what the process needs once.
      memory: [20_000, 20_000, 100_000].map(measureMemory).slice(1),
    }),
  };
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
