import { describe, expect, test } from 'vitest';
import { EventKind, hasAgent, rowOf, Status } from '../crowd/index.ts';
import { addAgent, removeAgent } from './commands.ts';
import type { ScenarioInput } from './scenario/index.ts';
import { createWorld } from './scenario-world.ts';
import { loadWorld, saveWorld } from './snapshot.ts';
import { stepWorld } from './step.ts';
import { teamwork } from './teams.fixture.ts';
import { stateHashOf, type World } from './world.ts';

type Groups = NonNullable<ScenarioInput['groups']>;

const room: ScenarioInput = {
  version: 1,
  name: 'room',
  bounds: { min: [0, 0], max: [60, 20] },
  duration: 120,
};

function walk(world: World, seconds: number, look: (world: World) => void = () => {}): World {
  for (let step = 0; step < seconds / world.dt; step++) {
    stepWorld(world);
    look(world);
  }
  return world;
}

const line = { line: { from: [2, 5], to: [2, 15] } } as Groups[number]['region'];

describe('agents that come later are in the team of their group', () => {
  test('collectors of a source, a script and a command all fetch items, each item once', () => {
    const items = Array.from({ length: 9 }, (_, k) => `item ${k}`);
    const world = createWorld({
      ...room,
      targets: items.map((name, k) => ({ name, at: [12 + 5 * k, k % 2 === 0 ? 3 : 17], radius: 0.5 })),
      groups: [{ name: 'pickers', count: 0, region: line, source: { schedule: [[1, 3]] } }],
      teams: [{ name: 'pickers', groups: ['pickers'], task: { kind: 'collect', targets: items } }],
      script: [{ at: 2, kind: 'add', agent: { at: [4, 4], group: 'pickers' } }],
    });
    const takers = new Map<number, number>();
    const late = addAgent(world, { at: [4, 16], group: 'pickers' });
    const note = ({ events }: World) => {
      for (let k = 0; k < events.count; k++) {
        if (events.kind[k] !== EventKind.arrival) continue;
        expect(takers.has(events.other[k])).toBe(false);
        takers.set(events.other[k], events.agent[k]);
      }
    };
    walk(world, 4, note);
    // All five have an item of their own by now.
    expect(new Set(world.crowd.plan.assigned.subarray(0, 5)).size).toBe(5);
    expect(Math.min(...world.crowd.plan.assigned.subarray(0, 5))).toBeGreaterThanOrEqual(0);
    walk(world, 80, note);
    expect([...takers.keys()].sort()).toEqual(items.map((_, k) => k));
    expect(late).toBe(0);
    expect(world.arrived).toBe(5);
    // Nothing is left for one that comes now: its task is over.
    addAgent(world, { at: [4, 10], group: 'pickers' });
    walk(world, 1);
    expect(world.arrived).toBe(6);
  });

  test('a file that comes from a script and a source follows the first that comes, in the order of coming', () => {
    const world = createWorld({
      ...room,
      targets: [{ name: 'far', at: [58, 10], radius: 1 }],
      groups: [
        {
          name: 'file',
          count: 0,
          region: { line: { from: [2, 9.8], to: [2, 10.2] } },
          source: { rate: 0.5, from: 2, most: 4 },
          speed: 1.6,
          targets: ['far'],
        },
      ],
      teams: [{ name: 'file', groups: ['file'], task: { kind: 'follow', gap: 1.5 } }],
      script: [{ at: 0, kind: 'add', agent: { at: [2, 10], group: 'file', speed: 1 } }],
    });
    walk(world, 38);
    const x = [0, 1, 2, 3, 4].map((id) => world.crowd.motion.x[rowOf(world.crowd, id)]);
    for (let k = 1; k < 5; k++) {
      expect(x[k - 1] - x[k]).toBeGreaterThan(0.9);
      expect(x[k - 1] - x[k]).toBeLessThan(2.2);
    }
  });

  test('companions that come later arrive with the others', () => {
    const group = (name: string, at: number, speed: number): Groups[number] => ({
      name,
      count: 1,
      region: { box: { min: [at, 9], max: [at + 1, 11] } },
      speed,
    });
    const world = createWorld({
      ...room,
      targets: [{ name: 'camp', region: { box: { min: [50, 0], max: [52, 20] } } }],
      groups: [group('first', 10, 1.5), group('second', 20, 1.2)],
      teams: [
        {
          name: 'party',
          groups: ['first', 'second'],
          task: { kind: 'together', targets: ['camp'], minimumShare: 0.1 },
        },
      ],
      script: [{ at: 5, kind: 'add', agent: { at: [2, 3], group: 'second', speed: 1.4 } }],
    });
    const times = new Map<number, number>();
    walk(world, 60, ({ events, step, dt }) => {
      for (let k = 0; k < events.count; k++) {
        if (events.kind[k] === EventKind.arrival) times.set(events.agent[k], step * dt);
      }
    });
    expect(times.size).toBe(3);
    expect(Math.max(...times.values()) - Math.min(...times.values())).toBeLessThan(1.5);
  });

  test('a flock waits for one that comes later', () => {
    const flock = (teams: ScenarioInput['teams']): ScenarioInput => ({
      ...room,
      targets: [{ name: 'far', at: [58, 10], radius: 1 }],
      groups: [
        { name: 'flock', count: 3, region: { box: { min: [8, 8], max: [11, 12] } }, targets: ['far'] },
      ],
      ...(teams && { teams }),
      script: [{ at: 0.5, kind: 'add', agent: { at: [5, 10], group: 'flock', speed: 0.6 } }],
    });
    const spread = (scenario: ScenarioInput) => {
      const world = walk(createWorld(scenario), 25);
      const x = [0, 1, 2, 3].map((id) => world.crowd.motion.x[rowOf(world.crowd, id)]);
      return Math.max(...x) - Math.min(...x);
    };
    const task = { kind: 'keep-together', distance: 5 } as const;
    expect(spread(flock(undefined))).toBeGreaterThan(12);
    expect(spread(flock([{ name: 'flock', groups: ['flock'], task }]))).toBeLessThan(6);
  });

  test('one that comes takes the place of one that has left', () => {
    const world = createWorld(teamwork);
    const [collectors, file] = world.teams;
    const before = collectors.members.length;
    walk(world, 1);
    removeAgent(world, collectors.members[1]);
    removeAgent(world, file.members[0]);
    walk(world, 1);
    const ids = [
      addAgent(world, { at: [-1, 8], group: 'collectors' }),
      addAgent(world, { at: [-18, -8], group: 'file' }),
    ];
    walk(world, 1);
    expect(collectors.members.length).toBe(before);
    expect(collectors.members[1]).toBe(ids[0]);
    expect(file.members[0]).toBe(ids[1]);
    // It is the last of the file.
    expect(file.kind === 'follow' && [...file.order]).toEqual(
      [1, 2, 0].sort((a, b) => (a === 0 ? 1 : b === 0 ? -1 : a - b)),
    );
    expect(world.crowd.plan.status[rowOf(world.crowd, ids[0])]).toBe(Status.walking);
  });

  test('such a world is saved, goes on to the bit, and its hash tells who is in a team', () => {
    const grow = (world: World) => {
      for (const [k, group] of ['collectors', 'file', 'companions', 'flock'].entries()) {
        addAgent(world, { at: [-19 + k, -19], group });
        addAgent(world, { at: [-19 + k, -17.5], group });
      }
      return walk(world, 2);
    };
    const world = grow(createWorld(teamwork));
    removeAgent(world, world.teams[0].members[0]);
    walk(world, 0.5);
    addAgent(world, { at: [-19, -19], group: 'collectors' });
    walk(world, 0.5);
    const copy = loadWorld(saveWorld(world));
    expect(stateHashOf(copy)).toBe(stateHashOf(world));
    for (const one of [world, copy]) {
      addAgent(one, { at: [-17, -16], group: 'file' });
      walk(one, 10);
    }
    expect(stateHashOf(copy)).toBe(stateHashOf(world));
    expect(copy.teams.map(({ members }) => [...members])).toEqual(
      world.teams.map(({ members }) => [...members]),
    );
    const before = stateHashOf(world);
    const [team] = world.teams;
    [team.members[0], team.members[1]] = [team.members[1], team.members[0]];
    world.hashedStep = -1;
    expect(stateHashOf(world)).not.toBe(before);
  });

  test('a team that is full refuses more by name, and a source waits', () => {
    const world = createWorld({
      ...room,
      bounds: { min: [0, 0], max: [200, 20] },
      targets: [{ name: 'far', at: [198, 10], radius: 1 }],
      groups: [
        { name: 'many', count: 99, region: { box: { min: [1, 1], max: [40, 19] } } },
        { name: 'late', count: 0, region: line, source: { schedule: [[1, 5]] } },
      ],
      teams: [{ name: 'all', groups: ['many', 'late'], task: { kind: 'collect', targets: ['far'] } }],
    });
    walk(world, 3);
    expect(world.crowd.count).toBe(100);
    expect(() => addAgent(world, { at: [100, 10], group: 'many' })).toThrow(
      'agent.group: its team has as many members as a team may have',
    );
    removeAgent(world, 0);
    walk(world, 1);
    expect(hasAgent(world.crowd, 0)).toBe(false);
    expect(world.crowd.count).toBe(100);
  });

  test('a goal of its own where the task gives one is refused at its place', () => {
    const world = createWorld(teamwork);
    expect(() => addAgent(world, { at: [0, 8], group: 'collectors', targets: ['west'] })).toThrow(
      'agent.targets: expected none: the task of the team says where to go',
    );
  });
});
