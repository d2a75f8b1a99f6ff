import { describe, expect, test } from 'vitest';
import { addEvent, EventKind } from '../crowd/index.ts';
import {
  createWorld,
  isOver,
  retargetAgent,
  type ScenarioInput,
  stepWorld,
  type World,
} from '../simulation/index.ts';
import { createMeasurements, observeStep, type Summary, summarize } from './index.ts';

const open: ScenarioInput = {
  version: 1,
  name: 'open',
  bounds: { min: [-30, -30], max: [30, 30] },
  duration: 60,
};

/** Agents that a test moves by hand: each frame gives the velocity of each of them, m/s. */
function createPuppets(places: [number, number][], more: Partial<ScenarioInput> = {}) {
  const agents = places.map((at) => ({ at, goal: [25, 25] as [number, number], speed: 2, radius: 0.5 }));
  const world = createWorld({ ...open, agents, ...more });
  const measurements = createMeasurements(world);
  return {
    world,
    show(...velocities: [number, number][]): void {
      world.step++;
      velocities.forEach(([x, y], row) => {
        world.crowd.motion.x[row] += x * world.dt;
        world.crowd.motion.y[row] += y * world.dt;
      });
      observeStep(measurements, world);
      world.events.count = 0;
    },
    touch(): void {
      addEvent(world.events, EventKind.contact, 0, 1, 0.01);
    },
    summary: (): Summary => summarize(measurements, world),
  };
}

describe('the score, by hand, in frames of 0.05 s', () => {
  test('from rest to 2 m/s, 9 more frames, a stop of 5 frames, 10 frames of going on', () => {
    const { show, summary } = createPuppets([[0, 0]]);
    for (let k = 0; k < 10; k++) show([2, 0]);
    for (let k = 0; k < 5; k++) show([0, 0]);
    for (let k = 0; k < 10; k++) show([2, 0]);
    const { score } = summary();
    expect(score.time).toBeCloseTo(25 * 0.05, 9);
    // ½ · 2² in 20 frames.
    expect(score.energy).toBeCloseTo(40, 9);
    // Start, stop and start again: 2 / 0.05 each.
    expect(score.acceleration).toBeCloseTo(3 * 40, 8);
    expect(score.steerbench).toBeCloseTo(1.25 + 40 + 120, 8);
  });

  test('a right-angle turn at 2 m/s: |Δv| = 2√2', () => {
    const { show, summary } = createPuppets([[0, 0]]);
    for (let k = 0; k < 10; k++) show([2, 0]);
    for (let k = 0; k < 10; k++) show([0, 2]);
    const { score } = summary();
    expect(score.energy).toBeCloseTo(40, 9);
    expect(score.acceleration).toBeCloseTo(40 + (2 * Math.SQRT2) / 0.05, 8);
  });

  test('a collision counts once from overlap to separation, for each of its two agents', () => {
    // Bodies of 0.5 m, 1.12 m apart: one frame of 4 m/s makes an overlap of 0.08 m, walking back separates them.
    const { show, summary } = createPuppets([
      [0, 0],
      [1.12, 0],
      [20, 0],
    ]);
    for (let meeting = 0; meeting < 2; meeting++) {
      show([4, 0], [0, 0], [0, 0]);
      show([0, 0], [0, 0], [0, 0]);
      show([-4, 0], [0, 0], [0, 0]);
    }
    const { collisions, contacts, score } = summary();
    // The soft parts of two walkers are 0.096 m deep: an overlap of 0.08 m is a contact, and a collision for SteerBench alone.
    expect([contacts, score.overlaps, collisions.unique]).toEqual([2, 2, 0]);
    // Two meetings, two agents in each, three agents.
    expect(score.collisions).toBeCloseTo(4 / 3, 12);
    expect(score.steerbench - score.time - score.energy - score.acceleration).toBeCloseTo(150 * (4 / 3), 9);
  });

  test('a walker that nothing stops collides with a wide box once, seriously', () => {
    const { show, summary } = createPuppets([[0, 0]], {
      contacts: 'none',
      obstacles: [{ shape: 'box', min: [2, -5], max: [8, 5] }],
    });
    for (let k = 0; k < 100; k++) show([2, 0]);
    const { collisions, minimumClearance, score } = summary();
    expect([collisions.unique, collisions.serious, score.collisions]).toEqual([1, 1, 1]);
    // In the middle of the box: 3 m to its edges and the radius.
    expect(minimumClearance).toBeCloseTo(-3.5, 9);
  });

  test.each([
    [1.2, 0.6],
    [0.6, 1.2],
  ])('deep in one edge of an obstacle and shallow in another is deep, at (%f, %f)', (x, y) => {
    // Near a corner of a box: 0.3 m into one edge, and 0.05 m into the end of the other.
    const { show, summary, world } = createPuppets([[5, 5]], {
      contacts: 'none',
      obstacles: [{ shape: 'box', min: [-5, -5], max: [1, 1] }],
    });
    world.crowd.motion.x[0] = x;
    world.crowd.motion.y[0] = y;
    for (let k = 0; k < 4; k++) show([0, 0]);
    expect(summary().collisions).toEqual({ unique: 1, serious: 1 });
  });
});

