import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import type { Heights, TrajectoryOptions } from '../output.ts';
import { explainWriteFailure, TrajectoryError } from './error.ts';
import { busyTimeoutMilliseconds, passingStaleLock, removeLeftovers } from './lock.ts';
import {
  createWaitingRows,
  insertWaitingRows,
  releaseWaitingRows,
  reserveWaitingRows,
  type WaitingRows,
} from './rows.ts';
import {
  hasHeights,
  heightColumns,
  heightSchema,
  heightTable,
  metadataRows,
  requiredColumns,
  schema,
} from './schema.ts';

/** A commit is due at this many pending rows; a kill can lose about as many. */
const commitRows = 32_768;
/** Seconds after which a commit is due even with few pending rows, so that a slow run loses little too. */
const commitSeconds = 2;

/** An upper estimate for table, index and journal together. */
const bytesPerRow = 100;

/** The one geometry of a file: the hash is only a key inside the file. */
const geometryHash = 1;

/**
 * Settings of the connection.
 * - `journal_mode=DELETE`: before SQLite changes a page in the file it saves the old one in `<file>-journal`;
 *   if the process is killed, the next reader, ours or Python's, rolls back. Between commits the file is complete
 *   without a journal. WAL needs shared memory, which this build lacks, and would leave frames in a second file.
 * - `synchronous=OFF`: the operating system keeps what a killed process wrote. Waiting for the disk guards only
 *   against power loss, and took 0.3 µs of the 1.1 µs for a row; a lost run can be repeated bit by bit. `close` waits
 *   for the disk once.
 * - `cache_size`: 8 MB, which a batch's pages do not fill (a row takes about 80 bytes), so the file is touched in
 *   one short burst at a transaction's end. Frames of more than 100 000 agents spill earlier, and stay correct.
 */
const connectionSettings = `
PRAGMA journal_mode=DELETE;
PRAGMA synchronous=OFF;
PRAGMA cache_size=-8192;
PRAGMA busy_timeout=${busyTimeoutMilliseconds};
`;

/**
 * Creates a trajectory file at `path`. The new file is created under another name and then replaces an older one, so
 * a failure leaves the old file as it was. Leftovers of a killed run are removed.
 */
export function createTrajectoryFile(path: string, options: TrajectoryOptions): TrajectoryFile {
  const target = resolve(path);
  const draft = `${target}.new`;
  requireStorable(target, options);
  try {
    removeLeftovers(draft);
    rmSync(draft, { force: true });
    // Created here, because the SQLite library would make it readable by its owner only. A link is not followed.
    writeFileSync(draft, '', { flag: 'wx' });
    beginFile(draft, options);
    removeLeftovers(target);
    renameSync(draft, target);
    const database = new sqlite.Database(target, { fileMustExist: true });
    return new TrajectoryFile(target, database, hasHeights(options.bounds));
  } catch (error) {
    const cause = explainWriteFailure(target, error);
    try {
      removeLeftovers(draft);
      rmSync(draft, { force: true });
    } catch {
      // The first failure is the one to report.
    }
    throw new TrajectoryError('cannotCreate', target, `cannot begin the trajectory file: ${cause}`, error);
  }
}

function requireStorable(path: string, { framesPerSecond, bounds, wkt }: TrajectoryOptions): void {
  const fail = (message: string) => {
    throw new TrajectoryError('badInput', path, message);
  };
  if (!(framesPerSecond > 0 && framesPerSecond < Infinity)) {
    fail(`framesPerSecond must be a positive number, not ${framesPerSecond}`);
  }
  for (const [name, value] of Object.entries(bounds)) {
    if (!Number.isFinite(value)) fail(`bounds.${name} must be finite, not ${value}`);
  }
  if ((bounds.minZ === undefined) !== (bounds.maxZ === undefined)) {
    fail(`bounds have minZ ${bounds.minZ} and maxZ ${bounds.maxZ}; both or neither belong there`);
  }
  if (!wkt.startsWith('POLYGON')) fail(`wkt must be one POLYGON, not "${wkt.slice(0, 40)}"`);
}

