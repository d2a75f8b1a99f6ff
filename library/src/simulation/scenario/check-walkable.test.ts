import { describe, expect, test } from 'vitest';
import { addAgent, createWorld } from '../index.ts';
import { refusalOf } from './refusal.fixture.ts';
import type { ScenarioInput } from './schema.ts';

/** Two rooms of 5 × 5 and a wall between them, with or without a door of 0.8 m. */
const shut: ScenarioInput = {
  version: 1,
  name: 'two rooms',
  bounds: { min: [0, 0], max: [10, 5] },
  duration: 5,
  steering: { name: 'nonlinear' },
  area: {
    polygons: [
      [
        [
          [0, 0],
          [10, 0],
          [10, 5],
          [0, 5],
        ],
      ],
    ],
    walls: [
      [
        [5, 0],
        [5, 5],
      ],
    ],
  },
  targets: [
    { name: 'west', at: [1, 2.5] },
    { name: 'east', region: { box: { min: [8.5, 2], max: [9.5, 3] } } },
  ],
  planner: { name: 'distance' },
};
const withDoor: ScenarioInput = {
  ...shut,
  area: {
    ...shut.area,
    walls: [
      [
        [5, 0],
        [5, 2],
      ],
      [
        [5, 2.8],
        [5, 5],
      ],
    ],
  },
};
const crowd = (targets: string[], radius = 0.25): Partial<ScenarioInput> => ({
  groups: [{ name: 'all', count: 5, region: { box: { min: [1, 1], max: [4, 4] } }, radius, targets }],
});
const one = (targets: string[], radius = 0.25): Partial<ScenarioInput> => ({
  agents: [{ name: 'Ada', at: [2, 2], radius, targets }],
});
const room = 'a body of radius 0.25 m with 0.02 m to spare';

