// What a program may do wrong: each mistake is an error that names it, at once.
import { describe, expect, test } from 'vitest';
import { growthOf } from '../numerics/growth.fixture.ts';
import { hashBytes, toHex } from '../numerics/index.ts';
import type { SteeringModel } from '../steering/index.ts';
import { createPlainWorld } from './create.ts';
import {
  addAgent,
  type Command,
  createWorld,
  loadWorld,
  moveObstacle,
  moveTarget,
  removeAgent,
  retargetAgent,
  type ScenarioInput,
  saveWorld,
  sendCommand,
  stateHashOf,
  stepWorld,
  type World,
} from './index.ts';
import { busySquare, runHashes } from './worlds.fixture.ts';

const square: ScenarioInput = {
  version: 1,
  name: 'square',
  bounds: { min: [-20, -20], max: [20, 20], walls: true },
  duration: 10,
  steering: { name: 'straight' },
  obstacles: [
    { shape: 'box', name: 'crate', min: [5, 5], max: [9, 9] },
    { shape: 'segment', name: 'fence', from: [-10, -5], to: [-2, -5] },
    { shape: 'circle', center: [10, -10], radius: 2 },
  ],
  targets: [{ name: 'door', at: [0, 15], radius: 1 }],
  agents: [{ at: [0, 0], goal: [0, 10] }, { at: [-15, 0] }],
};

describe('a step inside a step', () => {
  const inside = /^stepWorld was called inside a step/;
  const model = (act: () => void): SteeringModel => ({ name: 'own', computeControls: act });
  let world: World;
  test.each<[string, () => World]>([
    ['a steering model', () => createWorld(square, { steering: model(() => stepWorld(world)) })],
    [
      'a planner',
      () => createWorld(square, { planner: { name: 'own', updatePlans: () => stepWorld(world) } }),
    ],
    [
      'an automaton',
      () => createWorld(square, { automaton: { name: 'own', update: () => stepWorld(world) } }),
    ],
    ['a clock', () => createWorld(square, { clock: () => Number(stepWorld(world)) })],
  ])('is refused from %s, and the world does not stay locked', (_, create) => {
    world = create();
    expect(() => stepWorld(world)).toThrow(inside);
    expect(world.isStepping).toBe(false);
    expect(() => saveWorld(world)).not.toThrow(inside);
  });

  test('saving inside a step is refused too; another world may be stepped', () => {
    world = createWorld(square, { steering: model(() => saveWorld(world)) });
    expect(() => stepWorld(world)).toThrow(/^saveWorld was called inside a step/);
    const other = createWorld(square);
    stepWorld(createWorld(square, { steering: model(() => stepWorld(other)) }));
    expect(other.step).toBe(1);
  });
});

describe('velocities of a model', () => {
  const write = (
    act: (next: World['crowd']['next']) => void,
    bounds?: SteeringModel['bounds'],
  ): SteeringModel => ({
    name: 'wild',
    ...(bounds && { bounds }),
    computeControls: ({ crowd }) => act(crowd.next),
  });
  const wild = /^steering model "wild", agent 1: /;
  test.each<[string, SteeringModel, RegExp]>([
    [
      'not a number',
      write((next) => next.velocityX.fill(Number.NaN, 1, 2)),
      /the velocity \[NaN, 0\] is not finite/,
    ],
    ['infinite', write((next) => next.velocityY.fill(-Infinity, 1, 2)), /\[0, -Infinity\] is not finite/],
    ['too fast', write((next) => next.velocityX.fill(9, 1, 2)), /a speed of 9 m\/s, and .* at most 1\.3/],
    [
      'faster than a gain allows',
      write((next) => next.velocityX.fill(3, 1, 2), { speedGain: () => 1 }),
      /a speed of 3 m\/s, and .* at most 2\.3/,
    ],
    [
      'without a heading',
      write((next) => next.headingX.fill(0, 1, 2)),
      /the heading \[0, 0\] is not a unit vector/,
    ],
  ])('%s: the error names model and agent', (_, steering, message) => {
    const world = createWorld(square, { steering });
    expect(() => stepWorld(world)).toThrow(wild);
    expect(() => stepWorld(world)).toThrow(message);
  });

  test('an agent that wants to stand may retreat from one that is too near', () => {
    const world = createWorld({
      ...{ version: 1, name: 'near', bounds: { min: [-9, -9], max: [9, 9] }, duration: 9 },
      steering: { name: 'nonlinear', safetyDistance: 0.5 },
      agents: [{ at: [0, 0], goal: [5, 0], speed: 0 }, { at: [0.6, 0] }],
    });
    for (let step = 0; step < 40; step++) stepWorld(world);
    expect(world.crowd.motion.x[0]).toBeLessThan(-0.05);
  });

  test('within the bounds are fine', () => {
    const bounds = { speedFactor: 2, speedGain: () => 1 };
    const steering = write((next) => next.velocityX.fill(3.5, 1, 2), bounds);
    const world = createWorld(square, { steering });
    stepWorld(world);
    expect(world.step).toBe(1);
  });
});

