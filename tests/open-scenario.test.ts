// openScenario loads what a scenario names. Its worlds are those of createScenarioWorld.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { World } from 'wend';
import type { ScenarioInput } from 'wend/scenario';
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

/** The doors of a program that has loaded nothing yet. */
async function freshDoors() {
  vi.resetModules();
  return { ...(await import('wend')), ...(await import('wend/scenario')) };
}

describe('the world of a file is the same as at once', async () => {
  const { createScenarioWorld, openScenario, parseScenario, stateHashOf, stepWorld } = await freshDoors();
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
  const wend = await freshDoors();
  const names = () => wend.steeringModels().map(({ name }) => name);
  await wend.openScenario(plain);
  expect(names()).toEqual(['walker']);
  const mixed = { ...plain, planner: { name: 'distance' }, neighbours: { name: 'auto' } };
  const agents = [{ at: [4, 4], steering: { name: 'critters' } }] satisfies ScenarioInput['agents'];
  await wend.openScenario(JSON.stringify({ ...mixed, agents }));
  expect(names()).toEqual(['walker', 'critters']);
  expect(wend.planners.definitions.map(({ name }) => name)).toEqual(['direct', 'path', 'distance']);
  expect(wend.neighbourIndexes.definitions.map(({ name }) => name)).toContain('kinetic');
});

test('a model that is meant but not named is found: by the dimension, or by a key', async () => {
  const bounds = { min: [0, 0, 0], max: [10, 10, 10] } satisfies ScenarioInput['bounds'];
  for (const changes of [{ dimension: 3 as const, bounds }, { steering: { timeToContact: 2 } }]) {
    const wend = await freshDoors();
    const world = await wend.openScenario({ ...plain, ...changes });
    expect(world.models[0].model.name).toBe('nonlinear');
  }
});

test('a mistake has the same message as at once, with all names', async () => {
  const wend = await freshDoors();
  for (const wrong of [
    { ...plain, steering: { name: 'swim' } },
    { ...plain, planner: { name: 'streets' } },
    { ...plain, neighbours: { name: 'quadtree' } },
    { ...plain, steering: { name: 'walker', speedLaw: 'fast' } },
    { ...plain, duration: 'long' },
  ]) {
    const text = JSON.stringify(wrong);
    const found = await wend.openScenario(text, { source: 'my.json' }).catch((error) => error);
    expect(() => wend.parseScenario(text, 'my.json')).toThrow(found);
  }
});