test('a straight walker that stands for 2 s first, or gets its goal later, has the score of one that sets out at once', () => {
  const goal: [number, number] = [10, 0];
  const summaryOf = (agent: object, told?: number) => {
    const world = createWorld({
      ...open,
      contacts: 'none',
      steering: { name: 'straight' },
      agents: [{ at: [0, 0], speed: 1.3, ...agent }],
    });
    const measurements = createMeasurements(world);
    while (world.step < 400) {
      if (world.step === told) retargetAgent(world, world.crowd.ids[0], { goal });
      stepWorld(world);
      observeStep(measurements, world);
    }
    return summarize(measurements, world);
  };
  const atOnce = summaryOf({ goal });
  expect(atOnce.score.energy).toBeGreaterThan(100);
  for (const waiting of [summaryOf({ goal, premovement: 2 }), summaryOf({}, 40)]) {
    expect(waiting.arrived).toBe(1);
    expect(waiting.score.time).toBeCloseTo(atOnce.score.time, 9);
    expect(waiting.score.steerbench).toBeCloseTo(atOnce.score.steerbench, 6);
    expect(waiting.walking.distance).toBeCloseTo(atOnce.walking.distance, 9);
  }
});

test('the score of a straight walker is known in closed form', () => {
  const world = createWorld({
    ...open,
    steering: { name: 'straight' },
    agents: [{ at: [-10, 0], goal: [15, 0], speed: 1.3, goalRadius: 0.5 }],
    arrival: 'vanish',
  });
  const { score } = measure(world, 1000);
  // docs/models/measurements.md: 24.5 m in steps of 0.065 m.
  const frames = Math.ceil(24.5 / 0.065);
  expect(score.time).toBeCloseTo(frames * 0.05, 9);
  expect(score.steerbench).toBeCloseTo(frames * 0.05 + frames * 0.5 * 1.69 + 1.3 / 0.05, 6);
});

describe('touches', () => {
  test('are counted once from touch to parting, for each agent', () => {
    const { show, summary, touch } = createPuppets([
      [0, 0],
      [1, 0],
    ]);
    const still: [number, number][] = [
      [0, 0],
      [0, 0],
    ];
    touch();
    show(...still);
    // Side by side without pushing is still the same touch.
    show(...still);
    touch();
    show(...still);
    expect(summary().touches).toBe(2);
    show([-1, 0], [0, 0]);
    show([1, 0], [0, 0]);
    expect(summary().touches).toBe(2);
    touch();
    show(...still);
    expect(summary().touches).toBe(4);
    expect(summary().collisions.unique).toBe(0);
  });

  test('of two agents that walk into each other, with solid bodies: touches and no collision', () => {
    const world = createWorld({
      ...open,
      steering: { name: 'straight' },
      agents: [
        { at: [-3, 0.1], goal: [3, 0.1], radius: 0.5 },
        { at: [3, 0], goal: [-3, 0], radius: 0.5 },
      ],
      duration: 20,
    });
    const { collisions, touches } = measure(world, 400);
    expect(touches).toBeGreaterThanOrEqual(2);
    expect(collisions.unique).toBe(0);
  });
});

