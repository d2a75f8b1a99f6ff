import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { OutputFormat } from '@wend/formats/outputs';
import {
  createMeasurements,
  isOver,
  observeStep,
  Status,
  type Summary,
  speedOf,
  stageNames,
  steeringModels,
  stepWorld,
  summarize,
  type World,
} from 'wend';
import type { ShownField } from 'wend/draw';
import type { KineticReport } from 'wend/kinetic';
import { createSurvey, type SurveySummary, summarizeSurvey, surveyStep } from 'wend/measure';
import { unmetExpectations } from 'wend/scenario';
import { BadInput, ExitCode } from './failure.ts';
import { makeFolder, requireEnding, requireWritable, writeWhole } from './files.ts';
import { watchInterruption } from './interruption.ts';
import { loadFormat } from './load-format.ts';
import { readMoments } from './moments.ts';
import { openWorld } from './open-world.ts';
import { Progress } from './progress.ts';
import type { Results } from './results.ts';
import type { Changes } from './scenario-files.ts';
import { describeSurvey, surveyTables } from './survey-files.ts';

export type RunOptions = Changes & {
  out?: string;
  /** Whether the results of an earlier run may be replaced. */
  force?: boolean;
  fps: string;
  /** Names of output formats, with commas between them. */
  format?: string;
  picture?: string;
  /** How many snapshots the picture has, or their times. */
  snapshots?: string;
  /** The page that plays the run. */
  player?: string;
  colour: 'group' | 'speed';
  /** The viewpoint for a world of three dimensions. */
  view?: 'axonometric' | 'top' | 'side';
  /** Whether the picture shows a field: the one with this name, or the one that the first group follows. */
  field?: string | true;
  /** Where plots of what was measured go; true: to the results. */
  plots?: string | true;
  json?: boolean;
  quiet?: boolean;
};

/** The figures of a run: what --json prints and metrics.json keeps. */
type Metrics = Summary & {
  /** Lines, areas and travel times. */
  measurements: SurveySummary;
  unmetExpectations: string[];
  interrupted: boolean;
  wallSeconds: number;
  microsecondsPerAgentStep: number;
  /** Share of the stepping time. */
  stages: Record<string, number>;
  /** The planner that found the paths. */
  planner: string;
  /** The neighbour index: what `auto` chose and why, and the counts of a kinetic index. */
  neighbours: { name: string; chosen?: string; reason?: string; report?: KineticReport };
};

/** Milliseconds of stepping between two checks for signals. */
const STRETCH = 50;

