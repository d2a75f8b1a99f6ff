import { inPieces, type Work } from './work.ts';

/** So few cells are eliminated as they come. */
const FEW = 6;

/**
 * The order of elimination, as numbers that count down to 1: halves of the ground first, and last the line of cells that parts
 * them; and the halves in the same way. Cells of different halves then never share an equation before the line does.
 */
export function* dissect(cells: Int32Array, columns: number): Work<Int32Array> {
  const count = cells.length;
  const x = new Int32Array(count);
  const y = new Int32Array(count);
  const order = new Int32Array(count);
  yield* inPieces(count, 2, (from, to) => {
    for (let k = from; k < to; k++) {
      x[k] = cells[k] % columns;
      y[k] = (cells[k] - x[k]) / columns;
      order[k] = k;
    }
  });
  const spare = new Int32Array(count);
  yield* partLarge(order, spare, x, y, 0, count);
  const number = new Int32Array(count);
  yield* inPieces(count, 1, (from, to) => {
    for (let k = from; k < to; k++) number[order[k]] = count - k;
  });
  return number;
}

/** Rows of the budget for a cell that is put into its half. */
const PARTED = 2;
/** This many cells are put into order in one piece, in about this many turns. */
const AT_ONCE = 256;
const TURNS = 6;

function* partLarge(
  order: Int32Array,
  spare: Int32Array,
  x: Int32Array,
  y: Int32Array,
  from: number,
  to: number,
): Work {
  if (to - from <= AT_ONCE) {
    part(order, spare, x, y, from, to);
    yield PARTED * TURNS * (to - from);
    return;
  }
  const { before, line } = halve(order, spare, x, y, from, to);
  yield PARTED * (to - from);
  yield* partLarge(order, spare, x, y, from, before);
  yield* partLarge(order, spare, x, y, before, line);
}

function part(
  order: Int32Array,
  spare: Int32Array,
  x: Int32Array,
  y: Int32Array,
  from: number,
  to: number,
): void {
  if (to - from <= FEW) return;
  const { before, line } = halve(order, spare, x, y, from, to);
  part(order, spare, x, y, from, before);
  part(order, spare, x, y, before, line);
}

/** Puts a part of the order into one half, the other, and the line between them; returns where the first two end. */
function halve(
  order: Int32Array,
  spare: Int32Array,
  x: Int32Array,
  y: Int32Array,
  from: number,
  to: number,
): { before: number; line: number } {
  let minX = x[order[from]];
  let maxX = minX;
  let minY = y[order[from]];
  let maxY = minY;
  for (let k = from; k < to; k++) {
    const row = order[k];
    if (x[row] < minX) minX = x[row];
    if (x[row] > maxX) maxX = x[row];
    if (y[row] < minY) minY = y[row];
    if (y[row] > maxY) maxY = y[row];
  }
  const along = maxX - minX >= maxY - minY ? x : y;
  const middle = along === x ? (minX + maxX) >> 1 : (minY + maxY) >> 1;
  // Kept in their order: those before the line in place, the others through the spare list.
  let before = from;
  let behind = 0;
  let line = to;
  for (let k = from; k < to; k++) {
    const row = order[k];
    if (along[row] < middle) order[before++] = row;
    else if (along[row] > middle) spare[behind++] = row;
    else spare[--line] = row;
  }
  for (let k = 0; k < behind; k++) order[before + k] = spare[k];
  for (let k = line; k < to; k++) order[k] = spare[k];
  return { before, line };
}
