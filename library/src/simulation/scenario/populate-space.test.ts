import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gapToSolid, type SolidShape } from '../../geometry/index.ts';
import { growthOf } from '../../numerics/growth.fixture.ts';
import { checkScenario } from './load.ts';
import { populate } from './populate.ts';
import type { Population } from './population.ts';
import { boundsOfRegion, capacityOf } from './regions.ts';
import { everything, inSpace, smallest } from './scenarios.fixture.ts';
import type { Place, ScenarioInput } from './schema.ts';

const scenario = checkScenario(inSpace);

function withGroups(groups: ScenarioInput['groups'], more: Partial<ScenarioInput> = {}) {
  return checkScenario({
    ...smallest,
    dimension: 3,
    bounds: { min: [0, 0, 0], max: [20, 20, 20] },
    groups,
    ...more,
  });
}

/** Smallest gap between two bodies, by looking at every pair. */
function smallestGap({ count, x, y, z, radius }: Population): number {
  let least = Number.POSITIVE_INFINITY;
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < a; b++) {
      const distance = Math.hypot(x[a] - x[b], y[a] - y[b], z[a] - z[b]);
      least = Math.min(least, distance - radius[a] - radius[b]);
    }
  }
  return least;
}

test('everyone is free of solids, the border and one another, whatever the seed', () => {
  // The roof swings: at time 0 it is higher by amplitude × sin(phase).
  const lift = 0.5 * Math.sin(1);
  const solids = scenario.obstacles.map((obstacle) =>
    obstacle.shape === 'triangles'
      ? { ...obstacle, points: obstacle.points.map(([x, y, z = 0]): Place => [x, y, z + lift]) }
      : obstacle,
  ) as SolidShape[];
  fc.assert(
    fc.property(fc.maxSafeNat(), (seed) => {
      const population = populate(scenario, seed);
      for (let k = 0; k < population.count; k++) {
        const [x, y, z] = [population.x[k], population.y[k], population.z[k]];
        const r = population.radius[k];
        for (const solid of solids) expect(gapToSolid(solid, x, y, z, r)).toBeGreaterThanOrEqual(-1e-9);
        expect(Math.max(Math.abs(x), Math.abs(y), 10 + Math.abs(z)) + r).toBeLessThanOrEqual(20);
      }
      expect(smallestGap(population)).toBeGreaterThanOrEqual(0.05 - 1e-12);
    }),
    { numRuns: 20 },
  );
});

test('centres lie in the region of their group, flat ones at their height', () => {
  const { x, y, z, group, count } = populate(scenario, 3);
  for (let k = 0; k < count; k++) {
    if (group[k] === 0) expect(x[k] >= -19 && x[k] <= -12 && z[k] >= -4 && z[k] <= 4).toBe(true);
    if (group[k] === 1) expect(z[k]).toBe(0);
    if (group[k] === 2) expect(Math.hypot(x[k] - 12, y[k] + 10, z[k] - 3)).toBeLessThanOrEqual(4);
    if (group[k] === 3) expect(z[k]).toBe(2);
    if (group[k] === 3) expect(Math.hypot(x[k] + 10, y[k] - 12)).toBeLessThanOrEqual(5);
    if (group[k] === 4) expect(Math.hypot(x[k], y[k])).toBeCloseTo(5, 12);
    if (group[k] === 4) expect(z[k]).toBe(4);
  }
});

test('a box and a ball are filled evenly in all three directions', () => {
  const count = 4000;
  const box = { box: { min: [0, 0, 0] as Place, max: [20, 20, 20] as Place } };
  const ball = { ball: { center: [10, 10, 10] as Place, radius: 10 } };
  const deviations = { box: 20 / Math.sqrt(12), ball: 10 / Math.sqrt(5) };
  for (const [name, region] of Object.entries({ box, ball })) {
    const population = populate(withGroups([{ name, count, region, radius: 0.01 }]), 4);
    for (const column of [population.x, population.y, population.z]) {
      const mean = column.reduce((sum, value) => sum + value, 0) / count;
      const spread = Math.sqrt(column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count);
      const deviation = deviations[name as keyof typeof deviations];
      // Five standard errors; that of a spread is at most the deviation / √count.
      expect(Math.abs(mean - 10)).toBeLessThan((5 * deviation) / Math.sqrt(count));
      expect(Math.abs(spread - deviation)).toBeLessThan((5 * deviation) / Math.sqrt(count));
    }
  }
});

