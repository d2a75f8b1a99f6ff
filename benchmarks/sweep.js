// Sweeps: cores, overhead of a run, and memory of a long table.
//
//   node benchmarks/sweep.js [--queue] [--rounds=7]     after npm run build; --queue needs redis-server on the path
//
// Prints one JSON object. Ratios of one call are comparable; absolute times depend on the machine.

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

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'wend-bench-sweep-'));
const ROUNDS = Number(process.argv.find((word) => word.startsWith('--rounds='))?.slice(9) ?? 7);
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

/** Seconds of a sweep, and milliseconds of a run beyond its steps. */
async function timeSweep(executor, plan, name) {
  const journal = new Journal(join(folder, `${name}.jsonl`), false);
  const rows = createRows(journal, plan.count);
  const begin = performance.now();
  const before = process.cpuUsage();
  await runAll(plan, executor, rows, never);
  const seconds = (performance.now() - begin) / 1000;
  const { system, user } = process.cpuUsage(before);
  let steps = 0;
  for (const { cost } of inOrder(rows)) steps += cost.stepSeconds;
  journal.close();
  return { seconds, steps, processor: (system + user) / 1e6 };
}

/** Threads that have started and compiled what they run. */
async function openPool(size) {
  const pool = new Pool({ size });
  const executor = await openExecutor(undefined, pool, 'bench', { base }, version, () => {});
  await timeSweep(executor, planOf([50], 8 * size), 'warm');
  return executor;
}

/** One and two threads in turn. The shortest times count: whatever else the machine does only adds to them. */
async function measureCores() {
  const plan = planOf([40, 50, 60, 70], 10);
  const cores = Math.min(2, availableParallelism());
  const [one, two] = [await openPool(1), await openPool(cores)];
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push([await timeSweep(one, plan, 'one'), await timeSweep(two, plan, 'two')]);
  }
  await one.close();
  await two.close();
  const shortest = (k) => Math.min(...rounds.map((round) => round[k].seconds));
  const overheads = rounds.map(([{ seconds, steps }]) => (1000 * (seconds - steps)) / plan.count);
  return {
    runs: plan.count,
    cores,
    speedUp: shortest(0) / shortest(1),
    speedUpOfEachRound: rounds.map(([a, b]) => a.seconds / b.seconds),
    // Processor time of one thread over that of two, for the same runs: 1 where the second thread costs nothing. Other
    // programs on the machine hardly change it.
    processorTimeRatio: rounds.reduce((sum, [a, b]) => sum + a.processor / b.processor, 0) / ROUNDS,
    overheadMillisecondsPerRun: overheads.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)],
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
    const plan = planOf([40, 50, 60, 70], 10);
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
  writeTables(folder, subject, rows, () => {
    if (++settings % 250 !== 0) return;
    collectGarbage();
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    peak = Math.max(peak, heapUsed + arrayBuffers);
  });
  journal.close();
  return { rows: count, peakMegabytes: peak / 1e6, seconds: (performance.now() - begin) / 1000 };
}

try {
  const result = {
    local: await measureCores(),
    ...(process.argv.includes('--queue') && { queue: await measureQueue() }),
    memory: [measureMemory(10_000), measureMemory(100_000)],
  };
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
