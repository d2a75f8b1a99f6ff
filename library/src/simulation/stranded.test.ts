import { describe, expect, test } from 'vitest';
import { EventKind, Status } from '../crowd/index.ts';
import {
  createWorld,
  isOver,
  loadWorld,
  type ScenarioInput,
  saveWorld,
  stateHashOf,
  stepWorld,
  timeOf,
} from './index.ts';

type Obstacles = NonNullable<ScenarioInput['obstacles']>;

const box = (x0: number, y0: number, x1: number, y1: number): Obstacles[number] => ({
  shape: 'box',
  min: [x0, y0],
  max: [x1, y1],
});

const planners = ['path', 'harmonic', 'distance'] as const;

/** Runs to the end; how often an agent was said to have no path, and whether the first agent to look at ever was. */
function runOut(scenario: ScenarioInput, row: number) {
  const world = createWorld(scenario);
  let messages = 0;
  let wasStranded = false;
  while (!isOver(world) && timeOf(world) < scenario.duration!) {
    stepWorld(world);
    const { count, kind } = world.events;
    for (let k = 0; k < count; k++) if (kind[k] === EventKind.unreachable) messages++;
    wasStranded ||= world.crowd.plan.status[row] === Status.stranded;
  }
  return { world, messages, wasStranded };
}

describe('who is stranded goes on', () => {
  test.each(planners)('when a target on its course comes to where a way leads: %s', (name) => {
    // Nothing but the target moves, so that no revision told of it: the agent never moved again.
    const { messages, wasStranded, world } = runOut(
      {
        version: 1,
        name: 'ferry',
        bounds: { min: [0, 0], max: [20, 10], walls: true },
        duration: 60,
        steering: { name: 'nonlinear' },
        planner: { name },
        obstacles: [box(9.5, 0, 10.5, 10)],
        targets: [
          {
            name: 'boat',
            at: [15, 5],
            radius: 0.5,
            course: { kind: 'waypoints', points: [[5, 5]], speed: 1 },
          },
        ],
        agents: [{ at: [2, 2], targets: ['boat'] }],
      },
      0,
    );
    expect([wasStranded, messages, world.arrived]).toEqual([true, 1, 1]);
  });

  /** A hall, and a corridor that is too narrow for the last of three agents. */
  const corridor = (name: (typeof planners)[number]): ScenarioInput => ({
    version: 1,
    name: 'corridor',
    bounds: { min: [0, 0], max: [30, 10], walls: true },
    duration: 60,
    steering: { name: 'nonlinear' },
    planner: { name },
    obstacles: [box(0, 0, 8, 4.45), box(0, 5.55, 8, 10)],
    targets: [{ name: 'east', at: [27, 5], radius: 1.5 }],
  });

  test.each(planners)('when its place in a file comes to where a way leads: %s', (name) => {
    const { messages, wasStranded, world } = runOut(
      {
        ...corridor(name),
        agents: [
          { name: 'leader', at: [2, 5], radius: 0.2, targets: ['east'] },
          { name: 'stout', at: [11, 8], radius: 0.6 },
        ],
        teams: [
          { name: 'file', agents: ['leader', 'stout'], task: { kind: 'follow', leader: 'leader', gap: 1.5 } },
        ],
      },
      1,
    );
    expect([wasStranded, messages, world.arrived]).toEqual([true, 1, 2]);
  });

  test.each(planners)(
    'when its team comes out to where it can be met, and on to its own goal: %s',
    (name) => {
      const { messages, wasStranded, world } = runOut(
        {
          ...corridor(name),
          agents: [
            { name: 'first', at: [3, 5], radius: 0.2, targets: ['east'] },
            { name: 'second', at: [2, 5], radius: 0.2, targets: ['east'] },
            { name: 'stout', at: [12, 8], radius: 0.6, targets: ['east'] },
          ],
          teams: [
            {
              name: 'team',
              agents: ['first', 'second', 'stout'],
              task: { kind: 'keep-together', distance: 5 },
            },
          ],
        },
        2,
      );
      expect([wasStranded, messages, world.arrived]).toEqual([true, 1, 3]);
    },
  );
});

test('a world with agents that stand in the way is saved before and after a new second, and goes on to the bit', () => {
  const world = createWorld({
    version: 1,
    name: 'bystanders',
    bounds: { min: [0, 0], max: [20, 10], walls: true },
    duration: 60,
    dt: 0.1,
    obstacles: [box(9, 0, 10, 4)],
    agents: [
      { at: [9.5, 5] },
      { at: [9.5, 6] },
      { at: [1, 5], goal: [19, 2] },
      { at: [1, 6], goal: [19, 1] },
    ],
  });
  const saved: Uint8Array[] = [];
  const hashes: string[] = [];
  for (let step = 0; step < 60; step++) {
    if (step >= 36 && step < 42) saved.push(saveWorld(world));
    stepWorld(world);
    hashes.push(stateHashOf(world));
  }
  for (const [k, bytes] of saved.entries()) {
    const copy = loadWorld(bytes);
    for (let step = 36 + k; step < 60; step++) {
      stepWorld(copy);
      expect(stateHashOf(copy)).toBe(hashes[step]);
    }
  }
});

test('an agent that others push against a wall with its path behind it finds another path', () => {
  const world = createWorld({
    version: 1,
    name: 'wall',
    bounds: { min: [0, 0], max: [10, 10], walls: true },
    duration: 60,
    arrival: 'vanish',
    obstacles: [
      { shape: 'circle', center: [1.325, 4.897], radius: 0.978 },
      { shape: 'circle', center: [1.785, 2.776], radius: 0.452 },
      { shape: 'box', min: [6.893, 6.24], max: [8.771, 7.359] },
      { shape: 'segment', from: [4.902, 4.624], to: [7.324, 5.752] },
      { shape: 'box', min: [0.724, 6.277], max: [1.849, 8.592] },
      { shape: 'circle', center: [3.691, 5.266], radius: 0.868 },
      { shape: 'segment', from: [9.696, 9.552], to: [7.275, 6.557] },
      { shape: 'segment', from: [3.113, 2.002], to: [4.478, 1.938] },
      { shape: 'circle', center: [5.426, 9.073], radius: 0.324 },
    ],
    agents: [
      { at: [9.391, 7.272], goal: [6.521, 2.789], radius: 0.5 },
      { at: [1.02, 0.977], goal: [6.225, 3.147], radius: 0.5 },
      { at: [2.336, 1.077], goal: [6.104, 3.151], radius: 0.5 },
      { at: [7.876, 2.103], goal: [2.675, 1.27], radius: 0.5 },
      { at: [4.419, 0.806], goal: [8.953, 2.744], radius: 0.5 },
    ],
  });
  while (world.arrived < 5 && timeOf(world) < 60) stepWorld(world);
  expect(world.arrived).toBe(5);
});
