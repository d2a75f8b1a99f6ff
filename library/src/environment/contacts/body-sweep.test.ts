import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDice, crowdOf, shuffledOrder } from '../../crowd/crowd.fixture.ts';
import {
  type Crowd,
  createEvents,
  createObstacles,
  createSolids,
  EventKind,
  reorderRows,
} from '../../crowd/index.ts';
import {
  createBruteIndex,
  createContacts,
  createEnvironment,
  followObstacles,
  perceive,
  resolveContacts,
} from '../index.ts';
import { ballsOf } from '../space/space.fixture.ts';
import { createBodyContacts, partBodies } from './bodies.ts';
import { collectPairs, createBodySweep, reserveSweep } from './body-pairs.ts';
import { findPassing, stopPassing } from './body-sweep.ts';
import { addStraightPath, beginPaths, SKIN } from './paths/paths.ts';
import { createWallContacts, keepOutOfObstacles } from './wall-contacts.ts';

type Vector = [number, number, number];
type Runner = { at: Vector; path: Vector; radius: number };

/** Bodies of any size that all run somewhere: some stand, some walk, some go 50 m/s for a quarter of a second. */
function runnersOf(seed: number, count: number, size: number, dimension: 2 | 3): Runner[] {
  const dice = createDice(seed);
  const within = (length: number) => length * (2 * dice() - 1);
  return Array.from({ length: count }, () => {
    const length = [0, 0.3, 2, 12.5][Math.floor(4 * dice())];
    const vector = (reach: number): Vector => [
      within(reach),
      within(reach),
      dimension === 3 ? within(reach) : 0,
    ];
    return { at: vector(size), path: vector(length), radius: 0.1 + 0.5 * dice() };
  });
}

function crowdOfRunners(runners: readonly Runner[], viewRadius = 3): Crowd {
  const crowd = ballsOf(runners.map(({ at: [x, y, z], radius }) => ({ x, y, z, radius, viewRadius })));
  runners.forEach(({ at, path }, row) => {
    crowd.next.x[row] = at[0] + path[0];
    crowd.next.y[row] = at[1] + path[1];
    crowd.next.z[row] = at[2] + path[2];
  });
  return crowd;
}

/** When each id stops, by the sweep; `near` are lists of every agent in reach, if the sweep is to use them. */
function stopsOf(crowd: Crowd, useLists: boolean): number[] {
  const sweep = createBodySweep();
  const { motion, next } = crowd;
  reserveSweep(sweep, crowd);
  sweep.marked.fill(1);
  beginPaths(sweep.paths, crowd.count, crowd.capacity);
  for (let row = 0; row < crowd.count; row++) {
    sweep.length[row] = Math.hypot(
      next.x[row] - motion.x[row],
      next.y[row] - motion.y[row],
      next.z[row] - motion.z[row],
    );
    addStraightPath(
      sweep.paths,
      row,
      motion.x[row],
      motion.y[row],
      motion.z[row],
      next.x[row],
      next.y[row],
      next.z[row],
    );
  }
  const environment = createEnvironment(createBruteIndex());
  const surroundings = { crowd, obstacles: createObstacles([]), solids: createSolids([]) };
  if (useLists) perceive(environment, surroundings, new Uint8Array(crowd.capacity).fill(1), crowd.count);
  collectPairs(sweep, crowd, motion, useLists ? environment.perception.agents : undefined, sweep.paths);
  if (findPassing(sweep, sweep.paths, crowd)) stopPassing(sweep, sweep.paths, crowd);
  const stops = new Array<number>(crowd.count);
  for (let row = 0; row < crowd.count; row++) stops[crowd.ids[row]] = sweep.stop[row];
  return stops;
}

