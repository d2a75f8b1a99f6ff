import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseScenario, type Scenario } from 'wend/scenario';
import type { Run, Task } from './scenario-worker.fixture.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const SEEDS = 20;
/**
 * The bug garden lasts an hour, 72,000 steps, as many as a hundred runs of most others, so it runs with two seeds. Large
 * crowds in buildings take seconds a run. `node scripts/check-seeds.js NAME` runs all 20 seeds of any scenario.
 */
const fewerSeeds: Record<string, number> = {
  'bug-garden': 2,
  theatre: 3,
  'maze-hedges': 5,
  'maze-rooms': 8,
  'crowded-exits': 8,
};
/** Milliseconds for the runs of one scenario on a slow, busy machine. */
const PATIENCE = 3_600_000;

const scenarios = readdirSync(here('../scenarios'))
  .filter((file) => file.endsWith('.json') && file !== 'package.json')
  .map((file) => ({
    file,
    scenario: parseScenario(readFileSync(here(`../scenarios/${file}`), 'utf8'), file),
  }));

/** As many as there are cores, for all scenarios: what they have compiled for one serves the next. */
let workers: Worker[];

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [here('./scenario-worker.fixture.ts')],
    alias: {
      wend: here('../library/src/index.ts'),
      'wend/scenario': here('../library/src/scenario.ts'),
      'wend/measure': here('../library/src/measure.ts'),
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  // The worker and the library in one piece. Run by vitest itself, the same steps take twice as long.
  const code = new URL(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  workers = Array.from({ length: availableParallelism() }, () => new Worker(code));
});

afterAll(() => Promise.all((workers ?? []).map((worker) => worker.terminate())));

test.each([
  {
    what: 'the experiments of the first paper',
    names: ['static-obstacles', 'moving-obstacles', 'moving-target', 'many-targets'],
  },
  {
    what: 'the experiments of the second paper',
    names: [
      'chicken-2d',
      'chicken-3d',
      'flock-1',
      'flock-2d',
      'flock-3d-bold',
      'flock-3d-timid',
      'ocean-floor',
    ],
  },
  { what: 'what the papers name without an experiment', names: ['kinds', 'fatigue'] },
  {
    what: 'a corridor, a circle, the plaza and a garden of critters',
    names: ['corridor', 'antipodal-circle', 'four-ways-through', 'bug-garden'],
  },
  {
    what: 'a trap, two mazes, a theatre and an office',
    names: ['u-trap', 'maze-hedges', 'maze-rooms', 'theatre', 'office'],
  },
  {
    what: 'the experiments of the fifth paper',
    names: [
      'mouse-detour',
      'mouse-journey',
      'mouse-lead-in',
      'mouse-row',
      'mouse-selective',
      'mouse-straight',
    ],
  },
  { what: 'a scout that warns, and one that does not', names: ['scout-silent', 'scout-warns'] },
])('$what: there', ({ names }) => {
  expect(scenarios.map(({ scenario }) => scenario.name)).toEqual(expect.arrayContaining(names));
});

describe.each(scenarios)('$file', ({ file, scenario }) => {
  test('bears the name of its file, describes itself and states what it expects', () => {
    expect(scenario.name).toBe(basename(file, '.json'));
    expect(scenario.description).toMatch(/^[A-Z0-9].{40,}\.$/);
    expect(scenario.expect).toMatchObject({
      // Without goals, no agent can arrive.
      ...(hasGoals(scenario) ? { arrivedAtLeast: expect.any(Number) } : { stayWithinBounds: true }),
      seriousCollisionsAtMost: expect.any(Number),
      minimumClearanceAtLeast: expect.any(Number),
    });
  });

  const seeds = seedsOf(scenario);

  test(`holds what it expects with the seeds 1 to ${seeds.length}`, { timeout: PATIENCE }, async () => {
    const runs = await runsOf(scenario);
    const broken = runs.flatMap(({ summary, unmet }) =>
      unmet.map((sentence) => `seed ${summary.seed}: ${sentence}; measured ${JSON.stringify(summary)}`),
    );
    expect(broken).toEqual([]);
    expect(
      runs.flatMap(({ astray }) => astray),
      'in every step all are where one can walk',
    ).toEqual([]);
    // Not the hash: an empty plaza looks the same with every seed.
    const courses = new Set(runs.map(({ summary: { seed: _, ...measured } }) => JSON.stringify(measured)));
    expect(courses.size, 'every seed gives a run of its own').toBe(seeds.length);
  });
});

