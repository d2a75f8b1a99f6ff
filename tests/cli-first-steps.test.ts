// The commands for a newcomer: init, show, keys and completion, and the picture that a run leaves.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkScenario, parseJson } from 'wend/scenario';
import { lawn, requireBuild, root, temporaryFolder, wend, writeTo } from './wend.fixture.ts';

const folder = temporaryFolder();
const schema = JSON.parse(readFileSync(join(root, 'library/scenario.schema.json'), 'utf8'));

beforeAll(requireBuild);

describe('wend init', () => {
  test('writes a commented scenario that is valid, runs and meets its own expectations', async () => {
    const file = join(folder, 'room.json');
    expect(await wend('init', file)).toMatchObject({ code: 0, stderr: '' });
    const text = readFileSync(file, 'utf8');
    expect(text.match(/^\s*\/\/ /gm)!.length).toBeGreaterThan(8);
    expect(await wend('validate', file)).toMatchObject({
      code: 0,
      stdout: `${file}: valid: 40 agents, 5 obstacles, 1 target\n`,
    });
    const { code, stdout } = await wend('run', file, '--json', '--quiet');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ scenario: 'room', arrived: 40, unmetExpectations: [] });
  });

  test('does not replace a file unless it is told to', async () => {
    const file = writeTo(folder, 'mine.json', 'mine');
    const refused = await wend('init', file);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toBe(`${file}: this file exists; --force replaces it\n`);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(await wend('init', file, '--force')).toMatchObject({ code: 0 });
    expect(readFileSync(file, 'utf8')).toContain('"version": 1');
  });
});

describe('a scenario with comments', () => {
  test('is changed by --set and --steering as one without', async () => {
    const plain = writeTo(folder, 'plain.json', lawn);
    const text = JSON.stringify(JSON.parse(readFileSync(plain, 'utf8')), null, 2).replaceAll(
      /$/gm,
      ' // a note',
    );
    const commented = writeTo(folder, 'commented.json', text);
    const changes = ['--set', 'seed=7', '--steering', 'straight', '--json', '--quiet'];
    const [one, other] = [await wend('run', plain, ...changes), await wend('run', commented, ...changes)];
    expect(one.code).toBe(other.code);
    expect(JSON.parse(other.stdout).stateHash).toBe(JSON.parse(one.stdout).stateHash);
  });
});

describe('wend show', () => {
  test('draws the scenario at time 0 and says what is in it', async () => {
    const svg = join(folder, 'station.svg');
    const { code, stdout } = await wend('show', 'crowded-exits', '--svg', svg);
    expect(code).toBe(0);
    expect(stdout).toContain('  agents      150 at time 0\n');
    expect(stdout).toContain('  targets     near exit, far exit\n');
    expect(stdout).toContain(`  picture     ${svg}\n`);
    // One body for each agent, and no agent has moved: there are no trails.
    const picture = readFileSync(svg, 'utf8');
    expect(picture.match(/<circle/g)!.length).toBeGreaterThanOrEqual(150);
  });

  test('--json prints the same for programs; bad input writes nothing', async () => {
    const svg = join(folder, 'kinds.svg');
    const { stdout } = await wend('show', 'kinds', '--svg', svg, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ name: 'kinds', agentsToCome: 0, picture: svg });
    const refused = await wend('show', 'kinds', '--svg', join(folder, 'kinds.png'));
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(existsSync(join(folder, 'kinds.png'))).toBe(false);
  });

  test('replaces a picture only with --force', async () => {
    const svg = join(folder, 'kept.svg');
    writeFileSync(svg, 'mine');
    const refused = await wend('show', 'kinds', '--svg', svg);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain(`${svg}: this file exists; --force replaces it`);
    expect(readFileSync(svg, 'utf8')).toBe('mine');
    expect((await wend('show', 'kinds', '--svg', svg, '--force')).code).toBe(0);
    expect(readFileSync(svg, 'utf8')).toContain('<svg');
  });
});

