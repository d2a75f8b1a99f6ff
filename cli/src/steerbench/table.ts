import type { Outcome } from './outcome.ts';

type Column = { title: string; left?: true; cell: (outcome: Outcome) => string };

const orDash = (value: number | null) => (value === null ? '–' : value.toFixed(0));

/** The columns of the table, in the terminal and in the report. */
export const columns: readonly Column[] = [
  { title: 'case', left: true, cell: ({ name }) => name },
  { title: 'agents', cell: ({ agents }) => String(agents) },
  { title: 'completed', cell: ({ completed, runs }) => `${completed}/${runs}` },
  { title: 'serious', cell: ({ seriousCollisions }) => String(seriousCollisions) },
  { title: 'collisions', cell: ({ collisions }) => String(collisions) },
  { title: 'touches', cell: ({ touches }) => String(touches) },
  { title: 'median', cell: ({ score }) => score.median.toFixed(0) },
  { title: 'worst', cell: ({ score }) => score.worst.toFixed(0) },
  { title: 'published', cell: ({ figures }) => orDash(figures.published) },
  { title: 'measured', cell: ({ figures }) => orDash(figures.measured) },
  { title: 'verdict', left: true, cell: ({ verdict }) => verdict },
];

/** The outcomes as lines of text. */
export function tableIn(outcomes: readonly Outcome[]): string {
  const rows = [
    columns.map(({ title }) => title),
    ...outcomes.map((one) => columns.map(({ cell }) => cell(one))),
  ];
  const widths = columns.map((_, k) => Math.max(...rows.map((row) => row[k].length)));
  const lines = rows.map((row) =>
    row
      .map((cell, k) => (columns[k].left ? cell.padEnd(widths[k]) : cell.padStart(widths[k])))
      .join('  ')
      .trimEnd(),
  );
  return `${[...lines, '', summaryIn(outcomes)].join('\n')}\n`;
}

/** How many cases are below the figures to beat, in a sentence. */
export function summaryIn(outcomes: readonly Outcome[]): string {
  const compared = outcomes.filter(({ difference }) => difference !== null);
  const below = compared.filter(({ difference, passed }) => passed && difference! < 0);
  const failed = outcomes.filter(({ passed }) => !passed);
  const parts = [
    compared.length === 0
      ? 'No case has a figure to compare with'
      : `${below.length} of ${compared.length} cases with a figure are below it`,
  ];
  if (failed.length > 0) parts.push(`not passed: ${failed.map(({ name }) => name).join(', ')}`);
  return `${parts.join('; ')}.`;
}
