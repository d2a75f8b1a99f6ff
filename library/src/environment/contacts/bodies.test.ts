import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Body, createDice, crowdOf, shuffledOrder } from '../../crowd/crowd.fixture.ts';
import { type Crowd, createEvents, EventKind, type Events, reorderRows } from '../../crowd/index.ts';
import { createBodyContacts, partBodies } from './bodies.ts';

function part(crowd: Crowd, seed = 1): Events {
  const events = createEvents();
  partBodies(createBodyContacts(), crowd, undefined, seed, 1, events);
  return events;
}

function gap({ next, traits }: Crowd, a: number, b: number): number {
  return Math.hypot(next.x[a] - next.x[b], next.y[a] - next.y[b]) - traits.radius[a] - traits.radius[b];
}

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const heap = fc.array(fc.record({ x: number(-1.5, 1.5), y: number(-1.5, 1.5), radius: number(0.05, 0.6) }), {
  minLength: 2,
  maxLength: 30,
});

describe('bodies that overlap', () => {
  test('two alone part in one step, each by half of the overlap, along the line between them', () => {
    fc.assert(
      fc.property(
        number(-Math.PI, Math.PI),
        number(0.01, 0.49),
        number(0.2, 0.3),
        (angle, distance, radius) => {
          fc.pre(distance < 2 * radius);
          const [x, y] = [distance * Math.cos(angle), distance * Math.sin(angle)];
          const crowd = crowdOf([
            { x: 3, y: -7, radius },
            { x: 3 + x, y: -7 + y, radius },
          ]);
          part(crowd);
          // The pushes are rounded to 2^-36 m, so that they add up exactly in any order.
          expect(Math.abs(gap(crowd, 0, 1))).toBeLessThan(1e-10);
          expect(crowd.next.x[0] + crowd.next.x[1]).toBeCloseTo(6 + x, 9);
          expect(crowd.next.y[0] + crowd.next.y[1]).toBeCloseTo(-14 + y, 9);
          const turned = Math.atan2(crowd.next.y[1] - crowd.next.y[0], crowd.next.x[1] - crowd.next.x[0]);
          expect(Math.cos(turned - angle)).toBeCloseTo(1, 9);
        },
      ),
    );
  });

  test('bodies that only touch, or stand apart, are left where they are', () => {
    const crowd = crowdOf([
      { x: 0, y: 0 },
      { x: 0.5, y: 0 },
      { x: 0, y: 3 },
    ]);
    expect(part(crowd).count).toBe(0);
    expect([...crowd.next.x.subarray(0, 3), ...crowd.next.y.subarray(0, 3)]).toEqual([0, 0.5, 0, 0, 0, 3]);
  });

  test('coincident centres part exactly, in the same direction every time, another for another seed or pair', () => {
    const bodies = [
      { x: 2, y: 2 },
      { x: 2, y: 2 },
    ];
    const places = [1, 1, 2].map((seed) => {
      const crowd = crowdOf(bodies);
      part(crowd, seed);
      expect(Math.abs(gap(crowd, 0, 1))).toBeLessThan(1e-10);
      return [crowd.next.x[0], crowd.next.y[0]];
    });
    expect(places[1]).toEqual(places[0]);
    expect(places[2]).not.toEqual(places[0]);
  });

  test('the pushes are the same bits whatever the order of rows', () => {
    fc.assert(
      fc.property(heap, fc.nat(1000), (bodies, seed) => {
        const crowd = crowdOf([...bodies, bodies[0]]);
        const other = crowdOf([...bodies, bodies[0]]);
        reorderRows(other, shuffledOrder(other.count, seed));
        part(crowd);
        part(other);
        for (let row = 0; row < other.count; row++) {
          const id = other.ids[row];
          expect(other.next.x[row]).toBe(crowd.next.x[id]);
          expect(other.next.y[row]).toBe(crowd.next.y[id]);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('each pair that overlaps is one event: the lower id, the higher id and the depth, by brute force', () => {
    fc.assert(
      fc.property(heap, (bodies: Body[]) => {
        const crowd = crowdOf(bodies);
        const expected = new Map<string, number>();
        for (let a = 0; a < crowd.count; a++) {
          for (let b = a + 1; b < crowd.count; b++) {
            if (gap(crowd, a, b) < -1e-12) expected.set(`${a} ${b}`, -gap(crowd, a, b));
          }
        }
        const { count, kind, agent, other, depth } = part(crowd);
        expect(count).toBe(expected.size);
        for (let event = 0; event < count; event++) {
          expect(kind[event]).toBe(EventKind.contact);
          expect(depth[event]).toBeCloseTo(expected.get(`${agent[event]} ${other[event]}`) ?? Number.NaN, 12);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('no agent is pushed by more than its own radius', () => {
    fc.assert(
      fc.property(heap, (bodies) => {
        const crowd = crowdOf(bodies);
        part(crowd);
        for (const [row, { x, y, radius }] of bodies.entries()) {
          expect(Math.hypot(crowd.next.x[row] - x, crowd.next.y[row] - y)).toBeLessThan(radius + 1e-9);
        }
      }),
    );
  });

  test('a heap of 40 bodies on one square metre relaxes until no agent overlaps, in 200 steps', () => {
    const dice = createDice(3);
    const crowd = crowdOf(Array.from({ length: 40 }, () => ({ x: dice(), y: dice() })));
    for (let step = 0; step < 200; step++) part(crowd);
    let least = Number.POSITIVE_INFINITY;
    for (let a = 0; a < 40; a++) for (let b = 0; b < a; b++) least = Math.min(least, gap(crowd, a, b));
    expect(least).toBeGreaterThan(-0.001);
  });
});
