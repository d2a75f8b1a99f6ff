import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { BadInput, ExitCode } from '../../failure.ts';
import { writeWhole } from '../../files.ts';
import { watchInterruption } from '../../interruption.ts';
import { seconds, wholeNumber } from '../../option-values.ts';
import { claimFolder } from '../../result-folder.ts';
import type { Changes } from '../../scenario-files.ts';
import { parseFactor } from '../design/factors.ts';
import { openExecutor, reachQueue, untilInterrupted, withExecutor, withPool } from '../open-executor.ts';
import { parseSeeds } from '../plan.ts';
import type { SweepProgress } from '../progress.ts';
import { Journal } from '../rows/journal.ts';
import type { Executor } from '../runs/executor.ts';
import type { Pool } from '../runs/pool.ts';
import { sweepKey } from '../runs/run-keys.ts';
import type { SweepTask } from '../runs/thread-messages.ts';
import { readBase } from '../runs/variants.ts';
import { displacement, type Window } from '../runs/windows.ts';
import { constantVelocity, cutWindows } from './cut-windows.ts';
import {
  type FitPlan,
  figuresAt,
  HOPELESS,
  Interrupted,
  KnownRuns,
  misfitAt,
  requestsOf,
} from './evaluate.ts';
import { readTracks } from './recordings.ts';
import { parseTarget, readReference, type Target } from './reference.ts';
import { describeFit, fitPage } from './report.ts';
import { type FitResult, neighboursOf, resultOf } from './result.ts';
import { search } from './search.ts';

export type FitOptions = Changes & {
  vary?: string[];
  target?: string[];
  reference?: string;
  trajectories?: string;
  fps?: string;
  horizon?: string;
  seeds?: string;
  evaluations?: string;
  jobs?: string;
  runTimeout?: string;
  queue?: string;
  passwordFile?: string;
  tlsCa?: string;
  out: string;
  resume?: boolean;
  force?: boolean;
  json?: boolean;
  quiet?: boolean;
};

const FILES = { fit: 'fit.json', report: 'report.html', journal: 'runs.jsonl' } as const;

/** Seconds that are simulated from each moment of a recording: as in studies that predict pedestrians. */
const HORIZON = 4.8;

/** Searches parameters with which a scenario comes nearest to reference data; resolves to the exit code. */
export async function fit(nameOrFile: string, options: FitOptions, version: string): Promise<number> {
  const interruption = watchInterruption();
  const { paths, ranges } = rangesIn(options);
  const windows = await windowsIn(options);
  const targets = targetsIn(options);
  const seeds = parseSeeds(options.seeds ?? '5', 1000);
  const most = wholeNumber(options.evaluations, '--evaluations', 1, 100_000) ?? 60;
  const size = wholeNumber(options.jobs, '--jobs', 1, 1024) ?? availableParallelism();
  const timeLimit = seconds(options.runTimeout, '--run-timeout');
  const base = readBase(nameOrFile, options);
  const task: SweepTask = {
    base,
    ...(timeLimit !== undefined && { timeLimit }),
    ...(windows.length > 0 && { windows }),
  };
  const key = keyOf(sweepKey(base, version), windows);
  const plan: FitPlan = { key, paths, targets, seeds, windows: windows.length };
  const queue = await reachQueue(options.queue, options);
  return withPool({ size }, options.quiet, async ({ pool, progress, say }) => {
    pool.announce(key, task);
    await requireSound(plan, pool, ranges, () => interruption.requested);
    if (interruption.requested) return ExitCode.interrupted;
    const mayReplace = options.force === true || options.resume === true;
    const claimed = claimFolder(options.out, mayReplace, Object.values(FILES));
    const { folder } = claimed;
    const subject = { scenario: nameOrFile, version };
    const job = { subject, plan, ranges, most, interruption, progress, say };
    return withExecutor(
      claimed,
      () => openExecutor(queue, pool, key, task, version, say, { paths, ranges, targets }),
      async (executor) => {
        const result = await searchIn(folder, options.resume === true, job, executor);
        if (!result) return ExitCode.interrupted;
        const complete = windows.length === 0 ? result : withBaseline(result, windows);
        writeWhole(join(folder, FILES.fit), `${JSON.stringify(complete, null, 2)}\n`);
        writeWhole(join(folder, FILES.report), fitPage(complete));
        if (options.json) process.stdout.write(`${JSON.stringify(complete)}\n`);
        else if (!options.quiet)
          process.stdout.write(`${describeFit(complete)}  report      ${join(folder, FILES.report)}\n`);
        return ExitCode.done;
      },
    );
  });
}

/** A fit that is about to run. */
type Job = {
  subject: { scenario: string; version: string };
  plan: FitPlan;
  ranges: readonly (readonly number[])[];
  most: number;
  interruption: { requested: boolean };
  progress: SweepProgress | undefined;
  say: (line: string) => void;
};

