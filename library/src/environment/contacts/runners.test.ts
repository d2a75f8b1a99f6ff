import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDice, shuffledOrder } from '../../crowd/crowd.fixture.ts';
import { type Crowd, createEvents, createObstacles, reorderRows } from '../../crowd/index.ts';
import { createSolids } from '../../crowd/solids.ts';
import { registerSpace } from '../../simulation/scenario/space.ts';
import { createBruteIndex } from '../brute/brute.ts';
import { createContacts, createEnvironment, resolveContacts } from '../index.ts';
import { ballsOf } from '../space/space.fixture.ts';

registerSpace();

type Vector = [number, number, number];
type Runner = { at: Vector; path: Vector; radius: number };

/** Bodies of any size that all run somewhere: some stand, some walk, some go 50 m/s for a quarter of a second. */
function runnersOf(seed: number, count: number, size: number, dimension: 2 | 3): Runner[] {
  const dice = createDice(seed);
  const within = (length: number) => length * (2 * dice() - 1);
  const vector = (reach: number): Vector => [
    within(reach),
    within(reach),
    dimension === 3 ? within(reach) : 0,
  ];
  const runners: Runner[] = [];
  for (let k = 0; k < count; k++) {
    const length = [0, 0.3, 2, 12.5][Math.floor(4 * dice())];
    const runner = { at: vector(size), path: vector(length), radius: 0.1 + 0.5 * dice() };
    const isFree = runners.every(({ at, radius }) => distanceOf(at, runner.at) > radius + runner.radius);
    if (isFree) runners.push(runner);
  }
  return runners;
}

const distanceOf = (p: Vector, q: Vector) => Math.hypot(...p.map((value, axis) => value - q[axis]));

function crowdOfRunners(runners: readonly Runner[]): Crowd {
  const crowd = ballsOf(runners.map(({ at: [x, y, z], radius }) => ({ x, y, z, radius })));
  aim(crowd, runners);
  return crowd;
}

function aim({ count, ids, next }: Crowd, runners: readonly Runner[]): void {
  for (let row = 0; row < count; row++) {
    const { at, path } = runners[ids[row]];
    for (const [axis, column] of [next.x, next.y, next.z].entries()) column[row] = at[axis] + path[axis];
  }
}

/** One step without obstacles, and what was told of it. */
function step(crowd: Crowd, dt: number) {
  const environment = createEnvironment(createBruteIndex());
  const surroundings = { crowd, obstacles: createObstacles([]), solids: createSolids([]) };
  const events = createEvents();
  resolveContacts(createContacts(), environment, surroundings, 1, dt, events);
  return Array.from({ length: events.count }, (_, k) => ({
    agent: events.agent[k],
    other: events.other[k],
    depth: events.depth[k],
    time: events.time[k],
    at: [events.x[k], events.y[k], events.z[k]],
    normal: [events.normalX[k], events.normalY[k], events.normalZ[k]],
  }));
}

/** The smallest distance of two bodies that go straight from where they were to where they are, by dense samples. */
function leastDistance({ motion, next }: Crowd, a: number, b: number): number {
  const between = (part: number) =>
    Math.hypot(
      ...(['x', 'y', 'z'] as const).map(
        (axis) => (1 - part) * (motion[axis][a] - motion[axis][b]) + part * (next[axis][a] - next[axis][b]),
      ),
    );
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k <= 400; k++) least = Math.min(least, between(k / 400));
  return least;
}

describe('runners that begin apart', () => {
  test.each([2, 3] as const)(
    'never overlap by more than 2 % on their straight paths: %i dimensions',
    (dimension) => {
      let blocked = 0;
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 1e6 }),
          fc.integer({ min: 2, max: 30 }),
          fc.constantFrom(...(dimension === 2 ? [3, 8, 20] : [1.5, 3, 6])),
          (seed, count, size) => {
            const runners = runnersOf(seed, count, size, dimension);
            const crowd = crowdOfRunners(runners);
            blocked += step(crowd, 0.25).length;
            for (let a = 0; a < crowd.count; a++) {
              for (let b = 0; b < a; b++) {
                const radii = runners[a].radius + runners[b].radius;
                expect(leastDistance(crowd, a, b)).toBeGreaterThan(0.98 * radii);
              }
            }
          },
        ),
        { numRuns: 100 },
      );
      expect(blocked).toBeGreaterThan(80);
    },
  );

  test('end at the same bits whatever the order of rows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 2, max: 40 }), (seed, count) => {
        const runners = runnersOf(seed, count, 6, 2);
        const crowd = crowdOfRunners(runners);
        const shuffled = crowdOfRunners(runners);
        reorderRows(shuffled, shuffledOrder(runners.length, seed));
        aim(shuffled, runners);
        step(crowd, 0.25);
        step(shuffled, 0.25);
        for (let row = 0; row < crowd.count; row++) {
          expect(shuffled.next.x[row]).toBe(crowd.next.x[shuffled.ids[row]]);
          expect(shuffled.next.y[row]).toBe(crowd.next.y[shuffled.ids[row]]);
        }
      }),
      { numRuns: 100 },
    );
  });
});

