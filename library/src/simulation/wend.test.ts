import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { Status } from '../crowd/index.ts';
import { cos, sin } from '../numerics/index.ts';
import {
  createWorld,
  loadWorld,
  readAgent,
  retargetAgent,
  type ScenarioInput,
  saveWorld,
  stepWorld,
  type World,
} from './index.ts';
import { busySquare, hashesOf, openSquare, runHashes, shuffleRows } from './worlds.fixture.ts';

type Agents = NonNullable<ScenarioInput['agents']>;
type Point = [number, number];

const walker = (at: Point, goal: Point, more: Partial<Agents[number]> = {}): Agents[number] => ({
  at,
  heading: Math.atan2(goal[1] - at[1], goal[0] - at[0]),
  radius: 0.5,
  speed: 1.3,
  goal,
  goalRadius: 0.5,
  ...more,
});

const square = (agents: Agents, more: Partial<ScenarioInput> = {}): ScenarioInput => ({
  ...openSquare,
  bounds: { min: [-60, -60], max: [60, 60] },
  steering: { name: 'wend' },
  arrival: 'vanish',
  agents,
  ...more,
});

/** The smallest gap of two bodies, negative where they overlap. */
function leastGap({ crowd }: World): number {
  const { motion, traits } = crowd;
  let least = Number.POSITIVE_INFINITY;
  for (let row = 0; row < crowd.count; row++) {
    for (let other = 0; other < row; other++) {
      const dx = motion.x[other] - motion.x[row];
      const dy = motion.y[other] - motion.y[row];
      const gap = Math.sqrt(dx * dx + dy * dy) - traits.radius[row] - traits.radius[other];
      if (gap < least) least = gap;
    }
  }
  return least;
}

/** Runs until everybody is there; the smallest gap on the way. */
function runOut(scenario: ScenarioInput, steps: number) {
  const world = createWorld(scenario);
  let gap = Number.POSITIVE_INFINITY;
  while (world.crowd.count > 0 && world.step < steps) {
    stepWorld(world);
    gap = Math.min(gap, leastGap(world));
  }
  return { world, gap };
}

/** Walkers on a circle, each on the way to the place opposite. */
function circle(count: number, radius: number): Agents {
  return Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * k) / count;
    const at: Point = [radius * cos(angle), radius * sin(angle)];
    return walker(at, [-at[0], -at[1]]);
  });
}

const headOn = [walker([-10, 0], [10, 0]), walker([10, 0], [-10, 0])];
const fourWays = [...headOn, walker([0, -10], [0, 10]), walker([0, 10], [0, -10])];

describe('nobody is there for ever where nothing breaks the symmetry', () => {
  test.each([
    ['head on', headOn],
    ['at a crossing', fourWays],
    ['3 on a circle', circle(3, 10)],
    ['6 on a circle', circle(6, 10)],
    ['12 on a circle', circle(12, 10)],
    ['24 on a circle', circle(24, 10)],
  ])('%s; and nobody touches anybody, with nothing to hold bodies apart', (_, agents) => {
    const { gap, world } = runOut(square(agents, { contacts: 'none' }), 1000);
    expect(world.arrived).toBe(agents.length);
    expect(gap).toBeGreaterThan(-0.001);
  });

  test('a hundred on a circle get across; nobody collides seriously', () => {
    const { gap, world } = runOut(square(circle(100, 30)), 4000);
    expect(world.arrived).toBe(100);
    expect(gap).toBeGreaterThan(-0.1);
  });
});

/** A corridor of 1.2 m for bodies of 1 m, 8 m long, and two on their way through it from its ends. */
const narrow: ScenarioInput = square([walker([-8, 0], [10, 0]), walker([8, 0], [-10, 0])], {
  bounds: { min: [-15, -6], max: [15, 6] },
  obstacles: [
    { shape: 'box', min: [-4, 0.6], max: [4, 4] },
    { shape: 'box', min: [-4, -4], max: [4, -0.6] },
  ],
  neighbours: { radius: 10, sight: true },
  planner: { name: 'path', cell: 0.1, clearance: 0 },
});

