import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createWorld, stepWorld } from '../index.ts';

const guide = readFileSync(new URL('../../../../docs/guide/sources.md', import.meta.url), 'utf8');

test('the scenario of the guide to sources runs, and agents enter', () => {
  const [, text] = /```json\n(.*?)```/s.exec(guide)!;
  const world = createWorld(JSON.parse(text));
  for (let k = 0; k < 250; k++) stepWorld(world);
  expect([...world.sources!.table.entered]).toEqual([expect.any(Number), 20]);
  expect(world.sources!.table.entered[0]).toBeGreaterThan(5);
});
