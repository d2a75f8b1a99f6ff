import { readColumns, writeColumns } from '../common/index.ts';
import type { PlanningInput } from '../contract.ts';
import { sizeFor } from '../map/index.ts';
import { advanceField, beginField } from './field.ts';
import { addEntry, type Entry, type Fields } from './fields.ts';

type SavedEntry = Pick<Entry, 'number' | 'wanted' | 'requested' | 'ground'> & {
  radius: number;
  isReady: boolean;
  rounds: number;
  repaired: number;
  /** Of the work in hand: rows that were worked on, and how many sources it has; −1: none. */
  done: number;
  sources: number;
};

type Header = Pick<Fields, 'step' | 'debt'> & { list: SavedEntry[]; working: number };

/**
 * The bits of a field depend on the one before it, so all of it is saved. Work in hand is not: it begins again from the same
 * field, on the ground that it began on, and goes on for as many rows, which gives the same bits.
 */
export function writeFields(fields: Fields): Uint8Array {
  const header: Header = {
    list: fields.list.map(({ field, ground, number, requested, size, wanted }) => ({
      number,
      wanted,
      requested,
      ground,
      radius: size.radius,
      isReady: field.isReady,
      rounds: field.rounds,
      repaired: field.repaired,
      done: field.task?.done ?? -1,
      sources: field.task?.sources.cells.length ?? 0,
    })),
    working: fields.working ? fields.list.indexOf(fields.working) : -1,
    step: fields.step,
    debt: fields.debt,
  };
  const columns = fields.list.flatMap((entry) => columnsOf(entry));
  return writeColumns(header, fields.working ? [fields.worked!.open, ...columns] : columns);
}

function columnsOf({ field, open, x, y }: Entry) {
  const { isReady, label, length, next, potential, task } = field;
  return [
    ...[open, x, y],
    ...(isReady ? [potential, next, label, length] : []),
    ...(task ? [task.sources.cells, task.sources.labels] : []),
  ];
}

/** Takes up what writeFields wrote, in a world that has no field yet. */
export function readFields(fields: Fields, input: PlanningInput, bytes: Uint8Array): void {
  const { end, fill, header } = readColumns<Header>(bytes);
  fields.step = header.step;
  fields.debt = header.debt;
  const entries = header.list.map(({ number, radius }) =>
    addEntry(fields, input, number, sizeFor(fields, input, radius)),
  );
  if (header.working >= 0) fill(fields.worked!.open);
  for (let k = 0; k < entries.length; k++) {
    const entry = entries[k];
    const { field } = entry;
    const { done, ground, isReady, repaired, requested, rounds, sources, wanted } = header.list[k];
    Object.assign(entry, { wanted, requested, ground });
    Object.assign(field, { isReady, rounds, repaired });
    for (const column of columnsOf(entry)) fill(column);
    if (done < 0) continue;
    const cells = new Int32Array(sources);
    const labels = new Int32Array(sources);
    fill(cells);
    fill(labels);
    beginField(field, { cells, labels });
    advanceField(field, done);
  }
  end();
  if (header.working >= 0) fields.working = fields.list[header.working];
}