/** The rule, word by word: of all pairs that pass, the earliest is stopped; then all are looked at again. */
function stopsByBruteForce(runners: readonly Runner[]): number[] {
  const stops = runners.map(() => 2);
  const placeOf = (k: number, time: number): Vector => {
    const part = Math.min(time, stops[k]);
    return runners[k].at.map((value, axis) => value + part * runners[k].path[axis]) as Vector;
  };
  const between = (a: number, b: number, time: number) => {
    const [p, q] = [placeOf(a, time), placeOf(b, time)];
    return p.map((value, axis) => value - q[axis]);
  };
  const dot = (a: number[], b: number[]) => a.reduce((sum, value, axis) => sum + value * b[axis], 0);
  /** When a pair that passes is to stop; undefined when it does not pass. */
  const haltOf = (a: number, b: number, now: number): number | undefined => {
    const radii = runners[a].radius + runners[b].radius;
    const times = [0, ...[stops[a], stops[b]].filter((stop) => stop < 1).sort((s, t) => s - t), 1];
    let least = Number.POSITIVE_INFINITY;
    let halt = Number.POSITIVE_INFINITY;
    for (let piece = 1; piece < times.length; piece++) {
      const [from, to] = [between(a, b, times[piece - 1]), between(a, b, times[piece])];
      const path = to.map((value, axis) => value - from[axis]);
      const [A, B] = [dot(path, path), dot(from, path)];
      const at = A > 0 ? Math.max(0, Math.min(1, -B / A)) : 0;
      const nearest = from.map((value, axis) => value + at * path[axis]);
      least = Math.min(least, Math.sqrt(dot(nearest, nearest)));
      const C = dot(from, from) - (radii + SKIN) ** 2;
      const part = C <= 0 ? 0 : B < 0 && B * B > A * C ? (-B - Math.sqrt(B * B - A * C)) / A : 2;
      if (part <= 1) halt = Math.min(halt, times[piece - 1] + part * (times[piece] - times[piece - 1]));
    }
    const [begin, end] = [between(a, b, 0), between(a, b, 1)];
    const apart = Math.sqrt(dot(begin, begin));
    const turned = dot(begin, end) < 0;
    const enters = apart >= radii / 2 && least < radii / 2;
    if (least > radii || !(turned || enters)) return undefined;
    const path = Math.hypot(...end.map((value, axis) => value - begin[axis]));
    return apart >= radii || path > radii / 2 ? Math.max(now, halt) : undefined;
  };
  for (let now = 0; ; ) {
    let first: { time: number; a: number; b: number } | undefined;
    for (let a = 0; a < runners.length; a++) {
      for (let b = a + 1; b < runners.length; b++) {
        if (stops[a] <= 1 && stops[b] <= 1) continue;
        const time = haltOf(a, b, now);
        if (time !== undefined && (!first || time < first.time)) first = { time, a, b };
      }
    }
    if (!first) return stops;
    now = first.time;
    for (const k of [first.a, first.b]) if (stops[k] > 1) stops[k] = first.time;
  }
}

describe('bodies that would pass through one another', () => {
  test.each([2, 3] as const)('stop when the rule says so, by brute force: %i dimensions', (dimension) => {
    let stopped = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 2, max: 30 }),
        fc.constantFrom(...(dimension === 2 ? [3, 8, 20] : [1.5, 3, 6])),
        (seed, count, size) => {
          const runners = runnersOf(seed, count, size, dimension);
          const expected = stopsByBruteForce(runners);
          const stops = stopsOf(crowdOfRunners(runners), false);
          stops.forEach((stop, id) => {
            if (stop <= 1) stopped++;
            expect(Math.abs(stop - expected[id]), `body ${id}: ${stop}, not ${expected[id]}`).toBeLessThan(
              1e-9,
            );
          });
        },
      ),
      { numRuns: 150 },
    );
    expect(stopped).toBeGreaterThan(300);
  });

  test('stop at the same bits whatever the order of rows, with near lists or without', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 2, max: 40 }), (seed, count) => {
        const runners = runnersOf(seed, count, 6, 2);
        const stops = stopsOf(crowdOfRunners(runners, 100), false);
        const shuffled = crowdOfRunners(runners, 100);
        const { next } = shuffled;
        reorderRows(shuffled, shuffledOrder(count, seed));
        for (let row = 0; row < count; row++) {
          const { at, path } = runners[shuffled.ids[row]];
          for (const [axis, column] of [next.x, next.y, next.z].entries())
            column[row] = at[axis] + path[axis];
        }
        expect(stopsOf(shuffled, false)).toEqual(stops);
        expect(stopsOf(crowdOfRunners(runners, 100), true)).toEqual(stops);
      }),
      { numRuns: 100 },
    );
  });
});

/** One step without obstacles. */
function step(runners: readonly Runner[], dt: number) {
  const crowd = crowdOfRunners(runners);
  const environment = createEnvironment(createBruteIndex());
  const surroundings = { crowd, obstacles: createObstacles([]), solids: createSolids([]) };
  const events = createEvents();
  resolveContacts(createContacts(), environment, surroundings, undefined, 1, dt, events);
  const told = Array.from({ length: events.count }, (_, k) => ({
    agent: events.agent[k],
    other: events.other[k],
    depth: events.depth[k],
    time: events.time[k],
    at: [events.x[k], events.y[k], events.z[k]],
    normal: [events.normalX[k], events.normalY[k], events.normalZ[k]],
  }));
  return { crowd, told };
}

const runner = (at: Vector, path: Vector, radius = 0.25): Runner => ({ at, path, radius });

