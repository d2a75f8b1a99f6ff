import { beginLists, type Crowd, hasAgent, type NearLists, rowOf, stampList } from '../../crowd/index.ts';

/** Whose the rows of something that is kept for more than a step are. */
export type KeptRows = {
  /** The crowd's revision that the rows belong to, and the ids in these rows then. */
  revision: number;
  ids: Float64Array;
  count: number;
  /** Scratch: where those are now. */
  rows: Int32Array;
  /** 1 where they are elsewhere or have left. */
  moved: Uint8Array;
};

export function createKeptRows(): KeptRows {
  return {
    ...{ revision: -1, ids: new Float64Array(0), count: 0 },
    ...{ rows: new Int32Array(0), moved: new Uint8Array(0) },
  };
}

/** Remembers who is in which row now. */
export function keepRows(kept: KeptRows, { count, capacity, ids, revision }: Crowd): void {
  kept.revision = revision;
  if (kept.ids.length < capacity) kept.ids = new Float64Array(capacity);
  kept.ids.set(ids.subarray(0, count));
  kept.count = count;
}

/** Finds the present row of everybody that was kept, by its row then; −1: it has left. Returns how many are here. */
export function findRows(kept: KeptRows, crowd: Crowd): number {
  const { count, ids } = kept;
  if (kept.rows.length < count) {
    kept.rows = new Int32Array(ids.length);
    kept.moved = new Uint8Array(ids.length);
  }
  const { moved, rows } = kept;
  const { ids: present } = crowd;
  const still = Math.min(count, crowd.count);
  let here = 0;
  for (let old = 0; old < count; old++) {
    // Most are where they were.
    const isStill = old < still && ids[old] === present[old];
    const row = isStill ? old : hasAgent(crowd, ids[old]) ? rowOf(crowd, ids[old]) : -1;
    rows[old] = row;
    moved[old] = isStill ? 0 : 1;
    if (row >= 0) here++;
  }
  return here;
}

/**
 * Gives each agent its kept list in its present row, and where the lists are of agents, with the present rows of those who
 * are still here. Who has just come has an empty list. The kept rows are those of before, and findRows has been asked.
 */
export function moveLists(
  { count, moved, rows }: KeptRows,
  lists: NearLists,
  spare: NearLists,
  capacity: number,
  ofAgents: boolean,
): void {
  beginLists(spare, capacity);
  const { counts, items, stamps, starts } = lists;
  const { counts: newCounts, stamps: newStamps, starts: newStarts } = spare;
  if (ofAgents) findBlocks(items, lists.length, moved);
  const flags = blocks;
  for (let old = 0; old < count; old++) {
    const row = rows[old];
    if (row < 0) continue;
    const start = starts[old];
    const end = start + counts[old];
    newStarts[row] = start;
    newCounts[row] = end - start;
    newStamps[row] = stamps[old];
    if (!ofAgents || start === end) continue;
    let any = 0;
    for (let block = start >> BLOCK; block <= (end - 1) >> BLOCK; block++) any |= flags[block];
    if (any === 0) continue;
    newCounts[row] = renameEntries(items, start, end, rows);
    stampList(spare, row);
  }
  swapRows(lists, spare);
}

/** Entries are looked through in blocks of 2⁵. */
const BLOCK = 5;
let blocks = new Uint8Array(0);

/** Marks the blocks of entries that name anybody who has moved: few. Forwards through memory, and without branches. */
function findBlocks(items: Int32Array, length: number, moved: Uint8Array): void {
  const count = (length + (1 << BLOCK) - 1) >> BLOCK;
  if (blocks.length < count) blocks = new Uint8Array(2 * count);
  for (let block = 0; block < count; block++) {
    const end = Math.min(length, (block + 1) << BLOCK);
    let any = 0;
    for (let entry = block << BLOCK; entry < end; entry++) any |= moved[items[entry]];
    blocks[block] = any;
  }
}

/** Writes present rows over those of before and closes up where somebody has left; returns how many are left. */
function renameEntries(items: Int32Array, start: number, end: number, rows: Int32Array): number {
  let kept = start;
  for (let entry = start; entry < end; entry++) {
    const row = rows[items[entry]];
    if (row >= 0) items[kept++] = row;
  }
  return kept - start;
}

/** Gives lists the rows of others; the entries stay where they are. */
function swapRows(lists: NearLists, others: NearLists): void {
  const { counts, order, stamps, starts } = lists;
  lists.counts = others.counts;
  lists.order = others.order;
  lists.stamps = others.stamps;
  lists.starts = others.starts;
  others.counts = counts;
  others.order = order;
  others.stamps = stamps;
  others.starts = starts;
}
