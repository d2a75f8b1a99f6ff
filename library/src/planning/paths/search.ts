import type { Front } from '../map/index.ts';
import { FROM_START, followers, MOVE_X, MOVE_Y, type Moves } from './moves.ts';

/**
 * Lengths are a + b√2 with whole a and b. They are kept as the whole number a·STRAIGHT + b·DIAGONAL, where
 * DIAGONAL / STRAIGHT is a convergent of √2: no fraction with a smaller denominator lies between the two, so two lengths
 * compare as the true ones do as long as they differ by fewer than STRAIGHT diagonal steps. A map has 8 million cells at
 * the most, and the sums stay below 2^53: the additions are exact.
 */
export const STRAIGHT = 15_994_428;
export const DIAGONAL = 22_619_537;

/** Values of search.state. */
export const SearchState = { running: 0, found: 1, none: 2 } as const;

/** Queues of cells by estimated length, eight to the side of a cell; one step adds less than three sides. */
const BUCKETS = 32;
const PER_UNIT = 8 / STRAIGHT;

/** The estimate distinguishes this many separate places; it merges any others. */
const MAXIMUM_BOXES = 8;

/**
 * The shortest path from a cell to the nearest of several, by A* over moves in canonical order. Nothing is cleared between
 * searches: what a cell holds counts only if its mark is that of the search.
 */
export type Search = {
  moves: Moves;
  generation: number;
  /** The search that last came to each cell, and the one that it was a goal of. */
  mark: Int32Array;
  goalMark: Int32Array;
  /** Length from the start, and least length that is left. */
  length: Float64Array;
  left: Float64Array;
  /** The move by which the shortest known path enters the cell. */
  entry: Uint8Array;
  /** Entries that are of the shortest length, a bit for each, and those that have not been followed yet. */
  entries: Uint8Array;
  pending: Uint8Array;
  /** Lists of the buckets; −1 ends one. bucket 255: in none. */
  next: Int32Array;
  previous: Int32Array;
  bucket: Uint8Array;
  heads: Int32Array;
  /** The queue of searches over ground that is not plain. */
  front: Front | undefined;
  /** The bucket that is being emptied, counted on without end, and how many cells wait in all. */
  level: number;
  waiting: number;
  /** Boxes of cells that hold the goals. */
  boxes: Int32Array;
  boxCount: number;
  start: number;
  /** The nearest goal reached so far, and its length. */
  reached: number;
  best: number;
  state: number;
  /** Cells followed so far: the work done. */
  expanded: number;
};

const NO_BUCKET = 255;

/** Searches over ground that is not plain, registered where worlds have such ground. */
type UnevenSearch = { begin(search: Search): void; run(search: Search, limit: number): number };

let uneven: UnevenSearch | undefined;

export function registerUnevenSearch(search: UnevenSearch): void {
  uneven = search;
}

export function createSearch(moves: Moves): Search {
  const size = moves.columns * moves.rows;
  return {
    moves,
    generation: 0,
    mark: new Int32Array(size),
    goalMark: new Int32Array(size),
    length: new Float64Array(size),
    left: new Float64Array(size),
    entry: new Uint8Array(size),
    entries: new Uint8Array(size),
    pending: new Uint8Array(size),
    next: new Int32Array(size),
    previous: new Int32Array(size),
    bucket: new Uint8Array(size),
    heads: new Int32Array(BUCKETS).fill(-1),
    front: undefined,
    level: 0,
    waiting: 0,
    boxes: new Int32Array(4 * MAXIMUM_BOXES),
    boxCount: 0,
    start: -1,
    reached: -1,
    best: Number.POSITIVE_INFINITY,
    state: SearchState.none,
    expanded: 0,
  };
}

/** Begins a search from a cell; goals are added next. The moves may be others than before, of a map of the same size. */
export function beginSearch(search: Search, moves: Moves, start: number): void {
  search.moves = moves;
  if (++search.generation === 0x7fffffff) {
    search.generation = 1;
    search.mark.fill(0);
    search.goalMark.fill(0);
  }
  if (moves.costs) uneven!.begin(search);
  search.heads.fill(-1);
  search.level = 0;
  search.waiting = 0;
  search.boxCount = 0;
  search.start = start;
  search.reached = -1;
  search.best = Number.POSITIVE_INFINITY;
  search.state = SearchState.none;
  search.expanded = 0;
}

/** Adds goals that lie near each other: cells[from] … cells[to − 1]. Those that are closed do not count. */
export function addGoals(search: Search, cells: ArrayLike<number>, from = 0, to = cells.length): void {
  const { boxes, generation, goalMark, moves } = search;
  let minX = moves.columns;
  let minY = moves.rows;
  let maxX = -1;
  let maxY = -1;
  for (let k = from; k < to; k++) {
    const cell = cells[k];
    if (moves.open[cell] === 0) continue;
    goalMark[cell] = generation;
    const row = Math.trunc(cell / moves.columns);
    const column = cell - row * moves.columns;
    minX = Math.min(minX, column);
    maxX = Math.max(maxX, column);
    minY = Math.min(minY, row);
    maxY = Math.max(maxY, row);
  }
  if (maxX < 0) return;
  const full = search.boxCount === MAXIMUM_BOXES;
  const box = 4 * (full ? MAXIMUM_BOXES - 1 : search.boxCount++);
  boxes[box] = full ? Math.min(boxes[box], minX) : minX;
  boxes[box + 1] = full ? Math.min(boxes[box + 1], minY) : minY;
  boxes[box + 2] = full ? Math.max(boxes[box + 2], maxX) : maxX;
  boxes[box + 3] = full ? Math.max(boxes[box + 3], maxY) : maxY;
  search.state = moves.open[search.start] === 1 ? SearchState.running : SearchState.none;
}

