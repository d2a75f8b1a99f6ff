import { expect, test } from 'vitest';
import { curveOf, rateOf, sumsOf } from './curves.ts';

test('a steady count has its rate everywhere but at the beginning', () => {
  const counts = Array.from({ length: 101 }, (_, step) => 3 * step);
  const { times, values } = rateOf(counts, 0.1, 100);
  expect(times.at(-1)).toBeCloseTo(10);
  expect(values[0]).toBe(0);
  for (const value of values.slice(1)) expect(value).toBeCloseTo(30);
});

test('a long series is thinned, and its points are values at their times', () => {
  const squares = Array.from({ length: 5001 }, (_, step) => step * step);
  const { times, values } = curveOf(squares, 0.5, 5000);
  expect(times.length).toBeLessThanOrEqual(361);
  for (const [k, time] of times.entries()) expect(values[k]).toBe((time / 0.5) ** 2);
});

test('sums are those of all values before', () => {
  expect(sumsOf([1, 0, 2, 5])).toEqual([1, 1, 3, 8]);
});
