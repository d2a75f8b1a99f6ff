import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { BadInput, ExitCode } from '../failure.ts';
import { writeWhole } from '../files.ts';
import { watchInterruption } from '../interruption.ts';
import { loadFormat } from '../load-format.ts';
import { counted } from '../messages.ts';
import { seconds, wholeNumber } from '../option-values.ts';
import type { Changes } from '../scenario-files.ts';
import { checkSettings } from './check-settings.ts';
import { type Design, type DesignKind, designKinds } from './design/design.ts';
import { parseFactor } from './design/factors.ts';
import { MOST_SEEDS, readDesignFile } from './design/file.ts';
import { sweepFiles, writeTables } from './finish.ts';
import { claimSweep, hasKept, keptRuns, removeEarlier } from './folder.ts';
import { openExecutor, reachQueue, untilInterrupted, withExecutor, withPool } from './open-executor.ts';
import { collectParts, parsePart, partFolder } from './parts.ts';
import { createPlan, type Plan, parseSeeds, requireReasonable } from './plan.ts';
import { SweepProgress } from './progress.ts';
import { addSetting, createReportData } from './report/data.ts';
import { reportPage } from './report/page.ts';
import { restoreRows } from './resume.ts';
import { Journal } from './rows/journal.ts';
import { createRows, type Rows } from './rows/rows.ts';
import { type Part, runAll } from './runner.ts';
import type { Executor } from './runs/executor.ts';
import { sweepKey } from './runs/run-keys.ts';
import type { Keeping, SweepTask } from './runs/thread-messages.ts';
import { readBase, withoutFiles } from './runs/variants.ts';
import { slurmScript } from './slurm.ts';
import { parseAcceptance } from './statistics/convergence.ts';

export type SweepOptions = Changes & {
  vary?: string[];
  seeds?: string;
  out: string;
  jobs?: string;
  /** A kind of design, or a design file. */
  design?: string;
  samples?: string;
  designSeed?: string;
  resume?: boolean;
  force?: boolean;
  runTimeout?: string;
  runMemory?: string;
  keep: 'nothing' | 'trajectories' | 'recordings';
  /** The address of a queue, whose workers do the runs. */
  queue?: string;
  passwordFile?: string;
  tlsCa?: string;
  /** The figures that the report shows. */
  figures?: string;
  /** When seeds are enough. */
  acceptance?: string;
  /** Only this part of the runs, such as 3/10. */
  part?: string;
  /** Print a script in place of running. */
  export?: 'slurm';
  tasks?: string;
  /** Whether more than a million runs are meant. */
  yes?: boolean;
  json?: boolean;
  quiet?: boolean;
};

/** Runs a scenario with many settings and seeds, and writes the table of what they gave; resolves to the exit code. */
export async function sweep(nameOrFile: string, options: SweepOptions, version: string): Promise<number> {
  const interruption = watchInterruption();
  requireTogether(options);
  const { design, seeds } = designOf(options);
  const limits = {
    size: wholeNumber(options.jobs, '--jobs', 1, 1024) ?? availableParallelism(),
    memory: wholeNumber(options.runMemory, '--run-memory', 16, 1 << 20),
  };
  const timeLimit = seconds(options.runTimeout, '--run-timeout');
  parseAcceptance(options.acceptance);
  const base = readBase(nameOrFile, options);
  const key = sweepKey(base, version);
  const plan = createPlan(design, seeds, key, (setting) =>
    withoutFiles(setting, nameOrFile, options.allowOutside),
  );
  requireReasonable(plan, options.yes === true);
  if (options.export === 'slurm') {
    const tasks = wholeNumber(options.tasks, '--tasks', 1, 100_000) ?? 16;
    process.stdout.write(slurmScript(process.argv.slice(3), options.out, Math.min(tasks, plan.count)));
    return ExitCode.done;
  }
  const part = options.part === undefined ? undefined : parsePart(options.part);
  const queue = await reachQueue(options.queue, options);
  if (options.keep === 'trajectories' && !queue) await loadTrajectories();
  return withPool(limits, options.quiet, async ({ pool, progress, say }) => {
    pool.announce(key, { base });
    await checkSettings(plan, pool, key, () => interruption.requested, progress);
    if (interruption.requested) return ExitCode.interrupted;
    const claimed = claimSweep(
      part ? partFolder(options.out, part) : options.out,
      options.force === true || options.resume === true || part !== undefined,
      queue !== undefined,
    );
    const task: SweepTask = {
      base,
      ...(timeLimit !== undefined && { timeLimit }),
      ...(limits.memory !== undefined && { memoryLimit: limits.memory }),
      ...keepingIn(options, claimed.folder),
    };
    return withExecutor(
      claimed,
      () => openExecutor(queue, pool, key, task, version, say),
      (executor) =>
        runIn(claimed.folder, { nameOrFile, options, plan, version, interruption, part }, executor),
    );
  });
}

