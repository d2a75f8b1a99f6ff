import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDice } from '../../crowd/crowd.fixture.ts';
import { solveWeights } from '../nonlinear/weights.ts';
import { analyseStability, createCompetitionSolver, solveCompetition, solveStar } from './index.ts';
import { flatten } from './systems.fixture.ts';

/** A centre and others without mutual rivalry, about half of the rates small. */
function drawStar(dice: () => number, classes: number, centre: number) {
  const alpha = Float64Array.from({ length: classes }, () => 0.001 + dice() ** 3);
  const gamma = new Float64Array(classes * classes);
  for (let j = 0; j < classes; j++) {
    if (j === centre) continue;
    gamma[centre * classes + j] = 1.2 * dice() ** 2;
    gamma[j * classes + centre] = 0.3 * dice();
  }
  return { alpha, gamma };
}

/** The same with any class as the centre: it is moved to the front, and back. */
function solveAbout(centre: number, alpha: Float64Array, gamma: Float64Array, weights: Float64Array): void {
  const { length } = alpha;
  const order = [centre, ...Array.from({ length }, (_, i) => i).filter((i) => i !== centre)];
  const found = Float64Array.from(order, (i) => weights[i]);
  solveStar(
    length,
    Float64Array.from(order, (i) => alpha[i]),
    Float64Array.from(order.flatMap((i) => order.map((j) => gamma[i * length + j]))),
    0,
    found,
  );
  order.forEach((i, place) => {
    weights[i] = found[place];
  });
}

describe('the competition about one centre', () => {
  test('has the weights of a stable fixed point of the analysis, for any previous weights, and stays there', () => {
    const dice = createDice(71);
    const seen = { one: 0, several: 0 };
    for (let draw = 0; draw < 6000; draw++) {
      const classes = 2 + (draw % 5);
      const centre = draw % classes;
      const { alpha, gamma } = drawStar(dice, classes, centre);
      const rows = Array.from({ length: classes }, (_, i) => [
        ...gamma.subarray(i * classes, (i + 1) * classes),
      ]);
      const stable = analyseStability([...alpha], rows).fixedPoints.filter((point) => point.stable);
      expect(stable.length).toBeGreaterThan(0);
      seen[stable.length === 1 ? 'one' : 'several']++;
      const weights = Float64Array.from({ length: classes }, dice);
      solveAbout(centre, alpha, gamma, weights);
      const differences = stable.map(({ weights: at }) =>
        Math.max(...at!.map((weight, i) => Math.abs(weight - weights[i]))),
      );
      if (!(Math.min(...differences) < 1e-9)) throw new Error(`${[...alpha]} ${[...gamma]}: ${[...weights]}`);
      const again = weights.slice();
      solveAbout(centre, alpha, gamma, again);
      expect(again).toEqual(weights);
    }
    expect(Math.min(seen.one, seen.several)).toBeGreaterThan(100);
  });

  test('is what the general solver finds if one point is stable, for any previous weights', () => {
    const rate = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const list = (entry: fc.Arbitrary<number>, length: number) =>
      fc.array(entry, { minLength: length, maxLength: length });
    const stars = fc.integer({ min: 2, max: 6 }).chain((classes) =>
      fc.record({
        centre: fc.integer({ min: 0, max: classes - 1 }),
        alpha: list(rate(0.01, 1), classes),
        // γ from each other class to the centre, and back.
        taken: list(rate(0, 0.6), classes),
        lost: list(rate(0, 0.6), classes),
        previous: list(rate(0, 1), classes),
      }),
    );
    let compared = 0;
    fc.assert(
      fc.property(stars, ({ centre, alpha, taken, lost, previous }) => {
        const classes = alpha.length;
        const gamma = alpha.map((_, i) =>
          alpha.map((_, j) => {
            if (i === j) return 0;
            return i === centre ? taken[j] : j === centre ? lost[i] : 0;
          }),
        );
        const { fixedPoints } = analyseStability(alpha, gamma);
        if (fixedPoints.filter(({ stable }) => stable).length !== 1) return;
        // Beside a bifurcation the two solvers round to different sides of it.
        const rates = fixedPoints.flatMap(({ eigenvalues }) => eigenvalues.map(({ re }) => Math.abs(re)));
        if (Math.min(...rates) < 1e-6) return;
        const star = Float64Array.from(previous);
        solveAbout(centre, Float64Array.from(alpha), flatten(gamma), star);
        const general = Float64Array.from(previous);
        solveCompetition(createCompetitionSolver(classes), Float64Array.from(alpha), flatten(gamma), general);
        for (let i = 0; i < classes; i++) expect(Math.abs(star[i] - general[i])).toBeLessThan(1e-9);
        compared++;
      }),
      { numRuns: 2000 },
    );
    expect(compared).toBeGreaterThan(1000);
  });

  test('for a target and one kind of obstacles has the weights of weights.ts, also if both ends are stable', () => {
    const dice = createDice(73);
    const rates = {
      alpha1: new Float64Array(1),
      alpha2: new Float64Array(1),
      gamma12: new Float64Array(1),
    };
    // Everything that the solver reads.
    const drives = rates as Parameters<typeof solveWeights>[0];
    const seen = { one: 0, several: 0 };
    for (let draw = 0; draw < 5000; draw++) {
      const [alpha1, alpha2, gamma12] = [0.001 + dice(), 1e-6 + dice() ** 3, Math.exp(-4 * dice())];
      rates.alpha1[0] = alpha1;
      rates.alpha2[0] = alpha2;
      rates.gamma12[0] = gamma12;
      const previous = draw % 10 === 0 ? [0.5, 0.5] : [dice(), dice()];
      const expected = Float64Array.from(previous);
      solveWeights(drives, 0, expected);
      const found = Float64Array.from(previous);
      solveStar(2, Float64Array.of(alpha1, alpha2), Float64Array.of(0, gamma12, 0.05, 0), 0, found);
      for (let i = 0; i < 2; i++) expect(Math.abs(found[i] - expected[i])).toBeLessThan(1e-9);
      seen[gamma12 > alpha1 && 0.05 > alpha2 ? 'several' : 'one']++;
    }
    expect(Math.min(seen.one, seen.several)).toBeGreaterThan(300);
  });

  test('if the centre may be on or off, stays near the previous weights', () => {
    // The others take enough to keep the centre off, but are off themselves while it is on.
    const alpha = Float64Array.of(0.4, 0.03, 0.02);
    const gamma = Float64Array.of(0, 0.3, 0.3, 0.05, 0, 0, 0.05, 0, 0);
    const from = (...weights: number[]) => {
      const found = Float64Array.from(weights);
      solveStar(3, alpha, gamma, 0, found);
      return [...found];
    };
    expect(from(0.6, 0.5, 0.1)).toEqual([1, 0, 0]);
    expect(from(0.5, 0.5, 0.5)).toEqual([0, 1, 1]);
    expect(from(0.1, 0.2, 0)).toEqual([1, 0, 0]);
    expect(from(0.9, 0.9, 0.9)).toEqual([0, 1, 1]);
  });

  test('a class without advantage is off, and so is a centre without one', () => {
    const gamma = Float64Array.of(0, 0.3, 0.3, 0.05, 0, 0, 0.05, 0, 0);
    const weights = Float64Array.of(0.5, 0.5, 0.5);
    solveStar(3, Float64Array.of(0.4, 0, 0), gamma, 0, weights);
    expect([...weights]).toEqual([1, 0, 0]);
    solveStar(3, Float64Array.of(0, 0.2, 0), gamma, 0, weights);
    expect([...weights]).toEqual([0, 1, 0]);
  });
});