test('the two unlucky ones of the flock stay behind', { timeout: PATIENCE }, async () => {
  const { scenario } = scenarios.find(({ scenario }) => scenario.name === 'flock-2d')!;
  const runs = (await runsOf(scenario)).slice(0, 3);
  expect(runs.map(({ remaining }) => remaining)).toEqual(Array(3).fill([1, 2]));
  // The same two, less bold.
  const groups = scenario.groups.map((group) => ({
    ...group,
    personality: { ...group.personality, aggressiveness: 0.3 },
  }));
  const timid = await runAll({ ...scenario, groups }, [1, 2, 3]);
  expect(timid.map(({ remaining }) => remaining)).toEqual(Array(3).fill([]));
});

test('a flock that its scout warns of the rock does not run into it, and is home sooner', {
  timeout: PATIENCE,
}, async () => {
  const [silent, warned] = ['scout-silent', 'scout-warns'].map(
    (name) => scenarios.find(({ scenario }) => scenario.name === name)!.scenario,
  );
  // Only the sharing differs.
  const told = ({ expect: _, groups, name: __, description: ___, ...scene }: Scenario) => ({
    ...scene,
    groups: groups.map(({ sharing: ____, ...group }) => group),
  });
  expect(told(warned)).toEqual(told(silent));
  const [without, using] = [await runsOf(silent), await runsOf(warned)];
  expect([without.length, using.length]).toEqual([SEEDS, SEEDS]);
  const SCOUT = 0;
  const flockAtRock = ({ touched }: Run) => touched.filter((agent) => agent !== SCOUT).length;
  const lastHome = ({ summary }: Run) => summary.time;
  // Of 16; the worst with sharing is better than the best without.
  expect(Math.min(...without.map(flockAtRock))).toBeGreaterThanOrEqual(3);
  expect(Math.max(...using.map(flockAtRock))).toBeLessThanOrEqual(2);
  expect(Math.max(...using.map(lastHome))).toBeLessThan(Math.min(...without.map(lastHome)));
  // No agent warns the scout.
  for (const run of using) expect(run.touched).toContain(SCOUT);
});

test('an expectation can fail: a corridor that ends too early', async () => {
  const corridor = scenarios.find(({ scenario }) => scenario.name === 'corridor')!.scenario;
  const [run] = await runAll({ ...corridor, duration: 5 }, [1]);
  expect(run.unmet).toEqual([expect.stringMatching(/of the agents arrived, expected at least 100 %$/)]);
});

function hasGoals({ agents, groups }: Scenario): boolean {
  const hasOwn = [...agents, ...groups].some(
    ({ goal, targets }) => goal !== undefined || targets !== undefined,
  );
  return hasOwn || agents.some(({ journey }) => journey !== undefined);
}

function seedsOf({ name }: Scenario): number[] {
  return Array.from({ length: fewerSeeds[name] ?? SEEDS }, (_, index) => index + 1);
}

const known = new Map<Scenario, Promise<Run[]>>();

/** The runs of a built-in scenario with all its seeds, done once for all tests. */
function runsOf(scenario: Scenario): Promise<Run[]> {
  if (!known.has(scenario)) known.set(scenario, runAll(scenario, seedsOf(scenario)));
  return known.get(scenario)!;
}

/** Runs a scenario with every seed, in the order of the seeds; a worker takes the next one when it is done. */
async function runAll(scenario: Scenario, seeds: readonly number[]): Promise<Run[]> {
  const runs: Run[] = [];
  let next = 0;
  const lane = async (worker: Worker) => {
    while (next < seeds.length) {
      const place = next++;
      runs[place] = await runOn(worker, { scenario, seed: seeds[place] });
    }
  };
  await Promise.all(workers.map(lane));
  return runs;
}

function runOn(worker: Worker, task: Task): Promise<Run> {
  return new Promise((resolve, reject) => {
    const take = (run: Run) => {
      worker.off('error', reject);
      resolve(run);
    };
    worker.once('message', take).once('error', reject);
    worker.postMessage(task);
  });
}
