import { type FiguresOfCase, figuresOf } from './figures.ts';
import type { Run, RunRecord } from './runs.ts';

/** The outcome of the runs of a case: one entry of the --json output. */
export type Outcome = {
  name: string;
  steering: string;
  agents: number;
  runs: number;
  /** Runs in which all agents arrived. */
  completed: number;
  /** Added up over the runs. */
  seriousCollisions: number;
  collisions: number;
  touches: number;
  score: { median: number; worst: number; best: number };
  figures: FiguresOfCase;
  /** The median minus the figure to beat; null without one. */
  difference: number | null;
  verdict: string;
  /** Whether every run was completed, without more serious collisions than the case allows. */
  passed: boolean;
  microsecondsPerAgentStep: number;
  seeds: Run[];
};

/** The outcome of a case that allows this many serious collisions in each run. */
export function outcomeOf(
  name: string,
  steering: string,
  records: readonly RunRecord[],
  seriousAllowed: number,
): Outcome {
  const seeds = records.map(({ run }) => run);
  const sum = (value: (record: RunRecord) => number) =>
    records.reduce((total, record) => total + value(record), 0);
  const scores = seeds.map(({ score }) => score);
  const median = medianOf(scores);
  const figures = figuresOf(name);
  const difference = figures.toBeat === null ? null : median - figures.toBeat;
  const completed = seeds.filter((run) => run.completed).length;
  const isSerious = seeds.some(({ seriousCollisions }) => seriousCollisions > seriousAllowed);
  const agentSteps = sum((record) => record.agentSteps);
  return {
    name,
    steering,
    agents: records[0].agents,
    runs: records.length,
    completed,
    seriousCollisions: sum(({ run }) => run.seriousCollisions),
    collisions: sum(({ run }) => run.collisions),
    touches: sum(({ run }) => run.touches),
    score: { median, worst: Math.max(...scores), best: Math.min(...scores) },
    figures,
    difference,
    verdict:
      completed < records.length
        ? 'not completed'
        : isSerious
          ? 'serious collisions'
          : difference === null
            ? 'no figure'
            : inWords(difference),
    passed: completed === records.length && !isSerious,
    microsecondsPerAgentStep:
      agentSteps > 0 ? (1000 * sum(({ milliseconds }) => milliseconds)) / agentSteps : 0,
    seeds,
  };
}

function inWords(difference: number): string {
  const rounded = Math.round(Math.abs(difference));
  if (difference < 0) return `below by ${rounded}`;
  return rounded === 0 ? 'equal' : `above by ${rounded}`;
}

/** The middle value, or the mean of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
