import type { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Precise, precise } from '../../geometry/exact.fixture.ts';
import { changingCrossingTimes } from './changing-radius.ts';
import { crossingTimes } from './crossing-times.ts';

type Vector = readonly [number, number, number];

function crossings(from: Vector, to: Vector, r0: number, r1: number): number[] {
  const times = new Float64Array(2);
  const count = changingCrossingTimes(...from, ...to, r0, r1, times);
  return [...times.subarray(0, count)];
}

/** The distance less the radius at a fraction of the step, to 120 digits: no quadratic, no discriminant. */
function gap(from: Vector, to: Vector, r0: number, r1: number, s: Decimal): Decimal {
  let squared = new Precise(0);
  for (let k = 0; k < 3; k++) {
    const place = precise(to[k]).minus(precise(from[k])).times(s).plus(precise(from[k]));
    squared = squared.plus(place.times(place));
  }
  const radius = precise(r1).minus(precise(r0)).times(s).plus(precise(r0));
  return squared.sqrt().minus(radius);
}

/** Where the gap is smallest, by halving on its slope: it is convex. */
function lowest(from: Vector, to: Vector, r0: number, r1: number): Decimal {
  let low = new Precise(0);
  let high = new Precise(1);
  const tiny = new Precise(1e-40);
  for (let k = 0; k < 64; k++) {
    const middle = low.plus(high).div(2);
    const rises = gap(from, to, r0, r1, middle.plus(tiny)).gt(gap(from, to, r0, r1, middle));
    if (rises) high = middle;
    else low = middle;
  }
  return low.plus(high).div(2);
}

/** The sign change between two fractions, by halving. */
function signChange(at: (s: Decimal) => Decimal, from: Decimal, to: Decimal): number {
  let low = from;
  let high = to;
  const rises = at(to).gt(0);
  for (let k = 0; k < 64; k++) {
    const middle = low.plus(high).div(2);
    if (at(middle).gt(0) === rises) high = middle;
    else low = middle;
  }
  return low.plus(high).div(2).toNumber();
}

const coordinate = fc.oneof(
  fc.integer({ min: -4096, max: 4096 }).map((k) => k / 1024),
  fc.integer({ min: -4, max: 4 }),
);
const vector = fc.tuple(coordinate, coordinate, fc.oneof(fc.constant(0), coordinate));
const radius = fc.oneof(
  fc.integer({ min: 0, max: 5120 }).map((k) => k / 1024),
  fc.integer({ min: 0, max: 5 }),
);

describe('crossings of a ball whose radius changes during the step', () => {
  test('they are the sign changes of distance less radius, found by halving to 120 digits', () => {
    let found = 0;
    let passing = 0;
    fc.assert(
      fc.property(vector, vector, radius, radius, (from, to, r0, r1) => {
        const at = (s: Decimal) => gap(from, to, r0, r1, s);
        const [zero, one] = [new Precise(0), new Precise(1)];
        const [before, after] = [at(zero).lte(0), at(one).lte(0)];
        const times = crossings(from, to, r0, r1);
        if (before === after) {
          const lowestAt = lowest(from, to, r0, r1);
          const depth = at(lowestAt).toNumber();
          // Nearer to a touch than this, roundings decide whether there are two crossings or none.
          if (Math.abs(depth) < 1e-12) return;
          const expected =
            before || depth > 0 ? [] : [signChange(at, zero, lowestAt), signChange(at, lowestAt, one)];
          expect(times).toHaveLength(expected.length);
          passing += expected.length;
          for (const [k, s] of expected.entries()) expect(Math.abs(times[k] - s)).toBeLessThan(1e-8);
        } else {
          expect(times).toHaveLength(1);
          found++;
          expect(Math.abs(at(precise(times[0])).toNumber())).toBeLessThan(1e-13);
        }
      }),
      { numRuns: 150, seed: 5 },
    );
    expect(found).toBeGreaterThan(50);
    expect(passing).toBeGreaterThan(3);
  });

  test('where the radius stays, the bits are those of a constant radius', () => {
    fc.assert(
      fc.property(vector, vector, radius, (from, to, r) => {
        const times = new Float64Array(2);
        const count = crossingTimes(...from, ...to, r, times);
        expect(crossings(from, to, r, r)).toEqual([...times.subarray(0, count)]);
      }),
      { numRuns: 500 },
    );
  });

  test('a ball that grows faster than agents move away takes in one that stands, at the time of the closed form', () => {
    expect(crossings([3, 4, 0], [3, 4, 0], 1, 9)).toEqual([0.5]);
    expect(crossings([3, 4, 0], [3, 4, 0], 9, 1)).toEqual([0.5]);
    expect(crossings([2, 0, 0], [6, 0, 0], 1, 9)).toEqual([0.25]);
  });
});
