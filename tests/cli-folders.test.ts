// The folder of results: one run at a time, nothing replaced in silence, no link followed.
import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  lawn,
  requireBuild,
  root,
  start,
  startWend,
  temporaryFolder,
  wend,
  writeTo,
} from './wend.fixture.ts';

const folder = temporaryFolder();
const lawnFile = writeTo(folder, 'lawn.json', { ...lawn, duration: 1 });
/** No agent arrives before the test ends. */
const endless = writeTo(folder, 'endless.json', {
  ...lawn,
  bounds: { min: [-10, -10], max: [100_000, 10] },
  duration: 90_000,
  groups: [{ ...lawn.groups[0], goal: { point: [99_999, 0] } }],
});
const resultNames = ['metrics.json', 'recording.jsonl', 'trajectory.sqlite'];

beforeAll(requireBuild);

/** The bytes of every file in a folder. */
const contentOf = (path: string) =>
  Object.fromEntries(readdirSync(path).map((name) => [name, readFileSync(join(path, name), 'latin1')]));

const run = (...parameters: string[]) => wend('run', lawnFile, '--quiet', ...parameters);

describe('results of an earlier run', () => {
  const out = join(folder, 'results');
  let earlier: Record<string, string>;

  test('stay as they are: the next runs write to new folders, and say so', async () => {
    expect(await run('--out', out)).toMatchObject({ code: 0, stderr: '' });
    earlier = contentOf(out);
    expect(Object.keys(earlier).sort()).toEqual(resultNames);
    for (const number of [2, 3]) {
      const { code, stderr } = await run('--out', `${out}/`, '--seed', '2');
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: `${out}/: contains the results of an earlier run; this run writes to ${out}-${number} (--force replaces them)\n`,
      });
      expect(readdirSync(`${out}-${number}`).sort()).toEqual(resultNames);
    }
    expect(contentOf(out)).toEqual(earlier);
    const { stdout } = await wend('run', lawnFile, '--out', out);
    expect(stdout).toContain(`  results     ${out}-4\n`);
  });

  test('are replaced with --force', async () => {
    expect(await run('--out', out, '--seed', '2', '--force')).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(out).sort()).toEqual(resultNames);
    expect(JSON.parse(readFileSync(join(out, 'metrics.json'), 'utf8')).seed).toBe(2);
    expect((await wend('replay', out, '--check')).code).toBe(0);
  });

  test('other files in a folder do not count', async () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    writeTo(other, 'notes.txt', 'mine');
    expect(await run('--out', other)).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(other).sort()).toEqual([...resultNames, 'notes.txt'].sort());
  });

  test.each(resultNames)('stay whole if the new %s cannot be opened', async (name) => {
    const blocked = join(folder, `blocked-${name}`);
    expect((await run('--out', blocked)).code).toBe(0);
    const before = contentOf(blocked);
    execFileSync('rm', [join(blocked, name)]);
    delete before[name];
    mkdirSync(join(blocked, name));
    const { code, stdout, stderr } = await run('--out', blocked, '--force');
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: `${join(blocked, name)}: expected a file, this is a folder\n`,
    });
    execFileSync('rmdir', [join(blocked, name)]);
    expect(contentOf(blocked)).toEqual(before);
  });
});

describe('two runs into one folder', () => {
  test('the second is refused while the first is alive, which ends in good order', async () => {
    const out = join(folder, 'shared');
    const first = startWend('run', endless, '--out', out, '--quiet');
    while (!(statSync(join(out, 'recording.jsonl'), { throwIfNoEntry: false })?.size ?? 0 > 10_000)) {
      expect(first.child.exitCode).toBe(null);
      await setTimeout(20);
    }
    for (const force of [[], ['--force']]) {
      const second = await run('--out', out, ...force);
      expect({ code: second.code, stdout: second.stdout }).toEqual({ code: 2, stdout: '' });
      expect(second.stderr).toContain(`${out}: another run is writing here (process ${first.child.pid} on `);
    }
    first.child.kill('SIGINT');
    expect((await first.ended).code).toBe(130);
    expect(readdirSync(out).sort()).toEqual(resultNames);
    expect((await wend('replay', out, '--check')).code).toBe(0);
  });

  test('of ten processes that lock a folder at the same moment, not more than one gets it', async () => {
    const shared = join(folder, 'contended');
    mkdirSync(shared);
    const begin = Date.now() + 1500;
    const program = `import { lockFolder } from ${JSON.stringify(join(root, 'cli/dist/folder-lock.js'))};
      while (Date.now() < ${begin});
      try { lockFolder(${JSON.stringify(shared)}); } catch { process.exit(2); }
      process.stdout.write('held');
      setInterval(() => {}, 1000);`;
    const children = Array.from({ length: 10 }, () =>
      start(process.execPath, ['--input-type=module', '-e', program]),
    );
    const outcomes = children.map(({ child, ended }) => {
      const held = new Promise<'held'>((done) => child.stdout!.once('data', () => done('held')));
      return Promise.race([held, ended.then(({ code }) => code)]);
    });
    const all = await Promise.all(outcomes);
    const held = all.filter((outcome) => outcome === 'held');
    expect(all.filter((outcome) => outcome === 2).length + held.length).toBe(10);
    expect(held.length).toBeLessThanOrEqual(1);
    for (const { child } of children) child.kill('SIGKILL');
    await Promise.all(children.map(({ ended }) => ended));
    // Killed processes leave their locks, which block no later run.
    expect((await run('--out', shared)).code).toBe(0);
    expect(readdirSync(shared).sort()).toEqual(resultNames);
  });

  const host = hostname().replace(/[^\w.-]/g, '');
  const ofThisMachine = (pid: number, started: string) => {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
    const space = readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
    return `.wend-run@${host}@${boot}@${space}@${pid}@${started}@0.lock`;
  };
  const isLinux = process.platform === 'linux';

  test.skipIf(!isLinux)(
    'locks of dead processes are taken over, also if their number is used again',
    async () => {
      const { pid } = execProcess();
      const locks = [
        ofThisMachine(pid, '1'),
        // This process lives, and began at another time.
        ofThisMachine(process.pid, '1'),
        // Before the machine was started last.
        `.wend-run@${host}@00000000@1@${process.pid}@1@0.lock`,
      ];
      const out = join(folder, 'stale');
      mkdirSync(out);
      for (const lock of locks) writeTo(out, lock, '');
      expect(await run('--out', out)).toMatchObject({ code: 0, stderr: '' });
      expect(readdirSync(out).sort()).toEqual(resultNames);
    },
  );

  test('a lock of another machine counts', async () => {
    const out = join(folder, 'elsewhere');
    mkdirSync(out);
    const lock = '.wend-run@elsewhere@00000000@1@7@1@0.lock';
    writeTo(out, lock, '');
    const { code, stderr } = await run('--out', out);
    expect(code).toBe(2);
    expect(stderr).toContain(
      `another run is writing here (process 7 on elsewhere); wait for it or choose another folder. If that run has ended, remove ${join(out, lock)}\n`,
    );
    expect(readdirSync(out)).toEqual([lock]);
  });
});

