import { expect, test } from 'vitest';
import { checkScenario } from './index.ts';

const scene = (name: string, count: number, rerouting?: object) => ({
  version: 1,
  name: 'many exits',
  bounds: { min: [0, 0], max: [500, 500] },
  duration: 1,
  targets: Array.from({ length: count }, (_, k) => ({ name: `exit ${k}`, at: [5 + 10 * k, 250] })),
  groups: [
    {
      name: 'crowd',
      count: 1,
      region: { box: { min: [10, 10], max: [20, 20] } },
      targets: Array.from({ length: count }, (_, k) => `exit ${k}`),
    },
  ],
  planner: { name, ...(rerouting && { rerouting }) },
});

test('fields that memory could not hold are refused before they are made, with what to change', () => {
  // 4 million cells each, of 12 bytes.
  expect(() => checkScenario(scene('distance', 42, {}))).toThrow(
    /planner\.name: expected fields of at most 2000000000 bytes in all, got 2016000000 for distance: 42 fields of 2000 × 2000 cells; take larger cells/,
  );
  expect(() => checkScenario(scene('distance', 41, {}))).not.toThrow();
  // One field for the set, and none where no agent asks for it.
  expect(() => checkScenario(scene('distance', 42))).not.toThrow();
  expect(() => checkScenario(scene('harmonic', 42, {}))).not.toThrow();
  expect(() => checkScenario(scene('direct', 42, {}))).not.toThrow();
});

const names = Array.from({ length: 21 }, (_, k) => `exit ${k}`);
const places = (more: (k: number) => object) =>
  names.map((_, k) => ({ name: `a${k}`, at: [5 + 10 * k, 100], ...more(k) }));
const group = (more: object) => ({
  name: 'many',
  count: 100,
  region: { box: { min: [10, 10], max: [400, 90] } },
  ...more,
});

/** 24 bytes for each cell: 20 fields are not too many, 21 are. */
test.each<[string, number, object]>([
  ['targets of agents', 21, { agents: places((k) => ({ targets: [names[k]] })) }],
  [
    'stages of an agent',
    21,
    {
      agents: [
        {
          at: [5, 5],
          journey: { stages: names.map((name) => ({ kind: 'seek', targets: [name, 'exit 0'] })) },
        },
      ],
    },
  ],
  [
    'stages of a group',
    21,
    { groups: [group({ journey: { stages: names.map((name) => ({ kind: 'seek', targets: [name] })) } })] },
  ],
  [
    'a script that sends agents',
    21,
    {
      agents: places(() => ({})),
      script: names.map((name, k) => ({
        at: 1,
        kind: 'retarget',
        agent: k % 2 ? k : `a${k}`,
        targets: [name],
      })),
    },
  ],
  [
    'a script that brings agents',
    21,
    {
      script: names.map((name, k) => ({
        at: 1,
        kind: 'add',
        agent: { at: [5 + 10 * k, 9], targets: [name] },
      })),
    },
  ],
  [
    'a team that collects: a field of each item, and of it as the only target',
    22,
    {
      agents: places(() => ({})).slice(0, 2),
      teams: [{ name: 'team', agents: ['a0', 'a1'], task: { kind: 'collect', targets: names.slice(0, 11) } }],
    },
  ],
  [
    'bodies from 0.1 m to 0.6 m, in nine classes, of which a script sends one',
    27,
    {
      groups: [
        group({
          radius: { uniform: [0.1, 0.6] },
          journey: undefined,
          clearance: 0,
        }),
      ],
      teams: [{ name: 'team', groups: ['many'], task: { kind: 'together', targets: names.slice(0, 2) } }],
      script: [
        { at: 1, kind: 'retarget', agent: 99, targets: names.slice(0, 3) },
        { at: 2, kind: 'retarget', agent: 99, targets: [names[0]] },
      ],
    },
  ],
])('counts fields of %s', (_, fields, more) => {
  const { groups: _groups, ...rest } = scene('harmonic', 21);
  expect(() => checkScenario({ ...rest, ...more })).toThrow(`: ${fields} fields of 2000 × 2000 cells`);
});

test.each([
  [{ every: 0 }, /planner\.rerouting\.every: expected a number from 0\.05 to 3600 s/],
  [{ density: -1 }, /planner\.rerouting\.density: expected a number from 0 to 100/],
  [{ comfort: 6 }, /planner\.rerouting\.comfort: expected a number from 0 to 5/],
])('rerouting %j is refused', (rerouting, message) => {
  expect(() => checkScenario(scene('distance', 1, rerouting))).toThrow(message);
});
