import { describe, expect, test } from 'vitest';
import { distanceToAgent, distanceToObstacle } from '../crowd/index.ts';
import { createWorld, type ScenarioInput, sendCommand, stateHashOf, stepWorld } from './index.ts';
import type { PersonalDistance } from './scenario/distances.ts';
import { checkScenario } from './scenario/index.ts';
import { loadWorld, saveWorld } from './snapshot.ts';

const usual = 9;

/** Anna, Ben and four members of two groups, a family and its leader, beside a pond and a hedge. */
function village(personalDistance: PersonalDistance): ScenarioInput {
  return {
    version: 1,
    name: 'village',
    bounds: { min: [-20, -20], max: [20, 20] },
    duration: 5,
    obstacles: [
      { shape: 'circle', name: 'pond', center: [0, 5], radius: 1 },
      { shape: 'box', name: 'hedge', min: [4, 4], max: [6, 5] },
    ],
    agents: [
      { name: 'Anna', at: [0, 0], personalDistance },
      { name: 'Ben', at: [0, -2] },
      { name: 'Carl', at: [0, -4], goal: [9, -4] },
    ],
    groups: [
      {
        name: 'guards',
        count: 2,
        region: { box: { min: [-9, -9], max: [-5, -5] } },
        personalDistance: [{ to: 'own-group', distance: 0.5 }],
      },
      { name: 'guests', count: 2, region: { box: { min: [5, -9], max: [9, -5] } } },
    ],
    teams: [{ name: 'family', agents: ['Anna', 'Ben'], task: { kind: 'follow', leader: 'Carl', gap: 1 } }],
  };
}

const open = (given: PersonalDistance) => createWorld(village(given));

/** What Anna keeps from Ben, Carl, a guard, a guest, the pond, the hedge and the border. */
function distancesOf({ crowd }: ReturnType<typeof open>, row = 0): number[] {
  const agents = [1, 2, 3, 5].map((other) => distanceToAgent(crowd, row, other, usual));
  return [...agents, ...[0, 1, -1].map((obstacle) => distanceToObstacle(crowd, row, obstacle, 0, usual))];
}

