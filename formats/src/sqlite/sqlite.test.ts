import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sqlite from 'node-sqlite3-wasm';
import { afterAll, expect, test } from 'vitest';
import { createTrajectoryFile } from '../jupedsim/index.ts';
import { createTrajectoryBytes, type TrajectoryOptions } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'wend-bytes-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Frame = { ids: number[]; x: number[]; y: number[]; z: number[] };
type Target = Pick<ReturnType<typeof createTrajectoryBytes>, 'writeFrame'>;

function writeAll(target: Target, frames: readonly Frame[], inSpace: boolean): void {
  for (const { ids, x, y, z } of frames) {
    const [a, b, c] = [x, y, z].map((column) => Float64Array.from(column));
    target.writeFrame(ids.length, ids, a, b, b, a, inSpace ? { z: c, orientationZ: a } : undefined);
  }
}

/** Everything that SQLite itself finds in a file, and what it says of its soundness. */
function contentOf(file: string): Record<string, unknown> {
  const database = new sqlite.Database(file, { readOnly: true });
  try {
    const tables = database.all(
      "SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'index') ORDER BY name",
    );
    const rows = ['trajectory_data', 'metadata', 'geometry', 'frame_data', 'wend_height']
      .filter((name) => tables.some((table) => table.name === name))
      .map((name) => [name, database.all(`SELECT * FROM ${name}`)]);
    // By the index, and by its key.
    const found = database.all('SELECT * FROM trajectory_data ORDER BY frame DESC, id DESC LIMIT 40');
    const version = database.all("SELECT value FROM metadata WHERE key = 'version'");
    return {
      ...Object.fromEntries(rows),
      tables,
      found,
      version,
      check: database.all('PRAGMA integrity_check'),
    };
  } finally {
    database.close();
  }
}

function expectSame(options: TrajectoryOptions, frames: readonly Frame[]): void {
  const inSpace = options.bounds.minZ !== undefined;
  const [mine, other] = [join(folder, 'bytes.sqlite'), join(folder, 'file.sqlite')];
  const bytes = createTrajectoryBytes(options);
  writeAll(bytes, frames, inSpace);
  writeFileSync(mine, bytes.finish());
  const file = createTrajectoryFile(other, options);
  writeAll(file, frames, inSpace);
  file.close();
  const content = contentOf(mine);
  expect(content.check).toEqual([{ integrity_check: 'ok' }]);
  expect(content).toEqual(contentOf(other));
}

const plane = { minX: 0, minY: -1, maxX: 9, maxY: 1e6 };
const wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))';

const frame = fc
  .uniqueArray(fc.oneof(fc.nat(300), fc.nat(), fc.integer({ min: 0, max: 2 ** 53 - 1 })), { maxLength: 12 })
  .chain((ids) => {
    const column = () =>
      fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }), {
        minLength: ids.length,
        maxLength: ids.length,
      });
    return fc.record({ ids: fc.constant(ids), x: column(), y: column(), z: column() });
  });

test('SQLite finds the file sound and the same as the one it writes itself', () => {
  fc.assert(
    fc.property(
      fc.array(frame, { maxLength: 8 }),
      fc.boolean(),
      fc.nat(30_000),
      (frames, inSpace, length) => {
        const bounds = inSpace ? { ...plane, minZ: -2, maxZ: 3 } : plane;
        // An area may be longer than a page, and than several.
        const area = `${wkt.slice(0, -2)}, ${'0 0, '.repeat(length / 5)}0 0))`;
        expectSame({ framesPerSecond: 10, bounds, wkt: area }, frames);
      },
    ),
    { numRuns: 25 },
  );
});

test.each([0, 1, 80, 20_000])('%i agents in two frames, in trees of up to three levels', (count) => {
  const ids = Array.from({ length: count }, (_, k) => 3 * k);
  const x = ids.map((id) => Math.sqrt(id));
  const frames = [0, 1].map((at) => ({ ids, x, y: x.map((value) => value + at), z: x }));
  expectSame({ framesPerSecond: 12.5, bounds: { ...plane, minZ: 0, maxZ: 1 }, wkt }, frames);
});

test('heights belong to a file with heights in its bounds, and to no other', () => {
  const bytes = createTrajectoryBytes({ framesPerSecond: 10, bounds: plane, wkt });
  const none = new Float64Array(0);
  expect(() => bytes.writeFrame(0, [], none, none, none, none, { z: none, orientationZ: none })).toThrow(
    'heights in a file without them',
  );
});
