import { expect, test } from 'vitest';
import { hashBytes, toHex } from '../numerics/index.ts';
import { createWorld, loadWorld, type ScenarioInput, saveWorld, stepWorld, type World } from './index.ts';

const station: ScenarioInput = {
  version: 1,
  name: 'station',
  bounds: { min: [0, 0], max: [30, 10] },
  duration: 60,
  steering: { name: 'straight' },
  planner: { name: 'direct' },
  ground: [
    { name: 'stairs', kind: 'stairs', region: { box: { min: [16, 1], max: [20, 9] } }, up: [1, 0] },
    {
      name: 'till',
      kind: 'queue',
      line: [
        [4, 3],
        [14, 3],
      ],
      service: 3,
    },
  ],
  groups: [
    {
      name: 'people',
      count: 6,
      region: { box: { min: [21, 2], max: [26, 8] } },
      journey: { stages: [{ kind: 'queue', queues: ['till'] }] },
    },
  ],
};

function saved(): Uint8Array {
  const world = createWorld(station);
  for (let step = 0; step < 100; step++) stepWorld(world);
  return saveWorld(world);
}

type Header = { ground: Record<string, unknown>[]; queues: { members: number[][] }[] };

/** The world with another header, and the hash that belongs to it. */
function forged(change: (header: Header) => void): World {
  const bytes = saved();
  const end = bytes.indexOf(10);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(17, end)));
  change(header);
  const rest = Uint8Array.from([
    ...new TextEncoder().encode(`${JSON.stringify(header)}\n`),
    ...bytes.subarray(end + 1),
  ]);
  return loadWorld(Uint8Array.from([...new TextEncoder().encode(`${toHex(hashBytes(rest))} `), ...rest]));
}

test.each<[string, RegExp, (header: Header) => void]>([
  [
    'a direction that is lost when it is squared',
    /ground\[0\]\.up: expected a direction/,
    ({ ground }) => {
      ground[0].up = [1e-300, 0];
    },
  ],
  [
    'a region outside the world',
    /ground\[0\]\.region/,
    ({ ground }) => {
      ground[0].region = { box: { min: [70, 0], max: [80, 1] } };
    },
  ],
  [
    'half a phase',
    /queues\[0\]\.members\[0\]: expected a member/,
    ({ queues }) => {
      queues[0].members[0][1] += 0.5;
    },
  ],
  [
    'half a server',
    /queues\[0\]\.members\[0\]: expected a member/,
    ({ queues }) => {
      queues[0].members[0][3] = 0.5;
    },
  ],
])('a saved world is refused: %s', (_, message, change) => {
  expect(() => forged(() => {})).not.toThrow();
  expect(() => forged(change)).toThrow(message);
});

test('what a part of the ground leaves out has its default', () => {
  const world = forged(({ ground }) => {
    delete ground[0].upFactor;
    delete ground[0].downFactor;
    delete ground[1].spacing;
  });
  for (let step = 0; step < 200; step++) stepWorld(world);
  const { count, motion } = world.crowd;
  expect([...motion.x.subarray(0, count)].every(Number.isFinite)).toBe(true);
});