describe('a step of a quarter of a second', () => {
  test('two head on at 50 m/s stop where they meet, a hair apart, and are told when and where', () => {
    const { crowd, told } = step([runner([-5, 0, 0], [12.5, 0, 0]), runner([5, 0, 0], [-12.5, 0, 0])], 0.25);
    expect(crowd.next.x[0]).toBeCloseTo(-0.25, 5);
    expect(crowd.next.x[1]).toBeCloseTo(0.25, 5);
    expect(crowd.next.x[1] - crowd.next.x[0]).toBeGreaterThanOrEqual(0.5);
    expect(told).toHaveLength(1);
    const [{ agent, other, depth, time, at, normal }] = told;
    expect([agent, other]).toEqual([0, 1]);
    // 9.5 m between them, closing at 100 m/s; the centres would have coincided.
    expect(time).toBeCloseTo(0.095, 14);
    expect(depth).toBeCloseTo(0.5, 14);
    expect(at[0]).toBeCloseTo(0, 14);
    expect(normal).toEqual([-1, 0, 0]);
  });

  test('one that is shot at a row of bodies stops at the first, and those behind it do not feel it', () => {
    const row = Array.from({ length: 5 }, (_, k) => runner([2 + k, 0.1, 0], [0, 0, 0]));
    const { crowd, told } = step([runner([0, 0, 0], [12.5, 0, 0]), ...row], 0.25);
    expect(crowd.next.x[0]).toBeCloseTo(2 - Math.sqrt(0.25 - 0.01), 5);
    for (let k = 1; k <= 5; k++) expect(crowd.next.x[k]).toBe(1 + k);
    expect(told.map(({ agent, other }) => [agent, other])).toEqual([[0, 1]]);
  });

  test('a third runs into the two that have stopped in its path, where they would not have been', () => {
    const { crowd, told } = step(
      [
        runner([-6, 0, 0], [12, 0, 0]),
        runner([6, 0, 0], [-12, 0, 0]),
        // Passes the middle when both would be long gone.
        runner([0, -8, 0], [0, 12, 0]),
      ],
      0.25,
    );
    expect(crowd.next.x[0]).toBeCloseTo(-0.25, 5);
    expect(crowd.next.y[2]).toBeCloseTo(-Math.sqrt(0.25 - 0.0625), 4);
    expect(told.map(({ agent, other }) => [agent, other])).toEqual([
      [0, 1],
      [0, 2],
    ]);
    // It would have touched both at once; the lower id is told of first, and it stands by then.
    expect(told[1].time).toBeCloseTo((0.25 * (8 - Math.sqrt(0.25 - 0.0625))) / 12, 5);
  });

  test('one that passes beside another, or runs after one that is faster, goes all its path', () => {
    const { crowd, told } = step(
      [
        runner([0, 0, 0], [12.5, 0, 0]),
        runner([5, 0.51, 0], [0, 0, 0]),
        runner([1, 3, 0], [12, 0, 0]),
        runner([0, 3, 0], [11.9, 0, 0]),
      ],
      0.25,
    );
    expect([...crowd.next.x.subarray(0, 4)]).toEqual([12.5, 5, 13, 11.9]);
    expect(told).toEqual([]);
  });
});

describe('contacts that are told of', () => {
  test('in steps short and long: the time is that of the first touch of the straight paths, and they touch there', () => {
    let contacts = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.constantFrom(0.02, 0.3, 2), (seed, length) => {
        // One pair at a time, so that no agent else stops them.
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
        const { told } = step([a, b], 2);
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
});

test('a step in which no agent goes far is a push and a lead round the walls, to the bit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 2, max: 40 }), (seed, count) => {
      const runners = runnersOf(seed, count, 2, 2).map(({ at, radius }, k) => {
        const angle = 2.4 * k;
        const length = 0.05 * ((k % 7) / 7);
        const path: Vector = [length * Math.cos(angle), length * Math.sin(angle), 0];
        return { at, radius, path };
      });
      const obstacles = createObstacles([
        { shape: 'segment', from: [-3, 3], to: [3, -2.5] },
        { shape: 'circle', center: [1, 1.5], radius: 0.4 },
      ]);
      const solids = createSolids([]);
      const [plain, resolved] = [0, 1].map(() => {
        const crowd = crowdOf(runners.map(({ at: [x, y], radius }) => ({ x, y, radius })));
        runners.forEach(({ at, path }, row) => {
          crowd.next.x[row] = at[0] + path[0];
          crowd.next.y[row] = at[1] + path[1];
        });
        const environment = createEnvironment(createBruteIndex());
        followObstacles(environment, crowd, obstacles, solids, 1);
        return { crowd, environment, events: createEvents() };
      });
      partBodies(createBodyContacts(), plain.crowd, undefined, seed, 1, plain.events);
      const { obstacleIndex, reach } = plain.environment;
      keepOutOfObstacles(createWallContacts(), obstacleIndex, plain.crowd, obstacles, reach, 1, plain.events);
      const surroundings = { crowd: resolved.crowd, obstacles, solids };
      resolveContacts(
        createContacts(),
        resolved.environment,
        surroundings,
        undefined,
        seed,
        1,
        resolved.events,
      );
      expect(resolved.crowd.next.x).toEqual(plain.crowd.next.x);
      expect(resolved.crowd.next.y).toEqual(plain.crowd.next.y);
      expect(resolved.events).toEqual(plain.events);
      const kinds = [...resolved.events.kind.subarray(0, resolved.events.count)];
      expect(kinds.every((kind) => kind === EventKind.contact || kind === EventKind.obstacleContact)).toBe(
        true,
      );
    }),
    { numRuns: 100 },
  );
});