test('goals and headings are those of space', () => {
  const population = populate(scenario, 2);
  const { x, y, z, goalX, goalY, goalZ, headingX, headingY, headingZ, group, count } = population;
  for (let k = 0; k < count; k++) {
    expect(Math.hypot(headingX[k], headingY[k], headingZ[k])).toBeCloseTo(1, 12);
    if (group[k] === 1) expect([goalX[k], goalY[k], goalZ[k]]).toEqual([x[k] - 5, y[k], 3]);
    if (group[k] === 2) expect([goalX[k], goalY[k], goalZ[k]]).toEqual([-x[k], -y[k], 2 - z[k]]);
    if (group[k] === 3) expect(Math.hypot(goalX[k], goalY[k], goalZ[k])).toBeLessThanOrEqual(8);
    if (group[k] === 4) expect([goalX[k], goalY[k], goalZ[k]]).toEqual([0, 0, 7]);
    // Towards the goal, level, with the climb that was asked for.
    if (group[k] === 4) expect(headingX[k] * x[k] + headingY[k] * y[k]).toBeCloseTo(-5 * Math.cos(0.25), 12);
    if (group[k] === 4) expect(headingZ[k]).toBeCloseTo(Math.sin(0.25), 15);
  }
  const heading = (k: number) => [headingX[k], headingY[k], headingZ[k]];
  const angles = [Math.cos(0.5) * Math.cos(1), Math.cos(0.5) * Math.sin(1), Math.sin(0.5)];
  heading(0).forEach((value, axis) => {
    expect(value).toBeCloseTo(angles[axis], 15);
  });
  expect(heading(1)[0]).toBeCloseTo(Math.cos(0.5), 15);
  expect(heading(1)[2]).toBeCloseTo(-Math.sin(0.5), 15);
  const [dx, dz] = [30, -6];
  expect(heading(2)[2] / heading(2)[0]).toBeCloseTo(dz / dx, 12);
  expect(heading(2)[1]).toBe(0);
});

test('towards the nearest target by the distance in space', () => {
  const above = checkScenario({
    ...smallest,
    dimension: 3,
    bounds: { min: [0, 0, 0], max: [20, 20, 20] },
    targets: [
      { name: 'above', at: [10, 10, 18] },
      { name: 'beside', at: [14, 10, 10] },
    ],
    agents: [{ at: [10, 10, 10], targets: ['above', 'beside'] }],
  });
  const { headingX, headingY, headingZ } = populate(above);
  expect([headingX[0], headingY[0], headingZ[0]]).toEqual([1, 0, 0]);
});

test('the same seed gives the same bits, another seed other heights', () => {
  expect(populate(scenario, 5)).toEqual(populate(scenario, 5));
  expect(populate(scenario, 6).z).not.toEqual(populate(scenario, 5).z);
});

test('classes are numbers among the classes of obstacles', () => {
  const population = populate(checkScenario(everything));
  const first = (group: number) => population.group.indexOf(group);
  expect([0, 1, 2, first(0), first(2)].map((k) => population.class[k])).toEqual([0, 0, 2, 0, 1]);
});

