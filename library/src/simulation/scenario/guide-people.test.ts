import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createWorld, stepWorld } from '../index.ts';

const guide = readFileSync(new URL('../../../../docs/guide/people.md', import.meta.url), 'utf8');

test('the scenario of the guide to people runs; some set out, and some still stand', () => {
  const [, text] = /```json\n(.*?)```/s.exec(guide)!;
  const world = createWorld(JSON.parse(text));
  for (let k = 0; k < 300; k++) stepWorld(world);
  const standing = [...world.crowd.plan.startAt.subarray(0, world.crowd.count)].filter((at) => at > 0).length;
  expect(standing).toBeGreaterThan(0);
  expect(standing).toBeLessThan(40);
});