describe('a personal distance', () => {
  test.each<[string, PersonalDistance, number[]]>([
    ['none', [], [9, 9, 9, 9, 9, 9, 9]],
    ['a number, from everything', 2, [2, 2, 2, 2, 2, 2, 2]],
    ['agents', [{ to: 'agents', distance: 2 }], [2, 2, 2, 2, 9, 9, 9]],
    ['obstacles', [{ to: 'obstacles', distance: 2 }], [9, 9, 9, 9, 2, 2, 2]],
    ['a class', [{ class: 'obstacles', distance: 2 }], [2, 2, 2, 2, 2, 2, 2]],
    ['a group', [{ group: 'guards', distance: 2 }], [9, 9, 2, 9, 9, 9, 9]],
    ['the own team, with its leader', [{ to: 'own-team', distance: 2 }], [2, 2, 9, 9, 9, 9, 9]],
    ['the leader', [{ to: 'leader', distance: 2 }], [9, 2, 9, 9, 9, 9, 9]],
    ['an agent by name', [{ agent: 'Ben', distance: 2 }], [2, 9, 9, 9, 9, 9, 9]],
    ['an agent by id', [{ agent: 5, distance: 2 }], [9, 9, 9, 2, 9, 9, 9]],
    ['an obstacle by name', [{ obstacle: 'pond', distance: 2 }], [9, 9, 9, 9, 2, 9, 9]],
    ['an obstacle by number', [{ obstacle: 1, distance: 0 }], [9, 9, 9, 9, 9, 0, 9]],
    [
      'the most special rule counts, whatever the order',
      [
        { agent: 1, distance: 0 },
        { to: 'everything', distance: 1 },
        { to: 'agents', distance: 2 },
        { to: 'own-team', distance: 3 },
        { group: 'guards', distance: 4 },
        { agent: 'Carl', distance: 5 },
        { obstacle: 'hedge', distance: 6 },
      ],
      [0, 5, 4, 2, 1, 6, 1],
    ],
  ])('from %s', (_, given, expected) => {
    expect(distancesOf(open(given))).toEqual(expected);
  });

  test('from the own group is that of the members of the group', () => {
    const { crowd } = open([]);
    expect(distanceToAgent(crowd, 3, 4, usual)).toBe(0.5);
    expect(distanceToAgent(crowd, 3, 5, usual)).toBe(usual);
    expect(distanceToAgent(crowd, 5, 6, usual)).toBe(usual);
  });

  test('is replaced by a command, added with an agent, and gone with it', () => {
    const world = open([
      { to: 'agents', distance: 2 },
      { agent: 1, distance: 1 },
    ]);
    sendCommand(world, {
      kind: 'change-traits',
      id: 0,
      traits: { personalDistance: [{ agent: 2, distance: 3 }] },
    });
    sendCommand(world, { kind: 'add', agent: { at: [-9, 9], personalDistance: 0.7 } });
    stepWorld(world);
    expect(distancesOf(world)).toEqual([9, 3, 9, 9, 9, 9, 9]);
    expect(distanceToAgent(world.crowd, 7, 0, usual)).toBe(0.7);
    const id = world.crowd.ids[7];
    sendCommand(world, {
      kind: 'change-traits',
      id: 0,
      traits: { personalDistance: [{ agent: id, distance: 0 }] },
    });
    sendCommand(world, { kind: 'remove', id });
    sendCommand(world, { kind: 'add', agent: { at: [-9, 9] } });
    stepWorld(world);
    expect(distanceToAgent(world.crowd, 0, 7, usual)).toBe(usual);
    expect(distanceToAgent(world.crowd, 7, 0, usual)).toBe(usual);
  });

  test('grows to many pairs and stays with its agents when rows move', () => {
    const world = open(Array.from({ length: 500 }, (_, k) => ({ agent: 1000 + k, distance: k / 10 })));
    const { crowd } = world;
    expect(crowd.distances.pairs.count).toBe(500);
    sendCommand(world, {
      kind: 'change-traits',
      id: 6,
      traits: { personalDistance: [{ agent: 0, distance: 3 }] },
    });
    sendCommand(world, { kind: 'change-traits', id: 5, traits: { personalDistance: 4 } });
    sendCommand(world, { kind: 'remove', id: 3 });
    stepWorld(world);
    expect([...crowd.ids.subarray(0, crowd.count)]).toEqual([0, 1, 2, 6, 4, 5]);
    expect(distanceToAgent(crowd, 3, 0, usual)).toBe(3);
    expect(distanceToAgent(crowd, 5, 0, usual)).toBe(4);
  });

  test('is part of the state: saved, loaded, and in the hash', () => {
    const given: PersonalDistance = [
      { to: 'everything', distance: 2 },
      { agent: 5, distance: 0.1 },
    ];
    const world = open(given);
    for (let step = 0; step < 20; step++) stepWorld(world);
    const loaded = loadWorld(saveWorld(world));
    expect(distancesOf(loaded)).toEqual(distancesOf(world));
    expect(stateHashOf(loaded)).toBe(stateHashOf(world));
    const others: PersonalDistance[] = [
      3,
      [given[0]],
      [given[0], { agent: 5, distance: 0.2 }],
      [given[0], { agent: 6, distance: 0.1 }],
    ];
    const hashes = [given, ...others].map((one) => stateHashOf(open(one)));
    expect(new Set(hashes).size).toBe(hashes.length);
    for (const one of [loaded, world]) for (let step = 0; step < 20; step++) stepWorld(one);
    expect(stateHashOf(loaded)).toBe(stateHashOf(world));
  });

  test.each<[unknown, string]>([
    [-1, 'agents[0].personalDistance: expected a number from 0 to 100 m, got -1'],
    ['far', 'agents[0].personalDistance: expected a number of metres or a list of'],
    [[{ to: 'friends', distance: 1 }], 'agents[0].personalDistance'],
    [
      [{ distance: 1 }],
      'agents[0].personalDistance[0]: expected exactly one of "to", "group", "class", "agent" and "obstacle", got none',
    ],
    [
      [{ to: 'agents', group: 'guards', distance: 1 }],
      'agents[0].personalDistance[0]: expected exactly one of "to", "group", "class", "agent" and "obstacle", got "to" and "group"',
    ],
    [[{ group: 'ghosts', distance: 1 }], 'agents[0].personalDistance[0]: no group "ghosts" in the scenario'],
    [[{ agent: 'Zoe', distance: 1 }], 'agents[0].personalDistance[0]: no agent "Zoe" in the scenario'],
    [[{ obstacle: 2, distance: 1 }], 'agents[0].personalDistance[0]: no obstacle 2 in the scenario'],
    [
      [{ class: 'dogs', distance: 1 }],
      'agents[0].personalDistance[0]: no class of obstacles "dogs" in the scenario',
    ],
  ])('%j is refused with its place', (given, message) => {
    expect(() => checkScenario(village(given as PersonalDistance))).toThrow(message);
  });
});

test('walkers that want more room than a door has pass it all the same', () => {
  const world = createWorld({
    version: 1,
    name: 'door',
    bounds: { min: [-6, -4], max: [6, 4], walls: true },
    duration: 60,
    obstacles: [
      { shape: 'box', min: [-0.1, -4], max: [0.1, -0.5] },
      { shape: 'box', min: [-0.1, 0.5], max: [0.1, 4] },
    ],
    groups: [
      {
        name: 'crowd',
        count: 6,
        region: { box: { min: [-5, -3], max: [-2, 3] } },
        goal: { point: [4, 0] },
        personalDistance: 2,
      },
    ],
    arrival: 'vanish',
  });
  while (world.crowd.count > 0 && world.step < 800) stepWorld(world);
  expect(world.crowd.count).toBe(0);
});