function beginFile(path: string, options: TrajectoryOptions): void {
  const database = new sqlite.Database(path);
  try {
    database.exec(connectionSettings);
    database.exec('BEGIN');
    database.exec(schema);
    if (hasHeights(options.bounds)) database.exec(heightSchema);
    for (const row of metadataRows(options)) database.run('INSERT INTO metadata VALUES (?, ?)', row);
    database.run('INSERT INTO geometry VALUES (?, ?)', [geometryHash, options.wkt]);
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}

/**
 * A trajectory file being written; made by `createTrajectoryFile`. Frames are buffered in memory until a commit is due.
 * A commit writes whole frames: after a kill at any moment, the file holds every committed frame in full and nothing
 * of the others. Memory holds one batch, however long the run is.
 */
export class TrajectoryFile {
  readonly path: string;
  readonly #database: InstanceType<typeof sqlite.Database>;
  readonly #identity: bigint | undefined;
  /** Frame, id, x, y, orientation x and y. */
  readonly #positions: WaitingRows;
  /** Frame, id, z and orientation z, in worlds of three dimensions. */
  readonly #heights: WaitingRows | undefined;
  #order = new Uint32Array(0);
  #writtenFrames = 0;
  #committedFrames = 0;
  #lastCommit = performance.now();
  #failure: TrajectoryError | undefined;
  #open = true;

  /** @internal Takes over the open database. */
  constructor(path: string, database: InstanceType<typeof sqlite.Database>, withHeights: boolean) {
    this.path = path;
    this.#database = database;
    try {
      database.exec(connectionSettings);
      this.#identity = fileIdentity(path);
      this.#positions = createWaitingRows(
        database,
        'trajectory_data',
        requiredColumns.trajectory_data.length,
      );
      this.#heights = withHeights
        ? createWaitingRows(database, heightTable, heightColumns.length)
        : undefined;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** Frames given to `writeFrame`. */
  get writtenFrames(): number {
    return this.#writtenFrames;
  }

  /** Committed frames: a kill of this process cannot lose them. */
  get committedFrames(): number {
    return this.#committedFrames;
  }

  /**
   * Appends the next frame; the first is number 0. The first `count` entries of every column are copied. Rows are
   * stored in ascending order of id, in whatever order they come. A file with heights in its bounds requires
   * `heights`, any other refuses them.
   */
  writeFrame(
    count: number,
    ids: ArrayLike<number>,
    x: Float64Array,
    y: Float64Array,
    orientationX: Float64Array,
    orientationY: Float64Array,
    heights?: Heights,
  ): void {
    this.#requireUsable();
    const order = this.#orderById(count, ids);
    const positions = reserveWaitingRows(this.#positions, count);
    let at = this.#positions.count * this.#positions.columns;
    for (let place = 0; place < count; place++) {
      const row = order[place];
      positions[at++] = this.#writtenFrames;
      positions[at++] = ids[row];
      positions[at++] = x[row];
      positions[at++] = y[row];
      positions[at++] = orientationX[row];
      positions[at++] = orientationY[row];
      // A sum is finite only if every term is (short of 1e308 m): one test instead of four.
      if (!Number.isFinite(x[row] + y[row] + orientationX[row] + orientationY[row])) {
        this.#refuse(
          `agent ${ids[row]} has position (${x[row]}, ${y[row]}) and orientation (${orientationX[row]}, ${orientationY[row]}); the format stores finite numbers only`,
        );
      }
    }
    if ((heights === undefined) !== (this.#heights === undefined)) {
      this.#refuse(heights ? 'heights in a file without them' : 'no heights in a file that has them');
    }
    if (heights && this.#heights) this.#fillHeights(this.#heights, order, ids, heights);
    // The frame counts only from here on: a refused one leaves no trace.
    this.#positions.count += count;
    if (this.#heights) this.#heights.count += count;
    this.#writtenFrames++;
    const waited = (performance.now() - this.#lastCommit) / 1000;
    if (this.#positions.count >= commitRows || waited >= commitSeconds) this.flush();
  }

  /** Commits every frame written so far. */
  flush(): void {
    this.#requireUsable();
    if (this.#committedFrames === this.#writtenFrames) return;
    try {
      this.#requireOwnFile();
      passingStaleLock(this.path, () => this.#database.exec('BEGIN IMMEDIATE'));
      insertWaitingRows(this.#positions);
      // In the same transaction: no frame is ever there without its heights.
      if (this.#heights) insertWaitingRows(this.#heights);
      this.#database.run(
        `INSERT INTO frame_data
         WITH RECURSIVE frames(n) AS (SELECT ?1 UNION ALL SELECT n + 1 FROM frames WHERE n < ?2)
         SELECT n, ${geometryHash} FROM frames`,
        [this.#committedFrames, this.#writtenFrames - 1],
      );
      this.#database.exec('COMMIT');
    } catch (error) {
      throw this.#fail(error);
    }
    this.#committedFrames = this.#writtenFrames;
    this.#positions.count = 0;
    if (this.#heights) this.#heights.count = 0;
    this.#lastCommit = performance.now();
  }

  /**
   * Commits pending frames and closes the file; a second call does nothing. After a failed write it only closes the
   * file: that failure was reported when it happened.
   */
  close(): void {
    if (!this.#open) return;
    try {
      if (this.#failure === undefined) this.flush();
    } finally {
      this.#open = false;
      this.#release();
    }
    if (this.#failure === undefined) this.#waitForDisk();
  }

  #fillHeights(
    rows: WaitingRows,
    order: Uint32Array,
    ids: ArrayLike<number>,
    { z, orientationZ }: Heights,
  ): void {
    const values = reserveWaitingRows(rows, order.length);
    let at = rows.count * rows.columns;
    for (const row of order) {
      values[at++] = this.#writtenFrames;
      values[at++] = ids[row];
      values[at++] = z[row];
      values[at++] = orientationZ[row];
      if (!Number.isFinite(z[row] + orientationZ[row])) {
        this.#refuse(
          `agent ${ids[row]} has height ${z[row]} and orientation z ${orientationZ[row]}; the format stores finite numbers only`,
        );
      }
    }
  }

  /** Rows of the frame in ascending order of id. */
  #orderById(count: number, ids: ArrayLike<number>): Uint32Array {
    if (this.#order.length < count) this.#order = new Uint32Array(count * 2);
    const order = this.#order.subarray(0, count);
    let ascending = true;
    for (let row = 0; row < count; row++) {
      if (!(Number.isSafeInteger(ids[row]) && ids[row] >= 0)) {
        this.#refuse(`id ${ids[row]} is not an integer from 0 to 2^53 - 1`);
      }
      order[row] = row;
      if (row > 0 && ids[row] <= ids[row - 1]) ascending = false;
    }
    if (ascending) return order;
    order.sort((a, b) => ids[a] - ids[b]);
    for (let place = 1; place < count; place++) {
      if (ids[order[place]] === ids[order[place - 1]]) this.#refuse(`id ${ids[order[place]]} appears twice`);
    }
    return order;
  }

  /** An open handle outlives its name: without this check, a run could write into a deleted file unnoticed. */
  #requireOwnFile(): void {
    if (fileIdentity(this.path) !== this.#identity) {
      throw new Error('the file was moved, deleted or replaced by another program during the run');
    }
  }

  #requireUsable(): void {
    if (this.#failure !== undefined) throw this.#failure;
    if (!this.#open) throw new TrajectoryError('cannotWrite', this.path, 'the trajectory file is closed');
  }

  #refuse(message: string): never {
    throw new TrajectoryError('badInput', this.path, `frame ${this.#writtenFrames}: ${message}`);
  }

  #fail(error: unknown): TrajectoryError {
    const cause = explainWriteFailure(
      this.path,
      error,
      this.#positions.count * (this.#heights ? 2 : 1) * bytesPerRow,
    );
    try {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
    } catch {
      // The journal stays; the next process that opens the file rolls it back.
    }
    const saved =
      this.#committedFrames === 0 ? 'no frame is saved' : `${this.#committedFrames} frames are saved`;
    const lost = `frames ${this.#committedFrames} to ${this.#writtenFrames - 1}`;
    this.#failure = new TrajectoryError(
      'cannotWrite',
      this.path,
      `cannot write ${lost}: ${cause}; ${saved}`,
      error,
    );
    return this.#failure;
  }

  #release(): void {
    releaseWaitingRows(this.#positions);
    if (this.#heights) releaseWaitingRows(this.#heights);
    this.#database.close();
  }

  #waitForDisk(): void {
    try {
      const handle = openSync(this.path, 'r+');
      try {
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
    } catch (error) {
      throw this.#fail(error);
    }
  }
}

function fileIdentity(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}
