import { describe, expect, test } from 'vitest';
import {
  createWorld,
  loadWorld,
  readAgent,
  type ScenarioInput,
  saveWorld,
  stateHashOf,
  stepWorld,
} from './index.ts';
import { busySquare, hashesOf, shuffleRows } from './worlds.fixture.ts';

/** A corridor of 1.2 m for bodies of 1 m, 8 m long, and two who have entered it from its ends. */
const narrow: ScenarioInput = {
  version: 1,
  name: 'narrow corridor',
  bounds: { min: [-12, -5], max: [12, 5] },
  dt: 0.05,
  duration: 60,
  obstacles: [
    { shape: 'box', min: [-4, 0.6], max: [4, 5] },
    { shape: 'box', min: [-4, -5], max: [4, -0.6] },
  ],
  agents: [
    { at: [-3.2, 0], heading: 0, radius: 0.5, speed: 1.3, goal: [9, 0], goalRadius: 0.5 },
    { at: [3, 0], heading: Math.PI, radius: 0.5, speed: 1.3, goal: [-9, 0], goalRadius: 0.5 },
  ],
  neighbours: { radius: 15, sight: true },
  planner: { name: 'path', cell: 0.1, clearance: 0 },
  arrival: 'vanish',
  steering: { name: 'pipeline' },
};

const crowd: ScenarioInput = { ...busySquare, steering: { name: 'pipeline' }, cadence: 'adaptive' };

describe('two meet in a corridor that fits one', () => {
  test('one backs out, lets the other pass, and both arrive', () => {
    const world = createWorld(narrow);
    let furthest = 3;
    while (world.arrived < 2 && world.step < 600) {
      if (world.crowd.count === 2) furthest = Math.max(furthest, readAgent(world, 1).x);
      stepWorld(world);
    }
    expect(world.arrived).toBe(2);
    // It has left the corridor backwards, which ends at 4 m.
    expect(furthest).toBeGreaterThan(4);
  });

  test('without space-time planning they are there for ever', () => {
    const world = createWorld({ ...narrow, steering: { name: 'pipeline', spaceTime: false } });
    while (world.step < 1200) stepWorld(world);
    expect(world.arrived).toBe(0);
    for (const id of [0, 1]) expect(Math.abs(readAgent(world, id).x)).toBeLessThan(4);
  });
});

describe('the same bits', () => {
  const expected = hashesOf(crowd, 160);
  const planned = hashesOf(narrow, 160);

  test('however the rows are ordered', () => {
    expect(new Set(expected).size).toBe(160);
    expect(hashesOf(crowd, 160, {}, shuffleRows)).toEqual(expected);
    expect(hashesOf(narrow, 160, {}, shuffleRows)).toEqual(planned);
  });

  test('whichever index finds the neighbours', () => {
    for (const name of ['brute', 'grid', 'kinetic'] as const) {
      const { radius = 15, sight = false } = crowd.neighbours ?? {};
      const neighbours = crowd.neighbours ? { name, radius, sight } : { name };
      expect(hashesOf({ ...crowd, neighbours }, 160)).toEqual(expected);
      expect(hashesOf({ ...narrow, neighbours: { name, radius: 15, sight: true } }, 160)).toEqual(planned);
    }
  });

  test('saved and loaded in the middle of a plan', () => {
    const world = createWorld(narrow);
    for (let step = 0; step < 60; step++) stepWorld(world);
    expect(world.crowd.steer.plan.slice(0, 2).some((place) => place > 0)).toBe(true);
    const loaded = loadWorld(saveWorld(world));
    const hashes = planned.slice(60).map(() => {
      stepWorld(loaded);
      return stateHashOf(loaded);
    });
    expect(hashes).toEqual(planned.slice(60));
  });

  test('saved and loaded in the middle of a crowd', () => {
    const world = createWorld(crowd);
    for (let step = 0; step < 83; step++) stepWorld(world);
    const loaded = loadWorld(saveWorld(world));
    const hashes = expected.slice(83).map(() => {
      stepWorld(loaded);
      return stateHashOf(loaded);
    });
    expect(hashes).toEqual(expected.slice(83));
  });
});

