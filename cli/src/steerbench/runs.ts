import {
  createMeasurements,
  isOver,
  observeStep,
  type Summary,
  stepWorld,
  summarize,
  type World,
} from 'wend';
import { createTrails, recordTrails, type TrailRecorder } from 'wend/draw';
import { createScenarioWorld, perturbStarts, type Scenario } from 'wend/scenario';

/** One run of a case. */
export type Run = {
  /** 0: the starts as the file has them. */
  seed: number;
  completed: boolean;
  arrived: number;
  seriousCollisions: number;
  collisions: number;
  touches: number;
  /** The SteerBench score and its parts. */
  score: number;
  time: number;
  energy: number;
  acceleration: number;
  minimumClearance: number | null;
  walking: Summary['walking'];
  /** Seconds simulated. */
  duration: number;
  stateHash: string;
};

/** What a picture of a run needs, and what the run cost. */
export type RunRecord = {
  run: Run;
  agents: number;
  world: World;
  trails: TrailRecorder | undefined;
  milliseconds: number;
  agentSteps: number;
};

/** The most points that all trails have together. */
const TRAIL_POINTS = 250_000;
/** Milliseconds of stepping between two pauses. */
const STRETCH = 50;

/** Runs a case with one seed to its end; `pause` is called now and then. */
export async function runCase(
  scenario: Scenario,
  seed: number,
  withTrails: boolean,
  pause: (world: World) => Promise<void>,
): Promise<RunRecord> {
  const world = createScenarioWorld(seed === 0 ? scenario : perturbStarts(scenario, seed));
  const measurements = createMeasurements(world);
  const agents = world.crowd.count;
  const trails = withTrails ? createTrails(world, { maximumPoints: pointsFor(agents) }) : undefined;
  const lastStep = Math.round(scenario.duration / scenario.dt);
  let milliseconds = 0;
  let agentSteps = 0;
  let looked = performance.now();
  while (world.step < lastStep && !isOver(world)) {
    agentSteps += world.crowd.count;
    const begin = performance.now();
    stepWorld(world);
    const end = performance.now();
    milliseconds += end - begin;
    observeStep(measurements, world);
    if (trails) recordTrails(trails, world);
    if (end - looked < STRETCH) continue;
    await pause(world);
    looked = performance.now();
  }
  const run = runIn(summarize(measurements, world), seed);
  return { run, agents, world, trails, milliseconds, agentSteps };
}

function pointsFor(agents: number): number {
  return Math.max(16, Math.min(1024, 2 * Math.floor(TRAIL_POINTS / agents / 2)));
}

function runIn(summary: Summary, seed: number): Run {
  const { arrived, collisions, completed, minimumClearance, score, stateHash, touches, walking } = summary;
  return {
    seed,
    completed,
    arrived,
    seriousCollisions: collisions.serious,
    collisions: score.overlaps,
    touches,
    score: score.steerbench,
    time: score.time,
    energy: score.energy,
    acceleration: score.acceleration,
    minimumClearance,
    walking,
    duration: summary.time,
    stateHash,
  };
}
