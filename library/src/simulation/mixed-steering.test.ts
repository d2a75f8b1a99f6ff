import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Automaton, createNoAutomaton } from '../automata/index.ts';
import { reorderRows, rowOf } from '../crowd/index.ts';
import {
  createWorld,
  loadWorld,
  readAgent,
  type ScenarioInput,
  saveWorld,
  sendCommand,
  stateHashOf,
  stepWorld,
  type World,
} from './index.ts';

const models = ['walker', 'nonlinear', 'pipeline', 'critters', 'straight'] as const;
type Model = (typeof models)[number];

/** Two groups that are too far apart to see each other; each may have a model of its own. */
function twoGroups(whole: Model, left?: Model, right?: Model): ScenarioInput {
  const group = (name: string, x: number, model: Model | undefined) => ({
    name,
    count: 12,
    region: { box: { min: [x, 0] as [number, number], max: [x + 8, 10] as [number, number] } },
    goal: { mirror: [x + 4, 5] as [number, number] },
    ...(model && { steering: { name: model } }),
  });
  return {
    version: 1,
    name: 'two groups',
    bounds: { min: [-50, -50], max: [250, 60] },
    duration: 10,
    arrival: 'continue',
    planner: { name: 'direct' },
    obstacles: [
      { shape: 'circle', center: [4, 5], radius: 0.5 },
      { shape: 'circle', center: [204, 5], radius: 0.5 },
    ],
    steering: { name: whole },
    groups: [group('left', 0, left), group('right', 200, right)],
  };
}

function placesAfter(scenario: ScenarioInput, steps: number, half: 0 | 1): number[] {
  const world = createWorld(scenario);
  for (let k = 0; k < steps; k++) stepWorld(world);
  return Array.from({ length: 12 }, (_, k) => readAgent(world, half * 12 + k)).flatMap(({ x, y }) => [x, y]);
}

describe('groups with models of their own', () => {
  test.each(models.flatMap((a) => models.filter((b) => b !== a).map((b) => [a, b] as const)))(
    '%s and %s far apart move to the bit as in worlds of their own',
    (a, b) => {
      const mixed = twoGroups(a, undefined, b);
      expect(placesAfter(mixed, 60, 0)).toEqual(placesAfter(twoGroups(a), 60, 0));
      expect(placesAfter(mixed, 60, 1)).toEqual(placesAfter(twoGroups(b), 60, 1));
    },
  );

  test('it does not matter which model is the scenario’s and which is a group’s', () => {
    const one = createWorld(twoGroups('walker', undefined, 'nonlinear'));
    const other = createWorld(twoGroups('nonlinear', 'walker', undefined));
    for (let k = 0; k < 40; k++) {
      stepWorld(one);
      stepWorld(other);
    }
    expect([...other.crowd.motion.x.subarray(0, 24)]).toEqual([...one.crowd.motion.x.subarray(0, 24)]);
  });
});

/** Agents of all models in one square, crossing. */
const square: ScenarioInput = {
  version: 1,
  name: 'all in one square',
  bounds: { min: [-15, -15], max: [15, 15], walls: true },
  duration: 30,
  arrival: 'stop',
  groups: models
    .filter((model) => model !== 'straight')
    .map((model, k) => ({
      name: model,
      count: 8,
      region: { ring: { center: [0, 0] as [number, number], radius: 6 + 2 * k } },
      goal: { mirror: [0, 0] as [number, number] },
      steering: { name: model },
    })),
};

