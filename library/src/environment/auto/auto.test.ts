import { describe, expect, test } from 'vitest';
import { createDice, crowdOf } from '../../crowd/crowd.fixture.ts';
import { beginLists, createNearLists, createObstacles } from '../../crowd/index.ts';
import { createSolids } from '../../crowd/solids.ts';
import {
  createNeighbourIndex,
  type NeighbourDefinition,
  type NeighbourIndex,
  neighbourIndexes,
  registerNeighbourIndex,
  type Surroundings,
} from '../index.ts';
import { kinetic } from '../kinetic/kinetic.ts';
import { ballsOf } from '../space/space.fixture.ts';

/** This many agents at random, in a square of this many metres. */
function crowd(count: number, side = 20, viewRadius = 3) {
  const dice = createDice(3);
  return crowdOf(Array.from({ length: count }, () => ({ x: side * dice(), y: side * dice(), viewRadius })));
}

function around(agents: Surroundings['crowd'], walls = 0): Surroundings {
  const segments = Array.from({ length: walls }, (_, k) => ({
    shape: 'segment' as const,
    from: [k, 30] as const,
    to: [k + 0.5, 31] as const,
  }));
  return { crowd: agents, obstacles: createObstacles(segments), solids: createSolids([]) };
}

function chosenFor(surroundings: Surroundings, sight = false): string {
  const index = createNeighbourIndex('auto', sight);
  index.update(surroundings);
  return choiceOf(index);
}

const choiceOf = ({ chosen, reason }: NeighbourIndex) => `${chosen}: ${reason}`;

describe('the index auto', () => {
  test('chooses the default where the index that would suit is not registered', () => {
    const walled = around(crowd(600), 500);
    expect(chosenFor(walled, true)).toBe('grid: sight among 500 walls for 600 agents');
    registerNeighbourIndex(kinetic);
    expect(chosenFor(walled, true)).toBe('kinetic: sight among 500 walls');
  });

  test('says what it chose and why', () => {
    expect(chosenFor(around(crowd(20)))).toBe('grid: the fastest for near sets');
    expect(chosenFor(around(crowd(400)))).toBe('grid: the fastest for near sets');
    expect(chosenFor(around(crowd(600), 500))).toBe('grid: the fastest for near sets');
    expect(chosenFor(around(crowd(400), 20), true)).toBe('grid: sight among 20 walls for 400 agents');
    expect(chosenFor(around(crowd(600), 500), true)).toBe('kinetic: sight among 500 walls');
    expect(chosenFor(around(crowd(12_600), 420), true)).toBe('kinetic: sight among 420 walls');
    expect(chosenFor(around(crowd(12_601), 420), true)).toBe('grid: sight among 420 walls for 12601 agents');
    expect(chosenFor(around(crowd(60), 500), true)).toBe('grid: sight among 500 walls for 60 agents');
    expect(chosenFor(around(crowd(20), 5), true)).toBe('grid: sight among 5 walls for 20 agents');
    expect(chosenFor(around(crowd(20)), true)).toBe('grid: sight among 0 walls for 20 agents');
    const balls = ballsOf(Array.from({ length: 100 }, (_, k) => ({ x: k, y: 0, z: 0 })));
    expect(chosenFor(around(balls))).toBe('grid: three dimensions');
    const guarded = crowd(400);
    guarded.traits.viewRadius[7] = 40;
    expect(chosenFor(around(guarded))).toBe('grid: the fastest for near sets');
  });

  test('an index of a program is chosen where it says that it suits, in the dimensions that it names', () => {
    const own: NeighbourDefinition = {
      name: 'own',
      summary: 'For crowds of 77.',
      dimensions: [2],
      create: (options) => ({ ...neighbourIndexes.definitions[0].create(options), name: 'own' }),
      suits: (situation) => (situation.crowd.count === 77 ? 'seventy-seven' : undefined),
    };
    const auto = createNeighbourIndex('auto');
    registerNeighbourIndex(own);
    auto.update(around(crowd(77)));
    expect(choiceOf(auto)).toBe('own: seventy-seven');
    expect(chosenFor(around(crowd(78)))).toBe('grid: the fastest for near sets');
    const balls = ballsOf(Array.from({ length: 77 }, (_, k) => ({ x: k, y: 0, z: 0 })));
    expect(chosenFor(around(balls))).toBe('grid: three dimensions');
    neighbourIndexes.definitions.pop();
  });

  test('other names are refused', () => {
    expect(() => createNeighbourIndex('quadtree')).toThrow(
      'no neighbour index "quadtree": expected grid, auto, kinetic',
    );
    expect(() => createNeighbourIndex('toString')).toThrow(RangeError);
  });

  test('learns from what it is asked, and from how the crowd changes', () => {
    const index = createNeighbourIndex('auto');
    const lists = createNearLists();
    const due = new Uint8Array(1024).fill(1);
    const walled = around(crowd(600), 500);
    index.update(walled);
    index.list(due, true, lists);
    expect(choiceOf(index)).toBe('grid: the fastest for near sets');
    index.update(walled);
    expect(choiceOf(index)).toBe('kinetic: sight among 500 walls');
    index.update(around(crowd(30)));
    expect(choiceOf(index)).toBe('grid: sight among 0 walls for 30 agents');
  });

  test('the nearest are found by another index when the density is uneven', () => {
    const ask = (surroundings: Surroundings) => {
      const index = createNeighbourIndex('auto');
      const lists = createNearLists();
      index.update(surroundings);
      beginLists(lists, surroundings.crowd.capacity);
      index.nearest(0, 8, lists);
      index.update(surroundings);
      return choiceOf(index);
    };
    expect(ask(around(crowd(600)))).toBe('grid: the fastest for near sets');
    const uneven = crowd(600);
    for (let row = 60; row < 600; row++) {
      uneven.motion.x[row] /= 20;
      uneven.motion.y[row] /= 20;
    }
    expect(ask(around(uneven))).toBe('kinetic: the nearest at uneven density');
  });
});
