import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listAll, type Point } from '../scene.fixture.ts';
import { createAvoidance } from './avoidance.ts';
import type { WalkerColumns } from './columns.ts';
import { compressed, crowding, freeDistance, headwayOf, keepHeadway, updateImpatience } from './headway.ts';
import { gatherAgents, readPlaces } from './nearby.ts';
import { walkerDefaults } from './parameters.ts';
import { inputOf, type Walker } from './scene.fixture.ts';

const eastward = { at: [0, 0] as const, wish: [1.3, 0] as const, radius: 0.2 };

/** What the first walker sees. */
function nearOf(walkers: readonly Walker[], impatience = 0) {
  const input = inputOf({ walkers });
  const { near } = createAvoidance();
  near.impatience = impatience;
  readPlaces(near, input.crowd);
  gatherAgents(near, input, 0);
  return { input, near };
}

/** The free distance ahead of the first walker along x. */
function freeAhead(others: readonly Walker[], impatience = 0): number {
  const { input, near } = nearOf([eastward, ...others], impatience);
  return freeDistance(near, input.crowd, 0, 1, 0);
}

const follower = (at: Point): Walker => ({ at, wish: [1, 0], radius: 0.2 });

describe('the free distance', () => {
  test('after it, the bodies touch', () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    fc.assert(
      fc.property(number(0.45, 5), number(-0.24, 0.24), number(0, 1), (x, y, impatience) => {
        const free = freeAhead([follower([x, y])], impatience);
        expect(Math.hypot(x - free, y)).toBeCloseTo(0.4 - 0.08 * impatience, 9);
      }),
    );
  });

  test('only agents ahead, on the path, that go the same way or stand count', () => {
    expect(freeAhead([follower([-1, 0])])).toBe(Infinity);
    expect(freeAhead([follower([1, 0.26])])).toBe(Infinity);
    expect(freeAhead([{ ...follower([1, 0]), wish: [-1, 0] }])).toBe(Infinity);
    expect(freeAhead([{ ...follower([1, 0]), walks: false }])).toBeCloseTo(0.6, 12);
    expect(freeAhead([follower([2, 0]), follower([1, 0]), follower([3, 0])])).toBeCloseTo(0.6, 12);
    expect(freeAhead([follower([0.3, 0])])).toBe(0);
  });

  test('in a single file, everybody ahead counts by the distance along the path', () => {
    const { input, near } = nearOf([eastward, follower([1, 0.3]), follower([1.5, 0])]);
    near.isFile = true;
    expect(freeDistance(near, input.crowd, 0, 1, 0)).toBeCloseTo(0.6, 12);
    near.isFile = false;
    expect(freeDistance(near, input.crowd, 0, 1, 0)).toBeCloseTo(1.1, 12);
  });

  test('does not depend on the order of the neighbours', () => {
    const walkers = [eastward, follower([1, 0.1]), follower([0.9, -0.2]), follower([1.2, 0])];
    const { input, near } = nearOf(walkers);
    const free = freeDistance(near, input.crowd, 0, 1, 0);
    input.perception.agents = listAll(4, (row) => [3, 2, 1, 0].filter((other) => other !== row));
    gatherAgents(near, input, 0);
    expect(freeDistance(near, input.crowd, 0, 1, 0)).toBe(free);
  });
});

test('a velocity is shortened to the free distance over the headway, never lengthened', () => {
  const { input, near } = nearOf([eastward, follower([1, 0])]);
  const velocity = { x: 1.3, y: 0 };
  keepHeadway(near, input.crowd, 0, velocity, 0.8);
  expect(velocity.x).toBeCloseTo(0.6 / 0.8, 12);
  velocity.x = 0.5;
  keepHeadway(near, input.crowd, 0, velocity, 0.8);
  expect(velocity).toEqual({ x: 0.5, y: 0 });
});

test('an agent ahead that walks as fast as this one wants holds it up only when it is near', () => {
  const ahead: Walker = { at: [1, 0], wish: [1.3, 0], velocity: [1.3, 0], radius: 0.2 };
  const { input, near } = nearOf([eastward, ahead]);
  expect(freeDistance(near, input.crowd, 0, 1, 0)).toBeCloseTo(3 * 0.6, 12);
  input.crowd.motion.velocityX[1] = 1.29;
  expect(freeDistance(near, input.crowd, 0, 1, 0)).toBeCloseTo(0.6, 12);
});

test('large bodies overlap no deeper than small ones', () => {
  expect(compressed(0.4, 1)).toBeCloseTo(0.32, 12);
  expect(compressed(1, 1)).toBeCloseTo(0.92, 12);
  expect(compressed(1, 0)).toBe(1);
});

test('a crowd begins with the fifth agent nearby, and the impatient have a shorter headway', () => {
  const ring = (count: number) =>
    Array.from(
      { length: count },
      (_, k): Walker => ({ at: [2 * Math.cos(k), 2 * Math.sin(k)], radius: 0.2 }),
    );
  const crowdingOf = (others: readonly Walker[]) => {
    const { near } = nearOf([eastward, ...others]);
    return crowding(near);
  };
  const crowds = [2, 4, 5, 6, 12].map((count) => crowdingOf(ring(count)));
  expect(crowdingOf([...ring(12), follower([0.25, 0])])).toBe(0);
  expect(crowds).toEqual([0, 0, 0.5, 1, 1]);
  const headways = [0, 0.5, 1].map((impatience) => headwayOf(walkerDefaults, impatience));
  [0.95, 0.76, 0.57].forEach((headway, k) => {
    expect(headways[k]).toBeCloseTo(headway, 12);
  });
});

describe('impatience', () => {
  const around = (count: number, distance: number): Walker[] =>
    Array.from({ length: count }, (_, k) => ({
      at: [distance * Math.cos(k), distance * Math.sin(k)],
      radius: 0.2,
    }));

  function impatienceAfter(steps: number, walkers: readonly Walker[], before = 0): number {
    const { input, near } = nearOf(walkers);
    const { impatience } = input.crowd.steer as WalkerColumns;
    impatience[0] = before;
    for (let step = 0; step < steps; step++) updateImpatience(near, input, 0, 1.3);
    return impatience[0];
  }

  test('grows in 2 s of standing among seven others, not in a file of six', () => {
    const seconds = 1 / inputOf({ walkers: [eastward] }).dt;
    expect(impatienceAfter(seconds, [eastward, ...around(7, 0.9)])).toBeCloseTo(0.5, 9);
    expect(impatienceAfter(3 * seconds, [eastward, ...around(7, 0.9)])).toBe(1);
    expect(impatienceAfter(3 * seconds, [eastward, ...around(6, 0.9)])).toBe(0);
    expect(impatienceAfter(3 * seconds, [eastward, ...around(7, 1.1)])).toBe(0);
  });

  test('is gone after 4 s of walking, and stays in slow motion', () => {
    const moving = (speed: number) => [{ ...eastward, velocity: [speed, 0] as const }];
    const seconds = 1 / inputOf({ walkers: [eastward] }).dt;
    expect(impatienceAfter(seconds, moving(1), 1)).toBeCloseTo(0.75, 9);
    expect(impatienceAfter(5 * seconds, moving(1), 1)).toBe(0);
    expect(impatienceAfter(5 * seconds, moving(0.4), 1)).toBe(1);
  });
});
