import { expect, test } from 'vitest';
import { misfitOf, parseTarget } from './reference.ts';
import { search } from './search.ts';

test('the search finds the minimum of a known function, and asks for each point once', async () => {
  const asked: string[] = [];
  const found = await search([-2, 0], [3, 4], 150, async (points) =>
    points.map(([x, y]) => {
      asked.push(`${x},${y}`);
      return (x - 1) ** 2 + 2 * (y - 3) ** 2;
    }),
  );
  expect(new Set(asked).size).toBe(asked.length);
  expect(found.length).toBe(asked.length);
  const best = found.reduce((least, one) => (one.misfit < least.misfit ? one : least));
  expect(best.values[0]).toBeCloseTo(1, 1);
  expect(best.values[1]).toBeCloseTo(3, 1);
});

test('targets have a value and a tolerance', () => {
  expect(parseTarget('lines.door.flow=1.9±0.1')).toEqual({
    settings: [],
    figure: 'lines.door.flow',
    value: 1.9,
    scale: 0.1,
  });
  expect(parseTarget('time=20')).toMatchObject({ value: 20, scale: 20 });
  for (const wrong of ['', 'a', 'a=', 'a=x', 'a=1±0', 'a=1±x'])
    expect(() => parseTarget(wrong), wrong).toThrow('--target');
});

test('the misfit is the root of the mean square of scaled differences', () => {
  const targets = [parseTarget('a=10±2'), parseTarget('b=4')];
  expect(misfitOf(targets, [16, 4])).toBeCloseTo(Math.sqrt(9 / 2), 12);
});
