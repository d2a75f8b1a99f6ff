import { ScenarioError } from 'wend';
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
  /** One run decides, whatever the seed: nothing is drawn. */
  single?: true;
  run(context: Context): Promise<Finding>;
};

/** What a test finds. */
export type Finding =
  | {
      passed: boolean;
      /** What was measured, in words. */
      figure: string;
      /** What it is compared with. */
      reference: string;
      /** The main figure of each seed. */
      values?: number[];
      /** A picture beside the reference, SVG. */
      plot?: string;
    }
  | { because: string };

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
  /** Why a test is not applicable. */
  because?: string;
  figure: string;
  reference: string;
  conflict?: string;
  seeds: number;
  /** The main figure of each seed, and its mean and standard deviation. */
  values: number[];
  mean: number | null;
  deviation: number | null;
  plot?: string;
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

/** Runs a test and says how it ended. */
export async function judge(test: StandardTest, context: Context): Promise<Outcome> {
  const finding = await attempt(test, context);
  const { conflict, criterion, id, source, title } = test;
  const common = { id, title, source, criterion, ...(conflict !== undefined && { conflict }) };
  if ('because' in finding) {
    const { because } = finding;
    const nothing = { figure: '', reference: '', seeds: 0, values: [], mean: null, deviation: null };
    return { ...common, verdict: 'not applicable', because, ...nothing };
  }
  const { figure, passed, plot, reference, values = [] } = finding;
  return {
    ...common,
    verdict: passed ? 'pass' : 'fail',
    figure,
    reference,
    seeds: context.seeds.length,
    values,
    mean: values.length > 0 ? meanOf(values) : null,
    deviation: values.length > 0 ? deviationOf(values) : null,
    ...(plot !== undefined && { plot }),
  };
}

/** A scenario that the engine refuses is a failure: the test asks for what people do there. */
async function attempt(test: StandardTest, context: Context): Promise<Finding> {
  try {
    return await test.run(context);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const [{ message, path }] = error.problems;
    return {
      passed: false,
      figure: `the scenario is refused: ${path}: ${message}`,
      reference: test.criterion,
    };
  }
}

/** Whether the command succeeds: no applicable test failed, but for those that contradict another. */
export function isSuccess(outcomes: readonly Outcome[]): boolean {
  return outcomes.every(({ conflict, verdict }) => verdict !== 'fail' || conflict !== undefined);
}
