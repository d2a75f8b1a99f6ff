import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { createWorld, type ScenarioInput, stepWorld } from './index.ts';

/** Agents at 0.5/m² that walk to places of their own. */
function plaza(count: number): ScenarioInput {
  const side = Math.sqrt(2 * count);
  const box = { min: [0, 0] as [number, number], max: [side, side] as [number, number] };
  return {
    version: 1,
    name: 'plaza',
    bounds: box,
    duration: 1000,
    steering: { name: 'nonlinear' },
    groups: [{ name: 'all', count, region: { box }, goal: { random: { box } }, goalRadius: 0.01 }],
    arrival: 'continue',
  };
}

/** Agents among pillars who walk to and fro: to one end, and when they are there, to the other. */
function pillars(planner: NonNullable<ScenarioInput['planner']>): ScenarioInput {
  const ends = ['west', 'east'];
  return {
    version: 1,
    name: 'pillars',
    bounds: { min: [0, 0], max: [24, 16], walls: true },
    duration: 1000,
    steering: { name: 'nonlinear' },
    planner,
    obstacles: [4, 8, 12, 16, 20].flatMap((x) =>
      [3, 8, 13].map((y) => ({
        shape: 'box' as const,
        min: [x - 0.3, y - 1.5] as [number, number],
        max: [x + 0.3, y + 1.5] as [number, number],
      })),
    ),
    targets: ends.map((name, k) => ({
      name,
      region: { box: { min: [k === 0 ? 0.5 : 22.5, 1], max: [k === 0 ? 1.5 : 23.5, 15] } },
    })),
    groups: [
      {
        name: 'walkers',
        count: 60,
        region: { box: { min: [1, 1], max: [23, 15] } },
        radius: { uniform: [0.2, 0.3] },
        journey: { loop: true, stages: ends.map((name) => ({ kind: 'seek' as const, targets: [name] })) },
      },
    ],
  };
}

/** The same crowd in every kind of world. */
const worlds: Record<string, ScenarioInput> = {
  'in the plane': plaza(500),
  'with automata': {
    ...plaza(500),
    automata: [
      {
        name: 'mood',
        noise: { f: [-0.3, 0.3] },
        inputs: { gap: 'gap', contacts: 'contacts' },
        variables: { comfort: {}, fatigue: {} },
        start: 'shy',
        modes: {
          shy: {
            flow: { comfort: '1 + f', fatigue: '-0.1 * fatigue' },
            set: { speed: 'if gap < 1 then 0.5 else 1' },
          },
          bold: { flow: { comfort: 'f - 1', fatigue: 'comfort' } },
        },
        transitions: [
          { from: 'shy', to: 'bold', when: 'comfort > 1 or contacts > 2' },
          { from: 'bold', to: 'shy', when: 'comfort < 0' },
        ],
      },
    ],
  },
  'in space': {
    ...plaza(500),
    dimension: 3,
    bounds: { min: [0, 0, 0], max: [16, 16, 16], walls: true },
    obstacles: [{ shape: 'sphere', center: [8, 8, 8], radius: 2 }],
    groups: [
      {
        name: 'all',
        count: 500,
        region: { box: { min: [1, 1, 1], max: [15, 15, 5] } },
        goal: { random: { box: { min: [1, 1, 1], max: [15, 15, 15] } } },
      },
    ],
  },
  'of classes': {
    ...plaza(500),
    steering: {
      name: 'nonlinear',
      classes: [
        { name: 'target', kind: 'target' },
        { name: 'people', kind: 'obstacle' },
        { name: 'dogs', kind: 'obstacle', distance: 2 },
      ],
    },
  },
  'that run into one another': {
    ...plaza(100),
    dt: 0.25,
    bounds: { min: [0, 0], max: [15, 15], walls: true },
    groups: [
      {
        name: 'all',
        count: 100,
        region: { box: { min: [1, 1], max: [14, 14] } },
        goal: { mirror: [7.5, 7.5] },
        speed: 20,
      },
    ],
    steering: { speedLaw: 'constant' },
  },
  'on paths': pillars({ name: 'path' }),
  'in a harmonic field': pillars({ name: 'harmonic' }),
  'in a distance field': pillars({ name: 'distance' }),
  'who give one another a wide berth': pillars({ name: 'distance', rerouting: { every: 1 } }),
  'of critters': { ...plaza(500), steering: { name: 'critters' } },
  'that tires': {
    ...plaza(500),
    changes: [
      {
        name: 'tired',
        trait: 'speed',
        over: 'distance-walked',
        points: [
          [0, 1],
          [50, 0.5],
        ],
      },
      {
        name: 'alarm',
        trait: 'aggressiveness',
        over: 'gap',
        points: [
          [0, 2],
          [1, 1],
        ],
        lag: 1,
      },
    ],
  },
};

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in use after a collection: all objects, and the buffers of typed arrays, or the latter alone. */
function measure(): { all: number; buffers: number } {
  // Twice: buffers that the first finds dead may be given back only after it.
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { all: heapUsed + arrayBuffers, buffers: arrayBuffers };
}

/** Bytes of all buffers that the world's own objects hold, each buffer once; not what closures hold. */
function bufferBytes(holder: object): number {
  const buffers = new Set<ArrayBufferLike>();
  const seen = new Set<object>();
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (ArrayBuffer.isView(value)) buffers.add(value.buffer);
    else for (const part of Object.values(value)) visit(part);
  };
  visit({ ...holder, scenario: null });
  return [...buffers].reduce((sum, buffer) => sum + buffer.byteLength, 0);
}

describe('memory', () => {
  test('at most 1 kB per agent: 2000 agents at 0.5/m² after 100 steps, columns, lists and scratch', () => {
    const before = measure().buffers;
    const world = createWorld(plaza(2000));
    for (let k = 0; k < 100; k++) stepWorld(world);
    const columns = bufferBytes(world.crowd) / world.crowd.capacity;
    expect(columns).toBeLessThan(500);
    // Seen from outside, scratch in closures included; and from inside, which shows that the first is no accident.
    const held = (measure().buffers - before) / 2000;
    expect(bufferBytes(world) / 2000).toBeGreaterThan(columns);
    expect(held).toBeGreaterThanOrEqual(bufferBytes(world) / 2000);
    expect(held).toBeLessThan(1024);
  });

  test.each(Object.entries(worlds))('nothing is left of a step: 1000 steps of agents %s', (_, scenario) => {
    const world = createWorld(scenario);
    for (let k = 0; k < 300; k++) stepWorld(world);
    const before = measure().all;
    for (let k = 0; k < 1000; k++) stepWorld(world);
    expect(measure().all - before).toBeLessThan(1e6);
  });
});
