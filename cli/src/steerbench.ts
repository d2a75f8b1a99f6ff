import { setImmediate } from 'node:timers/promises';
import type { World } from 'wend';
import { nearestWord, type Scenario } from 'wend/scenario';
import { agentsIn } from './built-in.ts';
import { BadInput, ExitCode } from './failure.ts';
import { requireEnding, requireWritable, writeWhole } from './files.ts';
import { Progress } from './progress.ts';
import type { Changes } from './scenario-files.ts';
import { loadScenario } from './scenarios.ts';
import { isUnknownCase, largeCases, smallCases, sourceOf } from './steerbench/cases.ts';
import { type Outcome, outcomeOf } from './steerbench/outcome.ts';
import { type RunRecord, runCase } from './steerbench/runs.ts';
import { tableIn } from './steerbench/table.ts';
import { steeringNamed } from './switch-model.ts';

export type SteerbenchOptions = Omit<Changes, 'seed'> & {
  seeds?: string;
  large?: boolean;
  out?: string;
  json?: boolean;
  quiet?: boolean;
};

/** Seeds of a case, and of one with a crowd. */
const SEEDS = 20;
const SEEDS_OF_CROWDS = 1;
/** Agents that make a crowd. */
const CROWD = 100;

/** Runs cases from perturbed starts, and compares scores; resolves to the exit code. */
export async function steerbench(names: string[], options: SteerbenchOptions): Promise<number> {
  const count = seedsIn(options.seeds);
  if (options.out !== undefined) {
    requireEnding('--out', options.out, '.html', '.htm');
    requireWritable(options.out);
  }
  const chosen = names.length > 0 ? names : [...smallCases, ...(options.large ? largeCases : [])];
  for (const name of chosen) {
    if (!isUnknownCase(name)) continue;
    const all = [...smallCases, ...largeCases];
    const near = nearestWord(name, all);
    const hint =
      near === undefined ? `the cases are ${all.join(', ')}, or give a file` : `did you mean ${near}?`;
    throw new BadInput(`${name}: no such case; ${hint}`);
  }
  // All cases are read before the first one runs, so that errors show at once.
  const scenarios = chosen.map((name) => loadScenario(sourceOf(name), changesOf(options)));
  const outcomes: Outcome[] = [];
  const shown: RunRecord[] = [];
  for (const scenario of scenarios) {
    const records = await runSeeds(scenario, count, options);
    const allowed = scenario.expect?.seriousCollisionsAtMost ?? 0;
    outcomes.push(outcomeOf(scenario.name, scenario.steering.name, records, allowed));
    shown.push(middleOf(records));
  }
  if (options.out !== undefined) {
    const { reportIn } = await import('./steerbench/report.ts');
    writeWhole(options.out, reportIn(outcomes, shown));
  }
  if (options.json) process.stdout.write(`${JSON.stringify({ cases: outcomes })}\n`);
  else if (!options.quiet) process.stdout.write(tableIn(outcomes));
  return outcomes.every(({ passed }) => passed) ? ExitCode.done : ExitCode.criterionFailed;
}

function seedsIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text)) {
    throw new BadInput(`--seeds ${text}: expected a whole number; 0 means the original starts`);
  }
  return Number(text);
}

/** Without avoidance, agents pass through each other: contacts would prevent the overlaps that the score counts. */
function changesOf({
  allowOutside,
  duration,
  neighbours,
  planner,
  set = [],
  steering,
}: SteerbenchOptions): Changes {
  const avoids = steeringNamed(steering)?.avoids !== false || set.some((one) => one.startsWith('contacts='));
  return {
    ...(allowOutside !== undefined && { allowOutside }),
    ...(duration !== undefined && { duration }),
    ...(neighbours !== undefined && { neighbours }),
    ...(planner !== undefined && { planner }),
    ...(steering !== undefined && { steering }),
    set: avoids ? set : ['contacts=none', ...set],
  };
}

async function runSeeds(
  scenario: Scenario,
  count: number | undefined,
  { out, quiet }: SteerbenchOptions,
): Promise<RunRecord[]> {
  const agents = agentsIn(scenario);
  const runs = count ?? (agents >= CROWD ? SEEDS_OF_CROWDS : SEEDS);
  const seeds = runs === 0 ? [0] : Array.from({ length: runs }, (_, k) => k + 1);
  const records: RunRecord[] = [];
  for (const seed of seeds) {
    // A crowd takes minutes, so it shows progress as wend run does, in logs as well.
    const progress = quiet || agents < CROWD ? undefined : new Progress();
    const pause = async (world: World) => {
      if (progress) progress.show(world, scenario.duration);
      else if (!quiet) showProgress(world, seeds.indexOf(seed), seeds.length);
      await setImmediate();
    };
    records.push(await runCase(scenario, seed, out !== undefined, pause));
    progress?.end();
  }
  if (!quiet && process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  return records;
}

function showProgress({ scenario, step }: World, run: number, runs: number): void {
  if (!process.stderr.isTTY) return;
  const time = (step * scenario.dt).toFixed(1);
  process.stderr.write(`\r${scenario.name} · run ${run + 1} of ${runs} · ${time} s\u001b[K`);
}

/** The run with the median score; of the two middle ones, the better. */
function middleOf(records: readonly RunRecord[]): RunRecord {
  const sorted = [...records].sort((a, b) => a.run.score - b.run.score);
  return sorted[(sorted.length - 1) >> 1];
}