/** Simulates a scenario until all agents have arrived or its time is over; resolves to the exit code. */
export async function run(nameOrFile: string, options: RunOptions): Promise<number> {
  const framesPerSecond = Number(options.fps);
  if (!(framesPerSecond > 0 && framesPerSecond <= 1000)) {
    throw new BadInput(`--fps ${options.fps}: expected frames per second above 0 and at most 1000`);
  }
  if (options.field !== undefined && options.picture === undefined) {
    throw new BadInput('--field: expected together with --picture, which it is drawn in');
  }
  if (options.plots === true && options.out === undefined) {
    throw new BadInput('--plots: expected a folder, or --out, where the plots are written');
  }
  if (options.format !== undefined && options.out === undefined) {
    throw new BadInput('--format: expected together with --out, where the files are written');
  }
  const interruption = watchInterruption();
  if (options.picture !== undefined) requireEnding('--picture', options.picture, '.svg');
  if (options.player !== undefined) requireEnding('--player', options.player, '.html');
  const moments = options.snapshots === undefined ? undefined : readMoments(options.snapshots);
  const world = await openWorld(nameOrFile, options, { clock: () => performance.now() });
  const { scenario } = world;
  const pictureFile =
    options.picture ?? (moments === undefined ? undefined : `${scenario.name}-snapshots.svg`);
  // A run without a picture does not load the drawing.
  const isDrawn = pictureFile !== undefined || options.plots !== undefined;
  const draw = isDrawn ? await import('wend/draw') : undefined;
  const field = options.field === undefined ? undefined : draw?.chooseField(world, options.field);
  if (typeof field === 'string')
    throw new BadInput(`--field${options.field === true ? '' : ` ${options.field}`}: ${field}`);
  const player = options.player === undefined ? undefined : await import('./player.ts');
  const template = player?.readTemplate();
  for (const file of [pictureFile, options.player]) if (file !== undefined) requireWritable(file);
  if (typeof options.plots === 'string') makeFolder(options.plots);
  const results = options.out === undefined ? undefined : await openResults(options, world, framesPerSecond);
  const measurements = createMeasurements(world);
  const survey = createSurvey(world, { densityMap: options.plots !== undefined });
  const picture = pictureFile === undefined ? undefined : await pictureOf(world, options, field, moments);
  const playback = player?.createPlayback(world);
  const progress = options.quiet ? undefined : new Progress();
  const lastStep = Math.round(scenario.duration / scenario.dt);
  const begin = performance.now();
  let agentSteps = 0;
  const pace: Pace = { sum: 0, samples: 0 };
  const followsPace = !steeringModels().some(
    ({ followsPace, name }) => name === scenario.steering.name && followsPace === false,
  );
  try {
    while (world.step < lastStep && !isOver(world) && !interruption.requested) {
      progress?.show(world, scenario.duration);
      const pause = performance.now() + STRETCH;
      do {
        agentSteps += world.crowd.count;
        stepWorld(world);
        observeStep(measurements, world);
        surveyStep(survey, world);
        if (!followsPace) recordPace(pace, world);
        results?.recordStep(world);
        picture?.record(world);
        if (playback) player!.recordPlayback(playback, world);
      } while (world.step < lastStep && !isOver(world) && performance.now() < pause);
      await setImmediate();
    }
  } catch (error) {
    // What has been written stays readable; the error says what happened.
    try {
      results?.close();
    } catch {}
    throw error;
  } finally {
    progress?.end();
  }
  const summary = summarize(measurements, world);
  const measured = summarizeSurvey(survey);
  const metrics: Metrics = {
    ...summary,
    measurements: measured,
    unmetExpectations: interruption.requested ? [] : unmetExpectations(scenario.expect, summary, measured),
    interrupted: interruption.requested,
    wallSeconds: (performance.now() - begin) / 1000,
    ...costs(world, agentSteps),
    planner: world.planners.list.map(({ planner }) => planner.name).join(', '),
    neighbours: neighboursOf(world),
  };
  results?.finish(world, metrics, surveyTables(survey));
  if (options.plots !== undefined) {
    const folder = options.plots === true ? results!.folder : options.plots;
    for (const [file, plot] of Object.entries(draw!.drawSurvey(world, survey)))
      writeWhole(join(folder, file), plot);
  }
  const drawn = picture?.finish(world);
  if (drawn) writeWhole(pictureFile!, drawn.svg);
  if (playback) {
    writeWhole(options.player!, player!.playerPage(player!.finishPlayback(playback, world), template));
  }
  if (options.json || options.quiet) {
    for (const sentence of metrics.unmetExpectations)
      process.stderr.write(`${scenario.name}: not met: ${sentence}\n`);
  }
  if (options.json) process.stdout.write(`${JSON.stringify(metrics)}\n`);
  else if (!options.quiet)
    process.stdout.write(
      describe(
        metrics,
        speedIn(metrics, pace),
        { ...options, picture: pictureFile },
        results?.folder,
        drawn?.time,
      ),
    );
  if (interruption.requested) return ExitCode.interrupted;
  return metrics.unmetExpectations.length > 0 ? ExitCode.criterionFailed : ExitCode.done;
}

/** The picture of the run; a run without one does not load the drawing. */
async function pictureOf(
  world: World,
  { colour, view = 'axonometric' }: RunOptions,
  field?: ShownField,
  moments?: number | number[],
) {
  const { createRunPicture, createSequence } = await import('./run-picture.ts');
  if (moments !== undefined) return createSequence(world, { moments, colour, view });
  return createRunPicture(world, { colour, view, field });
}

/** ', at 31.5 s, when half of the agents had left'; nothing for a picture of the end. */
function momentInWords(time: number | undefined): string {
  return time === undefined ? '' : `, at ${time.toFixed(1)} s, when half of the agents had left`;
}

/** The output formats with the given names. */
async function formatsNamed(names: string): Promise<OutputFormat[]> {
  const { outputFormatNamed, outputFormats } = await import('@wend/formats/outputs');
  return [...new Set(names.split(','))].map((name) => {
    const format = outputFormatNamed(name);
    if (format) return format;
    const known = outputFormats().map((one) => one.name);
    throw new BadInput(
      `--format ${names}: expected ${known.join(', ')}, or several with commas between them`,
    );
  });
}

/** Only runs that write SQLite load it. */
async function openResults(options: RunOptions, world: World, framesPerSecond: number): Promise<Results> {
  const { Results } = await import('./results.ts');
  const { outputFormats } = await import('@wend/formats/outputs');
  const formats =
    options.format === undefined ? outputFormats().slice(0, 1) : await formatsNamed(options.format);
  for (const format of formats) {
    const purpose = `--out: the format ${format.name}, which writes ${format.file},`;
    await loadFormat(format, purpose, '--format csv');
  }
  return new Results(options.out!, world, framesPerSecond, options.force, formats);
}

