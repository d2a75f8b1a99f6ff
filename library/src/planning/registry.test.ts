import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { defaultsOf } from '../settings/index.ts';
import { defaultPlanner, planners, registerPlanner } from './index.ts';

const here = dirname(fileURLToPath(import.meta.url));

test('the guide has the sentence of each planner, and a folder has its definition', () => {
  const guide = readFileSync(join(here, '../../../docs/guide/planners.md'), 'utf8');
  for (const { about, name } of planners.definitions) {
    expect(guide.match(new RegExp(`^\\| \`${name}\` *\\| (.*?) *\\|`, 'm'))?.[1]).toBe(about);
    expect(existsSync(join(here, name)) || existsSync(join(here, `${name}s`))).toBe(true);
  }
});

test('each planner is made from its own defaults and has its name', () => {
  for (const { create, map, name, parameters } of planners.definitions) {
    const settings = defaultsOf(parameters);
    expect(create(settings).name).toBe(name);
    if (map) expect(map(settings)).toEqual({ cell: 0.25, clearance: 0.1 });
  }
});

test('a default for each kind of ground, which plans in all dimensions or has a map', () => {
  expect(defaultPlanner('everywhere').dimensions).toEqual([2, 3]);
  expect(defaultPlanner('around obstacles').map).toBeDefined();
});

test('another planner of the same name is refused', () => {
  const [first] = planners.definitions;
  expect(() => registerPlanner({ ...first })).toThrow('there is a planner "direct" already');
  registerPlanner(first);
  expect(planners.definitions.filter(({ name }) => name === first.name)).toHaveLength(1);
});
