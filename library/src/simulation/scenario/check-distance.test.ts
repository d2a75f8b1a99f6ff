import { expect, test } from 'vitest';
import { checkScenario } from './index.ts';

const scene = (name: string, count: number, rerouting?: object) => ({
  version: 1,
  name: 'many exits',
  bounds: { min: [0, 0], max: [500, 500] },
  duration: 1,
  targets: Array.from({ length: count }, (_, k) => ({ name: `exit ${k}`, at: [5 + 10 * k, 250] })),
  groups: [
    {
      name: 'crowd',
      count: 1,
      region: { box: { min: [10, 10], max: [20, 20] } },
      targets: Array.from({ length: count }, (_, k) => `exit ${k}`),
    },
  ],
  planner: { name, ...(rerouting && { rerouting }) },
});

test('fields that memory could not hold are refused before they are made, with what to change', () => {
  // 4 million cells each.
  expect(() => checkScenario(scene('distance', 26, {}))).toThrow(
    /planner\.cell: expected fields of at most 100000000 cells in all, got 26 of 2000 × 2000; take larger cells or fewer targets/,
  );
  // One field for the set, and none where nobody asks for it.
  expect(() => checkScenario(scene('distance', 26))).not.toThrow();
  expect(() => checkScenario(scene('direct', 26, {}))).not.toThrow();
});

test.each([
  [{ every: 0 }, /planner\.rerouting\.every: expected a number from 0\.05 to 3600 s/],
  [{ density: -1 }, /planner\.rerouting\.density: expected a number from 0 to 100/],
  [{ comfort: 6 }, /planner\.rerouting\.comfort: expected a number from 0 to 5/],
])('rerouting %j is refused', (rerouting, message) => {
  expect(() => checkScenario(scene('distance', 1, rerouting))).toThrow(message);
});
