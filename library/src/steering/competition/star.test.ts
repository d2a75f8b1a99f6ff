import { describe, expect, test } from 'vitest';
import { createDice } from '../../crowd/crowd.fixture.ts';
import { analyseStability, solveStar } from './index.ts';

/** A centre and others that leave one another alone, the rates of which are small as often as not. */
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

describe('the competition about one centre', () => {
  test('has the weights of a stable fixed point of the analysis, whatever they were, and stays there', () => {
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
      solveStar(classes, centre, alpha, gamma, 0, weights);
      const differences = stable.map(({ weights: at }) =>
        Math.max(...at!.map((weight, i) => Math.abs(weight - weights[i]))),
      );
      if (!(Math.min(...differences) < 1e-9)) throw new Error(`${[...alpha]} ${[...gamma]}: ${[...weights]}`);
      const again = weights.slice();
      solveStar(classes, centre, alpha, gamma, 0, again);
      expect(again).toEqual(weights);
    }
    expect(Math.min(seen.one, seen.several)).toBeGreaterThan(100);
  });

  test('where the centre is as good on as off, stays near what was', () => {
    // The others take enough to keep the centre off, but are off themselves while it is on.
    const alpha = Float64Array.of(0.4, 0.03, 0.02);
    const gamma = Float64Array.of(0, 0.3, 0.3, 0.05, 0, 0, 0.05, 0, 0);
    const from = (...weights: number[]) => {
      const found = Float64Array.from(weights);
      solveStar(3, 0, alpha, gamma, 0, found);
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
    solveStar(3, 0, Float64Array.of(0.4, 0, 0), gamma, 0, weights);
    expect([...weights]).toEqual([1, 0, 0]);
    solveStar(3, 0, Float64Array.of(0, 0.2, 0), gamma, 0, weights);
    expect([...weights]).toEqual([0, 1, 0]);
  });
});