describe('walking', () => {
  test('a straight walker: energy (2.23 + 1.26 v²) t, the shortest way, never stuck', () => {
    const world = createWorld({
      ...open,
      steering: { name: 'straight' },
      agents: [{ at: [-10, 0], goal: [10, 0], speed: 1.3, goalRadius: 0.5 }],
      arrival: 'vanish',
    });
    const { completed, score, walking } = measure(world, 1000);
    expect(completed).toBe(true);
    // Within a step of 19.5 m at 1.3 m/s: the arrival is noticed at the end of a step.
    expect(score.time).toBeGreaterThanOrEqual(15 - 1e-9);
    expect(score.time).toBeLessThan(15.11);
    expect(walking.distance).toBeCloseTo(1.3 * score.time, 0);
    expect(walking.energy).toBeCloseTo((2.23 + 1.26 * 1.69) * score.time, 0);
    expect(walking.stuck).toBeLessThanOrEqual(0.05);
    expect(walking.detour).toBeGreaterThanOrEqual(1 - 1e-9);
    expect(walking.detour).toBeLessThan(1.01);
  });

  test('by hand: two seconds at 2 m/s and one at 0.1 m/s, which is less than a tenth of the desired speed', () => {
    const { show, summary } = createPuppets([[0, 0]]);
    for (let k = 0; k < 40; k++) show([2, 0]);
    for (let k = 0; k < 20; k++) show([0, 0.1]);
    const { completed, walking } = summary();
    expect(completed).toBe(false);
    expect(walking.distance).toBeCloseTo(4.1, 9);
    expect(walking.stuck).toBeCloseTo(1, 9);
    expect(walking.energy).toBeCloseTo(3 * 2.23 + 1.26 * (2 * 4 + 0.01), 9);
    expect(walking.detour).toBeNull();
  });

  test('the shortest way is the planner’s: round a wall it is longer than straight, and no detour', () => {
    const scenario: ScenarioInput = {
      ...open,
      bounds: { min: [-12, -12], max: [12, 12] },
      steering: { name: 'straight' },
      contacts: 'none',
      planner: { name: 'path', cell: 0.1, clearance: 0 },
      obstacles: [{ shape: 'box', min: [-0.5, -6], max: [0.5, 6] }],
      agents: [{ at: [-8, 0], goal: [8, 0], speed: 1.3, radius: 0.5 }],
      arrival: 'vanish',
    };
    const { walking } = measure(createWorld(scenario), 1200);
    // Twice √(7² + 6.5²) and 2 m past the wall, give or take what the rounded corners and the cells make of it.
    expect(walking.distance).toBeGreaterThan(19.5);
    expect(walking.distance).toBeLessThan(21.5);
    expect(walking.detour).toBeGreaterThan(0.97);
    expect(walking.detour).toBeLessThan(1.05);
    // Without a map the shortest path is taken to be straight.
    const direct = measure(createWorld({ ...scenario, planner: { name: 'direct' } }), 1200);
    expect(direct.walking.detour).toBeLessThan(1.01);
  });
});

function measure(world: World, steps: number): Summary {
  const measurements = createMeasurements(world);
  for (let k = 0; k < steps && !isOver(world); k++) {
    stepWorld(world);
    observeStep(measurements, world);
  }
  return summarize(measurements, world);
}
