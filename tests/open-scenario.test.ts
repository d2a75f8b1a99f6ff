// openScenario loads what a scenario names. Its worlds are those of createScenarioWorld.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { stateHashOf, stepWorld, type World } from 'wend';
import { createScenarioWorld, openScenario, parseScenario, type ScenarioInput } from 'wend/scenario';
import { root } from './wend.fixture.ts';

const folder = join(root, 'scenarios');
const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'package.json');

const plain = {
  version: 1,
  name: 'plain',
  bounds: { min: [0, 0], max: [10, 10] },
  duration: 5,
  agents: [{ at: [2, 2], goal: [8, 8] }],
} satisfies ScenarioInput;

/** What a program prints, as JSON, that has loaded nothing but the doors. */
async function printedBy(program: string): Promise<unknown> {
  const doors = `import * as wend from 'wend'; import { openScenario } from 'wend/scenario';`;
  const given = `const plain = ${JSON.stringify(plain)};`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', `${doors} ${given} console.log(JSON.stringify(${program}));`],
    { cwd: root },
  );
  return JSON.parse(stdout);
}

describe('the world of a file is the same as at once', () => {
  const hashAfter = (world: World, steps: number) => {
    for (let step = 0; step < steps; step++) stepWorld(world);
    return stateHashOf(world);
  };
  test.each(files)('%s', async (file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const opened = await openScenario(text, { seed: 7 });
    const made = createScenarioWorld(parseScenario(text, file), { seed: 7 });
    expect(hashAfter(opened, 3)).toBe(hashAfter(made, 3));
  });
});

test('a program has the models that its scenarios name, and no others', async () => {
  const names = '{ models: wend.steeringModels(), planners: wend.planners.definitions }';
  const named = `Object.entries(${names}).map(([, list]) => list.map(({ name }) => name))`;
  const indexes = 'wend.neighbourIndexes.definitions.map(({ name }) => name)';
  expect(await printedBy(`(await openScenario(plain), ${named})`)).toEqual([['walker'], ['direct', 'path']]);
  const mixed = {
    ...plain,
    planner: { name: 'distance' },
    neighbours: { name: 'auto' },
    agents: [{ at: [4, 4], steering: { name: 'critters' } }],
  };
  const opened = `await openScenario(plain), await openScenario(${JSON.stringify(mixed)})`;
  expect(await printedBy(`(${opened}, [...${named}, ${indexes}])`)).toEqual([
    ['walker', 'critters'],
    ['direct', 'path', 'distance'],
    expect.arrayContaining(['kinetic']),
  ]);
});

test('a model that is meant but not named is found: by the dimension, or by a key', async () => {
  const bounds = { min: [0, 0, 0], max: [10, 10, 10] } satisfies ScenarioInput['bounds'];
  for (const changes of [{ dimension: 3 as const, bounds }, { steering: { timeToContact: 2 } }]) {
    const opened = `await openScenario({ ...plain, ...${JSON.stringify(changes)} })`;
    expect(await printedBy(`(${opened}).models[0].model.name`)).toBe('nonlinear');
  }
});

test('a mistake has the same message as at once, with all names', async () => {
  for (const wrong of [
    { ...plain, steering: { name: 'swim' } },
    { ...plain, planner: { name: 'streets' } },
    { ...plain, neighbours: { name: 'quadtree' } },
    { ...plain, steering: { name: 'walker', speedLaw: 'fast' } },
    { ...plain, duration: 'long' },
  ]) {
    const text = JSON.stringify(wrong);
    const found = await openScenario(text, { source: 'my.json' }).catch((error) => error);
    expect(() => parseScenario(text, 'my.json')).toThrow(found);
  }
});
