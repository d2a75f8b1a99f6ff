import { drawPhasePlane } from 'wend/draw';
import { analyseStability, type CompetitionFixedPoint, type StabilityAnalysis } from 'wend/models';
import { BadInput, ExitCode } from './failure.ts';
import { requireEnding, writeWhole } from './files.ts';

export type StabilityOptions = { alpha: string; gamma?: string; json?: boolean; svg?: string };

/** With more classes than this, only the fixed points that exist are listed. */
const MAXIMUM_LISTED_WHOLE = 4;

/** Finds the fixed points of a competition and reports which of them are stable. */
export function stability(options: StabilityOptions): number {
  if (options.svg !== undefined) requireEnding('--svg', options.svg, '.svg');
  const alpha = readNumbers('--alpha', options.alpha);
  const gamma = readGamma(options.gamma, alpha.length);
  const analysis = analyse(alpha, gamma);
  if (options.svg !== undefined) writePlane(options.svg, alpha, gamma, analysis);
  const stable = analysis.fixedPoints.filter((point) => point.stable);
  if (options.json) {
    const all = { alpha, gamma, ...analysis, stable: stable.map(({ support }) => support) };
    process.stdout.write(`${JSON.stringify(all)}\n`);
  } else {
    process.stdout.write(`${listPoints(analysis)}\n${whatFollows(analysis.fixedPoints)}\n`);
  }
  return ExitCode.done;
}

function readNumbers(option: string, list: string): number[] {
  return list.split(',').map((entry, i) => readNumber(`${option}: entry ${i + 1}`, entry));
}

function readNumber(place: string, entry: string): number {
  const value = entry.trim() === '' ? Number.NaN : Number(entry);
  if (!Number.isFinite(value)) throw new BadInput(`${place} is "${entry.trim()}": expected a number`);
  return value;
}

/** The diagonal has no effect, but a malformed entry there is still reported. */
function readDiagonal(place: string, entry: string): 0 {
  const isNumber = entry.trim() !== '' && Number.isFinite(Number(entry));
  if (entry.trim() === '-' || isNumber) return 0;
  throw new BadInput(`${place} is "${entry.trim()}": on the diagonal expected "-" or a number`);
}

/** γ as a matrix with zeros on the diagonal, from the numbers off it or from whole rows. */
function readGamma(list: string | undefined, classes: number): number[][] {
  const expected = `expected the ${classes * (classes - 1)} numbers off the diagonal row by row, or ${classes} rows of ${classes} separated by ";"`;
  if (list === undefined && classes > 1) throw new BadInput(`--gamma is missing: ${expected}`);
  if (list?.includes(';')) {
    const rows = list.split(';').map((row) => row.split(','));
    if (rows.length !== classes) throw new BadInput(`--gamma has ${rows.length} rows: ${expected}`);
    return rows.map((row, i) => {
      if (row.length !== classes) {
        throw new BadInput(`--gamma: row ${i + 1} has ${row.length} entries: ${expected}`);
      }
      return row.map((entry, j) => {
        const place = `--gamma: row ${i + 1}, entry ${j + 1}`;
        return i === j ? readDiagonal(place, entry) : readNumber(place, entry);
      });
    });
  }
  const numbers = list === undefined || list.trim() === '' ? [] : readNumbers('--gamma', list);
  if (numbers.length !== classes * (classes - 1)) {
    throw new BadInput(`--gamma has ${numbers.length} entries: ${expected}`);
  }
  return Array.from({ length: classes }, (_, i) =>
    Array.from({ length: classes }, (_, j) => {
      return i === j ? 0 : numbers[i * (classes - 1) + (j < i ? j : j - 1)];
    }),
  );
}

/** Rewords the library's message: it names the entry of an object, but here the entry comes from an option. */
function analyse(alpha: number[], gamma: number[][]): StabilityAnalysis {
  try {
    return analyseStability(alpha, gamma);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = error.message
      .replace(/^alpha\[(\d+)\]/, (_, i) => `--alpha: entry ${Number(i) + 1}`)
      .replace(
        /^gamma\[(\d+)\]\[(\d+)\]/,
        (_, i, j) => `--gamma: row ${Number(i) + 1}, entry ${Number(j) + 1}`,
      )
      .replace(/^alpha /, '--alpha ');
    throw new BadInput(message);
  }
}

function writePlane(path: string, alpha: number[], gamma: number[][], analysis: StabilityAnalysis): void {
  if (analysis.classes !== 2) {
    throw new BadInput(`--svg: the phase plane is drawn for 2 classes, --alpha has ${analysis.classes}`);
  }
  const picture = drawPhasePlane({
    title: 'Competition of two classes',
    alpha: [alpha[0], alpha[1]],
    gamma12: gamma[0][1],
    gamma21: gamma[1][0],
    analysis,
  });
  writeWhole(path, picture);
}

/** The fixed points as a table. */
function listPoints({ classes, fixedPoints }: StabilityAnalysis): string {
  const isWhole = classes <= MAXIMUM_LISTED_WHOLE;
  const listed = fixedPoints.filter(({ exists }) => isWhole || exists);
  const numbers = Array.from({ length: classes }, (_, i) => `w${i + 1}`);
  const rows = [
    ['on', ...numbers, 'eigenvalues', ''],
    ...listed.map(({ support, weights, eigenvalues, kind, reason }) => [
      nameClasses(support),
      ...(weights ?? numbers.map(() => null)).map((weight) => (weight === null ? '-' : figure(weight))),
      eigenvalues.length === 0 ? '-' : eigenvalues.map(nameEigenvalue).join('  '),
      kind ?? `does not exist: ${reasons[reason ?? 'singular']}`,
    ]),
  ];
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
  const left = fixedPoints.length - listed.length;
  if (left > 0) lines.push(`and ${left} sets of classes without a fixed point`);
  return `${lines.join('\n')}\n`;
}

const reasons = {
  singular: 'the matrix of rates is singular',
  'negative square': 'a squared weight would be negative',
  'zero square': 'a weight would be 0',
} as const;

/** Six significant figures, without trailing zeros. */
function figure(value: number): string {
  return String(Number(value.toPrecision(6)));
}

function nameEigenvalue({ re, im }: { re: number; im: number }): string {
  return im === 0 ? figure(re) : `${figure(re)}${im < 0 ? '-' : '+'}${figure(Math.abs(im))}i`;
}

/** Class numbers from 1, as in the formulas. */
function nameClasses(support: readonly number[]): string {
  return support.length === 0 ? 'none' : support.map((i) => i + 1).join(',');
}

function whatFollows(points: readonly CompetitionFixedPoint[]): string {
  const stay = points.filter(({ stable }) => stable).map(({ support }) => nameEnd(support));
  const hasMarginal = points.some(({ kind }) => kind === 'marginal');
  const doubt = hasMarginal ? ' A marginal point is on the edge: any change of the rates decides.' : '';
  if (stay.length === 1) return `What stays on: ${stay[0]}.${doubt}`;
  if (stay.length > 1) return `What stays on depends on the start: ${stay.join(', or ')}.${doubt}`;
  if (hasMarginal) return `Nothing is stable.${doubt}`;
  return 'Nothing is stable: the weights never come to rest.';
}

function nameEnd(support: readonly number[]): string {
  if (support.length === 1) return `class ${support[0] + 1} alone`;
  const names = support.map((i) => i + 1);
  return `classes ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
