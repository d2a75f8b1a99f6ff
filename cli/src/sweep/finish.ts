import { join } from 'node:path';
import { inOrder, type Rows } from './rows/rows.ts';
import type { RunRow } from './runs/run-one.ts';
import { type Acceptance, usualAcceptance } from './statistics/convergence.ts';
import { type SettingSummary, summarizeSetting } from './summary.ts';
import { findColumns, type TableRow } from './table/columns.ts';
import { csvHeader, csvLine } from './table/csv.ts';
import { Output } from './table/output.ts';
import { ParquetFile } from './table/parquet.ts';

/** Names of the files of a sweep. */
export const sweepFiles = {
  journal: 'runs.jsonl',
  design: 'design.json',
  csv: 'table.csv',
  parquet: 'table.parquet',
  summary: 'summary.json',
  report: 'report.html',
} as const;

/** What the table is about. */
export type TableSubject = {
  scenario: string;
  version: string;
  paths: readonly string[];
  seeds: readonly number[];
  /** The values of a setting as the user gave them. */
  valuesOf: (setting: number) => readonly unknown[];
  /** When runs are enough. */
  acceptance?: Acceptance;
};

/**
 * Writes the tables and the summary of a sweep from its journal, a row at a time: memory does not grow with the number of
 * runs. `visit` sees the summary of each setting with its rows; after the last one, `report` makes the page. All files
 * appear together, or none does.
 */
export function writeTables(
  folder: string,
  subject: TableSubject,
  rows: Rows,
  visit: (summary: SettingSummary, rows: readonly RunRow[]) => void,
  report: () => string,
): void {
  const opened: Output[] = [];
  try {
    for (const name of [sweepFiles.csv, sweepFiles.parquet, sweepFiles.summary, sweepFiles.report]) {
      opened.push(new Output(join(folder, name)));
    }
    const [csv, parquetOutput, summary, page] = opened;
    const columns = findColumns(subject.paths, tableRows(subject, rows));
    const parquet = new ParquetFile(parquetOutput, columns, {
      'wend.version': subject.version,
      'wend.scenario': subject.scenario,
    });
    csv.write(csvHeader(columns));
    summary.write(summaryHead(subject, rows));
    let ofSetting: TableRow[] = [];
    let separator = '\n';
    const closeSetting = () => {
      if (ofSetting.length === 0) return;
      const [{ parameters, setting }] = ofSetting;
      const named = Object.fromEntries(subject.paths.map((path, k) => [path, parameters[k]]));
      const runs = ofSetting.map(({ row }) => row);
      const found = summarizeSetting(setting, named, runs, subject.acceptance);
      summary.write(`${separator}    ${JSON.stringify(found)}`);
      separator = ',\n';
      visit(found, runs);
      ofSetting = [];
    };
    for (const row of tableRows(subject, rows)) {
      if (ofSetting.length > 0 && ofSetting[0].setting !== row.setting) closeSetting();
      ofSetting.push(row);
      csv.write(csvLine(columns, row));
      parquet.write(row);
    }
    closeSetting();
    summary.write('\n  ]\n}\n');
    parquet.finish();
    page.write(report());
    for (const output of opened) output.finish();
    for (const output of opened) output.publish();
  } catch (error) {
    for (const output of opened) output.discard();
    throw error;
  }
}

function summaryHead(subject: TableSubject, { done, failed }: Rows): string {
  const { acceptance = usualAcceptance, paths, scenario, seeds, version } = subject;
  const known = { scenario, version, runs: done, failed, seeds, parameters: paths, acceptance };
  const head = JSON.stringify(known, null, 2);
  return `${head.slice(0, -2)},\n  "settings": [`;
}

function* tableRows({ seeds, valuesOf }: TableSubject, rows: Rows): Generator<TableRow> {
  let [setting, parameters]: [number, readonly unknown[]] = [-1, []];
  for (const row of inOrder(rows)) {
    const own = Math.floor(row.index / seeds.length);
    if (own !== setting) [setting, parameters] = [own, valuesOf(own)];
    yield { row, setting, parameters };
  }
}
