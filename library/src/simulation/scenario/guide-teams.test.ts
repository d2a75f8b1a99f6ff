import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createWorld, stepWorld } from '../index.ts';

const guide = readFileSync(new URL('../../../../docs/guide/teams.md', import.meta.url), 'utf8');
const [whole, ...tasks] = Array.from(guide.matchAll(/```json\n(.*?)```/gs), ([, text]) => JSON.parse(text));

test('the example of the guide to teams is a scenario: everything is fetched', () => {
  const world = createWorld(whole);
  while (world.step * world.dt < whole.duration && world.arrived < 2) stepWorld(world);
  expect(world.arrived).toBe(2);
});

test.each(tasks.map((task) => [task.kind, task]))('its task %s is one', (kind, task) => {
  const [pickers] = whole.groups;
  const sent = kind === 'keep-together' ? { ...pickers, targets: ['camp'] } : pickers;
  const world = createWorld({
    ...whole,
    targets: [{ name: 'camp', at: [35, 15] }],
    agents: [{ name: 'guide', at: [10, 15], targets: ['camp'] }],
    groups: [sent],
    teams: [{ name: 'pickers', groups: ['pickers'], task }],
  });
  const start = world.crowd.motion.x[1];
  for (let k = 0; k < 200; k++) stepWorld(world);
  expect(world.crowd.motion.x[1]).toBeGreaterThan(start + 3);
});

test('there is an example of each task', () => {
  expect([whole.teams[0].task.kind, ...tasks.map(({ kind }) => kind)]).toEqual([
    'collect',
    'together',
    'follow',
    'keep-together',
  ]);
});
