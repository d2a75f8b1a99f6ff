// The files that a command loads before it works: their number can be tested, the time cannot.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { requireBuild, root, start, temporaryFolder } from './wend.fixture.ts';

const fixture = new URL('loads.fixture.js', import.meta.url).href;

/** What is said of a model's parameters, where a bundle writes it as it is. */
async function describeParameters(model: string): Promise<string[]> {
  const found = await import(join(root, 'library/dist/steering', model, 'parameters.js'));
  const parameters: { about?: string }[] = Object.values(found[`${model}Parameters`]);
  const sentences = parameters
    .map(({ about = '' }) => about)
    .filter((about) => /^[\w .,;:()-]{30,}$/.test(about));
  expect(sentences.length).toBeGreaterThan(1);
  return sentences;
}

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
    const folder = join(root, 'library/command');
    const sizeOf = (names: string[]) =>
      names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    const loaded = files.filter((name) => name !== 'wend.js');
    const all = readdirSync(folder).filter((name) => name.endsWith('.js'));
    expect(sizeOf(loaded)).toBeLessThan(sizeOf(all) / 3);
    const text = loaded.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
    const own = await describeParameters('walker');
    expect(own.filter((about) => !text.includes(about))).toEqual([]);
    for (const model of ['nonlinear', 'critters', 'pipeline']) {
      const others = (await describeParameters(model)).filter((about) => !own.includes(about));
      expect(others.filter((about) => text.includes(about))).toEqual([]);
    }
  },
);