describe('a planner with a map', () => {
  test.each([
    [
      'an agent that no way leads from',
      one(['east']),
      `agents[0].targets: cannot be reached: no path for ${room} leads from the start to any of them`,
    ],
    [
      'a group that no way leads from',
      crowd(['east']),
      `groups[0].targets: cannot be reached: no path for ${room} leads from the start to any of them`,
    ],
    [
      'a goal of one’s own that no way leads to',
      { agents: [{ at: [2, 2] as [number, number], goal: [8, 2] as [number, number] }] },
      `agents[0].goal: cannot be reached: no path for ${room} leads from the start to it`,
    ],
    [
      'a point for a group that no way leads to',
      {
        groups: [
          { name: 'all', count: 2, region: { box: { min: [1, 1], max: [4, 4] } }, goal: { point: [8, 2] } },
        ],
      } as Partial<ScenarioInput>,
      `groups[0].goal: cannot be reached: no path for ${room} leads from the start to it`,
    ],
    ['an agent with one target that a way leads to', one(['east', 'west']), 'accepted'],
    ['a group with one target that a way leads to', crowd(['west', 'east']), 'accepted'],
    [
      'a journey with a stage that no way leads to',
      {
        agents: [
          {
            at: [2, 2],
            journey: {
              stages: [
                { kind: 'seek', targets: ['west'] },
                { kind: 'idle', for: 1 },
                { kind: 'seek', point: [8, 2] },
              ],
            },
          },
        ],
      } as Partial<ScenarioInput>,
      `agents[0].journey.stages[2].point: cannot be reached: no path for ${room} leads from the start to it`,
    ],
    [
      'a target in a solid box',
      {
        ...one(['vault']),
        obstacles: [{ shape: 'box', min: [3, 3], max: [4.8, 4.8] }],
        targets: [{ name: 'vault', at: [4, 4], radius: 0.75 }],
      } as Partial<ScenarioInput>,
      "targets[0].at: cannot be reached: 0.8 m inside obstacles[0], where a body of radius 0.25 m stays 1.05 m away, more than the goal's radius of 0.75 m",
    ],
    [
      'a target between walls, too near to them',
      {
        ...one(['slit']),
        obstacles: [
          { shape: 'box', min: [2, 3.5], max: [4.8, 4] },
          { shape: 'box', min: [2, 4.3], max: [4.8, 5] },
        ],
        targets: [{ name: 'slit', at: [4.4, 4.15], radius: 0.1 }],
      } as Partial<ScenarioInput>,
      `targets[0].at: cannot be reached: no open ground for ${room}`,
    ],
  ])('at load: %s', (_, changes, message) => {
    expect(refusalOf({ ...shut, ...changes })).toBe(message);
  });

  test('a target far inside what is open to nobody of that size is named', () => {
    const changes = {
      ...one(['shaft']),
      bounds: { min: [0, 0], max: [20, 20] },
      area: undefined,
      obstacles: Array.from({ length: 30 }, (_, k) => ({
        shape: 'segment',
        from: [8, 5 + 0.3 * k],
        to: [18, 5 + 0.3 * k],
      })),
      targets: [{ name: 'shaft', at: [13, 9.65], radius: 0.1 }],
    };
    expect(refusalOf({ ...shut, ...changes })).toBe(
      `targets[0].at: cannot be reached: no open ground for ${room}`,
    );
  });

  test('a door lets every body pass that fits through with 2 cm to spare', () => {
    expect(refusalOf({ ...withDoor, ...one(['east']) })).toBe('accepted');
    expect(refusalOf({ ...withDoor, ...one(['east'], 0.39) })).toBe('accepted');
    expect(refusalOf({ ...withDoor, ...one(['east'], 0.4) })).toMatch(
      /^agents\[0\]\.targets: cannot be reached/,
    );
    const narrow = { name: 'distance', clearance: 0, cell: 0.1 } as const;
    expect(refusalOf({ ...withDoor, ...one(['east'], 0.35), planner: narrow })).toBe('accepted');
  });

  test('what may change is left to the run', () => {
    const moving = {
      obstacles: [
        { shape: 'circle', center: [8, 1], radius: 0.2, course: { kind: 'velocity', velocity: [0, 0] } },
      ],
    };
    const scripted = { script: [{ at: 3, kind: 'open-target', target: 'west', open: false }] };
    for (const changes of [moving, scripted]) {
      expect(refusalOf({ ...shut, ...one(['east']), ...changes })).toBe('accepted');
    }
  });

  test('a map that would not fit into the memory is refused', () => {
    const changes = { bounds: { min: [0, 0], max: [1e5, 1e5] } };
    expect(refusalOf({ ...shut, ...changes, area: undefined })).toBe(
      'planner.cell: expected a map of at most 8000000 cells, got 400000 × 400000; take larger cells',
    );
  });

  test('cells between which a wall could be lost are refused, for those who come later too', () => {
    const coarse: ScenarioInput = { ...withDoor, planner: { name: 'path', cell: 0.4 } };
    expect(refusalOf({ ...coarse, ...one(['west'], 0.1) })).toContain(
      'planner.cell: expected less than 0.4 m, twice the radius and clearance of the smallest body',
    );
    const late = { at: 1, kind: 'add' as const, agent: { at: [2, 2] as [number, number], radius: 0.1 } };
    expect(refusalOf({ ...coarse, ...one(['west']), script: [late] })).toContain(
      'planner.cell: expected less',
    );
    const world = createWorld({ ...coarse, ...one(['west']) });
    expect(() => addAgent(world, { at: [2, 3.5], radius: 0.1 })).toThrow(
      'agent.radius: is too small for the planner',
    );
    expect(() => addAgent(world, { at: [2, 3.5] })).not.toThrow();
  });

  test('in three dimensions is refused', () => {
    const { area: _, targets: __, ...flat } = shut;
    expect(refusalOf({ ...flat, dimension: 3, bounds: { min: [0, 0, 0], max: [10, 5, 3] } })).toContain(
      'planner.name: expected "direct" in a world of dimension 3, got "distance"',
    );
  });

  test('a target that is closed now may be opened', () => {
    const closed = shut.targets!.map((target) => ({ ...target, open: false }));
    expect(() => createWorld({ ...shut, targets: closed, ...one(['west']) })).not.toThrow();
  });

  test('the direct planner has no map and asks nothing', () => {
    const planner = { name: 'direct' } as const;
    expect(refusalOf({ ...shut, ...one(['east']), planner })).toBe('accepted');
    expect(() => createWorld({ ...shut, ...one(['east']), planner })).not.toThrow();
  });
});