const runner = (at: Vector, path: Vector, radius = 0.25): Runner => ({ at, path, radius });

describe('a step of a quarter of a second', () => {
  test('two head on at 50 m/s stop where they meet, and are told when and where', () => {
    const crowd = crowdOfRunners([runner([-5, 0, 0], [12.5, 0, 0]), runner([5, 0, 0], [-12.5, 0, 0])]);
    const told = step(crowd, 0.25);
    expect(crowd.next.x[0]).toBeCloseTo(-0.25, 5);
    expect(crowd.next.x[1]).toBeCloseTo(0.25, 5);
    expect(crowd.next.x[1] - crowd.next.x[0]).toBeGreaterThanOrEqual(0.5);
    expect(told).toHaveLength(1);
    const [{ agent, other, depth, time, at, normal }] = told;
    expect([agent, other]).toEqual([0, 1]);
    // 9.5 m between them, closing at 100 m/s; each would have gone on by a radius.
    expect(time).toBeCloseTo(0.095, 12);
    expect(depth).toBeCloseTo(0.5, 12);
    expect(at[0]).toBeCloseTo(0, 12);
    expect(normal).toEqual([-1, 0, 0]);
  });

  test('one that is shot at a row of bodies stops at the first and shoves it by no more than its radius', () => {
    const row = Array.from({ length: 5 }, (_, k) => runner([2 + k, 0.1, 0], [0, 0, 0]));
    const crowd = crowdOfRunners([runner([0, 0, 0], [12.5, 0, 0]), ...row]);
    const told = step(crowd, 0.25);
    expect(crowd.next.x[0]).toBeGreaterThan(1);
    expect(Math.hypot(crowd.next.x[1] - 2, crowd.next.y[1] - 0.1)).toBeLessThanOrEqual(0.25 + 1e-9);
    expect(crowd.next.x[0]).toBeLessThan(crowd.next.x[1]);
    for (let k = 2; k <= 5; k++) expect(crowd.next.x[k]).toBe(1 + k);
    expect(told.map(({ agent, other }) => [agent, other])).toEqual([[0, 1]]);
  });

  test('one that passes beside another, or runs after one that is faster, goes all its path', () => {
    const crowd = crowdOfRunners([
      runner([0, 0, 0], [12.5, 0, 0]),
      runner([5, 0.51, 0], [0, 0, 0]),
      runner([1, 3, 0], [12, 0, 0]),
      runner([0, 3, 0], [11.9, 0, 0]),
    ]);
    expect(step(crowd, 0.25)).toEqual([]);
    expect([...crowd.next.x.subarray(0, 4)]).toEqual([12.5, 5, 13, 11.9]);
  });
});

test('contacts are told at the first touch of the straight paths, and the two touch there', () => {
  let contacts = 0;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.constantFrom(0.02, 0.3, 2), (seed, length) => {
      const dice = createDice(seed);
      const within = (size: number) => size * (2 * dice() - 1);
      const [a, b] = [0, 1].map(() =>
        runner(
          [within(0.5 + length / 4), within(0.5), within(0.3)],
          [within(length), within(length), within(length)],
          0.1 + 0.4 * dice(),
        ),
      );
      const radii = a.radius + b.radius;
      const told = step(crowdOfRunners([a, b]), 2);
      expect(told.length).toBeLessThanOrEqual(1);
      if (told.length === 0) return;
      contacts++;
      const [{ time, at, normal, depth }] = told;
      const gapAt = (s: number) =>
        Math.hypot(...a.at.map((_, k) => a.at[k] + s * a.path[k] - b.at[k] - s * b.path[k])) - radii;
      const part = time / 2;
      expect(Math.hypot(...normal)).toBeCloseTo(1, 12);
      expect(depth).toBeGreaterThan(0);
      if (gapAt(0) <= 0) expect(time).toBe(0);
      else {
        expect(Math.abs(gapAt(part))).toBeLessThan(1e-12);
        for (let k = 0; k < 100; k++) expect(gapAt((part * k) / 100)).toBeGreaterThan(-1e-12);
        a.at.forEach((_, k) => {
          expect(at[k]).toBeCloseTo(b.at[k] + part * b.path[k] + b.radius * normal[k], 11);
          expect(at[k]).toBeCloseTo(a.at[k] + part * a.path[k] - a.radius * normal[k], 11);
        });
      }
    }),
    { numRuns: 1000 },
  );
  expect(contacts).toBeGreaterThan(150);
});
