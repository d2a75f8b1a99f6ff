import { cos, exp, log } from '../../numerics/index.ts';
import { openBeside, type Terrain } from '../map/index.ts';
import { createLevel, createLevels, type Level } from './levels.ts';

/** What is unknown in a field: the open cells that are joined to a source, in the order of their distance from it. */
export type Unknowns = {
  /** The cell of each row. */
  cells: Int32Array;
  /** The row of each cell; −1: closed or not joined to a source; the number of rows: a source. */
  rowOf: Int32Array;
};

/** Breadth first from the sources, from side to side. */
export function findUnknowns(terrain: Terrain, sources: Int32Array): Unknowns {
  const { map, open, queue } = terrain;
  const { columns } = map;
  const size = open.length;
  const rowOf = new Int32Array(size).fill(-1);
  let end = 0;
  for (let k = 0; k < sources.length; k++) {
    if (rowOf[sources[k]] >= 0) continue;
    rowOf[sources[k]] = 0;
    queue[end++] = sources[k];
  }
  const sourceCount = end;
  for (let head = 0; head < end; head++) {
    const cell = queue[head];
    const column = cell % columns;
    for (let side = 0; side < 4; side++) {
      const next = openBeside(terrain, cell, column, side);
      if (next < 0 || rowOf[next] >= 0) continue;
      rowOf[next] = 0;
      queue[end++] = next;
    }
  }
  const cells = queue.slice(sourceCount, end);
  for (let k = 0; k < sourceCount; k++) rowOf[queue[k]] = cells.length;
  for (let row = 0; row < cells.length; row++) rowOf[cells[row]] = row;
  return { cells, rowOf };
}

/** The equations of the unknowns, all levels of them; values are set by setValues. */
export function createSystem(terrain: Terrain, { cells, rowOf }: Unknowns): Level[] {
  const { columns } = terrain.map;
  const start = new Int32Array(cells.length + 1);
  const column = new Int32Array(4 * cells.length);
  let entries = 0;
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row];
    for (let side = 0; side < 4; side++) {
      const next = openBeside(terrain, cell, cell % columns, side);
      if (next >= 0 && rowOf[next] >= 0) column[entries++] = rowOf[next];
    }
    start[row + 1] = entries;
  }
  return createLevels(
    createLevel(start, column.slice(0, entries)),
    cells.map((cell) => cell % columns),
    cells.map((cell) => Math.floor(cell / columns)),
  );
}

/** −ln μ grows by this much at the most from a cell to the next: each is at least a quarter of every neighbour. */
const STEEPEST = 1.3862943611198906;

/**
 * A first guess of −ln μ, row by row outwards. Along a straight passage of w cells it is exact: there μ falls by the factor
 * e^(−κ) from cell to cell, cosh κ = 2 − cos(π / (w + 1)). Where an earlier field went down the same path, by as much as that did.
 */
export function guessPotential(
  terrain: Terrain,
  { cells }: Unknowns,
  level: Level,
  earlier: Float64Array | undefined,
  potential: Float64Array,
): void {
  const widths = measureWidths(terrain);
  const rates = new Float64Array(Math.max(terrain.map.columns, terrain.map.rows) + 1);
  for (let width = 1; width < rates.length; width++) {
    const hyperbolic = 2 - cos(Math.PI / (width + 1));
    rates[width] = log(hyperbolic + Math.sqrt(hyperbolic * hyperbolic - 1));
  }
  const { column, count, start } = level;
  potential[count] = 0;
  for (let row = 0; row < count; row++) {
    const cell = cells[row];
    const rate = rates[widths[cell]];
    const old = earlier ? earlier[cell] : Number.POSITIVE_INFINITY;
    let best = Number.POSITIVE_INFINITY;
    for (let entry = start[row]; entry < start[row + 1]; entry++) {
      const other = column[entry];
      if (other >= row && other !== count) continue;
      let rise = rate;
      if (earlier && other !== count && old < Number.POSITIVE_INFINITY) {
        const change = old - earlier[cells[other]];
        if (change > 0) rise = Math.min(STEEPEST, change);
      } else if (other === count && old < STEEPEST) rise = old;
      best = Math.min(best, potential[other] + rise);
    }
    potential[row] = best;
  }
}

/** Open cells in a line through each cell, across or upright, whichever are fewer. */
export function measureWidths({ map: { columns, rows }, open }: Terrain): Int32Array {
  const widths = new Int32Array(open.length);
  for (let first = 0; first < open.length; first += columns) measureRun(open, widths, first, 1, columns);
  for (let first = 0; first < columns; first++) measureRun(open, widths, first, columns, rows);
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
export function setValues(levels: Level[], potential: Float64Array): void {
  const { column, count, diagonal, start, value, y } = levels[0];
  for (let row = 0; row < count; row++) {
    for (let entry = start[row]; entry < start[row + 1]; entry++) {
      value[entry] = exp(potential[row] - potential[column[entry]]);
    }
  }
  diagonal.fill(4);
  y.fill(1);
  let fine = potential;
  for (let k = 0; k + 1 < levels.length; k++) {
    const { aggregate, share } = levels[k];
    const coarse = new Float64Array(levels[k + 1].count).fill(Number.POSITIVE_INFINITY);
    for (let row = 0; row < share.length; row++) {
      coarse[aggregate[row]] = Math.min(coarse[aggregate[row]], fine[row]);
    }
    for (let row = 0; row < share.length; row++) {
      const part = exp(coarse[aggregate[row]] - fine[row]);
      share[row] = part < SMALLEST_SHARE ? 0 : part;
    }
    fine = coarse;
  }
}

/** Puts what has been found into the potential. */
export function foldValues({ count, y }: Level, potential: Float64Array): void {
  for (let row = 0; row < count; row++) potential[row] -= log(y[row]);
}
