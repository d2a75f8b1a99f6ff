import { differenceInterval, type Interval, meanInterval } from '../statistics/bootstrap.ts';
import { deviationOf, meanOf } from '../statistics/quantiles.ts';
import type { ReadRow, ReadTable } from './read-table.ts';

/** How a figure of a setting differs between two tables. */
export type Difference = {
  setting: string;
  figure: string;
  /** Runs in each table. */
  runs: readonly [number, number];
  means: readonly [number, number];
  difference: number;
  /** Of 95 %; null for single runs, of which none is known. */
  interval: Interval | null;
  /** Whether runs of the same seed were compared with each other. */
  paired: boolean;
  /** The difference in standard deviations over seeds, after Cohen; null where there is no deviation. */
  effect: number | null;
  verdict: 'matters' | 'small' | 'unclear' | 'none';
};

/** Cohen's limit of a small effect: below it, a difference that is certain still matters little. */
const SMALL = 0.2;

/** The settings that both tables have, with every figure that both know. */
export function compareTables(one: ReadTable, other: ReadTable): Difference[] {
  const [left, right] = [bySetting(one.rows), bySetting(other.rows)];
  return [...left].flatMap(([setting, rows]) => {
    const others = right.get(setting);
    if (!others) return [];
    const known = new Set(others.flatMap(({ figures }) => [...figures.keys()]));
    const figures = [...new Set(rows.flatMap((row) => [...row.figures.keys()]))].filter((name) =>
      known.has(name),
    );
    return figures.map((figure) => compareFigure(setting, figure, rows, others));
  });
}

function bySetting(rows: readonly ReadRow[]): Map<string, ReadRow[]> {
  const groups = new Map<string, ReadRow[]>();
  for (const row of rows) {
    const group = groups.get(row.setting);
    if (group) group.push(row);
    else groups.set(row.setting, [row]);
  }
  return groups;
}

function compareFigure(
  setting: string,
  figure: string,
  one: readonly ReadRow[],
  other: readonly ReadRow[],
): Difference {
  const [a, b] = [valuesOf(one, figure), valuesOf(other, figure)];
  const [first, second] = [[...a.values()], [...b.values()]];
  const paired = a.size === b.size && [...a.keys()].every((seed) => b.has(seed));
  const means = [meanOf(first), meanOf(second)] as const;
  const apart = paired ? [...a].map(([seed, value]) => b.get(seed)! - value) : [];
  const interval =
    Math.min(first.length, second.length) < 2
      ? null
      : paired
        ? meanInterval(apart)
        : differenceInterval(first, second);
  const difference = means[1] - means[0];
  const spread = Math.sqrt((deviationOf(first) ** 2 + deviationOf(second) ** 2) / 2);
  const effect = spread > 0 ? difference / spread : null;
  return {
    setting,
    figure,
    runs: [first.length, second.length],
    means,
    difference,
    interval,
    paired,
    effect,
    verdict: judge(difference, interval, effect),
  };
}

function judge(difference: number, interval: Interval | null, effect: number | null): Difference['verdict'] {
  if (difference === 0 && (interval === null || (interval[0] === 0 && interval[1] === 0))) return 'none';
  if (interval === null || (interval[0] <= 0 && interval[1] >= 0)) return 'unclear';
  return effect !== null && Math.abs(effect) < SMALL ? 'small' : 'matters';
}

/** The values of a figure by seed. */
function valuesOf(rows: readonly ReadRow[], figure: string): Map<number, number> {
  const values = new Map<number, number>();
  for (const { figures, seed } of rows) {
    const value = figures.get(figure);
    if (value !== undefined) values.set(seed, value);
  }
  return values;
}