describe('wend keys', () => {
  const rowsOf = async (...parameters: string[]) =>
    JSON.parse((await wend('keys', ...parameters, '--json')).stdout) as {
      path: string;
      of?: string;
      sentence: string;
    }[];

  test('lists every key of a scenario, and the keys of each alternative', async () => {
    const rows = await rowsOf();
    expect(rows.map(({ path }) => path.replace('[0]', ''))).toEqual(Object.keys(schema.properties));
    const steering = await rowsOf('steering');
    const models = schema.properties.steering.anyOf.map(
      ({ properties }: { properties: { name: { const: string } } }) => `name "${properties.name.const}"`,
    );
    expect([...new Set(steering.map(({ of }) => of))]).toEqual(models);
    expect(await rowsOf('groups[0].premovement')).toEqual(await rowsOf('groups.premovement'));
  });

  test('every path of the schema is there with --all, and --set takes the first ones', async () => {
    const paths = new Set((await rowsOf('--all')).map(({ path }) => path));
    for (const path of ['dt', 'groups[0].speed.normal.mean', 'steering.headway', 'automata[0].modes']) {
      expect(paths).toContain(path);
    }
    const file = writeTo(folder, 'set.json', lawn);
    const run = await wend('run', file, '--quiet', '--set', 'steering.noise=0.1', '--set', 'dt=0.1');
    expect(run).toMatchObject({ code: 0, stderr: '' });
  });

  test('each alternative has all of its keys', async () => {
    const rows = await rowsOf('script');
    const keysOf = (kind: string) =>
      rows.filter(({ of }) => of === `kind "${kind}"`).map(({ path }) => path.replace('script[0].', ''));
    const { oneOf } = schema.properties.script.items;
    for (const { properties } of oneOf)
      expect(keysOf(properties.kind.const)).toEqual(Object.keys(properties));
  });

  test('the steering of a group is that of the scenario, and --set may name it', async () => {
    const strip = (rows: { path: string }[]) =>
      rows.map(({ path, ...row }) => ({ ...row, path: path.replace('groups[0].', '') }));
    expect(strip(await rowsOf('groups.steering'))).toEqual(strip(await rowsOf('steering')));
    expect((await rowsOf('groups.steering.name')).length).toBeGreaterThan(2);
    const file = writeTo(folder, 'own.json', lawn);
    const set = (value: string) => wend('run', file, '--quiet', '--duration', '1', '--set', value);
    expect(await set('groups[0].steering.name=nonlinear')).toMatchObject({ code: 0, stderr: '' });
    const misspelt = await set('groups[0].stering.name=nonlinear');
    expect(misspelt.code).toBe(2);
    expect(misspelt.stderr).toContain(
      'there is no stering in the scenario at that place; did you mean steering?',
    );
  });

  test('a value without keys has its own row, and every row a sentence', async () => {
    expect(await rowsOf('groups.count')).toEqual(
      (await rowsOf('groups')).filter(({ path }) => path.endsWith('.count')),
    );
    for (const { path, sentence } of await rowsOf()) expect(sentence, path).not.toBe('');
  });

  test('defaults that a steering model sets are those of a scenario of that model', async () => {
    const rows = (await rowsOf('neighbours')) as { path: string; defaults?: Record<string, unknown> }[];
    const { defaults } = rows.find(({ path }) => path === 'neighbours.radius')!;
    for (const [model, radius] of Object.entries(defaults!)) {
      const { neighbours } = checkScenario({ ...lawn, steering: { name: model } });
      expect(neighbours.radius, model).toBe(radius);
    }
    const [planner] = (await rowsOf('planner')) as { defaults?: Record<string, unknown> }[];
    expect(planner.defaults).toMatchObject({ walker: 'path', nonlinear: 'direct' });
  });

  test('a key that is not there gets a suggestion', async () => {
    const { code, stderr } = await wend('keys', 'stering');
    expect(code).toBe(2);
    expect(stderr).toBe('keys stering: a scenario has no such key; did you mean steering?\n');
    expect((await wend('keys', 'dt.x')).stderr).toBe('keys x: dt is a value without keys\n');
  });
});

test.each([
  ['run', 'four-way-trough', 'four-ways-through'],
  ['run', 'four-ways-thru', 'four-ways-through'],
  ['show', 'corridr.json', 'corridor'],
  ['run', 'crosing-1', 'steerbench/crossing-1'],
  ['steerbench', 'crosing-1', 'crossing-1'],
])('wend %s %s gets a suggestion', async (command, misspelt, meant) => {
  const { code, stderr } = await wend(command, misspelt);
  expect(code).toBe(2);
  expect(stderr).toContain(`did you mean ${meant}?`);
});

describe('wend completion', () => {
  test('bash completes commands, options, scenarios, models and keys', async () => {
    const { code, stdout } = await wend('completion', 'bash');
    expect(code).toBe(0);
    const complete = (...words: string[]) => {
      const line = words.map((word) => `'${word}'`).join(' ');
      const script = `${stdout}\nCOMP_WORDS=(wend ${line}); COMP_CWORD=${words.length}; _wend 2>/dev/null; echo "\${COMPREPLY[@]}"`;
      // By standard input: the system limits the length of an argument.
      return spawnSync('bash', ['--norc'], { encoding: 'utf8', input: script }).stdout.trim().split(' ');
    };
    expect(complete('comp')).toEqual(['compare', 'completion']);
    expect(complete('run', 'four-')).toEqual(['four-ways-through']);
    expect(complete('run', '--pic')).toEqual(['--picture']);
    expect(complete('run', '--steering', 'p')).toEqual(['pipeline']);
    expect(complete('run', '--set', 'steering.head')).toEqual(['steering.headway=']);
    expect(complete('completion', 'f')).toEqual(['fish']);
    expect(complete('keys', 'groups.p')).toEqual(
      expect.arrayContaining(['groups.premovement', 'groups.planner']),
    );
    expect(complete('steerbench', 'crossing-1')).toEqual(['crossing-1']);
  });

  test.each(['bash', 'zsh', 'fish'])(
    '%s reads its script without an error, where it is installed',
    async (shell) => {
      const { stdout } = await wend('completion', shell);
      for (const command of ['run', 'show', 'completion']) expect(stdout).toContain(command);
      const check = spawnSync(shell, ['-n', writeTo(folder, `completion.${shell}`, stdout)], {
        encoding: 'utf8',
      });
      if (check.error === undefined) expect(check).toMatchObject({ status: 0, stderr: '' });
    },
  );
});

test('the picture of a run in which all leave shows people', async () => {
  const svg = join(folder, 'leaving.svg');
  const file = join(folder, 'leaving.json');
  await wend('init', file);
  const { stdout } = await wend('run', file, '--picture', svg);
  expect(stdout).toMatch(/arrived {5}40 of 40/);
  expect(stdout).toMatch(/picture {5}.*leaving\.svg, at [\d.]+ s, when half of the agents had left\n/);
  const people = (readFileSync(svg, 'utf8').match(/<circle/g) ?? []).length;
  expect(people).toBeGreaterThanOrEqual(20);
  expect(people).toBeLessThan(60);
});

test('comments do not hide what JSON refuses', () => {
  expect(() => parseJson('// only a note', 'f')).toThrow('expected a value, got the end of the file');
});
