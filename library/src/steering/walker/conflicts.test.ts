import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Point } from '../scene.fixture.ts';
import { meetsSomebody, timeOfContact } from './conflicts.ts';
import { inputOf } from './scene.fixture.ts';

// In millionths, to avoid numbers so small that their squares are 0.
const number = (min: number, max: number) =>
  fc.integer({ min: Math.round(1e6 * min), max: Math.round(1e6 * max) }).map((k) => k / 1e6);
const point = (most: number): fc.Arbitrary<Point> => fc.tuple(number(-most, most), number(-most, most));
const walker = fc.record({ at: point(5), velocity: point(2), radius: number(0.1, 0.8) });

/** The first time at which two are within a distance, by sampling. */
function sampleContact(p: Point, v: Point, reach: number, until: number, every: number): number {
  for (let k = 0; k * every <= until; k++) {
    const t = k * every;
    if (Math.hypot(p[0] - t * v[0], p[1] - t * v[1]) <= reach) return t;
  }
  return Number.POSITIVE_INFINITY;
}

describe('the time of a contact', () => {
  test('is the first time at which two are within the gap, as found by sampling', () => {
    let met = 0;
    fc.assert(
      fc.property(walker, walker, point(2), number(0, 0.5), (own, other, velocity, gap) => {
        const input = inputOf({ walkers: [own, other] });
        const p: Point = [other.at[0] - own.at[0], other.at[1] - own.at[1]];
        const v: Point = [velocity[0] - other.velocity[0], velocity[1] - other.velocity[1]];
        const reach = own.radius + other.radius + gap;
        // Agents that are near already and move apart do not meet.
        if (p[0] * v[0] + p[1] * v[1] <= 0) {
          expect(timeOfContact(input, 0, 1, ...velocity, gap)).toBe(Number.POSITIVE_INFINITY);
          return;
        }
        const time = timeOfContact(input, 0, 1, ...velocity, gap);
        const first = sampleContact(p, v, reach, 8, 0.01);
        if (first < Number.POSITIVE_INFINITY) {
          met++;
          expect(time).toBeLessThanOrEqual(first + 1e-9);
          expect(time).toBeGreaterThan(first - 0.01 - 1e-9);
        } else if (time < 8) {
          // The contact is shorter than a sampling step: check the distance at that time.
          expect(Math.hypot(p[0] - time * v[0], p[1] - time * v[1])).toBeCloseTo(reach, 6);
        }
      }),
      { numRuns: 1000 },
    );
    expect(met).toBeGreaterThan(50);
  });

  test('head on, side by side, one behind the other', () => {
    const input = inputOf({
      walkers: [{ at: [0, 0] }, { at: [5, 0], velocity: [-1, 0] }, { at: [0, 5], velocity: [1, 0] }],
    });
    expect(timeOfContact(input, 0, 1, 1, 0, 0)).toBeCloseTo(2, 12);
    expect(timeOfContact(input, 0, 1, 1, 0, 1)).toBeCloseTo(1.5, 12);
    expect(timeOfContact(input, 0, 1, -1, 0, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(timeOfContact(input, 0, 2, 1, 0, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(timeOfContact(input, 0, 1, 0, 0, 9)).toBe(0);
  });
});

test('a meeting is found if one of the contacts is within the horizon', () => {
  const outcomes = new Set<boolean>();
  fc.assert(
    fc.property(
      fc.array(walker, { minLength: 1, maxLength: 8 }),
      point(2),
      number(0.5, 8),
      (walkers, wish, horizon) => {
        const input = inputOf({
          walkers: walkers.map((walker, k) => (k === 0 ? { ...walker, wish } : walker)),
        });
        const { directionX, directionY, pace } = input.crowd.plan;
        const times = walkers
          .slice(1)
          .map((_, k) =>
            timeOfContact(input, 0, k + 1, pace[0] * directionX[0], pace[0] * directionY[0], 0.1),
          );
        const meets = Math.min(...times) <= horizon;
        expect(meetsSomebody(input, 0, horizon)).toBe(meets);
        outcomes.add(meets);
      },
    ),
  );
  expect(outcomes.size).toBe(2);
});
