import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createWorld, stepWorld } from '../index.ts';

const guide = readFileSync(new URL('../../../../docs/guide/ground.md', import.meta.url), 'utf8');

test('the scenario of the guide to ground runs, with the commands that it shows', () => {
  const [scenario, ...script] = [...guide.matchAll(/```json\n(.*?)```/gs)].map(([, text]) =>
    JSON.parse(text),
  );
  const world = createWorld({ ...scenario, script });
  for (let k = 0; k < 450; k++) stepWorld(world);
  expect(world.patches!.list).toContainEqual(script[0].ground);
  for (let k = 0; k < 800; k++) stepWorld(world);
  expect(world.patches!.list.map(({ name }) => name)).not.toContain('smoke');
  expect(world.arrived).toBe(30);
});
