import { expect, test } from 'vitest';
import { ScenarioError } from './error.ts';
import { checkScenario } from './load.ts';
import { populate } from './populate.ts';
import type { Population } from './population.ts';
import type { ScenarioInput } from './schema.ts';

type GroupInput = NonNullable<ScenarioInput['groups']>[number];

function scene(groups: GroupInput[], more: Partial<ScenarioInput> = {}) {
  const bounds = { min: [0, 0], max: [20, 20], walls: true } as ScenarioInput['bounds'];
  return checkScenario({ version: 1, name: 'dense', bounds, duration: 1, groups, ...more });
}

function smallestGap({ count, x, y, radius }: Population): number {
  let least = Number.POSITIVE_INFINITY;
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < a; b++)
      least = Math.min(least, Math.hypot(x[a] - x[b], y[a] - y[b]) - radius[a] - radius[b]);
  }
  return least;
}

test('100 people of 0.25 m, 0.05 m apart, find room in the room of 8 × 5 m of IMO 4, and 140 do', () => {
  // 7.5 × 4.5 m for the centres, 0.55 m apart: ten rows of 14. Random places run out below 100 with some seeds.
  const people = (count: number): GroupInput => ({
    name: 'people',
    count,
    region: { box: { min: [0.25, 0.25], max: [7.75, 4.75] } },
  });
  for (const count of [100, 140]) {
    for (const seed of [1, 2, 3]) {
      const population = populate(scene([people(count)]), seed);
      expect(smallestGap(population)).toBeGreaterThan(0.05 - 1e-9);
      expect(Math.min(...population.x)).toBeGreaterThanOrEqual(0.25);
      expect(Math.max(...population.y)).toBeLessThanOrEqual(4.75);
    }
  }
  expect(() => populate(scene([people(141)]))).toThrow('only');
});

test('rows of 8 and 7 fill a box to the last place', () => {
  const box = { min: [1, 1], max: [4.5, 1 + (11 * 0.5 * Math.sqrt(3)) / 2] } as {
    min: [number, number];
    max: [number, number];
  };
  const group = (count: number) => ({ name: 'people', count, region: { box }, clearance: 0 });
  expect(smallestGap(populate(scene([group(6 * 8 + 6 * 7)])))).toBeGreaterThan(-1e-9);
  expect(() => populate(scene([group(6 * 8 + 6 * 7 + 1)]))).toThrow(ScenarioError);
});

test('three by three fit where rows that are shifted have eight places', () => {
  const box = { min: [5, 5], max: [6, 6] } as { min: [number, number]; max: [number, number] };
  const population = populate(scene([{ name: 'nine', count: 9, region: { box }, clearance: 0 }]));
  expect(smallestGap(population)).toBeGreaterThan(-1e-9);
});

test('groups of one region share its rows, around obstacles and other bodies', () => {
  const region = { box: { min: [1, 1], max: [9, 5] } } as GroupInput['region'];
  const scenario = scene(
    [
      { name: 'a', count: 50, region, radius: 0.25 },
      { name: 'b', count: 47, region, radius: 0.25 },
    ],
    {
      agents: [{ at: [3, 3], radius: 0.5 }],
      obstacles: [{ shape: 'circle', center: [7, 3], radius: 0.4 }],
    },
  );
  const population = populate(scenario);
  expect(smallestGap(population)).toBeGreaterThan(0.05 - 1e-9);
  for (let k = 0; k < population.count; k++) {
    const gap = Math.hypot(population.x[k] - 7, population.y[k] - 3) - 0.4 - population.radius[k];
    expect(gap).toBeGreaterThan(-1e-9);
  }
  expect(new Set(population.x).size).toBeGreaterThan(10);
});

test('circles and lines have rows, too', () => {
  const round = populate(
    scene([
      { name: 'disc', count: 37, region: { circle: { center: [10, 10], radius: 1.7321 } }, clearance: 0 },
      { name: 'queue', count: 11, region: { line: { from: [1, 1], to: [6, 1] } }, clearance: 0 },
    ]),
  );
  expect(smallestGap(round)).toBeGreaterThan(-1e-9);
  expect([...round.x.slice(37)].sort((a, b) => a - b)).toEqual(
    Array.from({ length: 11 }, (_, k) => expect.closeTo(1 + k / 2, 9)),
  );
});
