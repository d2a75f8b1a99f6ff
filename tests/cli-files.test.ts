// What the command line reads: regular files, inside the folder of the scenario, and nothing of them in a message.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
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
const inner = join(folder, 'inner');
mkdirSync(inner);
const lawnFile = writeTo(inner, 'lawn.json', lawn);
const secret = 'hunter2';
const program = join(root, 'cli/bin/wend.js');

beforeAll(requireBuild);

const withField = (file: string) => ({ ...lawn, velocityFields: [{ name: 'wind', kind: 'file', file }] });
const withArea = (file: string) => ({ ...lawn, area: { file } });

/** Runs a command with little memory: reading without an end would fail soon instead of filling the machine. */
function wendSmall(...parameters: string[]): Promise<Ended> {
  return start(process.execPath, ['--max-old-space-size=300', program, ...parameters]).ended;
}

describe.skipIf(process.platform === 'win32')('what is no regular file', () => {
  const pipe = join(inner, 'pipe.wkt');
  beforeAll(() => {
    execFileSync('mkfifo', [pipe]);
    symlinkSync('/dev/zero', join(inner, 'zero.wkt'));
  });

  test.each<[what: string, parameters: () => string[], kind: string]>([
    ['a scenario', () => ['validate', pipe], 'a pipe'],
    ['a scenario that never ends', () => ['run', '/dev/zero'], 'a device'],
    ['a SteerSuite case', () => ['validate', renamed('case.xml')], 'a pipe'],
    ['a recording', () => ['replay', pipe], 'a pipe'],
    ['a recording that never ends', () => ['replay', '/dev/zero'], 'a device'],
    ['a velocity field', () => ['validate', writeTo(inner, 'a.json', withField('pipe.wkt'))], 'a pipe'],
    [
      'a velocity field that never ends',
      () => ['validate', '--allow-outside', writeTo(inner, 'b.json', withField('/dev/zero'))],
      'a device',
    ],
    ['an area', () => ['validate', writeTo(inner, 'c.json', withArea('pipe.wkt'))], 'a pipe'],
    [
      'an area that never ends',
      () => ['validate', '--allow-outside', writeTo(inner, 'd.json', withArea('zero.wkt'))],
      'a device',
    ],
    ['a table', () => ['compare', renamed('fifo.parquet'), '.'], 'a pipe'],
    ['a table that never ends', () => ['compare', renamed('zero.parquet', '/dev/zero'), '.'], 'a device'],
    ['a password', () => ['worker', 'redis://127.0.0.1:1', '--password-file', pipe], 'a pipe'],
    [
      'a certificate that never ends',
      () => ['sweep', lawnFile, '--out', 'x', '--queue', 'rediss://127.0.0.1:1', '--tls-ca', '/dev/zero'],
      'a device',
    ],
  ])('is refused as %s', async (_, parameters, kind) => {
    const { code, stdout, stderr } = await wendSmall(...parameters());
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(new RegExp(`: cannot be read: expected a regular file, this is ${kind}\n$`));
  });

  function renamed(name: string, target = pipe): string {
    symlinkSync(target, join(inner, name));
    return join(inner, name);
  }
});

describe('a scenario on standard input', () => {
  test.each(['-', '/dev/stdin'])('is read as %s, through a pipe and from a file', async (name) => {
    if (process.platform === 'win32' && name !== '-') return;
    const piped = await wendWithInput(readFileSync(lawnFile, 'utf8'), 'validate', name);
    expect(piped).toMatchObject({ code: 0, stdout: `${name}: valid: 20 agents, 1 obstacle, 0 targets\n` });
    const { ended } = start('bash', [
      '-c',
      `"$0" "$1" validate ${name} < "$2"`,
      process.execPath,
      program,
      lawnFile,
    ]);
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });

  test('is called so in messages', async () => {
    const { code, stderr } = await wendWithInput('{"version": 1', 'run', '-');
    expect(code).toBe(2);
    expect(stderr).toBe('standard input: line 1, column 14: expected "," or "}", got the end of the file\n');
  });
});

