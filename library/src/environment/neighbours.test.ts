import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Body, createDice, crowdOf } from '../crowd/crowd.fixture.ts';
import { type Crowd, createNearLists, createObstacles, type NearLists, reorderRows } from '../crowd/index.ts';
import { createSolids } from '../crowd/solids.ts';
import { createBruteIndex } from './brute/brute.ts';
import { createEnvironment, createGridIndex, perceive, type Surroundings } from './index.ts';

function nearOf(lists: NearLists, row: number): number[] {
  const { starts, counts, items } = lists;
  return [...items.subarray(starts[row], starts[row] + counts[row])].sort((a, b) => a - b);
}

/** A crowd with nothing around it. */
function alone(crowd: Crowd): Surroundings {
  return { crowd, obstacles: createObstacles([]), solids: createSolids([]) };
}

/** The near set, by the contract's definition alone. */
function nearByDefinition({ motion, traits, count }: Crowd, row: number): number[] {
  return Array.from({ length: count }, (_, other) => other).filter((other) => {
    const dx = motion.x[other] - motion.x[row];
    const dy = motion.y[other] - motion.y[row];
    return other !== row && dx * dx + dy * dy <= traits.viewRadius[row] * traits.viewRadius[row];
  });
}

/** Asks both indexes and compares each row's near set with the definition. */
function expectSameSets(bodies: readonly Body[]): void {
  const crowd = crowdOf(bodies);
  const due = new Uint8Array(crowd.capacity).fill(1);
  for (const index of [createBruteIndex(), createGridIndex()]) {
    const lists = createNearLists();
    index.update(alone(crowd));
    index.list(due, false, lists);
    for (let row = 0; row < crowd.count; row++) {
      expect(nearOf(lists, row), `${index.name}, row ${row}`).toEqual(nearByDefinition(crowd, row));
    }
  }
}

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const bodies = (
  x: fc.Arbitrary<number>,
  y: fc.Arbitrary<number>,
  view: fc.Arbitrary<number>,
  maxLength = 80,
) => fc.array(fc.record({ x, y, viewRadius: view }), { maxLength });

