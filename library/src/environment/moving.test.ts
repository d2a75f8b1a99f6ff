import { describe, expect, test } from 'vitest';
import { createDice, crowdOf, shuffledOrder } from '../crowd/crowd.fixture.ts';
import {
  type Crowd,
  createNearLists,
  createObstacles,
  dropAgent,
  enterAgent,
  reorderRows,
  reserveAgent,
  reserveRows,
} from '../crowd/index.ts';
import { createSolids } from '../crowd/solids.ts';
import { listClose } from './close.ts';
import { createEnvironment, createGridIndex, perceive } from './index.ts';
import { nearByDefinition, rowsOf, sorted } from './neighbours.fixture.ts';

const REACH = 2;

/** A crowd that walks for some steps: some leave, now and then an agent comes, leaps or changes its row. */
function walk(
  seed: number,
  steps: number,
  look: (crowd: Crowd, step: number) => void,
  { agents = 250, leaving = 1 } = {},
): void {
  const dice = createDice(seed);
  const side = 30;
  const crowd = crowdOf(
    Array.from({ length: agents }, () => ({
      x: side * dice(),
      y: side * dice(),
      viewRadius: 2 + 4 * dice(),
    })),
  );
  const courses = Array.from({ length: 400 }, () => [0.2 * dice() - 0.1, 0.2 * dice() - 0.1]);
  for (let step = 0; step < steps; step++) {
    look(crowd, step);
    for (let row = 0; row < crowd.count; row++) {
      const [displacementX, displacementY] = courses[crowd.ids[row] % 400];
      crowd.motion.x[row] += displacementX;
      crowd.motion.y[row] += displacementY;
    }
    for (let k = 0; step % 3 === 1 && k < leaving; k++) {
      dropAgent(crowd, crowd.ids[Math.floor(dice() * crowd.count)]);
    }
    if (step % 17 === 5) reorderRows(crowd, shuffledOrder(crowd.count, step));
    if (step % 23 === 7) crowd.motion.x[Math.floor(dice() * crowd.count)] = side * dice();
    if (step % 29 === 11) {
      reserveRows(crowd, crowd.count + 1);
      const row = enterAgent(crowd, reserveAgent(crowd));
      crowd.motion.x[row] = side * dice();
      crowd.motion.y[row] = side * dice();
      crowd.traits.radius[row] = 0.25;
      crowd.traits.viewRadius[row] = 4;
    }
  }
}

describe('lists of close agents', () => {
  test('name exactly the close agents, while the crowd moves, grows and shrinks', () => {
    const environment = createEnvironment(createGridIndex());
    walk(5, 60, (crowd) => {
      listClose(environment, crowd, REACH);
      for (let row = 0; row < crowd.count; row++) {
        expect(sorted(rowsOf(environment.close!.lists, row))).toEqual(nearByDefinition(crowd, row, REACH));
      }
    });
  });
  test('are exact so far out that coordinates are coarse', () => {
    const crowd = crowdOf([
      { x: 1e15, y: 0 },
      { x: 1e15 + 4, y: 0 },
    ]);
    const environment = createEnvironment(createGridIndex());
    listClose(environment, crowd, REACH);
    expect(rowsOf(environment.close!.lists, 0)).toEqual([]);
    crowd.motion.x[1] = 1e15 + 2;
    listClose(environment, crowd, REACH);
    expect(rowsOf(environment.close!.lists, 0)).toEqual([1]);
  });
});

test.each([
  [700, 1],
  [700, 30],
  [60, 1],
])(
  'lists of some steps ago name the same agents by their present rows: %i agents, %i leave',
  (agents, leaving) => {
    const environment = createEnvironment(createGridIndex());
    const obstacles = createObstacles([]);
    const solids = createSolids([]);
    const known = new Map<number, number[]>();
    let kept = 0;
    const look = (crowd: Crowd, step: number) => {
      const due = new Uint8Array(crowd.capacity);
      // All agents are due in step 30: every list is rebuilt.
      for (let row = 0; row < crowd.count; row++) {
        const isNew = !known.has(crowd.ids[row]);
        due[row] = isNew || step === 30 || (crowd.ids[row] + step) % 12 === 0 ? 1 : 0;
      }
      const dueCount = due.reduce((sum, mark) => sum + mark, 0);
      perceive(environment, { crowd, obstacles, solids }, due, dueCount);
      const present = new Set(crowd.ids.subarray(0, crowd.count));
      for (let row = 0; row < crowd.count; row++) {
        const id = crowd.ids[row];
        const expected =
          due[row] === 1
            ? sorted(
                nearByDefinition(crowd, row, crowd.traits.viewRadius[row]).map((other) => crowd.ids[other]),
              )
            : known.get(id)!.filter((other) => present.has(other));
        if (due[row] === 0) kept++;
        known.set(id, expected);
        const found = rowsOf(environment.perception.agents, row).map((other) => crowd.ids[other]);
        expect(sorted(found), `step ${step}, row ${row}`).toEqual(expected);
      }
    };
    walk(3, 50, look, { agents, leaving });
    expect(kept).toBeGreaterThan(500);
  },
);

test('for a few rows the grid answers from an order of before, and exactly', () => {
  const index = createGridIndex();
  const obstacles = createObstacles([]);
  const solids = createSolids([]);
  const lists = createNearLists();
  walk(11, 60, (crowd, step) => {
    const due = new Uint8Array(crowd.capacity);
    for (let row = step % 10; row < crowd.count; row += step % 40 === 0 ? 1 : 10) due[row] = 1;
    index.update({ crowd, obstacles, solids });
    index.list(due, false, lists);
    for (let row = 0; row < crowd.count; row++) {
      const expected = due[row] === 1 ? nearByDefinition(crowd, row, crowd.traits.viewRadius[row]) : [];
      expect(sorted(rowsOf(lists, row)), `step ${step}, row ${row}`).toEqual(expected);
    }
  });
});
