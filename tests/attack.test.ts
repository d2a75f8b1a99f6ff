// A fixed amount of scripts/attack.js: files, kills, folders, disks, the studio's server and random crowds find nothing.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requireBuild, root, start } from './wend.fixture.ts';

const attack = (...options: string[]) =>
  start(process.execPath, [join(root, 'scripts/attack.js'), ...options]).ended;

test.each([
  ['mutations,forgeries', '2', '800 mutations, 200 forgeries: 0 findings'],
  [
    'kills,folder,sweeps,files,disk,server',
    '2',
    '2 kills, 2 folder, 2 sweeps, 4 files, 4 disk, 40 server: 0 findings',
  ],
  ['physics', '2', '16 physics: 0 findings'],
])('%s', async (only, rounds, counts) => {
  requireBuild();
  const { code, stdout, stderr } = await attack('--rounds', rounds, '--seed', '1', '--only', only);
  expect(stdout + stderr).toContain(counts);
  expect(code).toBe(0);
});

test('what was tried is counted by variant', async () => {
  const { stdout } = await attack('--rounds', '1', '--seed', '1', '--only', 'forgeries,server');
  const [forgeries, server] = stdout.split('\n');
  const sumOf = (line: string) =>
    [...line.matchAll(/(\d+) /g)].reduce((sum, [, count]) => sum + Number(count), 0);
  expect([forgeries, server].map((line) => line.split(':')[0])).toEqual(['  forgeries', '  server']);
  expect([forgeries, server].map(sumOf)).toEqual([100, 20]);
});

test('what it cannot understand is refused', async () => {
  expect((await attack('--only', 'bribery')).code).toBe(2);
  expect((await attack('--minutes', 'soon')).code).toBe(2);
});
