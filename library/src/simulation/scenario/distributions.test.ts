import { describe, expect, test } from 'vitest';
import { Purpose } from '../../numerics/index.ts';
import { drawValue } from './distributions.ts';
import type { Distribution } from './schema.ts';

const COUNT = 4000;
const anywhere = { min: -1e6, max: 1e6 };

function draw(distribution: Distribution, range = anywhere): number[] {
  return Array.from({ length: COUNT }, (_, agent) =>
    drawValue(distribution, range, { seed: 7, purpose: Purpose.testing, agent, step: 0, index: 3 }),
  );
}

/** The largest distance between the share of values below x and a distribution function, by Kolmogorov and Smirnov. */
function distanceFrom(values: readonly number[], share: (x: number) => number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.reduce(
    (worst, x, k) => Math.max(worst, Math.abs(share(x) - k / COUNT), Math.abs(share(x) - (k + 1) / COUNT)),
    0,
  );
}

/** A larger distance happens once in a thousand times. */
const limit = 1.95 / Math.sqrt(COUNT);

function moments(values: readonly number[]): [number, number] {
  const mean = values.reduce((sum, x) => sum + x, 0) / COUNT;
  return [mean, Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / COUNT)];
}

/** The error function by its series and continued fraction: Abramowitz and Stegun 7.1.6 and 7.1.14. */
function normalShare(x: number): number {
  const z = Math.abs(x) / Math.SQRT2;
  let sum = 0;
  let term = z;
  for (let n = 0; n < 200; n++) {
    sum += term;
    term *= (2 * z * z) / (2 * n + 3);
  }
  const erf = z > 5 ? 1 : (2 / Math.sqrt(Math.PI)) * Math.exp(-z * z) * sum;
  return x < 0 ? (1 - erf) / 2 : (1 + erf) / 2;
}

/** The lower incomplete gamma function over the whole one, by its series: Abramowitz and Stegun 6.5.29. */
function gammaShare(shape: number, x: number): number {
  if (x <= 0) return 0;
  let term = 1 / shape;
  let sum = term;
  for (let n = 1; n < 2000; n++) {
    term *= x / (shape + n);
    sum += term;
  }
  return Math.min(1, sum * Math.exp(shape * Math.log(x) - x - logGamma(shape)));
}

/** Stirling's series after a shift. */
function logGamma(x: number): number {
  let shifted = x;
  let product = 1;
  while (shifted < 12) product *= shifted++;
  const tail = 1 / (12 * shifted) - 1 / (360 * shifted ** 3);
  return (
    (shifted - 0.5) * Math.log(shifted) - shifted + 0.5 * Math.log(2 * Math.PI) + tail - Math.log(product)
  );
}

const sigma = (mean: number, deviation: number) => Math.sqrt(Math.log(1 + (deviation / mean) ** 2));

/** Each with its distribution function, mean and deviation in closed form. */
const cases: [string, Distribution, (x: number) => number, number, number][] = [
  ['uniform', { uniform: [2, 5] }, (x) => (x - 2) / 3, 3.5, 3 / Math.sqrt(12)],
  ['normal', { normal: { mean: 1.3, deviation: 0.2 } }, (x) => normalShare((x - 1.3) / 0.2), 1.3, 0.2],
  [
    'lognormal',
    { lognormal: { mean: 30, deviation: 20 } },
    (x) => normalShare(Math.log(x / 30) / sigma(30, 20) + sigma(30, 20) / 2),
    30,
    20,
  ],
  ['gamma', { gamma: { shape: 3.5, scale: 2 } }, (x) => gammaShare(3.5, x / 2), 7, 2 * Math.sqrt(3.5)],
  [
    'gamma below 1',
    { gamma: { shape: 0.6, scale: 5 } },
    (x) => gammaShare(0.6, x / 5),
    3,
    5 * Math.sqrt(0.6),
  ],
  [
    'weibull',
    { weibull: { shape: 2, scale: 10 } },
    (x) => 1 - Math.exp(-((x / 10) ** 2)),
    10 * Math.sqrt(Math.PI / 4),
    10 * Math.sqrt(1 - Math.PI / 4),
  ],
  [
    'triangular',
    { triangular: { min: 1, mode: 2, max: 5 } },
    (x) => (x < 2 ? (x - 1) ** 2 / 4 : 1 - (5 - x) ** 2 / 12),
    8 / 3,
    Math.sqrt((1 + 4 + 25 - 2 - 5 - 10) / 18),
  ],
];

