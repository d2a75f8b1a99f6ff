import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { FileError, openRegularFile } from '../files/index.ts';
import type { Bounds } from '../output.ts';
import { TrajectoryError } from './error.ts';
import { journalOf, rollBackJournal } from './journal.ts';
import { busyTimeoutMilliseconds, passingStaleLock, waitForWriter } from './lock.ts';
import { formatVersion, heightColumns, heightTable, requiredColumns, requiredKeys } from './schema.ts';

type Database = InstanceType<typeof sqlite.Database>;
type Row = Record<string, string | number | bigint | Uint8Array | null>;

/** One frame; the columns run in ascending order of id and belong to the receiver. */
export type TrajectoryFrame = {
  frame: number;
  count: number;
  /** Exact up to 2^53. */
  ids: Float64Array;
  x: Float64Array;
  y: Float64Array;
  orientationX: Float64Array;
  orientationY: Float64Array;
  /** Only in a file with heights, that is of a world of three dimensions. */
  z?: Float64Array;
  orientationZ?: Float64Array;
  /** The walkable area in this frame. */
  wkt: string;
};

/** About how many rows `frames` reads in one query; a frame is never split. */
const blockRows = 4096;

const rowsInThePlane = `
  SELECT frame, id, pos_x, pos_y, ori_x, ori_y FROM trajectory_data
  WHERE frame BETWEEN ? AND ? ORDER BY frame, id`;

/** NULL for a row without a height, so that it is not taken for zero. */
const rowsWithHeights = `
  SELECT place.frame, place.id, pos_x, pos_y, ori_x, ori_y, pos_z, ori_z FROM trajectory_data AS place
  LEFT JOIN ${heightTable} AS height ON height.frame = place.frame AND height.id = place.id
  WHERE place.frame BETWEEN ? AND ? ORDER BY place.frame, place.id`;

/** Opens a JuPedSim trajectory file of version 2. The frames are those committed at this moment. */
export function readTrajectoryFile(path: string): TrajectoryReader {
  return new TrajectoryReader(resolve(path));
}

/** A trajectory file open for reading; made by `readTrajectoryFile`. Holds only a few frames in memory at a time. */
export class TrajectoryReader {
  readonly path: string;
  readonly framesPerSecond: number;
  readonly bounds: Bounds;
  /** The walkable area of the first frame; in a file without frames, the area of the file. */
  readonly wkt: string;
  /** All metadata, as text. */
  readonly metadata: ReadonlyMap<string, string>;
  /** Whether frames have `z` and `orientationZ`: the world had three dimensions, and the file is one of ours. */
  readonly hasHeights: boolean;
  readonly #source: Source;
  readonly #frames: number[] = [];
  readonly #areas: string[] = [];