describe('a file that a scenario refers to', () => {
  beforeAll(() => {
    writeTo(folder, 'plan.wkt', 'POLYGON ((-10 -10, 10 -10, 10 10, -10 10, -10 -10))');
    writeTo(inner, 'plan.wkt', 'POLYGON ((-10 -10, 10 -10, 10 10, -10 10, -10 -10))');
    symlinkSync(join(folder, 'plan.wkt'), join(inner, 'link.wkt'));
  });

  test.each([
    '../plan.wkt',
    join(folder, 'plan.wkt'),
    'link.wkt',
    '../inner-not/plan.wkt',
    './../inner/../plan.wkt',
  ])('outside its folder is refused: %s', async (file) => {
    mkdirSync(join(folder, 'inner-not'), { recursive: true });
    writeTo(join(folder, 'inner-not'), 'plan.wkt', 'POLYGON ((-10 -10, 10 -10, 10 10, -10 10, -10 -10))');
    const scenario = writeTo(inner, 'outside.json', withArea(file));
    const { code, stderr } = await wend('validate', scenario);
    expect(code).toBe(2);
    expect(stderr).toContain(
      ': expected a file inside the folder of the scenario; --allow-outside allows others\n',
    );
    const allowed = await wend('validate', scenario, '--allow-outside');
    expect(allowed).toMatchObject({ code: 0, stderr: '' });
  });

  test('inside its folder is read, also by its absolute path', async () => {
    for (const file of ['plan.wkt', './plan.wkt', join(inner, 'plan.wkt')]) {
      const ended = await wend('validate', writeTo(inner, 'inside.json', withArea(file)));
      expect(ended).toMatchObject({ code: 0, stderr: '' });
    }
  });

  const vectors = (value: unknown) => ({
    format: 'wend-velocity-field',
    version: 1,
    min: [0, 0],
    cell: 1,
    rows: [[value]],
  });
  test.each<[name: string, content: unknown]>([
    ['a.wkt', secret],
    ['b.wkt', `POLYGON ((0 0, 1 0, 1 1, 0 0)) ${secret}`],
    ['c.geojson', secret],
    ['d.geojson', `"${secret}"`],
    ['e.geojson', { type: secret }],
    ['f.geojson', `{"${secret}": 1, "${secret}": 2}`],
    ['g.json', { type: 'Feature', geometry: { type: secret } }],
    ['h.field', secret],
    ['i.field', { format: secret }],
    ['j.field', { ...vectors([0, 0]), [secret]: 1 }],
    ['k.field', vectors(secret)],
    ['l.field', { ...vectors([0, 0]), outside: secret }],
    ['m.field', `{"${secret}": 1, "${secret}": 2}`],
    ['n.wkt', 'POLYGON ((0 0, 31415926 0, 31415926 31415926, 0 0))'],
    ['o.wkt', 'POLYGON ((0 0, 31415926 0, 31415926 31415926, 0 1))'],
  ])('is not quoted by the message about it: %s', async (name, content) => {
    writeTo(inner, name, content);
    const scenario = name.endsWith('.field') ? withField(name) : { ...withArea(name), bounds: undefined };
    const { code, stdout, stderr } = await wend('validate', writeTo(inner, 'quoted.json', scenario));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('expected');
    expect(stderr).not.toMatch(/hunter2|31415926/);
  });
});

/** Runs the command line with a text on standard input. */
function wendWithInput(text: string, ...parameters: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...parameters]);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    stdout += part;
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    stderr += part;
  });
  const ended = new Promise<Ended>((done) => {
    child.on('close', (code, signal) => done({ code, signal, stdout, stderr }));
  });
  // A slow writer: the reader must wait for the rest.
  child.stdin.write(text.slice(0, 10));
  setTimeout(() => child.stdin.end(text.slice(10)), 100);
  return ended;
}
