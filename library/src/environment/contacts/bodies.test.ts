import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDice, shuffledOrder } from '../../crowd/crowd.fixture.ts';
import {
  type Crowd,
  createEvents,
  createObstacles,
  EventKind,
  type Events,
  reorderRows,
} from '../../crowd/index.ts';
import { createSolids } from '../../crowd/solids.ts';
import { registerSpace } from '../../simulation/scenario/space.ts';
import { createBruteIndex } from '../brute/brute.ts';
import { createContacts, createEnvironment, resolveContacts } from '../index.ts';
import { type Ball, ballsOf } from '../space/space.fixture.ts';

registerSpace();

/** One step without obstacles, from where the bodies are to their next positions. */
function part(crowd: Crowd, seed = 1): Events {
  const events = createEvents();
  const surroundings = { crowd, obstacles: createObstacles([]), solids: createSolids([]) };
  resolveContacts(createContacts(), createEnvironment(createBruteIndex()), surroundings, seed, 1, events);
  return events;
}

/** The same, and the next positions become the current ones. */
function partAndStay(crowd: Crowd): void {
  part(crowd);
  for (const axis of ['x', 'y', 'z'] as const) crowd.motion[axis].set(crowd.next[axis]);
}

function gap({ next, traits }: Crowd, a: number, b: number): number {
  const distance = Math.hypot(next.x[a] - next.x[b], next.y[a] - next.y[b], next.z[a] - next.z[b]);
  return distance - traits.radius[a] - traits.radius[b];
}

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });

