import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLatin, createSettings } from './design.ts';
import { type Factor, parseFactor } from './factors.ts';
import { distributions, normalQuantile, quantileIn } from './quantile-functions.ts';
import { createSobol, MOST_SOBOL_FACTORS } from './sobol.ts';

const levels = (text: string) => parseFactor(`a=${text}`).levels;

describe('--vary', () => {
  test('takes lists of numbers, texts and JSON', () => {
    expect(levels('1,2.5,-3e2')).toEqual([1, 2.5, -300]);
    expect(levels('walker, nonlinear')).toEqual(['walker', 'nonlinear']);
    expect(levels('{"uniform":[1,2]},1.3,"a,b"')).toEqual([{ uniform: [1, 2] }, 1.3, 'a,b']);
    expect(levels('true,false')).toEqual([true, false]);
  });

  test('takes ranges with a step or a count, ends included, as a person would write the numbers', () => {
    expect(levels('0.8:2.4:0.4')).toEqual([0.8, 1.2, 1.6, 2, 2.4]);
    expect(levels('0:1:0.3')).toEqual([0, 0.3, 0.6, 0.9]);
    expect(levels('3:1:-1')).toEqual([3, 2, 1]);
    expect(levels('0:0.3/4')).toEqual([0, 0.1, 0.2, 0.3]);
  });

  test('takes distributions and intervals to draw from', () => {
    expect(parseFactor('a.b=normal(1.34, 0.26)')).toEqual({
      path: 'a.b',
      distribution: { name: 'normal', parameters: [1.34, 0.26] },
    });
    expect(parseFactor('a=2:5').distribution).toEqual({ name: 'uniform', parameters: [2, 5] });
  });

  test.each([
    ['nothing', 'expected path=a,b,c'],
    ['=1', 'expected path=a,b,c'],
    ['a=', 'expected path=a,b,c'],
    ['a=1,1', '1 is listed twice'],
    ['a=0:1:-1', 'expected a step that leads from 0 to 1'],
    ['a=0:1:0', 'expected a step'],
    ['a=0:1e9:0.001', 'at most 100000 values'],
    ['a=0:1/1', 'from 2 to 100000'],
    ['a=5:2', 'expected min below max'],
    ['a=normal(1)', 'expected normal(mean, deviation)'],
    ['a=normal(1,-2)', 'expected a deviation above 0'],
    ['a=uniform(,)', 'expected uniform(min, max)'],
    ['seed=1,2', '--seeds says which seeds run'],
  ])('refuses %s', (text, message) => {
    expect(() => parseFactor(text)).toThrow(message);
  });
});

describe('factorial designs', () => {
  test('have every combination once, the last factor changing fastest', () => {
    const factors: Factor[] = [
      { path: 'a', levels: [1, 2] },
      { path: 'b', levels: ['x', 'y', 'z'] },
    ];
    const { count, valuesOf } = createSettings({ kind: 'factorial', factors, seed: 1 });
    const nested = [1, 2].flatMap((a) => ['x', 'y', 'z'].map((b) => [a, b]));
    expect(Array.from({ length: count }, (_, k) => valuesOf(k))).toEqual(nested);
  });

  test('without factors have one setting, the scenario itself', () => {
    const { count, valuesOf } = createSettings({ kind: 'factorial', factors: [], seed: 1 });
    expect([count, valuesOf(0)]).toEqual([1, []]);
  });

  test('refuse distributions, samples and paths that are varied twice', () => {
    const make = (factors: Factor[], samples?: number) => () =>
      createSettings({ kind: 'factorial', factors, seed: 1, ...(samples && { samples }) });
    expect(make([parseFactor('a=0:1')])).toThrow('expected with --design lhs, sobol or random');
    expect(make([parseFactor('a=1,2'), parseFactor('a=3')])).toThrow('--vary a: is varied twice');
    expect(make([parseFactor('a=1,2')], 5)).toThrow('--samples: expected with --design');
  });
});

describe('Latin hypercubes', () => {
  test('have one sample in each stratum of every factor, for any number of samples and any seed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 6 }),
        fc.nat(),
        (samples, factors, seed) => {
          const share = createLatin(factors, samples, seed);
          for (let factor = 0; factor < factors; factor++) {
            const strata = new Set<number>();
            for (let k = 0; k < samples; k++) strata.add(Math.floor(share(k, factor) * samples));
            expect(strata.size).toBe(samples);
            expect(Math.max(...strata)).toBeLessThan(samples);
          }
        },
      ),
    );
  });

  test('are others for another seed, and the factors are not ordered alike', () => {
    const columns = (seed: number) => {
      const share = createLatin(2, 50, seed);
      return [0, 1].map((factor) => Array.from({ length: 50 }, (_, k) => share(k, factor)));
    };
    const [[a, b], [c]] = [columns(1), columns(2)];
    expect(a).not.toEqual(c);
    const rank = (values: number[]) => values.map((value) => values.filter((other) => other < value).length);
    expect(rank(a)).not.toEqual(rank(b));
  });
});

