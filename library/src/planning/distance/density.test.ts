import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crowdOf, shuffledOrder } from '../../crowd/crowd.fixture.ts';
import { reorderRows } from '../../crowd/index.ts';
import { countPersons, createDensity, densityAt, JAM_DENSITY, speedShare } from './density.ts';
import { groundOf } from './distance.fixture.ts';

const { map } = groundOf(40, 32, 0.25);
const place = fc.record({
  x: fc.double({ min: 0, max: 10, noNaN: true }),
  y: fc.double({ min: 0, max: 8, noNaN: true }),
});

describe('the density of a crowd', () => {
  test('counts everybody once, wherever they stand, and owes nothing to the order of the rows', () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 60 }), fc.nat(), (bodies, seed) => {
        const crowd = crowdOf(bodies);
        const density = createDensity(map);
        countPersons(density, crowd);
        const counts = density.count.slice();
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(bodies.length * 65536);
        reorderRows(crowd, shuffledOrder(bodies.length, seed));
        countPersons(density, crowd);
        expect(density.count).toEqual(counts);
      }),
    );
  });

  test('of people on a lattice is their number per square metre, and nobody alone makes more than one', () => {
    const lattice = Array.from({ length: 20 * 16 }, (_, k) => ({
      x: 0.25 + (k % 20) * 0.5,
      y: 0.25 + Math.floor(k / 20) * 0.5,
    }));
    const density = createDensity(map);
    countPersons(density, crowdOf(lattice));
    for (const [x, y] of [
      [5, 4],
      [3.3, 2.1],
      [7.77, 5.5],
    ]) {
      expect(densityAt(density, x, y)).toBeCloseTo(4, 2);
    }
    fc.assert(
      fc.property(place, place, (body, at) => {
        countPersons(density, crowdOf([body]));
        // Half a unit of 1/256 along each axis.
        expect(densityAt(density, at.x, at.y)).toBeLessThanOrEqual(1.001);
        if (Math.hypot(at.x - body.x, at.y - body.y) > 3) expect(densityAt(density, at.x, at.y)).toBe(0);
      }),
    );
  });
});

test('people slow down with density: the line of the law beside the curve that Weidmann drew', () => {
  const law = { weight: 1, comfort: 0 };
  const weidmann = (density: number) => 1 - Math.exp(-1.913 * (1 / density - 1 / JAM_DENSITY));
  for (const density of [0.25, 0.5, 1]) {
    expect(Math.abs(speedShare(law, density) - weidmann(density))).toBeLessThan(0.08);
  }
  // In denser crowds the line promises more than the curve: who waits at a door needs a weight above 1.
  for (const density of [2, 3, 4]) {
    expect(speedShare(law, density)).toBeGreaterThan(weidmann(density));
    expect(speedShare(law, density)).toBeLessThan(weidmann(density) + 0.2);
  }
  expect(speedShare(law, JAM_DENSITY / 2)).toBeCloseTo(0.5, 12);
  expect(speedShare({ weight: 2, comfort: 0.5 }, 0.5)).toBe(1);
  expect(speedShare({ weight: 0, comfort: 0 }, 5)).toBe(1);
  // A jam dissolves.
  expect(speedShare({ weight: 100, comfort: 0 }, 5)).toBe(0.1);
});
