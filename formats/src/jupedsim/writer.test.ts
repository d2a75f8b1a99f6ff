import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import sqlite from 'node-sqlite3-wasm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TrajectoryError } from './error.ts';
import { readTrajectoryFile } from './reader.ts';
import { walkerFrames, walkerOptions, walkerX } from './walkers.fixture.ts';
import { createTrajectoryFile } from './writer.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wend-writer-'));
  path = join(folder, 'trajectory.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function query(file: string, sql: string) {
  const database = new sqlite.Database(file, { readOnly: true });
  try {
    return database.all(sql);
  } finally {
    database.close();
  }
}

function thrown(action: () => unknown): TrajectoryError {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(TrajectoryError);
    return error as TrajectoryError;
  }
  throw new Error('nothing was thrown');
}

const sample = resolve(import.meta.dirname, '../../../../shared/data/formats/minimal_v2.sqlite');
const sampleIsHere = existsSync(sample);
if (!sampleIsHere)
  console.warn(`SKIPPED: the schema is not compared with JuPedSim's sample; ${sample} is absent`);

describe('the file', () => {
  test.skipIf(!sampleIsHere)(
    'has the schema and the metadata keys of the JuPedSim sample, letter by letter',
    () => {
      createTrajectoryFile(path, walkerOptions).close();
      const copy = join(folder, 'sample.sqlite');
      writeFileSync(copy, readFileSync(sample));
      const tables = 'SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name';
      expect(query(path, tables)).toEqual(query(copy, tables));
      for (const pragma of ['journal_mode', 'page_size', 'encoding', 'user_version', 'auto_vacuum']) {
        expect(query(path, `PRAGMA ${pragma}`)).toEqual(query(copy, `PRAGMA ${pragma}`));
      }
      const keys = 'SELECT key, typeof(value) AS type FROM metadata ORDER BY key';
      expect(query(path, keys)).toEqual(query(copy, keys));
      const types = `SELECT DISTINCT typeof(frame) AS f, typeof(id) AS i, typeof(pos_x) AS x, typeof(ori_y) AS o
                   FROM trajectory_data`;
      const file = createTrajectoryFile(path, walkerOptions);
      file.writeFrame(1, [1], Float64Array.of(1), Float64Array.of(2), Float64Array.of(1), Float64Array.of(0));
      file.close();
      expect(query(path, types)).toEqual(query(copy, types));
    },
  );

  test('holds version, rate and bounds as text, one geometry, and frame_data from 0', () => {
    const file = createTrajectoryFile(path, { ...walkerOptions, framesPerSecond: 12.5 });
    const writeNext = walkerFrames(3);
    for (let frame = 0; frame < 5; frame++) writeNext(file);
    file.close();
    const metadata = query(path, 'SELECT * FROM metadata').map((row) => [row.key, row.value]);
    expect(Object.fromEntries(metadata)).toEqual({
      version: '2',
      fps: '12.5',
      xmin: '-5',
      xmax: '95',
      ymin: '-2.5',
      ymax: '2.5',
    });
    expect(query(path, 'SELECT wkt FROM geometry')).toEqual([{ wkt: walkerOptions.wkt }]);
    expect(query(path, 'SELECT frame FROM frame_data').map((row) => row.frame)).toEqual([0, 1, 2, 3, 4]);
  });

  test.skipIf(process.platform === 'win32')('has the same read permissions as other new files', () => {
    createTrajectoryFile(path, walkerOptions).close();
    const other = join(folder, 'other');
    writeFileSync(other, '');
    expect(statSync(path).mode).toBe(statSync(other).mode);
  });

  test('stands alone after close: no journal, lock or draft beside it', () => {
    const file = createTrajectoryFile(path, walkerOptions);
    walkerFrames(10)(file);
    file.close();
    file.close();
    expect(readdirSync(folder)).toEqual(['trajectory.sqlite']);
  });
});

