import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { exp, log } from '../numerics/index.ts';
import { createClasses } from '../steering/nonlinear/classes.ts';
import type { NonlinearParameters } from '../steering/nonlinear/index.ts';
import { createKernel } from '../steering/nonlinear/kernel.ts';
import { createNonlinearModel } from '../steering/nonlinear/model.ts';
import { createWindow } from '../steering/nonlinear/repellers.ts';
import { checkScenario, createWorld, type ScenarioInput, stateHashOf, stepWorld } from './index.ts';

/** A dense crowd between walls, with bodies of many sizes and tempers, some of them overlapping after a while. */
function crowded(steering: ScenarioInput['steering']): ScenarioInput {
  return {
    version: 1,
    name: 'crowded',
    bounds: { min: [0, 0], max: [16, 12], walls: true },
    duration: 20,
    obstacles: [
      { shape: 'circle', center: [8, 6], radius: 1 },
      {
        shape: 'box',
        min: [3, 3],
        max: [4, 5],
        course: { kind: 'oscillation', amplitude: [0, 1], period: 3 },
      },
    ],
    groups: [
      {
        name: 'all',
        count: 150,
        region: { box: { min: [0.5, 0.5], max: [15.5, 11.5] } },
        radius: { uniform: [0.1, 0.4] },
        personality: { aggressiveness: { uniform: [0, 1] }, agility: { uniform: [0, 1] } },
        goal: { random: { box: { min: [1, 1], max: [15, 11] } } },
      },
    ],
    arrival: 'continue',
    steering,
  };
}

/** The same in a tank of the same floor, with balls, boxes and a sloping floor. */
function swarming(steering: ScenarioInput['steering']): ScenarioInput {
  const crowd = crowded(steering);
  return {
    ...crowd,
    name: 'swarming',
    dimension: 3,
    bounds: { min: [0, 0, 0], max: [16, 12, 8], walls: true },
    obstacles: [
      { shape: 'sphere', center: [8, 6, 4], radius: 1 },
      { shape: 'box', min: [3, 3, 1], max: [4, 5, 3], course: { kind: 'velocity', velocity: [0.1, 0, 0.1] } },
      {
        shape: 'triangles',
        points: [
          [0, 0, 0.2],
          [16, 0, 0.2],
          [8, 12, 1.5],
        ],
        faces: [[0, 1, 2]],
      },
      { shape: 'plane', point: [0, 0, 7], normal: [0, 0.1, -1] },
    ],
    groups: crowd.groups!.map((group) => ({
      ...group,
      region: { box: { min: [0.5, 0.5, 2], max: [15.5, 11.5, 5] } },
      goal: { random: { box: { min: [1, 1, 2], max: [15, 11, 5] } } },
    })),
  };
}

/** Every other group is of a class of its own. */
function mixed(scenario: ScenarioInput): ScenarioInput {
  const [group] = scenario.groups!;
  return {
    ...scenario,
    steering: {
      ...scenario.steering,
      name: 'nonlinear',
      classes: [
        { name: 'target', kind: 'target' },
        { name: 'people', kind: 'obstacle' },
        { name: 'dogs', kind: 'obstacle', distance: 3 },
        { name: 'ghosts', kind: 'obstacle', distance: 0.2, advantage: { constant: 0.1 } },
      ],
    },
    groups: [
      { ...group, count: 50, class: 'people' },
      { ...group, count: 50, name: 'dogs', class: 'dogs' },
      { ...group, count: 50, name: 'ghosts', class: 'ghosts' },
    ],
  };
}

function hashes(input: ScenarioInput, compiled: boolean): string[] {
  const steering = checkScenario(input).steering as NonlinearParameters;
  const world = createWorld(input, { steering: createNonlinearModel(steering, compiled) });
  return Array.from({ length: 60 }, () => {
    stepWorld(world);
    return stateHashOf(world);
  });
}

/** The positions after three seconds. */
function places(input: ScenarioInput): number[] {
  const world = createWorld(input);
  for (let step = 0; step < 60; step++) stepWorld(world);
  const { x, y, z } = world.crowd.motion;
  return [...x, ...y, ...z];
}

