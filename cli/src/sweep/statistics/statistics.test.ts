import { describe, expect, test } from 'vitest';
import { createDraws } from '../design/random.ts';
import {
  binomialTail,
  differenceInterval,
  meanInterval,
  medianInterval,
  resampledMeans,
} from './bootstrap.ts';
import { compareCurves, convergenceOf, parseAcceptance, usualAcceptance } from './convergence.ts';
import { deviationOf, meanOf, quantileOf } from './quantiles.ts';

test('quantiles are those of NumPy', () => {
  const sorted = [3.1, 1.2, 5.5, 2.2, 9.7, 4.4, 0.3].sort((a, b) => a - b);
  const numpy: [number, number][] = [
    [0.05, 0.57],
    [0.25, 1.7],
    [0.5, 3.1],
    [0.75, 4.95],
    [0.95, 8.44],
  ];
  for (const [share, value] of numpy) expect(quantileOf(sorted, share)).toBeCloseTo(value, 12);
  expect(quantileOf([7], 0.3)).toBe(7);
});

test('the deviation is that of a sample', () => {
  expect(deviationOf([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(Math.sqrt(32 / 7), 12);
  expect(deviationOf([3])).toBe(0);
});

describe('bootstrap', () => {
  /** For two values a and b the mean of a resample is a, (a + b) / 2 or b with chances 1/4, 1/2 and 1/4. */
  test('the means of resamples of two values have their binomial distribution', () => {
    const means = resampledMeans([0, 1]);
    const share = (value: number) => means.filter((mean) => mean === value).length / means.length;
    // Four standard errors of a share over 1000 resamples.
    expect(Math.abs(share(0) - 0.25)).toBeLessThan(0.055);
    expect(Math.abs(share(0.5) - 0.5)).toBeLessThan(0.064);
    expect(share(0) + share(0.5) + share(1)).toBe(1);
  });

  test('the interval of the mean is near that of the normal distribution', () => {
    const draw = createDraws(5, 9);
    const values = Array.from({ length: 400 }, () => draw() + draw() + draw());
    const [mean, error] = [meanOf(values), deviationOf(values) / Math.sqrt(values.length)];
    const [low, high] = meanInterval(values);
    expect(Math.abs((mean - low) / error - 1.96)).toBeLessThan(0.25);
    expect(Math.abs((high - mean) / error - 1.96)).toBeLessThan(0.25);
  });

  test('the tail of a binomial distribution is the sum of its terms', () => {
    const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k);
    const exact = (n: number, p: number, least: number) =>
      Array.from(
        { length: n - least + 1 },
        (_, k) => choose(n, least + k) * p ** (least + k) * (1 - p) ** (n - least - k),
      ).reduce((sum, term) => sum + term, 0);
    for (const [n, p, least] of [
      [9, 0.3, 5],
      [20, 0.5, 10],
      [5, 0.2, 1],
    ] as const) {
      expect(binomialTail(n, p, least)).toBeCloseTo(exact(n, p, least), 12);
    }
  });

  test('the interval of the median is that of drawn resamples', () => {
    const sorted = Array.from({ length: 15 }, (_, k) => k * k);
    const draw = createDraws(1, 1);
    const medians = Array.from({ length: 20_000 }, () => {
      const resample = Array.from({ length: 15 }, () => sorted[Math.floor(draw() * 15)]);
      return resample.sort((a, b) => a - b)[7];
    }).sort((a, b) => a - b);
    const drawn = [0.025, 0.975].map((share) => medians[Math.floor(share * medians.length)]);
    expect(medianInterval(sorted)).toEqual(drawn);
  });

  test('intervals of a difference contain it for equal samples, and leave 0 out for others', () => {
    const values = Array.from({ length: 30 }, (_, k) => Math.sin(k));
    const [low, high] = differenceInterval(values, values);
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
    const [above] = differenceInterval(
      values,
      values.map((value) => value + 2),
    );
    expect(above).toBeGreaterThan(1);
  });
});

describe('convergence of evacuation curves', () => {
  test('curves that are the same differ by nothing, a curve of twice the size by its size alone', () => {
    const curve = Array.from({ length: 40 }, (_, k) => 10 + k + Math.sin(k));
    expect(compareCurves(curve, curve)).toEqual({
      erd: 0,
      epc: 1,
      sc: expect.closeTo(1, 12),
    });
    const twice = compareCurves(
      curve.map((time) => 2 * time),
      curve,
    );
    expect(twice.erd).toBeCloseTo(1, 12);
    expect(twice.epc).toBeCloseTo(2, 12);
    expect(twice.sc).toBeCloseTo(1, 12);
  });

  test('a curve that rises where the other falls has the opposite secants', () => {
    expect(compareCurves([1, 2, 3, 4], [4, 3, 2, 1]).sc).toBeCloseTo(-1, 12);
  });

  test('equal runs are enough after ten comparisons, once their deviation is known', () => {
    const curves = Array.from({ length: 20 }, () => [1, 2, 3, 4]);
    // The deviation can first be compared with three runs.
    expect(convergenceOf(curves)?.enough).toBe(12);
    expect(convergenceOf(curves.slice(0, 11))?.enough).toBeNull();
    expect(convergenceOf(curves.slice(0, 1))).toBeUndefined();
  });

  test('the change of the mean time after j runs is known: runs of 100 s, then one of 200 s', () => {
    const curves = [...Array.from({ length: 9 }, () => [50, 100]), [50, 200]];
    const last = convergenceOf(curves)?.steps.at(-1);
    expect(last).toMatchObject({ runs: 10, tet: expect.closeTo(10 / 110, 12) });
  });

  test('limits are given in percent, and hold for the runs that are asked for', () => {
    expect(parseAcceptance(undefined)).toEqual(usualAcceptance);
    expect(parseAcceptance('tet=0.5,runs=3')).toEqual({ ...usualAcceptance, tet: 0.005, runs: 3 });
    for (const wrong of ['', 'x=1', 'tet', 'tet=0', 'tet=101', 'runs=2.5', 'tet=1;sd=2'])
      expect(() => parseAcceptance(wrong), wrong).toThrow('--acceptance');
    const curves = Array.from({ length: 20 }, () => [1, 2, 3, 4]);
    expect(convergenceOf(curves, parseAcceptance('runs=3'))?.enough).toBe(5);
    // The tenth run changes the mean time by 10 / 110, and twelve runs in succession are the 2nd to the 13th.
    const late = [
      ...Array.from({ length: 9 }, () => [100, 100]),
      ...Array.from({ length: 5 }, () => [100, 200]),
    ];
    const enough = (tet: number) =>
      convergenceOf(late, parseAcceptance(`tet=${tet},sd=100,erd=10,epc=10,sc=100,runs=12`))?.enough;
    expect(enough(10)).toBe(13);
    expect(enough(9)).toBeNull();
  });
});
