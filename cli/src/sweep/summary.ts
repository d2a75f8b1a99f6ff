import type { RunRow } from './runs/run-one.ts';
import { type Interval, meanInterval, medianInterval } from './statistics/bootstrap.ts';
import { type Acceptance, type Convergence, convergenceOf } from './statistics/convergence.ts';
import { deviationOf, meanOf, quantileOf } from './statistics/quantiles.ts';

/** What the seeds of a setting say about a figure. Intervals are of 95 %, by the bootstrap. */
type FigureSummary = {
  /** Runs that have the figure. */
  runs: number;
  mean: number;
  deviation: number;
  median: number;
  min: number;
  max: number;
  /** Quantiles. */
  q05: number;
  q25: number;
  q75: number;
  q95: number;
  /** Absent for a single run. */
  meanInterval?: Interval;
  medianInterval?: Interval;
};

/** What the runs of a setting say. */
export type SettingSummary = {
  setting: number;
  parameters: Record<string, unknown>;
  runs: number;
  failed: number;
  figures: Record<string, FigureSummary>;
  /** Whether the seeds were enough; absent unless all agents arrived in two runs at least. */
  convergence?: Convergence;
};

/** Summarizes the rows of one setting, in the order of their seeds. */
export function summarizeSetting(
  setting: number,
  parameters: Record<string, unknown>,
  rows: readonly RunRow[],
  acceptance?: Acceptance,
): SettingSummary {
  const done = rows.filter(({ status }) => status === 'done');
  const names = [...new Set(done.flatMap(({ figures }) => Object.keys(figures)))];
  const figures: Record<string, FigureSummary> = {};
  for (const name of names) {
    const values = done
      .map(({ figures: of }) => of[name])
      .filter((figure) => figure !== null && figure !== undefined)
      .map(Number);
    if (values.length > 0) figures[name] = summarizeFigure(values);
  }
  const curves = done.flatMap(({ arrivals }) => (arrivals ? [arrivals] : []));
  const convergence = convergenceOf(curves, acceptance);
  return {
    setting,
    parameters,
    runs: rows.length,
    failed: rows.length - done.length,
    figures,
    ...(convergence && { convergence }),
  };
}

function summarizeFigure(values: readonly number[]): FigureSummary {
  const sorted = Float64Array.from(values).sort();
  const mean = meanOf(values);
  const quantile = (share: number) => quantileOf(sorted, share);
  return {
    runs: values.length,
    mean,
    deviation: deviationOf(values, mean),
    median: quantile(0.5),
    min: sorted[0],
    max: sorted[sorted.length - 1],
    q05: quantile(0.05),
    q25: quantile(0.25),
    q75: quantile(0.75),
    q95: quantile(0.95),
    ...(values.length > 1 && { meanInterval: meanInterval(values), medianInterval: medianInterval(sorted) }),
  };
}
