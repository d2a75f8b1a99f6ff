import { longer } from './columns.ts';

/**
 * The agents or obstacles near each agent: written by the environment layer, read by steering. The things near row i
 * are items[starts[i]] … items[starts[i] + counts[i] − 1], in no particular order; refilled in place.
 */
export type NearLists = {
  starts: Int32Array;
  counts: Int32Array;
  /** Rows of the crowd, or elements of the obstacles. */
  items: Int32Array;
  /** Entries of `items` in use. */
  length: number;
  /**
   * The rows in the order in which their lists were made. Where the index can, it puts agents near each other in space
   * next to each other here, so that a loop in this order finds its data in the cache. It never changes a result.
   */
  order: Int32Array;
};

export type Perception = {
  agents: NearLists;
  obstacles: NearLists;
};

/** Lists for the answers of a neighbour index; beginLists gives them room. */
export function createNearLists(): NearLists {
  return {
    starts: new Int32Array(0),
    counts: new Int32Array(0),
    items: new Int32Array(0),
    length: 0,
    order: new Int32Array(0),
  };
}

export function createPerception(): Perception {
  return { agents: createNearLists(), obstacles: createNearLists() };
}

/** Empties every row's list, makes room for `capacity` rows, and puts them in the order of their numbers. */
export function beginLists(lists: NearLists, capacity: number): void {
  lists.length = 0;
  if (lists.starts.length < capacity) {
    lists.starts = new Int32Array(capacity);
    lists.counts = new Int32Array(capacity);
    lists.order = new Int32Array(capacity);
  } else {
    lists.counts.fill(0);
  }
  putInOrder(lists.order, capacity);
}

/** Makes room for `capacity` rows, whose lists stay as they are, and puts them in the order of their numbers. */
export function reserveLists(lists: NearLists, capacity: number): void {
  if (lists.starts.length < capacity) {
    lists.starts = longer(lists.starts, capacity);
    lists.counts = longer(lists.counts, capacity);
    lists.order = new Int32Array(capacity);
  }
  putInOrder(lists.order, capacity);
}

/** Writes the rows that are due, whose marks are 1, one after another; there is room for all. Returns their number. */
export function listRowsDue(due: Uint8Array, count: number, rows: Int32Array): number {
  let dueCount = 0;
  for (let row = 0; row < count; row++) {
    // Write always, advance only when due: a branch here would often mispredict.
    rows[dueCount] = row;
    dueCount += due[row];
  }
  return dueCount;
}

let numbers = new Int32Array(0);

/** Writes 0, 1, 2 … */
function putInOrder(order: Int32Array, count: number): void {
  if (numbers.length < count) numbers = Int32Array.from({ length: 2 * count }, (_, row) => row);
  order.set(numbers.subarray(0, count));
}

/**
 * Gives the rows that are due their fresh lists; the other rows keep theirs in place. Entries of replaced lists stay
 * as gaps until there are so many that the lists are compacted. The fresh lists are used up.
 */
export function renewLists(
  lists: NearLists,
  fresh: NearLists,
  rowsDue: Int32Array,
  dueCount: number,
  count: number,
): void {
  const before = lists.length;
  // One copy, with any gaps between the lists.
  reserveEntries(lists, fresh.length).set(fresh.items.subarray(0, fresh.length), before);
  lists.length += fresh.length;
  const { counts, starts } = lists;
  const { counts: freshCounts, starts: freshStarts } = fresh;
  for (let k = 0; k < dueCount; k++) {
    const row = rowsDue[k];
    starts[row] = before + freshStarts[row];
    counts[row] = freshCounts[row];
  }
  lists.order.set(fresh.order.subarray(0, count));
  // Gaps are counted once in a while.
  if (Math.floor(before / LOOK) === Math.floor(lists.length / LOOK)) return;
  let used = 0;
  for (let row = 0; row < count; row++) used += lists.counts[row];
  if (lists.length > 1.5 * used + WASTE) gatherLists(lists, count, fresh);
}

/** Entries that may lie about besides half as many as are in use. */
const WASTE = 4096;
/** Entries that are added between two looks. */
const LOOK = 16384;

/** Closes the gaps between lists. */
function gatherLists(lists: NearLists, count: number, spare: NearLists): void {
  spare.length = 0;
  const { items } = lists;
  for (let row = 0; row < count; row++) {
    const length = lists.counts[row];
    const to = reserveEntries(spare, length);
    const start = spare.length;
    const offset = lists.starts[row] - start;
    for (let entry = start; entry < start + length; entry++) to[entry] = items[entry + offset];
    lists.starts[row] = start;
    spare.length = start + length;
  }
  lists.items = spare.items;
  lists.length = spare.length;
  spare.items = items;
  spare.length = 0;
}

/** Makes room for `more` entries behind those in use. Grows by a half: rare, and never twice what is needed. */
export function reserveEntries(lists: NearLists, more: number): Int32Array {
  if (lists.items.length < lists.length + more) {
    const grown = new Int32Array(
      Math.max(lists.length + more, lists.items.length + (lists.items.length >> 1), 1024),
    );
    grown.set(lists.items.subarray(0, lists.length));
    lists.items = grown;
  }
  return lists.items;
}
