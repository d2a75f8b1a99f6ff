import { describe, expect, test } from 'vitest';
import { createDice } from '../../crowd/crowd.fixture.ts';
import { createDrives } from './drives.ts';
import { integrateWeights, jostleWeights, solveWeights } from './weights.ts';

const gamma21 = 0.05;

type Rates = { alpha1: number; alpha2: number; gamma12: number };

/** Largest real part of the eigenvalues of the competition's Jacobian at (w1, w2), by trace and determinant. */
function largestEigenvalue({ alpha1, alpha2, gamma12 }: Rates, w1: number, w2: number): number {
  const a = alpha1 * (1 - 3 * w1 * w1) - gamma12 * w2 * w2;
  const b = -2 * gamma12 * w1 * w2;
  const c = -2 * gamma21 * w1 * w2;
  const d = alpha2 * (1 - 3 * w2 * w2) - gamma21 * w1 * w1;
  const half = (a + d) / 2;
  const discriminant = half * half - (a * d - b * c);
  return discriminant >= 0 ? half + Math.sqrt(discriminant) : half;
}

function rateOf({ alpha1, alpha2, gamma12 }: Rates, w1: number, w2: number): number {
  return Math.hypot(
    alpha1 * w1 * (1 - w1 * w1) - gamma12 * w1 * w2 * w2,
    alpha2 * w2 * (1 - w2 * w2) - gamma21 * w2 * w1 * w1,
  );
}

/** The result of a solver for the rates and the previous weights. */
function settle(solver: typeof solveWeights, rates: Rates, w1: number, w2: number): [number, number] {
  const drives = createDrives(2);
  drives.alpha1[1] = rates.alpha1;
  drives.alpha2[1] = rates.alpha2;
  drives.gamma12[1] = rates.gamma12;
  const weights = Float64Array.of(w1, w2);
  solver(drives, 1, weights);
  return [weights[0], weights[1]];
}

const solve = (rates: Rates, w1: number, w2: number) => settle(solveWeights, rates, w1, w2);
const integrate = (rates: Rates, w1: number, w2: number) => settle(integrateWeights, rates, w1, w2);

/** α as in the model, α1 = 0.4 (1 − α2), in every second draw; arbitrary in the others. γ12 over e^−4 … 1. */
function drawRates(dice: () => number, k: number): Rates {
  const alpha2 = k % 4 === 1 ? 0.1 * dice() : dice();
  const alpha1 = k % 2 === 0 ? 0.4 * (1 - alpha2) : dice();
  return { alpha1, alpha2, gamma12: Math.exp(-4 * dice()) };
}

