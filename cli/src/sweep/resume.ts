import type { Plan } from './plan.ts';
import { placeRow, type Rows, storeRow } from './rows/rows.ts';
import type { RunRow } from './runs/run-one.ts';

type Found = { row: Pick<RunRow, 'index' | 'status'>; place: { offset: number; length: number } };

/**
 * Finds the runs that an earlier sweep has done, by their keys: they may have other numbers there, as after seeds were
 * added. Runs that failed are done again, since the reason may be gone.
 */
export function restoreRows(rows: Rows, plan: Plan): void {
  const known = new Map<string, Found>();
  rows.journal.scan((row, place) => {
    if (row.status === 'done') known.set(row.key, { row: { index: row.index, status: row.status }, place });
  });
  if (known.size === 0) return;
  for (let index = 0; index < plan.count; index++) {
    const found = known.get(plan.requestOf(index).key);
    if (!found) continue;
    if (found.row.index === index) placeRow(rows, found.row as RunRow, found.place);
    else storeRow(rows, { ...rows.journal.read(found.place), index });
  }
}
