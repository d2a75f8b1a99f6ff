// Runs that are cut short by Ctrl-C, a kill or a full disk. What was simulated must be on disk and readable.
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readTrajectoryFile } from '@wend/formats';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ScenarioInput } from 'wend/scenario';
import {
  requireBuild,
  start,
  startWend,
  temporaryFolder,
  wend,
  wendLimited,
  writeTo,
} from './wend.fixture.ts';

const agents = 60;
/** No agent arrives before the test ends. */
const march = {
  version: 1,
  name: 'march',
  bounds: { min: [0, 0], max: [100_000, 100] },
  duration: 90_000,
  groups: [
    {
      name: 'marchers',
      count: agents,
      region: { box: { min: [1, 1], max: [20, 20] } },
      goal: { point: [99_999, 50] },
    },
  ],
  steering: { noise: 0.05 },
} satisfies ScenarioInput;

const folder = temporaryFolder();
const marchFile = writeTo(folder, 'march.json', march);
/** A frame for each step, so that much is written soon. */
const manyFrames = ['--fps', '20'];

beforeAll(requireBuild);

describe('Ctrl-C in the middle of a run', () => {
  const out = join(folder, 'interrupted');

  test('ends it in good order: exit code 130, every file whole, the figures say that it was interrupted', async () => {
    const picture = join(out, 'picture.svg');
    const { child, ended } = startWend(
      ...['run', marchFile, '--out', out, '--picture', picture, '--json', ...manyFrames],
    );
    await waitForSteps(child, out);
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    expect(code).toBe(130);
    const metrics = JSON.parse(stdout);
    expect(metrics).toMatchObject({ scenario: 'march', interrupted: true, unmetExpectations: [] });
    expect(JSON.parse(readFileSync(join(out, 'metrics.json'), 'utf8'))).toEqual(metrics);
    expect(readdirSync(out).sort()).toEqual([
      'metrics.json',
      'picture.svg',
      'recording.jsonl',
      'trajectory.sqlite',
    ]);
    expect(countFrames(out)).toBe(metrics.steps + 1);
    expect(readFileSync(picture, 'utf8').trimEnd().endsWith('</svg>')).toBe(true);
  });

  test('the recording is whole and replays', async () => {
    const { code, stdout } = await wend('replay', out, '--check', '--json');
    const { steps } = JSON.parse(readFileSync(join(out, 'metrics.json'), 'utf8'));
    expect(JSON.parse(stdout)).toEqual({ kind: 'same', steps });
    expect(code).toBe(0);
  });

  // npm and npx forward the signal that the terminal sends to all of its processes: it comes twice.
  test('and its echo a moment later still end it in good order', async () => {
    const twice = join(folder, 'twice');
    const { child, ended } = startWend('run', marchFile, '--out', twice, '--quiet', ...manyFrames);
    await waitForSteps(child, twice);
    // Without a pause between them: on a busy machine even a short one could become a second Ctrl-C of its own.
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect(await ended).toEqual({ code: 130, signal: null, stdout: '', stderr: '' });
    const { steps } = JSON.parse(readFileSync(join(twice, 'metrics.json'), 'utf8'));
    expect(countFrames(twice)).toBe(steps + 1);
  });

  test('SIGTERM does the same', async () => {
    const terminated = join(folder, 'terminated');
    const { child, ended } = startWend('run', marchFile, '--out', terminated, '--quiet', ...manyFrames);
    await waitForSteps(child, terminated);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(130);
    expect(JSON.parse(readFileSync(join(terminated, 'metrics.json'), 'utf8')).interrupted).toBe(true);
  });
});

describe('a run killed by force', () => {
  const out = join(folder, 'killed');
  let frames: number;

  test('leaves whole frames, and no figures of an earlier run', async () => {
    mkdirSync(out);
    writeTo(out, 'metrics.json', '{"of": "an earlier run"}');
    const { child, ended } = startWend('run', marchFile, '--out', out, '--force', '--quiet', ...manyFrames);
    await waitForSteps(child, out);
    child.kill('SIGKILL');
    expect(await ended).toMatchObject({ code: null, signal: 'SIGKILL' });
    letTimePass(out);
    frames = countFrames(out);
    expect(frames).toBeGreaterThan(100);
    expect(existsSync(join(out, 'metrics.json'))).toBe(false);
  });

  test('replays up to its last whole line: interrupted, which --check refuses and --partial accepts', async () => {
    const plain = await wend('replay', out);
    expect(plain.code).toBe(0);
    expect(plain.stdout).toMatch(
      /: interrupted: the \d+ steps that it holds are the same, but its end is missing\n$/,
    );
    const steps = Number(/the (\d+) steps/.exec(plain.stdout)![1]);
    expect(steps).toBeGreaterThan(100);
    expect((await wend('replay', out, '--check')).code).toBe(1);
    const partial = await wend('replay', out, '--check', '--partial', '--json');
    expect(partial.code).toBe(0);
    expect(JSON.parse(partial.stdout)).toEqual({ kind: 'interrupted', steps });
  });

  test('does not block the next run', async () => {
    const { code } = await wend('run', marchFile, '--out', out, '--force', '--duration', '2', '--quiet');
    expect(code).toBe(0);
    expect(readdirSync(out).sort()).toEqual(['metrics.json', 'recording.jsonl', 'trajectory.sqlite']);
    expect(countFrames(out)).toBe(21);
    expect((await wend('replay', out, '--check')).code).toBe(0);
  });
});

