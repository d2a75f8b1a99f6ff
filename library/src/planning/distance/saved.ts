import { readColumns, writeColumns } from '../common/index.ts';
import type { PlanningInput } from '../contract.ts';
import { sizeFor } from '../map/index.ts';
import { addField, countsCrowd, type Field, type Fields } from './fields.ts';
import { createMarch } from './march.ts';

/** What is kept of each field besides its times. */
type SavedField = Pick<Field, 'number' | 'isReady' | 'requested' | 'wanted' | 'begun' | 'ground'> & {
  radius: number;
};

type Header = Pick<Fields, 'step' | 'spent'> & {
  list: SavedField[];
  /** The field that is being made, as a place in the list, and the size of its front; −1: none. */
  marching: number;
  front: number;
};

/**
 * Fields depend on what the crowd was like when they were made, and a march may be under way: both are saved whole, as a
 * line of JSON and raw columns.
 */
export function writeFields(fields: Fields): Uint8Array {
  const { list, march, marching, spent, step } = fields;
  const header: Header = {
    list: list.map(({ number, size, isReady, requested, wanted, begun, ground }) => ({
      number,
      radius: size.radius,
      isReady,
      requested,
      wanted,
      begun,
      ground,
    })),
    marching: marching ? list.indexOf(marching) : -1,
    front: marching ? march!.front.count : 0,
    step,
    spent,
  };
  return writeColumns(header, columnsOf(fields, header.front));
}

/** Takes up what writeFields wrote, in a world that has no field yet. */
export function readFields(fields: Fields, input: PlanningInput, bytes: Uint8Array): void {
  const { end, fill, header } = readColumns<Header>(bytes);
  for (const { number, radius, ...saved } of header.list) {
    Object.assign(addField(fields, input, number, sizeFor(fields, input, radius)), saved);
  }
  fields.step = header.step;
  fields.spent = header.spent;
  if (header.marching >= 0) {
    const field = fields.list[header.marching];
    const terrain = field.size.roomy;
    fields.marching = field;
    fields.march = createMarch(terrain);
    if (countsCrowd(fields)) fields.march.crossing = new Float64Array(terrain.open.length);
    fields.march.front.count = header.front;
  }
  for (const column of columnsOf(fields, header.front)) fill(column);
  end();
}

function columnsOf({ list, march, marching }: Fields, front: number) {
  const columns = list.flatMap(({ isReady, label, open, time, x, y }) => [
    ...(isReady ? [time, label] : []),
    open,
    x,
    y,
  ]);
  if (!marching || !march) return columns;
  const { crossing, known, label, open, time } = march;
  const { cell, place, time: times } = march.front;
  return [
    ...columns,
    ...[open, time, label, known, place, cell.subarray(0, front), times.subarray(0, front)],
    ...(crossing ? [crossing] : []),
  ];
}
