import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sqlite from 'node-sqlite3-wasm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TrajectoryOptions } from '../output.ts';
import { readTrajectoryFile } from './reader.ts';
import { flyerFrames, flyerOptions, walkerFrames, walkerOptions } from './walkers.fixture.ts';
import { createTrajectoryFile } from './writer.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wend-heights-'));
  path = join(folder, 'trajectory.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function query(sql: string) {
  const database = new sqlite.Database(path);
  try {
    return database.all(sql);
  } finally {
    database.close();
  }
}

test('come back bit by bit beside the positions of the plane, whatever order the agents come in', () => {
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 });
  const agent = fc.record({ id: fc.maxSafeNat(), x: finite, z: finite, orientationZ: finite });
  const crowd = fc.uniqueArray(agent, { selector: (one) => one.id, maxLength: 40 });
  fc.assert(
    fc.property(fc.array(crowd, { maxLength: 6 }), (frames) => {
      const file = createTrajectoryFile(path, flyerOptions);
      for (const agents of frames) {
        const column = (name: 'x' | 'z' | 'orientationZ') =>
          Float64Array.from([...agents.map((one) => one[name]), Number.NaN]);
        const ids = agents.map((one) => one.id);
        const still = new Float64Array(agents.length);
        file.writeFrame(agents.length, ids, column('x'), still, still, still, {
          z: column('z'),
          orientationZ: column('orientationZ'),
        });
      }
      file.close();
      const reader = readTrajectoryFile(path);
      const read = [...reader.frames()];
      reader.close();
      expect(read).toHaveLength(frames.length);
      frames.forEach((agents, index) => {
        const sorted = [...agents].sort((a, b) => a.id - b.id);
        expect([...read[index].ids]).toEqual(sorted.map((one) => one.id));
        for (const name of ['x', 'z', 'orientationZ'] as const) {
          // The database has no negative zero.
          expect([...read[index][name]!]).toEqual(sorted.map((one) => one[name] + 0));
        }
      });
    }),
    { numRuns: 25 },
  );
});

test('are told by the bounds, which come back with them', () => {
  createTrajectoryFile(path, flyerOptions).close();
  const reader = readTrajectoryFile(path);
  expect(reader.bounds).toEqual(flyerOptions.bounds);
  expect(reader.hasHeights).toBe(true);
  reader.close();
  expect(query("SELECT key, value FROM metadata WHERE key LIKE 'z%' ORDER BY key")).toEqual([
    { key: 'zmax', value: '40.5' },
    { key: 'zmin', value: '-10' },
  ]);
});

test('stand in a table of their own: what the format says of the plane is the same with and without', () => {
  const described = (options: TrajectoryOptions, frames: ReturnType<typeof walkerFrames>) => {
    const file = createTrajectoryFile(path, options);
    for (let frame = 0; frame < 5; frame++) frames(file);
    file.close();
    return [
      query("SELECT type, name, sql FROM sqlite_master WHERE tbl_name <> 'wend_height' ORDER BY name"),
      query('SELECT * FROM trajectory_data ORDER BY rowid'),
      query('SELECT * FROM frame_data'),
      query('SELECT * FROM geometry'),
      query("SELECT * FROM metadata WHERE key NOT LIKE 'z%'"),
    ];
  };
  const inSpace = described(flyerOptions, flyerFrames(7));
  expect(query('SELECT count(*) AS n FROM wend_height')).toEqual([{ n: 35 }]);
  expect(described(walkerOptions, walkerFrames(7))).toEqual(inSpace);
  expect(query("SELECT name FROM sqlite_master WHERE name LIKE '%height%'")).toEqual([]);
});

test('are found by frame and id without a search through the table', () => {
  createTrajectoryFile(path, flyerOptions).close();
  const plan = query('EXPLAIN QUERY PLAN SELECT pos_z FROM wend_height WHERE frame = 3 AND id = 4');
  expect(JSON.stringify(plan)).toMatch(/SEARCH wend_height USING PRIMARY KEY \(frame=\? AND id=\?\)/);
});

test('a file of the plane has none, and frames without them', () => {
  const file = createTrajectoryFile(path, walkerOptions);
  walkerFrames(2)(file);
  file.close();
  const reader = readTrajectoryFile(path);
  expect(reader.hasHeights).toBe(false);
  expect(Object.keys(reader.readFrame(0))).not.toContain('z');
  reader.close();
});

test('a frame too few, too many or no number is refused and leaves the file as it was', () => {
  const one = Float64Array.of(1);
  const heights = { z: one, orientationZ: one };
  const flyers = createTrajectoryFile(path, flyerOptions);
  const writeNext = flyerFrames(2);
  writeNext(flyers);
  expect(() => flyers.writeFrame(1, [7], one, one, one, one)).toThrow(/frame 1: no heights in a file/);
  for (const wrong of [
    { ...heights, z: Float64Array.of(Number.NaN) },
    { ...heights, orientationZ: Float64Array.of(Infinity) },
    { ...heights, z: new Float64Array(0) },
  ]) {
    expect(() => flyers.writeFrame(1, [7], one, one, one, one, wrong)).toThrow(/frame 1: agent 7 has height/);
  }
  writeNext(flyers);
  flyers.close();
  const counted = (table: string) => query(`SELECT frame, count(*) AS n FROM ${table} GROUP BY frame`);
  expect(counted('wend_height')).toEqual([
    { frame: 0, n: 2 },
    { frame: 1, n: 2 },
  ]);
  expect(counted('trajectory_data')).toEqual(counted('wend_height'));
  const walkers = createTrajectoryFile(path, walkerOptions);
  expect(() => walkers.writeFrame(1, [7], one, one, one, one, heights)).toThrow(/heights in a file without/);
  walkers.close();
  const half = { ...walkerOptions, bounds: { ...walkerOptions.bounds, minZ: 0 } };
  expect(() => createTrajectoryFile(path, half)).toThrow(/both or neither/);
});

test.each([
  [
    'DELETE FROM wend_height WHERE frame = 1 AND id = 3',
    /agent 3 of frame 1 has no row in the table wend_height/,
  ],
  ['ALTER TABLE wend_height RENAME COLUMN pos_z TO height', /wend_height has no column pos_z/],
])('%s: refused with the reason, not read as zero', (sql, message) => {
  const file = createTrajectoryFile(path, flyerOptions);
  const writeNext = flyerFrames(2);
  writeNext(file);
  writeNext(file);
  file.close();
  query(sql);
  const read = () => {
    const reader = readTrajectoryFile(path);
    try {
      reader.readFrame(1);
    } finally {
      reader.close();
    }
  };
  expect(read).toThrow(message);
});
