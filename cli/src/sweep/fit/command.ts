import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { drawPlot, escapeText, palette } from 'wend/draw';
import { BadInput, ExitCode } from '../../failure.ts';
import { writeWhole } from '../../files.ts';
import { watchInterruption } from '../../interruption.ts';
import { wholeNumber } from '../../option-values.ts';
import { claimFolder } from '../../result-folder.ts';
import type { Changes } from '../../scenarios.ts';
import { styles } from '../../steerbench/report-styles.ts';
import { parseFactor } from '../design/factors.ts';
import { parseSeeds } from '../plan.ts';
import { Pool } from '../runs/pool.ts';
import { runKey, sweepKey } from '../runs/run-keys.ts';
import { readBase } from '../runs/variants.ts';
import { meanOf } from '../statistics/quantiles.ts';
import { misfitOf, parseTarget, readReference, type Target } from './reference.ts';
import { type Evaluation, search } from './search.ts';

export type FitOptions = Changes & {
  vary?: string[];
  target?: string[];
  reference?: string;
  seeds?: string;
  evaluations?: string;
  jobs?: string;
  out: string;
  force?: boolean;
  json?: boolean;
  quiet?: boolean;
};

const FILES = { fit: 'fit.json', report: 'report.html' } as const;

/** A misfit that no parameters have: of a setting that cannot be simulated, or that lacks a figure. */
const HOPELESS = 1e6;

/** Searches parameters with which a scenario comes nearest to reference data; resolves to the exit code. */
export async function fit(nameOrFile: string, options: FitOptions, version: string): Promise<number> {
  const interruption = watchInterruption();
  const factors = (options.vary ?? []).map(parseFactor);
  const ranges = factors.map(({ distribution, path }) => {
    if (distribution?.name === 'uniform') return distribution.parameters;
    throw new BadInput(`--vary ${path}: expected a range to search, from:to`);
  });
  if (factors.length === 0) throw new BadInput('--vary: expected at least one, path=from:to');
  const targets = targetsIn(options);
  const seeds = parseSeeds(options.seeds ?? '5', 1000);
  const most = wholeNumber(options.evaluations, '--evaluations', 1, 100_000) ?? 60;
  const base = readBase(nameOrFile, options);
  const key = sweepKey(base, version);
  const pool = new Pool({ size: wholeNumber(options.jobs, '--jobs', 1, 1024) ?? availableParallelism() });
  pool.announce(key, { base });
  const textsOf = (values: readonly number[], own: readonly string[]) => [
    ...factors.map(({ path }, k) => `${path}=${JSON.stringify(values[k])}`),
    ...own,
  ];
  try {
    await requireValid(
      pool,
      key,
      textsOf(
        ranges.map(([low, high]) => (low + high) / 2),
        targets[0].settings,
      ),
      seeds[0],
    );
    const centre = ranges.map(([low, high]) => (low + high) / 2);
    const first = await simulate(pool, key, targets, seeds.slice(0, 1), (own) => textsOf(centre, own));
    if (!first.some(Number.isFinite)) throw unknownFigures(targets);
    const { folder, release } = claimFolder(options.out, options.force === true, Object.values(FILES));
    try {
      let done = 0;
      const means = new Map<Evaluation['values'], number[]>();
      const found = await search(
        ranges.map(([low]) => low),
        ranges.map(([, high]) => high),
        most,
        async (values) => {
          if (interruption.requested) throw new Interrupted();
          const figures = await simulate(pool, key, targets, seeds, (own) => textsOf(values, own));
          means.set(values, figures);
          const misfit = figures.every(Number.isFinite) ? misfitOf(targets, figures) : HOPELESS;
          if (!options.quiet && process.stderr.isTTY)
            process.stderr.write(`\r${++done} of ${most} points\u001b[K`);
          return misfit;
        },
      ).catch((error: unknown) => {
        if (error instanceof Interrupted) return undefined;
        throw error;
      });
      if (!options.quiet && process.stderr.isTTY) process.stderr.write('\r\u001b[K');
      if (!found) return ExitCode.interrupted;
      const best = found.reduce((least, one) => (one.misfit < least.misfit ? one : least));
      if (best.misfit >= HOPELESS) throw unknownFigures(targets);
      const result = {
        scenario: nameOrFile,
        version,
        seeds,
        parameters: Object.fromEntries(factors.map(({ path }, k) => [path, best.values[k]])),
        misfit: best.misfit,
        targets: targets.map((target, k) => ({ ...target, fitted: means.get(best.values)![k] })),
        sensitivity: factors.map(({ path }, k) => ({ path, range: rangeWithin(found, best, k) })),
        evaluations: found,
      };
      writeWhole(join(folder, FILES.fit), `${JSON.stringify(result, null, 2)}\n`);
      writeWhole(join(folder, FILES.report), page(result));
      if (options.json) process.stdout.write(`${JSON.stringify(result)}\n`);
      else if (!options.quiet) process.stdout.write(describe(result, folder));
      return ExitCode.done;
    } finally {
      release();
    }
  } finally {
    await pool.close();
  }
}

