import { hasRow, type Rows, storeRow } from './rows/rows.ts';
import type { Executor } from './runs/executor.ts';
import type { RunRequest } from './runs/run-one.ts';

/** The runs of a sweep by their numbers. */
export type Runs = { count: number; requestOf: (index: number) => RunRequest };

/** What the user sees and wants meanwhile. */
export type Watch = {
  /** Resolves when the user wants to end. */
  interrupted: Promise<void>;
  onRow: () => void;
};

/** Which runs this process does: all, or one part of several. */
export type Part = { part: number; of: number };

/**
 * Does all runs that have no row yet, as many at a time as the executor takes. Rows are stored as they come. Resolves to
 * whether it was interrupted.
 */
export async function runAll(
  runs: Runs,
  executor: Executor,
  rows: Rows,
  watch: Watch,
  { of, part }: Part = { part: 0, of: 1 },
): Promise<boolean> {
  let next = part;
  let isInterrupted = false;
  const stop = watch.interrupted.then(() => {
    isInterrupted = true;
    return undefined;
  });
  const lane = async () => {
    while (!isInterrupted) {
      while (next < runs.count && hasRow(rows, next)) next += of;
      if (next >= runs.count) return;
      const request = runs.requestOf(next);
      next += of;
      const row = await Promise.race([executor.run(request), stop]);
      if (row === undefined) return;
      storeRow(rows, row);
      watch.onRow();
    }
  };
  await Promise.all(Array.from({ length: executor.width }, lane));
  return isInterrupted;
}