/** Searches, keeping every run in the journal of the folder; undefined if it was interrupted. */
async function searchIn(
  folder: string,
  resumes: boolean,
  { interruption, most, plan, progress, ranges, say, subject }: Job,
  executor: Executor,
): Promise<FitResult | undefined> {
  const journal = new Journal(join(folder, FILES.journal), resumes ? 'continued' : 'new');
  // What an earlier fit found must not lie beside the runs of this one.
  if (!resumes) for (const name of [FILES.fit, FILES.report]) rmSync(join(folder, name), { force: true });
  const { interrupted, stop } = untilInterrupted(interruption);
  try {
    const runs = new KnownRuns(journal);
    let done = 0;
    const evaluate = async (points: readonly (readonly number[])[]) => {
      progress?.count(`${done} of ${most} points`);
      await runs.provide(
        points.flatMap((values) => requestsOf(plan, values)),
        executor,
        interrupted,
      );
      done += points.length;
      return points.map((values) => misfitAt(plan, figuresAt(plan, runs, values)));
    };
    try {
      const found = await search(
        ranges.map(([low]) => low),
        ranges.map(([, high]) => high),
        most,
        evaluate,
      );
      const best = found.reduce((least, one) => (one.misfit < least.misfit ? one : least));
      if (best.misfit >= HOPELESS) throw hopeless(plan, runs);
      await evaluate(neighboursOf(best, ranges).map(({ values }) => values));
      return resultOf(subject, plan, runs, found, best, ranges);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      say(
        `interrupted: ${runs.count} runs are in ${join(folder, FILES.journal)}; the same command with --resume continues`,
      );
      return undefined;
    }
  } finally {
    stop();
    progress?.end();
    journal.close();
  }
}

function rangesIn({ vary = [] }: FitOptions) {
  const factors = vary.map(parseFactor);
  if (factors.length === 0) throw new BadInput('--vary: expected at least one, path=from:to');
  const ranges = factors.map(({ distribution, path }) => {
    if (distribution?.name === 'uniform') return distribution.parameters;
    throw new BadInput(`--vary ${path}: expected a range to search, from:to`);
  });
  return { paths: factors.map(({ path }) => path), ranges };
}

async function windowsIn({ fps, horizon, trajectories }: FitOptions): Promise<Window[]> {
  const length = seconds(horizon, '--horizon') ?? HORIZON;
  const rate = fps === undefined ? undefined : Number(fps);
  if (rate !== undefined && !(rate > 0)) throw new BadInput(`--fps ${fps}: expected frames per second`);
  if (trajectories !== undefined)
    return cutWindows(await readTracks(trajectories, rate), length, trajectories);
  for (const [option, value] of Object.entries({ '--fps': fps, '--horizon': horizon })) {
    if (value !== undefined) throw new BadInput(`${option}: expected with --trajectories`);
  }
  return [];
}

function targetsIn({ reference, target, trajectories }: FitOptions): Target[] {
  const recorded = { settings: [], figure: displacement.mean, value: 0, scale: 1, overWindows: true };
  const targets = [
    ...(target ?? []).map(parseTarget),
    ...(reference === undefined ? [] : readReference(reference)),
    ...(trajectories === undefined ? [] : [recorded]),
  ];
  if (targets.length === 0)
    throw new BadInput('--target, --reference or --trajectories: expected one at least, to compare with');
  return targets;
}

/** Runs of the same scenario beside another recording are other runs. */
function keyOf(sweep: string, windows: readonly Window[]): string {
  if (windows.length === 0) return sweep;
  return createHash('sha256')
    .update(JSON.stringify([sweep, windows]))
    .digest('hex')
    .slice(0, 32);
}

function withBaseline(result: FitResult, windows: readonly Window[]): FitResult {
  const { evaluations, sensitivity, ...others } = result;
  return { ...others, constantVelocity: constantVelocity(windows), sensitivity, evaluations };
}

/** Checks the point in the middle of the ranges: its scenarios are valid, and its runs have the figures. */
async function requireSound(
  plan: FitPlan,
  pool: Pool,
  ranges: readonly (readonly number[])[],
  isInterrupted: () => boolean,
): Promise<void> {
  const centre = ranges.map(([low, high]) => (low + high) / 2);
  const requests = requestsOf({ ...plan, seeds: plan.seeds.slice(0, 1) }, centre);
  const unlike = [...new Map(requests.map((request) => [request.key, request])).values()];
  for (const { seed, settings, window } of unlike) {
    if (isInterrupted()) return;
    const { problem } = await pool.check(plan.key, settings, seed, window);
    if (problem !== undefined) throw new BadInput(problem);
  }
  const firsts = unlike.filter(({ window = 0 }) => window === 0);
  for (const request of firsts) {
    if (isInterrupted()) return;
    const { figures, reason } = await pool.run(plan.key, request);
    if (reason !== undefined) throw new BadInput(reason);
    const wanted = plan.targets.filter(
      ({ overWindows = false, settings }) =>
        overWindows === (request.window !== undefined) &&
        settings.every((text) => request.settings.includes(text)),
    );
    const unknown = wanted.map(({ figure }) => figure).filter((figure) => !(figure in figures));
    if (unknown.length > 0) throw unknownFigures(unknown, Object.keys(figures));
  }
}

function unknownFigures(names: readonly string[], known: readonly string[]): BadInput {
  return new BadInput(
    `${[...new Set(names)].join(', ')}: the runs have no such figure; expected one of ${known.join(', ')}`,
  );
}

function hopeless({ targets }: FitPlan, { failures }: KnownRuns): BadInput {
  const [reason] = [...failures.keys()];
  const names = [...new Set(targets.map(({ figure }) => figure))].join(', ');
  return new BadInput(
    reason ??
      `${names}: at no point do all runs have these figures; the table of wend sweep shows which figures they have`,
  );
}
