import type { RunRow } from '../runs/run-one.ts';
import type { Journal } from './journal.ts';

/** The rows of a sweep by their numbers, kept in a journal: memory grows by 12 bytes for a run. */
export type Rows = {
  readonly journal: Journal;
  /** Where each row is; −1 where the run is not done. */
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
  done: number;
  failed: number;
};

export function createRows(journal: Journal, count: number): Rows {
  return {
    journal,
    offsets: new Float64Array(count).fill(-1),
    lengths: new Uint32Array(count),
    done: 0,
    failed: 0,
  };
}

export function hasRow({ offsets }: Rows, index: number): boolean {
  return offsets[index] >= 0;
}

/** Stores a row once; a second one of the same run says the same and is ignored. */
export function storeRow(rows: Rows, row: RunRow): void {
  if (hasRow(rows, row.index)) return;
  placeRow(rows, row, rows.journal.append(row));
}

/** Records where the journal has a row. */
export function placeRow(rows: Rows, row: RunRow, place: { offset: number; length: number }): void {
  rows.offsets[row.index] = place.offset;
  rows.lengths[row.index] = place.length;
  rows.done++;
  if (row.status !== 'done') rows.failed++;
}

/** All rows in the order of the runs. */
export function* inOrder({ journal, lengths, offsets }: Rows): Generator<RunRow> {
  for (let index = 0; index < offsets.length; index++) {
    if (offsets[index] >= 0) yield journal.read({ offset: offsets[index], length: lengths[index] });
  }
}