/** The threads will write them: what they need is there, or no run begins. */
async function loadTrajectories(): Promise<void> {
  const { outputFormats } = await import('@wend/formats/outputs');
  const [format] = outputFormats();
  await loadFormat(format, `--keep trajectories: ${format.file}`, '--keep recordings');
}

/** Refuses options that say nothing, or contradict each other, without or with another one. */
function requireTogether({ export: script, force, part, queue, resume, tasks }: SweepOptions): void {
  if (tasks !== undefined && script === undefined)
    throw new BadInput('--tasks: expected with --export slurm');
  if (part !== undefined && script !== undefined) throw new BadInput('--part: expected without --export');
  if (part !== undefined && queue !== undefined) throw new BadInput('--part: expected without --queue');
  if (force && resume)
    throw new BadInput('--force: expected without --resume: one replaces a sweep, the other continues it');
}

/** A sweep that is about to run. */
type Prepared = {
  nameOrFile: string;
  options: SweepOptions;
  plan: Plan;
  version: string;
  interruption: { requested: boolean };
  part: Part | undefined;
};

async function runIn(folder: string, prepared: Prepared, executor: Executor): Promise<number> {
  const { interruption, options, part, plan } = prepared;
  const goesOn = options.resume === true || part !== undefined;
  const journal = new Journal(join(folder, sweepFiles.journal), goesOn ? 'continued' : 'new');
  try {
    if (!goesOn) removeEarlier(folder);
    const rows = createRows(journal, plan.count);
    const hasFiles = options.keep === 'nothing' ? undefined : (index: number) => hasKept(folder, index);
    if (goesOn) restoreRows(rows, plan, hasFiles);
    if (options.resume) collectParts(folder, sweepFiles.journal, rows, plan);
    writeWhole(join(folder, sweepFiles.design), `${JSON.stringify(designRecord(prepared), null, 2)}\n`);
    const progress = options.quiet ? undefined : new SweepProgress(rows.done);
    progress?.show(rows);
    const { interrupted, stop } = untilInterrupted(interruption);
    let wasInterrupted: boolean;
    try {
      wasInterrupted = await runAll(
        plan,
        executor,
        rows,
        { interrupted, onRow: () => progress?.show(rows) },
        part,
      );
    } finally {
      stop();
      progress?.end();
    }
    if (wasInterrupted) {
      if (!options.quiet) process.stderr.write(interruptedIn(rows, folder));
      return ExitCode.interrupted;
    }
    if (!part) finish(folder, prepared, rows);
    return rows.failed > 0 ? ExitCode.criterionFailed : ExitCode.done;
  } finally {
    journal.close();
  }
}

