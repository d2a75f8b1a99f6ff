import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDice, shuffledOrder } from '../../crowd/crowd.fixture.ts';
import { createDrives } from './drives.ts';
import {
  createRepellers,
  createWindow,
  evaluateRepellers,
  halfAngleOf,
  type Repellers,
  repellerForce,
  windowOpening,
} from './repellers.ts';

/** One thing around an agent: its angle a, half-angle Δψ, gap and share. */
type Thing = { a: number; half: number; gap: number; share: number };

const margin = 0.8;
const window = createWindow(margin);

function fill(things: readonly Thing[], decayLength: number): Repellers {
  const repellers = createRepellers(window, Math.max(1, things.length));
  things.forEach(({ a, half, gap, share }, k) => {
    repellers.cosine[k] = Math.cos(a);
    repellers.sine[k] = Math.sin(a);
    repellers.sineHalf[k] = Math.sin(half);
    repellers.fading[k] = -gap / decayLength;
    repellers.share[k] = share;
  });
  repellers.count = things.length;
  return repellers;
}

/** [f_obs, its slope, ΣW, ΣD] by the kernel. */
function sum(things: readonly Thing[], decayLength: number): [number, number, number, number] {
  const drives = createDrives(1);
  evaluateRepellers(fill(things, decayLength), true, false, drives);
  return [drives.force[0], drives.slope[0], drives.window[0], drives.closeness[0]];
}

/** The equations, term by term, in plain double arithmetic. */
function sumByDefinition(things: readonly Thing[], decayLength: number, turn = 0): number {
  return things.reduce((total, { a, half, gap, share }) => {
    const angle = Math.atan2(Math.sin(a + turn), Math.cos(a + turn));
    const ratio = angle / half;
    const edge = Math.cos(2 * half + margin);
    const opening = 0.5 * (Math.tanh((4 / (Math.cos(2 * half) - edge)) * (Math.cos(angle) - edge)) + 1);
    return total + share * ratio * Math.exp(1 - Math.abs(ratio)) * opening * Math.exp(-gap / decayLength);
  }, 0);
}

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const thing = fc.record({
  a: number(-3.13, 3.13),
  half: number(0.05, (Math.PI - margin) / 2 - 0.01),
  gap: number(0, 8),
  share: number(0, 1),
});
const things = fc.array(thing, { maxLength: 40 });
const decayLength = number(0.2, 6);

describe('the reference', () => {
  test('S0 figure 2b: Δψ = π/10, r = 3, d0 = 6 gives ±0.607 at ±Δψ, and less on either side', () => {
    const peak = repellerForce(Math.PI / 10, Math.PI / 10, 3, 6, margin);
    expect(peak).toBeCloseTo(Math.exp(-0.5), 3);
    expect(repellerForce(-Math.PI / 10, Math.PI / 10, 3, 6, margin)).toBe(-peak);
    for (const a of [0.2, 0.28, 0.35, 0.6]) {
      expect(repellerForce(a, Math.PI / 10, 3, 6, margin)).toBeLessThan(peak);
    }
  });

  test('the window is open ahead and closed behind, for every half-angle up to the clamp', () => {
    for (let half = 0.02; half < (Math.PI - margin) / 2 - 0.01; half += 0.02) {
      expect(windowOpening(0, half, margin)).toBeGreaterThan(0.9);
      expect(windowOpening(2 * half + margin, half, margin)).toBeCloseTo(0.5, 9);
      expect(windowOpening(Math.PI, half, margin)).toBeLessThanOrEqual(0.5);
    }
  });

  test('half-angles: asin of the bodies over the distance, clamped when they touch', () => {
    expect(halfAngleOf(0.5, 1, margin)).toBeCloseTo(Math.PI / 6, 12);
    expect(halfAngleOf(0.5, 0.5, margin)).toBeCloseTo((Math.PI - margin) / 2 - 0.01, 12);
    expect(halfAngleOf(0.5, 0.1, margin)).toBeCloseTo((Math.PI - margin) / 2 - 0.01, 12);
  });
});

describe('the kernel', () => {
  test('agrees with the equations, written in plain arithmetic, within 1e-7 for each thing', () => {
    fc.assert(
      fc.property(things, decayLength, (around, length) => {
        const [force, , opening, decay] = sum(around, length);
        const tolerance = 1e-7 * (1 + around.length);
        expect(Math.abs(force - sumByDefinition(around, length))).toBeLessThan(tolerance);
        const decayed = around.reduce((total, { gap, share }) => total + share * Math.exp(-gap / length), 0);
        expect(Math.abs(decay - decayed)).toBeLessThan(tolerance);
        const windows = around.reduce(
          (total, { a, half, share }) => total + share * windowOpening(a, half, margin),
          0,
        );
        expect(Math.abs(opening - windows)).toBeLessThan(tolerance);
      }),
      { numRuns: 300 },
    );
  });

  test('agrees with the reference functions of the library, thing by thing, within 1e-7', () => {
    fc.assert(
      fc.property(thing, decayLength, ({ a, half, gap }, length) => {
        const [force, , opening] = sum([{ a, half, gap, share: 1 }], length);
        expect(Math.abs(force - repellerForce(a, half, gap, length, margin))).toBeLessThan(1e-7);
        expect(Math.abs(opening - windowOpening(a, half, margin))).toBeLessThan(1e-7);
      }),
      { numRuns: 500 },
    );
  });

  test('is as precise for things straight ahead, where an angle equals its sine', () => {
    for (const a of [1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.03]) {
      const [force] = sum([{ a, half: 0.05, gap: 0, share: 1 }], 1);
      expect(Math.abs(force - repellerForce(a, 0.05, 0, 1, margin)), `a = ${a}`).toBeLessThan(1e-9);
    }
  });

  test('its slope is the derivative of the force by the heading: central differences agree', () => {
    const step = 1e-5;
    fc.assert(
      fc.property(things, decayLength, (around, length) => {
        // The bell has a kink at a = 0 and a jump at a = ±π, which differences cannot cross.
        fc.pre(around.every(({ a }) => Math.abs(a) > 1e-3 && Math.abs(a) < 3.13));
        const difference =
          (sumByDefinition(around, length, step) - sumByDefinition(around, length, -step)) / (2 * step);
        expect(Math.abs(sum(around, length)[1] - difference)).toBeLessThan(1e-5 * (1 + around.length));
      }),
      { numRuns: 300 },
    );
  });

  test('gives the same bits for any order of the things, 1000 of them, 20 orders', () => {
    const dice = createDice(9);
    const around = Array.from({ length: 1000 }, () => ({
      a: 6.26 * dice() - 3.13,
      half: 0.05 + dice(),
      gap: 4 * dice(),
      share: dice(),
    }));
    const expected = sum(around, 1.3);
    for (let seed = 1; seed <= 20; seed++) {
      const order = shuffledOrder(around.length, seed);
      expect(
        sum(
          Array.from(order, (k) => around[k]),
          1.3,
        ),
      ).toEqual(expected);
    }
  });

  test('nothing around gives zeros', () => {
    expect(sum([], 1)).toEqual([0, 0, 0, 0]);
  });
});