test.each([{ sideFeeler: 5 }, { whisker: 4 }, { feeler: 0.2, sideFeeler: 2 }])(
  'whoever is in reach of feelers of any length is felt, whenever close lists were made: %o',
  (lengths) => {
    const crowd: ScenarioInput = {
      version: 1,
      name: 'reach',
      bounds: { min: [0, 0], max: [20, 20] },
      duration: 20,
      groups: [
        {
          name: 'all',
          count: 60,
          region: { box: { min: [4, 4], max: [16, 16] } },
          radius: 0.25,
          goal: { random: { box: { min: [4, 4], max: [16, 16] } } },
        },
      ],
      steering: { name: 'pipeline', ...lengths },
      cadence: 'full',
    };
    const whole = createWorld(crowd);
    let interrupted = createWorld(crowd);
    for (let step = 0; step < 40; step++) {
      // A loaded world makes its lists again.
      if (step % 3 === 0) interrupted = loadWorld(saveWorld(interrupted));
      stepWorld(whole);
      stepWorld(interrupted);
      expect(stateHashOf(interrupted)).toBe(stateHashOf(whole));
    }
  },
);

describe('meetings in the open', () => {
  const at = (angle: number, radius: number): [number, number] => [
    radius * Math.cos(angle),
    radius * Math.sin(angle),
  ];
  /** Walkers on a circle, each on the way to the place opposite. */
  const circle = (count: number, radius: number): ScenarioInput => ({
    version: 1,
    name: 'circle',
    bounds: { min: [-30, -30], max: [30, 30] },
    dt: 0.05,
    duration: 120,
    agents: Array.from({ length: count }, (_, k) => {
      const angle = (2 * Math.PI * k) / count;
      return {
        at: at(angle, radius),
        heading: angle + Math.PI,
        radius: 0.3,
        speed: 1.3,
        goal: at(angle + Math.PI, radius),
        goalRadius: 0.5,
      };
    }),
    neighbours: { radius: 10, sight: true },
    arrival: 'vanish',
    steering: { name: 'pipeline' },
  });

  test.each([
    [2, 8],
    [3, 8],
    [4, 8],
    [12, 12],
    [16, 12],
    // These close a ring in the middle, and walk around together.
    [20, 16],
    [33, 16],
    [64, 24],
  ])('%i from a circle of %i m get across, with nobody to break the symmetry', (count, radius) => {
    const world = createWorld(circle(count, radius));
    while (world.arrived < count && world.step < 1800) stepWorld(world);
    expect(world.arrived).toBe(count);
  });
});

test.each([0.1, 0.2, 0.3])(
  'two pairs abreast, one %d m ahead, pass in a corridor for two, without plans',
  (ahead) => {
    const walker = (x: number, y: number) => ({
      at: [x, y] as [number, number],
      heading: x < 0 ? 0 : Math.PI,
      radius: 0.5,
      speed: 1.3,
      goal: [-x, y] as [number, number],
      goalRadius: 0.5,
    });
    const world = createWorld({
      version: 1,
      name: 'two pairs',
      bounds: { min: [-20, -5], max: [20, 5] },
      dt: 0.05,
      duration: 60,
      obstacles: [
        { shape: 'box', min: [-15, 1.25], max: [15, 5] },
        { shape: 'box', min: [-15, -5], max: [15, -1.25] },
      ],
      agents: [walker(-10, -0.55), walker(-10 - ahead, 0.55), walker(10, 0.55), walker(10 + ahead, -0.55)],
      neighbours: { radius: 15, sight: true },
      arrival: 'vanish',
      steering: { name: 'pipeline', spaceTime: false },
    });
    while (world.arrived < 4 && world.step < 600) stepWorld(world);
    expect(world.arrived).toBe(4);
  },
);