describe('the weights', () => {
  test('are a stable fixed point: rate 0 and both eigenvalues negative, in 20,000 draws', () => {
    const dice = createDice(5);
    const seen = { target: 0, obstacles: 0, both: 0 };
    for (let k = 0; k < 20_000; k++) {
      const rates = drawRates(dice, k);
      const [w1, w2] = solve(rates, dice(), dice());
      const eigenvalue = largestEigenvalue(rates, w1, w2);
      if (rateOf(rates, w1, w2) > 1e-12 || eigenvalue > 1e-9) {
        throw new Error(`${JSON.stringify(rates)}: (${w1}, ${w2}), eigenvalue ${eigenvalue}`);
      }
      seen[w1 === 0 ? 'obstacles' : w2 === 0 ? 'target' : 'both']++;
    }
    // Every kind of outcome occurred often.
    expect(Math.min(seen.target, seen.obstacles, seen.both)).toBeGreaterThan(500);
  });

  test('are where the competition settles from the previous weights, unless two ends are stable', () => {
    const dice = createDice(8);
    let compared = 0;
    for (let k = 0; k < 3000; k++) {
      const rates = drawRates(dice, k);
      const { alpha1, alpha2, gamma12 } = rates;
      const bistable = gamma12 > alpha1 && gamma21 > alpha2;
      // Near a bifurcation the competition takes too long: leave a margin.
      if (bistable || Math.abs(gamma12 - alpha1) < 0.02 || Math.abs(gamma21 - alpha2) < 0.01) continue;
      const before = [0.05 + dice(), 0.05 + dice()] as const;
      const settled = integrate(rates, ...before);
      const solved = solve(rates, ...before);
      expect(settled[0]).toBeCloseTo(solved[0], 6);
      expect(settled[1]).toBeCloseTo(solved[1], 6);
      compared++;
    }
    expect(compared).toBeGreaterThan(1000);
  });

  test('if both ends are stable, the larger of the previous weights wins; a tie goes to the obstacles', () => {
    const rates = { alpha1: 0.3, alpha2: 0.02, gamma12: 0.6 };
    expect(solve(rates, 0.6, 0.4)).toEqual([1, 0]);
    expect(solve(rates, 0.4, 0.6)).toEqual([0, 1]);
    expect(solve(rates, 0.5, 0.5)).toEqual([0, 1]);
    // And stays where it is.
    expect(solve(rates, 1, 0)).toEqual([1, 0]);
    expect(solve(rates, 0, 1)).toEqual([0, 1]);
  });

  test('then both ends attract the integrated competition too, and no third point is stable', () => {
    const dice = createDice(2);
    for (let k = 0; k < 300; k++) {
      const alpha2 = 0.01 + 0.035 * dice();
      const rates = { alpha1: 0.4 * (1 - alpha2), alpha2, gamma12: 0.42 + 0.5 * dice() };
      expect(largestEigenvalue(rates, 0, 1)).toBeLessThan(0);
      expect(largestEigenvalue(rates, 1, 0)).toBeLessThan(0);
      expect(integrate(rates, 1, 0.01)[0]).toBeCloseTo(1, 6);
      expect(integrate(rates, 0.01, 1)[1]).toBeCloseTo(1, 6);
    }
  });

  test('at the double bifurcation they are finite and average', () => {
    const [w1, w2] = solve({ alpha1: 0.4, alpha2: gamma21, gamma12: 0.4 }, 0.3, 0.7);
    expect(w1 * w1 + w2 * w2).toBeCloseTo(1, 12);
  });
});

describe('the noise of the weights', () => {
  const draws = 20_000;
  const jostled = (weight: number, deviation: number) =>
    Array.from({ length: draws }, (_, step) => {
      const columns = [Float64Array.of(weight), Float64Array.of(weight)];
      jostleWeights(columns, 0, deviation, 7, 3, step);
      return columns.map(([value]) => value);
    });

  test('is normal with the given deviation, independent for both weights, and leaves them non-negative', () => {
    const pairs = jostled(5, 0.2);
    const mean = (read: (pair: number[]) => number) =>
      pairs.reduce((sum, pair) => sum + read(pair), 0) / draws;
    for (const k of [0, 1]) {
      expect(mean((pair) => pair[k] - 5)).toBeCloseTo(0, 2);
      expect(Math.sqrt(mean((pair) => (pair[k] - 5) ** 2))).toBeCloseTo(0.2, 2);
    }
    expect(Math.abs(mean((pair) => (pair[0] - 5) * (pair[1] - 5)))).toBeLessThan(0.002);
    expect(
      jostled(0, 0.2)
        .flat()
        .every((weight) => weight >= 0),
    ).toBe(true);
  });

  test('decides between two stable points as a fair coin from between them, and never from one of them', () => {
    const drives = createDrives(1);
    drives.alpha1[0] = 0.1;
    drives.gamma12[0] = 0.2;
    drives.alpha2[0] = 0.01;
    const toTarget = (start: number[], deviation: number) => {
      let count = 0;
      for (let step = 0; step < draws; step++) {
        const columns = start.map((weight) => Float64Array.of(weight));
        jostleWeights(columns, 0, deviation, 1, 0, step);
        const weights = Float64Array.from(columns, ([weight]) => weight);
        solveWeights(drives, 0, weights);
        expect([0, 1]).toContain(weights[0]);
        count += weights[0];
      }
      return count / draws;
    };
    expect(toTarget([0.5, 0.5], 0.1)).toBeCloseTo(0.5, 1);
    expect(toTarget([1, 0], 0.05)).toBe(1);
    expect(toTarget([0, 1], 0.05)).toBe(0);
  });
});