/**
 * Continues with a search for `limit` more cells at most, or to its end; says its state. How it is cut into parts has no
 * bearing on what it finds.
 */
export function runSearch(search: Search, limit = Number.POSITIVE_INFINITY): number {
  if (search.state !== SearchState.running) return search.state;
  if (search.moves.costs) return uneven!.run(search, limit);
  if (search.expanded === 0) enqueueStart(search);
  const { bucket, entries, entry, generation, goalMark, heads, left, length, mark, next, pending, previous } =
    search;
  const { around, columns } = search.moves;
  const end = search.expanded + limit;
  while (search.waiting > 0) {
    const head = search.level & (BUCKETS - 1);
    const cell = heads[head];
    if (cell < 0) {
      search.level++;
      // All that are left to follow are longer by estimate than the goal that was reached.
      if (search.level > search.best * PER_UNIT) break;
      continue;
    }
    if (search.expanded >= end) return SearchState.running;
    const after = next[cell];
    heads[head] = after;
    if (after >= 0) previous[after] = -1;
    bucket[cell] = NO_BUCKET;
    search.waiting--;
    const soFar = length[cell];
    if (soFar + left[cell] >= search.best) continue;
    search.expanded++;
    let follow = 0;
    if (cell === search.start) follow = followers[FROM_START * 256 + around[cell]];
    else {
      let entered = pending[cell];
      while (entered !== 0) {
        const move = 31 - Math.clz32(entered);
        entered ^= 1 << move;
        follow |= followers[move * 256 + around[cell]];
      }
    }
    pending[cell] = 0;
    while (follow !== 0) {
      const move = 31 - Math.clz32(follow);
      follow ^= 1 << move;
      const to = cell + MOVE_X[move] + MOVE_Y[move] * columns;
      const total = soFar + ((move & 1) === 0 ? STRAIGHT : DIAGONAL);
      if (mark[to] === generation) {
        if (total > length[to]) continue;
        if (total < length[to]) {
          length[to] = total;
          entry[to] = move;
          entries[to] = 0;
          pending[to] = 0;
          if (bucket[to] !== NO_BUCKET) unlink(search, to);
        } else if (((entries[to] >> move) & 1) === 1) continue;
      } else {
        mark[to] = generation;
        length[to] = total;
        left[to] = estimate(search, to);
        entry[to] = move;
        entries[to] = 0;
        pending[to] = 0;
        bucket[to] = NO_BUCKET;
      }
      entries[to] |= 1 << move;
      pending[to] |= 1 << move;
      if (goalMark[to] === generation && total < search.best) {
        search.best = total;
        search.reached = to;
      }
      if (bucket[to] !== NO_BUCKET) continue;
      // Queued first, followed first: of equal estimates the one that has come farthest.
      const slot = ((total + left[to]) * PER_UNIT) & (BUCKETS - 1);
      const second = heads[slot];
      next[to] = second;
      previous[to] = -1;
      if (second >= 0) previous[second] = to;
      heads[slot] = to;
      bucket[to] = slot;
      search.waiting++;
    }
  }
  search.state = search.reached >= 0 ? SearchState.found : SearchState.none;
  return search.state;
}

function enqueueStart(search: Search): void {
  const { generation, start } = search;
  search.mark[start] = generation;
  search.length[start] = 0;
  search.left[start] = estimate(search, start);
  search.pending[start] = 0;
  search.entries[start] = 0;
  search.next[start] = -1;
  search.previous[start] = -1;
  if (search.goalMark[start] === generation) {
    search.best = 0;
    search.reached = start;
    return;
  }
  search.level = Math.trunc(search.left[start] * PER_UNIT);
  search.bucket[start] = search.level & (BUCKETS - 1);
  search.heads[search.bucket[start]] = start;
  search.waiting = 1;
}

function unlink(search: Search, cell: number): void {
  const { bucket, heads, next, previous } = search;
  const before = previous[cell];
  const after = next[cell];
  if (before >= 0) next[before] = after;
  else heads[bucket[cell]] = after;
  if (after >= 0) previous[after] = before;
  bucket[cell] = NO_BUCKET;
  search.waiting--;
}

/** The distance to the nearest of the boxes if nothing were in between. */
export function estimate({ boxCount, boxes, moves }: Search, cell: number): number {
  const row = Math.trunc(cell / moves.columns);
  const column = cell - row * moves.columns;
  let least = Number.POSITIVE_INFINITY;
  for (let box = 0; box < 4 * boxCount; box += 4) {
    const across = Math.max(boxes[box] - column, column - boxes[box + 2], 0);
    const along = Math.max(boxes[box + 1] - row, row - boxes[box + 3], 0);
    const diagonal = Math.min(across, along);
    const far = diagonal * DIAGONAL + (Math.max(across, along) - diagonal) * STRAIGHT;
    if (far < least) least = far;
  }
  return least;
}

/** Cells of the path that was found, its ends included. */
export function countNodes({ entry, moves, reached, start }: Search): number {
  let count = 1;
  for (let cell = reached; cell !== start; count++) cell -= stepOf(moves, entry[cell]);
  return count;
}

/** Writes the cells of the path that was found, from the start on, to path[offset] … */
export function writePath(search: Search, path: Int32Array, offset: number): void {
  const { entry, moves, reached, start } = search;
  let k = offset + countNodes(search) - 1;
  let cell = reached;
  for (; cell !== start; k--) {
    path[k] = cell;
    cell -= stepOf(moves, entry[cell]);
  }
  path[k] = start;
}

const stepOf = ({ columns }: Moves, move: number) => MOVE_X[move] + MOVE_Y[move] * columns;