function finish(folder: string, { nameOrFile, options, plan, version }: Prepared, rows: Rows): void {
  const subject = {
    scenario: nameOrFile,
    version,
    paths: plan.paths,
    seeds: plan.seeds,
    valuesOf: plan.settings.valuesOf,
    acceptance: parseAcceptance(options.acceptance),
  };
  const reasons = new Map<string, number>();
  const wanted = options.figures?.split(',');
  const report = createReportData(plan.paths);
  const { done, failed } = rows;
  const { acceptance } = subject;
  const about = { scenario: nameOrFile, version, runs: done, failed, seeds: plan.seeds.length, acceptance };
  writeTables(
    folder,
    subject,
    rows,
    ({ convergence, setting }, ofSetting) => {
      addSetting(report, plan.settings.valuesOf(setting), ofSetting, convergence, wanted);
      for (const { reason, status } of ofSetting) {
        if (status !== 'done' && reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      }
    },
    () => reportPage(about, report, wanted),
  );
  const missing = wanted?.filter((name) => !report.settings.some(({ means }) => name in means)) ?? [];
  if (missing.length > 0)
    process.stderr.write(
      `warning: --figures ${missing.join(',')}: not in the report, since no run has such a number; ${sweepFiles.csv} has the names of all figures\n`,
    );
  if (options.json)
    process.stdout.write(
      `${JSON.stringify({ folder, runs: done, failed, settings: plan.settings.count })}\n`,
    );
  else if (!options.quiet) process.stdout.write(describe(folder, plan, rows, reasons));
}

function describe(folder: string, plan: Plan, { done, failed }: Rows, reasons: Map<string, number>): string {
  const lines = [
    `${counted(done, 'run')}: ${counted(plan.settings.count, 'setting')} with ${counted(plan.seeds.length, 'seed')}${failed > 0 ? `; ${failed} failed` : ''}`,
    ...[...reasons]
      .slice(0, 5)
      .map(([reason, count]) => `  failed      ${count} times: ${reason.split('\n')[0]}`),
    `  table       ${join(folder, sweepFiles.csv)}, ${join(folder, sweepFiles.parquet)}`,
    `  summary     ${join(folder, sweepFiles.summary)}`,
    `  report      ${join(folder, sweepFiles.report)}: open it in a browser`,
  ];
  return `${lines.join('\n')}\n`;
}

function interruptedIn({ done, offsets }: Rows, folder: string): string {
  return `interrupted: ${done} of ${offsets.length} runs are in ${join(folder, sweepFiles.journal)}; the same command with --resume continues\n`;
}

/** What the folder says about its sweep. */
function designRecord({ nameOrFile, options, plan, version }: Prepared): object {
  const {
    allowOutside: _,
    force: __,
    json: ___,
    quiet: ____,
    resume: _____,
    yes: ______,
    ...given
  } = options;
  return {
    scenario: nameOrFile,
    version,
    runs: plan.count,
    settings: plan.settings.count,
    seeds: plan.seeds,
    options: given,
  };
}

function designOf(options: SweepOptions): { design: Design; seeds: readonly number[] } {
  const { design: kind = 'factorial' } = options;
  if (/\.json$/i.test(kind)) {
    if (options.vary || options.samples !== undefined || options.designSeed !== undefined) {
      throw new BadInput(
        `--design ${kind}: expected without --vary, --samples and --design-seed: the file contains them`,
      );
    }
    const { design, seeds } = readDesignFile(kind);
    if (options.seeds !== undefined || seeds === undefined) return { design, seeds: seedsIn(options) };
    return { design, seeds: typeof seeds === 'number' ? parseSeeds(String(seeds), MOST_SEEDS) : seeds };
  }
  if (!designKinds.some((name) => name === kind)) {
    throw new BadInput(
      `--design ${kind}: expected ${designKinds.join(', ')}, or a file that ends with .json`,
    );
  }
  const samples = wholeNumber(options.samples, '--samples', 1, Number.MAX_SAFE_INTEGER);
  const seed = wholeNumber(options.designSeed, '--design-seed', 0, 2 ** 32 - 1) ?? 1;
  const factors = (options.vary ?? []).map(parseFactor);
  const design: Design = {
    kind: kind as DesignKind,
    factors,
    seed,
    ...(samples !== undefined && { samples }),
  };
  return { design, seeds: seedsIn(options) };
}

function seedsIn({ seeds = '1' }: SweepOptions): number[] {
  return parseSeeds(seeds, MOST_SEEDS);
}

function keepingIn({ keep }: SweepOptions, folder: string): { keeping?: Keeping } {
  return keep === 'nothing' ? {} : { keeping: { kind: keep, folder: keptRuns(folder) } };
}
