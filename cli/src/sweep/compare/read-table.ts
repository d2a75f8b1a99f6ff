import { closeSync, existsSync, fstatSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openRegularFile, readTextFile } from '@wend/formats/files';
import { parquetReadObjects } from 'hyparquet';
import { BadInput } from '../../failure.ts';
import { resultFiles } from '../../files.ts';
import { sweepFiles } from '../finish.ts';
import { flatten } from '../runs/figures.ts';
import { parseCsv } from '../table/csv.ts';

/** A run as a table has it. */
export type ReadRow = {
  /** The parameters as one text: runs of the same setting have the same. */
  setting: string;
  seed: number;
  stateHash: string | null;
  figures: Map<string, number>;
};

export type ReadTable = { path: string; rows: ReadRow[]; failed: number };

/** Reads what can be compared: a sweep's folder or table, or the folder of a run. */
export async function readTable(path: string): Promise<ReadTable> {
  if (!existsSync(path)) throw new BadInput(`${path}: no such file or folder`);
  if (!statSync(path).isDirectory()) return readFile(path);
  const csv = join(path, sweepFiles.csv);
  if (existsSync(csv)) return readFile(csv);
  const metrics = join(path, resultFiles.metrics);
  if (existsSync(metrics)) return readRun(metrics);
  throw new BadInput(
    `${path}: expected a folder with ${sweepFiles.csv} of a sweep, or ${resultFiles.metrics} of a run`,
  );
}

async function readFile(path: string): Promise<ReadTable> {
  if (/\.parquet$/i.test(path)) {
    const rows = await readParquet(path);
    const header = rows.length > 0 ? Object.keys(rows[0]) : [];
    return tableOf(
      path,
      header,
      rows.map((row) => header.map((name) => textOf(row[name]))),
    );
  }
  const [header = [], ...lines] = [...parseCsv(readTextFile(path))];
  return tableOf(path, header.map(String), lines);
}

/** The rows of a Parquet file, which are read as they are needed. */
async function readParquet(path: string): Promise<Record<string, unknown>[]> {
  const descriptor = openRegularFile(path);
  try {
    const byteLength = fstatSync(descriptor).size;
    const slice = (from: number, to = byteLength): ArrayBuffer => {
      const bytes = new Uint8Array(to - from);
      for (let got = 0; got < bytes.length; ) {
        const more = readSync(descriptor, bytes, got, bytes.length - got, from + got);
        if (more === 0) throw new Error('it ends too early');
        got += more;
      }
      return bytes.buffer;
    };
    return await parquetReadObjects({ file: { byteLength, slice } }).catch((error: Error) => {
      throw new BadInput(`${path}: expected a Parquet file: ${error.message}`);
    });
  } finally {
    closeSync(descriptor);
  }
}

function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

/** Parameters stand between `setting` and `seed`, figures between `reason` and `stateHash`. */
function tableOf(path: string, header: readonly string[], lines: readonly (string | null)[][]): ReadTable {
  const [setting, seed, status, reason, hash] = ['setting', 'seed', 'status', 'reason', 'stateHash'].map(
    (name) => header.indexOf(name),
  );
  if ([setting, seed, status, reason, hash].some((at) => at < 0)) {
    throw new BadInput(
      `${path}: expected a table of wend sweep, with columns setting, seed, status, reason and stateHash`,
    );
  }
  let failed = 0;
  const rows: ReadRow[] = [];
  for (const cells of lines) {
    if (cells[status] !== 'done') {
      failed++;
      continue;
    }
    const figures = new Map<string, number>();
    for (let k = reason + 1; k < hash; k++) {
      const cell = cells[k];
      if (cell !== null) figures.set(header[k], cell === 'true' ? 1 : cell === 'false' ? 0 : Number(cell));
    }
    const parameters = header
      .slice(setting + 1, seed)
      .map((name, k) => `${name}=${cells[setting + 1 + k] ?? ''}`);
    rows.push({ setting: parameters.join(', '), seed: Number(cells[seed]), stateHash: cells[hash], figures });
  }
  return { path, rows, failed };
}

/** A single run is a table of one row. */
function readRun(path: string): ReadTable {
  let metrics: Record<string, unknown>;
  try {
    metrics = JSON.parse(readTextFile(path)) as Record<string, unknown>;
  } catch (error) {
    throw new BadInput(`${path}: expected the figures of a run: ${(error as Error).message}`);
  }
  const {
    measurements,
    seed,
    stateHash,
    stages: _,
    wallSeconds: __,
    microsecondsPerAgentStep: ___,
    ...others
  } = metrics;
  const known = flatten({ ...others, ...(measurements as object | undefined) });
  const figures = new Map<string, number>();
  for (const [name, figure] of Object.entries(known)) if (figure !== null) figures.set(name, Number(figure));
  return {
    path,
    rows: [{ setting: '', seed: Number(seed), stateHash: String(stateHash), figures }],
    failed: 0,
  };
}
