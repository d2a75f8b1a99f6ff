// The folder of a sweep: nothing of a killed or an earlier sweep stays beside the new one, and no link is followed.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { rowsOf, runsDone, tableOf } from './sweep.fixture.ts';
import { lawn, requireBuild, startWend, temporaryFolder, wend, writeTo } from './wend.fixture.ts';

const folder = temporaryFolder();
const lawnFile = writeTo(folder, 'lawn.json', { ...lawn, duration: 1 });
/** Runs of a second or so: a kill comes in the middle of one. */
const slowFile = writeTo(folder, 'slow.json', {
  ...lawn,
  duration: 30,
  steering: {},
  groups: [{ ...lawn.groups[0], speed: 0.001 }],
});
const RUNS = 4;
const seeds = ['--seeds', String(RUNS)];
const tables = ['report.html', 'summary.json', 'table.csv', 'table.parquet'];
const keep = ['--keep', 'recordings', '--quiet'];

beforeAll(requireBuild);

const sweep = (file: string, out: string, ...parameters: string[]) =>
  wend('sweep', file, '--out', out, '--jobs', '2', ...parameters);

/** Ends a sweep with a signal in the middle of its runs. */
async function cutShort(signal: 'SIGKILL' | 'SIGINT', out: string, ...parameters: string[]): Promise<void> {
  const { child, ended } = startWend('sweep', slowFile, '--out', out, '--jobs', '2', ...parameters);
  // A journal with more rows is that of the earlier sweep.
  await expect
    .poll(() => runsDone(out), { interval: 10 })
    .toSatisfy((done: number) => done > 0 && done < RUNS);
  child.kill(signal);
  await ended;
}

describe('runs that a sweep has begun and not finished', () => {
  test.each(['SIGKILL', 'SIGINT'] as const)(
    'after %s nothing of them stays when the sweep has gone on',
    async (signal) => {
      const out = join(folder, signal);
      await cutShort(signal, out, ...seeds, ...keep);
      // Drafts of tables, as a kill at the end leaves them.
      for (const name of tables) writeFileSync(join(out, `${name}.99999.unfinished`), 'half');
      expect((await sweep(slowFile, out, ...seeds, ...keep, '--resume')).code).toBe(0);
      expect(readdirSync(out).sort()).toEqual(['design.json', 'runs', 'runs.jsonl', ...tables].sort());
      expect(readdirSync(join(out, 'runs'))).toEqual(
        Array.from({ length: RUNS }, (_, index) => `run-00000${index}`),
      );
    },
  );

  test('Ctrl-C leaves none', async () => {
    const out = join(folder, 'interrupted');
    await cutShort('SIGINT', out, ...seeds, ...keep);
    expect(readdirSync(join(out, 'runs')).filter((name) => name.includes('unfinished'))).toEqual([]);
  });
});

describe('--force', () => {
  test('leaves no table and no run of the earlier sweep beside the runs of the new one', async () => {
    const out = join(folder, 'forced');
    expect((await sweep(lawnFile, out, '--seeds', '9', ...keep)).code).toBe(0);
    await cutShort('SIGKILL', out, ...seeds, ...keep, '--force');
    expect(readdirSync(out).filter((name) => tables.includes(name))).toEqual([]);
    expect(existsSync(join(out, 'runs/run-000008'))).toBe(false);
  });
});

describe('--keep', () => {
  const stateIn = (out: string, run: string) =>
    JSON.parse(readFileSync(join(out, 'runs', run, 'metrics.json'), 'utf8')).stateHash;

  test('every run of the table has its own files after seeds were added', async () => {
    const out = join(folder, 'kept');
    const vary = ['--vary', 'groups[0].count=4,6', ...keep];
    expect((await sweep(lawnFile, out, ...vary, '--seeds', '2')).code).toBe(0);
    for (const seeds of ['3', '2', '1:3']) {
      expect((await sweep(lawnFile, out, ...vary, '--seeds', seeds, '--resume')).code).toBe(0);
      for (const { run, stateHash } of rowsOf(out))
        expect(stateIn(out, `run-${run.padStart(6, '0')}`), `${seeds}, run ${run}`).toBe(stateHash);
    }
  });

  test('runs without files are done again', async () => {
    const out = join(folder, 'kept-later');
    expect((await sweep(lawnFile, out, '--seeds', '2', '--quiet')).code).toBe(0);
    expect((await sweep(lawnFile, out, '--seeds', '2', ...keep, '--resume')).code).toBe(0);
    expect(readdirSync(join(out, 'runs'))).toEqual(['run-000000', 'run-000001']);
  });

  test('does not follow a link', async () => {
    const out = join(folder, 'linked');
    const elsewhere = join(folder, 'elsewhere');
    for (const path of [out, elsewhere]) mkdirSync(path);
    symlinkSync(elsewhere, join(out, 'runs'));
    const { code, stderr } = await sweep(lawnFile, out, ...keep);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('runs: expected a folder, this is a symbolic link'),
    });
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

describe('the runs of a part', () => {
  const out = join(folder, 'parts');
  const journal = join(out, 'part-1-of-2', 'runs.jsonl');

  test('are read and never written by the sweep that collects them', async () => {
    expect((await sweep(lawnFile, out, ...seeds, '--quiet', '--part', '1/2')).code).toBe(0);
    // A row that its process is about to complete.
    const half = readFileSync(journal, 'utf8').slice(0, -20);
    writeFileSync(journal, half);
    expect((await sweep(lawnFile, out, ...seeds, '--quiet', '--resume')).code).toBe(0);
    expect(tableOf(out)).toHaveLength(5);
    expect(readFileSync(journal, 'utf8')).toBe(half);
  });

  test('are not looked for in a link to something else, which stays as it is', async () => {
    const victim = writeTo(folder, 'victim.txt', 'precious');
    rmSync(journal);
    symlinkSync(victim, journal);
    expect((await sweep(lawnFile, out, ...seeds, '--quiet', '--resume')).code).toBe(0);
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    const { code, stderr } = await sweep(lawnFile, out, ...seeds, '--quiet', '--part', '1/2');
    expect(code).toBe(2);
    expect(stderr).toContain('expected a file, this is a symbolic link');
  });
});
