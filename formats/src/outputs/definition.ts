import type { Heights, TrajectoryOptions } from '../jupedsim/index.ts';

/** A file that is being written, one frame after the other. Whatever happens, it holds whole frames. */
export type OutputFile = {
  /** Appends the next frame: the first `count` entries of every column. `heights` in worlds of three dimensions. */
  writeFrame(
    count: number,
    ids: ArrayLike<number>,
    x: Float64Array,
    y: Float64Array,
    headingX: Float64Array,
    headingY: Float64Array,
    heights?: Heights,
  ): void;
  close(): void;
};

/** A format in which runs write trajectories. The command line and its help iterate over the registered formats. */
export type OutputFormat = {
  /** As `--format` writes it. */
  readonly name: string;
  /** One sentence. */
  readonly about: string;
  /** Name of the file in a folder of results. */
  readonly file: string;
  /** Begins the file at a path, in place of an older one: a failure leaves the older file as it was. */
  create(path: string, options: TrajectoryOptions): OutputFile;
};
