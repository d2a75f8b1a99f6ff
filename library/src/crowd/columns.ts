/**
 * Columns: one typed array for each quantity, one row for each agent. A table of columns is plain data, so
 * growing, moving a row, reordering and saving are written once here and serve every table.
 */

type ColumnKind = 'float64' | 'int32' | 'uint8';
type ColumnArray<Kind extends ColumnKind> = Kind extends 'float64'
  ? Float64Array
  : Kind extends 'int32'
    ? Int32Array
    : Uint8Array;

/** The layout of a table: the name and kind of each column. */
export type Layout = Readonly<Record<string, ColumnKind>>;

/** A table with the columns that a layout names. */
export type Table<Columns extends Layout> = { [Name in keyof Columns]: ColumnArray<Columns[Name]> };

export type AnyTable = Record<string, Float64Array | Int32Array | Uint8Array>;

const constructors = { float64: Float64Array, int32: Int32Array, uint8: Uint8Array } as const;

export function createTable<Columns extends Layout>(layout: Columns, capacity: number): Table<Columns> {
  const table: AnyTable = {};
  for (const name of Object.keys(layout)) table[name] = new constructors[layout[name]](capacity);
  return table as Table<Columns>;
}

/** A longer copy of a column, with zeros at its end. */
export function longer<Column extends Float64Array | Int32Array | Uint8Array>(
  column: Column,
  length: number,
): Column {
  const copy = new (column.constructor as new (length: number) => Column)(length);
  copy.set(column);
  return copy;
}

/** A copy of a column with twice the room. */
export function doubled<Column extends Float64Array | Int32Array | Uint8Array>(column: Column): Column {
  return longer(column, Math.max(64, 2 * column.length));
}

/** Replaces every column by a longer copy. */
export function growTable(table: AnyTable, capacity: number): void {
  for (const name of Object.keys(table)) table[name] = longer(table[name], capacity);
}

/** The largest of the first `count` values of a column, or 0. */
export function largestOf(column: Float64Array, count: number): number {
  let largest = 0;
  for (let row = 0; row < count; row++) if (column[row] > largest) largest = column[row];
  return largest;
}

/** Copies one row over another, in every column. */
export function copyRow(table: AnyTable, from: number, to: number): void {
  for (const name of Object.keys(table)) table[name][to] = table[name][from];
}

/** Sets every column of a row to zero, so that a recycled row remembers nothing. */
export function clearRow(table: AnyTable, row: number): void {
  for (const name of Object.keys(table)) table[name][row] = 0;
}

/** Reorders the first `order.length` rows: row r of the result is row order[r] of before. */
export function permuteTable(table: AnyTable, order: Int32Array): void {
  const count = order.length;
  if (before.length < count) before = new Float64Array(count);
  for (const column of Object.values(table)) {
    for (let row = 0; row < count; row++) before[row] = column[row];
    for (let row = 0; row < count; row++) column[row] = before[order[row]];
  }
}

/** Scratch: a column as it was. Numbers of all columns are the same in 64 bits. */
let before = new Float64Array(0);
