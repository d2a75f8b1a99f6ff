import type { Interval } from '../statistics/bootstrap.ts';
import { meanInterval } from '../statistics/bootstrap.ts';
import { type FitPlan, figuresAt, HOPELESS, type KnownRuns, misfitAt } from './evaluate.ts';
import type { Target } from './reference.ts';
import type { Evaluation } from './search.ts';

/** How the misfit depends on a parameter near the best point. */
export type Sensitivity = {
  path: string;
  /** The values of all points that do nearly as well: where the range is wide, the data say little about the parameter. */
  range: [number, number];
  /** Misfits a step of 5 % of the range below and above the best value, all else the same. */
  steps: { value: number; misfit: number }[];
};

/** What `fit.json` has. */
export type FitResult = {
  scenario: string;
  version: string;
  seeds: readonly number[];
  parameters: Record<string, number>;
  misfit: number;
  /** Of 95 %, from the misfits of single seeds; absent for one seed. */
  misfitInterval?: Interval;
  misfitOfSeeds: number[];
  targets: (Target & { fitted: number })[];
  /** With trajectories: the distance of people that keep their velocity, m. */
  constantVelocity?: { mean: number; final: number };
  sensitivity: Sensitivity[];
  /** Points that could not be simulated, and the most frequent reason. */
  failed?: { points: number; reason: string };
  evaluations: readonly Evaluation[];
};

/** Share of a range that counts as a step. */
const STEP = 0.05;

/** Points that do nearly as well as the best. */
const NEARLY = 1.25;

/** The points a step away from the best one, along each parameter; those outside the ranges are left out. */
export function neighboursOf(
  best: Evaluation,
  ranges: readonly (readonly number[])[],
): { factor: number; values: readonly number[] }[] {
  return ranges.flatMap(([low, high], factor) =>
    [-STEP, STEP]
      .map((share) => best.values[factor] + share * (high - low))
      .filter((value) => value >= low && value <= high)
      .map((value) => ({ factor, values: best.values.map((own, k) => (k === factor ? value : own)) })),
  );
}

export function resultOf(
  subject: { scenario: string; version: string },
  plan: FitPlan,
  runs: KnownRuns,
  found: readonly Evaluation[],
  best: Evaluation,
  ranges: readonly (readonly number[])[],
): FitResult {
  const fitted = figuresAt(plan, runs, best.values);
  const ofSeeds = plan.seeds.map((seed) => misfitAt(plan, figuresAt(plan, runs, best.values, [seed])));
  const near = neighboursOf(best, ranges).map(({ factor, values }) => ({
    factor,
    value: values[factor],
    misfit: misfitAt(plan, figuresAt(plan, runs, values)),
  }));
  const hopeless = found.filter(({ misfit }) => misfit >= HOPELESS).length;
  const [reason = 'a run does not have all figures'] =
    [...runs.failures].sort((a, b) => b[1] - a[1])[0] ?? [];
  return {
    ...subject,
    seeds: plan.seeds,
    parameters: Object.fromEntries(plan.paths.map((path, k) => [path, best.values[k]])),
    misfit: best.misfit,
    ...(ofSeeds.length > 1 && { misfitInterval: meanInterval(ofSeeds) }),
    misfitOfSeeds: ofSeeds,
    targets: plan.targets.map((target, k) => ({ ...target, fitted: fitted[k] })),
    sensitivity: plan.paths.map((path, factor) => ({
      path,
      range: rangeWithin(found, best, factor),
      steps: near.filter((one) => one.factor === factor).map(({ misfit, value }) => ({ value, misfit })),
    })),
    ...(hopeless > 0 && { failed: { points: hopeless, reason } }),
    evaluations: found,
  };
}

function rangeWithin(found: readonly Evaluation[], best: Evaluation, factor: number): [number, number] {
  const near = found
    .filter(({ misfit }) => misfit <= NEARLY * best.misfit + 1e-9)
    .map(({ values }) => values[factor]);
  return [Math.min(...near), Math.max(...near)];
}
