import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a run cost differs between machines; everything else of a table is the same everywhere. */
const COSTS = 3;

/** The table of a sweep as lines without the columns of costs, which are the last ones. */
export function tableOf(folder: string): string[] {
  const lines = readFileSync(join(folder, 'table.csv'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => line.split(',').slice(0, -COSTS).join());
}

/** The lines as objects; cells of these tests have no commas. */
export function rowsOf(folder: string): Record<string, string>[] {
  const [header, ...lines] = tableOf(folder).map((line) => line.split(','));
  return lines.map((cells) => Object.fromEntries(cells.map((cell, k) => [header[k], cell])));
}

/** How many runs a sweep has done so far. */
export function runsDone(folder: string): number {
  try {
    return readFileSync(join(folder, 'runs.jsonl'), 'utf8').split('\n').length - 1;
  } catch {
    return 0;
  }
}