describe('a disk that takes no more', () => {
  // A limit on the size of files fails a write as a full disk does: exit code 2, and what was written is readable.
  const limitTo = (kilobytes: number) => `trap '' XFSZ; ulimit -f ${kilobytes}`;

  test('while the trajectory is written', async () => {
    const out = join(folder, 'full-trajectory');
    const { code, stdout, stderr } = await wendLimited(
      limitTo(6000),
      ...['run', marchFile, '--out', out, ...manyFrames],
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/trajectory\.sqlite: .*frames \d+ to \d+: .*frames are saved/);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(readdirSync(out).sort()).toEqual(['recording.jsonl', 'trajectory.sqlite']);
    const saved = Number(/; (\d+) frames are saved/.exec(stderr)![1]);
    expect(saved).toBeGreaterThan(0);
    expect(countFrames(out)).toBe(saved);
    const { code: replayed, stdout: outcome } = await wend('replay', out, '--check', '--partial');
    expect(outcome).toContain('interrupted: the ');
    expect(replayed).toBe(0);
  });

  test('while the recording is written', async () => {
    const out = join(folder, 'full-recording');
    const few = ['--fps', '0.01', '--set', 'groups[0].count=1'];
    const { code, stderr } = await wendLimited(
      limitTo(1500),
      ...['run', marchFile, '--out', out, '--quiet', ...few],
    );
    expect(code).toBe(2);
    expect(stderr).toBe(`${join(out, 'recording.jsonl')}: cannot be written: EFBIG: file too large, write\n`);
    expect(readdirSync(out).sort()).toEqual(['recording.jsonl', 'trajectory.sqlite']);
    expect(readFileSync(join(out, 'recording.jsonl'), 'utf8').endsWith('"}\n')).toBe(true);
    const { code: replayed, stdout } = await wend('replay', out, '--check', '--partial', '--json');
    expect(replayed).toBe(0);
    const { steps } = JSON.parse(stdout);
    expect(steps).toBeGreaterThan(10_000);
    expect(countFrames(out, 1)).toBeGreaterThanOrEqual(Math.floor(steps / 2000));
  });

  test('a real one, of one megabyte', async ({ skip }) => {
    const out = join(folder, 'full');
    const copy = join(folder, 'full-copy');
    mkdirSync(out);
    mkdirSync(copy);
    // The small disk is seen by this shell alone, so its files are copied before it goes.
    const script = `mount -t tmpfs -o size=1m wend-test "$1" || exit 99
      "$2" "$3" run "$4" --out "$1" --fps 20 --quiet; code=$?; cp -r "$1"/. "$0"; exit $code`;
    const program = new URL('../cli/bin/wend.js', import.meta.url).pathname;
    const { code, stderr } = await start('unshare', [
      ...['--user', '--map-root-user', '--mount', 'bash', '-c', script],
      ...[copy, out, process.execPath, program, marchFile],
    ]).ended.catch((error: Error) => ({ code: 99, stderr: error.message }));
    if (code === 99 || stderr.includes('unshare:')) {
      return skip(`no disk can be mounted here, so none can be filled: ${stderr.trim()}`);
    }
    expect(code).toBe(2);
    expect(stderr).toMatch(/(trajectory\.sqlite: .*full|recording\.jsonl: .*no space left on device)/);
    expect(readdirSync(copy).sort()).toEqual(['recording.jsonl', 'trajectory.sqlite']);
    countFrames(copy);
    expect((await wend('replay', copy, '--check', '--partial')).code).toBe(0);
  });
});

/** Waits until a run has written both of its files at least once since it began. */
async function waitForSteps(child: ChildProcess, out: string): Promise<void> {
  const isLong = (name: string, bytes: number) =>
    (statSync(join(out, name), { throwIfNoEntry: false })?.size ?? 0) > bytes;
  while (!(isLong('recording.jsonl', 100_000) && isLong('trajectory.sqlite', 1_000_000))) {
    if (child.exitCode !== null) throw new Error(`the run ended by itself with ${child.exitCode}`);
    await setTimeout(5);
  }
}

/** The number of frames in a trajectory; each must hold all agents. */
function countFrames(out: string, everybody = agents): number {
  const reader = readTrajectoryFile(join(out, 'trajectory.sqlite'));
  let frames = 0;
  for (const { frame, count } of reader.frames()) {
    expect(frame).toBe(frames++);
    expect(count).toBe(everybody);
  }
  reader.close();
  return frames;
}

/** Makes a kill look a minute old, so that the test need not wait until its lock is stale. */
function letTimePass(out: string): void {
  const then = Date.now() / 1000 - 60;
  for (const name of readdirSync(out)) utimesSync(join(out, name), then, then);
}
