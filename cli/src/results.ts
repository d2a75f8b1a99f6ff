import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { createTrajectoryFile, type TrajectoryFile, walkableArea } from '@wend/formats';
import { createRecorder, type Recorder, recordEnd, recordStart, recordStep, type World } from 'wend';

/** Names of the files in a folder of results. */
export const resultFiles = {
  trajectory: 'trajectory.sqlite',
  metrics: 'metrics.json',
  recording: 'recording.jsonl',
} as const;

/** Lines of the recording wait until there are so many bytes of them. */
const BUFFER = 1 << 16;

/** The files of a run: they are begun before the first step, and at any moment hold what was flushed. */
export class Results {
  readonly #folder: string;
  readonly #trajectory: TrajectoryFile;
  readonly #stepsPerFrame: number;
  readonly #recorder: Recorder = createRecorder();
  readonly #recording: number;
  #waiting = '';

  constructor(folder: string, world: World, framesPerSecond: number) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    // Figures of an earlier run must not stand beside the files of this one.
    rmSync(join(folder, resultFiles.metrics), { force: true });
    this.#stepsPerFrame = Math.max(1, Math.round(1 / (framesPerSecond * world.dt)));
    const { min, max } = world.scenario.bounds;
    const bounds = { minX: min[0], minY: min[1], maxX: max[0], maxY: max[1] };
    this.#trajectory = createTrajectoryFile(join(folder, resultFiles.trajectory), {
      framesPerSecond: 1 / (this.#stepsPerFrame * world.dt),
      bounds,
      wkt: walkableArea(
        bounds,
        world.scenario.obstacles.filter(({ course }) => !course),
        Array.from({ length: Math.min(world.crowd.count, 1000) }, (_, row) => [
          world.crowd.motion.x[row],
          world.crowd.motion.y[row],
        ]),
      ).wkt,
    });
    this.#recording = openSync(join(folder, resultFiles.recording), 'w');
    this.#waiting = recordStart(this.#recorder, world);
    this.#flushRecording();
    this.#writeFrame(world);
  }

  /** Notes the step that the world has just done. */
  noteStep(world: World): void {
    this.#waiting += recordStep(this.#recorder, world);
    if (this.#waiting.length > BUFFER) this.#flushRecording();
    if (world.step % this.#stepsPerFrame === 0) this.#writeFrame(world);
  }

  /** Ends the run in good order; the metrics appear whole or not at all. */
  finish(world: World, metrics: object): void {
    this.#waiting += recordEnd(this.#recorder, world);
    this.close();
    writeWhole(join(this.#folder, resultFiles.metrics), `${JSON.stringify(metrics, null, 2)}\n`);
  }

  /** Releases the files; what was noted is on disk. */
  close(): void {
    this.#flushRecording();
    closeSync(this.#recording);
    this.#trajectory.close();
  }

  #writeFrame({ crowd }: World): void {
    const { x, y, headingX, headingY } = crowd.motion;
    this.#trajectory.writeFrame(crowd.count, crowd.ids, x, y, headingX, headingY);
  }

  #flushRecording(): void {
    if (this.#waiting.length > 0) writeSync(this.#recording, this.#waiting);
    this.#waiting = '';
  }
}

/** Writes a file under another name first, so that it never appears half-written. */
export function writeWhole(path: string, content: string): void {
  const unfinished = `${path}.unfinished`;
  try {
    writeFileSync(unfinished, content);
    renameSync(unfinished, path);
  } finally {
    if (existsSync(unfinished)) rmSync(unfinished);
  }
}
