import { isBarredSide, isNarrow, type MoveCosts, openBeside, type Terrain } from '../map/index.ts';
import type { Unknowns } from './start.ts';
import { inPieces, PIECE, type Work } from './work.ts';

/** Where to go from each cell. */
export type Descent = {
  /** −ln μ of each cell: 0 at the sources, +∞ where the ground is closed or not joined to a source. */
  potential: Float64Array;
  /** The cell to go to; itself at a source, −1 where no path leads to one. */
  next: Int32Array;
  /** The target at the end of that path; −1: none. */
  label: Int32Array;
  /** Metres from the centre of a cell along the path. */
  length: Float64Array;
  /** Cells whose potential leads nowhere, because it is flat or unknown there: they go to the nearest that does. */
  repaired: number;
};

export function createDescent(size: number): Descent {
  return {
    potential: new Float64Array(size).fill(Number.POSITIVE_INFINITY),
    next: new Int32Array(size).fill(-1),
    label: new Int32Array(size).fill(-1),
    length: new Float64Array(size),
    repaired: 0,
  };
}

const AROUND_X = Int32Array.of(1, 0, -1, 0, 1, -1, -1, 1);
const AROUND_Y = Int32Array.of(0, 1, 0, -1, 1, 1, -1, -1);
/** The bit of a bar against each move; 4: none, as for those across a corner. */
const BAR_OF_MOVE = Int32Array.of(1, 3, 0, 2, 4, 4, 4, 4);
/** The bit of a gate against each move. */
const GATE_OF_MOVE = Int32Array.of(0, 2, 4, 6, 1, 3, 5, 7);

/** Rows of the budget for a cell whose neighbours are compared, and for one on a path. */
const COMPARED = 8;
const FOLLOWED = 3;

/**
 * Finds for every cell that is joined to a source the neighbour of the steepest descent, among eight; across a corner only
 * where both cells beside it are open. Labels of the sources are set already, and all other labels are −1.
 */
export function* findDescent(terrain: Terrain, unknowns: Unknowns, descent: Descent): Work {
  const { label, length, next } = descent;
  const { cells, costs } = unknowns;
  next.fill(-1);
  yield* inPieces(label.length, 1, (from, to) => {
    for (let cell = from; cell < to; cell++) {
      if (label[cell] < 0) continue;
      next[cell] = cell;
      length[cell] = 0;
    }
  });
  yield* inPieces(cells.length, COMPARED, (from, to) => {
    for (let row = from; row < to; row++) next[cells[row]] = steepest(terrain, costs, descent, cells[row]);
  });
  yield* inPieces(cells.length, FOLLOWED, (from, to) => followAll(terrain, cells, from, to, descent));
  yield* repair(terrain, unknowns, descent);
}

/** The neighbour to which the potential falls most in a metre; −1 where none is lower. */
function steepest(
  terrain: Terrain,
  costs: MoveCosts | undefined,
  { potential }: Descent,
  cell: number,
): number {
  const { map, open, threads } = terrain;
  const { columns, rows } = map;
  const bars = threads === undefined ? 0 : threads.barred[cell];
  const gates = costs === undefined ? 0 : costs.barred[cell];
  const column = cell % columns;
  const row = (cell - column) / columns;
  const here = potential[cell];
  let best = -1;
  let most = 0;
  for (let side = 0; side < 8; side++) {
    const dx = AROUND_X[side];
    const dy = AROUND_Y[side];
    const x = column + dx;
    const y = row + dy;
    if (x < 0 || x >= columns || y < 0 || y >= rows) continue;
    const other = y * columns + x;
    if (open[other] === 0 || ((bars >> BAR_OF_MOVE[side]) & 1) === 1) continue;
    if (((gates >> GATE_OF_MOVE[side]) & 1) === 1) continue;
    const isAcross = dx !== 0 && dy !== 0;
    if (isAcross && !isSquareOpen(terrain, cell, dx, dy)) continue;
    const fall = (here - potential[other]) * (isAcross ? Math.SQRT1_2 : 1);
    if (!(fall > most)) continue;
    most = fall;
    best = other;
  }
  return best;
}

/** Whether all four cells of a square are open, and bodies pass all of them at their centres. */
function isSquareOpen(terrain: Terrain, cell: number, dx: number, dy: number): boolean {
  const { map, open, threads } = terrain;
  const beside = cell + dx;
  const above = cell + dy * map.columns;
  if (open[beside] === 0 || open[above] === 0) return false;
  if (threads === undefined) return true;
  return ![cell, beside, above, above + dx].some((k) => isNarrow(terrain, k));
}

/** Labels and lengths along the paths that end at a source. Potentials fall along a path, so that none is a circle. */
function followAll(
  { map, queue }: Terrain,
  cells: Int32Array,
  from: number,
  to: number,
  { label, length, next }: Descent,
): void {
  for (let row = from; row < to; row++) {
    let end = 0;
    let cell = cells[row];
    while (label[cell] < 0 && next[cell] >= 0) {
      queue[end++] = cell;
      cell = next[cell];
    }
    if (label[cell] < 0) {
      // It ends in the middle of nowhere: none of these is to be followed again.
      for (let k = 0; k < end; k++) next[queue[k]] = -1;
      continue;
    }
    while (end > 0) {
      const before = queue[--end];
      label[before] = label[cell];
      length[before] = length[cell] + map.cell * stepLength(map.columns, before, cell);
      cell = before;
    }
  }
}

function stepLength(columns: number, from: number, to: number): number {
  const change = Math.abs(from - to);
  return change === 1 || change === columns ? 1 : Math.SQRT2;
}

/** Ring by ring from the cells that know their path, from side to side; in the first ring the lowest neighbour is followed. */
function* repair(terrain: Terrain, { cells, costs, rowOf }: Unknowns, descent: Descent): Work {
  const { map, queue } = terrain;
  const { label, length, next, potential } = descent;
  const { columns } = map;
  let repaired = 0;
  let end = 0;
  yield* inPieces(cells.length, 1, (from, to) => {
    for (let row = from; row < to; row++) {
      const cell = cells[row];
      if (label[cell] >= 0) continue;
      repaired++;
      for (let side = 0; side < 4; side++) {
        const other = openBeside(terrain, cell, cell % columns, side);
        if (other < 0 || label[other] < 0 || (costs && isBarredSide(costs, cell, side))) continue;
        if (next[cell] < 0) queue[end++] = cell;
        if (next[cell] < 0 || potential[other] < potential[next[cell]]) next[cell] = other;
      }
    }
  });
  descent.repaired = repaired;
  for (let head = 0; head < end; ) {
    const from = head;
    for (const until = Math.min(end, head + PIECE); head < until; head++) {
      const cell = queue[head];
      label[cell] = label[next[cell]];
      length[cell] = length[next[cell]] + map.cell;
      for (let side = 0; side < 4; side++) {
        const other = openBeside(terrain, cell, cell % columns, side);
        if (other < 0 || rowOf[other] < 0 || next[other] >= 0) continue;
        if (costs && isBarredSide(costs, other, side ^ 1)) continue;
        next[other] = cell;
        queue[end++] = other;
      }
    }
    yield FOLLOWED * (head - from);
  }
}