describe('the compiled kernel', () => {
  test('is there on this machine, and not for margins beyond its table', () => {
    expect(createKernel(createWindow(0.8), createClasses({}), 2, 10, 10)).toBeDefined();
    expect(createKernel(createWindow(0.3), createClasses({}), 2, 10, 10)).toBeUndefined();
  });

  test.each<[string, ScenarioInput['steering']]>([
    ['smooth', { name: 'nonlinear' }],
    ['faithful', { variant: 'faithful' }],
    ['a wide margin and long repulsion', { margin: 1.6, baseDistance: 4 }],
    ['bold agents, whose repulsion has no length', { baseDistance: 0, safetyDistance: 0 }],
  ])('gives the same bits as JavaScript: %s', (_, steering) => {
    for (const scenario of [crowded, swarming]) {
      expect(hashes(scenario(steering), true)).toEqual(hashes(scenario(steering), false));
      expect(hashes(mixed(scenario(steering)), true)).toEqual(hashes(mixed(scenario(steering)), false));
    }
  });

  test('gives the same bits as JavaScript with one class of obstacles that is felt from afar', () => {
    for (const scenario of [crowded({ name: 'nonlinear' }), swarming({ name: 'nonlinear' })]) {
      const steering: ScenarioInput['steering'] = {
        name: 'nonlinear',
        classes: [
          { name: 'target', kind: 'target' },
          { name: 'others', kind: 'obstacle', distance: 2.5 },
        ],
      };
      const felt = { ...scenario, steering };
      expect(hashes(felt, true)).toEqual(hashes(felt, false));
      expect(hashes(felt, true)).not.toEqual(hashes(scenario, true));
    }
  });

  test('gives the same bits as JavaScript where agents keep distances of their own', () => {
    for (const scenario of [crowded, swarming].map((make) => make({ name: 'nonlinear' }))) {
      for (const plain of [scenario, mixed(scenario)]) {
        const [first, ...others] = plain.groups!;
        const selective: ScenarioInput = {
          ...plain,
          groups: [
            {
              ...first,
              personalDistance: [
                { to: 'agents', distance: 0.3 },
                { agent: 7, distance: 4 },
                { obstacle: 0, distance: 3 },
              ],
            },
            ...others,
          ],
        };
        expect(hashes(selective, true)).toEqual(hashes(selective, false));
        expect(places(selective)).not.toEqual(places(plain));
      }
    }
  });

  test('a distance that equals d0 changes no bit of the motion', () => {
    const temper = { aggressiveness: 0.5 };
    for (const scenario of [crowded, swarming].map((make) => make({ name: 'nonlinear', baseDistance: 1 }))) {
      const [group] = scenario.groups!;
      const plain = { ...scenario, groups: [{ ...group, personality: temper }] };
      const d0 = exp(log(2) * 2 * 0.5) - 1;
      const same = { ...scenario, groups: [{ ...group, personality: temper, personalDistance: d0 }] };
      expect(places(same)).toEqual(places(plain));
    }
  });

  test('the standard classes, spelt out, change nothing but the last bits of the weights', () => {
    for (const scenario of [crowded({ name: 'nonlinear' }), swarming({ name: 'nonlinear' })]) {
      const twins: ScenarioInput = {
        ...scenario,
        steering: {
          name: 'nonlinear',
          classes: [
            { name: 'target', kind: 'target' },
            { name: 'obstacles', kind: 'obstacle' },
          ],
        },
      };
      const [standard, spelt] = [createWorld(scenario), createWorld(twins)];
      for (let step = 0; step < 10; step++) for (const world of [standard, spelt]) stepWorld(world);
      for (let row = 0; row < standard.crowd.count; row++) {
        for (const name of ['x', 'y', 'z'] as const) {
          const difference = spelt.crowd.motion[name][row] - standard.crowd.motion[name][row];
          expect(Math.abs(difference)).toBeLessThan(1e-9);
        }
        for (const name of ['weight0', 'weight1']) {
          const difference = spelt.crowd.steer[name][row] - standard.crowd.steer[name][row];
          expect(Math.abs(difference)).toBeLessThan(1e-9);
        }
      }
    }
  });

  test('leaves an agent with more neighbours than it has room for to JavaScript, with the same bits', () => {
    const heap: ScenarioInput = {
      version: 1,
      name: 'heap',
      bounds: { min: [-60, -60], max: [60, 60] },
      duration: 1,
      steering: { name: 'nonlinear' },
      groups: [
        {
          name: 'all',
          count: 2100,
          region: { circle: { center: [0, 0], radius: 20 } },
          radius: 0.05,
          clearance: 0,
          goal: { point: [0, 0] },
        },
      ],
      neighbours: { radius: 100 },
    };
    const first = (compiled: boolean) => {
      const steering = checkScenario(heap).steering as NonlinearParameters;
      const world = createWorld(heap, { steering: createNonlinearModel(steering, compiled) });
      stepWorld(world);
      return stateHashOf(world);
    };
    expect(first(true)).toBe(first(false));
  });

  test('does without where the host has no memory for it, with the same bits', () => {
    type Descriptor = { initial: number };
    type Host = { Memory: new (descriptor: Descriptor) => object; Module: object; Instance: object };
    const { Instance, Memory, Module } = (globalThis as unknown as { WebAssembly: Host }).WebAssembly;
    const refused: number[] = [];
    class SmallMemory extends Memory {
      constructor(descriptor: Descriptor) {
        if (descriptor.initial > 4) {
          refused.push(descriptor.initial);
          throw new RangeError('no memory');
        }
        super(descriptor);
      }
    }
    const crowd: ScenarioInput = {
      ...crowded({ name: 'nonlinear' }),
      groups: [
        {
          name: 'all',
          count: 256,
          region: { box: { min: [0.5, 0.5], max: [15.5, 11.5] } },
          radius: 0.1,
          goal: { random: { box: { min: [1, 1], max: [15, 11] } } },
        },
      ],
      neighbours: { radius: 30 },
    };
    const run = () => {
      const world = createWorld(crowd);
      for (let step = 0; step < 20; step++) stepWorld(world);
      return stateHashOf(world);
    };
    const expected = run();
    vi.stubGlobal('WebAssembly', { Instance, Memory: SmallMemory, Module });
    try {
      expect(run()).toBe(expected);
    } finally {
      vi.unstubAllGlobals();
    }
    expect(refused.length).toBeGreaterThan(0);
  });

  test('is what its source gives', () => {
    const script = fileURLToPath(new URL('../../../scripts/build-kernel.js', import.meta.url));
    expect(() => execFileSync('node', [script, '--check'], { stdio: 'pipe' })).not.toThrow();
  });
});
