import { FILLED, inPieces, type Work } from './work.ts';

/**
 * Systems of equations on a graph: diagonal_i · y_i = Σ value_ij · y_j over the entries of row i, where column `count` is the
 * sources, whose y is 1. Rows are in the order in which they are met going out from the sources, on every level.
 */
export type Level = {
  readonly count: number;
  readonly start: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
  readonly diagonal: Float64Array;
  /** The unknowns, and 1 for the sources. */
  readonly y: Float64Array;
  /** The size of the solution at each row, relative to the largest of its aggregate. */
  readonly share: Float64Array;
  /** The row of the next level that a row belongs to; empty on the last level. */
  aggregate: Int32Array;
  /** Where an entry is added to on the next level: an entry there, or −1: to the diagonal. */
  slot: Int32Array;
};

/** A level with so few rows is solved by sweeps alone. */
const FEWEST = 24;
/** A row that is put into the next level counts as this many rows of the budget. */
const JOINED = 3;

export function createLevel(start: Int32Array, column: Int32Array): Level {
  const count = start.length - 1;
  return {
    count,
    start,
    column,
    value: new Float64Array(column.length),
    diagonal: new Float64Array(count),
    y: new Float64Array(count + 1).fill(1),
    share: new Float64Array(count).fill(1),
    aggregate: new Int32Array(0),
    slot: new Int32Array(0),
  };
}

/**
 * Makes coarser and coarser levels. Rows are joined if they lie in one block of 2 × 2 and are connected inside it, so that
 * nothing is joined through a wall, however thin.
 */
export function* createLevels(first: Level, columns: Int32Array, rows: Int32Array): Work<Level[]> {
  const levels = [first];
  let x = columns;
  let y = rows;
  for (let level = first; level.count > FEWEST; ) {
    const leaders: Int32Array = yield* joinBlocks(level, x, y);
    const next = createLevel(...(yield* patternOf(level, leaders.length)));
    yield FILLED * next.column.length;
    if (next.count === level.count) break;
    levels.push(next);
    x = halved(x, leaders);
    y = halved(y, leaders);
    yield leaders.length;
    level = next;
  }
  const last = levels[levels.length - 1];
  last.aggregate = new Int32Array(0);
  last.slot = new Int32Array(0);
  return levels;
}

function halved(places: Int32Array, rows: Int32Array): Int32Array {
  const half = new Int32Array(rows.length);
  for (let k = 0; k < rows.length; k++) half[k] = places[rows[k]] >> 1;
  return half;
}

/** Fills in the aggregates of a level; returns a row of each. */
function* joinBlocks(level: Level, x: Int32Array, y: Int32Array): Work<Int32Array> {
  const { column, count, start } = level;
  const aggregate = new Int32Array(count).fill(-1);
  const leaders = new Int32Array(count);
  const stack = new Int32Array(count);
  let joined = 0;
  yield FILLED * count;
  yield* inPieces(count, JOINED, (from, to) => {
    for (let row = from; row < to; row++) {
      if (aggregate[row] >= 0) continue;
      const blockX = x[row] >> 1;
      const blockY = y[row] >> 1;
      let height = 0;
      stack[height++] = row;
      aggregate[row] = joined;
      while (height > 0) {
        const member = stack[--height];
        for (let entry = start[member]; entry < start[member + 1]; entry++) {
          const other = column[entry];
          if (other === count || aggregate[other] >= 0) continue;
          if (x[other] >> 1 !== blockX || y[other] >> 1 !== blockY) continue;
          aggregate[other] = joined;
          stack[height++] = other;
        }
      }
      leaders[joined++] = row;
    }
  });
  level.aggregate = aggregate;
  return leaders.slice(0, joined);
}

/** The entries of the next level, and where those of this one go. */
function* patternOf(level: Level, joined: number): Work<[Int32Array, Int32Array]> {
  const { aggregate, column, count, start } = level;
  // The members of each aggregate, one after the other.
  const memberStart = new Int32Array(joined + 1);
  yield* inPieces(count, 1, (from, to) => {
    for (let row = from; row < to; row++) memberStart[aggregate[row] + 1]++;
  });
  for (let k = 0; k < joined; k++) memberStart[k + 1] += memberStart[k];
  const members = new Int32Array(count);
  const filled = memberStart.slice();
  yield joined;
  yield* inPieces(count, 1, (from, to) => {
    for (let row = from; row < to; row++) members[filled[aggregate[row]]++] = row;
  });
  const slot = new Int32Array(column.length);
  const nextStart = new Int32Array(joined + 1);
  const nextColumn = new Int32Array(column.length);
  const place = new Int32Array(joined + 1).fill(-1);
  let entries = 0;
  yield* inPieces(joined, 4 * JOINED, (from, to) => {
    for (let k = from; k < to; k++) {
      const first = entries;
      for (let m = memberStart[k]; m < memberStart[k + 1]; m++) {
        const row = members[m];
        for (let entry = start[row]; entry < start[row + 1]; entry++) {
          const other = column[entry] === count ? joined : aggregate[column[entry]];
          if (other === k) {
            slot[entry] = -1;
            continue;
          }
          if (place[other] < first) {
            place[other] = entries;
            nextColumn[entries++] = other;
          }
          slot[entry] = place[other];
        }
      }
      nextStart[k + 1] = entries;
    }
  });
  level.slot = slot;
  const filledColumn = nextColumn.slice(0, entries);
  yield FILLED * entries;
  return [nextStart, filledColumn];
}
