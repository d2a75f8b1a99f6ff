import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { speedOf } from '../crowd/index.ts';
import {
  createWorld,
  loadWorld,
  readAgent,
  type ScenarioInput,
  saveWorld,
  stepWorld,
  type World,
} from './index.ts';
import {
  circle,
  fourWays,
  headOn,
  leastGap,
  narrow,
  type Point,
  runOut,
  square,
  walker,
} from './walker.fixture.ts';
import { busySquare, hashesOf, runHashes, shuffleRows } from './worlds.fixture.ts';

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
    const world = createWorld({ ...narrow, steering: { name: 'walker', spaceTime: false } });
    while (world.step < 1200) stepWorld(world);
    expect(world.arrived).toBe(0);
    for (const id of [0, 1]) expect(Math.abs(readAgent(world, id).x)).toBeLessThan(4.5);
  });
});

test('an agent that starts with its back to its goal turns before it walks, and at 2 rad/s at the most', () => {
  const world = createWorld(square([{ ...walker([0, 0], [8, 0.5]), heading: Math.PI }]));
  let facing = Math.PI;
  while (world.arrived === 0 && world.step < 400) {
    stepWorld(world);
    if (world.crowd.count === 0) break;
    const { headingX, headingY, velocityX, velocityY } = world.crowd.motion;
    const now = Math.atan2(headingY[0], headingX[0]);
    const turn = Math.abs(Math.atan2(Math.sin(now - facing), Math.cos(now - facing)));
    expect(turn).toBeLessThanOrEqual(2 * world.dt + 1e-9);
    facing = now;
    const speed = Math.hypot(velocityX[0], velocityY[0]);
    const off = Math.acos((velocityX[0] * headingX[0] + velocityY[0] * headingY[0]) / Math.max(speed, 1e-9));
    if (speed > 0.1) expect(off).toBeLessThanOrEqual(Math.PI / 4 + 1e-3);
  }
  expect(world.arrived).toBe(1);
  expect(world.step * world.dt).toBeLessThan(10);
});

test('six that meet in the open pass without a contact, and turn by 2 rad/s at the most', () => {
  for (let scene = 0; scene < 50; scene++) {
    const spread = (k: number, ratio: number) => ((6 * scene + k + 1) * ratio) % 1;
    const agents = Array.from({ length: 6 }, (_, k) => {
      const side = k % 2 === 0 ? -1 : 1;
      const from: [number, number] = [side * (3.2 - 0.6 * Math.floor(k / 2)), 2 * spread(k, 0.618034) - 1];
      return { ...walker(from, [-6 * side, 0]), radius: 0.2, speed: 1 + 0.6 * spread(k, 0.414214) };
    });
    const world = createWorld(square(agents));
    const before = new Map<number, Point>();
    while (world.step < 160 && world.crowd.count > 0) {
      stepWorld(world);
      const { ids, motion } = world.crowd;
      for (let row = 0; row < world.crowd.count; row++) {
        const [x, y] = [motion.velocityX[row], motion.velocityY[row]];
        const [lastX, lastY] = before.get(ids[row]) ?? [0, 0];
        before.set(ids[row], [x, y]);
        if (Math.min(Math.hypot(x, y), Math.hypot(lastX, lastY)) < 0.35) continue;
        const turn = Math.abs(Math.atan2(lastX * y - lastY * x, lastX * x + lastY * y));
        expect(turn).toBeLessThanOrEqual(2.001 * world.dt);
      }
      expect(leastGap(world)).toBeGreaterThan(0);
    }
  }
});

describe('the same bits', () => {
  const crowd: ScenarioInput = { ...busySquare, steering: { name: 'walker' } };
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

/** Two queues that meet in the corridor; all agents plan where they get stuck. */
const queues: ScenarioInput = {
  ...narrow,
  agents: [0, 1, 2, 3].flatMap((k) => [
    walker([-3.2 - 1.2 * k, 0], [10, 0]),
    walker([3 + 1.2 * k, 0], [-10, 0]),
  ]),
  steering: { name: 'walker', planningCrowd: 100 },
};

test('an agent that decides in every fifth step speeds up as quickly as one that decides in every step', () => {
  const speeds = [1, 5].map((steering) => {
    const world = createWorld(square([walker([0, 0], [50, 0])], { cadence: { steering } }));
    // The turns of the first agent begin in steps 0, 1 and 6, and are over after 11.
    for (let step = 0; step < 11; step++) stepWorld(world);
    return speedOf(world.crowd.motion, 0);
  });
  expect(speeds[0]).toBeCloseTo(11 * 1.3 * 0.05, 9);
  expect(speeds[1]).toBeCloseTo(speeds[0], 9);
});

test('the same bits of many who plan, however the rows are ordered', () => {
  expect(hashesOf(queues, 300, {}, shuffleRows)).toEqual(hashesOf(queues, 300));
});

test('nothing is left of a step: 600 steps of two queues, with plans', () => {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const inUse = () => {
    collect();
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    return arrayBuffers + heapUsed;
  };
  const world = createWorld(queues);
  for (let k = 0; k < 300; k++) stepWorld(world);
  const before = inUse();
  let planned = 0;
  for (let k = 0; k < 600; k++) {
    stepWorld(world);
    planned += world.crowd.steer.planLayers.subarray(0, world.crowd.count).some((layers) => layers > 0)
      ? 1
      : 0;
  }
  expect(planned).toBeGreaterThan(0);
  expect(inUse() - before).toBeLessThan(1e6);
});

test.each([
  [1.3, 0.05, 0.5],
  [1.3, 0.05, 0.05],
  [5, 0.05, 0.5],
  [10, 0.05, 0.05],
  [50, 0.25, 0.5],
])('who walks at %f m/s, in steps of %f s, stops within %f m of its goal', (speed, dt, goalRadius) => {
  const world = createWorld({
    ...{ version: 1, name: 'stop', bounds: { min: [-400, -50], max: [400, 50] }, duration: 60, dt },
    agents: [{ at: [-15, 0], goal: [5, 0], goalRadius, speed }],
  });
  for (let step = 0; step * dt < 60; step++) stepWorld(world);
  expect(world.arrived).toBe(1);
  expect(Math.abs(world.crowd.motion.x[0] - 5)).toBeLessThanOrEqual(goalRadius);
  expect(speedOf(world.crowd.motion, 0)).toBe(0);
});

test('a queue of thousands that is stuck plans without running out of stack, a few at a time', () => {
  const count = 6000;
  const world = createWorld({
    ...{ version: 1, name: 'queue', duration: 60, planner: { name: 'direct' }, neighbours: { radius: 0.4 } },
    bounds: { min: [-2000, -5], max: [10, 5] },
    obstacles: [{ shape: 'box', min: [0.15, -4], max: [2, 4] }],
    agents: Array.from({ length: count }, (_, k) => ({ at: [-0.21 * k, 0], goal: [5, 0], radius: 0.1 })),
    cadence: { perception: 1 },
  });
  let most = 0;
  for (let step = 0; step < 60; step++) {
    const before = world.crowd.steer.planSince.slice(0, count);
    stepWorld(world);
    const { failures, planSince } = world.crowd.steer;
    let made = 0;
    for (let row = 0; row < count; row++) made += planSince[row] !== before[row] || failures[row] > 0 ? 1 : 0;
    most = Math.max(most, made);
  }
  expect(most).toBeGreaterThan(0);
});
