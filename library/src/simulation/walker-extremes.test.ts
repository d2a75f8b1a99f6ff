import { describe, expect, test } from 'vitest';
import { Status, speedOf } from '../crowd/index.ts';
import { cos, sin } from '../numerics/index.ts';
import { createWorld, readAgent, retargetAgent, type ScenarioInput, stepWorld, type World } from './index.ts';
import { circle, fourWays, headOn, leastGap, type Point, square, walker } from './walker.fixture.ts';

/** Whether all of an agent's numbers are numbers. */
function expectFinite({ crowd }: World): void {
  for (const table of [crowd.motion, crowd.steer]) {
    for (const [name, column] of Object.entries(table)) {
      const isWhole = column.subarray(0, crowd.count).every(Number.isFinite);
      expect(isWhole, name).toBe(true);
    }
  }
}

/** All agents within this many metres of the middle: more than a scenario may ask for. */
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
    // Impatient agents overlap by up to 8 cm.
    expect(leastGap(world)).toBeGreaterThan(-0.1);
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
    expect(speedOf(motion, 0)).toBeLessThan(1e-9);
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
    // Half a turn at 2 rad/s.
    expect(stepsToTurn(1)).toBeGreaterThanOrEqual(31);
    expect(stepsToTurn(1)).toBeLessThan(36);
    expect(stepsToTurn(0) / stepsToTurn(1)).toBeCloseTo(4, 0);
  });
});
