import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createParsedWorld } from '../scenario-world.ts';
import { ScenarioError } from './error.ts';
import { checkScenario, parseScenario } from './load.ts';

const box = (x: number) => ({ shape: 'box', min: [x, 0], max: [x + 1, 1] });
const scene = {
  version: 1,
  name: 'faults',
  bounds: { min: [0, 0], max: [40, 40] },
  duration: 10,
  obstacles: [box(10), box(20)],
  targets: [
    { name: 'east', at: [35, 5] },
    { name: 'west', at: [2, 5] },
  ],
  agents: Array.from({ length: 6 }, (_, k) => ({ at: [5, 10 + 3 * k], targets: ['east'] })),
  groups: [
    { name: 'walkers', count: 5, region: { box: { min: [25, 20], max: [35, 30] } }, targets: ['west'] },
    { name: 'others', count: 5, region: { box: { min: [25, 31], max: [35, 39] } }, targets: ['east'] },
  ],
  script: Array.from({ length: 3 }, () => ({ at: 1, kind: 'open-target', target: 'east', open: true })),
};

function faultsOf(value: unknown): string[] {
  try {
    checkScenario(structuredClone(value), 'f');
  } catch (error) {
    expect(error).toBeInstanceOf(ScenarioError);
    return (error as ScenarioError).problems.map(({ message, path }) => `${path}: ${message}`);
  }
  return [];
}

type Change = [path: (string | number)[], value: unknown];

/** The scene with some values changed. */
function changed(...changes: readonly Change[]): unknown {
  const copy = structuredClone(scene) as Record<string, unknown>;
  for (const [path, value] of changes) {
    let owner: Record<string | number, unknown> = copy;
    for (const key of path.slice(0, -1)) owner = owner[key] as typeof owner;
    owner[path.at(-1)!] = value;
  }
  return copy;
}

/** Faults of each kind of check, each of which is found alone, in places that do not depend on each other. */
const faults: Change[] = [
  [['agents', 0, 'speed'], 'fast'],
  [['agents', 1, 'targets'], ['nowhere']],
  [
    ['agents', 2, 'at'],
    [10.5, 0.5],
  ],
  [['agents', 4, 'at'], scene.agents[3].at],
  [['neighbours'], { radius: -1 }],
  [['groups', 0, 'colour'], 'red'],
  [['targets', 2], { name: 'inside', at: [20.5, 0.5], radius: 0.1 }],
  [['obstacles', 2], { shape: 'circle', center: [30, 10], radius: -1 }],
  [['expect'], { arrivedAtLeast: 2 }],
  [['dt'], 9],
  [['duration'], -1],
  [['bounds'], { min: [40, 0], max: [0, 40] }],
  [['contacts'], 'soft'],
  [['agents', 0, 'goalRadius'], -1],
  [['agents', 2, 'premovement'], -1],
  [['agents', 5, 'at'], [1]],
  [['agents', 5, 'targets'], ['nowhere']],
  [['groups', 0, 'premovement'], -1],
  [['groups', 0, 'speed'], { uniform: [3, 1] }],
  [['groups', 0, 'targets'], ['nowhere']],
  [['groups', 1, 'region'], { box: { min: [2, 2] } }],
  [['groups', 1, 'targets', 0], 'nowhere'],
  [['steering'], { name: 'walkr' }],
  [['script', 0], { at: -1, kind: 'open-target', target: 'east', open: true }],
  [['script', 1], { at: 2, kind: 'open-target', target: 'nowhere', open: true }],
  [['script', 2], { at: 2, kind: 'remove', agent: 100 }],
  [['measurements'], { lines: [{ name: 'gate', from: [1, 1], to: [1, 1] }] }],
];

test('the scene has no fault', () => {
  expect(faultsOf(scene)).toEqual([]);
});

test('several faults are reported at once, as each is alone', () => {
  const alone = faults.map((fault) => faultsOf(changed(fault)));
  expect(alone.filter((one) => one.length !== 1)).toEqual([]);
  fc.assert(
    fc.property(fc.subarray([...faults.keys()], { minLength: 2, maxLength: 19 }), (chosen) => {
      const together = faultsOf(changed(...chosen.map((k) => faults[k])));
      expect(together.toSorted()).toEqual(chosen.flatMap((k) => alone[k]).toSorted());
    }),
    { numRuns: 100 },
  );
});

test('what follows from another fault is not reported', () => {
  const placesOf = (...changes: Change[]) => faultsOf(changed(...changes)).map((one) => one.split(':')[0]);
  // The target is wrong, and the agents that go there are not.
  expect(placesOf([['targets', 0, 'radius'], 'wide'])).toEqual(['targets[0].radius']);
  // Without its bounds, nothing can be said about what lies outside.
  expect(
    placesOf(
      [['bounds', 'max'], [40]],
      [
        ['agents', 2, 'at'],
        [50, 10],
      ],
    ),
  ).toEqual(['bounds.max[1]']);
  // A script counts agents: their numbers are not checked while it is not known how many there are.
  const remove = { at: 1, kind: 'remove', agent: 15 };
  expect(placesOf([['agents', 1], 'fast'], [['script'], [remove]])).toEqual(['agents[1]']);
  // Only the default model knows nothing of these.
  expect(
    placesOf([['steering'], { name: 'criters' }], [['groups', 0, 'class'], 'walkers'], [['dt'], 'short']),
  ).toEqual(['steering.name', 'dt']);
  // A group without its source needs a count.
  const source = { rate: -1 };
  expect(placesOf([['groups', 1, 'source'], source], [['groups', 1, 'count'], 0])).toEqual([
    'groups[1].source.rate',
  ]);
});

test('groups that find no room are reported with the other faults, but not groups that have a fault themselves', () => {
  const inBox = { box: { min: [10, 0], max: [11, 1] } };
  const placesOf = (...changes: Change[]) =>
    faultsOf(changed(...changes)).map((one) => one.split(' found')[0]);
  const crowded = 'groups[1]: only 0 of the 5 agents of "others"';
  const fault: Change = [['agents', 0, 'speed'], 'fast'];
  expect(placesOf([['groups', 1, 'region'], inBox], fault)).toEqual([
    expect.stringMatching(/^agents\[0\]\.speed/),
    crowded,
  ]);
  expect(placesOf([['groups', 0, 'region'], inBox], [['groups', 0, 'colour'], 'red'], fault)).toHaveLength(2);
  // Groups keep their numbers in the file.
  expect(placesOf([['groups', 1, 'region'], inBox], [['groups', 0, 'count'], 'all'])).toEqual([
    expect.stringMatching(/^groups\[0\]\.count/),
    crowded,
  ]);
});

test('a world that is made of a parsed scenario names its file where groups find no room', () => {
  const region = { box: { min: [10, 0], max: [11, 1] } };
  const text = JSON.stringify(changed([['groups', 1, 'region'], region], [['groups', 0, 'region'], region]));
  const parsed = parseScenario(text, 'hall.json');
  expect(() => createParsedWorld(parsed)).toThrow(
    /^hall\.json: groups\[0\]: only 0 of .*\nhall\.json: groups\[1\]: only 0 of .*$/,
  );
});

test('a list of a thousand faults stays short', () => {
  const agents = Array.from({ length: 1000 }, () => ({ at: [5, 5], speed: 'fast' }));
  expect(faultsOf(changed([['agents'], agents])).length).toBe(20);
});
