import type { Journal } from '../rows/journal.ts';
import type { Executor } from '../runs/executor.ts';
import type { Figure } from '../runs/figures.ts';
import { runKey } from '../runs/run-keys.ts';
import type { RunRequest } from '../runs/run-one.ts';
import { displacement } from '../runs/windows.ts';
import { meanOf } from '../statistics/quantiles.ts';
import { misfitOf, type Target } from './reference.ts';

/** What is simulated at each point. */
export type FitPlan = {
  key: string;
  paths: readonly string[];
  targets: readonly Target[];
  seeds: readonly number[];
  /** Pieces of a recording, which are all simulated for targets about trajectories. */
  windows: number;
};

/** A misfit that no parameters have: of a setting that cannot be simulated, or that lacks a figure. */
export const HOPELESS = 1e6;

export class Interrupted extends Error {}

type Figures = Record<string, Figure>;

/** The runs of a fit that are known, by their keys; the journal keeps them for `--resume`. */
export class KnownRuns {
  readonly #figures = new Map<string, Figures>();
  readonly #journal: Journal;
  /** Reasons of runs that failed, and how often. */
  readonly failures = new Map<string, number>();

  constructor(journal: Journal) {
    this.#journal = journal;
    // Runs that failed are done again, since the reason may be gone.
    journal.scan(({ figures, key, status }) => {
      if (status === 'done') this.#figures.set(key, figures);
    });
  }

  get count(): number {
    return this.#figures.size;
  }

  figuresOf({ key }: RunRequest): Figures | undefined {
    return this.#figures.get(key);
  }

  /** Simulates those of the requests that are not known yet, as many at a time as the executor takes. */
  async provide(
    requests: readonly RunRequest[],
    executor: Executor,
    interrupted: Promise<void>,
  ): Promise<void> {
    const missing = [...new Map(requests.map((request) => [request.key, request])).values()].filter(
      ({ key }) => !this.#figures.has(key),
    );
    let next = 0;
    let isOver = false;
    const stop = interrupted.then(() => {
      isOver = true;
      return undefined;
    });
    const lane = async () => {
      while (!isOver && next < missing.length) {
        const request = missing[next++];
        const row = await Promise.race([executor.run(request), stop]);
        if (row === undefined) break;
        this.#journal.append(row);
        this.#figures.set(row.key, row.figures);
        if (row.reason !== undefined) this.failures.set(row.reason, (this.failures.get(row.reason) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: Math.min(executor.width, missing.length) }, lane));
    if (isOver) throw new Interrupted();
  }
}

/** The texts of a point and of a target's own setting, `path=value`. */
function textsOf({ paths }: FitPlan, values: readonly number[], own: readonly string[]): readonly string[] {
  return [...paths.map((path, k) => `${path}=${JSON.stringify(values[k])}`), ...own];
}

/** All runs of a point for one target, seed by seed. Targets of one setting share its runs. */
function requestsFor(
  plan: FitPlan,
  values: readonly number[],
  { overWindows, settings: own }: Target,
  seeds: readonly number[],
): RunRequest[] {
  const settings = textsOf(plan, values, own);
  const windows = overWindows ? Array.from({ length: plan.windows }, (_, window) => window) : [undefined];
  return seeds.flatMap((seed) =>
    windows.map((window, index): RunRequest => {
      if (window === undefined) return { index, key: runKey(plan.key, settings, seed), settings, seed };
      const key = runKey(plan.key, [...settings, `window ${window}`], seed);
      return { index, key, settings, seed, window };
    }),
  );
}

export function requestsOf(plan: FitPlan, values: readonly number[]): RunRequest[] {
  return plan.targets.flatMap((target) => requestsFor(plan, values, target, plan.seeds));
}

/** The figure of each target at a point, over these seeds; not a number where a run does not have it. */
export function figuresAt(
  plan: FitPlan,
  runs: KnownRuns,
  values: readonly number[],
  seeds: readonly number[] = plan.seeds,
): number[] {
  return plan.targets.map((target) => {
    const known = requestsFor(plan, values, target, seeds).map((request) => runs.figuresOf(request) ?? {});
    return target.overWindows ? overPositions(known, target.figure) : overRuns(known, target.figure);
  });
}

function overRuns(runs: readonly Figures[], figure: string): number {
  const values = runs.map((figures) => figures[figure]);
  return values.every((value) => typeof value === 'number') ? meanOf(values as number[]) : Number.NaN;
}

/** Windows have different numbers of people: each position, or each person at the end, counts as one. */
function overPositions(runs: readonly Figures[], figure: string): number {
  const weight = figure === displacement.final ? displacement.people : displacement.positions;
  let [sum, weights] = [0, 0];
  for (const figures of runs) {
    const value = figures[figure];
    if (typeof value !== 'number') return Number.NaN;
    sum += value * Number(figures[weight]);
    weights += Number(figures[weight]);
  }
  return sum / weights;
}

export function misfitAt(plan: FitPlan, figures: readonly number[]): number {
  return figures.every(Number.isFinite) ? misfitOf(plan.targets, figures) : HOPELESS;
}
