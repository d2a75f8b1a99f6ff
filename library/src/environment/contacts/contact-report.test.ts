import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crowdOf } from '../../crowd/crowd.fixture.ts';
import {
  createEvents,
  createObstacles,
  EventKind,
  type Events,
  type Obstacles,
  placeObstacles,
  type SolidSpecification,
  type Solids,
} from '../../crowd/index.ts';
import { closestOfSolid, createSolids, placeSolids } from '../../crowd/solids.ts';
import { registerSpace } from '../../simulation/scenario/space.ts';
import { createBruteIndex } from '../brute/brute.ts';
import { createContacts, createEnvironment, followObstacles, resolveContacts } from '../index.ts';
import { ballsOf } from '../space/space.fixture.ts';
import { gapToElement } from './wall-contacts.fixture.ts';

registerSpace();

type Vector = [number, number, number];

const even = (min: number, max: number) =>
  fc.nat(0x3fffffff).map((part) => min + (part / 0x3fffffff) * (max - min));
const spot = fc.tuple(even(-5, 5), even(-5, 5));
const place = (size: number) => fc.tuple(even(-size, size), even(-size, size), even(-size, size));

/** One body goes its path among obstacles, which move too. What is told of it, and where it ends. */
function walk(at: Vector, path: Vector, radius: number, obstacles: Obstacles, solids: Solids, dt: number) {
  const inSpace = solids.count > 0;
  const [x, y, z] = at;
  const crowd = inSpace ? ballsOf([{ x, y, z, radius }]) : crowdOf([{ x, y, radius }]);
  placeObstacles(obstacles, 0, dt);
  placeSolids(solids, 0, dt);
  crowd.next.x[0] = x + path[0];
  crowd.next.y[0] = y + path[1];
  crowd.next.z[0] = inSpace ? z + path[2] : 0;
  const environment = createEnvironment(createBruteIndex());
  followObstacles(environment, crowd, obstacles, solids, Math.hypot(...path));
  const events = createEvents();
  resolveContacts(createContacts(), environment, { crowd, obstacles, solids }, 1, dt, events);
  return { crowd, events };
}

/** The first time at which `gap` is not positive, by dense samples and bisection; undefined when never. */
function firstTouch(gap: (part: number) => number): number | undefined {
  const samples = 1000;
  for (let k = 0; k <= samples; k++) {
    if (gap(k / samples) > 0) continue;
    if (k === 0) return 0;
    let [outside, inside] = [(k - 1) / samples, k / samples];
    for (let halving = 0; halving < 50; halving++) {
      const middle = (outside + inside) / 2;
      if (gap(middle) > 0) outside = middle;
      else inside = middle;
    }
    return inside;
  }
  return undefined;
}

/** The event that comes first in time, and whether the others are of other obstacles. */
function firstOf(events: Events) {
  const entries = Array.from({ length: events.count }, (_, k) => k).sort(
    (a, b) => events.time[a] - events.time[b],
  );
  for (const k of entries) expect(events.kind[k]).toBe(EventKind.obstacleContact);
  expect(new Set(entries.map((k) => events.other[k])).size).toBe(entries.length);
  return entries[0];
}

