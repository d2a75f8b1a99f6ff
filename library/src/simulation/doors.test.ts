import { describe, expect, test } from 'vitest';
import { observe } from './bodies-apart.fixture.ts';
import { openDoor } from './commands.ts';
import type { ScenarioInput } from './scenario/index.ts';
import { refusalOf } from './scenario/refusal.fixture.ts';
import { createWorld } from './scenario-world.ts';
import { loadWorld, saveWorld } from './snapshot.ts';
import { stepWorld } from './step.ts';
import { stateHashOf, timeOf, type World } from './world.ts';
import { shuffleRows } from './worlds.fixture.ts';

type DoorInput = Extract<NonNullable<ScenarioInput['ground']>[number], { kind: 'door' }>;

/** Two rooms, and two doorways in the wall between them at x = 10: a near one, and a far one that is open. */
function rooms(door: Partial<DoorInput>, more: Partial<ScenarioInput> = {}): ScenarioInput {
  return {
    version: 1,
    name: 'rooms',
    bounds: { min: [0, 0], max: [20, 20], walls: true },
    duration: 120,
    obstacles: [
      { shape: 'segment', from: [10, 0], to: [10, 4] },
      { shape: 'segment', from: [10, 6], to: [10, 16] },
      { shape: 'segment', from: [10, 18], to: [10, 20] },
    ],
    ground: [{ name: 'near', kind: 'door', from: [10, 4], to: [10, 6], ...door }],
    planner: { name: 'path' },
    targets: [{ name: 'exit', at: [17, 5], radius: 1, sink: true }],
    groups: [{ name: 'people', count: 12, region: { box: { min: [1, 1], max: [7, 9] } }, targets: ['exit'] }],
    ...more,
  };
}

/** Steps on; returns when agents pass the near and the far doorway. */
function watch(world: World, until: number, between: (world: World) => void = () => {}) {
  const through = { near: [] as number[], far: [] as number[] };
  let before = new Map<number, number>();
  while (timeOf(world) < until) {
    between(world);
    stepWorld(world);
    const { count, ids, motion } = world.crowd;
    const now = new Map<number, number>();
    for (let row = 0; row < count; row++) {
      now.set(ids[row], motion.x[row]);
      const was = before.get(ids[row]);
      if (was === undefined || was < 10 === motion.x[row] < 10) continue;
      through[motion.y[row] < 10 ? 'near' : 'far'].push(timeOf(world));
    }
    before = now;
  }
  return through;
}

describe.each(['path', 'distance'])('with the planner %s', (name) => {
  const planner = { name } as ScenarioInput['planner'];

  test('agents pass an open door, and go around by the far doorway where it is shut', () => {
    expect(watch(createWorld(rooms({}, { planner })), 40)).toMatchObject({ near: { length: 12 }, far: [] });
    const shut = watch(createWorld(rooms({ open: false }, { planner })), 60);
    expect(shut).toMatchObject({ near: [], far: { length: 12 } });
  });

  test('a door that shuts while agents are on their way sends the others around', () => {
    const world = createWorld(rooms({}, { planner }));
    let shutAt = 0;
    const through = watch(world, 80, () => {
      const { count, motion } = world.crowd;
      const passed = motion.x.subarray(0, count).filter((x) => x > 10).length;
      if (shutAt > 0 || passed < 3) return;
      shutAt = timeOf(world);
      openDoor(world, 'near', false);
    });
    expect(through.near.length + through.far.length).toBe(12);
    expect(through.far.length).toBeGreaterThan(2);
    expect(Math.max(...through.near)).toBeLessThan(shutAt + 1);
  });
});

test('a schedule opens and shuts a door at its times', () => {
  const schedule = [
    { at: 15, open: true },
    { at: 25, open: false },
  ];
  const obstacles = [
    { shape: 'segment' as const, from: [10, 0] as [number, number], to: [10, 4] as [number, number] },
    { shape: 'segment' as const, from: [10, 6] as [number, number], to: [10, 20] as [number, number] },
  ];
  const world = createWorld(rooms({ open: false, rate: 0.8, schedule }, { obstacles }));
  const { near } = watch(world, 60);
  expect(near.length).toBeGreaterThan(3);
  expect(near.length).toBeLessThan(12);
  expect(Math.min(...near)).toBeGreaterThan(15);
  expect(Math.max(...near)).toBeLessThanOrEqual(25.05);
});

test('bodies stay out of a shut door', () => {
  const world = createWorld(rooms({ open: false }, { planner: { name: 'direct' } }));
  for (let k = 0; k < 600; k++) stepWorld(world);
  const { motion, traits } = world.crowd;
  for (let row = 0; row < 12; row++) {
    expect(10 - motion.x[row]).toBeGreaterThanOrEqual(traits.radius[row] - 1e-9);
  }
});