function costs(
  { stageTimes }: World,
  agentSteps: number,
): Pick<Metrics, 'microsecondsPerAgentStep' | 'stages'> {
  const total = stageTimes.reduce((sum, time) => sum + time, 0);
  const share = (time: number) => (total > 0 ? time / total : 0);
  return {
    microsecondsPerAgentStep: agentSteps > 0 ? (1000 * total) / agentSteps : 0,
    stages: Object.fromEntries(stageNames.map((name, stage) => [name, share(stageTimes[stage])])),
  };
}

function neighboursOf({ environment }: World): Metrics['neighbours'] {
  const { chosen, name, reason, report } = environment.index;
  return {
    name,
    ...(chosen !== undefined && { chosen }),
    ...(reason !== undefined && { reason }),
    ...(report && { report: { ...report } }),
  };
}

/** The index in words, with the counts of a kinetic index. */
function indexIn({ neighbours: { chosen, name, reason, report } }: Metrics): string {
  const choice = chosen === undefined ? name : `${name}, which chose ${chosen}: ${reason}`;
  if (!report) return choice;
  const { certificates, events, failures, flips, meanLifetime, rebuilds, reinsertions } = report;
  const repair = `${choice}; ${flips} flips, ${reinsertions} reinsertions, ${rebuilds} rebuilds`;
  if (events === 0 && certificates === 0) return repair;
  const proof = `${certificates} certificates that lived ${meanLifetime.toFixed(2)} s, ${failures} failed`;
  return `${repair}\n              ${events} events${certificates > 0 ? ` by ${proof}` : ''}`;
}

/** Metres per second, over all agents that have not arrived. */
type Pace = { sum: number; samples: number };

function recordPace(pace: Pace, { crowd }: World): void {
  for (let row = 0; row < crowd.count; row++) {
    // A wandering agent has no goal, but it moves and counts.
    if (crowd.plan.status[row] === Status.arrived) continue;
    pace.sum += speedOf(crowd.motion, row);
    pace.samples++;
  }
}

/** The mean speed in words. Critters go as fast as they are pulled: they have no desired speed for comparison. */
function speedIn({ meanSpeed }: Metrics, { sum, samples }: Pace): string {
  if (samples > 0) return `${(sum / samples).toFixed(3)} m/s`;
  return meanSpeed === null ? 'no agent walked' : `${meanSpeed.toFixed(3)} of the desired speed`;
}

function describe(
  metrics: Metrics,
  speed: string,
  { picture, player }: { picture?: string | undefined; player?: string | undefined },
  out?: string,
  pictureTime?: number,
): string {
  const { collisions, minimumClearance, score } = metrics;
  const clearance =
    minimumClearance === null ? 'above 1 m' : `${minimumClearance.toFixed(3).replace('-0.000', '0.000')} m`;
  const lines = [
    `${metrics.scenario}, seed ${metrics.seed}${metrics.interrupted ? ' (interrupted)' : ''}`,
    `  arrived     ${metrics.arrived} of ${metrics.agents} agents in ${metrics.time.toFixed(1)} s`,
    ...(metrics.sources ?? []).map(
      ({ entered, group, longestQueue, waiting }) =>
        `  source      ${group}: ${entered} entered, ${waiting} wait outside, longest queue ${longestQueue}`,
    ),
    ...(metrics.sinks ?? []).map(({ left, target }) => `  sink        ${target}: ${left} left`),
    ...(metrics.outside === 0
      ? []
      : [`  outside     ${metrics.outside} agents have been outside the bounds`]),
    ...(metrics.unreachable === 0 ? [] : [`  unreachable ${metrics.unreachable} found no path to a goal`]),
    ...describeSurvey(metrics.measurements),
    `  contacts    ${metrics.contacts} between agents, once from touch to parting; smallest gap ${clearance}`,
    `  collisions  ${collisions.unique}, of which serious ${collisions.serious}`,
    `  mean speed  ${speed}`,
    `  SteerBench  ${score.steerbench.toFixed(0)} (time ${score.time.toFixed(1)}, energy ${score.energy.toFixed(0)}, acceleration ${score.acceleration.toFixed(0)})`,
    `  cost        ${metrics.steps} steps, ${metrics.wallSeconds.toFixed(1)} s of work, ${metrics.microsecondsPerAgentStep.toFixed(2)} µs per agent and step`,
    `  planner     ${metrics.planner}`,
    `  neighbours  ${indexIn(metrics)}`,
    `  state hash  ${metrics.stateHash}`,
    ...(out === undefined ? [] : [`  results     ${out}`]),
    ...(picture === undefined ? [] : [`  picture     ${picture}${momentInWords(pictureTime)}`]),
    ...(player === undefined ? [] : [`  player      ${player}: open it in a browser to watch the run`]),
    ...metrics.unmetExpectations.map((sentence) => `  NOT MET     ${sentence}`),
  ];
  return `${lines.join('\n')}\n`;
}
