import type { RunRow } from '../runs/run-one.ts';
import type { Convergence } from '../statistics/convergence.ts';

/** A setting in the report: its values, the means of its figures, and for some settings the values of all seeds. */
export type ReportSetting = {
  parameters: readonly unknown[];
  means: Readonly<Record<string, number>>;
  values?: Readonly<Record<string, readonly number[]>>;
};

/** What the report shows; bounded, whatever the number of runs. */
export type ReportData = {
  paths: readonly string[];
  settings: ReportSetting[];
  /** Settings that were summarized, whether they are in the report or not. */
  count: number;
  /** How many settings had enough seeds, and how many could not be judged. */
  enough: number;
  unjudged: number;
  /** The setting whose seeds say the least: the last that converges, or one that does not. */
  slowest: { label: string; convergence: Convergence } | undefined;
};

/** What the pages of most users are about, in the order in which it is shown. */
const FAVOURITES = [
  /^travel\.evacuationTime$/,
  /^lines\..*\.flow$/,
  /^areas\..*\.voronoiDensity$/,
  /^areas\..*\.speed$/,
  /^travel\.mean$/,
  /^arrived$/,
  /^time$/,
  /^meanSpeed$/,
  /^collisions\.serious$/,
  /^contacts$/,
  /^walking\.detour$/,
  /^score\.steerbench$/,
];

const MOST_SETTINGS = 4000;
const MOST_DISTRIBUTIONS = 8;
const MOST_FIGURES = 3;

export function createReportData(paths: readonly string[]): ReportData {
  return { paths, settings: [], count: 0, enough: 0, unjudged: 0, slowest: undefined };
}

/** Takes the rows of a setting into account. */
export function addSetting(
  data: ReportData,
  parameters: readonly unknown[],
  rows: readonly RunRow[],
  convergence: Convergence | undefined,
  wanted: readonly string[] | undefined,
): void {
  data.count++;
  if (!convergence) data.unjudged++;
  else {
    if (convergence.enough !== null) data.enough++;
    const rank = (one: Convergence) => one.enough ?? Number.POSITIVE_INFINITY;
    if (!data.slowest || rank(convergence) > rank(data.slowest.convergence)) {
      data.slowest = { label: labelOf(data.paths, parameters), convergence };
    }
  }
  if (data.settings.length >= MOST_SETTINGS) return;
  const values: Record<string, number[]> = {};
  for (const { figures, status } of rows) {
    if (status !== 'done') continue;
    for (const [name, figure] of Object.entries(figures)) {
      const isShown = wanted ? wanted.includes(name) : FAVOURITES.some((pattern) => pattern.test(name));
      if (isShown && figure !== null) {
        values[name] ??= [];
        values[name].push(Number(figure));
      }
    }
  }
  const means = Object.fromEntries(
    Object.entries(values).map(([name, list]) => [
      name,
      list.reduce((sum, one) => sum + one, 0) / list.length,
    ]),
  );
  const keepsValues = data.settings.length < MOST_DISTRIBUTIONS;
  data.settings.push({ parameters, means, ...(keepsValues && { values }) });
}

/** The figures that the report shows: those that are wanted, or the first that are known and not always the same. */
export function figuresIn({ settings }: ReportData, wanted: readonly string[] | undefined): string[] {
  const names = [...new Set(settings.flatMap(({ means }) => Object.keys(means)))];
  if (wanted) return wanted.filter((name) => names.includes(name));
  const isVaried = (name: string) => {
    const all = settings.flatMap(({ means, values }) => values?.[name] ?? [means[name]]);
    return all.filter(Number.isFinite).some((value, _, [first]) => value !== first);
  };
  const rank = (name: string) => FAVOURITES.findIndex((pattern) => pattern.test(name));
  const ranked = names.sort((a, b) => rank(a) - rank(b));
  const varied = ranked.filter(isVaried);
  return (varied.length > 0 ? varied : ranked).slice(0, MOST_FIGURES);
}

/** A setting in words. */
function labelOf(paths: readonly string[], parameters: readonly unknown[]): string {
  if (paths.length === 0) return 'the scenario';
  return paths.map((path, k) => `${path} = ${valueIn(parameters[k])}`).join(', ');
}

export function valueIn(value: unknown): string {
  if (typeof value === 'number') return String(Number(value.toPrecision(4)));
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 24 ? `${text.slice(0, 23)}…` : text;
}