describe('Sobol designs', () => {
  test('begin with the published points of Joe and Kuo', () => {
    const published = [
      [0, 0, 0],
      [0.5, 0.5, 0.5],
      [0.75, 0.25, 0.25],
      [0.25, 0.75, 0.75],
      [0.375, 0.375, 0.625],
      [0.875, 0.875, 0.125],
      [0.625, 0.125, 0.875],
      [0.125, 0.625, 0.375],
      [0.1875, 0.3125, 0.9375],
      [0.6875, 0.8125, 0.4375],
    ];
    const points = [0, 1, 2].map((dimension) => createSobol(dimension));
    expect(published.map((_, k) => points.map((point) => point(k)))).toEqual(published);
  });

  test('have the point 777 of SciPy 1 in 21 dimensions', () => {
    const scipy = [
      ...[0.6923828125, 0.9365234375, 0.1630859375, 0.2744140625, 0.6357421875, 0.3564453125, 0.1904296875],
      ...[0.7626953125, 0.3486328125, 0.3232421875, 0.7451171875, 0.6962890625, 0.3837890625, 0.4736328125],
      ...[0.5693359375, 0.5146484375, 0.4033203125, 0.8642578125, 0.3701171875, 0.7529296875, 0.2373046875],
    ];
    expect(scipy.map((_, dimension) => createSobol(dimension)(777))).toEqual(scipy);
    expect(MOST_SOBOL_FACTORS).toBe(scipy.length);
  });

  test('have one of 2ᵏ points in each of 2ᵏ strata of every factor, with any shift', () => {
    for (let dimension = 0; dimension < MOST_SOBOL_FACTORS; dimension++) {
      const point = createSobol(dimension, 0x9e3779b9);
      const strata = new Set(Array.from({ length: 256 }, (_, k) => Math.floor(point(k) * 256)));
      expect(strata.size).toBe(256);
    }
  });

  test('refuse more factors than there are directions, and no samples', () => {
    const factors = Array.from({ length: 22 }, (_, k) => parseFactor(`a${k}=0:1`));
    expect(() => createSettings({ kind: 'sobol', factors, samples: 8, seed: 1 })).toThrow(
      'at most 21 factors',
    );
    expect(() => createSettings({ kind: 'sobol', factors, seed: 1 })).toThrow('expected with --samples N');
  });
});

describe('quantile functions', () => {
  test('the normal one agrees with SciPy', () => {
    const scipy: [number, number][] = [
      [1e-300, -37.0470962993612],
      [1e-12, -7.034483825301131],
      [0.01, -2.3263478740408408],
      [0.3, -0.5244005127080409],
      [0.5, 0],
      [0.975, 1.959963984540054],
      [0.9999, 3.719016485455709],
    ];
    for (const [share, value] of scipy) expect(normalQuantile(share)).toBeCloseTo(value, 12);
  });

  /** Distribution functions in closed form, apart from the normal ones. */
  const shares: Record<string, (value: number, ...parameters: number[]) => number> = {
    uniform: (value, min, max) => (value - min) / (max - min),
    loguniform: (value, min, max) => Math.log(value / min) / Math.log(max / min),
    triangular: (value, min, mode, max) =>
      value < mode
        ? (value - min) ** 2 / ((max - min) * (mode - min))
        : 1 - (max - value) ** 2 / ((max - min) * (max - mode)),
  };

  test.each(Object.keys(shares))('that of %s inverts its distribution function', (name) => {
    const parameters = [1, 2.5, 4].slice(0, distributions[name].parameters.length);
    for (let share = 0.01; share < 1; share += 0.07) {
      const value = quantileIn({ name, parameters }, share);
      expect(shares[name](value, ...parameters)).toBeCloseTo(share, 12);
    }
  });

  test('lognormal values have the median, and the factor is that of one deviation', () => {
    const distribution = { name: 'lognormal', parameters: [3, 2] };
    expect(quantileIn(distribution, 0.5)).toBeCloseTo(3, 12);
    expect(quantileIn(distribution, 0.8413447460685429)).toBeCloseTo(6, 9);
  });
});
