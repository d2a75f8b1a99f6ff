import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDice, crowdOf, shuffledOrder } from '../../crowd/crowd.fixture.ts';
import {
  beginLists,
  type Crowd,
  createNearLists,
  createObstacles,
  dropAgent,
  enterAgent,
  reorderRows,
  reserveAgent,
  reserveRows,
} from '../../crowd/index.ts';
import { createSolids } from '../../crowd/solids.ts';
import type { NeighbourIndex, Surroundings } from '../common/contract.ts';
import { nearByDefinition, nearestByDefinition, rowsOf, sorted } from '../neighbours.fixture.ts';
import { fuzz } from './fuzz.fixture.ts';
import { createKineticIndex } from './kinetic.ts';

const around = (crowd: Crowd): Surroundings => ({
  crowd,
  obstacles: createObstacles([]),
  solids: createSolids([]),
});

/** Asks for the near sets of every agent, at once and one by one, and for the nearest few. */
function expectSets(index: NeighbourIndex, crowd: Crowd, count = 6): void {
  const lists = createNearLists();
  index.list(new Uint8Array(crowd.capacity).fill(1), false, lists);
  const rows = Array.from({ length: crowd.count }, (_, row) => row);
  expect(sorted([...lists.order.subarray(0, crowd.count)])).toEqual(rows);
  for (const row of rows) {
    const wanted = nearByDefinition(crowd, row, crowd.traits.viewRadius[row]);
    expect(sorted(rowsOf(lists, row))).toEqual(wanted);
  }
  beginLists(lists, crowd.capacity);
  for (const row of rows) {
    index.near(row, 2 * crowd.traits.viewRadius[row], lists);
    const wanted = nearByDefinition(crowd, row, 2 * crowd.traits.viewRadius[row]);
    expect(sorted(rowsOf(lists, row))).toEqual(wanted);
    index.nearest(row, count, lists);
    expect(rowsOf(lists, row)).toEqual(nearestByDefinition(crowd, row, count));
  }
}

test('random operations leave sets equal to looking at every pair', () => {
  const counts = fuzz(createKineticIndex, 11, 3000, 5);
  expect(counts.checks).toBe(600);
  expect(counts.entries).toBeGreaterThan(20_000);
  for (const [name, count] of Object.entries(counts.operations)) expect(count, name).toBeGreaterThan(300);
});

test('sets are exact for places and radii down to the smallest doubles', () => {
  const coordinate = fc.oneof(
    fc.double({ min: -4, max: 4, noNaN: true }),
    fc.constantFrom(0, -0, 5e-324, -5e-324, 1e-160, 2 ** -100, -(2 ** -101), 2 ** -52, 1, 1 + 2 ** -52),
  );
  const radius = fc.oneof(
    fc.constantFrom(0, 5e-324, 1e-161, 2 ** -100, 2 ** -52, 1),
    fc.double({ min: 0, max: 8, noNaN: true }),
  );
  const body = fc.record({ x: coordinate, y: coordinate, viewRadius: radius });
  fc.assert(
    fc.property(
      fc.array(body, { maxLength: 14 }),
      fc.array(body, { minLength: 14, maxLength: 14 }),
      (bodies, then) => {
        const crowd = crowdOf(bodies);
        const index = createKineticIndex();
        index.update(around(crowd));
        expectSets(index, crowd);
        for (let row = 0; row < crowd.count; row++) {
          crowd.motion.x[row] = then[row].x;
          crowd.motion.y[row] = then[row].y;
        }
        index.update(around(crowd));
        expectSets(index, crowd);
        reserveRows(crowd, crowd.count + 1);
        const row = enterAgent(crowd, reserveAgent(crowd));
        crowd.motion.x[row] = then[13].x;
        crowd.motion.y[row] = then[13].y;
        crowd.traits.viewRadius[row] = 1;
        index.insert(row);
        expectSets(index, crowd);
      },
    ),
    { numRuns: 150 },
  );
});

