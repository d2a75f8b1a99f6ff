import { ScenarioError } from 'wend';
import type { Plot } from 'wend/draw';
import type { ScenarioInput } from 'wend/scenario';

/** A test of a standard, or a comparison with an experiment. */
export type StandardTest = {
  /** Such as imo/8; what the command line takes. */
  id: string;
  title: string;
  /** Where the criterion and its numbers come from. */
  source: string;
  criterion: string;
  /** Why it cannot hold together with another test: such tests are reported apart. */
  conflict?: string;
  /** How many seeds it needs where the user names none; 5 if absent. */
  seeds?: number;
  /** With fewer seeds there is no verdict: it compares means by their standard errors. */
  leastSeeds?: number;
  /** One run decides, whatever the seed: nothing is drawn. */
  single?: true;
  run(context: Context): Promise<Finding>;
};

/** What a test finds. */
export type Finding =
  | {
      /** What does not hold, in words. A test without failures passes. */
      failures: readonly string[];
      /** What was measured, in words. */
      figure: string;
      /** What it is compared with. */
      reference: string;
      /** The main figure of each seed. */
      values?: number[];
      /** A picture beside the reference. Plots of several tests with one title are one picture. */
      plot?: Plot;
    }
  | {
      /** Why there is no verdict. */
      because: string;
      /** What was measured all the same. */
      figure?: string;
      values?: number[];
    };

/** What tests run with. */
export type Context = {
  seeds: readonly number[];
  /** The steering model, if it is not the default one. */
  steering?: string;
  /** A folder with recordings of pedestrians. */
  recordings?: string;
  /** A long computation that several tests share is done once. */
  once<Value>(key: string, compute: () => Promise<Value>): Promise<Value>;
  /** Called now and then during a run. */
  pause(what: string): Promise<void>;
  /** Keeps a scenario that went wrong, where the user asked for it. */
  keep?(input: ScenarioInput): void;
  /** The scenario with the chosen model. */
  prepare(input: ScenarioInput): ScenarioInput;
};

/** A finished test. */
export type Outcome = {
  id: string;
  title: string;
  source: string;
  criterion: string;
  verdict: 'pass' | 'fail' | 'not applicable';
  /** Why a test fails, or is not applicable. */
  because?: string;
  figure: string;
  reference: string;
  conflict?: string;
  seeds: number;
  /** The main figure of each seed, and its mean and standard deviation. */
  values: number[];
  mean: number | null;
  deviation: number | null;
  plot?: Plot;
};

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The standard deviation of a sample; 0 for a single value. */
export function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0;
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The standard error of the mean of a sample; a single value has none. */
export function standardErrorOf(values: readonly number[]): number {
  return values.length > 1 ? deviationOf(values) / Math.sqrt(values.length) : Number.NaN;
}

/** The claims that do not hold, in words. */
export function unmet(...claims: readonly (readonly [holds: boolean, otherwise: string])[]): string[] {
  return claims.flatMap(([holds, otherwise]) => (holds ? [] : [otherwise]));
}

/** Where values do not rise from one to the next, in words. */
export function notRising(
  values: readonly number[],
  inWords: (value: number, k: number) => string,
): string[] {
  return values.flatMap((value, k) =>
    k === 0 || value > values[k - 1]
      ? []
      : [`${inWords(value, k)} is not more than ${inWords(values[k - 1], k - 1)}`],
  );
}

/** Runs a test and says how it ended. */
export async function judge(test: StandardTest, context: Context): Promise<Outcome> {
  const { conflict, criterion, id, leastSeeds = 1, source, title } = test;
  const finding =
    context.seeds.length < leastSeeds
      ? { because: `it compares means by their standard errors and needs at least ${leastSeeds} seeds` }
      : await attempt(test, context);
  const common = { id, title, source, criterion, ...(conflict !== undefined && { conflict }) };
  if ('because' in finding) {
    const { because, figure = '', values = [] } = finding;
    const seeds = figure === '' ? 0 : context.seeds.length;
    return { ...common, verdict: 'not applicable', because, figure, reference: '', seeds, ...summed(values) };
  }
  const { failures, figure, plot, reference, values = [] } = finding;
  return {
    ...common,
    verdict: failures.length === 0 ? 'pass' : 'fail',
    ...(failures.length > 0 && { because: failures.join('; ') }),
    figure,
    reference,
    seeds: context.seeds.length,
    ...summed(values),
    ...(plot !== undefined && { plot }),
  };
}

function summed(values: number[]): Pick<Outcome, 'values' | 'mean' | 'deviation'> {
  if (values.length === 0) return { values, mean: null, deviation: null };
  return { values, mean: meanOf(values), deviation: deviationOf(values) };
}

/** A scenario that the engine refuses is a failure: the test asks for what people do there. */
async function attempt(test: StandardTest, context: Context): Promise<Finding> {
  try {
    return await test.run(context);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const [{ message, path }] = error.problems;
    const refusal = `the scenario is refused: ${path}: ${message}`;
    return { failures: [refusal], figure: 'nothing', reference: test.criterion };
  }
}

/** Whether the command succeeds: no applicable test failed, but for those that contradict another. */
export function isSuccess(outcomes: readonly Outcome[]): boolean {
  return outcomes.every(({ conflict, verdict }) => verdict !== 'fail' || conflict !== undefined);
}
