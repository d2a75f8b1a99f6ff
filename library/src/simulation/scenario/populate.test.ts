import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gapToBorder, gapToShape, type Shape } from '../../geometry/index.ts';
import { growthOf } from '../../numerics/growth.fixture.ts';
import { ScenarioError } from './error.ts';
import { checkScenario } from './load.ts';
import { populate } from './populate.ts';
import { type Population, StartingGoal } from './population.ts';
import { everything, smallest } from './scenarios.fixture.ts';
import type { ScenarioInput } from './schema.ts';

const scenario = checkScenario(everything);

function withGroups(groups: ScenarioInput['groups'], more: Partial<ScenarioInput> = {}) {
  return checkScenario({
    ...smallest,
    bounds: { min: [0, 0], max: [100, 100], walls: true },
    groups,
    ...more,
  });
}

/** Smallest gap between two bodies, by looking at every pair. */
function smallestGap({ count, x, y, radius }: Population): number {
  let least = Number.POSITIVE_INFINITY;
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < a; b++) {
      least = Math.min(least, Math.hypot(x[a] - x[b], y[a] - y[b]) - radius[a] - radius[b]);
    }
  }
  return least;
}

function refusal(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(ScenarioError);
    return (error as ScenarioError).message;
  }
  return 'accepted';
}

test('single agents come first and as written, then the groups in order', () => {
  const population = populate(scenario);
  expect(population.count).toBe(3 + 50 + 20 + 12 + 5 + 5 + 3);
  expect([...population.group.slice(0, 4)]).toEqual([-1, -1, -1, 0]);
  expect(population.group[94]).toBe(4);
  expect([population.x[0], population.y[0], population.radius[0], population.speed[0]]).toEqual([
    -30, -30, 0.3, 1.5,
  ]);
  expect([population.agility[1], population.mass[1], population.aggressiveness[1]]).toEqual([0.5, 0.5, 1]);
});

test('everyone is free of obstacles, the border and one another, whatever the seed', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (seed) => {
      const population = populate(scenario, seed);
      for (let k = 0; k < population.count; k++) {
        const [x, y, r] = [population.x[k], population.y[k], population.radius[k]];
        for (const obstacle of scenario.obstacles)
          expect(gapToShape(obstacle as Shape, x, y, r)).toBeGreaterThanOrEqual(-1e-9);
        expect(gapToBorder([-50, -50], [50, 50], x, y, r)).toBeGreaterThanOrEqual(0);
      }
      expect(smallestGap(population)).toBeGreaterThanOrEqual(0.05 - 1e-12);
    }),
    { numRuns: 30 },
  );
});

test('centres lie in the region of their group', () => {
  const { x, y, group, count } = populate(scenario, 3);
  for (let k = 0; k < count; k++) {
    if (group[k] === 0) expect(x[k] >= -40 && x[k] <= -20 && y[k] >= -20 && y[k] <= 10).toBe(true);
    if (group[k] === 1) expect(Math.hypot(x[k] - 30, y[k] - 30)).toBeLessThanOrEqual(8);
    if (group[k] === 2) expect(Math.hypot(x[k], y[k])).toBeCloseTo(5, 12);
  }
});

test('bodies of very different sizes keep clear of one another', () => {
  const region = { box: { min: [0, 0] as [number, number], max: [40, 40] as [number, number] } };
  const population = populate(
    withGroups([
      { name: 'small', count: 500, region, radius: 0.05, clearance: 0.01 },
      { name: 'large', count: 8, region, radius: { uniform: [1, 3] } },
      { name: 'medium', count: 50, region, radius: { normal: { mean: 0.5, deviation: 0.2, min: 0.1 } } },
    ]),
    11,
  );
  expect(smallestGap(population)).toBeGreaterThanOrEqual(0.01 - 1e-12);
});

test('a ring is evenly spaced, and its first agent stands exactly at angle 0', () => {
  const population = populate(
    withGroups([
      {
        name: 'r',
        count: 100,
        region: { ring: { center: [50, 50], radius: 20 } },
        goal: { mirror: [50, 50] },
      },
    ]),
  );
  expect([population.x[0], population.y[0]]).toEqual([70, 50]);
  for (let k = 0; k < 100; k++) {
    const next = (k + 1) % 100;
    const step = Math.hypot(population.x[next] - population.x[k], population.y[next] - population.y[k]);
    expect(step).toBeCloseTo(40 * Math.sin(Math.PI / 100), 12);
    expect(population.goalX[k] + population.x[k]).toBeCloseTo(100, 12);
    expect(population.headingX[k]).toBeCloseTo(-Math.cos((2 * Math.PI * k) / 100), 12);
  }
});

