import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDice } from '../../crowd/crowd.fixture.ts';
import { integrateWeights, solveWeights } from '../nonlinear/weights.ts';
import { analyseStability } from './analysis.ts';
import { createCompetitionSolver, integrateCompetition, solveCompetition } from './solver.ts';
import { drawSystem, flatten, ratesAt, referenceSquares, type System } from './systems.fixture.ts';

type Solver = typeof solveCompetition;

/** The result of a solver for a system and the previous weights. */
function settle(run: Solver, { alpha, gamma }: System, previous: ArrayLike<number>): number[] {
  const weights = Float64Array.from(previous);
  run(createCompetitionSolver(alpha.length), Float64Array.from(alpha), flatten(gamma), weights);
  return [...weights];
}

const solve = (system: System, previous: ArrayLike<number>) => settle(solveCompetition, system, previous);
const integrate = (system: System, previous: ArrayLike<number>) =>
  settle(integrateCompetition, system, previous);

function largestDifference(some: ArrayLike<number>, others: ArrayLike<number>): number {
  return Math.max(...Array.from(some, (value, i) => Math.abs(value - others[i])));
}

/** Distance of all fixed points from a change of their stability or existence, as real parts of eigenvalues. */
function marginOf({ alpha, gamma }: System): number {
  const values = analyseStability(alpha, gamma).fixedPoints.flatMap(({ eigenvalues }) => eigenvalues);
  return Math.min(...values.map(({ re }) => Math.abs(re)));
}

const stablePoints = ({ alpha, gamma }: System) =>
  analyseStability(alpha, gamma).fixedPoints.filter(({ stable }) => stable);

/** Three targets that exclude each other, and obstacles that take a little from each. */
const threeTargets: System = {
  alpha: [0.4, 0.4, 0.4, 0.3],
  gamma: [
    [0, 0.6, 0.6, 0.1],
    [0.6, 0, 0.6, 0.1],
    [0.6, 0.6, 0, 0.1],
    [0.05, 0.05, 0.05, 0],
  ],
};

