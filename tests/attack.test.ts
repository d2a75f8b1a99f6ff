// A fixed amount of scripts/attack.js: mutated files, kills, folders and random crowds find nothing.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requireBuild, root, start } from './wend.fixture.ts';

const attack = (...options: string[]) =>
  start(process.execPath, [join(root, 'scripts/attack.js'), ...options]).ended;

test.each([
  ['mutations,kills,folder', '2', '800 mutations, 2 kills, 2 folder: 0 findings'],
  ['physics', '2', '16 physics: 0 findings'],
])('%s', async (only, rounds, counts) => {
  requireBuild();
  const { code, stdout, stderr } = await attack('--rounds', rounds, '--seed', '1', '--only', only);
  expect(stdout + stderr).toContain(counts);
  expect(code).toBe(0);
});

test('what it cannot understand is refused', async () => {
  expect((await attack('--only', 'bribery')).code).toBe(2);
  expect((await attack('--minutes', 'soon')).code).toBe(2);
});
