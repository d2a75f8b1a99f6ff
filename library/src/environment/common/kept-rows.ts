import { beginLists, type Crowd, hasAgent, type NearLists, rowOf } from '../../crowd/index.ts';

/** Whose the rows of something that is kept for more than a step are. */
export type KeptRows = {
  /** The crowd's revision that the rows belong to, and the ids in these rows then. */
  revision: number;
  ids: Float64Array;
  count: number;
  /** Scratch: where those are now. */
  rows: Int32Array;
};

export function createKeptRows(): KeptRows {
  return { revision: -1, ids: new Float64Array(0), count: 0, rows: new Int32Array(0) };
}

/** Remembers who is in which row now. */
export function keepRows(kept: KeptRows, { count, capacity, ids, revision }: Crowd): void {
  kept.revision = revision;
  if (kept.ids.length < capacity) kept.ids = new Float64Array(capacity);
  for (let row = 0; row < count; row++) kept.ids[row] = ids[row];
  kept.count = count;
}

/** The present row of everybody that was kept, by its row then; −1: it has left. */
export function presentRows(kept: KeptRows, crowd: Crowd): Int32Array {
  const { count, ids } = kept;
  if (kept.rows.length < count) kept.rows = new Int32Array(ids.length);
  const { rows } = kept;
  const still = Math.min(count, crowd.count);
  for (let old = 0; old < still; old++) {
    // Most are where they were.
    rows[old] = ids[old] === crowd.ids[old] ? old : hasAgent(crowd, ids[old]) ? rowOf(crowd, ids[old]) : -1;
  }
  for (let old = still; old < count; old++) {
    rows[old] = hasAgent(crowd, ids[old]) ? rowOf(crowd, ids[old]) : -1;
  }
  return rows;
}

/**
 * Gives each agent its kept list in its present row, and where the lists are of agents, with the present rows of those who
 * are still here. Who has just come has an empty list.
 */
export function moveLists(
  lists: NearLists,
  spare: NearLists,
  rows: Int32Array,
  count: number,
  capacity: number,
  ofAgents: boolean,
): void {
  beginLists(spare, capacity);
  const { counts, items, starts } = lists;
  for (let old = 0; old < count; old++) {
    const row = rows[old];
    if (row < 0) continue;
    spare.starts[row] = starts[old];
    spare.counts[row] = ofAgents ? renameEntries(items, starts[old], counts[old], rows) : counts[old];
  }
  swapRows(lists, spare);
}

/** Writes present rows over those of before and closes up where somebody has left; returns how many are left. */
function renameEntries(items: Int32Array, start: number, count: number, rows: Int32Array): number {
  let end = start + count;
  for (let entry = start; entry < end; entry++) {
    const other = rows[items[entry]];
    // Few have moved or left.
    if (other === items[entry]) continue;
    if (other >= 0) items[entry] = other;
    else items[entry--] = items[--end];
  }
  return end - start;
}

/** Gives lists the rows of others; the entries stay where they are. */
function swapRows(lists: NearLists, others: NearLists): void {
  const { counts, order, starts } = lists;
  lists.counts = others.counts;
  lists.order = others.order;
  lists.starts = others.starts;
  others.counts = counts;
  others.order = order;
  others.starts = starts;
}