describe('the closed form', () => {
  test('takes a stable point of the analysis in 3000 random systems, and the same one again from there', () => {
    const dice = createDice(31);
    const seen = { one: 0, several: 0, none: 0 };
    for (let draw = 0; draw < 3000; draw++) {
      const classes = 2 + (draw % 5);
      const system = drawSystem(dice, classes);
      if (marginOf(system) < 1e-9) continue;
      const points = stablePoints(system);
      seen[points.length === 0 ? 'none' : points.length === 1 ? 'one' : 'several']++;
      const previous = system.alpha.map(() => dice());
      const found = solve(system, previous);
      if (points.length === 0) {
        expect(found.every((weight) => weight >= 0 && weight <= 1)).toBe(true);
        continue;
      }
      const nearest = Math.min(...points.map(({ weights }) => largestDifference(weights!, found)));
      if (nearest > 1e-9) throw new Error(`${JSON.stringify(system)}: ${found}`);
      // The shortcut from the point itself, and from beside it, leads to the same bits.
      expect(solve(system, found)).toEqual(found);
      expect(
        solve(
          system,
          found.map((weight) => Math.max(0, weight - 0.015)),
        ),
      ).toEqual(found);
    }
    expect(Math.min(seen.one, seen.several)).toBeGreaterThan(500);
    expect(seen.none).toBeGreaterThan(2);
  });

  test('is where the integrated competition ends, if one point is stable and 0.02 away from any bifurcation', () => {
    const dice = createDice(41);
    let compared = 0;
    let endless = 0;
    for (let draw = 0; draw < 2000; draw++) {
      const system = drawSystem(dice, 2 + (draw % 5));
      if (stablePoints(system).length !== 1 || marginOf(system) < 0.02) continue;
      const previous = system.alpha.map(() => 0.05 + 0.9 * dice());
      const settled = integrate(system, previous);
      // With three classes and more, a cycle through saddles may attract beside the stable point and never settle.
      if (Math.max(...ratesAt(system, settled).map(Math.abs)) > 1e-9) {
        endless++;
        continue;
      }
      if (largestDifference(settled, solve(system, previous)) > 1e-6) {
        throw new Error(`${JSON.stringify(system)} from ${previous}: ${settled}`);
      }
      compared++;
    }
    expect(compared).toBeGreaterThan(500);
    expect(endless).toBeLessThan(0.01 * compared);
  });

  test('if several points are stable, the integration runs to one of them, not always the same; from the point chosen it stays there', () => {
    const dice = createDice(43);
    const seen = { same: 0, other: 0 };
    for (let draw = 0; draw < 2000; draw++) {
      const system = drawSystem(dice, 2 + (draw % 5));
      const points = stablePoints(system);
      if (points.length < 2 || marginOf(system) < 0.02) continue;
      const previous = system.alpha.map(() => 0.05 + 0.9 * dice());
      const closed = solve(system, previous);
      expect(largestDifference(integrate(system, closed), closed)).toBeLessThan(1e-6);
      const settled = integrate(system, previous);
      const nearest = Math.min(...points.map(({ weights }) => largestDifference(weights!, settled)));
      expect(nearest).toBeLessThan(1e-6);
      seen[largestDifference(settled, closed) < 1e-6 ? 'same' : 'other']++;
    }
    expect(seen.same).toBeGreaterThan(100);
    expect(seen.other).toBeGreaterThan(10);
  });

  test('agrees for two classes with the solvers of weights.ts if one point is stable', () => {
    const dice = createDice(51);
    let compared = 0;
    const rates = {
      alpha1: new Float64Array(1),
      alpha2: new Float64Array(1),
      gamma12: new Float64Array(1),
    };
    // Everything that the two solvers read.
    const drives = rates as Parameters<typeof solveWeights>[0];
    for (let draw = 0; draw < 5000; draw++) {
      const [alpha1, alpha2, gamma12] = [dice(), dice() ** 3, Math.exp(-4 * dice())];
      if (gamma12 > alpha1 && 0.05 > alpha2) continue;
      rates.alpha1[0] = alpha1;
      rates.alpha2[0] = alpha2;
      rates.gamma12[0] = gamma12;
      const system = {
        alpha: [alpha1, alpha2],
        gamma: [
          [0, gamma12],
          [0.05, 0],
        ],
      };
      const previous = [0.05 + 0.9 * dice(), 0.05 + 0.9 * dice()];
      const expected = Float64Array.from(previous);
      solveWeights(drives, 0, expected);
      expect(largestDifference(solve(system, previous), expected)).toBeLessThan(1e-9);
      // Near a bifurcation both integrations take too long.
      if (Math.abs(gamma12 - alpha1) < 0.02 || Math.abs(0.05 - alpha2) < 0.01) continue;
      const followed = Float64Array.from(previous);
      integrateWeights(drives, 0, followed);
      expect(largestDifference(integrate(system, previous), followed)).toBeLessThan(1e-6);
      compared++;
    }
    expect(compared).toBeGreaterThan(2000);
  });

  test('of several stable points keeps the present one', () => {
    const ends = stablePoints(threeTargets);
    expect(ends.map(({ support }) => support)).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
    ]);
    for (const { weights } of ends) expect(solve(threeTargets, weights!)).toEqual(weights);
  });

  test('of several stable points takes the nearest if the classes that are on lead to none', () => {
    // All four classes have a fixed point, but it is a saddle.
    const ends = stablePoints(threeTargets);
    for (let target = 0; target < 3; target++) {
      const previous = [0.3, 0.3, 0.3, 0.5];
      previous[target] = 0.4;
      expect(largestDifference(solve(threeTargets, previous), ends[target].weights!)).toBeLessThan(1e-12);
    }
    // The first of exactly equal classes, not the saddle between them; the integration does the same.
    for (const start of [0, 0.5, 1]) {
      const previous = [start, start, start, start];
      expect(solve(threeTargets, previous)).toEqual(ends[0].weights);
      expect(integrate(threeTargets, previous)[0]).toBeCloseTo(ends[0].weights![0], 6);
    }
    // The nearest point is not where the system leads: the first class is so strong that its basin is nearly everything.
    const unequal = {
      alpha: [1, 0.2],
      gamma: [
        [0, 1.1],
        [0.6, 0],
      ],
    };
    for (const [previous, nearest, end] of [
      [
        [0.6, 0.5],
        [1, 0],
        [1, 0],
      ],
      [
        [0.3, 0.6],
        [0, 1],
        [1, 0],
      ],
      [
        [0.2, 0.9],
        [0, 1],
        [1, 0],
      ],
      [
        [0.1, 0.95],
        [0, 1],
        [0, 1],
      ],
    ]) {
      expect(solve(unequal, previous)).toEqual(nearest);
      expect(largestDifference(integrate(unequal, previous), end)).toBeLessThan(1e-6);
    }
  });

  test('of several stable points takes one that switching on and off leads to, even if another is nearer', () => {
    const system = {
      alpha: [0.6, 0.4, 0.5],
      gamma: [
        [0, 0.2, 0.7],
        [0.7, 0, 1.1],
        [1, 1, 0],
      ],
    };
    expect(stablePoints(system).map(({ weights }) => weights)).toEqual([
      [1, 0, 0],
      [0, 0, 1],
    ]);
    // With all three on, the squares of the second and third are negative: both are switched off.
    expect(referenceSquares(system, [0, 1, 2]).map(Math.sign)).toEqual([1, -1, -1]);
    expect(solve(system, [0.6, 0.4, 0.8])).toEqual([1, 0, 0]);
  });

  test('if undecided, takes the exclusive class with the greater advantage, whatever the order', () => {
    for (const [first, second] of [
      [0.3, 0.25],
      [0.25, 0.3],
    ]) {
      const system = {
        alpha: [first, second, 0.1],
        gamma: [
          [0, 1.5 * second, 0],
          [1.5 * first, 0, 0],
          [0, 0, 0],
        ],
      };
      expect(solve(system, [0.5, 0.5, 0.5])).toEqual(first > second ? [1, 0, 1] : [0, 1, 1]);
    }
  });

  test('is continuous through bifurcations if one point is stable', () => {
    const steps = 20_000;
    const weights = Float64Array.of(0.5, 0.5, 0.5);
    const solver = createCompetitionSolver(3);
    const supports = new Set<string>();
    let before: number[] | undefined;
    for (let step = 0; step <= steps; step++) {
      // γ from the second to the first rises through α; the third, suppressed by the first, recovers.
      const taken = (0.8 * step) / steps;
      const gamma = Float64Array.of(0, taken, 0, 0.05, 0, 0.1, 0.5, 0.05, 0);
      solveCompetition(solver, Float64Array.of(0.4, 0.5, 0.3), gamma, weights);
      // Weights leave zero as a square root, so squares change in proportion to the step.
      const squares = [...weights].map((weight) => weight * weight);
      if (before) expect(largestDifference(squares, before)).toBeLessThan(10 / steps);
      before = squares;
      supports.add([...weights].map((weight) => (weight > 0 ? 1 : 0)).join(''));
    }
    expect([...supports]).toEqual(['110', '111', '011']);
  });

  test('at equalities gives the point where the two meet', () => {
    const pair = (g12: number, g21: number) => ({
      alpha: [0.4, 0.2],
      gamma: [
        [0, g12],
        [g21, 0],
      ],
    });
    for (const previous of [
      [0.5, 0.5],
      [1, 0],
      [0, 1],
      [0, 0],
    ]) {
      expect(solve(pair(0.4, 0.05), previous)).toEqual([0, 1]);
      expect(solve(pair(0.1, 0.2), previous)).toEqual([1, 0]);
      // The other end is stable, and the equality does not matter.
      expect(solve(pair(0.4, 0.3), previous)).toEqual([1, 0]);
      // Both at once: every average is a fixed point.
      const [w1, w2] = solve(pair(0.4, 0.2), previous);
      expect(w1 * w1 + w2 * w2).toBeCloseTo(1, 2);
    }
  });

  test('if nothing is stable, goes on along the cycle, within 0 and 1', () => {
    const circle = {
      alpha: [1, 1, 1],
      gamma: [
        [0, 0.8, 1.6],
        [1.6, 0, 0.8],
        [0.8, 1.6, 0],
      ],
    };
    let weights = [0.5, 0.4, 0.3];
    const leaders: number[] = [];
    for (let step = 0; step < 60; step++) {
      weights = solve(circle, weights);
      expect(weights.every((weight) => weight >= 0 && weight <= 1)).toBe(true);
      leaders.push(weights.indexOf(Math.max(...weights)));
    }
    // Each in turn is on.
    expect(new Set(leaders)).toEqual(new Set([0, 1, 2]));
  });

  test('a class without advantage is off, whatever the others do; without any advantage all are off', () => {
    const gamma = [
      [0, 0.1, 0],
      [0.05, 0, 0],
      [0, 0, 0],
    ];
    for (const run of [solve, integrate]) {
      const [w1, w2, w3] = run({ alpha: [0.4, 0.3, 0], gamma }, [0.5, 0.5, 0.5]);
      expect(w3).toBe(0);
      const [v1, v2] = run(
        {
          alpha: [0.4, 0.3],
          gamma: [
            [0, 0.1],
            [0.05, 0],
          ],
        },
        [0.5, 0.5],
      );
      expect(largestDifference([w1, w2], [v1, v2])).toBeLessThan(1e-9);
      expect(run({ alpha: [0, 0, 0], gamma }, [0.5, 0.5, 0.5])).toEqual([0, 0, 0]);
    }
  });

  test('gives numbers from 0 to 1 for all non-negative rates and any previous weights', () => {
    const rate = fc.oneof(
      fc.constantFrom(0, 0.05, 0.1, 0.5, 1),
      fc.double({ min: 0, max: 2, noNaN: true }),
      fc.double({ min: 0, max: 1e300, noNaN: true }),
    );
    const weight = fc.oneof(fc.constantFrom(0, 0.02, 0.5, 1, Number.NaN, -1), fc.double({ min: 0, max: 1 }));
    const systems = fc.integer({ min: 1, max: 5 }).chain((classes) => {
      const list = (entry: typeof rate, count: number) =>
        fc.array(entry, { minLength: count, maxLength: count });
      return fc.tuple(list(rate, classes), list(rate, classes * classes), list(weight, classes));
    });
    fc.assert(
      fc.property(systems, ([alpha, gamma, previous]) => {
        for (const run of [solveCompetition, integrateCompetition]) {
          const weights = Float64Array.from(previous);
          const solver = createCompetitionSolver(alpha.length);
          run(solver, Float64Array.from(alpha), Float64Array.from(gamma), weights);
          for (const found of weights) {
            expect(found).toBeGreaterThanOrEqual(0);
            expect(found).toBeLessThanOrEqual(1 + 1e-6);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test('takes at most six classes; the integration takes any number', () => {
    const classes = 7;
    const system = {
      alpha: Array.from({ length: classes }, () => 0.3),
      gamma: Array.from({ length: classes }, () => Array.from({ length: classes }, () => 0.01)),
    };
    const previous = system.alpha.map(() => 0.5);
    expect(() => solve(system, previous)).toThrow(
      'the closed form takes at most 6 classes, these are 7: integrate',
    );
    // All weights are equal: 0.3 w² + 6 · 0.01 w² = 0.3.
    for (const weight of integrate(system, previous)) expect(weight).toBeCloseTo(Math.sqrt(0.3 / 0.36), 9);
  });
});
