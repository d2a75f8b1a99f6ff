// What remains of a run that was killed, or that ran out of disk space.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import sqlite from 'node-sqlite3-wasm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { rollBackJournal } from './journal.ts';
import { readTrajectoryFile } from './reader.ts';
import { walkerFrames, walkerOptions, walkerX, walkerY, walkerZ } from './walkers.fixture.ts';
import { createTrajectoryFile } from './writer.ts';

const agents = 300;
let folder: string;
let path: string;
let script: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wend-kill-'));
  script = join(folder, 'endless.mjs');
  symlinkSync(
    resolve(import.meta.dirname, '../../../node_modules'),
    join(folder, 'node_modules'),
    'junction',
  );
  buildSync({
    entryPoints: [join(import.meta.dirname, 'endless.fixture.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['node-sqlite3-wasm'],
  });
});
let round = 0;
beforeEach(() => {
  const place = join(folder, `round ${round++}`);
  mkdirSync(place);
  path = join(place, 'trajectory.sqlite');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the endless run; `lines` grows with what it prints. */
function startRun(
  command: string,
  parameters: string[],
): { child: ChildProcess; lines: string[]; ended: Promise<void> } {
  const child = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => lines.push(...text.trim().split('\n')));
  return { child, lines, ended: new Promise((done) => child.on('close', () => done())) };
}

/** Checks that every frame of the file is complete and correct and that the database is intact; returns the number of frames. */
function checkFile(): number {
  const reader = readTrajectoryFile(path);
  for (const frame of reader.frames()) {
    expect(frame.count).toBe(agents);
    const wrong = frame.ids.findIndex(
      (id, row) =>
        id !== 3 * (row + 1) ||
        frame.x[row] !== walkerX(frame.frame, id) ||
        frame.y[row] !== walkerY(frame.frame, id) ||
        (frame.z !== undefined && frame.z[row] !== walkerZ(frame.frame, id)),
    );
    expect(wrong).toBe(-1);
  }
  const { frameCount: frames, hasHeights } = reader;
  if (frames > 0) expect(reader.readFrame(frames - 1).frame).toBe(frames - 1);
  reader.close();
  rollBackJournal(path);
  rmSync(`${path}.lock`, { recursive: true, force: true });
  const database = new sqlite.Database(path);
  expect(database.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(database.get('SELECT count(*) AS n FROM trajectory_data')).toEqual({ n: frames * agents });
  if (hasHeights) {
    expect(database.get('SELECT count(*) AS n FROM wend_height')).toEqual({ n: frames * agents });
  }
  database.close();
  return frames;
}

/** Makes the kill look a minute old, so that the test need not wait until a lock is stale. */
function letTimePass(): void {
  const then = Date.now() / 1000 - 60;
  for (const file of [path, `${path}-journal`, `${path}.lock`])
    if (existsSync(file)) utimesSync(file, then, then);
}

test.each([
  ['', []],
  [' with heights', ['heights']],
])(
  'killed at any of 8 moments, the file%s holds every committed frame, whole; the next run starts from an empty file',
  async (_, more) => {
    let interrupted = 0;
    // At least 8 kills, and more until one hits a transaction: a test that never hit one would show nothing.
    for (let kill = 0; kill < 8 || interrupted === 0; kill++) {
      const { child, lines, ended } = startRun(process.execPath, [script, path, String(agents), ...more]);
      while (lines.length < 2) await new Promise((done) => setTimeout(done, 5));
      await new Promise((done) => setTimeout(done, 19 * (kill % 8)));
      child.kill('SIGKILL');
      await ended;
      if (existsSync(`${path}-journal`)) interrupted++;
      letTimePass();
      const committed = Number(lines.at(-1));
      expect(committed).toBeGreaterThan(0);
      expect(checkFile()).toBeGreaterThanOrEqual(committed);
    }
  },
);

test('a new run into the folder of a run killed a moment ago begins at once', async () => {
  for (let kill = 0; kill < 3; kill++) {
    const { child, lines, ended } = startRun(process.execPath, [script, path, String(agents)]);
    while (lines.length < 3) await new Promise((done) => setTimeout(done, 5));
    child.kill('SIGKILL');
    await ended;
    // The clock is stopped: a run that waited until the lock is stale would never end.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    const file = createTrajectoryFile(path, walkerOptions);
    const writeNext = walkerFrames(agents);
    for (let frame = 0; frame < 3; frame++) writeNext(file);
    file.close();
    clock.mockRestore();
    expect(checkFile()).toBe(3);
  }
});

// The limit on a file's size fails a write as a full disk does, without a separate disk.
test.skipIf(process.platform === 'win32')(
  'where the disk takes no more, the committed frames stay readable',
  async () => {
    const limited = `trap '' XFSZ; ulimit -f 20000; exec "$0" "$@"`; // blocks of 512 or 1024 bytes
    const { child, lines, ended } = startRun('bash', [
      '-c',
      limited,
      process.execPath,
      script,
      path,
      String(agents),
    ]);
    await ended;
    expect(child.exitCode).toBe(7);
    const error = JSON.parse(lines.at(-1) ?? '');
    const committed = Number(lines.at(-2));
    expect(committed).toBeGreaterThan(0);
    expect(error).toMatchObject({ name: 'TrajectoryError', reason: 'cannotWrite' });
    expect(error.message).toContain(path);
    expect(error.message).toMatch(
      new RegExp(`frames ${committed} to \\d+: .*; ${committed} frames are saved`),
    );
    expect(checkFile()).toBe(committed);
  },
);
