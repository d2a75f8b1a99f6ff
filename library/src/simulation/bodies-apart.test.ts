import { describe, expect, test } from 'vitest';
import { createDice } from '../crowd/crowd.fixture.ts';
import { smallestGap } from '../environment/contacts/wall-contacts.fixture.ts';
import { createContacts } from '../environment/index.ts';
import { steeringModels } from '../steering/index.ts';
import { observe } from './bodies-apart.fixture.ts';
import { createWorld, type ScenarioInput, stateHashOf, stepWorld } from './index.ts';
import { registerBuiltIn } from './scenario/built-in.ts';

type Point = [number, number];

registerBuiltIn();
const models = steeringModels().map(({ name }) => name);

const plain = { version: 1, name: 'bodies', duration: 600, arrival: 'continue' } as const;

/** Agents on a grid with that spacing. */
function gridOf(count: number, spacing: number, [x, y]: Point): Point[] {
  const side = Math.ceil(Math.sqrt(count));
  return Array.from({ length: count }, (_, k) => [
    x + spacing * (k % side),
    y + spacing * Math.floor(k / side),
  ]);
}

/** A random crowd in a closed hall with columns; most of the agents share a goal. */
function crowdOf(steering: string, seed: number): ScenarioInput {
  const dice = createDice(seed);
  const places = gridOf(64, 1.3, [-6, -6]);
  const goal: Point = [8 * dice() - 4, 8 * dice() - 4];
  return {
    ...plain,
    seed,
    dt: [0.05, 0.1, 0.25][seed % 3],
    bounds: { min: [-9, -9], max: [9, 9], walls: true },
    obstacles: [
      {
        shape: 'circle',
        center: [7, 7],
        radius: 0.5,
        course: { kind: 'oscillation', amplitude: [0, 7], period: 20 },
      },
      { shape: 'segment', from: [-8.5, 6], to: [-5, 8.5] },
    ],
    steering: { name: steering },
    agents: places.slice(0, 60).map((at) => ({
      at,
      goal: dice() < 0.8 ? goal : [16 * dice() - 8, 16 * dice() - 8],
      goalRadius: 0.01,
      speed: [1.3, 5, 10][Math.floor(3 * dice())],
      radius: [0.1, 0.25, 0.4][Math.floor(3 * dice())],
    })),
  } as ScenarioInput;
}

