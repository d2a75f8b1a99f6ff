import { describe, expect, test } from 'vitest';
import { fillNormals, normal, Purpose, uniform } from './index.ts';
import { normalQuantile } from './quantile.ts';

/** The standard normal distribution function by its series around 0, all terms positive; good to 1e-15 for |x| < 6. */
function distribution(x: number): number {
  let term = x;
  let sum = x;
  for (let k = 1; k < 200; k++) {
    term *= (x * x) / (2 * k + 1);
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}

describe('the normal quantile', () => {
  test('gives the values that Wichura published with the algorithm', () => {
    expect(normalQuantile(0.25)).toBeCloseTo(-0.6744897501960817, 15);
    expect(normalQuantile(0.001)).toBeCloseTo(-3.090232306167814, 14);
    expect(normalQuantile(1e-20)).toBeCloseTo(-9.26234008979841, 13);
  });

  test('undoes the distribution function, 20,000 points between −5.5 and 5.5', () => {
    let worst = 0;
    for (let i = 0; i < 20_000; i++) {
      const x = -5.5 + (11 * (i + 0.5)) / 20_000;
      const p = distribution(x);
      // An error of the oracle counts as much as the density is small.
      const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
      worst = Math.max(worst, (Math.abs(normalQuantile(p) - x) * density) / Math.max(p, 1 - p));
    }
    // The oracle rounds each of its terms, and p has a spacing of 1e-16 itself.
    expect(worst).toBeLessThan(2e-15);
  });

  test('is odd about one half, and 0 there', () => {
    expect(normalQuantile(0.5)).toBe(0);
    for (const p of [0.25, 0.125, 0.0625, 2 ** -20]) expect(normalQuantile(1 - p)).toBe(-normalQuantile(p));
  });
});

test('fillNormals draws what normal draws, one by one', () => {
  const agents = Float64Array.from({ length: 50 }, (_, i) =>
    Math.floor(uniform(3, Purpose.testing, i, 0) * 2 ** 50),
  );
  for (const [seed, step] of [
    [0, 0],
    [2 ** 53 - 1, 2 ** 40 + 17],
  ]) {
    const out = new Float64Array(40);
    fillNormals(seed, Purpose.headingNoise, agents, 10, 40, step, out);
    const single = Float64Array.from(out, (_, i) => normal(seed, Purpose.headingNoise, agents[10 + i], step));
    expect(out).toEqual(single);
  }
});
