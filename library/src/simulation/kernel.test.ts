import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createNonlinearModel } from '../steering/index.ts';
import { createKernel } from '../steering/nonlinear/kernel.ts';
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

function hashes(input: ScenarioInput, compiled: boolean): string[] {
  const { steering } = checkScenario(input);
  const world = createWorld(input, { steering: createNonlinearModel(steering, compiled) });
  return Array.from({ length: 120 }, () => {
    stepWorld(world);
    return stateHashOf(world);
  });
}

describe('the compiled kernel', () => {
  test('is there on this machine, and not for margins beyond its table', () => {
    expect(createKernel(createWindow(0.8), 10, 10)).toBeDefined();
    expect(createKernel(createWindow(0.3), 10, 10)).toBeUndefined();
  });

  test.each<[string, ScenarioInput['steering']]>([
    ['smooth', {}],
    ['faithful', { variant: 'faithful' }],
    ['a wide margin and long repulsion', { margin: 1.6, baseDistance: 4 }],
    ['bold agents, whose repulsion has no length', { baseDistance: 0, safetyDistance: 0 }],
  ])('gives the same bits as JavaScript: %s', (_, steering) => {
    expect(hashes(crowded(steering), true)).toEqual(hashes(crowded(steering), false));
  });

  test('leaves an agent with more neighbours than it has room for to JavaScript, with the same bits', () => {
    const heap: ScenarioInput = {
      version: 1,
      name: 'heap',
      bounds: { min: [-60, -60], max: [60, 60] },
      duration: 1,
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
      const { steering } = checkScenario(heap);
      const world = createWorld(heap, { steering: createNonlinearModel(steering, compiled) });
      stepWorld(world);
      return stateHashOf(world);
    };
    expect(first(true)).toBe(first(false));
  });

  test('is what its source gives', () => {
    const script = fileURLToPath(new URL('../../../scripts/build-kernel.js', import.meta.url));
    expect(() => execFileSync('node', [script, '--check'], { stdio: 'pipe' })).not.toThrow();
  });
});