describe.each(models)('%s: bodies stay apart', (steering) => {
  test('60 agents at 5 m/s with one goal', () => {
    const world = createWorld({
      ...plain,
      dt: 0.05,
      bounds: { min: [-40, -40], max: [40, 40] },
      steering: { name: steering },
      agents: Array.from({ length: 60 }, (_, k) => {
        const radius = 6 + (k % 3);
        const angle = (2 * Math.PI * k) / 60;
        const at: Point = [radius * Math.cos(angle), radius * Math.sin(angle)];
        return { at, goal: [0, 0], goalRadius: 0.01, speed: 5 };
      }),
    } as ScenarioInput);
    const { overlap, passes } = observe(world, 200);
    expect(passes).toBe(0);
    expect(overlap).toBeLessThan(0.02);
  });

  test.each([1, 2, 3, 4, 5, 6])(
    'a random crowd of fast and slow, large and small ones among obstacles, seed %i',
    (seed) => {
      const world = createWorld(crowdOf(steering, seed));
      const { overlap, passes, share } = observe(world, 120);
      expect(passes).toBe(0);
      expect(overlap).toBeLessThan(0.02);
      expect(share).toBeLessThan(0.05);
    },
  );

  // The disc reaches 5.5 m/s and leaves room for one body between itself and the wall.
  test.each([1, 2])('a disc ploughs through a jam at a wall, seed %i', (seed) => {
    const dice = createDice(seed);
    const world = createWorld({
      ...plain,
      seed,
      dt: 0.1,
      bounds: { min: [0, 0], max: [14.5, 6], walls: true },
      obstacles: [
        {
          shape: 'circle',
          center: [8.25, 1.725],
          radius: 1,
          course: { kind: 'oscillation', amplitude: [-4, 0], period: 4.6 },
        },
      ],
      steering: { name: steering },
      agents: gridOf(100, 0.525, [0.375, 0.375]).map((at) => ({
        at,
        goal: [2.9, 2.9],
        goalRadius: 0.01,
        speed: [1.3, 5, 10][Math.floor(3 * dice())],
      })),
    } as ScenarioInput);
    const { overlap, passes } = observe(world, 40);
    expect(passes).toBe(0);
    expect(overlap).toBeLessThan(0.02);
  });

  test.each([0.05, 0.25])('200 agents pass a door of 1.2 m: steps of %d s', (dt) => {
    const world = createWorld({
      ...plain,
      dt,
      bounds: { min: [0, 0], max: [18, 10], walls: true },
      obstacles: [
        { shape: 'box', min: [10, 0], max: [10.2, 4.4] },
        { shape: 'box', min: [10, 5.6], max: [10.2, 10] },
      ],
      targets: [{ name: 'sink', at: [16, 5], sink: true }],
      planner: { name: 'path' },
      steering: { name: steering },
      agents: gridOf(200, 0.62, [0.5, 0.5]).map((at) => ({ at, targets: ['sink'] })),
    } as ScenarioInput);
    const { overlap, passes } = observe(world, 10 / dt);
    expect(passes).toBe(0);
    expect(overlap).toBeLessThan(0.02);
    for (let row = 0; row < world.crowd.count; row++) {
      expect(smallestGap(world.crowd, row, world.obstacles)).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('a jam of 500 against a wall', () => {
  const jam = (dt: number, obstacles: ScenarioInput['obstacles'] = []): ScenarioInput => ({
    ...plain,
    dt,
    bounds: { min: [0, 0], max: [24, 24], walls: true },
    obstacles,
    steering: { name: 'straight' },
    agents: gridOf(500, 0.6, [8, 5]).map((at) => ({ at, goal: [23.7, 12], goalRadius: 0.01 })),
  });

  test.each([0.05, 0.25])('stays apart and comes to rest: steps of %d s', (dt) => {
    const world = createWorld(jam(dt));
    for (let step = 0; step < 8 / dt; step++) stepWorld(world);
    const { overlap, passes, speed } = observe(world, 40, 20);
    expect(passes).toBe(0);
    expect(overlap).toBeLessThan(0.02);
    expect(speed).toBeLessThan(0.001);
    for (let row = 0; row < world.crowd.count; row++) {
      expect(smallestGap(world.crowd, row, world.obstacles)).toBeGreaterThanOrEqual(0);
    }
  });

  test.each([0.05, 0.25])('stays apart while a box moves through it: steps of %d s', (dt) => {
    const world = createWorld(
      jam(dt, [
        {
          shape: 'box',
          min: [3, 11],
          max: [4, 13],
          course: { kind: 'oscillation', amplitude: [12, 0], period: 60 },
        },
      ]),
    );
    for (let step = 0; step < 5 / dt; step++) stepWorld(world);
    const { overlap, passes } = observe(world, Math.round(8 / dt));
    expect(passes).toBe(0);
    expect(overlap).toBeLessThan(0.02);
    for (let row = 0; row < world.crowd.count; row++) {
      expect(smallestGap(world.crowd, row, world.obstacles)).toBeGreaterThanOrEqual(-1e-6);
    }
  });
});

test('lists of near bodies that are kept from step to step change no state', () => {
  for (const seed of [1, 2, 3]) {
    const keeping = createWorld(crowdOf('straight', seed));
    const forgetting = createWorld(crowdOf('straight', seed));
    for (let step = 0; step < 60; step++) {
      stepWorld(keeping);
      forgetting.contacts = createContacts();
      stepWorld(forgetting);
      expect(stateHashOf(keeping)).toBe(stateHashOf(forgetting));
    }
  }
});