describe('a corridor that fits one', () => {
  test('one goes back, lets the other through, and both arrive', () => {
    const world = createWorld(narrow);
    let back = 0;
    const furthest = [-8, -8];
    while (world.arrived < 2 && world.step < 1200) {
      stepWorld(world);
      if (world.crowd.count < 2) continue;
      for (const id of [0, 1]) {
        const way = (id === 0 ? 1 : -1) * readAgent(world, id).x;
        furthest[id] = Math.max(furthest[id], way);
        back = Math.max(back, furthest[id] - way);
      }
    }
    expect(world.arrived).toBe(2);
    expect(back).toBeGreaterThan(1);
  });

  test('without plans in space and time they stand there', () => {
    const world = createWorld({ ...narrow, steering: { name: 'wend', spaceTime: false } });
    while (world.step < 1200) stepWorld(world);
    expect(world.arrived).toBe(0);
    for (const id of [0, 1]) expect(Math.abs(readAgent(world, id).x)).toBeLessThan(4.5);
  });
});

describe('the same bits', () => {
  const crowd: ScenarioInput = { ...busySquare, steering: { name: 'wend' } };
  const inCorridor = {
    ...narrow,
    agents: [walker([-3.2, 0], [10, 0]), walker([3, 0], [-10, 0]), walker([8, 4], [-10, 4])],
  };
  const expected = hashesOf(crowd, 160);
  const planned = hashesOf(inCorridor, 300);
  const isPlanning = ({ crowd }: World) =>
    crowd.steer.planLayers.subarray(0, crowd.count).some((layers) => layers > 0);

  test('however the rows are ordered', () => {
    expect(new Set(expected).size).toBe(160);
    expect(hashesOf(crowd, 160, {}, shuffleRows)).toEqual(expected);
    expect(hashesOf(inCorridor, 300, {}, shuffleRows)).toEqual(planned);
  });

  test('however they are ordered on a circle, where many are equally far', () => {
    const ring = square(circle(40, 12));
    expect(hashesOf(ring, 200, {}, shuffleRows)).toEqual(hashesOf(ring, 200));
  });

  test('whichever index finds the neighbours', () => {
    for (const name of ['brute', 'grid', 'kinetic'] as const) {
      const neighbours = { name, radius: 10, sight: true };
      expect(hashesOf({ ...crowd, neighbours }, 160)).toEqual(expected);
      expect(hashesOf({ ...inCorridor, neighbours }, 300)).toEqual(planned);
    }
  });

  test('saved and loaded in the middle of a plan', () => {
    const world = createWorld(inCorridor);
    while (!isPlanning(world)) stepWorld(world);
    for (let k = 0; k < 7; k++) stepWorld(world);
    expect(isPlanning(world)).toBe(true);
    const { step } = world;
    expect(step).toBeLessThan(200);
    expect(runHashes(loadWorld(saveWorld(world)), 300 - step)).toEqual(planned.slice(step));
  });

  test('saved and loaded in the middle of a crowd', () => {
    const world = createWorld(crowd);
    for (let k = 0; k < 83; k++) stepWorld(world);
    expect(runHashes(loadWorld(saveWorld(world)), 77)).toEqual(expected.slice(83));
  });

  test('where agents steer in every seventh step only: reordered, saved, and with somebody who leaves', () => {
    const agents = [...headOn, walker([0, 5], [0.7, 5])];
    const slow = square(agents, { cadence: { steering: 7 } });
    const hashes = hashesOf(slow, 100);
    expect(hashesOf(slow, 100, {}, shuffleRows)).toEqual(hashes);
    for (const step of [10, 11, 12, 13]) {
      const world = createWorld(slow);
      for (let k = 0; k < step; k++) stepWorld(world);
      expect(runHashes(loadWorld(saveWorld(world)), 100 - step)).toEqual(hashes.slice(step));
    }
  });
});