  /** @internal */
  constructor(path: string) {
    this.path = path;
    this.#source = openSource(path);
    try {
      requireTable(this.#source, 'metadata', requiredColumns.metadata);
      this.metadata = readMetadata(this.#source);
      this.framesPerSecond = metadataNumber(path, this.metadata, 'fps');
      this.bounds = {
        minX: metadataNumber(path, this.metadata, 'xmin'),
        minY: metadataNumber(path, this.metadata, 'ymin'),
        maxX: metadataNumber(path, this.metadata, 'xmax'),
        maxY: metadataNumber(path, this.metadata, 'ymax'),
        ...(this.metadata.has('zmin') && this.metadata.has('zmax')
          ? {
              minZ: metadataNumber(path, this.metadata, 'zmin'),
              maxZ: metadataNumber(path, this.metadata, 'zmax'),
            }
          : {}),
      };
      for (const table of ['trajectory_data', 'geometry', 'frame_data'] as const)
        requireTable(this.#source, table, requiredColumns[table]);
      this.hasHeights = columnsOf(this.#source, heightTable).length > 0;
      if (this.hasHeights) requireTable(this.#source, heightTable, heightColumns);
      this.wkt = this.#readFrameList();
    } catch (error) {
      this.#source.close();
      throw error;
    }
  }

  get frameCount(): number {
    return this.#frames.length;
  }

  /** The frames in ascending order, read a few at a time. */
  *frames(): Generator<TrajectoryFrame, void, void> {
    let block = 1;
    for (let index = 0; index < this.#frames.length; ) {
      const frames = this.#readFrames(index, Math.min(index + block, this.#frames.length));
      yield* frames;
      index += frames.length;
      // A query costs as much as some hundred rows, so small frames are read together.
      const rows = frames.reduce((sum, frame) => sum + frame.count, 0);
      block = Math.max(1, Math.floor((blockRows * frames.length) / (rows + frames.length)));
    }
  }

  /** The frame at `index` in the file's order, without those before it. */
  readFrame(index: number): TrajectoryFrame {
    if (this.#frames[index] === undefined) {
      throw new RangeError(`frame index ${index} is outside 0 to ${this.#frames.length - 1}`);
    }
    return this.#readFrames(index, index + 1)[0];
  }

  close(): void {
    this.#source.close();
  }

  /**
   * One query, run to its end: the lock is held only briefly, and a run that is still writing can continue. The query
   * may return frames that were added later; those are not in the list.
   */
  #readFrames(from: number, to: number): TrajectoryFrame[] {
    const rows = this.#source.all(this.hasHeights ? rowsWithHeights : rowsInThePlane, [
      this.#frames[from],
      this.#frames[to - 1],
    ]);
    const frames: TrajectoryFrame[] = [];
    let at = 0;
    for (let index = from; index < to; index++) {
      const frame = this.#frames[index];
      while (at < rows.length && Number(rows[at].frame) < frame) at++;
      const start = at;
      while (at < rows.length && Number(rows[at].frame) === frame) at++;
      const column = (name: string) =>
        Float64Array.from({ length: at - start }, (_, k) => Number(rows[start + k][name]));
      frames.push({
        frame,
        count: at - start,
        ids: column('id'),
        x: column('pos_x'),
        y: column('pos_y'),
        orientationX: column('ori_x'),
        orientationY: column('ori_y'),
        ...(this.hasHeights
          ? {
              z: this.#heights(rows, start, at, 'pos_z'),
              orientationZ: this.#heights(rows, start, at, 'ori_z'),
            }
          : {}),
        wkt: this.#areas[index],
      });
    }
    return frames;
  }

  #heights(rows: readonly Row[], start: number, end: number, name: 'pos_z' | 'ori_z'): Float64Array {
    return Float64Array.from({ length: end - start }, (_, k) => {
      const { frame, id, [name]: value } = rows[start + k];
      if (value !== null) return Number(value);
      const message = `agent ${id} of frame ${frame} has no row in the table ${heightTable}`;
      throw new TrajectoryError('notATrajectory', this.path, message);
    });
  }

  #readFrameList(): string {
    const areas = new Map(
      this.#source.all('SELECT hash, wkt FROM geometry').map((row) => [row.hash, String(row.wkt)]),
    );
    for (const row of this.#source.all('SELECT frame, geometry_hash FROM frame_data ORDER BY frame')) {
      const wkt = areas.get(row.geometry_hash);
      if (wkt === undefined) {
        const message = `frame ${row.frame} names geometry ${row.geometry_hash}, which the file does not hold`;
        throw new TrajectoryError('notATrajectory', this.path, message);
      }
      this.#frames.push(Number(row.frame));
      this.#areas.push(wkt);
    }
    const [first] = areas.values();
    if (first === undefined)
      throw new TrajectoryError('notATrajectory', this.path, 'the table geometry is empty');
    return this.#areas[0] ?? first;
  }
}

/** A query with errors that name the user's file. */
type Source = { path: string; all: (sql: string, values?: (string | number)[]) => Row[]; close: () => void };