describe.each([2, 3] as const)('bodies that overlap, %i dimensions', (dimension) => {
  const height = dimension === 3 ? 1 : 0;
  const heap = fc.array(
    fc.record({
      x: number(-1.5, 1.5),
      y: number(-1.5, 1.5),
      z: number(-1.2 * height, 1.2 * height),
      radius: number(0.05, 0.6),
    }),
    { minLength: 2, maxLength: 30 },
  );

  test('two alone part in one step, each by half of the overlap, along the line between them', () => {
    fc.assert(
      fc.property(
        number(-Math.PI, Math.PI),
        number(-height, height),
        number(0.01, 0.48),
        number(0.2, 0.3),
        (angle, up, distance, radius) => {
          fc.pre(distance < 0.95 * 2 * radius);
          const level = Math.sqrt(1 - up * up);
          const path = [level * Math.cos(angle), level * Math.sin(angle), up].map((unit) => unit * distance);
          const crowd = ballsOf([
            { x: 3, y: -7, z: 2 * height, radius },
            { x: 3 + path[0], y: -7 + path[1], z: 2 * height + path[2], radius },
          ]);
          part(crowd);
          const { x, y, z } = crowd.next;
          // The pushes are rounded to 2^-36 m, so that they add up exactly in any order.
          expect(Math.abs(gap(crowd, 0, 1))).toBeLessThan(1e-9);
          expect(x[0] + x[1]).toBeCloseTo(6 + path[0], 9);
          expect(y[0] + y[1]).toBeCloseTo(-14 + path[1], 9);
          expect(z[0] + z[1]).toBeCloseTo(4 * height + path[2], 9);
          const along = (x[1] - x[0]) * path[0] + (y[1] - y[0]) * path[1] + (z[1] - z[0]) * path[2];
          expect(along / (2 * radius * distance)).toBeCloseTo(1, 8);
        },
      ),
    );
  });

  test('bodies that only touch, or stand apart, are left where they are', () => {
    const crowd = ballsOf([
      { x: 0, y: 0, z: 0 },
      { x: 0.5, y: 0, z: 0 },
      { x: 0, y: 3, z: 0 },
    ]);
    expect(part(crowd).count).toBe(0);
    expect([...crowd.next.x.subarray(0, 3), ...crowd.next.y.subarray(0, 3)]).toEqual([0, 0.5, 0, 0, 0, 3]);
  });

  test('coincident centres part exactly, on the level, in the same direction every time, another for another seed', () => {
    const places = [1, 1, 2].map((seed) => {
      const crowd = ballsOf([
        { x: 2, y: 2, z: 5 * height },
        { x: 2, y: 2, z: 5 * height },
      ]);
      part(crowd, seed);
      expect(Math.abs(gap(crowd, 0, 1))).toBeLessThan(1e-9);
      expect([...crowd.next.z.subarray(0, 2)]).toEqual([5 * height, 5 * height]);
      return [crowd.next.x[0], crowd.next.y[0]];
    });
    expect(places[1]).toEqual(places[0]);
    expect(places[2]).not.toEqual(places[0]);
  });

  test('the pushes are the same bits whatever the order of rows', () => {
    fc.assert(
      fc.property(heap, fc.nat(1000), (bodies, seed) => {
        const crowd = ballsOf([...bodies, bodies[0]]);
        const other = ballsOf([...bodies, bodies[0]]);
        reorderRows(other, shuffledOrder(other.count, seed));
        part(crowd);
        part(other);
        for (let row = 0; row < other.count; row++) {
          for (const axis of ['x', 'y', 'z'] as const) {
            expect(other.next[axis][row]).toBe(crowd.next[axis][other.ids[row]]);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  test('each pair that overlaps is one event with its depth, by brute force; no agent moves more than its radius', () => {
    fc.assert(
      fc.property(heap, (bodies: Ball[]) => {
        const crowd = ballsOf(bodies);
        const expected = new Map<string, number>();
        for (let a = 0; a < crowd.count; a++) {
          for (let b = a + 1; b < crowd.count; b++) {
            if (gap(crowd, a, b) < -1e-12) expected.set(`${a} ${b}`, -gap(crowd, a, b));
          }
        }
        const { count, kind, agent, other, depth } = part(crowd);
        let deep = 0;
        for (let event = 0; event < count; event++) {
          expect(kind[event]).toBe(EventKind.contact);
          // Two that touch by a rounding are no agent's business.
          const known = expected.get(`${agent[event]} ${other[event]}`);
          if (known === undefined) expect(depth[event]).toBeLessThan(2e-12);
          else expect(Math.abs(depth[event] - known)).toBeLessThan(1e-12);
          if (known !== undefined) deep++;
        }
        expect(deep).toBe(expected.size);
        for (const [row, { x, y, z, radius = 0 }] of bodies.entries()) {
          const { next } = crowd;
          expect(Math.hypot(next.x[row] - x, next.y[row] - y, next.z[row] - z)).toBeLessThan(radius + 1e-9);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('a heap of bodies relaxes until no agent overlaps by more than the slack, in 20 steps', () => {
    const dice = createDice(3);
    const count = dimension === 2 ? 40 : 60;
    const crowd = ballsOf(
      Array.from({ length: count }, () => ({ x: dice(), y: dice(), z: height * dice() })),
    );
    for (let step = 0; step < 20; step++) partAndStay(crowd);
    let least = Number.POSITIVE_INFINITY;
    for (let a = 0; a < count; a++) for (let b = 0; b < a; b++) least = Math.min(least, gap(crowd, a, b));
    expect(least).toBeGreaterThan(-0.012);
  });
});

test('bodies that are near and do not meet cost no pair; one that meets another brings those around it', () => {
  const crowd = ballsOf(Array.from({ length: 9 }, (_, k) => ({ x: 0.55 * k, y: 0, z: 0 })));
  const contacts = createContacts();
  const surroundings = { crowd, obstacles: createObstacles([]), solids: createSolids([]) };
  const environment = createEnvironment(createBruteIndex());
  resolveContacts(contacts, environment, surroundings, 1, 1, createEvents());
  expect(contacts.pairs.count).toBe(0);
  crowd.next.x[0] = 0.1;
  resolveContacts(contacts, environment, surroundings, 1, 1, createEvents());
  // Every body has a neighbour 5 cm away that it may be pushed into.
  expect(contacts.pairs.count).toBe(8);
  expect(gap(crowd, 0, 1)).toBeGreaterThan(-0.008);
});

test('two that stand in contact are told of it, whatever others do far away', () => {
  for (let k = 0; k < 60; k++) {
    const two: Ball[] = [
      { x: 0, y: 0, z: 0 },
      { x: 0.4985 * Math.cos(0.1 * k), y: 0.4985 * Math.sin(0.1 * k), z: 0 },
    ];
    const others: Ball[] = [
      { x: 50, y: 0, z: 0 },
      { x: 50.55, y: 0, z: 0 },
    ];
    const crowd = ballsOf([...two, ...others]);
    crowd.next.x[3] = 50.2;
    expect([part(ballsOf(two)).count, part(crowd).count]).toEqual([1, 2]);
  }
});
