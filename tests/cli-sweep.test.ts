// wend sweep as a user runs it: many settings and seeds, one table.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { rowsOf, runsDone, tableOf } from './sweep.fixture.ts';
import {
  lawn,
  requireBuild,
  startWend,
  temporaryFolder,
  wend,
  wendLimited,
  writeTo,
} from './wend.fixture.ts';

const folder = temporaryFolder();
const lawnFile = writeTo(folder, 'lawn.json', { ...lawn, duration: 2 });
const vary = ['--vary', 'groups[0].count=4,8', '--vary', 'steering.noise=0:0.2/2', '--seeds', '2'];
const whole = join(folder, 'whole');

beforeAll(requireBuild);

describe('wend sweep', () => {
  test('writes a row for each setting and seed, with the state hash of wend run', async () => {
    const { code, stdout, stderr } = await wend('sweep', lawnFile, ...vary, '--out', whole, '--jobs', '2');
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('8 runs: 4 settings with 2 seeds');
    expect(readdirSync(whole).sort()).toEqual(
      expect.arrayContaining([
        'design.json',
        'report.html',
        'runs.jsonl',
        'summary.json',
        'table.csv',
        'table.parquet',
      ]),
    );
    const rows = rowsOf(whole);
    expect(rows.map((row) => [row['groups[0].count'], row['steering.noise'], row.seed, row.status])).toEqual(
      ['4', '8'].flatMap((count) =>
        ['0', '0.2'].flatMap((noise) => ['1', '2'].map((seed) => [count, noise, seed, 'done'])),
      ),
    );
    const alone = await wend(
      ...['run', lawnFile, '--seed', '2', '--json', '--quiet'],
      ...['--set', 'groups[0].count=8', '--set', 'steering.noise=0.2'],
    );
    expect(rows.at(-1)!.stateHash).toBe(JSON.parse(alone.stdout).stateHash);
    expect(new Set(rows.map(({ stateHash }) => stateHash)).size).toBe(8);
    const { settings } = JSON.parse(readFileSync(join(whole, 'summary.json'), 'utf8'));
    const mean = (Number(rows[2].meanSpeed) + Number(rows[3].meanSpeed)) / 2;
    expect(settings[1].parameters).toEqual({ 'groups[0].count': 4, 'steering.noise': 0.2 });
    expect(settings[1].figures.meanSpeed.mean).toBeCloseTo(mean, 12);
  });

  test('gives the same table with one thread and with five, from a design file too', async () => {
    const design = writeTo(folder, 'design.json', {
      version: 1,
      seeds: 2,
      vary: [
        { path: 'groups[0].count', values: [4, 8] },
        { path: 'steering.noise', from: 0, to: 0.2, count: 2 },
      ],
    });
    for (const [jobs, settings] of [
      ['1', vary],
      ['5', ['--design', design]],
    ] as const) {
      const out = join(folder, `jobs-${jobs}`);
      const { code } = await wend('sweep', lawnFile, ...settings, '--out', out, '--jobs', jobs, '--quiet');
      expect(code).toBe(0);
      expect(tableOf(out)).toEqual(tableOf(whole));
    }
  });

  test('a run that exceeds --run-timeout is a row with the reason, and the exit code is 1', async () => {
    const out = join(folder, 'slow');
    const { code } = await wend(
      ...[
        'sweep',
        lawnFile,
        '--vary',
        'duration=0.1,86400',
        '--set',
        'dt=0.01',
        '--set',
        'groups[0].goal={"point":[0,9]}',
      ],
      ...['--set', 'groups[0].speed=0.0001', '--run-timeout', '2', '--out', out, '--quiet'],
    );
    expect(code).toBe(1);
    expect(rowsOf(out).map(({ duration, status }) => [duration, status])).toEqual([
      ['0.1', 'done'],
      ['86400', 'timeout'],
    ]);
    expect(rowsOf(out)[1].reason).toMatch(/^"?took more than 2 s/);
  });

  test('a run that exceeds --run-memory is a row, and the others go on', async () => {
    const crowd = writeTo(folder, 'crowd.json', {
      ...lawn,
      bounds: { min: [-500, -500], max: [500, 500] },
      duration: 0.1,
      groups: [{ ...lawn.groups[0], region: { box: { min: [-400, -400], max: [400, 400] } } }],
    });
    const out = join(folder, 'memory');
    const { code } = await wend(
      ...[
        'sweep',
        crowd,
        '--vary',
        'groups[0].count=10,50000',
        '--run-memory',
        '64',
        '--out',
        out,
        '--quiet',
      ],
    );
    expect(code).toBe(1);
    expect(rowsOf(out).map(({ status }) => status)).toEqual(['done', 'memory']);
    expect(rowsOf(out)[1].reason).toMatch(/^"?needed more.*64 MB/);
  });

  test('--keep recordings leaves a recording of each run that replays', async () => {
    const out = join(folder, 'kept');
    expect((await wend('sweep', lawnFile, '--seeds', '2', '--keep', 'recordings', '--out', out)).code).toBe(
      0,
    );
    expect(readdirSync(join(out, 'runs'))).toEqual(['run-000000', 'run-000001']);
    const { code, stdout } = await wend('replay', join(out, 'runs/run-000001'), '--check');
    expect(code, stdout).toBe(0);
    expect(existsSync(join(out, 'runs/run-000001/trajectory.sqlite'))).toBe(false);
  });

  test('a folder with an earlier sweep is left alone', async () => {
    const { code, stderr, stdout } = await wend('sweep', lawnFile, '--out', whole, '--figures', 'meanSped');
    expect(code).toBe(0);
    expect(stdout).toContain('1 run: 1 setting with 1 seed\n');
    expect(stderr).toContain('this run writes to');
    expect(stderr).toContain('--figures meanSped: not in the report, since no run has such a number');
    expect(tableOf(whole).length).toBe(9);
    expect(tableOf(`${whole}-2`).length).toBe(2);
  });
});

describe('wend compare', () => {
  test('two sweeps of the same runs have no difference, in CSV and Parquet', async () => {
    const { code, stdout } = await wend('compare', whole, join(whole, 'table.parquet'));
    expect(code).toBe(0);
    expect(stdout).toContain('8 of 8 common runs ended in the same state');
    expect(stdout).toContain(': 0 matter, 0 are certain but small, 0 unclear');
  });

  test('what is no table is refused', async () => {
    for (const [wrong, message] of [
      [join(folder, 'nothing'), 'no such file or folder'],
      [folder, 'expected a folder with table.csv'],
      [lawnFile, 'expected a table of wend sweep'],
    ]) {
      const { code, stderr } = await wend('compare', whole, wrong);
      expect(code).toBe(2);
      expect(stderr).toContain(`${wrong}: ${message}`);
    }
  });
});

describe('a sweep that is cut short', () => {
  const slow = writeTo(folder, 'slow.json', {
    ...lawn,
    duration: 80,
    steering: {},
    groups: [{ ...lawn.groups[0], speed: 0.001 }],
  });
  const parameters = ['sweep', slow, '--vary', 'groups[0].count=2,3,4', '--seeds', '4', '--jobs', '2'];
  let reference: string[];

  beforeAll(async () => {
    const out = join(folder, 'reference');
    expect((await wend(...parameters, '--out', out, '--quiet')).code).toBe(0);
    reference = tableOf(out);
  });

  test.each(['SIGINT', 'SIGKILL'] as const)(
    'by %s goes on with --resume, to the same table',
    async (signal) => {
      const out = join(folder, signal);
      const { child, ended } = startWend(...parameters, '--out', out);
      await expect.poll(() => runsDone(out), { interval: 10 }).toBeGreaterThan(0);
      child.kill(signal);
      const { code, stderr } = await ended;
      const done = runsDone(out);
      expect(existsSync(join(out, 'table.csv'))).toBe(done === 12);
      if (signal === 'SIGINT' && done < 12) {
        expect(code).toBe(130);
        expect(stderr).toContain('--resume continues');
      }
      expect((await wend(...parameters, '--out', out, '--resume', '--quiet')).code).toBe(0);
      expect(tableOf(out)).toEqual(reference);
      // No run was done twice.
      expect(runsDone(out)).toBe(12);
    },
  );

  test('by a full disk ends with a message and exit code 2, and leaves no table', async () => {
    const out = join(folder, 'full');
    const { code, stderr } = await wendLimited('ulimit -f 8', ...parameters, '--out', out, '--quiet');
    expect(code).toBe(2);
    expect(stderr).toMatch(/cannot be written/);
    const left = readdirSync(out);
    expect(left.filter((name) => /unfinished|table|summary|report|lock/.test(name))).toEqual([]);
  });
});

describe('a disk that is full at the end', () => {
  test('leaves no table without its report, and --resume makes them', async () => {
    const out = join(folder, 'full-at-the-end');
    const parameters = ['sweep', lawnFile, '--seeds', '2', '--out', out, '--quiet'];
    // The tables are smaller than the page.
    const { code, stderr } = await wendLimited('ulimit -f 8', ...parameters);
    expect(code).toBe(2);
    expect(stderr).toMatch(/report\.html: cannot be written/);
    expect(readdirSync(out).sort()).toEqual(['design.json', 'runs.jsonl']);
    expect((await wend(...parameters, '--resume')).code).toBe(0);
    expect(tableOf(out).length).toBe(3);
  });

  test('makes rows of the runs whose files do not fit, and leaves no half of them', async () => {
    const out = join(folder, 'files-too-large');
    const parameters = ['sweep', lawnFile, '--vary', 'duration=0.1,20', '--set', 'groups[0].speed=0.01'];
    const { code } = await wendLimited('ulimit -f 24', ...parameters, '--keep', 'recordings', '--out', out);
    expect(code).toBe(1);
    expect(rowsOf(out).map(({ status }) => status)).toEqual(['done', 'failed']);
    expect(rowsOf(out)[1].reason).toMatch(/EFBIG/);
    expect(readdirSync(join(out, 'runs'))).toEqual(['run-000000']);
  });
});

describe('bad input: exit code 2, one clear message, and no folder', () => {
  const design = (content: unknown) => writeTo(folder, 'bad-design.json', content);
  const cases: [string, string[], string | RegExp][] = [
    [
      'an unknown path',
      ['--vary', 'nowhere.x=1,2'],
      '--vary nowhere.x=1: there is no nowhere in the scenario',
    ],
    ['a wrong key', ['--vary', 'steering.noize=1,2'], 'did you mean "noise"'],
    [
      'a wrong value in one of the settings',
      ['--vary', 'groups[0].count=5,-1'],
      /count=-1.*expected.*\n1 of 2 settings are not valid/s,
    ],
    ['an empty design', ['--design', design({ version: 1, settings: [] })], 'settings: expected at least 1'],
    ['a missing design file', ['--design', join(folder, 'none.json')], 'none.json: cannot be read'],
    [
      'more than a million runs',
      ['--vary', 'dt=0.01:0.02/2000', '--seeds', '1000'],
      '2000000 runs: expected at most 1000000, or --yes',
    ],
    ['tasks without a script', ['--tasks', '3'], '--tasks: expected with --export slurm'],
    ['a part in a script', ['--part', '1/2', '--export', 'slurm'], '--part: expected without --export'],
    ['both ways to treat an earlier sweep', ['--force', '--resume'], '--force: expected without --resume'],
    ['a password without a queue', ['--password-file', 'x'], '--password-file: expected with --queue'],
    ['a certificate without a queue', ['--tls-ca', 'x'], '--tls-ca: expected with --queue'],
    ['a wrong limit', ['--run-timeout', '-1'], '--run-timeout -1: expected seconds above 0'],
  ];

  test.concurrent.each(cases)('%s', async (_, parameters, message) => {
    const out = join(folder, 'bad');
    const { code, stdout, stderr } = await wend('sweep', lawnFile, ...parameters, '--out', out, '--quiet');
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(existsSync(out)).toBe(false);
  });

  test('a missing scenario, and a file in place of the folder', async () => {
    const missing = await wend('sweep', join(folder, 'absent.json'), '--out', join(folder, 'bad'));
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('absent.json: no such file');
    mkdirSync(join(folder, 'files'), { recursive: true });
    const file = join(folder, 'files/taken');
    writeFileSync(file, 'mine');
    const taken = await wend('sweep', lawnFile, '--out', file, '--quiet');
    expect(taken.code).toBe(2);
    expect(taken.stderr).toContain(file);
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });
});