/** Whether all of an agent's numbers are numbers. */
function expectFinite({ crowd }: World): void {
  for (const table of [crowd.motion, crowd.steer]) {
    for (const [name, column] of Object.entries(table)) {
      const isWhole = column.subarray(0, crowd.count).every(Number.isFinite);
      expect(isWhole, name).toBe(true);
    }
  }
}

/** Everybody within so many metres of the middle: more than a scenario may ask for. */
function heapUp({ crowd }: World, apart: number): void {
  for (let row = 0; row < crowd.count; row++) {
    const at = apart * Math.sqrt(crowd.ids[row]);
    crowd.motion.x[row] = at * cos(2.4 * crowd.ids[row]);
    crowd.motion.y[row] = at * sin(2.4 * crowd.ids[row]);
  }
}

describe('everything stays finite', () => {
  const worlds: Record<string, ScenarioInput> = {
    nobody: square([]),
    'one alone': square([walker([0, 0], [9, 0])]),
    'a speed of 0': square(headOn.map((agent) => ({ ...agent, speed: 0 }))),
    'tiny bodies': square(headOn.map((agent) => ({ ...agent, radius: 0.001 }))),
    'huge bodies': square([walker([-9, 0], [30, 0], { radius: 8 }), walker([9, 0], [-30, 0], { radius: 8 })]),
    'one in its goal': square([walker([0, 0], [0, 0])], { arrival: 'stop' }),
    'long steps': square(fourWays, { dt: 0.25 }),
  };

  test.each(Object.entries(worlds))('%s', (_, scenario) => {
    const world = createWorld(scenario);
    for (let k = 0; k < 120; k++) {
      stepWorld(world);
      expectFinite(world);
    }
  });

  test.each([
    [3, 0, 'solid'],
    [3, 0, 'none'],
    [200, 0, 'solid'],
    [200, 0.05, 'solid'],
    [200, 0.05, 'none'],
  ] as const)('a heap of %i, %f m apart, contacts %s; all get out of it', (count, apart, contacts) => {
    const world = createWorld(square(circle(count, 40), { contacts }));
    heapUp(world, apart);
    for (let k = 0; k < 200; k++) {
      stepWorld(world);
      if (k % 5 === 0) expectFinite(world);
    }
    expect(leastGap(world)).toBeGreaterThan(-0.02);
  });

  test('a goal that no way leads to: who is stranded stands', () => {
    const corners: Point[] = [
      [3, -2],
      [7, -2],
      [7, 2],
      [3, 2],
    ];
    const world = createWorld(
      square([walker([-5, 0], [0, 0]), walker([-5, 3], [0, 3])], {
        bounds: { min: [-15, -15], max: [15, 15], walls: true },
        obstacles: corners.map((from, k) => ({ shape: 'segment', from, to: corners[(k + 1) % 4] })),
        planner: { name: 'path' },
      }),
    );
    for (const id of [0, 1]) retargetAgent(world, id, { goal: [5, 0], goalRadius: 0.5 });
    for (let k = 0; k < 60; k++) {
      stepWorld(world);
      expectFinite(world);
    }
    const { motion, plan } = world.crowd;
    expect([...plan.status.subarray(0, 2)]).toEqual([Status.stranded, Status.stranded]);
    expect(Math.abs(motion.speed[0])).toBeLessThan(1e-9);
  });
});

describe('walls', () => {
  test('nobody ends a step in one', () => {
    const box = { min: [3, -3] as Point, max: [4, 3] as Point };
    const world = createWorld(
      square([], {
        bounds: { min: [-12, -8], max: [12, 8], walls: true },
        obstacles: [
          { shape: 'box', ...box },
          { shape: 'circle', center: [-3, 0], radius: 1.5 },
        ],
        planner: { name: 'path' },
        groups: [
          {
            name: 'all',
            count: 60,
            region: { box: { min: [-11, -7], max: [-6, 7] } },
            goal: { random: { box: { min: [8, -1], max: [11, 1] } } },
            radius: 0.3,
          },
        ],
        arrival: 'stop',
      }),
    );
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < 300; k++) {
      stepWorld(world);
      const { x, y } = world.crowd.motion;
      for (let row = 0; row < world.crowd.count; row++) {
        const dx = Math.max(box.min[0] - x[row], x[row] - box.max[0], 0);
        const dy = Math.max(box.min[1] - y[row], y[row] - box.max[1], 0);
        const toCircle = Math.hypot(x[row] + 3, y[row]) - 1.5;
        least = Math.min(least, Math.hypot(dx, dy), toCircle, 12 - Math.abs(x[row]), 8 - Math.abs(y[row]));
      }
    }
    expect(least).toBeGreaterThan(0.3 - 1e-6);
    // They do come near them.
    expect(least).toBeLessThan(0.35);
    expect(world.arrived).toBeGreaterThan(0);
  });
});