test('a door lets at most its rate of agents through, in any interval', () => {
  const rate = 0.7;
  const world = createWorld(rooms({ rate }));
  const { near } = watch(world, 60);
  expect(near.length).toBe(12);
  for (let k = 1; k < near.length; k++) {
    // Passing takes place within a step.
    expect(near[k] - near[0]).toBeGreaterThan(k / rate - 0.11);
  }
});

describe('a press before a door', () => {
  /** 60 agents that press towards the near doorway, or a gate in its place. */
  function press(ground: NonNullable<ScenarioInput['ground']>): World {
    return createWorld(
      rooms(
        {},
        {
          ground,
          steering: { name: 'straight' },
          planner: { name: 'direct' },
          groups: [
            {
              name: 'people',
              count: 60,
              radius: { uniform: [0.2, 0.25] },
              region: { box: { min: [3, 1], max: [8, 9] } },
              targets: ['exit'],
            },
          ],
        },
      ),
    );
  }
  const line = { from: [10, 4], to: [10, 6] } as { from: [number, number]; to: [number, number] };

  test.each([
    ['a rate', { name: 'near', kind: 'door', ...line, rate: 2 }],
    ['a shut door', { name: 'near', kind: 'door', ...line, open: false }],
    ['a gate', { name: 'near', kind: 'gate', ...line, direction: [-1, 0] }],
  ] as const)('%s: bodies stay apart, as everywhere', (_, patch) => {
    const world = press([patch as never]);
    const { overlap, passes } = observe(world, 600);
    expect(passes).toBe(0);
    expect(overlap).toBeLessThan(0.01);
  });

  test('an agent brakes before a door that is not open for it', () => {
    const agents = [4, 3].map((x) => ({ at: [x, 5] as [number, number], goal: [17, 5] as [number, number] }));
    const world = createWorld(rooms({ rate: 0.2 }, { agents, groups: [] }));
    let hardest = 0;
    const { near } = watch(world, 20, () => {
      const { motion, next } = world.crowd;
      // The columns of the step before.
      if (world.step > 0) hardest = Math.max(hardest, next.velocityX[1] - motion.velocityX[1]);
    });
    expect(near[1] - near[0]).toBeGreaterThan(4.9);
    expect(near[1] - near[0]).toBeLessThan(5.5);
    expect(hardest / world.dt).toBeGreaterThan(1);
    expect(hardest / world.dt).toBeLessThan(4);
  });
});

test('a world with doors is saved, loaded and stored in any order of rows to the same bits', () => {
  const scenario = rooms({ rate: 1, schedule: [{ at: 12, open: false }] });
  const world = createWorld(scenario);
  const shuffled = createWorld(scenario);
  for (let k = 0; k < 180; k++) {
    stepWorld(world);
    shuffleRows(shuffled);
    stepWorld(shuffled);
  }
  const loaded = loadWorld(saveWorld(world));
  for (let k = 0; k < 150; k++) {
    for (const each of [world, loaded]) stepWorld(each);
    shuffleRows(shuffled);
    stepWorld(shuffled);
  }
  expect(stateHashOf(loaded)).toBe(stateHashOf(world));
  expect(stateHashOf(shuffled)).toBe(stateHashOf(world));
});

test('doors that leave no path, times out of order and unknown names are refused', () => {
  const obstacles: ScenarioInput['obstacles'] = [
    { shape: 'segment', from: [10, 0], to: [10, 4] },
    { shape: 'segment', from: [10, 6], to: [10, 20] },
  ];
  expect(refusalOf(rooms({ open: false }, { obstacles }))).toMatch(
    /^ground\[0\]: the door "near" never opens and leaves no path: groups\[0\]/,
  );
  expect(refusalOf(rooms({ open: false, schedule: [{ at: 3, open: true }] }, { obstacles }))).toBe(
    'accepted',
  );
  const backwards = [
    { at: 3, open: true },
    { at: 2, open: false },
  ];
  expect(refusalOf(rooms({ schedule: backwards }))).toMatch(
    /^ground\[0\]\.schedule\[1\]\.at: expected a time after/,
  );
  expect(refusalOf(rooms({ rate: -1 }))).toMatch(/^ground\[0\]\.rate: expected a number above 0/);
  expect(refusalOf(rooms({}, { script: [{ at: 1, kind: 'open-door', door: 'far', open: true }] }))).toMatch(
    /^script\[0\]\.door: expected the name of a door or a queue, got "far"/,
  );
  const world = createWorld(rooms({}));
  expect(() => openDoor(world, 'far', true)).toThrow('expected the name of a door');
});
