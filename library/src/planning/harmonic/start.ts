import { cos, exp, log } from '../../numerics/index.ts';
import { isBarredSide, type MoveCosts, openBeside, type Terrain } from '../map/index.ts';
import { createLevel, createLevels, type Level } from './levels.ts';
import { FILLED, inPieces, PIECE, type Work } from './work.ts';

/** What is unknown in a field: the open cells that are joined to a source, in the order of their distance from it. */
export type Unknowns = {
  /** The cell of each row. */
  cells: Int32Array;
  /** The row of each cell; −1: closed or not joined to a source; the number of rows: a source. */
  rowOf: Int32Array;
  /** What walking costs, where the ground is not plain. */
  costs: MoveCosts | undefined;
  /** On such ground, by row: the pivot of its equation, and by how much −ln μ grows along a passage as wide. */
  diagonal: Float64Array | undefined;
  rise: Float64Array | undefined;
};

/** Rows of the budget for a cell: of the search, of a part of the equations, of a look at its neighbours, of its coefficients. */
const SEARCHED = 4;
const EQUATION = 4;
const LOOK = 2;
const EXPONENTIALS = 6;

/** Breadth first from the sources, from side to side, against the direction of walking. */
export function* findUnknowns(terrain: Terrain, sources: Int32Array, costs?: MoveCosts): Work<Unknowns> {
  const { map, open, queue } = terrain;
  const { columns } = map;
  const rowOf = new Int32Array(open.length).fill(-1);
  let end = 0;
  for (let k = 0; k < sources.length; k++) {
    if (rowOf[sources[k]] >= 0) continue;
    rowOf[sources[k]] = 0;
    queue[end++] = sources[k];
  }
  const sourceCount = end;
  yield FILLED * open.length;
  for (let head = 0; head < end; ) {
    const from = head;
    for (const until = Math.min(end, head + PIECE); head < until; head++) {
      const cell = queue[head];
      const column = cell % columns;
      for (let side = 0; side < 4; side++) {
        const next = openBeside(terrain, cell, column, side);
        if (next < 0 || rowOf[next] >= 0) continue;
        if (costs && isBarredSide(costs, next, side ^ 1)) continue;
        rowOf[next] = 0;
        queue[end++] = next;
      }
    }
    yield SEARCHED * (head - from);
  }
  const cells = queue.slice(sourceCount, end);
  yield FILLED * cells.length;
  for (let k = 0; k < sourceCount; k++) rowOf[queue[k]] = cells.length;
  yield* inPieces(cells.length, 1, (from, to) => {
    for (let row = from; row < to; row++) rowOf[cells[row]] = row;
  });
  return { cells, rowOf, costs, diagonal: undefined, rise: undefined };
}

/**
 * The row beside a cell that its equation has; −1: none. A gate has an opening if agents walk through it on their way to a
 * source, as the search found it, and none otherwise.
 */
export function rowBeside(
  terrain: Terrain,
  { cells, costs, rowOf }: Unknowns,
  cell: number,
  column: number,
  side: number,
): number {
  const beside = openBeside(terrain, cell, column, side);
  if (beside < 0) return -1;
  const row = rowOf[beside];
  if (!costs || row < 0) return row;
  const isOut = row === cells.length || row < rowOf[cell];
  return (isOut ? isBarredSide(costs, cell, side) : isBarredSide(costs, beside, side ^ 1)) ? -1 : row;
}

/** The equations of the unknowns, all levels of them; values are set by setValues. */
export function* createSystem(terrain: Terrain, unknowns: Unknowns): Work<Level[]> {
  const { cells } = unknowns;
  const { columns } = terrain.map;
  const start = new Int32Array(cells.length + 1);
  const column = new Int32Array(4 * cells.length);
  let entries = 0;
  yield* inPieces(cells.length, EQUATION, (from, to) => {
    for (let row = from; row < to; row++) {
      const cell = cells[row];
      for (let side = 0; side < 4; side++) {
        const other = rowBeside(terrain, unknowns, cell, cell % columns, side);
        if (other >= 0) column[entries++] = other;
      }
      start[row + 1] = entries;
    }
  });
  const x = new Int32Array(cells.length);
  const y = new Int32Array(cells.length);
  yield* inPieces(cells.length, 1, (from, to) => {
    for (let row = from; row < to; row++) {
      x[row] = cells[row] % columns;
      y[row] = (cells[row] - x[row]) / columns;
    }
  });
  const filled = column.slice(0, entries);
  yield FILLED * entries;
  const first = createLevel(start, filled);
  yield FILLED * entries;
  return yield* createLevels(first, x, y);
}

/** −ln μ grows by this much at most from a cell to the next: each is at least a quarter of every neighbour. */
const STEEPEST = 1.3862943611198906;