describe('models in one crowd', () => {
  test('see and avoid one another: no body passes through another', () => {
    const world = createWorld(square);
    for (let k = 0; k < 300; k++) {
      stepWorld(world);
      const { count, motion, traits } = world.crowd;
      for (let a = 0; a < count; a++) {
        for (let b = 0; b < a; b++) {
          const gap = Math.hypot(motion.x[a] - motion.x[b], motion.y[a] - motion.y[b]);
          expect(gap).toBeGreaterThan(0.5 * (traits.radius[a] + traits.radius[b]));
        }
      }
    }
  });

  test('a walker gives way to an agent that avoids nothing', () => {
    const world = createWorld({
      version: 1,
      name: 'head on',
      bounds: { min: [-20, -20], max: [20, 20] },
      duration: 20,
      agents: [
        { at: [-6, 0], goal: [6, 0.01] },
        { at: [6, 0], goal: [-6, 0], steering: { name: 'straight' } },
      ],
    });
    let least = Number.POSITIVE_INFINITY;
    let bend = 0;
    for (let k = 0; k < 200; k++) {
      stepWorld(world);
      const [walker, other] = [readAgent(world, 0), readAgent(world, 1)];
      least = Math.min(least, Math.hypot(walker.x - other.x, walker.y - other.y) - 0.5);
      bend = Math.max(bend, Math.abs(walker.y));
      expect(other.y).toBeCloseTo(0, 6);
    }
    expect(least).toBeGreaterThan(0);
    expect(bend).toBeGreaterThan(0.4);
  });

  test('saved in the middle, they go on to the same bits, in any order of rows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 80 }),
        fc.integer({ min: 1, max: 2 ** 31 - 1 }),
        (steps, salt) => {
          const world = createWorld(square);
          for (let k = 0; k < steps; k++) stepWorld(world);
          const copy = loadWorld(saveWorld(world));
          const { count } = copy.crowd;
          const order = Int32Array.from({ length: count }, (_, row) => row).sort(
            (a, b) => ((a * salt) % 97) - ((b * salt) % 97) || a - b,
          );
          reorderRows(copy.crowd, order);
          for (let k = 0; k < 30; k++) {
            stepWorld(world);
            stepWorld(copy);
          }
          expect(stateHashOf(copy)).toBe(stateHashOf(world));
        },
      ),
      { numRuns: 6 },
    );
  });

  test('the view radius of a group is that of its model, or its own', () => {
    const { crowd } = createWorld({
      ...square,
      groups: [
        { ...square.groups![0], name: 'far', steering: { name: 'walker' } },
        { ...square.groups![1], name: 'near', steering: { name: 'nonlinear' } },
        { ...square.groups![2], name: 'own', steering: { name: 'nonlinear' }, viewRadius: 5 },
      ],
    });
    const { group, viewRadius } = crowd.traits;
    for (let row = 0; row < crowd.count; row++) expect(viewRadius[row]).toBe([10, 3, 5][group[row]]);
  });
});

const alone: ScenarioInput = {
  version: 1,
  name: 'alone',
  bounds: { min: [-50, -50], max: [50, 50] },
  duration: 20,
  agents: [{ at: [0, 0], heading: 0, goal: [40, 0] }],
};

function modelOf(world: World, id: number): string {
  const { crowd, models: inUse } = world;
  return inUse[crowd.traits.steering[rowOf(crowd, id)]].model.name;
}

