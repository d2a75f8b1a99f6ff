import type { Plan } from './plan.ts';
import { placeRow, type Rows, storeRow } from './rows/rows.ts';
import type { RunRow } from './runs/run-one.ts';

type Found = { row: Pick<RunRow, 'index' | 'status'>; place: { offset: number; length: number } };

/**
 * Finds the runs that an earlier sweep has done, by their keys: they may have other numbers there, as after seeds were
 * added. Runs that failed are done again, since the reason may be gone; so are runs without the files that `hasFiles`
 * looks for by number, or whose number another run has taken.
 */
export function restoreRows(rows: Rows, plan: Plan, hasFiles?: (index: number) => boolean): void {
  const known = new Map<string, Found>();
  const lastAt = new Map<number, string>();
  rows.journal.scan(({ index, key, status }, place) => {
    if (status !== 'done') return;
    known.set(key, { row: { index, status }, place });
    if (hasFiles) lastAt.set(index, key);
  });
  if (known.size === 0) return;
  for (let index = 0; index < plan.count; index++) {
    const { key } = plan.requestOf(index);
    const found = known.get(key);
    if (!found) continue;
    if (hasFiles && !(lastAt.get(index) === key && hasFiles(index))) continue;
    if (found.row.index === index) placeRow(rows, found.row as RunRow, found.place);
    else storeRow(rows, { ...rows.journal.read(found.place), index });
  }
}