function openSource(path: string): Source {
  requireSqliteHeader(path);
  const { database, discard } = openDatabase(path);
  let open = true;
  return {
    path,
    all(sql, values) {
      if (!open) throw new TrajectoryError('cannotRead', path, 'the reader is closed');
      try {
        return passingStaleLock(path, () => database.all(sql, values) as Row[]);
      } catch (error) {
        throw new TrajectoryError('cannotRead', path, `cannot read: ${(error as Error).message}`, error);
      }
    },
    close() {
      if (!open) return;
      open = false;
      database.close();
      discard();
    },
  };
}

/**
 * The reader never changes a file, so in two cases it reads a copy: the transaction of a killed run must be rolled
 * back before its file is consistent, and a folder that is not writable has no place for the lock.
 */
function openDatabase(path: string): { database: Database; discard: () => void } {
  let folder: string | undefined;
  const discard = () => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const writer = waitForWriter(path);
    if (writer === 'stillWriting') throw new Error('another program is writing it');
    let readable = path;
    if (writer === 'killed' || !isWritable(dirname(path))) {
      folder = mkdtempSync(join(tmpdir(), 'wend-read-'));
      readable = join(folder, basename(path));
      copyFileSync(path, readable);
      chmodSync(readable, 0o600);
      if (existsSync(journalOf(path))) copyFileSync(journalOf(path), journalOf(readable));
      rollBackJournal(readable);
    }
    const database = new sqlite.Database(readable, { readOnly: true });
    database.exec(`PRAGMA busy_timeout=${busyTimeoutMilliseconds}`);
    return { database, discard };
  } catch (error) {
    discard();
    throw new TrajectoryError('cannotRead', path, `cannot open: ${(error as Error).message}`, error);
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function requireSqliteHeader(path: string): void {
  const header = new Uint8Array(16);
  try {
    const handle = openRegularFile(path);
    try {
      readSync(handle, header);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    const reason = error instanceof FileError ? error.reason : (error as Error).message;
    throw new TrajectoryError('cannotRead', path, reason, error);
  }
  if (new TextDecoder().decode(header) !== 'SQLite format 3\0') {
    throw new TrajectoryError('notATrajectory', path, 'not an SQLite file');
  }
}

function columnsOf(source: Source, table: string): unknown[] {
  return source.all('SELECT name FROM pragma_table_info(?)', [table]).map((row) => row.name);
}

function requireTable(source: Source, table: string, columns: readonly string[]): void {
  const present = columnsOf(source, table);
  if (present.length === 0) {
    throw new TrajectoryError('notATrajectory', source.path, `the table ${table} is missing`);
  }
  for (const column of columns) {
    if (!present.includes(column)) {
      throw new TrajectoryError('notATrajectory', source.path, `the table ${table} has no column ${column}`);
    }
  }
}

/** Checks the version first: if a file of another version lacks tables, the version is the reason to report. */
function readMetadata(source: Source): Map<string, string> {
  const metadata = new Map(
    source.all('SELECT key, value FROM metadata').map((row) => [String(row.key), String(row.value)]),
  );
  const version = metadata.get('version');
  if (version === undefined) {
    throw new TrajectoryError('notATrajectory', source.path, 'the metadata key version is missing');
  }
  if (version !== formatVersion) {
    const message = `format version ${version}; only version ${formatVersion} is supported`;
    throw new TrajectoryError('notATrajectory', source.path, message);
  }
  const missing = requiredKeys.filter((key) => !metadata.has(key));
  if (missing.length > 0) {
    const message = `missing from the metadata: ${missing.join(', ')}`;
    throw new TrajectoryError('notATrajectory', source.path, message);
  }
  return metadata;
}

function metadataNumber(path: string, metadata: ReadonlyMap<string, string>, key: string): number {
  const text = metadata.get(key) ?? '';
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw new TrajectoryError('notATrajectory', path, `the metadata value ${key} is "${text}", not a number`);
}