describe('an agent changes its model in the middle of a run', () => {
  test('by a command', () => {
    const world = createWorld(alone);
    for (let k = 0; k < 20; k++) stepWorld(world);
    sendCommand(world, { kind: 'change-traits', id: 0, traits: { steering: { name: 'critters' } } });
    expect(modelOf(world, 0)).toBe('walker');
    stepWorld(world);
    expect(modelOf(world, 0)).toBe('critters');
    const before = readAgent(world, 0).x;
    for (let k = 0; k < 20; k++) stepWorld(world);
    expect(readAgent(world, 0).x).toBeGreaterThan(before);
  });

  test('by a stage of its journey, and a saved world knows the models that came', () => {
    const world = createWorld({
      ...alone,
      agents: [
        {
          at: [0, 0],
          journey: {
            stages: [
              { kind: 'seek', point: [3, 0] },
              { kind: 'seek', point: [9, 0], traits: { steering: { name: 'nonlinear' }, viewRadius: 4 } },
            ],
          },
        },
      ],
    });
    expect(modelOf(world, 0)).toBe('walker');
    while (world.crowd.plan.stage[0] === 0) stepWorld(world);
    expect(modelOf(world, 0)).toBe('nonlinear');
    expect(world.crowd.traits.viewRadius[0]).toBe(4);
    const copy = loadWorld(saveWorld(world));
    for (let k = 0; k < 40; k++) {
      stepWorld(world);
      stepWorld(copy);
    }
    expect(stateHashOf(copy)).toBe(stateHashOf(world));
    expect(modelOf(copy, 0)).toBe('nonlinear');
  });

  test('by an automaton', () => {
    const automaton: Automaton = {
      ...createNoAutomaton(),
      name: 'startled',
      update: ({ step, switchSteering }) => {
        if (step === 10) switchSteering!(0, 'straight');
      },
    };
    const world = createWorld(alone, { automaton });
    for (let k = 0; k < 10; k++) stepWorld(world);
    expect(modelOf(world, 0)).toBe('walker');
    stepWorld(world);
    expect(modelOf(world, 0)).toBe('straight');
  });
});

describe('bad input names the place', () => {
  const refusal = (scenario: unknown): string => {
    try {
      createWorld(scenario as ScenarioInput);
    } catch (error) {
      return (error as Error).message;
    }
    return 'accepted';
  };
  const agent = { at: [0, 0], goal: [5, 0] };

  test.each([
    [
      { name: 'boids' },
      'agents[0].steering.name: expected "walker", "nonlinear", "pipeline", "critters" or "straight", got "boids"',
    ],
    [
      { name: 'walker', horizon: -1 },
      'agents[0].steering.horizon: expected a number from 0.01 to 60 s, got -1',
    ],
    [5, 'agents[0].steering: expected an object, got 5'],
    [{ name: 'nonlinear', climbNoise: 1 }, 'agents[0].steering.climbNoise: only in a world of dimension 3'],
  ])('%j', (steering, message) => {
    expect(refusal({ ...alone, agents: [{ ...agent, steering }] })).toContain(message);
  });

  test('a model that knows no space', () => {
    const bounds = { min: [-50, -50, -50], max: [50, 50, 50] };
    const agents = [{ ...agent, steering: { name: 'walker' } }];
    const scenario = { ...alone, bounds, dimension: 3, agents };
    expect(refusal(scenario)).toContain(
      'agents[0].steering.name: expected "nonlinear" or "critters" in a world of dimension 3, got "walker"',
    );
  });

  test('a command', () => {
    const world = createWorld(alone);
    stepWorld(world);
    const command = { kind: 'change-traits', id: 0, traits: { steering: { name: 'boids' } } } as never;
    expect(() => sendCommand(world, command)).toThrow('traits.steering.name: expected "walker"');
  });
});

test('a model whose first agent comes after an obstacle was added knows this obstacle', () => {
  const box: NonNullable<ScenarioInput['obstacles']>[number] = { shape: 'box', min: [-6, 0], max: [-5, 1] };
  const run = (obstacles: ScenarioInput['obstacles'], script: object[]) => {
    const world = createWorld({
      version: 1,
      name: 'yard',
      duration: 5,
      bounds: { min: [-10, -10], max: [10, 10], walls: true },
      agents: [{ at: [8, 8], goal: [0, 8] }],
      obstacles,
      script: [
        ...script,
        { at: 1, kind: 'add', agent: { at: [-6.5, 0.5], steering: { name: 'critters' }, goal: [5, 5] } },
      ] as ScenarioInput['script'],
    });
    for (let step = 0; step < 100; step++) stepWorld(world);
    return [world.crowd.motion.x[1], world.crowd.motion.y[1]];
  };
  const later = run([], [{ at: 0.5, kind: 'add-obstacle', obstacle: box }]);
  expect(later).toEqual(run([box], []));
  expect(later).not.toEqual(run([], []));
});
