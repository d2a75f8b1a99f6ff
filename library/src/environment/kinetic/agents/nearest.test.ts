import { describe, expect, test } from 'vitest';
import { createDice, crowdOf, shuffledOrder } from '../../../crowd/crowd.fixture.ts';
import {
  beginLists,
  type Crowd,
  createNearLists,
  createObstacles,
  dropAgent,
  enterAgent,
  reorderRows,
  reserveAgent,
} from '../../../crowd/index.ts';
import { createSolids } from '../../../crowd/solids.ts';
import { createBruteIndex } from '../../brute/brute.ts';
import { createKineticIndex } from '../kinetic.ts';

const COUNT = 700;

/** Crowds of several kinds, with ids that say nothing about the places. */
const crowds: Record<string, (dice: () => number, agent: number) => [number, number]> = {
  even: (dice) => [30 * dice(), 30 * dice()],
  uneven: (dice) => [40 * (2 * dice() - 1) ** 5, 40 * (2 * dice() - 1) ** 5],
  'in two heaps far apart': (dice) => [dice() + (dice() < 0.5 ? 0 : 5000), dice()],
  regular: (_, agent) => [1.5 * (agent % 27), 1.5 * Math.floor(agent / 27)],
  'in line': (_, agent) => [agent / 8, 3],
};

function scatter(kind: string, seed: number): Crowd {
  const dice = createDice(seed);
  const bodies = Array.from({ length: COUNT }, (_, agent) => {
    const [x, y] = crowds[kind](dice, agent);
    return { x, y };
  });
  const crowd = crowdOf(bodies);
  reorderRows(crowd, shuffledOrder(COUNT, seed));
  return crowd;
}

/** An index that follows the crowd, and a function that asks it for the nearest of some rows. */
function follow(crowd: Crowd) {
  const index = createKineticIndex();
  const surroundings = { crowd, obstacles: createObstacles([]), solids: createSolids([]) };
  const lists = createNearLists();
  index.update(surroundings);
  const ask = (rows: Iterable<number>, count: number) => {
    beginLists(lists, crowd.capacity);
    return Array.from(rows, (row) => {
      index.nearest(row, count, lists);
      return [...lists.items.subarray(lists.starts[row], lists.starts[row] + lists.counts[row])];
    });
  };
  return { ask, update: () => index.update(surroundings) };
}

/** The same by looking at every agent. */
function bruteNearest(crowd: Crowd, rows: number[], count: number): number[][] {
  const index = createBruteIndex();
  const lists = createNearLists();
  index.update({ crowd, obstacles: createObstacles([]), solids: createSolids([]) });
  beginLists(lists, crowd.capacity);
  return rows.map((row) => {
    index.nearest(row, count, lists);
    return [...lists.items.subarray(lists.starts[row], lists.starts[row] + lists.counts[row])];
  });
}

function walk(crowd: Crowd, dice: () => number, path = 0.1): void {
  for (let row = 0; row < crowd.count; row++) {
    crowd.motion.x[row] += path * (dice() - 0.5);
    crowd.motion.y[row] += path * (dice() - 0.5);
  }
}

const everybody = (crowd: Crowd) => Array.from({ length: crowd.count }, (_, row) => row);

describe('the nearest by discs that grow', () => {
  test.each(Object.keys(crowds))('are those of brute force, in a crowd that is %s', (kind) => {
    const crowd = scatter(kind, 3);
    const dice = createDice(4);
    const { ask, update } = follow(crowd);
    for (let step = 0; step < 6; step++) {
      for (const count of [8, 1, 40]) {
        expect(ask(everybody(crowd), count)).toEqual(bruteNearest(crowd, everybody(crowd), count));
      }
      // A regular crowd and one in line stay so, but for some.
      if (kind !== 'regular' && kind !== 'in line') walk(crowd, dice);
      else crowd.motion.x[Math.floor(COUNT * dice())] += 0.01;
      update();
    }
  });

  test('are found where the guess of the last step is far too small or too large', () => {
    const crowd = scatter('even', 7);
    const { ask, update } = follow(crowd);
    for (const factor of [1, 1e-6, 1e9, 1e-9, 1]) {
      for (let row = 0; row < crowd.count; row++) {
        crowd.motion.x[row] *= factor;
        crowd.motion.y[row] *= factor;
      }
      update();
      expect(ask([9, 400, 1], 5)).toEqual(bruteNearest(crowd, [9, 400, 1], 5));
    }
    expect(ask([3], 10_000)[0]).toHaveLength(COUNT - 1);
    expect(ask([3], 0)[0]).toEqual([]);
  });

  test('include agents at the same place', () => {
    const crowd = scatter('even', 9);
    const { ask, update } = follow(crowd);
    for (const coincide of [false, true, false, true]) {
      walk(crowd, createDice(10));
      if (coincide) {
        crowd.motion.x.copyWithin(20, 0, 3);
        crowd.motion.y.copyWithin(20, 0, 3);
      }
      update();
      expect(ask(everybody(crowd), 8)).toEqual(bruteNearest(crowd, everybody(crowd), 8));
    }
    crowd.motion.x.fill(5);
    crowd.motion.y.fill(5);
    update();
    expect(ask(everybody(crowd), 3)).toEqual(bruteNearest(crowd, everybody(crowd), 3));
  });

  test('change when agents come, go or get other rows between two questions', () => {
    const crowd = scatter('uneven', 11);
    const dice = createDice(12);
    const surroundings = { crowd, obstacles: createObstacles([]), solids: createSolids([]) };
    const indexes = [createKineticIndex(), createBruteIndex()];
    const ask = (every: number, count: number) => {
      const rows = everybody(crowd).filter((row) => row % every === 0);
      const [found, expected] = indexes.map((index) => {
        const lists = createNearLists();
        beginLists(lists, crowd.capacity);
        for (const row of rows) index.nearest(row, count, lists);
        return rows.map((row) => [
          ...lists.items.subarray(lists.starts[row], lists.starts[row] + lists.counts[row]),
        ]);
      });
      expect(found).toEqual(expected);
    };
    for (let step = 0; step < 12; step++) {
      walk(crowd, dice);
      for (const index of indexes) index.update(surroundings);
      ask(1, 6);
      const row = enterAgent(crowd, reserveAgent(crowd));
      crowd.motion.x[row] = dice();
      crowd.motion.y[row] = dice();
      crowd.traits.viewRadius[row] = 3;
      for (const index of indexes) index.insert(row);
      ask(1, 6);
      const id = crowd.ids[Math.floor(crowd.count * dice())];
      for (const index of indexes) index.remove(id);
      dropAgent(crowd, id);
      ask(3, 6);
      reorderRows(crowd, shuffledOrder(crowd.count, step));
      ask(1, 6);
      ask(1, 1 + (step % 3));
    }
  });
});
