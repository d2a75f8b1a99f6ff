import { describe, expect, test } from 'vitest';
import { Status } from '../../crowd/index.ts';
import {
  createWorld,
  loadWorld,
  type ScenarioInput,
  saveWorld,
  stateHashOf,
  stepWorld,
  type World,
} from '../../simulation/index.ts';
import { createPathGuide } from '../paths/index.ts';
import { createPlanner } from './planner.ts';

type Thing = NonNullable<ScenarioInput['obstacles']>[number];
const box = (x0: number, y0: number, x1: number, y1: number, name?: string): Thing => ({
  ...(name && { name }),
  shape: 'box',
  min: [x0, y0],
  max: [x1, y1],
});

/** The near target is in a cage; the far ones can be reached. */
const cage = {
  version: 1,
  name: 'cage',
  bounds: { min: [-10, -10], max: [10, 10], walls: true },
  duration: 60,
  steering: {
    attraction: 3,
    classes: [
      { name: 'food', kind: 'target' },
      { name: 'home', kind: 'target' },
      { name: 'walls', kind: 'obstacle' },
    ],
  },
  obstacles: [box(2, -1.2, 4.4, -1), box(2, 1, 4.4, 1.2), box(2, -1, 2.2, 1), box(4.2, -1, 4.4, 1, 'lid')],
  targets: [
    { name: 'caged', at: [3.2, 0], radius: 0.3 },
    { name: 'free', at: [-6, 6], radius: 0.5 },
    { name: 'home', at: [-6, 6], radius: 0.5, class: 'home' },
  ],
  agents: [{ at: [0, 0], targets: ['caged', 'free'] }],
} satisfies ScenarioInput;

function run(world: World, seconds: number): World {
  for (let end = seconds / world.dt; world.step < end; ) stepWorld(world);
  return world;
}

describe.each(['harmonic', 'distance', 'path'] as const)('with several classes of targets, by %s', (name) => {
  const planner = { name };

  test('the nearest of a class is the nearest that can be reached', () => {
    // It was the nearest as the crow flies: the agent was stranded beside a target that it could have gone to.
    const world = run(createWorld({ ...cage, planner }), 20);
    expect([world.arrived, world.crowd.plan.target[0]]).toEqual([1, 1]);
  });

  test('a class whose targets are all out of reach leaves the choice to the others', () => {
    const agents = [{ at: [0, 0] as [number, number], targets: ['caged', 'home'] }];
    const world = run(createWorld({ ...cage, planner, agents }), 20);
    expect([world.arrived, world.crowd.plan.target[0]]).toEqual([1, 2]);
  });

  test.each([1, 10])(
    'who can reach none is stranded until there is a way; planning every %i steps',
    (planning) => {
      const scenario: ScenarioInput = {
        ...cage,
        planner,
        cadence: { planning },
        agents: [{ at: [0, 0], targets: ['caged'] }],
        script: [{ at: 5, kind: 'move-obstacle', obstacle: 'lid', by: [4, 0] }],
      };
      const world = createWorld(scenario);
      expect(run(world, 5).crowd.plan.status[0]).toBe(Status.stranded);
      expect(run(world, 25).arrived).toBe(1);
    },
  );

  test('a saved and loaded world goes on alike', () => {
    for (const steps of [0, 1, 2, 30]) {
      const world = createWorld({ ...cage, planner });
      for (let step = 0; step < steps; step++) stepWorld(world);
      const copy = loadWorld(saveWorld(world));
      for (let step = 0; step < 20; step++) {
        stepWorld(world);
        stepWorld(copy);
        expect(stateHashOf(copy)).toBe(stateHashOf(world));
      }
    }
  });
});

test('in space, where paths are straight, every target can be reached', () => {
  const { name, duration, steering, version } = cage;
  const guide = createPathGuide({ cell: 0.25, clearance: 0.1, searches: 32, cells: 20_000 });
  const scenario: ScenarioInput = {
    version,
    name,
    duration,
    steering,
    dimension: 3,
    bounds: { min: [-10, -10, -10], max: [10, 10, 10] },
    targets: [
      { name: 'food', at: [8, 0, 0], radius: 0.5 },
      { name: 'home', at: [-3, 0, 0], radius: 0.5, class: 'home' },
    ],
    agents: [{ at: [0, 0, 0], targets: ['food', 'home'] }],
  };
  const world = createWorld(scenario, { planner: createPlanner(guide) });
  run(world, 15);
  expect(world.arrived).toBe(1);
});
