import { describe, expect, test } from 'vitest';
import { compareTables } from './differences.ts';
import type { ReadTable } from './read-table.ts';

const table = (values: readonly number[], firstSeed = 1): ReadTable => ({
  path: 'table',
  failed: 0,
  rows: values.map((value, k) => ({
    setting: 'a=1',
    seed: firstSeed + k,
    stateHash: `${value}`,
    figures: new Map([['time', value]]),
  })),
});
const noise = Array.from({ length: 30 }, (_, k) => 100 + 3 * Math.sin(7 * k * k));

describe('comparing two tables', () => {
  test('the same table has no difference', () => {
    expect(compareTables(table(noise), table(noise))).toEqual([
      expect.objectContaining({ difference: 0, interval: [0, 0], paired: true, verdict: 'none' }),
    ]);
  });

  test('a shift of every run by 1 is certain to the digit if seeds are compared, though the runs differ by more', () => {
    const [found] = compareTables(table(noise), table(noise.map((value) => value + 1)));
    expect(found.difference).toBeCloseTo(1, 9);
    expect(found.interval![0]).toBeCloseTo(1, 9);
    expect(found.interval![1]).toBeCloseTo(1, 9);
    expect(found.verdict).toBe('matters');
  });

  test('a shift far below the deviation is certain but small', () => {
    const [found] = compareTables(table(noise), table(noise.map((value) => value + 0.1)));
    expect(found.verdict).toBe('small');
    expect(found.effect).toBeLessThan(0.2);
  });

  test('other seeds are compared as two samples: the interval is near that of Welch', () => {
    const other = Array.from({ length: 30 }, (_, k) => 110 + 2 * Math.cos(5 * k * k));
    const [found] = compareTables(table(noise), table(other, 101));
    const variance = (values: readonly number[]) => {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
    };
    const error = Math.sqrt(variance(noise) / 30 + variance(other) / 30);
    expect(found.paired).toBe(false);
    expect((found.interval![1] - found.interval![0]) / (2 * 1.96 * error)).toBeCloseTo(1, 0);
    expect(found.verdict).toBe('matters');
  });

  test('single runs that differ are unclear', () => {
    expect(compareTables(table([1]), table([2]))[0]).toMatchObject({ interval: null, verdict: 'unclear' });
  });

  test('settings that only one table has are left out', () => {
    const other: ReadTable = {
      ...table([1]),
      rows: table([1]).rows.map((row) => ({ ...row, setting: 'a=2' })),
    };
    expect(compareTables(table([1]), other)).toEqual([]);
  });
});