describe('a body that runs into an obstacle is told', () => {
  test('the first one, when its straight path first touches it, and where: walls and circles', () => {
    let contacts = 0;
    const shape = fc.oneof(
      fc.record({ shape: fc.constant('circle' as const), center: spot, radius: even(0.1, 2) }),
      fc.record({ shape: fc.constant('segment' as const), from: spot, to: spot }),
    );
    fc.assert(
      fc.property(
        fc.array(shape, { minLength: 1, maxLength: 5 }),
        place(6),
        place(3),
        even(0.05, 0.6),
        (specifications, at, aside, radius) => {
          const path = at.map((value, axis) => aside[axis] - 1.5 * value) as Vector;
          const obstacles = createObstacles(specifications);
          const gapAt = (part: number) => {
            let gap = Number.POSITIVE_INFINITY;
            for (let element = 0; element < obstacles.count; element++) {
              const [x, y] = [at[0] + part * path[0], at[1] + part * path[1]];
              gap = Math.min(gap, gapToElement(obstacles, element, x, y, radius));
            }
            return gap;
          };
          const expected = firstTouch(gapAt);
          fc.pre(expected !== 0);
          const { events } = walk(at, path, radius, obstacles, createSolids([]), 0.5);
          if (expected === undefined) {
            // In the skin of one, or a graze that the samples missed.
            for (let k = 0; k < events.count; k++) expect(gapAt(2 * events.time[k])).toBeLessThan(2e-6);
            return;
          }
          contacts++;
          const first = firstOf(events);
          expect(events.time[first]).toBeCloseTo(0.5 * expected, 9);
          const { x, y, normalX, normalY } = events;
          const [centreX, centreY] = [at[0] + expected * path[0], at[1] + expected * path[1]];
          expect(x[first]).toBeCloseTo(centreX - radius * normalX[first], 7);
          expect(y[first]).toBeCloseTo(centreY - radius * normalY[first], 7);
          expect(Math.hypot(normalX[first], normalY[first])).toBeCloseTo(1, 12);
          const touched = Array.from({ length: obstacles.count }, (_, k) => k).filter(
            (element) => obstacles.owner[element] === events.other[first],
          );
          expect(
            Math.min(
              ...touched.map((element) => Math.abs(gapToElement(obstacles, element, x[first], y[first], 0))),
            ),
          ).toBeLessThan(1e-7);
          expect(events.depth[first]).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 500 },
    );
    expect(contacts).toBeGreaterThan(200);
  });

  test('the same in space: spheres, boxes and triangles', () => {
    let contacts = 0;
    const shape = fc.oneof(
      fc.record({ shape: fc.constant('sphere' as const), center: place(2), radius: even(0.1, 2) }),
      fc.tuple(place(2), place(1.5)).map(([[x, y, z], size]) => ({
        shape: 'box' as const,
        min: [x, y, z],
        max: [x + Math.abs(size[0]) + 0.1, y + Math.abs(size[1]) + 0.1, z + Math.abs(size[2]) + 0.1],
      })),
      fc.tuple(place(5), place(5), place(5)).map((vertices) => ({
        shape: 'triangles' as const,
        points: vertices,
        faces: [[0, 1, 2]],
      })),
    );
    const to = new Float64Array(3);
    fc.assert(
      fc.property(
        fc.array(shape, { minLength: 1, maxLength: 4 }),
        place(6),
        place(3),
        even(0.05, 0.6),
        (specifications, at, aside, radius) => {
          const path = at.map((value, axis) => aside[axis] - 1.5 * value) as Vector;
          const solids = createSolids(specifications as SolidSpecification[]);
          const gapAt = (part: number) => {
            let gap = Number.POSITIVE_INFINITY;
            const [x, y, z] = at.map((value, axis) => value + part * path[axis]);
            for (let element = 0; element < solids.count; element++) {
              closestOfSolid(solids, element, x, y, z, to);
              gap = Math.min(gap, Math.hypot(to[0], to[1], to[2]) - solids.radius[element] - radius);
            }
            return gap;
          };
          const expected = firstTouch(gapAt);
          fc.pre(expected !== 0);
          const { events } = walk(at, path, radius, createObstacles([]), solids, 0.5);
          if (expected === undefined) {
            for (let k = 0; k < events.count; k++) expect(gapAt(2 * events.time[k])).toBeLessThan(2e-6);
            return;
          }
          contacts++;
          const first = firstOf(events);
          expect(events.time[first]).toBeCloseTo(0.5 * expected, 9);
          const normal = [events.normalX[first], events.normalY[first], events.normalZ[first]];
          expect(Math.hypot(...normal)).toBeCloseTo(1, 9);
          [events.x, events.y, events.z].forEach((column, axis) => {
            expect(column[first]).toBeCloseTo(at[axis] + expected * path[axis] - radius * normal[axis], 7);
          });
        },
      ),
      { numRuns: 500 },
    );
    expect(contacts).toBeGreaterThan(200);
  });

  test('when it stands, by a wall and a sphere that come along', () => {
    const obstacles = createObstacles([
      { shape: 'segment', from: [2, -1], to: [2, 1], course: { kind: 'velocity', velocity: [-4, 0] } },
    ]);
    const { crowd, events } = walk([0, 0, 0], [0, 0, 0], 0.5, obstacles, createSolids([]), 0.5);
    // 1.5 m at 4 m/s; the wall ends at x = 0.
    expect(events.count).toBe(1);
    expect([events.kind[0], events.agent[0], events.other[0]]).toEqual([EventKind.obstacleContact, 0, 0]);
    expect(events.time[0]).toBeCloseTo(0.375, 12);
    expect([events.x[0], events.y[0]]).toEqual([0.5, 0]);
    expect([events.normalX[0], events.normalY[0]]).toEqual([-1, 0]);
    expect(crowd.next.x[0]).toBeCloseTo(-0.5, 5);

    const solids = createSolids([
      { shape: 'sphere', center: [0, 0, 5], radius: 1, course: { kind: 'velocity', velocity: [0, 0, -10] } },
    ]);
    const fall = walk([0, 0, 0], [0, 0, 0], 0.5, createObstacles([]), solids, 0.5);
    expect(fall.events.count).toBe(1);
    expect(fall.events.time[0]).toBeCloseTo(0.35, 12);
    expect(fall.events.z[0]).toBeCloseTo(0.5, 12);
    expect(fall.events.normalZ[0]).toBe(-1);
  });

  test('when both move: the time is that of the two paths together', () => {
    const obstacles = createObstacles([
      { shape: 'segment', from: [2, -1], to: [2, 1], course: { kind: 'velocity', velocity: [-4, 0] } },
    ]);
    const { events } = walk([0, 0, 0], [1, 0, 0], 0.5, obstacles, createSolids([]), 0.5);
    // 1.5 m at 4 + 2 m/s.
    expect(events.time[0]).toBeCloseTo(0.25, 12);
    expect(events.x[0]).toBeCloseTo(1, 12);
  });

  test('within the step, when it runs before a wall and an agent else goes far', () => {
    const dt = 0.5;
    const obstacles = createObstacles([
      { shape: 'segment', from: [-1.5, -1], to: [-1.5, 1], course: { kind: 'velocity', velocity: [4, 0] } },
    ]);
    const crowd = crowdOf([
      { x: 0, y: 0, radius: 0.5 },
      { x: 0, y: 20, radius: 0.5 },
    ]);
    crowd.next.x.set([2, 2]);
    placeObstacles(obstacles, 0, dt);
    const environment = createEnvironment(createBruteIndex());
    const surroundings = { crowd, obstacles, solids: createSolids([]) };
    followObstacles(environment, crowd, obstacles, surroundings.solids, 2);
    const events = createEvents();
    resolveContacts(createContacts(), environment, surroundings, 1, dt, events);
    // Their paths never meet: the wall came while the body still stood, 1 m at 4 m/s.
    expect(events.count).toBe(1);
    expect(events.time[0]).toBeCloseTo(0.25, 12);
    expect(events.x[0]).toBeCloseTo(-0.5, 12);
  });
});
