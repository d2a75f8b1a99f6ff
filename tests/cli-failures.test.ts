// Failures that are not the user's: a message, exit code 3, and no stack. Without WebAssembly most commands work.
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Ended,
  lawn,
  requireBuild,
  root,
  start,
  temporaryFolder,
  wend,
  writeTo,
} from './wend.fixture.ts';

const folder = temporaryFolder();
const lawnFile = writeTo(folder, 'lawn.json', { ...lawn, duration: 1 });
const program = join(root, 'cli/bin/wend.js');

beforeAll(requireBuild);

function expectOwnFailure({ code, stderr }: Ended, message: string): void {
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(code).toBe(3);
}

describe.skipIf(!existsSync('/dev/full'))('output that cannot be written', () => {
  const toFull = (...parameters: string[]) =>
    start('bash', ['-c', '"$0" "$@" > /dev/full', process.execPath, ...parameters]).ended;

  test.each([
    ['list'],
    ['list', '--json'],
    ['run', lawnFile, '--quiet', '--json'],
    ['validate', lawnFile],
    ['--help'],
  ])('wend %s %s', async (...parameters) => {
    expectOwnFailure(await toFull(program, ...parameters), 'wend: standard output cannot be written: ENOSPC');
  });

  test('wend --version', async () => {
    const ended = await toFull(join(root, 'library/bin/wend.js'), '--version');
    expectOwnFailure(ended, 'wend: standard output cannot be written: ENOSPC');
  });

  test('a progress line that cannot be shown ends no run', async () => {
    const { ended } = start('bash', [
      '-c',
      '"$0" "$@" 2> /dev/full',
      process.execPath,
      program,
      'run',
      lawnFile,
    ]);
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(stdout).toContain('state hash');
  });
});

describe('without WebAssembly', () => {
  const without = async (...parameters: string[]): Promise<Ended> => {
    const options = ['--jitless', '--no-warnings', program, ...parameters];
    const ended = await start(process.execPath, options, { cwd: folder }).ended;
    // V8 itself says that it obeys.
    return { ...ended, stderr: ended.stderr.replace(/^Warning: disabling flag --expose_wasm.*\n/, '') };
  };

  test.each([
    ['list'],
    ['validate', lawnFile],
    ['run', lawnFile, '--json', '--quiet'],
    ['run', lawnFile, '--quiet', '--picture', 'lawn.svg', '--steering', 'nonlinear'],
    ['run', lawnFile, '--quiet', '--steering', 'pipeline', '--neighbours', 'kinetic'],
    ['run', lawnFile, '--quiet', '--out', 'as-csv', '--format', 'csv'],
    ['run', '--help'],
    ['show', lawnFile, '--svg', 'shown.svg'],
    ['stability', '--alpha', '0.4,0.2', '--gamma', '0.1,0.05'],
    ['steerbench', 'squeeze', '--seeds', '0', '--quiet'],
  ])('wend %s works', async (...parameters) => {
    expect(await without(...parameters)).toMatchObject({ code: 0 });
  });

  test('wend replay works, and gives the same states', async () => {
    expect((await wend('run', lawnFile, '--out', join(folder, 'results'), '--quiet')).code).toBe(0);
    const { code, stdout } = await without('replay', 'results', '--check');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'results: the same, bit by bit, in all 20 steps\n' });
  });

  test.each([
    [
      'export',
      ['export', lawnFile, '--sqlite', 'x.sqlite', '--quiet'],
      '--sqlite: this format needs WebAssembly, and this Node has none (--jitless?): --csv does without',
    ],
    [
      'sweep --keep trajectories',
      ['sweep', lawnFile, '--keep', 'trajectories', '--out', 'swept', '--quiet'],
      '--keep trajectories: trajectory.sqlite needs WebAssembly, and this Node has none (--jitless?): --keep recordings does without',
    ],
    [
      'fit --trajectories',
      ['fit', lawnFile, '--trajectories', 'x.sqlite', '--vary', 'dt=0.05:0.1', '--out', 'fitted', '--quiet'],
      'x.sqlite: SQLite needs WebAssembly, and this Node has none (--jitless?): a trajectory in CSV does without',
    ],
  ])('wend %s says what is missing, and leaves nothing', async (_, parameters, message) => {
    expectOwnFailure(await without(...parameters), `wend: ${message}`);
    for (const name of ['x.sqlite', 'swept', 'fitted'])
      expect(existsSync(join(folder, name)), name).toBe(false);
  });

  test('wend run --out says what is missing, before it simulates and without a file', async () => {
    expectOwnFailure(
      await without('run', lawnFile, '--out', 'none', '--quiet'),
      'wend: --out: the format sqlite, which writes trajectory.sqlite, needs WebAssembly',
    );
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });
});

describe('an installation that is damaged', () => {
  const copy = join(folder, 'copy');
  beforeAll(() => {
    mkdirSync(join(copy, 'library'), { recursive: true });
    for (const part of ['bin', 'command', 'package.json']) {
      cpSync(join(root, 'library', part), join(copy, 'library', part), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  });
  const damaged = (...parameters: string[]) =>
    start(process.execPath, [join(copy, 'library/bin/wend.js'), ...parameters]).ended;

  test('pages of the studio that go while it runs', async () => {
    const pages = join(copy, 'library/command/studio');
    const options = [join(copy, 'library/bin/wend.js'), 'studio', '--no-open', '--port', '0'];
    const { child, ended } = start(process.execPath, options);
    const [, address] = await new Promise<string[]>((done) => {
      child.stdout!.on('data', (text: string) => done(/(http:\S+)/.exec(text)!));
    });
    rmSync(join(pages, 'index.html'));
    const answer = await fetch(address);
    expect([answer.status, await answer.text()]).toEqual([404, 'this page cannot be read\n']);
    cpSync(join(root, 'library/command/studio/index.html'), join(pages, 'index.html'));
    expect((await fetch(address)).status).toBe(200);
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
  });

  test('no SQLite', async () => {
    rmSync(join(copy, 'library/command/node-sqlite3-wasm.wasm'));
    expectOwnFailure(
      await damaged('run', lawnFile, '--out', join(folder, 'no-sqlite'), '--quiet'),
      'wend: --out: the format sqlite, which writes trajectory.sqlite, cannot be loaded: ',
    );
  });

  test('no command', async () => {
    rmSync(join(copy, 'library/command/main.js'));
    expectOwnFailure(await damaged('list'), 'wend: the installation is not complete: ');
  });
});
