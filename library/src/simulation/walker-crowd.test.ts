import { expect, test } from 'vitest';
import {
  addAgent,
  createWorld,
  readAgent,
  type ScenarioInput,
  stepWorld,
  timeOf,
  type World,
} from './index.ts';

/** Walkers in crowds, beside what people do; docs/models/walker.md. `benchmarks/fundamental-diagram.js` measures it all. */

type Group = NonNullable<ScenarioInput['groups']>[number];
const eastwards: Pick<Group, 'journey'> = {
  journey: { stages: [{ kind: 'direction', along: [1, 0] }] },
};
const people = { mean: 1.34, deviation: 0.26, min: 0.82, max: 1.86 };

function corridor(width: number, length: number, more: Partial<ScenarioInput>): World {
  return createWorld({
    version: 1,
    name: 'corridor',
    bounds: { min: [0, 0], max: [length, width], walls: true },
    duration: 600,
    planner: { name: 'direct' },
    arrival: 'vanish',
    ...more,
  });
}

function runUntil(world: World, seconds: number): void {
  while (timeOf(world) < seconds) stepWorld(world);
}

test('in a single file that is evenly spaced, the speed is the free distance over the headway', () => {
  for (const spacing of [0.6, 0.8, 1.2]) {
    const world = corridor(0.5, 100, {
      agents: Array.from({ length: 60 }, (_, k) => ({
        at: [1 + spacing * k, 0.25] as [number, number],
        heading: 0,
        radius: 0.2,
        speed: 1.5,
        ...eastwards,
      })),
    });
    runUntil(world, 4);
    // Agents at the rear have too few others around them, and those at the front find more room.
    for (let id = 15; id < 30; id++) {
      expect(readAgent(world, id).velocityX).toBeCloseTo((spacing - 0.4) / 0.95, 2);
    }
  }
});

/** Weidmann (1993): m/s at this many people per square metre. */
const weidmann = (density: number) => 1.34 * (1 - Math.exp(-1.913 * (1 / density - 1 / 5.4)));

test.each([1, 3])('one way at %d people/m²: within 0.2 m/s of Weidmann', (density) => {
  const [width, filled] = [3.6, 36];
  const world = corridor(width, 80, {
    groups: [
      {
        name: 'people',
        count: Math.round(density * filled * width),
        region: { box: { min: [0.25, 0.25], max: [filled, width - 0.25] } },
        clearance: 0,
        heading: 0,
        radius: 0.2,
        speed: { normal: people },
        ...eastwards,
      },
    ],
  });
  runUntil(world, 8);
  const [from, to] = [14, 22];
  let count = 0;
  let speed = 0;
  let steps = 0;
  for (; timeOf(world) < 12; steps++) {
    stepWorld(world);
    const { motion } = world.crowd;
    for (let row = 0; row < world.crowd.count; row++) {
      if (motion.x[row] < from || motion.x[row] > to) continue;
      count++;
      speed += motion.velocityX[row];
    }
  }
  const measured = count / steps / ((to - from) * width);
  expect(Math.abs(speed / count - weidmann(measured))).toBeLessThan(0.2);
});

test.each([0.8, 1.2])(
  'a door of %d m: between 0.9 times the flow of Kretz and 1.1 times that of Daamen, and no long gaps',
  (width) => {
    const world = corridor(8, 16, {
      planner: { name: 'path', cell: 0.1, clearance: 0.05 },
      obstacles: [
        { shape: 'box', min: [8, 0], max: [8.4, 4 - width / 2] },
        { shape: 'box', min: [8, 4 + width / 2], max: [8.4, 8] },
      ],
      targets: [{ name: 'outside', region: { box: { min: [14, 0], max: [16, 8] } } }],
      groups: [
        {
          name: 'people',
          count: 90,
          region: { box: { min: [0.3, 0.3], max: [7.7, 7.7] } },
          radius: 0.2,
          speed: { normal: people },
          targets: ['outside'],
        },
      ],
    });
    const passed = new Set<number>();
    const times: number[] = [];
    while (times.length < 70 && timeOf(world) < 100) {
      stepWorld(world);
      for (let row = 0; row < world.crowd.count; row++) {
        const id = world.crowd.ids[row];
        if (world.crowd.motion.x[row] < 8.2 || passed.has(id)) continue;
        passed.add(id);
        times.push(timeOf(world));
      }
    }
    const flow = 50 / (times[69] - times[19]);
    expect(flow).toBeGreaterThan(0.9 * (1.62 * width + 0.17));
    expect(flow).toBeLessThan(1.1 * 2.25 * width);
    expect(Math.max(...times.slice(1).map((time, k) => time - times[k]))).toBeLessThan(5);
  },
);