/**
 * A first guess of −ln μ, row by row outwards. Along a straight passage of w cells it is exact: there μ falls by the factor
 * e^(−κ) from cell to cell, cosh κ = 2 − cos(π / (w + 1)). Where an earlier field went down the same path, by as much as that did.
 */
export function* guessPotential(
  { cells, diagonal, rise: rises }: Unknowns,
  widths: Int32Array,
  rates: Float64Array,
  level: Level,
  earlier: Float64Array | undefined,
  potential: Float64Array,
): Work {
  const { column, count, start } = level;
  potential[count] = 0;
  yield* inPieces(count, LOOK, (from, to) => {
    for (let row = from; row < to; row++) {
      const cell = cells[row];
      const rate = rises ? rises[row] : rates[widths[cell]];
      const steepest = diagonal ? log(diagonal[row]) : STEEPEST;
      const old = earlier ? earlier[cell] : Number.POSITIVE_INFINITY;
      let best = Number.POSITIVE_INFINITY;
      for (let entry = start[row]; entry < start[row + 1]; entry++) {
        const other = column[entry];
        if (other >= row && other !== count) continue;
        let rise = rate;
        if (earlier && other !== count && old < Number.POSITIVE_INFINITY) {
          const change = old - earlier[cells[other]];
          if (change > 0) rise = Math.min(steepest, change);
        } else if (other === count && old < steepest) rise = old;
        best = Math.min(best, potential[other] + rise);
      }
      potential[row] = best;
    }
  });
}

/** By how much −ln μ grows from cell to cell along a passage, by its width in cells. */
export function ratesByWidth({ map: { columns, rows } }: Terrain): Float64Array {
  const rates = new Float64Array(Math.max(columns, rows) + 1);
  for (let width = 1; width < rates.length; width++) {
    const hyperbolic = 2 - cos(Math.PI / (width + 1));
    rates[width] = log(hyperbolic + Math.sqrt(hyperbolic * hyperbolic - 1));
  }
  return rates;
}

/** Open cells in a line through each cell, across or upright, whichever are fewer. */
export function* measureWidths({ map: { columns, rows }, open }: Terrain): Work<Int32Array> {
  const widths = new Int32Array(open.length);
  for (let first = 0; first < open.length; first += columns) {
    measureRun(open, widths, first, 1, columns);
    yield columns;
  }
  for (let first = 0; first < columns; first++) {
    measureRun(open, widths, first, columns, rows);
    yield rows;
  }
  return widths;
}

function measureRun(
  open: Uint8Array,
  widths: Int32Array,
  first: number,
  stride: number,
  count: number,
): void {
  for (let from = 0; from < count; ) {
    let to = from;
    while (to < count && open[first + to * stride] === 1) to++;
    for (let k = from; k < to; k++) {
      const cell = first + k * stride;
      widths[cell] = widths[cell] === 0 ? to - from : Math.min(widths[cell], to - from);
    }
    from = to + 1;
  }
}

/** What is smaller adds nothing to a sum, and its square would soon be among the smallest doubles, which are slow. */
const SMALLEST_SHARE = 1e-20;

/** The values of the first level for unknowns that are factors on e^(−potential), and the shares on all levels. */
export function* setValues(levels: Level[], { diagonal: pivots }: Unknowns, potential: Float64Array): Work {
  const { column, count, diagonal, start, value, y } = levels[0];
  yield* inPieces(count, EXPONENTIALS, (from, to) => {
    for (let entry = start[from], row = from; row < to; row++) {
      for (const end = start[row + 1]; entry < end; entry++)
        value[entry] = exp(potential[row] - potential[column[entry]]);
      diagonal[row] = pivots ? pivots[row] : 4;
      y[row] = 1;
    }
  });
  let fine = potential;
  for (let k = 0; k + 1 < levels.length; k++) {
    const { aggregate, share } = levels[k];
    const below = fine;
    const coarse = new Float64Array(levels[k + 1].count).fill(Number.POSITIVE_INFINITY);
    yield FILLED * coarse.length;
    yield* inPieces(share.length, 1, (from, to) => {
      for (let row = from; row < to; row++)
        coarse[aggregate[row]] = Math.min(coarse[aggregate[row]], below[row]);
    });
    yield* inPieces(share.length, LOOK, (from, to) => {
      for (let row = from; row < to; row++) {
        const part = exp(coarse[aggregate[row]] - below[row]);
        share[row] = part < SMALLEST_SHARE ? 0 : part;
      }
    });
    fine = coarse;
  }
}

/** Puts what has been found into the potential. */
export function* foldValues({ count, y }: Level, potential: Float64Array): Work {
  yield* inPieces(count, LOOK, (from, to) => {
    for (let row = from; row < to; row++) potential[row] -= log(y[row]);
  });
}