describe('brute force and the grid find the near sets of the definition', () => {
  const three = fc.constant(3);
  const crowds: [string, fc.Arbitrary<Body[]>][] = [
    ['a random crowd', bodies(number(-15, 15), number(-15, 15), three)],
    ['a crowd of many views', bodies(number(-15, 15), number(-15, 15), number(0.001, 30))],
    ['negative coordinates', bodies(number(-1000, -990), number(-1000, -990), three)],
    ['coincident agents', bodies(fc.constantFrom(-2, 0, 5), fc.constantFrom(-2, 0, 5), three)],
    ['agents on a line', bodies(number(-100, 100), fc.constant(-3), three)],
    ['agents on a grid, at exact distances', bodies(fc.integer({ min: -6, max: 6 }), fc.integer(), three)],
    [
      'clusters that lie 1,000 km apart',
      bodies(
        fc.tuple(fc.constantFrom(-1e6, 0, 1e6), number(-4, 4)).map(([center, off]) => center + off),
        fc.tuple(fc.constantFrom(-1e6, 1e6), number(-4, 4)).map(([center, off]) => center + off),
        three,
      ),
    ],
    [
      'multiples of the view radius',
      bodies(
        fc.integer({ min: -4, max: 4 }).map((k) => 3 * k),
        fc.constant(0),
        three,
      ),
    ],
    ['a single agent or none', bodies(number(-1e6, 1e6), number(-1e6, 1e6), number(0.001, 100), 1)],
  ];
  test.each(crowds)('%s', (_, crowd) => {
    fc.assert(fc.property(crowd, expectSameSets), { numRuns: 60 });
  });

  test('2000 agents at 0.5/m², seed 4', () => {
    const dice = createDice(4);
    expectSameSets(Array.from({ length: 2000 }, () => ({ x: 63 * dice(), y: 63 * dice() })));
  });

  test('agents exactly the view radius apart across a cell border, one a hair beyond it', () => {
    // The distance rounds to exactly 3, but the first agent's cell is the one before.
    expectSameSets([
      { x: -1e-17, y: 0 },
      { x: 3, y: 0 },
    ]);
    expectSameSets([
      { x: 0, y: -1e-17 },
      { x: 0, y: 3 },
      { x: 0, y: -3 },
    ]);
  });

  test('view radii at which cells of half the radius do not divide the distance without rounding', () => {
    const near = (x: number, k: number) => x * (1 + k * 2 ** -52);
    fc.assert(
      fc.property(
        number(0.1, 10),
        fc.integer({ min: -300_000, max: 300_000 }),
        fc.integer({ min: -3, max: 3 }),
        fc.integer({ min: -3, max: 3 }),
        (viewRadius, cell, hair, otherHair) => {
          const x = near((cell * viewRadius) / 2, hair);
          const other = near(((cell + 2) * viewRadius) / 2, otherHair);
          expectSameSets([
            { x, y: 0, viewRadius },
            { x: other, y: 0, viewRadius },
            { x: 0, y: x, viewRadius },
            { x: 0, y: other, viewRadius },
          ]);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('views far shorter than the coordinates are long: each neighbour is found once', () => {
    for (const viewRadius of [1e-3, 1e-9, 1e-12, 1e-300]) {
      expectSameSets([
        { x: 1e6, y: 1e6, viewRadius },
        { x: 1e6, y: 1e6, viewRadius },
        { x: 0, y: 0, viewRadius },
        { x: 0, y: 0, viewRadius },
        { x: 0, y: 1e-3, viewRadius },
      ]);
    }
  });
});

describe('agents that are due', () => {
  test('only rows that are due are listed; the others’ lists stay empty', () => {
    fc.assert(
      fc.property(
        bodies(number(-6, 6), number(-6, 6), fc.constant(3), 40),
        fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
        (list, turns) => {
          const crowd = crowdOf(list);
          const due = Uint8Array.from({ length: crowd.capacity }, (_, row) => (turns[row] ? 1 : 0));
          for (const index of [createBruteIndex(), createGridIndex()]) {
            const lists = createNearLists();
            index.update(alone(crowd));
            index.list(new Uint8Array(crowd.capacity).fill(1), false, lists);
            index.list(due, false, lists);
            for (let row = 0; row < crowd.count; row++) {
              expect(nearOf(lists, row)).toEqual(turns[row] ? nearByDefinition(crowd, row) : []);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('perceive keeps the lists of agents that are not due, and refreshes the others', () => {
    const obstacles = createObstacles([{ shape: 'circle', center: [50, 50], radius: 1 }]);
    fc.assert(
      fc.property(
        bodies(number(-6, 6), number(-6, 6), fc.constant(3), 40),
        fc.array(fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), { minLength: 1, maxLength: 5 }),
        (list, rounds) => {
          const crowd = crowdOf(list);
          const environment = createEnvironment(createGridIndex());
          const all = new Uint8Array(crowd.capacity).fill(1);
          perceive(environment, { crowd, obstacles, solids: createSolids([]) }, all, crowd.count);
          const expected = list.map((_, row) => nearByDefinition(crowd, row));
          for (const [round, turns] of rounds.entries()) {
            for (let row = 0; row < crowd.count; row++)
              crowd.motion.x[row] += row % 2 === 0 ? 1 : -0.7 * round;
            const due = Uint8Array.from({ length: crowd.capacity }, (_, row) => (turns[row] ? 1 : 0));
            const dueCount = due.subarray(0, crowd.count).reduce((sum, one) => sum + one, 0);
            perceive(environment, { crowd, obstacles, solids: createSolids([]) }, due, dueCount);
            for (let row = 0; row < crowd.count; row++) {
              if (turns[row]) expected[row] = nearByDefinition(crowd, row);
              expect(nearOf(environment.perception.agents, row)).toEqual(expected[row]);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a reorder of the rows makes kept lists out of date', () => {
    const crowd = crowdOf([
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 50, y: 0 },
    ]);
    const environment = createEnvironment(createBruteIndex());
    const due = new Uint8Array(crowd.capacity).fill(1);
    perceive(environment, alone(crowd), due, crowd.count);
    expect(environment.revision).toBe(crowd.revision);
    reorderRows(crowd, Int32Array.of(2, 1, 0));
    expect(environment.revision).not.toBe(crowd.revision);
  });
});