class Interrupted extends Error {}

function unknownFigures(targets: readonly Target[]): BadInput {
  const names = [...new Set(targets.map(({ figure }) => figure))].join(', ');
  return new BadInput(
    `${names}: no run has all these figures as numbers; the table of wend sweep lists those that it has`,
  );
}

function targetsIn({ reference, target }: FitOptions): Target[] {
  const targets = [
    ...(target ?? []).map(parseTarget),
    ...(reference === undefined ? [] : readReference(reference)),
  ];
  if (targets.length === 0)
    throw new BadInput('--target or --reference: expected one at least, to compare with');
  return targets;
}

async function requireValid(pool: Pool, key: string, texts: readonly string[], seed: number): Promise<void> {
  const { problem } = await pool.check(key, texts, seed);
  if (problem !== undefined) throw new BadInput(problem);
}

/** The means of the figures of all targets over the seeds; targets of one setting share its runs. */
async function simulate(
  pool: Pool,
  key: string,
  targets: readonly Target[],
  seeds: readonly number[],
  textsOf: (own: readonly string[]) => readonly string[],
): Promise<number[]> {
  const settings = [...new Set(targets.map((target) => JSON.stringify(target.settings)))];
  const rows = await Promise.all(
    settings.map((text) =>
      Promise.all(
        seeds.map((seed, index) => {
          const own = textsOf(JSON.parse(text) as string[]);
          return pool.run(key, { index, key: runKey(key, own, seed), settings: own, seed });
        }),
      ),
    ),
  );
  return targets.map(({ figure, settings: own }) => {
    const values = rows[settings.indexOf(JSON.stringify(own))].map(({ figures }) => figures[figure]);
    return values.every((value) => typeof value === 'number') ? meanOf(values as number[]) : Number.NaN;
  });
}

/** The values of a parameter that do nearly as well: a wide range means that the data say little about it. */
function rangeWithin(found: readonly Evaluation[], best: Evaluation, factor: number): [number, number] {
  const near = found
    .filter(({ misfit }) => misfit <= 1.25 * best.misfit + 1e-9)
    .map(({ values }) => values[factor]);
  return [Math.min(...near), Math.max(...near)];
}

type Result = {
  scenario: string;
  parameters: Record<string, number>;
  misfit: number;
  targets: (Target & { fitted: number })[];
  sensitivity: { path: string; range: [number, number] }[];
  evaluations: readonly Evaluation[];
};

function describe({ evaluations, misfit, parameters, sensitivity, targets }: Result, folder: string): string {
  const lines = [
    `misfit ${short(misfit)} after ${evaluations.length} points`,
    ...sensitivity.map(
      ({ path, range }) =>
        `  ${path} = ${short(parameters[path])} (nearly as good from ${short(range[0])} to ${short(range[1])})`,
    ),
    ...targets.map(
      ({ figure, fitted, settings, value }) =>
        `  ${[...settings, figure].join(' ')}: ${short(fitted)}, reference ${short(value)}`,
    ),
    `  report      ${join(folder, FILES.report)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function page(result: Result): string {
  const paths = Object.keys(result.parameters);
  const known = result.evaluations.filter(({ misfit }) => misfit < HOPELESS);
  const top = Math.max(...known.map(({ misfit }) => misfit)) || 1;
  const plots = paths.map((path, factor) => {
    const values = known.map((one) => one.values[factor]);
    const room = 0.05 * (Math.max(...values) - Math.min(...values)) || 1;
    return drawPlot({
      title: `Misfit over ${path}`,
      x: { label: path, min: Math.min(...values) - room, max: Math.max(...values) + room },
      y: { label: 'misfit', min: 0, max: 1.05 * top },
      curves: [],
      clouds: [
        {
          label: 'points of the search',
          points: known.map((one) => [one.values[factor], one.misfit] as const),
          colour: palette[0],
        },
      ],
      marks: [{ x: result.parameters[path], y: result.misfit, symbol: 'filled' }],
    });
  });
  const rows = result.targets.map(
    ({ figure, fitted, settings, value }) =>
      `<tr><th scope="row">${escapeText([...settings, figure].join(' '))}</th><td>${short(value)}</td><td>${short(fitted)}</td></tr>`,
  );
  const own = plots.map((svg, k) =>
    svg.replaceAll('id="plot"', `id="plot-${k}"`).replaceAll('url(#plot)', `url(#plot-${k})`),
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Fit of ${escapeText(result.scenario)}</title><style>
${styles}
figure svg { max-width: 100%; height: auto; }
</style></head>
<body><main>
<h1>Fit of ${escapeText(result.scenario)}</h1>
<pre>${escapeText(describe(result, '.'))}</pre>
<table><thead><tr><th>figure</th><th>reference</th><th>fitted</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>
${own.map((svg) => `<figure>${svg.replace(/^<\?xml[^>]*>\n?/, '')}</figure>`).join('\n')}
</main></body>
</html>
`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}
