import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TrajectoryError } from './error.ts';
import { readTrajectoryFile } from './reader.ts';
import { walkerFrames, walkerOptions } from './walkers.fixture.ts';
import { createTrajectoryFile } from './writer.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wend-reader-'));
  path = join(folder, 'trajectory.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function failure(): TrajectoryError {
  try {
    readTrajectoryFile(path).close();
  } catch (error) {
    expect(error).toBeInstanceOf(TrajectoryError);
    expect((error as Error).message.startsWith(path)).toBe(true);
    return error as TrajectoryError;
  }
  throw new Error('the file was read');
}

/** A good file, changed by SQL. */
function writeChanged(sql: string): void {
  const file = createTrajectoryFile(path, walkerOptions);
  const writeNext = walkerFrames(2);
  writeNext(file);
  writeNext(file);
  file.close();
  const database = new sqlite.Database(path);
  database.exec(sql);
  database.close();
}

test('gives rate, bounds, area and frames', () => {
  writeChanged('');
  const reader = readTrajectoryFile(path);
  expect(reader.framesPerSecond).toBe(10);
  expect(reader.bounds).toEqual(walkerOptions.bounds);
  expect(reader.wkt).toBe(walkerOptions.wkt);
  expect([...reader.frames()].map(({ frame, count, wkt }) => [frame, count, wkt])).toEqual([
    [0, 2, walkerOptions.wkt],
    [1, 2, walkerOptions.wkt],
  ]);
  expect(() => reader.readFrame(2)).toThrow(RangeError);
  reader.close();
  reader.close();
  expect(() => reader.readFrame(0)).toThrow(/closed/);
});

test('a frame has the geometry it names: JuPedSim lets the area change, with 64-bit hashes', () => {
  writeChanged(`INSERT INTO geometry VALUES (-9223372036854775807, 'POLYGON ((0 0, 1 0, 1 1, 0 0))');
                UPDATE frame_data SET geometry_hash = -9223372036854775807 WHERE frame = 1`);
  const reader = readTrajectoryFile(path);
  expect([...reader.frames()].map((frame) => frame.wkt)).toEqual([
    walkerOptions.wkt,
    'POLYGON ((0 0, 1 0, 1 1, 0 0))',
  ]);
  reader.close();
});

test('a frame without agents is a frame', () => {
  writeChanged('DELETE FROM trajectory_data WHERE frame = 0');
  const reader = readTrajectoryFile(path);
  expect([...reader.frames()].map((frame) => frame.count)).toEqual([0, 2]);
  reader.close();
});

test('a missing file, and one that is not SQLite, are told apart', () => {
  expect(failure().reason).toBe('cannotRead');
  expect(failure().message).toMatch(/no such file/);
  for (const bytes of ['', 'frame id x y\n0 1 2 3\n']) {
    writeFileSync(path, bytes);
    expect(failure().reason).toBe('notATrajectory');
    expect(failure().message).toMatch(/not an SQLite file/);
  }
});

test('a damaged file is an error, not an empty trajectory', () => {
  writeFileSync(path, `SQLite format 3\0${'x'.repeat(5000)}`);
  expect(failure().reason).toBe('cannotRead');
});

test.each([
  ['DROP TABLE metadata', /the table metadata is missing/],
  ['DROP TABLE trajectory_data', /the table trajectory_data is missing/],
  ['DROP TABLE frame_data', /the table frame_data is missing/],
  ['DROP TABLE geometry', /the table geometry is missing/],
  ['ALTER TABLE trajectory_data RENAME COLUMN ori_x TO heading', /trajectory_data has no column ori_x/],
  ["DELETE FROM metadata WHERE key = 'version'", /key version is missing/],
  ["DELETE FROM metadata WHERE key IN ('fps', 'ymax')", /missing from the metadata: fps, ymax/],
  ["UPDATE metadata SET value = '1' WHERE key = 'version'", /format version 1; only version 2/],
  ["UPDATE metadata SET value = 'fast' WHERE key = 'fps'", /fps is "fast", not a number/],
  ['DELETE FROM geometry', /frame 0 names geometry 1, which the file does not hold/],
  ['DELETE FROM geometry; DELETE FROM frame_data', /geometry is empty/],
])('%s: refused with the reason', (sql, message) => {
  writeChanged(sql);
  expect(failure().reason).toBe('notATrajectory');
  expect(failure().message).toMatch(message);
});

test('the lock of a dead process is waited for and then removed', () => {
  writeChanged('');
  mkdirSync(`${path}.lock`);
  const before = performance.now();
  const reader = readTrajectoryFile(path);
  expect(reader.frameCount).toBe(2);
  expect(performance.now() - before).toBeGreaterThan(4500);
  reader.close();
});
