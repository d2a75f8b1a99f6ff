// What a program may do wrong: each mistake is an error that names it, at once.
import { describe, expect, test } from 'vitest';
import type { SteeringModel } from '../steering/index.ts';
import { createPlainWorld } from './create.ts';
import {
  addAgent,
  type Command,
  createWorld,
  moveObstacle,
  moveTarget,
  removeAgent,
  retargetAgent,
  type ScenarioInput,
  saveWorld,
  sendCommand,
  stepWorld,
  type World,
} from './index.ts';

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

  test('is refused while the world is being saved', () => {
    const save = () => {
      stepWorld(world);
      return new Uint8Array(1);
    };
    world = createWorld(square, { steering: { ...model(() => {}), save, load: () => {} } });
    expect(() => saveWorld(world)).toThrow(inside);
    expect(world.step).toBe(0);
    stepWorld(world);
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