describe('draws', () => {
  test.each(cases)(
    '%s: Kolmogorov–Smirnov at 0.1 %%, mean and deviation',
    (_, distribution, share, mean, deviation) => {
      const values = draw(distribution);
      expect(distanceFrom(values, share)).toBeLessThan(limit);
      const [m, d] = moments(values);
      expect(Math.abs(m - mean)).toBeLessThan((4 * deviation) / Math.sqrt(COUNT));
      expect(Math.abs(d - deviation)).toBeLessThan(0.1 * deviation);
    },
  );

  test('a distribution of another shape is told apart: the test can fail', () => {
    expect(
      distanceFrom(draw({ gamma: { shape: 3.5, scale: 2 } }), (x) => gammaShare(3, x / 2)),
    ).toBeGreaterThan(limit);
  });

  test.each(cases.slice(1, 6))(
    '%s is clipped to its limits and to the range of its field',
    (_, distribution, __, mean) => {
      const [[kind, own]] = Object.entries(distribution);
      const clipped = { [kind]: { ...own, min: mean * 0.9, max: mean * 1.1 } } as Distribution;
      const values = draw(clipped);
      expect(Math.min(...values)).toBe(mean * 0.9);
      expect(Math.max(...values)).toBe(mean * 1.1);
      const ranged = draw(distribution, { min: mean * 0.95, max: mean * 1.05 });
      expect([Math.min(...ranged), Math.max(...ranged)]).toEqual([mean * 0.95, mean * 1.05]);
    },
  );

  test('a list gives its values as often as their weights say', () => {
    const values = draw({ values: [1, 2, 3], weights: [1, 0, 3] });
    const share = values.filter((value) => value === 3).length / COUNT;
    expect(values).not.toContain(2);
    expect(Math.abs(share - 0.75)).toBeLessThan(4 * Math.sqrt((0.75 * 0.25) / COUNT));
    expect(new Set(draw({ values: [4, 5] }))).toEqual(new Set([4, 5]));
  });

  test('speeds of RiMEA at one age have the mean and deviation of its table', () => {
    const [mean, deviation] = moments(draw({ table: 'rimea', ages: [50, 50] }, { min: 0, max: 50 }));
    expect(mean).toBeCloseTo(1.41, 1);
    expect(deviation).toBeCloseTo(0.275, 1);
    const [between] = moments(draw({ table: 'rimea', ages: [55, 55] }, { min: 0, max: 50 }));
    expect(Math.abs(between - 1.34)).toBeLessThan(0.02);
  });

  test('speeds of IMO passengers are a mixture of uniform ranges with the shares of its table', () => {
    // The mean of a mixture is the mean of the means: half the sum of the ends, by share.
    const ends = [1.24, 0.95, 0.75, 0.57, 0.49, 1.48, 1.295, 1.12, 0.85, 0.73];
    const shares = [7, 7, 16, 10, 10, 7, 7, 16, 10, 10];
    const expected = ends.reduce((sum, mean, k) => sum + (mean * shares[k]) / 100, 0);
    const values = draw({ table: 'imo-passengers' }, { min: 0, max: 50 });
    expect(Math.abs(moments(values)[0] - expected)).toBeLessThan(0.03);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0.37);
    expect(Math.max(...values)).toBeLessThanOrEqual(1.85);
  });
});
