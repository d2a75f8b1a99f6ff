import { describe, expect, test } from 'vitest';
import { createDice, crowdOf, shuffledOrder } from '../../../crowd/crowd.fixture.ts';
import {
  beginLists,
  type Crowd,
  createNearLists,
  createObstacles,
  createSolids,
  dropAgent,
  enterAgent,
  reorderRows,
  reserveAgent,
} from '../../../crowd/index.ts';
import { createBruteIndex } from '../../brute/brute.ts';
import { createKineticIndex } from '../kinetic.ts';
import { createAgentMesh, followAgents } from './agents.ts';
import { appendNearest, createNearest } from './nearest.ts';
import { createStars } from './stars.ts';

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

/** The crowd's triangulation, and a way to ask for the nearest of some rows. */
function follow(crowd: Crowd, compiled: boolean) {
  const agents = createAgentMesh();
  const stars = createStars(compiled);
  const nearest = createNearest();
  const lists = createNearLists();
  followAgents(agents, crowd);
  const ask = (rows: Iterable<number>, count: number) => {
    beginLists(lists, crowd.capacity);
    return Array.from(rows, (row) => {
      appendNearest(agents, stars, nearest, row, count, lists);
      return [...lists.items.subarray(lists.starts[row], lists.starts[row] + lists.counts[row])];
    });
  };
  return { agents, answers: nearest.answers, ask, stars };
}

/** The same by looking at everybody. */
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

function walk(crowd: Crowd, dice: () => number, way = 0.1): void {
  for (let row = 0; row < crowd.count; row++) {
    crowd.motion.x[row] += way * (dice() - 0.5);
    crowd.motion.y[row] += way * (dice() - 0.5);
  }
}

const everybody = (crowd: Crowd) => Array.from({ length: crowd.count }, (_, row) => row);

describe('the nearest, found in advance', () => {
  test.each(Object.keys(crowds))('are those of looking at everybody, in a crowd that is %s', (kind) => {
    const crowd = scatter(kind, 3);
    const dice = createDice(4);
    const { agents, answers, ask } = follow(crowd, true);
    for (let step = 0; step < 6; step++) {
      expect(ask(everybody(crowd), 8)).toEqual(bruteNearest(crowd, everybody(crowd), 8));
      expect(answers.isInAdvance).toBe(step > 0);
      // A regular crowd and one in line stay so, but for some.
      if (kind !== 'regular' && kind !== 'in line') walk(crowd, dice);
      else crowd.motion.x[Math.floor(COUNT * dice())] += 0.01;
      followAgents(agents, crowd);
    }
  });

  test('are the same by the compiled kernel and without', () => {
    const results = [true, false].map((compiled) => {
      const crowd = scatter('uneven', 5);
      const dice = createDice(6);
      const { agents, ask, stars } = follow(crowd, compiled);
      const found = Array.from({ length: 8 }, () => {
        walk(crowd, dice, 0.3);
        followAgents(agents, crowd);
        return ask(everybody(crowd), 10);
      });
      expect(stars.kernel !== undefined).toBe(compiled);
      return found;
    });
    expect(results[0]).toEqual(results[1]);
  });

  test('are looked for one by one where few were asked for, or somebody asks for another number', () => {
    const crowd = scatter('even', 7);
    const { agents, answers, ask } = follow(crowd, true);
    const next = () => {
      walk(crowd, createDice(8));
      followAgents(agents, crowd);
    };
    const check = (rows: number[], count: number, isInAdvance: boolean) => {
      expect(ask(rows, count)).toEqual(bruteNearest(crowd, rows, count));
      expect(answers.isInAdvance).toBe(isInAdvance);
    };
    check(everybody(crowd), 5, false);
    next();
    check([9, 500], 5, true);
    check([9, 400], 3, false);
    next();
    check(everybody(crowd), 3, false);
    next();
    check(everybody(crowd), 3, true);
    check([1, 2], 40, false);
    next();
    // More than there is room for in advance.
    check(everybody(crowd), 40, false);
    next();
    check(everybody(crowd), 40, false);
  });

  test('know who stands at the same place', () => {
    const crowd = scatter('even', 9);
    const { agents, answers, ask } = follow(crowd, true);
    for (const coincide of [false, true, false, true]) {
      walk(crowd, createDice(10));
      if (coincide) {
        crowd.motion.x.copyWithin(20, 0, 3);
        crowd.motion.y.copyWithin(20, 0, 3);
      }
      followAgents(agents, crowd);
      expect(ask(everybody(crowd), 8)).toEqual(bruteNearest(crowd, everybody(crowd), 8));
      expect(answers.isInAdvance && coincide).toBe(false);
    }
  });

  test('change with who comes, goes, or gets another row between two questions', () => {
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
