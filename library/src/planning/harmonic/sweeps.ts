import { sin } from '../../numerics/index.ts';

/**
 * Relaxation as in the book: every cell becomes the mean of its four neighbours, or goes beyond it by a factor ω. The cells of
 * a chessboard's white squares come first, then the black ones. Slow, plain, and the fast solver's oracle.
 */
export type Sweeps = {
  /** Cells in a row of `values`: those of the map and one more at either end. */
  readonly width: number;
  readonly values: Float64Array;
  /** Places in `values` of the unknowns, white before black. */
  readonly places: Int32Array;
  /** 1: Gauss–Seidel; above: successive over-relaxation. */
  readonly omega: number;
  /** On ground that is not plain: 1 over the pivot of each of `places`, and the sides that its equation has, as bits. */
  readonly inverse: Float64Array | undefined;
  readonly sides: Uint8Array | undefined;
  row: number;
  /** Largest relative change of the current sweep, and of the last one; and the same in absolute terms. */
  change: number;
  lastChange: number;
  step: number;
  lastStep: number;
  count: number;
};

/** The best ω for an empty square of this many cells. */
export function bestOmega(side: number): number {
  return 2 / (1 + sin(Math.PI / side));
}

/** Cells of a map with this many columns and rows; all values that are not set by the caller are 0. */
export function createSweeps(
  columns: number,
  rows: number,
  cells: Int32Array,
  omega: number,
  uneven?: (cell: number) => { pivot: number; sides: number },
): Sweeps {
  const width = columns + 2;
  const places = new Int32Array(cells.length);
  let end = 0;
  for (let colour = 0; colour < 2; colour++) {
    for (let k = 0; k < cells.length; k++) {
      const place = placeOf(cells[k], columns);
      const row = Math.floor(place / width);
      if (((row + (place - row * width)) & 1) === colour) places[end++] = place;
    }
  }
  // In order of place within each colour, whatever order the cells come in: that is the order of memory.
  const white = places.subarray(0, countWhite(places, width));
  white.sort();
  places.subarray(white.length).sort();
  const inverse = uneven && new Float64Array(places.length);
  const sides = uneven && new Uint8Array(places.length);
  for (let k = 0; uneven && k < places.length; k++) {
    const row = Math.floor(places[k] / width);
    const found = uneven((row - 1) * columns + places[k] - row * width - 1);
    inverse![k] = 1 / found.pivot;
    sides![k] = found.sides;
  }
  return {
    width,
    values: new Float64Array(width * (rows + 2)),
    places,
    omega,
    inverse,
    sides,
    row: 0,
    change: 0,
    lastChange: Number.POSITIVE_INFINITY,
    step: 0,
    lastStep: Number.POSITIVE_INFINITY,
    count: 0,
  };
}

function countWhite(places: Int32Array, width: number): number {
  let count = 0;
  while (count < places.length && ((Math.floor(places[count] / width) + (places[count] % width)) & 1) === 0)
    count++;
  return count;
}

/** Where the value of a cell is. */
export function placeOf(cell: number, columns: number): number {
  const row = Math.floor(cell / columns);
  return (row + 1) * (columns + 2) + (cell - row * columns) + 1;
}

/** Smaller values are rounded as they come, and their relative change says nothing. */
const SMALLEST = 1e-290;

/** Continues for this many cells, up to the end of the current sweep; returns how many it took. */
export function advanceSweeps(sweeps: Sweeps, cells: number): number {
  const { inverse, omega, places, sides, values, width } = sweeps;
  const from = sweeps.row;
  const to = Math.min(places.length, from + cells);
  let { change, step } = sweeps;
  for (let row = from; row < to; row++) {
    const place = places[row];
    const old = values[place];
    const mean = sides
      ? inverse![row] * sumOfSides(values, place, width, sides[row])
      : 0.25 * (values[place - 1] + values[place + 1] + values[place - width] + values[place + width]);
    const updated = old + omega * (mean - old);
    values[place] = updated;
    const size = Math.abs(updated - old);
    if (size > step) step = size;
    const least = Math.abs(updated);
    if (size > change * least && least > SMALLEST) change = size / least;
  }
  sweeps.change = change;
  sweeps.step = step;
  sweeps.row = to;
  if (to < places.length) return to - from;
  sweeps.row = 0;
  sweeps.count++;
  sweeps.lastChange = change;
  sweeps.change = 0;
  sweeps.lastStep = step;
  sweeps.step = 0;
  return Math.max(1, to - from);
}

function sumOfSides(values: Float64Array, place: number, width: number, sides: number): number {
  let sum = 0;
  if ((sides & 1) !== 0) sum += values[place - 1];
  if ((sides & 2) !== 0) sum += values[place + 1];
  if ((sides & 4) !== 0) sum += values[place - width];
  if ((sides & 8) !== 0) sum += values[place + width];
  return sum;
}