test('sets stay exact while a crowd walks out of the frame, changes rows and is numbered again', () => {
  const dice = createDice(3);
  const crowd = crowdOf(
    Array.from({ length: 200 }, () => ({ x: 24 * dice(), y: 24 * dice(), viewRadius: 2 * dice() })),
  );
  const paths = new Map(
    Array.from(crowd.ids.subarray(0, 200), (id) => [id, [0.1 + 0.1 * dice(), 0.1 * dice() - 0.05]]),
  );
  const surroundings = around(crowd);
  const index = createKineticIndex();
  index.update(surroundings);
  expectSets(index, crowd);
  for (let step = 1; step <= 600; step++) {
    for (let row = 0; row < crowd.count; row++) {
      const [x, y] = paths.get(crowd.ids[row]) ?? [0, 0];
      crowd.motion.x[row] += x;
      crowd.motion.y[row] += y;
    }
    if (step % 50 === 0) {
      reorderRows(crowd, shuffledOrder(crowd.count, step));
      dropAgent(crowd, crowd.ids[step % crowd.count]);
    }
    index.update(surroundings);
    if (step % 60 === 0) expectSets(index, crowd);
  }
  const report = index.report!;
  expect(report.flips).toBeGreaterThan(1000);
  // The crowd walks 90 m in all, which is a new frame now and then.
  expect(report.rebuilds).toBeGreaterThan(0);
  expect(report.rebuilds).toBeLessThan(8);
});

test('a crowd that is scattered all at once is followed all the same', () => {
  const dice = createDice(8);
  const crowd = crowdOf(Array.from({ length: 200 }, () => ({ x: 20 * dice(), y: 20 * dice() })));
  const surroundings = around(crowd);
  const index = createKineticIndex();
  index.update(surroundings);
  for (let step = 0; step < 5; step++) {
    for (let row = 0; row < crowd.count; row++) {
      crowd.motion.x[row] = 20 * dice();
      crowd.motion.y[row] = step === 3 ? 0 : 20 * dice();
    }
    index.update(surroundings);
    expectSets(index, crowd);
  }
  expect(index.report!.rebuilds).toBeGreaterThan(0);
});

test('answers are about the places of the last update, in the rows of now', () => {
  const crowd = crowdOf([
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 9, y: 0 },
  ]);
  const index = createKineticIndex();
  expect(() => index.near(0, 1, createNearLists())).toThrow('not been updated');
  index.update(around(crowd));
  crowd.motion.x[2] = 2;
  const lists = createNearLists();
  beginLists(lists, crowd.capacity);
  index.near(0, 5, lists);
  expect(rowsOf(lists, 0)).toEqual([1]);
  dropAgent(crowd, crowd.ids[1]);
  index.near(0, 20, lists);
  expect(rowsOf(lists, 0)).toEqual([1]);
  const row = enterAgent(crowd, reserveAgent(crowd));
  index.near(row, 20, lists);
  expect(rowsOf(lists, row)).toEqual([]);
  index.near(0, 20, lists);
  expect(rowsOf(lists, 0)).toEqual([1]);
});

test('an agent too far away or nowhere is refused by name, and the index stays usable', () => {
  const crowd = crowdOf([
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 3, y: 1 },
  ]);
  const index = createKineticIndex();
  index.update(around(crowd));
  expectSets(index, crowd);
  for (const [place, message] of [
    [Number.NaN, 'agent 1 is at (1, NaN): a place must be finite'],
    [2 ** 41, 'agent 1 is at (1, 2199023255552): the kinetic index follows agents up to 1099511627776 m'],
  ] as const) {
    crowd.motion.y[1] = place;
    expect(() => index.update(around(crowd))).toThrow(new RangeError(message));
    crowd.motion.y[1] = 2;
    index.update(around(crowd));
    expectSets(index, crowd);
  }
  crowd.motion.y[1] = 2 ** 40;
  index.update(around(crowd));
  expectSets(index, crowd);
});