describe('unknown options', () => {
  test.each<[string, object]>([
    [
      'options.sead: unknown option, expected one of seed, clock, steering, neighbours, planner, automaton',
      { sead: 2 },
    ],
    ['options.seed: expected a whole number from 0, got -1', { seed: -1 }],
    ['options.seed: expected a whole number from 0, got 0.5', { seed: 0.5 }],
    ['options.seed: expected a whole number from 0, got "7"', { seed: '7' }],
  ])('%s', (message, options) => {
    expect(() => createWorld(square, options)).toThrow(new TypeError(message));
    expect(() => createPlainWorld({ bounds: square.bounds }, options)).toThrow(new TypeError(message));
  });
});

describe('places of commands', () => {
  test.each<[message: RegExp, command: Command]>([
    [/agent\.at: the body overlaps agent 0 by 0\.1 m \(gap -0\.1 m\)/, add([0.4, 0])],
    [/agent\.at: the body overlaps agent 1 by 0\.5 m/, add([-15, 0])],
    [/agent\.at: the body \(radius 0\.25 m\) reaches .* into obstacles\[0\] "crate"/, add([5, 7])],
    [/agent\.at: the body .* reaches .* into obstacles\[1\] "fence"/, add([-5, -5.1])],
    [/agent\.goal: cannot be reached: 2 m inside obstacles\[0\] "crate"/, add([0, 4], [7, 7])],
    [/goal: cannot be reached: 2 m inside obstacles\[2\]/, { kind: 'retarget', id: 0, goal: [10, -10] }],
    [/goal: cannot be reached: 5 m outside the solid border/, { kind: 'retarget', id: 0, goal: [25, 0] }],
    [/to: cannot be reached: 2 m inside/, { kind: 'move-target', target: 'door', to: [7, 7] }],
    [
      /by: obstacles\[0\] "crate" would stand on agent 0: the body \(radius 0\.25 m\) reaches .* into it/,
      { kind: 'move-obstacle', obstacle: 'crate', by: [-7, -7] },
    ],
    // A fence encloses nothing, and yet may not stand on a body.
    [/"fence" would stand on agent 1/, { kind: 'move-obstacle', obstacle: 'fence', by: [-6, 4.9] }],
  ])('%s', (message, command) => {
    const world = createWorld(square);
    expect(() => sendCommand(world, command)).toThrow(message);
    expect(world.commands).toEqual([]);
  });

  test('agents that wait count, agents that leave do not', () => {
    const world = createWorld(square);
    const first = addAgent(world, { at: [3, 0] });
    expect(() => addAgent(world, { at: [3.3, 0] })).toThrow(`overlaps agent ${first}`);
    expect(() => moveObstacle(world, 'crate', [-3, -6])).toThrow(`would stand on agent ${first}`);
    removeAgent(world, 0);
    addAgent(world, { at: [0.1, 0] });
    stepWorld(world);
    expect(world.crowd.count).toBe(3);
    expect(() => addAgent(world, { at: [3, 0.2] })).toThrow(`overlaps agent ${first}`);
  });

  test('goals at the surface, in moved obstacles and beside bodies are fine', () => {
    const world = createWorld(square);
    retargetAgent(world, 0, { goal: [5.05, 7] });
    addAgent(world, { at: [0.5, 0] });
    moveObstacle(world, 'crate', [0, 5]);
    retargetAgent(world, 0, { goal: [7, 7] });
    expect(() => retargetAgent(world, 0, { goal: [7, 12] })).toThrow('inside obstacles[0]');
    moveTarget(world, 'door', [7, 7]);
    stepWorld(world);
  });

  test('adding to a crowd compares with what is near only: brute force agrees', () => {
    const world = createPlainWorld({ bounds: { min: [-50, -50], max: [50, 50] } });
    const placed: [number, number, number][] = [];
    let state = 7;
    const random = () => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return state / 2 ** 32;
    };
    let refused = 0;
    for (let k = 0; k < 1500; k++) {
      const [x, y] = [98 * random() - 49, 98 * random() - 49];
      const radius = random() < 0.02 ? 1 + 5 * random() : 0.1 + 0.9 * random();
      if (Math.abs(x) + radius > 50 || Math.abs(y) + radius > 50) continue;
      const isFree = placed.every(([px, py, pr]) => Math.hypot(px - x, py - y) >= pr + radius - 0.001);
      const act = () => addAgent(world, { at: [x, y], radius });
      if (isFree) {
        act();
        placed.push([x, y, radius]);
      } else {
        expect(act).toThrow(/overlaps agent/);
        refused++;
      }
    }
    expect(Math.min(placed.length, refused)).toBeGreaterThan(100);
  });

  function add(at: [number, number], goal?: [number, number]): Command {
    return { kind: 'add', agent: { at, ...(goal && { goal }) } };
  }
});