test('a door of 1.2 m behind which all stay: 1.3 to 1.9 people per second and metre, and no long gaps', () => {
  const width = 1.2;
  // The target begins half a metre behind the door: the first to arrive have to make room.
  const world = corridor(14, 20, {
    arrival: 'stop',
    planner: { name: 'path' },
    obstacles: [
      { shape: 'segment', from: [10, 0], to: [10, 7 - width / 2] },
      { shape: 'segment', from: [10, 7 + width / 2], to: [10, 14] },
    ],
    targets: [{ name: 'hall', region: { box: { min: [10.5, 1], max: [19, 13] } } }],
    groups: [
      {
        name: 'people',
        count: 120,
        region: { box: { min: [2, 1.5], max: [9.2, 12.5] } },
        radius: 0.25,
        targets: ['hall'],
      },
    ],
  });
  const passed = new Set<number>();
  const times: number[] = [];
  while (times.length < 80 && timeOf(world) < 100) {
    stepWorld(world);
    for (let row = 0; row < world.crowd.count; row++) {
      const id = world.crowd.ids[row];
      if (world.crowd.motion.x[row] < 10 || passed.has(id)) continue;
      passed.add(id);
      times.push(timeOf(world));
    }
  }
  expect(times).toHaveLength(80);
  const flow = 60 / (times[79] - times[19]);
  expect(flow / width).toBeGreaterThan(1.3);
  expect(flow / width).toBeLessThan(1.9);
  expect(Math.max(...times.slice(1).map((time, k) => time - times[k]))).toBeLessThan(5);
});

test('1.5 people/s from each end of a corridor of 3.6 m pass each other', () => {
  const [width, length] = [3.6, 18];
  const ends = (from: number, to: number) => ({ region: { box: { min: [from, 0], max: [to, width] } } });
  const world = corridor(width, length, {
    targets: [
      { name: 'west', ...ends(0, 1) },
      { name: 'east', ...ends(length - 1, length) },
    ] as ScenarioInput['targets'],
  });
  // Over the width by the golden section; an agent waits until a place is free.
  const waiting = [0, 0];
  let entered = 0;
  for (let step = 0; step < 60 * 20; step++) {
    const { motion } = world.crowd;
    for (const side of [0, 1]) {
      if (step % 13 === 0) waiting[side]++;
      const at: [number, number] = [
        side === 0 ? 1.5 : length - 1.5,
        0.3 + (width - 0.6) * ((0.618034 * (2 * step + side)) % 1),
      ];
      const rows = Array.from({ length: world.crowd.count }, (_, row) => row);
      const isFree = rows.every((row) => Math.hypot(motion.x[row] - at[0], motion.y[row] - at[1]) > 0.5);
      if (waiting[side] === 0 || !isFree) continue;
      const speed = 1 + 0.7 * ((0.414214 * entered) % 1);
      addAgent(world, {
        at,
        heading: side * Math.PI,
        radius: 0.2,
        speed,
        targets: [side === 0 ? 'east' : 'west'],
      });
      waiting[side]--;
      entered++;
    }
    stepWorld(world);
  }
  // Each needs about 15 s: some 45 are under way.
  expect(entered).toBeGreaterThan(170);
  expect(world.crowd.count).toBeLessThan(70);
});

test('two crowds that meet in a corridor of 2 m, 36 people each, pass each other within a minute', () => {
  const [width, length] = [2, 30];
  const ends = (from: number, to: number) => ({ box: { min: [from, 0], max: [to, width] } });
  const crowd = (target: string, from: number) => ({
    name: `to the ${target}`,
    count: 36,
    region: { box: { min: [from + 0.2, 0.2], max: [from + 5.8, width - 0.2] } },
    clearance: 0,
    radius: 0.2,
    speed: { normal: people },
    targets: [target],
  });
  const world = corridor(width, length, {
    targets: [
      { name: 'west', region: ends(0, 2) },
      { name: 'east', region: ends(length - 2, length) },
    ] as ScenarioInput['targets'],
    groups: [crowd('east', 9), crowd('west', 15)] as Group[],
    seed: 4,
  });
  runUntil(world, 60);
  expect(world.arrived).toBe(72);
});

test('a crowd that presses against a wall stands still', () => {
  const world = corridor(3, 10, {
    groups: [
      {
        name: 'people',
        count: 40,
        region: { box: { min: [0.3, 0.3], max: [8, 2.7] } },
        heading: 0,
        radius: 0.2,
        speed: { normal: people },
        ...eastwards,
      },
    ],
  });
  runUntil(world, 40);
  const { count, motion } = world.crowd;
  const before = { x: motion.x.slice(0, count), y: motion.y.slice(0, count) };
  runUntil(world, 42);
  let moved = 0;
  for (let row = 0; row < count; row++)
    moved += Math.hypot(world.crowd.motion.x[row] - before.x[row], world.crowd.motion.y[row] - before.y[row]);
  expect(moved / count / 2).toBeLessThan(0.001);
});
