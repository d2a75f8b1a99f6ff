/** Metres; the world's extent. Bounds with heights are those of a world of three dimensions. */
export type Bounds = {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
  minZ?: number;
  maxZ?: number;
};

/** What a trajectory file says besides positions. */
export type TrajectoryOptions = {
  framesPerSecond: number;
  bounds: Bounds;
  /** The walkable area: one POLYGON with holes, see `walkableArea`. */
  wkt: string;
};

/** The third coordinate of every agent, in worlds of three dimensions. */
export type Heights = { z: Float64Array; orientationZ: Float64Array };

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
  /** Loads what `create` needs and only some programs have; called before it. */
  load?(): Promise<void>;
  /** Begins the file at a path, in place of an older one: a failure leaves the older file as it was. */
  create(path: string, options: TrajectoryOptions): OutputFile;
};