describe('a forged saved world', () => {
  const bytes = saveWorld(saved());
  const end = bytes.indexOf(10);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(17, end)));
  const slope = { name: 'slope', kind: 'speed', region: { box: { min: [0, 0], max: [1, 1] } }, factor: 0.5 };

  test('the header as it is gives the world again', () => {
    const world = loadWorld(forge({}));
    expect(stateHashOf(world)).toBe(stateHashOf(saved()));
    expect(runHashes(world, 5)).toEqual(runHashes(saved(), 5));
  });

  test.each<[key: string, value: unknown, message?: RegExp]>([
    ['step', -1],
    ['step', 0.5],
    ['step', 1e300],
    ['step', '3'],
    ['step', null],
    ['seed', -1],
    ['seed', 1.5],
    ['seed', 'x'],
    ['arrived', -1],
    ['count', -1],
    ['count', 1.5],
    ['count', 1e9],
    ['count', 999_999],
    ['slotCount', 1e9],
    ['slotCount', 3],
    ['freeSlotCount', -1],
    ['freeSlotCount', 7],
    ['reach', -1],
    ['reach', 'far'],
    ['nearAgents', 1e12],
    ['nearAgents', -4],
    ['nearObstacles', 2.5],
    ['events', 1e10],
    ['events', -1],
    ['targetSets', 7],
    ['targetSets', [[0.5]]],
    ['targetSets', [[-1]]],
    ['targetSets', [[99]]],
    ['commands', {}],
    ['commands', [{ kind: 'explode' }]],
    ['commands', [{ kind: 'remove', id: -1 }]],
    ['commands', [{ kind: 'move-obstacle', obstacle: 99, by: [0, 0] }]],
    ['commands', [{ kind: 'open-target', target: 'nowhere', open: true }]],
    ['obstacleRevision', -1],
    ['obstacleRevision', 3],
    ['obstacles', []],
    ['nextObstacle', -1],
    ['targetRevision', 0.1],
    ['planners', []],
    ['planners', [{ settings: header.planners[0].settings, bytes: 1e12 }]],
    ['planners', [...header.planners, { settings: { name: 'magic' }, bytes: -1 }]],
    ['steering', [-2]],
    ['steering', []],
    ['steering', [-1, -1]],
    ['models', [{ name: 'telepathy' }]],
    ['models', 'x'],
    ['layers', null],
    ['layers', { ...header.layers, steering: 7 }],
    ['layers', { ...header.layers, memory: [] }],
    ['scenario', null],
    ['scenario', { ...header.scenario, dt: -1 }],
    ['extra', 1],
    ['version', 99],
    // What each list alone would allow, and the scenario, the columns or another list do not.
    ['targetSets', []],
    ['targetRevision', Number.MAX_SAFE_INTEGER],
    ['doorTimes', [0]],
    ['ground', [slope, slope]],
    ['planners', [...header.planners, header.planners[0]]],
    ['planners', [{ settings: { name: 'harmonic' }, bytes: -1 }]],
    ['journeys', [{ stages: [{ kind: 'seek', targets: ['nowhere'] }] }]],
    ['distances', { subjects: [{ to: 'group', number: 99 }], pairs: [] }],
    ['distances', { subjects: [{ to: 'agents' }, { to: 'agents' }], pairs: [] }],
    ['commands', [{ ...header.commands[0], id: 0 }]],
    ['commands', [{ ...header.commands[0], id: 2 ** 40 }]],
    ['commands', [{ ...header.commands[0], agent: { ...header.commands[0].agent, at: [1e4, 0] } }]],
  ])('%s = %j is refused by name, without much memory', (key, value) => {
    const given = forge({ [key]: value });
    const message = messageOf(() => loadWorld(given));
    expect(message).toMatch(/^(saved world|scenario|this is not a saved world|command)/);
    expect(message).toContain(key === 'scenario' && value !== null ? 'dt' : key.replace(/^commands$/, ''));
  });

  test.each<[key: string, changes: (length: number) => object]>([
    [
      'distances.subjects',
      (length) => ({
        distances: { subjects: Array.from({ length }, (_, number) => ({ to: 'agent', number })), pairs: [] },
      }),
    ],
    [
      'distances.pairs',
      (length) => ({
        distances: { subjects: [], pairs: Array.from({ length }, (_, number) => [number, number + 1, 1]) },
      }),
    ],
    ['targetSets', (length) => ({ targetSets: Array.from({ length }, () => [0]) })],
    ['commands', (length) => ({ commands: Array.from({ length }, (_, id) => ({ kind: 'remove', id })) })],
  ])('a long list in %s costs as much for each item as a short one', (_, changes) => {
    const load = (length: number) => messageOf(() => loadWorld(forge(changes(length))));
    // Comparing all pairs would cost 16 times as much.
    expect(growthOf(load, 5000, 4)).toBeLessThan(10);
  });

  test.each<[name: string, message: RegExp, tamper: (world: World) => void]>([
    [
      'agents near an agent',
      /nearAgents: expected numbers from 0 and below \d+, got 1000000/,
      ({ environment }) => environment.perception.agents.items.fill(1e6),
    ],
    [
      'obstacles near an agent',
      /nearObstacles: expected a list within/,
      ({ environment }) => environment.perception.obstacles.starts.fill(-5),
    ],
    [
      'the schedule of a source',
      /the source of groups\[0\]/,
      ({ sources }) => sources!.table.scheduled.fill(-5),
    ],
    // Its agents would never cease to come in one step.
    ['the rate of a source', /the source of groups\[0\]/, ({ sources }) => sources!.table.rate.fill(1e300)],
    ['the time of a source', /the source of groups\[0\]/, ({ sources }) => sources!.table.nextAt.fill(NaN)],
  ])('forged columns are refused: %s', (name, message, tamper) => {
    const [first, ...others] = busySquare.groups!;
    const source = { rate: 2, schedule: [[1, 3]] as [number, number][] };
    const sourced = { ...first, count: undefined, source };
    const world = createWorld(
      name.includes('source')
        ? ({ ...busySquare, groups: [sourced, ...others] } as ScenarioInput)
        : busySquare,
    );
    for (let k = 0; k < 10; k++) stepWorld(world);
    expect(messageOf(() => loadWorld(saveWorld(world)))).toBe('accepted');
    tamper(world);
    expect(messageOf(() => loadWorld(saveWorld(world)))).toMatch(message);
  });

  test.each(Object.keys(header))('a header without %s is refused', (key) => {
    const { [key]: _, ...rest } = header;
    expect(messageOf(() => loadWorld(seal(JSON.stringify(rest))))).toMatch(
      key === 'format' || key === 'version' ? /not a saved world/ : new RegExp(key),
    );
  });

  test('what is no JSON, or has a key twice, is refused', () => {
    for (const text of ['', '{', 'null', '[]', `{"step": 1, ${JSON.stringify(header).slice(1)}`]) {
      expect(messageOf(() => loadWorld(seal(text)))).toMatch(/^(saved world|this is not a saved world)/);
    }
  });

  function saved(): World {
    const world = createWorld(busySquare);
    for (let k = 0; k < 10; k++) stepWorld(world);
    addAgent(world, { at: [0, 12], targets: ['east'] });
    return world;
  }

  function forge(changes: object): Uint8Array {
    return seal(JSON.stringify({ ...header, ...changes }));
  }

  /** The hash proves nothing: any forger can compute it. */
  function seal(text: string): Uint8Array {
    const join = (line: string, rest: Uint8Array) => {
      const start = new TextEncoder().encode(line);
      const whole = new Uint8Array(start.length + rest.length);
      whole.set(start);
      whole.set(rest, start.length);
      return whole;
    };
    const rest = join(`${text}\n`, bytes.subarray(end + 1));
    return join(`${toHex(hashBytes(rest))} `, rest);
  }

  function messageOf(action: () => unknown): string {
    try {
      action();
    } catch (error) {
      return (error as Error).message;
    }
    return 'accepted';
  }
});
