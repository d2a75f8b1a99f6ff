import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createWorld, stepWorld } from '../index.ts';

const read = (page: string) =>
  readFileSync(new URL(`../../../../docs/guide/${page}`, import.meta.url), 'utf8');
const guide = read('ground.md');

test('the scenario of the guide to ground runs, with the commands that it shows', () => {
  const [scenario, ...parts] = [...guide.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => JSON.parse(text));
  const script = parts.filter((part) => 'at' in part);
  expect(parts.length - script.length).toBe(1);
  const world = createWorld({ ...scenario, script });
  for (let k = 0; k < 450; k++) stepWorld(world);
  expect(world.patches!.list).toContainEqual(script[0].ground);
  for (let k = 0; k < 800; k++) stepWorld(world);
  expect(world.patches!.list.map(({ name }) => name)).not.toContain('smoke');
  expect(world.arrived).toBe(30);
});

test('the scenario of the guide to queues runs, and both of its servers serve', () => {
  const [, text] = read('queues.md').match(/```json\n(.*?)```/s)!;
  const world = createWorld(JSON.parse(text));
  const servers = new Set<number>();
  for (let k = 0; k < 1000; k++) {
    stepWorld(world);
    const { joined, members } = world.patches!.queues[0];
    for (let member = 0; member < joined; member++) servers.add(members.server[member]);
  }
  expect([...servers].sort()).toEqual([0, 1]);
  expect(world.arrived).toBeGreaterThan(0);
});