test('a flat world put into space has the same places and headings, to the bit', () => {
  const flat: ScenarioInput = {
    ...smallest,
    bounds: { min: [-50, -50], max: [50, 50], walls: true },
    targets: [
      { name: 'exit', at: [45, 1] },
      {
        name: 'ferry',
        at: [-45, 3],
        course: { kind: 'oscillation', amplitude: [0, 5], period: 20, phase: 1 },
      },
    ],
    agents: [
      { at: [-30, -30], heading: 1.5, targets: ['exit'] },
      { at: [-32, -30], goal: [30, 31] },
      { at: [-34, -30] },
    ],
    groups: [
      {
        name: 'box',
        count: 50,
        region: { box: { min: [-40, -20], max: [-20, 10] } },
        targets: ['exit', 'ferry'],
      },
      {
        name: 'circle',
        count: 20,
        region: { circle: { center: [30, 30], radius: 8 } },
        goal: { offset: [3, -9] },
      },
      {
        name: 'ring',
        count: 12,
        region: { ring: { center: [0, 0], radius: 5 } },
        goal: { mirror: [0.1, 0] },
      },
      {
        name: 'there',
        count: 5,
        region: { circle: { center: [20, -30], radius: 8 } },
        goal: { point: [3, 7] },
      },
      {
        name: 'roaming',
        count: 5,
        region: { box: { min: [-5, -45], max: [5, -35] } },
        goal: { random: { circle: { center: [0, 0], radius: 10 } } },
        heading: 2,
      },
    ],
  };
  const space: ScenarioInput = {
    ...flat,
    dimension: 3,
    bounds: { min: [-50, -50, -50], max: [50, 50, 50], walls: true },
  };
  for (const seed of [1, 2, 3]) {
    expect(populate(checkScenario(space), seed)).toEqual(populate(checkScenario(flat), seed));
  }
});

describe('the capacity of a region', () => {
  const group = (region: unknown, radius: number) =>
    withGroups([{ name: 'g', count: 1, region: region as never, radius, clearance: 0 }]).groups[0];

  test('is at least what the densest packing holds: cubic close packing in boxes and balls', () => {
    // Diameter 1: the points with even coordinate sum, scaled by 1/√2, are that packing.
    const scale = Math.SQRT1_2;
    fc.assert(
      fc.property(
        fc.nat(6),
        fc.nat(6),
        fc.nat(6),
        fc.double({ min: 0.1, max: 3, noNaN: true }),
        (a, b, c, r) => {
          let inBox = 0;
          let inBall = 0;
          for (let i = -6; i <= 6; i++) {
            for (let j = -6; j <= 6; j++) {
              for (let k = -6; k <= 6; k++) {
                if ((i + j + k) % 2 !== 0) continue;
                if (i >= 0 && j >= 0 && k >= 0 && i <= a && j <= b && k <= c) inBox++;
                if (Math.hypot(i, j, k) * scale <= r) inBall++;
              }
            }
          }
          const max = [a, b, c].map((edge) => Math.max(edge * scale, 1e-9)) as Place;
          expect(capacityOf(group({ box: { min: [0, 0, 0], max } }, 0.5))).toBeGreaterThanOrEqual(inBox);
          expect(capacityOf(group({ ball: { center: [5, 5, 5], radius: r } }, 0.5))).toBeGreaterThanOrEqual(
            inBall,
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  test('is that of the plane where the region is flat', () => {
    const flat = group({ box: { min: [0, 0, 3], max: [5, 5, 3] } }, 0.5);
    const [, , low, , , high] = boundsOfRegion(flat.region);
    expect([low, high]).toEqual([3, 3]);
    // 25 hexagons, half the perimeter of 20, and one.
    expect(capacityOf(flat)).toBe(Math.floor((2 * 25) / Math.sqrt(3) + 10 + 1));
  });
});

test('100 000 agents find room in a tower, and cost as much each as fewer do', () => {
  const fill = (count: number) => {
    const box: { min: Place; max: Place } = { min: [0, 0, 0], max: [5, 5, 0.09 * count] };
    const tower = withGroups([{ name: 'g', count, region: { box } }], { bounds: box });
    expect(populate(tower, 1).count).toBe(count);
  };
  // Looking at all pairs would cost 16 times as much.
  expect(growthOf(fill, 25_000, 4)).toBeLessThan(10);
});
