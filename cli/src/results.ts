import { closeSync, ftruncateSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { groundOf } from '@wend/formats/geometry';
import { type OutputFile, type OutputFormat, outputFormats } from '@wend/formats/outputs';
import type { World } from 'wend';
import { createRecorder, type Recorder, recordEnd, recordStart, recordStep } from 'wend/scenario';
import { cannotWrite, resultFiles, unfinishedName, writeWhole } from './files.ts';
import { claimFolder } from './result-folder.ts';

/** Lines of the recording are buffered up to this many bytes, or for this many milliseconds. */
const BUFFER = 1 << 16;
const LONGEST_WAIT = 2000;

/** The files of a run. They are created before the first step and always hold what was flushed. */
export class Results {
  /** Where the files are: the wanted folder, or a new one beside it. */
  readonly folder: string;
  readonly #release: () => void;
  readonly #trajectories: OutputFile[] = [];
  readonly #stepsPerFrame: number;
  readonly #recorder: Recorder = createRecorder();
  readonly #recording: number;
  #waiting = '';
  /** Bytes of the recording that are in the file, and the time of the last write. */
  #saved = 0;
  #savedAt = 0;

  /** The formats are loaded: see `OutputFormat`. */
  constructor(
    wanted: string,
    world: World,
    framesPerSecond: number,
    mayReplace = false,
    formats: readonly OutputFormat[] = outputFormats().slice(0, 1),
  ) {
    this.#stepsPerFrame = Math.max(1, Math.round(1 / (framesPerSecond * world.dt)));
    const ground = groundOf(world);
    const { folder, release } = claimFolder(wanted, mayReplace, [
      ...Object.values(resultFiles),
      ...outputFormats().map(({ file }) => file),
    ]);
    this.folder = folder;
    this.#release = release;
    const recording = join(folder, resultFiles.recording);
    const draft = unfinishedName(recording);
    try {
      // All files are opened before one of an earlier run goes.
      rmSync(draft, { force: true });
      this.#recording = openSync(draft, 'wx');
      const options = { framesPerSecond: 1 / (this.#stepsPerFrame * world.dt), ...ground };
      for (const { create, file } of formats) this.#trajectories.push(create(join(folder, file), options));
      // Files of an earlier run must not remain beside those of this one.
      for (const file of [
        resultFiles.metrics,
        resultFiles.lines,
        resultFiles.areas,
        resultFiles.travel,
        resultFiles.queues,
        resultFiles.waits,
      ]) {
        rmSync(join(folder, file), { force: true });
      }
      for (const format of outputFormats()) {
        if (!formats.includes(format)) rmSync(join(folder, format.file), { force: true });
      }
      renameSync(draft, recording);
    } catch (error) {
      for (const trajectory of this.#trajectories) trajectory.close();
      rmSync(draft, { force: true });
      release();
      throw error;
    }
    try {
      this.#waiting = recordStart(this.#recorder, world);
      this.#flushRecording();
      this.#writeFrame(world);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Records the step that the world has just done. */
  recordStep(world: World): void {
    this.#waiting += recordStep(this.#recorder, world);
    const isDue = performance.now() - this.#savedAt > LONGEST_WAIT;
    if (isDue || this.#waiting.length > BUFFER) this.#flushRecording();
    if (world.step % this.#stepsPerFrame === 0) this.#writeFrame(world);
  }

  /** Finishes the run; the metrics and the tables appear complete or not at all. */
  finish(world: World, metrics: object, tables: Readonly<Record<string, string>> = {}): void {
    this.#waiting += recordEnd(this.#recorder, world);
    try {
      this.#closeFiles();
      for (const [file, text] of Object.entries(tables)) writeWhole(join(this.folder, file), text);
      writeWhole(join(this.folder, resultFiles.metrics), `${JSON.stringify(metrics, null, 2)}\n`);
    } finally {
      this.#release();
    }
  }

  /** Ends a run that cannot finish: what was written stays readable. */
  close(): void {
    try {
      this.#closeFiles();
    } finally {
      this.#release();
    }
  }

  /** Flushes and closes the files. If one cannot be completed, the other still is. */
  #closeFiles(): void {
    try {
      this.#flushRecording();
    } finally {
      closeSync(this.#recording);
      for (const trajectory of this.#trajectories) trajectory.close();
    }
  }

  #writeFrame({ crowd }: World): void {
    const { x, y, z, headingX, headingY, headingZ } = crowd.motion;
    const heights = crowd.dimension === 3 ? { z, orientationZ: headingZ } : undefined;
    for (const trajectory of this.#trajectories) {
      trajectory.writeFrame(crowd.count, crowd.ids, x, y, headingX, headingY, heights);
    }
  }

  #flushRecording(): void {
    const bytes = Buffer.from(this.#waiting, 'latin1');
    this.#waiting = '';
    try {
      // A disk that is nearly full writes only a part, and only the returned number of bytes tells.
      for (let written = 0; written < bytes.length; ) {
        written += writeSync(this.#recording, bytes, written);
      }
      this.#saved += bytes.length;
      this.#savedAt = performance.now();
    } catch (error) {
      // A partial line would look like damage.
      ftruncateSync(this.#recording, this.#saved);
      throw cannotWrite(join(this.folder, resultFiles.recording), error);
    }
  }
}