test('the same seed gives the same bits, another seed other places', () => {
  expect(populate(scenario, 5)).toEqual(populate(scenario, 5));
  expect(populate(scenario, 6).x).not.toEqual(populate(scenario, 5).x);
  expect(populate(scenario)).toEqual(populate(scenario, scenario.seed));
});

test('goals are of the kind that was asked for', () => {
  const population = populate(scenario, 2);
  const { goalKind, targetSet, targetSets, goalX, goalY, goalRadius, x, y } = population;
  expect([...goalKind.slice(0, 4)]).toEqual([
    StartingGoal.targets,
    StartingGoal.point,
    StartingGoal.none,
    StartingGoal.targets,
  ]);
  expect(targetSets.map((set) => [...set])).toEqual([[0, 1], [0], [3]]);
  expect([...targetSet.slice(0, 4)]).toEqual([0, -1, -1, 1]);
  expect([goalX[1], goalY[1], goalRadius[1]]).toEqual([30, 30, 1]);
  expect([goalX[2], goalY[2]]).toEqual([x[2], y[2]]);
  const first = (group: number) => population.group.indexOf(group);
  expect([goalX[first(1)], goalY[first(1)]]).toEqual([-30, -40]);
  expect([goalX[first(3)], goalY[first(3)]]).toEqual([x[first(3)], y[first(3)] - 60]);
  for (let k = first(4); k < first(5); k++) {
    expect(Math.hypot(goalX[k], goalY[k])).toBeLessThanOrEqual(10);
    expect(
      gapToShape(scenario.obstacles[0] as Shape, goalX[k], goalY[k], population.radius[k]),
    ).toBeGreaterThan(-1e-9);
    expect(goalRadius[k]).toBe(2);
  }
});

test('headings are unit vectors: as given, towards the nearest target, or along x', () => {
  const { headingX, headingY, x, y, count } = populate(scenario, 2);
  for (let k = 0; k < count; k++) expect(Math.hypot(headingX[k], headingY[k])).toBeCloseTo(1, 12);
  expect(headingX[0]).toBeCloseTo(Math.cos(1.5), 15);
  expect([headingX[2], headingY[2]]).toEqual([1, 0]);
  expect(Math.atan2(headingY[3], headingX[3])).toBeCloseTo(Math.atan2(-y[3], 45 - x[3]), 12);
});

test('no column holds NaN', () => {
  const population = populate(scenario, 9);
  for (const column of Object.values(population)) {
    if (column instanceof Float64Array) expect(column.every((value) => Number.isFinite(value))).toBe(true);
  }
});

test('distributions have the means and limits that were asked for', () => {
  const count = 4000;
  const population = populate(
    withGroups([
      {
        name: 'g',
        count,
        region: { box: { min: [0, 0], max: [100, 100] } },
        radius: { uniform: [0.1, 0.3] },
        speed: { normal: { mean: 1.4, deviation: 0.2, max: 1.9 } },
        personality: { agility: { normal: { mean: 0.9, deviation: 1 } }, mass: { uniform: [0.25, 0.75] } },
      },
    ]),
    4,
  );
  const mean = (column: Float64Array) => column.reduce((sum, value) => sum + value, 0) / count;
  const within = (column: Float64Array, low: number, high: number) =>
    column.every((value) => value >= low && value <= high);
  // Five standard errors.
  expect(Math.abs(mean(population.radius) - 0.2)).toBeLessThan((5 * 0.2) / Math.sqrt(12 * count));
  expect(Math.abs(mean(population.speed) - 1.4)).toBeLessThan((5 * 0.2) / Math.sqrt(count));
  expect(Math.abs(mean(population.mass) - 0.5)).toBeLessThan((5 * 0.5) / Math.sqrt(12 * count));
  expect(Math.abs(mean(population.x) - 50)).toBeLessThan((5 * 100) / Math.sqrt(12 * count));
  expect(within(population.radius, 0.1, 0.3)).toBe(true);
  expect(within(population.speed, 0, 1.9)).toBe(true);
  expect(within(population.agility, 0, 1)).toBe(true);
  expect(population.agility.filter((value) => value === 1).length).toBeGreaterThan(count / 3);
});

test('a group that finds no room says how many did', () => {
  const crowded = withGroups([
    { name: 'fans', count: 90, region: { box: { min: [1, 1], max: [5.5, 5.5] } } },
  ]);
  expect(refusal(() => populate(crowded, 1, 'my.json'))).toMatch(
    /^my\.json: groups\[0\]: only \d\d of the 90 agents of "fans" found room/,
  );
});

