import { expect, test } from 'vitest';
import { createDice } from '../crowd/crowd.fixture.ts';
import { inCircleCoefficients, valueAt } from './bernstein.ts';
import { inCircleChange } from './in-circle-change.ts';

test('no straying within the bound changes the determinant by more, and some straying by nearly as much', () => {
  const dice = createDice(4);
  const coefficients = new Float64Array(5);
  let closest = 0;
  for (let round = 0; round < 400; round++) {
    const way = 2 * dice();
    const quad = Float64Array.from({ length: 16 }, () => 0);
    for (let k = 0; k < 4; k++) {
      for (let axis = 0; axis < 2; axis++) {
        quad[4 * k + axis] = 3 * dice();
        quad[4 * k + 2 + axis] = quad[4 * k + axis] + way * (dice() - 0.5);
      }
    }
    const stray = [0.001, 0.01, 0.1, 1][round % 4];
    const strays = Float64Array.from([
      stray,
      stray,
      round % 3 === 0 ? 0 : stray,
      round % 5 === 0 ? stray / 2 : stray,
    ]);
    const bound = inCircleChange(quad, strays);
    for (let trial = 0; trial < 60; trial++) {
      // At a single time all points stray: it is the same as shifting their whole paths.
      const s = dice();
      inCircleCoefficients(quad, coefficients);
      const before = valueAt(coefficients, s);
      const strayed = Float64Array.from(quad);
      for (let k = 0; k < 4; k++) {
        const angle = 2 * Math.PI * dice();
        for (const at of [4 * k, 4 * k + 2]) {
          strayed[at] += strays[k] * Math.cos(angle);
          strayed[at + 1] += strays[k] * Math.sin(angle);
        }
      }
      inCircleCoefficients(strayed, coefficients);
      const change = Math.abs(valueAt(coefficients, s) - before);
      expect(change).toBeLessThanOrEqual(bound * (1 + 1e-9) + 1e-12);
      closest = Math.max(closest, change / bound);
    }
  }
  expect(closest).toBeGreaterThan(0.7);
});
