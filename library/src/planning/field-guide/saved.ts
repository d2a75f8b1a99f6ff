import type { PlanningInput } from '../base/contract.ts';
import { sizeFor } from '../map/index.ts';
import { readColumns, writeColumns } from './bytes.ts';
import { FIRST_SET, type Kept } from './kept.ts';
import { addField, type Column, type Fields, type SharedField } from './shared-fields.ts';

type SavedField = Pick<Kept, 'number' | 'wanted' | 'requested' | 'ground'> & {
  radius: number;
  isReady: boolean;
  /** The further numbers of the kind of field. */
  numbers: number[];
};

type Header = {
  step: number;
  spent: number;
  list: SavedField[];
  /** The field that is being made, as a place in the list; −1: none. */
  working: number;
  work: number[];
};

/**
 * Fields depend on the ground, the crowd or the field before them at the time when they were made: all are saved whole, and
 * the unfinished work so that it continues to the same bits.
 */
export function writeFields(fields: Fields): Uint8Array {
  const { list, maker, spent, step, working } = fields;
  const work = working ? maker.saveWork(working) : { numbers: [], columns: [] };
  const header: Header = {
    step,
    spent,
    list: list.map((field) => ({
      number: field.number,
      wanted: field.wanted,
      requested: field.requested,
      ground: field.ground,
      radius: field.size.radius,
      isReady: field.isReady,
      numbers: maker.numbers.map((key) => Number((field as Record<string, unknown>)[key])),
    })),
    working: working ? list.indexOf(working) : -1,
    work: work.numbers,
  };
  return writeColumns(header, [...list.flatMap((field) => columnsOf(fields, field)), ...work.columns]);
}

function columnsOf({ maker }: Fields, field: SharedField): Column[] {
  return [field.open, field.x, field.y, ...(field.isReady ? maker.columnsOf(field) : [])];
}

/** Restores what writeFields wrote, in a world that has no field yet. */
export function readFields(fields: Fields, input: PlanningInput, bytes: Uint8Array): void {
  const { end, fill, header } = readColumns<Header>(bytes);
  const { list, maker } = fields;
  fields.step = header.step;
  fields.spent = header.spent;
  const { targetSets, targets } = input;
  for (const { number, numbers, radius, ...saved } of header.list) {
    const isKnown = number < FIRST_SET ? number < targets.count : number < FIRST_SET + targetSets.length;
    if (!(Number.isInteger(number) && number >= 0 && isKnown))
      throw new Error(`no targets have the number ${number}`);
    const field = addField(fields, input, number, sizeFor(fields, input, radius));
    Object.assign(field, saved);
    for (let k = 0; k < numbers.length; k++) Object.assign(field, { [maker.numbers[k]]: numbers[k] });
  }
  for (const field of list) for (const column of columnsOf(fields, field)) fill(column);
  if (header.working >= 0) {
    if (!(header.working < list.length)) throw new Error(`no field has the place ${header.working}`);
    fields.working = list[header.working];
    maker.loadWork(fields.working, header.work, fill);
  }
  end();
}