describe('frames', () => {
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 });
  const agent = fc.record({
    id: fc.maxSafeNat(),
    x: finite,
    y: finite,
    orientationX: finite,
    orientationY: finite,
  });
  const crowd = fc.uniqueArray(agent, { selector: (one) => one.id, maxLength: 70 });

  test('come back bit by bit and in ascending order of id, whatever order and ids up to 2^53 - 1', () => {
    fc.assert(
      fc.property(fc.array(crowd, { maxLength: 8 }), fc.boolean(), (frames, flushEach) => {
        const file = createTrajectoryFile(path, walkerOptions);
        for (const agents of frames) {
          const column = (name: 'x' | 'y' | 'orientationX' | 'orientationY') =>
            Float64Array.from([...agents.map((one) => one[name]), Number.NaN]); // beyond count: must not be read
          file.writeFrame(
            agents.length,
            agents.map((one) => one.id),
            column('x'),
            column('y'),
            column('orientationX'),
            column('orientationY'),
          );
          if (flushEach) file.flush();
        }
        file.close();
        const reader = readTrajectoryFile(path);
        const read = [...reader.frames()];
        reader.close();
        expect(read.map((frame) => frame.frame)).toEqual(frames.map((_, index) => index));
        frames.forEach((agents, index) => {
          const sorted = [...agents].sort((a, b) => a.id - b.id);
          expect([...read[index].ids]).toEqual(sorted.map((one) => one.id));
          for (const name of ['x', 'y', 'orientationX', 'orientationY'] as const) {
            // The database has no negative zero.
            expect([...read[index][name]]).toEqual(sorted.map((one) => one[name] + 0));
          }
        });
      }),
      { numRuns: 25 },
    );
  });

  test('rows lie in the table in order of frame and id across many commits and one frame larger than a batch', () => {
    const file = createTrajectoryFile(path, walkerOptions);
    const few = walkerFrames(100);
    for (let frame = 0; frame < 700; frame++) few(file);
    walkerFrames(40_000)(file);
    few(file);
    expect(file.committedFrames).toBeGreaterThan(600);
    file.close();
    const rows = query(path, 'SELECT frame, id FROM trajectory_data ORDER BY rowid') as {
      frame: number;
      id: number;
    }[];
    expect(rows.length).toBe(700 * 100 + 40_000 + 100);
    const disorder = rows.findIndex((row, k) => {
      const before = rows[k - 1];
      return k > 0 && (row.frame < before.frame || (row.frame === before.frame && row.id <= before.id));
    });
    expect(disorder).toBe(-1);
    expect(query(path, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  });

  test('a commit falls due by time too: two seconds of a slow run are the most a kill can lose', () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
    const file = createTrajectoryFile(path, walkerOptions);
    const writeNext = walkerFrames(1);
    writeNext(file);
    expect(file.committedFrames).toBe(0);
    clock.mockReturnValue(2999);
    writeNext(file);
    expect(file.committedFrames).toBe(0);
    clock.mockReturnValue(3001);
    writeNext(file);
    expect(file.committedFrames).toBe(3);
    file.close();
    clock.mockRestore();
  });

  test('an open file can be read by the reader between commits', () => {
    const file = createTrajectoryFile(path, walkerOptions);
    const writeNext = walkerFrames(4);
    writeNext(file);
    file.flush();
    writeNext(file);
    const reader = readTrajectoryFile(path);
    expect(reader.frameCount).toBe(1);
    expect(reader.readFrame(0).x[0]).toBe(walkerX(0, 3));
    file.flush();
    reader.close();
    file.close();
    expect(query(path, 'SELECT count(*) AS n FROM frame_data')).toEqual([{ n: 2 }]);
  });

  test('memory does not grow with the length of the run: 1.2 million rows', () => {
    const file = createTrajectoryFile(path, walkerOptions);
    const writeNext = walkerFrames(500);
    const used = () => {
      const { heapUsed, external, arrayBuffers } = process.memoryUsage();
      return heapUsed + external + arrayBuffers;
    };
    const leastOver = (frames: number) => {
      let least = Infinity;
      for (let frame = 0; frame < frames; frame++) {
        writeNext(file);
        least = Math.min(least, used());
      }
      return least;
    };
    leastOver(400);
    const early = leastOver(600);
    leastOver(800);
    const late = leastOver(600);
    file.close();
    // 1400 frames lie between the two windows: 34 MB in the smallest form they could be kept in.
    expect(late - early).toBeLessThan(8e6);
  });
});

