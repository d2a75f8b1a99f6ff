import { expect, test } from 'vitest';
import { listAll, type Point } from '../scene.fixture.ts';
import { createAvoidance } from './avoidance.ts';
import type { WalkerColumns } from './columns.ts';
import { chooseLane, createLanes } from './lanes.ts';
import { gatherAgents, gatherWalls, readPlaces } from './nearby.ts';
import { inputOf, type Scene, type Walker } from './scene.fixture.ts';

const eastward = { at: [0, 0] as const, wish: [1.3, 0] as const, radius: 0.2 };
/** A wall 2 cm beside the body. */
const onTheRight: [Point, Point] = [
  [-5, -0.22],
  [8, -0.22],
];
const oncoming = (at: Point): Walker => ({ at, wish: [-1.3, 0], velocity: [-1.3, 0], radius: 0.2 });

type Choice = [scene: Scene, before?: number, order?: (rows: number[]) => number[], wasAgainst?: boolean];

/** The state after the first walker's choice, from its lane before, and from a stream before; and its wish. */
function choice(...[scene, before = 0, order, wasAgainst = false]: Choice) {
  const input = inputOf(scene);
  const { against, lane } = input.crowd.steer as WalkerColumns;
  lane[0] = before;
  against[0] = wasAgainst ? 1 : 0;
  const count = scene.walkers.length;
  if (order) {
    const others = Array.from({ length: count }, (_, row) => row);
    input.perception.agents = listAll(count, (row) => order(others.filter((other) => other !== row)));
  }
  const { near } = createAvoidance();
  near.impatience = 0;
  near.reach = 3;
  readPlaces(near, input.crowd);
  gatherAgents(near, input, 0);
  gatherWalls(near, input, 0);
  const wish = { x: 1.3, y: 0 };
  chooseLane(createLanes(0.95), near, input, 0, wish);
  expect(Math.hypot(wish.x, wish.y)).toBeCloseTo(1.3, 12);
  return { wish, isAgainst: against[0] === 1 };
}

function wishOf(...given: Choice): Point {
  const { wish } = choice(...given);
  return [wish.x, wish.y];
}

test('without others the wish stays as it is', () => {
  expect(wishOf({ walkers: [eastward] })).toEqual([1.3, 0]);
});

test('an agent turns away from a stream, and to the right of a symmetric one, also from the left', () => {
  // Five are a stream.
  const row = (...at: number[]) => at.map((y, k) => oncoming([1.6 + 0.45 * k, y]));
  const left = row(0.1, 0.3, 0.2, 0.1, 0.2);
  const right = row(-0.3, -0.5, -0.6, -0.4, -0.5);
  expect(wishOf({ walkers: [eastward, ...left] })[1]).toBeLessThan(0);
  expect(wishOf({ walkers: [eastward, ...right] })[1]).toBeGreaterThanOrEqual(0);
  const middle = row(0, 0, 0, 0, 0);
  expect(wishOf({ walkers: [eastward, ...middle] })[1]).toBeLessThan(0);
  expect(wishOf({ walkers: [eastward, ...middle] }, 2)[1]).toBeLessThan(0);
});

test('an agent in a stream stays in it while three come, and leaves it for two', () => {
  const isAgainst = (count: number, wasAgainst: boolean) => {
    const walkers = [eastward, ...Array.from({ length: count }, (_, k) => oncoming([1.6 + 0.45 * k, 1]))];
    return choice({ walkers }, 0, undefined, wasAgainst).isAgainst;
  };
  expect([2, 3, 4, 5].map((count) => isAgainst(count, false))).toEqual([false, false, false, true]);
  expect([2, 3, 4, 5].map((count) => isAgainst(count, true))).toEqual([false, true, true, true]);
});

test('a wall on the right leaves the left', () => {
  const middle = [1.6, 2, 2.4, 2.8, 3.2].map((x) => oncoming([x, 0]));
  expect(wishOf({ walkers: [eastward, ...middle], walls: [onTheRight] })[1]).toBeGreaterThan(0);
});

test('a faster agent overtakes a slower one, but does not look for a lane among agents that go its way', () => {
  const slow: Walker = { at: [0.6, 0], wish: [0.5, 0], velocity: [0.5, 0], radius: 0.2 };
  expect(wishOf({ walkers: [eastward, slow] })[1]).not.toBe(0);
  const equal: Walker = { at: [1.5, 0], wish: [1.3, 0], velocity: [1.3, 0], radius: 0.2 };
  expect(wishOf({ walkers: [eastward, equal] })).toEqual([1.3, 0]);
});

test('at the right wall, against a stream, an agent follows one that is nearly as fast; without one it overtakes it', () => {
  const leader: Walker = { at: [0.9, 0], wish: [1.1, 0], velocity: [1.1, 0], radius: 0.2 };
  const stream = [1.4, 1.9, 2.4, 2.9, 3.4].map((x) => oncoming([x, 1]));
  expect(wishOf({ walkers: [eastward, leader, ...stream], walls: [onTheRight] }, 0, undefined, true)).toEqual(
    [1.3, 0],
  );
  expect(wishOf({ walkers: [eastward, leader], walls: [onTheRight] })[1]).toBeGreaterThan(0);
});

test('the choice does not depend on the order of the neighbours', () => {
  const crowd = Array.from({ length: 24 }, (_, k) => {
    const at: Point = [0.5 + 0.13 * k, 1.5 * Math.sin(5 * k)];
    return k % 3 === 0 ? { ...oncoming(at), wish: [1, 0.1] as const } : oncoming(at);
  });
  const walkers = [eastward, ...crowd];
  expect(wishOf({ walkers }, 0, (rows) => rows.reverse())).toEqual(wishOf({ walkers }));
});
