import { getHeapStatistics } from 'node:v8';
import { createMeasurements, isOver, observeStep, stepWorld, summarize, type World } from 'wend';
import { createSurvey, type Survey, summarizeSurvey, surveyStep } from 'wend/measure';
import { createParsedWorld, type Scenario, unmetExpectations } from 'wend/scenario';
import { type Figure, flatten } from './figures.ts';

/** A run of a sweep: which one, with what. */
export type RunRequest = {
  /** Its place in the table. */
  index: number;
  /** A hash of scenario, settings, seed and version. */
  key: string;
  settings: readonly string[];
  seed: number;
  /** The piece of a recording from which it starts, and with which it is compared. */
  window?: number;
};

/** How a run ended. A row of another status than `done` has a reason and no figures. */
export type RunStatus = 'done' | 'failed' | 'timeout' | 'memory' | 'lost';

/** What is known of a run: a row of the table. */
export type RunRow = {
  index: number;
  key: string;
  seed: number;
  status: RunStatus;
  reason?: string;
  figures: Record<string, Figure>;
  stateHash?: string;
  /** When shares of the agents had arrived, s; see `arrivalCurve`. Absent unless all did. */
  arrivals?: number[];
  cost: { wallSeconds: number; stepSeconds: number; microsecondsPerAgentStep: number };
};

/** What observes a run and writes files about it. */
export type Keeper = {
  recordStep: (world: World) => void;
  finish: (world: World, metrics: object, survey: Survey) => void;
  /** Ends a run that does not finish. */
  close: () => void;
};

/** Limits of a run, and what is kept of it besides the row. */
export type RunOptions = {
  /** Seconds of wall time. */
  timeLimit?: number | undefined;
  /** Megabytes of objects and columns of this thread. */
  memoryLimit?: number | undefined;
  keep?: ((world: World) => Keeper) | undefined;
  /** Measures something that scenarios do not ask for. */
  measure?: ((world: World) => OwnMeasure) | undefined;
};

/** Figures besides those of the scenario. */
type OwnMeasure = { recordStep: (world: World) => void; figures: () => Record<string, Figure> };

/** As many points of an arrival curve as a row has at most. */
const CURVE_POINTS = 100;

/** Steps between two looks at the clock. */
const STEPS_PER_LOOK = 16;

/** Simulates a run to its end, in one go: it is called in a thread of its own. */
export function runOne(
  scenario: Scenario,
  { index, key, seed }: RunRequest,
  options: RunOptions = {},
): RunRow {
  const begin = performance.now();
  const { keep, memoryLimit = Number.POSITIVE_INFINITY, timeLimit = Number.POSITIVE_INFINITY } = options;
  const world = createParsedWorld(scenario, { seed });
  const measurements = createMeasurements(world);
  const survey = createSurvey(world);
  const keeper = keep?.(world);
  const own = options.measure?.(world);
  const lastStep = Math.round(scenario.duration / scenario.dt);
  let agentSteps = 0;
  let stepMilliseconds = 0;
  const cost = () => ({
    wallSeconds: (performance.now() - begin) / 1000,
    stepSeconds: stepMilliseconds / 1000,
    microsecondsPerAgentStep: agentSteps > 0 ? (1000 * stepMilliseconds) / agentSteps : 0,
  });
  while (world.step < lastStep && !isOver(world)) {
    const start = performance.now();
    for (let k = 0; k < STEPS_PER_LOOK && world.step < lastStep && !isOver(world); k++) {
      agentSteps += world.crowd.count;
      stepWorld(world);
      observeStep(measurements, world);
      surveyStep(survey, world);
      keeper?.recordStep(world);
      own?.recordStep(world);
    }
    const now = performance.now();
    stepMilliseconds += now - start;
    const status =
      now - begin > 1000 * timeLimit ? 'timeout' : usedMegabytes() > memoryLimit ? 'memory' : undefined;
    if (status === undefined) continue;
    keeper?.close();
    const limit =
      status === 'timeout' ? `took more than ${timeLimit} s` : `needed more than ${memoryLimit} MB of memory`;
    const reason = `${limit}; it had simulated ${(world.step * world.dt).toFixed(1)} of ${scenario.duration} s`;
    return { index, key, seed, status, reason, figures: {}, cost: cost() };
  }
  const summary = summarize(measurements, world);
  const measured = summarizeSurvey(survey);
  const unmet = unmetExpectations(scenario.expect, summary, measured);
  keeper?.finish(world, { ...summary, measurements: measured, unmetExpectations: unmet }, survey);
  const { scenario: _, seed: __, dt: ___, stateHash, ...figures } = summary;
  return {
    index,
    key,
    seed,
    status: 'done',
    figures: { ...flatten({ ...figures, ...measured, unmetExpectations: unmet.length }), ...own?.figures() },
    stateHash,
    ...arrivalCurve(survey),
    cost: cost(),
  };
}

/** Objects and columns of this thread, in megabytes. */
function usedMegabytes(): number {
  const { external_memory, used_heap_size } = getHeapStatistics();
  return (external_memory + used_heap_size) / 1e6;
}

/**
 * The times at which the first, second, … agent had arrived, s, or for larger crowds each hundredth of them: a bounded
 * row whatever the crowd. Only a run in which all agents arrived has one.
 */
function arrivalCurve({ agents, travel }: Survey): { arrivals?: number[] } {
  const { columns, count } = travel;
  if (count === 0 || count < agents) return {};
  const times = Float64Array.from(columns.arrived.subarray(0, count)).sort();
  const points = Math.min(count, CURVE_POINTS);
  return {
    arrivals: Array.from({ length: points }, (_, k) => times[Math.ceil(((k + 1) * count) / points) - 1]),
  };
}
