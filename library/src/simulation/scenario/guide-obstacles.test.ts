import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createWorld, stepWorld } from '../index.ts';

const guide = readFileSync(new URL('../../../../docs/guide/obstacles.md', import.meta.url), 'utf8');

test('the scenario of the guide to obstacles runs: the crate comes, is turned, moved and removed, and all arrive', () => {
  const [, text] = guide.match(/```json\n(.*?)```/s)!;
  const world = createWorld(JSON.parse(text));
  const until = (time: number) => {
    while (world.step * world.dt < time) stepWorld(world);
    return world.shapes[0];
  };
  expect(until(2)).toBeUndefined();
  expect(until(3)).toMatchObject({ shape: 'box', name: 'crate' });
  expect(until(5)).toMatchObject({ shape: 'polygon', name: 'crate' });
  until(7);
  expect(Math.max(...world.obstacles.startX.subarray(4))).toBeCloseTo(12 + Math.SQRT2, 1);
  expect(until(11)).toBeUndefined();
  until(40);
  expect(world.arrived).toBe(5);
});
