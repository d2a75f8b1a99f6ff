import { renameSync, rmSync, statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { OutputFile } from '@wend/formats/outputs';
import {
  createPlayback,
  finishPlayback,
  type PlaybackRecorder,
  recordPlayback,
} from '@wend/formats/playback';
import { isOver, stepWorld, timeOf, type World } from 'wend';
import { createParsedWorld, registerBuiltIn, replayRecording } from 'wend/scenario';
import { BadInput, ExitCode } from './failure.ts';
import { requireEnding, requireWritable, unfinishedName, writeWhole } from './files.ts';
import { watchInterruption } from './interruption.ts';
import { loadFormat } from './load-format.ts';
import { Progress } from './progress.ts';
import { describeReplay, linesOf, recordingAt } from './replay.ts';
import type { Changes } from './scenario-files.ts';
import { loadScenario } from './scenarios.ts';

export type ExportOptions = Changes & {
  gltf?: string;
  csv?: string;
  sqlite?: string;
  player?: string;
  fps: string;
  json?: boolean;
  quiet?: boolean;
};

/** The files that can be asked for, with the ends of their names. */
const ENDS = { gltf: '.glb', csv: '.csv', sqlite: '.sqlite', player: '.html' } as const;
/** Trajectories are written while the run continues; the others are made of its playback. */
const TRAJECTORIES = ['csv', 'sqlite'] as const;
/** Options that change a scenario; a recording has its own. */
const CHANGES = ['seed', 'duration', 'steering', 'neighbours', 'planner', 'set'] as const;
/** Milliseconds of stepping between two checks for signals. */
const STRETCH = 50;

type Kind = keyof typeof ENDS;
type Trajectory = { path: string; file: OutputFile };
type Observer = {
  world: World;
  playback?: PlaybackRecorder;
  trajectories: Trajectory[];
  stepsPerFrame: number;
};

/** Writes a run in other formats; resolves to the exit code. */
export async function exportRun(source: string, options: ExportOptions): Promise<number> {
  const wanted = (Object.keys(ENDS) as Kind[]).filter((kind) => options[kind] !== undefined);
  checkOptions(options, wanted);
  for (const kind of wanted) requireWritable(options[kind]!);
  const open = await prepareTrajectories(options);
  let observer: Observer | undefined;
  try {
    const begin = (world: World) => {
      const playback = options.gltf ?? options.player;
      const framesPerSecond = Number(options.fps);
      const stepsPerFrame = Math.max(1, Math.round(1 / (framesPerSecond * world.dt)));
      observer = { world, trajectories: open(world, stepsPerFrame), stepsPerFrame };
      if (playback !== undefined) observer.playback = createPlayback(world, { framesPerSecond });
      writeFrames(observer);
      return observer;
    };
    const isRecording = isRecordingAt(source);
    const code = isRecording ? playRecording(source, options, begin) : await simulate(source, options, begin);
    if (code !== ExitCode.criterionFailed) await finish(observer!, options, wanted);
    return code;
  } catch (error) {
    // The message has the name of the unfinished file, which the user does not know.
    const isOfDraft = (error as Error).name === 'TrajectoryError';
    throw isOfDraft ? new BadInput((error as Error).message.replaceAll(unfinishedName(''), '')) : error;
  } finally {
    for (const { file, path } of observer?.trajectories ?? []) discard(file, path);
  }
}

function checkOptions(options: ExportOptions, wanted: readonly Kind[]): void {
  if (wanted.length === 0) throw new BadInput('wend export: expected --gltf, --csv, --sqlite or --player');
  for (const kind of wanted) requireEnding(`--${kind}`, options[kind]!, ENDS[kind]);
  const framesPerSecond = Number(options.fps);
  if (!(framesPerSecond > 0 && framesPerSecond <= 1000)) {
    throw new BadInput(`--fps ${options.fps}: expected frames per second above 0 and at most 1000`);
  }
}

/** Ends a file that will never be whole; that it cannot be closed has been reported, or does not matter. */
function discard(file: OutputFile, path: string): void {
  try {
    file.close();
  } catch {
  } finally {
    rmSync(unfinishedName(path), { force: true });
    rmSync(`${unfinishedName(path)}-journal`, { force: true });
  }
}

/** A folder of results or a file of lines is a recording; anything else is a scenario. */
function isRecordingAt(source: string): boolean {
  return /\.jsonl$/i.test(source) || statSync(source, { throwIfNoEntry: false })?.isDirectory() === true;
}

function playRecording(source: string, options: ExportOptions, begin: (world: World) => Observer): number {
  const change = CHANGES.find((name) => options[name] !== undefined);
  if (change)
    throw new BadInput(`--${change}: expected a scenario; ${source} is a recording, which stays as it is`);
  registerBuiltIn();
  let observer: Observer | undefined;
  const outcome = replayRecording(linesOf(recordingAt(source)), {}, (world) => {
    if (observer) observe(observer);
    else observer = begin(world);
  });
  if (outcome.kind !== 'same') process.stderr.write(`${source}: ${describeReplay(outcome)}\n`);
  const isGood = outcome.kind === 'same' || (outcome.kind === 'interrupted' && observer !== undefined);
  return isGood ? ExitCode.done : ExitCode.criterionFailed;
}

async function simulate(
  source: string,
  options: ExportOptions,
  begin: (world: World) => Observer,
): Promise<number> {
  const interruption = watchInterruption();
  const scenario = loadScenario(source, options);
  const world = createParsedWorld(scenario);
  const observer = begin(world);
  const progress = options.quiet ? undefined : new Progress();
  const lastStep = Math.round(scenario.duration / scenario.dt);
  const isDone = () => world.step >= lastStep || isOver(world);
  while (!isDone() && !interruption.requested) {
    progress?.show(world, scenario.duration);
    const pause = performance.now() + STRETCH;
    do {
      stepWorld(world);
      observe(observer);
    } while (!isDone() && performance.now() < pause);
    await setImmediate();
  }
  progress?.end();
  return interruption.requested ? ExitCode.interrupted : ExitCode.done;
}

/** Only trajectories load SQLite. Each is written under another name until it is complete. */
async function prepareTrajectories(
  options: ExportOptions,
): Promise<(world: World, stepsPerFrame: number) => Trajectory[]> {
  const kinds = TRAJECTORIES.filter((kind) => options[kind] !== undefined);
  if (kinds.length === 0) return () => [];
  const { outputFormatNamed } = await import('@wend/formats/outputs');
  const { groundOf } = await import('@wend/formats/geometry');
  for (const kind of kinds) await loadFormat(outputFormatNamed(kind)!, `--${kind}: this format`, '--csv');
  return (world, stepsPerFrame) => {
    const settings = { framesPerSecond: 1 / (stepsPerFrame * world.dt), ...groundOf(world) };
    return kinds.map((kind) => {
      const path = options[kind]!;
      return { path, file: outputFormatNamed(kind)!.create(unfinishedName(path), settings) };
    });
  };
}

function observe(observer: Observer): void {
  const { playback, stepsPerFrame, world } = observer;
  if (playback) recordPlayback(playback, world);
  if (world.step % stepsPerFrame === 0) writeFrames(observer);
}

function writeFrames({ trajectories, world: { crowd } }: Observer): void {
  const { x, y, z, headingX, headingY, headingZ } = crowd.motion;
  const heights = crowd.dimension === 3 ? { z, orientationZ: headingZ } : undefined;
  for (const { file } of trajectories)
    file.writeFrame(crowd.count, crowd.ids, x, y, headingX, headingY, heights);
}

async function finish(observer: Observer, options: ExportOptions, wanted: readonly Kind[]): Promise<void> {
  const { playback, trajectories, world } = observer;
  for (; trajectories.length > 0; trajectories.shift()) {
    const [{ file, path }] = trajectories;
    file.close();
    renameSync(unfinishedName(path), path);
  }
  const recorded = playback && finishPlayback(playback, world);
  if (recorded && options.gltf !== undefined) {
    const { writeGlb } = await import('@wend/formats/gltf');
    writeWhole(options.gltf, await writeGlb(recorded));
  }
  if (recorded && options.player !== undefined) {
    const { playerPage } = await import('./player.ts');
    writeWhole(options.player, playerPage(recorded));
  }
  const { name } = world.scenario;
  const files = Object.fromEntries(wanted.map((kind) => [kind, options[kind]!]));
  if (options.json) {
    process.stdout.write(
      `${JSON.stringify({ scenario: name, seed: world.seed, time: timeOf(world), files })}\n`,
    );
  } else if (!options.quiet) {
    const lines = Object.entries(files).map(([kind, path]) => `  ${kind.padEnd(7)} ${path}, ${sizeOf(path)}`);
    process.stdout.write(
      `${[`${name}, seed ${world.seed}, ${timeOf(world).toFixed(1)} s`, ...lines].join('\n')}\n`,
    );
  }
}

function sizeOf(path: string): string {
  const kilobytes = statSync(path).size / 1000;
  return kilobytes < 1000 ? `${kilobytes.toFixed(0)} kB` : `${(kilobytes / 1000).toFixed(1)} MB`;
}
