import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDice } from '../../crowd/crowd.fixture.ts';
import { type Crowd, createNearLists, createObstacles, type NearLists } from '../../crowd/index.ts';
import { createSolids } from '../../crowd/solids.ts';
import { createBruteIndex } from '../brute/brute.ts';
import { createGridIndex } from '../index.ts';
import { type Ball, ballsOf } from './space.fixture.ts';

function nearOf({ starts, counts, items }: NearLists, row: number): number[] {
  return [...items.subarray(starts[row], starts[row] + counts[row])].sort((a, b) => a - b);
}

/** The near set, by the contract's definition alone. */
function nearByDefinition({ motion, traits, count }: Crowd, row: number): number[] {
  return Array.from({ length: count }, (_, other) => other).filter((other) => {
    const dx = motion.x[other] - motion.x[row];
    const dy = motion.y[other] - motion.y[row];
    const dz = motion.z[other] - motion.z[row];
    return other !== row && dx * dx + dy * dy + dz * dz <= traits.viewRadius[row] * traits.viewRadius[row];
  });
}

function expectSameSets(balls: readonly Ball[], turns?: readonly boolean[]): void {
  const crowd = ballsOf(balls);
  const due = Uint8Array.from({ length: crowd.capacity }, (_, row) => (turns && !turns[row] ? 0 : 1));
  for (const index of [createBruteIndex(), createGridIndex()]) {
    const lists = createNearLists();
    index.update({ crowd, obstacles: createObstacles([]), solids: createSolids([]) });
    index.list(new Uint8Array(crowd.capacity).fill(1), false, lists);
    index.list(due, false, lists);
    for (let row = 0; row < crowd.count; row++) {
      const expected = due[row] === 1 ? nearByDefinition(crowd, row) : [];
      const found = nearOf(lists, row);
      if (found.join() !== expected.join()) {
        throw new Error(`${index.name}, row ${row}: ${found} instead of ${expected}`);
      }
    }
    expect([...lists.order.subarray(0, crowd.count)].sort((a, b) => a - b)).toEqual(
      Array.from(balls, (_, row) => row),
    );
  }
}

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const balls = (along: fc.Arbitrary<number>, view: fc.Arbitrary<number>, maxLength = 80, up = along) =>
  fc.array(fc.record({ x: along, y: along, z: up, viewRadius: view }), { maxLength });

describe('brute force and the grid find the near sets of the definition, in space', () => {
  const three = fc.constant(3);
  const cluster = fc.tuple(fc.constantFrom(-1e6, 0, 1e6), number(-3, 3)).map(([center, off]) => center + off);
  const crowds: [string, fc.Arbitrary<Ball[]>][] = [
    ['a random crowd', balls(number(-8, 8), three)],
    ['a crowd of many views', balls(number(-10, 10), number(0.001, 25))],
    ['negative coordinates', balls(number(-1000, -992), three)],
    ['coincident agents', balls(fc.constantFrom(-2, 0, 5), three)],
    ['agents on one level', balls(number(-15, 15), three, 80, fc.constant(-3))],
    ['agents above one another', balls(fc.constant(7), three, 80, number(-100, 100))],
    ['agents on a grid, at exact distances', balls(fc.integer({ min: -4, max: 4 }), three)],
    ['multiples of the view radius', balls(fc.constantFrom(-6, -3, 0, 3, 6), three)],
    ['clusters that lie 1,000 km apart', balls(cluster, three)],
    ['a single agent or none', balls(number(-1e6, 1e6), number(0.001, 100), 1)],
  ];
  test.each(crowds)('%s', (_, crowd) => {
    fc.assert(
      fc.property(crowd, (list) => expectSameSets(list)),
      { numRuns: 60 },
    );
  });

  test('1500 agents at 0.1/m³, seed 4', () => {
    const dice = createDice(4);
    expectSameSets(Array.from({ length: 1500 }, () => ({ x: 25 * dice(), y: 25 * dice(), z: 25 * dice() })));
  });

  test('agents exactly the view radius apart across a cell border, along each axis', () => {
    for (const axis of ['x', 'y', 'z']) {
      for (const [a, b] of [
        [-1e-17, 3],
        [-3, 1e-17],
        [-1.5, 1.5],
      ]) {
        expectSameSets([
          { x: 0, y: 0, z: 0, [axis]: a },
          { x: 0, y: 0, z: 0, [axis]: b },
        ]);
      }
    }
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
          const low = near((cell * viewRadius) / 2, hair);
          const high = near(((cell + 2) * viewRadius) / 2, otherHair);
          expectSameSets([
            { x: 0, y: 0, z: low, viewRadius },
            { x: 0, y: 0, z: high, viewRadius },
            { x: low, y: 0, z: 0, viewRadius },
            { x: high, y: 0, z: 0, viewRadius },
          ]);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('views far shorter than the coordinates are long: each neighbour is found once', () => {
    for (const viewRadius of [1e-3, 1e-9, 1e-12, 1e-300]) {
      expectSameSets([
        { x: 1e6, y: 1e6, z: -1e6, viewRadius },
        { x: 1e6, y: 1e6, z: -1e6, viewRadius },
        { x: 0, y: 0, z: 0, viewRadius },
        { x: 0, y: 0, z: 1e-3, viewRadius },
      ]);
    }
  });

  test('only rows that are due are listed', () => {
    fc.assert(
      fc.property(
        balls(number(-5, 5), three, 40),
        fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
        expectSameSets,
      ),
      { numRuns: 60 },
    );
  });
});
