// The files that a command loads before it works: their number can be tested, the time cannot.
import { statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { requireBuild, root, start, temporaryFolder } from './wend.fixture.ts';

const fixture = new URL('loads.fixture.js', import.meta.url).href;

/** The names of the files that a command loads as modules, and what it prints. */
async function loadsOf(...parameters: string[]): Promise<{ files: string[]; stdout: string }> {
  requireBuild();
  const program = join(root, 'library/bin/wend.js');
  const { code, stdout, stderr } = await start(process.execPath, [
    '--import',
    fixture,
    program,
    ...parameters,
  ]).ended;
  expect(code, stderr).toBe(0);
  const files = [...stderr.matchAll(/^loaded (.*)$/gm)].map(([, url]) => basename(url));
  return { files: files.filter((file) => file !== 'loads.fixture.js'), stdout };
}

test.each(['--version', '-V'])('wend %s loads one file', async (option) => {
  const { files, stdout } = await loadsOf(option);
  expect(files).toEqual(['wend.js']);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('wend list loads neither the library nor SQLite', async () => {
  const { files, stdout } = await loadsOf('list');
  expect(stdout).toContain('antipodal-circle');
  expect(files.length).toBeLessThan(8);
  expect(files.filter((file) => /^(run|validate|draw|results|replay)-/.test(file))).toEqual([]);
});

test('a run loads the drawing for a picture and SQLite for results only', async () => {
  const folder = temporaryFolder();
  const optional = ({ files }: { files: string[] }) =>
    files.filter((file) => /^(draw|results)-/.test(file)).map((file) => file.replace(/-.*/, ''));
  const short = ['run', 'corridor', '--duration', '0.1', '--set', 'expect={}', '--quiet'];
  expect(optional(await loadsOf(...short))).toEqual([]);
  expect(optional(await loadsOf(...short, '--picture', join(folder, 'a.svg')))).toEqual(['draw']);
  expect(optional(await loadsOf(...short, '--out', join(folder, 'results')))).toEqual(['results']);
});

test.each(['run', 'validate'])(
  'wend %s loads the default models for a scenario that names none, and no others',
  async (command) => {
    const file = join(temporaryFolder(), 'plain.json');
    const bounds = { min: [0, 0], max: [10, 10] };
    const agents = [{ at: [2, 2], goal: [8, 8] }];
    writeFileSync(file, JSON.stringify({ version: 1, name: 'plain', bounds, duration: 0.1, agents }));
    const more = command === 'run' ? ['--quiet'] : [];
    const { files } = await loadsOf(command, file, ...more);
    const loaded = files.filter((name) => name !== 'wend.js');
    const bytes = loaded.reduce((sum, name) => sum + statSync(join(root, 'library/command', name)).size, 0);
    // Everything together is above a million bytes.
    expect(bytes).toBeLessThan(600_000);
  },
);
