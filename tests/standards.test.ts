// The command `wend standards` as a user calls it; the tests themselves are in cli/src/standards.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { requireBuild, root, temporaryFolder, wend } from './wend.fixture.ts';

beforeAll(requireBuild);
const folder = temporaryFolder();

test('two cheap tests: the table, the report and exit code 0', async () => {
  const report = join(folder, 'report.html');
  const { code, stdout } = await wend('standards', 'rimea/1', 'rimea/8', '--quick', '--out', report);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^rimea\/1 {2}pass {2}Set speed in a corridor\n/);
  expect(stdout).toContain('rimea/8  not applicable, because ');
  expect(stdout).toContain('1 of 1 applicable tests pass; 1 are not applicable.\n');
  const page = readFileSync(report, 'utf8');
  expect(page).toContain('not applicable, because');
  // What was run, by which version and when.
  expect(page).toContain('<h1>Standards and experiments: walker, the default model</h1>');
  expect(page).toContain(
    `wend ${JSON.parse(readFileSync(join(root, 'library/package.json'), 'utf8')).version} · 20`,
  );
  expect(page).toContain(`<code>wend standards rimea/1 rimea/8 --quick --out ${report}</code>`);
});

test('--json has the figures of each test', async () => {
  const { code, stdout } = await wend('standards', 'imo/1', '--json');
  expect(code).toBe(0);
  const [outcome] = JSON.parse(stdout).tests;
  expect(outcome).toMatchObject({ id: 'imo/1', verdict: 'pass', seeds: 1, reference: '38 to 42 s' });
  expect(outcome.values[0]).toBeGreaterThan(39);
});

test('a test that contradicts experiments alone: the sentence says what happened', async () => {
  const { code, stdout } = await wend('standards', 'imo/4', '--quick');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Criteria that contradict experiments, .*\nimo\/4 {2}fail /);
  expect(stdout).toContain(' people/s are more than 1.33\n');
  expect(stdout).toContain(
    '\n1 test with criteria that contradict experiments, reported apart: imo/4 failed.\n',
  );
  expect(stdout).not.toContain('0 of 0');
});

test('a test without a bound does not pass', async () => {
  const { code, stdout } = await wend('standards', 'rooms/c', '--seeds', '2', '--steering', 'straight');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^rooms\/c {2}not applicable, because there is no bound.*\n +\d of 2 rooms solved/);
});

test('a test that fails sets exit code 1: critters do not keep a set speed', async () => {
  const { code, stdout } = await wend('standards', 'imo/1', '--quick', '--steering', 'critters');
  expect(code).toBe(1);
  expect(stdout).toContain('failed: imo/1.');
});

describe('bad input is named, with exit code 2 and nothing written', () => {
  test.each([
    [['imo/99'], 'imo/99: no such test; the tests are diagram/one-way, '],
    [['imo/1', '--seeds', '0'], '--seeds 0: expected a whole number from 1 to 9999'],
    [['imo/1', '--first', '0'], '--first 0: expected a whole number from 1 to 999999'],
    [['imo/1', '--seeds', '2', '--quick'], '--quick: expected without --seeds'],
    [['imo/1', '--steering', 'nobody'], '--steering nobody: expected '],
    [['imo/1', '--recordings', '/dev/null'], '--recordings /dev/null: expected a folder with recordings'],
    // Node's own way to make folders never returns here.
    ...(process.platform === 'linux'
      ? [
          [['imo/1', '--keep', '/proc/none'], '/proc/none: cannot create this folder: ENOENT'] as [
            string[],
            string,
          ],
        ]
      : []),
    [['imo/1', '--out', join(folder, 'report.txt')], 'expected a file name that ends with .html'],
  ])('%j', async (parameters, message) => {
    const { code, stderr, stdout } = await wend('standards', ...parameters);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(existsSync(join(folder, 'report.txt'))).toBe(false);
  });
});

test('the guide names every test', async () => {
  const guide = readFileSync(join(root, 'docs/guide/standards.md'), 'utf8');
  const { stderr } = await wend('standards', 'unknown');
  const names = /the tests are (.*), or whole families/.exec(stderr)![1].split(', ');
  expect(names.length).toBeGreaterThan(70);
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});