describe.skipIf(process.platform === 'win32')('a symbolic link is not followed', () => {
  const victim = join(folder, 'victim');
  const victimFolder = join(folder, 'victim-folder');
  beforeAll(() => {
    writeFileSync(victim, 'precious');
    mkdirSync(victimFolder);
  });

  test.each<[what: string, prepare: (out: string) => void, parameters: (out: string) => string[]]>([
    ['as the folder', (out) => symlinkSync(victimFolder, out), (out) => ['--out', out]],
    ...resultNames.map((name): [string, (out: string) => void, (out: string) => string[]] => [
      `as ${name}`,
      (out) => {
        mkdirSync(out);
        symlinkSync(victim, join(out, name));
      },
      (out) => ['--out', out, '--force'],
    ]),
    [
      'as the picture',
      (out) => {
        mkdirSync(out);
        symlinkSync(victim, join(out, 'a.svg'));
      },
      (out) => ['--picture', join(out, 'a.svg')],
    ],
  ])('%s', async (what, prepare, parameters) => {
    const out = join(folder, `linked ${what}`);
    prepare(out);
    const { code, stderr } = await run(...parameters(out));
    expect(code).toBe(2);
    expect(stderr).toContain('this is a symbolic link');
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(readdirSync(victimFolder)).toEqual([]);
  });

  test('under the names of unfinished files', async () => {
    const out = join(folder, 'trapped');
    mkdirSync(out);
    symlinkSync(victim, join(out, 'trajectory.sqlite.new'));
    symlinkSync(victim, join(out, 'trajectory.sqlite-journal'));
    expect((await run('--out', out)).code).toBe(0);
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    for (const name of resultNames) expect(lstatSync(join(out, name)).isFile()).toBe(true);
  });
});

/** A process that has ended. */
function execProcess(): { pid: number } {
  const said = execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' });
  return { pid: Number(said) };
}

describe('a picture never replaces what is read', () => {
  const scenario = writeTo(folder, 'kept.json', { ...lawn, duration: 1 });
  const ball = writeTo(folder, 'ball.xml', '<sspaceex/>');

  test.each<[string, string[], string]>([
    [
      'explain',
      ['explain', scenario, '--svg', scenario],
      `--svg ${scenario}: expected a file name that ends`,
    ],
    [
      'portrait',
      ['portrait', scenario, '--svg', scenario],
      `--svg ${scenario}: expected a file name that ends`,
    ],
    ['stability', ['stability', '--alpha', '1,1', '--svg', scenario], '--svg'],
    ['automaton --draw', ['automaton', 'flock-1', '--draw', scenario], '--draw'],
    ['automaton --xstate', ['automaton', scenario, '--xstate', scenario], 'this one is read'],
    ['automaton --spaceex', ['automaton', ball, '--spaceex', ball], 'this one is read'],
    [
      'explain, no name',
      ['explain', scenario, '--svg', ''],
      '--svg : expected a file name that ends with .svg',
    ],
  ])('wend %s', async (_, parameters, message) => {
    const before = [scenario, ball].map((file) => readFileSync(file, 'utf8'));
    const { code, stderr } = await wend(...parameters);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
    expect([scenario, ball].map((file) => readFileSync(file, 'utf8'))).toEqual(before);
  });
});