describe('personality', () => {
  /** How far each of two who meet leaves its line. */
  const asides = (first: object, second: object) => {
    const [a, b] = [walker([-6, 0.1], [6, 0.1]), walker([6, -0.1], [-6, -0.1])];
    const world = createWorld(
      square([
        { ...a, personality: first },
        { ...b, personality: second },
      ]),
    );
    const aside = [0, 0];
    while (world.crowd.count === 2 && world.step < 400) {
      for (const id of [0, 1]) {
        aside[id] = Math.max(aside[id], Math.abs(readAgent(world, id).y - (id === 0 ? 0.1 : -0.1)));
      }
      stepWorld(world);
    }
    return aside;
  };

  test('who is more aggressive gives way less', () => {
    const [even, same] = asides({}, {});
    expect(even).toBeCloseTo(same, 6);
    const [calm, bold] = asides({ aggressiveness: 0 }, { aggressiveness: 1 });
    expect(bold).toBeLessThan(0.05);
    expect(calm).toBeGreaterThan(1.5 * even);
  });

  test('who is agile and light gets going soonest: 1.3 m/s² times (¼ + ¾ agility) (1 − ½ mass)', () => {
    for (const [agility, mass] of [
      [1, 0],
      [0, 0],
      [0.5, 0],
      [1, 1],
      [0.2, 0.7],
    ]) {
      const world = createWorld(square([walker([0, 0], [20, 0], { personality: { agility, mass } })]));
      for (let k = 0; k < 10; k++) stepWorld(world);
      const speed = 1.3 * (0.25 + 0.75 * agility) * (1 - 0.5 * mass) * 10 * world.dt;
      expect(readAgent(world, 0).speed).toBeCloseTo(speed, 9);
    }
  });

  test('who is clumsy turns round more slowly', () => {
    const stepsToTurn = (agility: number) => {
      const world = createWorld(
        square([walker([0, 0], [20, 0], { heading: Math.PI - 0.01, personality: { agility } })]),
      );
      while (world.crowd.motion.headingX[0] < 0.999 && world.step < 400) stepWorld(world);
      return world.step;
    };
    // Half a turn at 4 rad/s.
    expect(stepsToTurn(1)).toBeGreaterThanOrEqual(15);
    expect(stepsToTurn(1)).toBeLessThan(20);
    expect(stepsToTurn(0) / stepsToTurn(1)).toBeCloseTo(4, 0);
  });
});

test('nothing is left of a step: 600 steps of a crowd, with plans', () => {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const inUse = () => {
    collect();
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    return arrayBuffers + heapUsed;
  };
  const box = { min: [-8, -8] as Point, max: [8, 8] as Point };
  const groups = [{ name: 'all', count: 40, region: { box }, goal: { random: { box } }, goalRadius: 0.01 }];
  const world = createWorld(
    square([], { groups, arrival: 'continue', steering: { name: 'wend', planningCrowd: 100 } }),
  );
  for (let k = 0; k < 200; k++) stepWorld(world);
  const before = inUse();
  let planned = 0;
  for (let k = 0; k < 600; k++) {
    stepWorld(world);
    planned += world.crowd.steer.planLayers.subarray(0, 40).some((layers) => layers > 0) ? 1 : 0;
  }
  expect(planned).toBeGreaterThan(0);
  expect(inUse() - before).toBeLessThan(1e6);
});