test('every group that finds no room is reported, and the others are judged without it', () => {
  const small = { box: { min: [1, 1] as [number, number], max: [5.5, 5.5] as [number, number] } };
  const wall = {
    shape: 'box' as const,
    min: [20, 20] as [number, number],
    max: [30, 30] as [number, number],
  };
  const inWall = { box: { min: [22, 22] as [number, number], max: [28, 28] as [number, number] } };
  const groups = [
    { name: 'fans', count: 90, region: small, radius: 0.25 },
    { name: 'ring', count: 1, region: { ring: { center: [25, 25] as [number, number], radius: 1 } } },
    { name: 'in', count: 3, region: inWall },
    { name: 'too', count: 2, region: inWall },
    { name: 'few', count: 40, region: small, radius: 0.2 },
  ];
  const crowded = withGroups(groups, { obstacles: [wall] });
  expect(refusal(() => populate(crowded, 1, 'my.json')).replaceAll(/ found room.*/g, '')).toMatch(
    new RegExp(
      [
        /^my\.json: groups\[1\]\.region: agent 0 of 1, at \[26, 25\]: the body .*/,
        /my\.json: groups\[0\]: only \d\d of the 90 agents of "fans"/,
        /my\.json: groups\[2\]: only 0 of the 3 agents of "in"/,
        /my\.json: groups\[3\]: only 0 of the 2 agents of "too"$/,
      ]
        .map(({ source }) => source)
        .join('\n'),
    ),
  );
});

test('at most 20 groups without room are looked for', () => {
  const wall = {
    shape: 'box' as const,
    min: [20, 20] as [number, number],
    max: [30, 30] as [number, number],
  };
  const region = { box: { min: [22, 22] as [number, number], max: [28, 28] as [number, number] } };
  const groups = Array.from({ length: 25 }, (_, k) => ({ name: `g${k}`, count: 1, region }));
  const lines = refusal(() => populate(withGroups(groups, { obstacles: [wall] }))).split('\n');
  expect(lines).toHaveLength(20);
});

test('a ring through an obstacle, the border or another agent is refused', () => {
  const ring = {
    name: 'r',
    count: 4,
    region: { ring: { center: [50, 50] as [number, number], radius: 20 } },
  };
  const pillar = {
    shape: 'circle' as const,
    name: 'pillar',
    center: [50, 70] as [number, number],
    radius: 1,
  };
  expect(refusal(() => populate(withGroups([ring], { obstacles: [pillar] })))).toBe(
    'scenario: groups[0].region: agent 1 of 4, at [50, 70]: the body (radius 0.25 m) reaches 1.25 m into obstacles[0] "pillar" (gap -1.25 m)',
  );
  expect(refusal(() => populate(withGroups([ring], { agents: [{ at: [70, 50.25] }] })))).toBe(
    'scenario: groups[0].region: agent 0 of 4, at [70, 50]: the body overlaps another agent by 0.25 m',
  );
  const wide = { ...ring, region: { ring: { ...ring.region.ring, radius: 50 } } };
  expect(refusal(() => populate(withGroups([wide])))).toContain('into the solid border');
});

test('a random goal in a region full of obstacles is refused', () => {
  const box = { shape: 'box' as const, min: [40, 40] as [number, number], max: [60, 60] as [number, number] };
  const goal = { random: { circle: { center: [50, 50] as [number, number], radius: 5 } } };
  const group = {
    name: 'g',
    count: 1,
    region: { box: { min: [1, 1] as [number, number], max: [9, 9] as [number, number] } },
    goal,
  };
  expect(refusal(() => populate(withGroups([group], { obstacles: [box] })))).toBe(
    'scenario: groups[0].goal.random: no place free of obstacles found in 1000 attempts',
  );
});

test('a seed that is none is refused', () => {
  expect(() => populate(scenario, -1)).toThrow(RangeError);
  expect(() => populate(scenario, 0.5)).toThrow(RangeError);
});

test('100 000 agents find room, and cost as much each as fewer do', () => {
  const fill = (count: number) => {
    const side = Math.sqrt(0.9 * count);
    const large = withGroups([{ name: 'g', count, region: { box: { min: [0, 0], max: [side, side] } } }], {
      bounds: { min: [0, 0], max: [side, side] },
      obstacles: [{ shape: 'circle', center: [side / 2, side / 2], radius: side / 15 }],
    });
    expect(populate(large, 1).count).toBe(count);
  };
  // Looking at all pairs would cost 16 times as much.
  expect(growthOf(fill, 25_000, 4)).toBeLessThan(10);
});