describe('what cannot be stored is refused, and leaves the file as it was', () => {
  const one = Float64Array.of(1);
  const refused: [string, RegExp, () => Parameters<ReturnType<typeof createTrajectoryFile>['writeFrame']>][] =
    [
      [
        'NaN',
        /frame 1: agent 7 has position \(NaN, 1\)/,
        () => [1, [7], Float64Array.of(Number.NaN), one, one, one],
      ],
      ['infinity', /frame 1: agent 7/, () => [1, [7], one, one, one, Float64Array.of(Infinity)]],
      ['a short column', /frame 1: agent 8/, () => [2, [7, 8], one, one, one, one]],
      ['a missing id', /frame 1: id undefined/, () => [2, [7], Float64Array.of(1, 1), one, one, one]],
      ['half an id', /id 1.5 is not an integer/, () => [1, [1.5], one, one, one, one]],
      ['a huge id', /id 9007199254740992 is not/, () => [1, [2 ** 53], one, one, one, one]],
      [
        'an id twice',
        /id 4 appears twice/,
        () => [
          3,
          [4, 5, 4],
          new Float64Array(3),
          new Float64Array(3),
          new Float64Array(3),
          new Float64Array(3),
        ],
      ],
    ];
  test.each(refused)('%s', (_name, message, frame) => {
    const file = createTrajectoryFile(path, walkerOptions);
    const writeNext = walkerFrames(2);
    writeNext(file);
    const error = thrown(() => file.writeFrame(...frame()));
    expect(error.reason).toBe('badInput');
    expect(error.message).toMatch(message);
    expect(error.message).toContain(path);
    writeNext(file);
    file.close();
    expect(query(path, 'SELECT frame, count(*) AS n FROM trajectory_data GROUP BY frame')).toEqual([
      { frame: 0, n: 2 },
      { frame: 1, n: 2 },
    ]);
  });

  test('a rate, bounds or a geometry that mean nothing', () => {
    for (const wrong of [
      { framesPerSecond: 0 },
      { framesPerSecond: Number.NaN },
      { bounds: { ...walkerOptions.bounds, maxX: Infinity } },
      { wkt: 'GEOMETRYCOLLECTION EMPTY' },
    ]) {
      expect(thrown(() => createTrajectoryFile(path, { ...walkerOptions, ...wrong })).reason).toBe(
        'badInput',
      );
    }
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('failures', () => {
  test('a missing folder is named', () => {
    const error = thrown(() => createTrajectoryFile(join(folder, 'no/such/file.sqlite'), walkerOptions));
    expect(error.reason).toBe('cannotCreate');
    expect(error.message).toMatch(/no\/such does not exist/);
  });

  test('a directory in the place of the file stays, and no draft is left', () => {
    mkdirSync(path);
    const error = thrown(() => createTrajectoryFile(path, walkerOptions));
    expect(error.reason).toBe('cannotCreate');
    expect(readdirSync(folder)).toEqual(['trajectory.sqlite']);
  });

  test('an older file is replaced by a new run, and its stale journal is not rolled into the new file', () => {
    const old = createTrajectoryFile(path, walkerOptions);
    walkerFrames(2000)(old);
    old.close();
    writeFileSync(`${path}-journal`, readFileSync(path)); // any bytes that do not start with zero look hot
    mkdirSync(`${path}.lock`);
    writeFileSync(`${path}.new`, 'a draft of a run killed at its start');
    const file = createTrajectoryFile(path, walkerOptions);
    walkerFrames(3)(file);
    file.close();
    expect(readdirSync(folder)).toEqual(['trajectory.sqlite']);
    expect(query(path, 'SELECT count(*) AS n FROM trajectory_data')).toEqual([{ n: 3 }]);
  });

  test('a file deleted or replaced during the run is noticed at the next commit', () => {
    const file = createTrajectoryFile(path, walkerOptions);
    const writeNext = walkerFrames(2);
    writeNext(file);
    const second = createTrajectoryFile(path, walkerOptions);
    const error = thrown(() => file.flush());
    expect(error.reason).toBe('cannotWrite');
    expect(error.message).toMatch(/frames 0 to 0: the file was moved, deleted or replaced/);
    expect(thrown(() => writeNext(file))).toBe(error);
    file.close();
    writeNext(second);
    second.close();
    expect(query(path, 'SELECT count(*) AS n FROM frame_data')).toEqual([{ n: 1 }]);
  });

  test('nothing can be written after close', () => {
    const file = createTrajectoryFile(path, walkerOptions);
    file.close();
    expect(thrown(() => walkerFrames(1)(file)).message).toMatch(/is closed/);
  });
});
