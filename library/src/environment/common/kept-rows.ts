import { type Crowd, hasAgent, type NearLists, reserveLists, rowOf } from '../../crowd/index.ts';

/** The agents that the rows of a result belong to, for a result that is kept for more than a step. */
export type KeptRows = {
  /** The crowd's revision that the rows belong to, and the ids in these rows then. */
  revision: number;
  ids: Float64Array;
  count: number;
  /**
   * Scratch: the present row of the agent of each kept row, −1 if it has left; the row itself except where findRows
   * has found another.
   */
  rows: Int32Array;
  /** The kept rows whose agents have another row now or have left, and their number. */
  moved: Int32Array;
  movedCount: number;
  /** Scratch: the lists of these, while they get other rows. */
  movedStarts: Int32Array;
  movedCounts: Int32Array;
};

export function createKeptRows(): KeptRows {
  return {
    ...{ revision: -1, ids: new Float64Array(0), count: 0 },
    ...{ rows: new Int32Array(0), moved: new Int32Array(0), movedCount: 0 },
    ...{ movedStarts: new Int32Array(0), movedCounts: new Int32Array(0) },
  };
}

/** Remembers which agent is in which row now. */
export function keepRows(kept: KeptRows, { count, capacity, ids, revision }: Crowd): void {
  kept.revision = revision;
  if (kept.ids.length < capacity) kept.ids = new Float64Array(capacity);
  kept.ids.set(ids.subarray(0, count));
  kept.count = count;
}

/** Finds the present row of every agent that was kept, by its row then; −1: it has left. Returns how many are here. */
export function findRows(kept: KeptRows, crowd: Crowd): number {
  const { count, ids } = kept;
  if (kept.rows.length < ids.length) {
    kept.rows = Int32Array.from(ids, (_, row) => row);
    kept.moved = new Int32Array(ids.length);
  } else {
    for (let k = 0; k < kept.movedCount; k++) kept.rows[kept.moved[k]] = kept.moved[k];
  }
  const { moved, rows } = kept;
  const { count: present, ids: presentIds } = crowd;
  let here = count;
  let movedCount = 0;
  // Most are where they were.
  const still = count < present ? count : present;
  for (let old = 0; old < still; old++) if (ids[old] !== presentIds[old]) moved[movedCount++] = old;
  for (let old = still; old < count; old++) moved[movedCount++] = old;
  for (let k = 0; k < movedCount; k++) {
    const id = ids[moved[k]];
    const row = hasAgent(crowd, id) ? rowOf(crowd, id) : -1;
    rows[moved[k]] = row;
    if (row < 0) here--;
  }
  kept.movedCount = movedCount;
  return here;
}

/**
 * Gives each agent its kept list in its present row; an agent that has just entered has an empty list. Call it after
 * findRows and after renaming the rows in the lists of agents, while the kept rows are still the old ones.
 */
export function moveLists(kept: KeptRows, lists: NearLists, capacity: number): void {
  const { moved, movedCount, rows } = kept;
  reserveLists(lists, capacity);
  if (kept.movedStarts.length < movedCount) {
    kept.movedStarts = new Int32Array(movedCount);
    kept.movedCounts = new Int32Array(movedCount);
  }
  const { movedCounts, movedStarts } = kept;
  for (let k = 0; k < movedCount; k++) {
    movedStarts[k] = lists.starts[moved[k]];
    movedCounts[k] = lists.counts[moved[k]];
    lists.counts[moved[k]] = 0;
  }
  // A new row of a moved agent was either unused or belonged to an agent that has moved too.
  for (let k = 0; k < movedCount; k++) {
    const row = rows[moved[k]];
    if (row < 0) continue;
    lists.starts[row] = movedStarts[k];
    lists.counts[row] = movedCounts[k];
  }
}

/** Replaces old rows by present ones in all lists, and removes agents that have left. Call it after findRows. */
export function renameLists({ count, movedCount, rows }: KeptRows, lists: NearLists): void {
  if (movedCount === 0) return;
  const { counts, items, starts } = lists;
  for (let old = 0; old < count; old++) {
    const end = starts[old] + counts[old];
    // Most lists name no agent that has moved, and are only read.
    let changes = 0;
    for (let entry = starts[old]; entry < end; entry++) changes |= items[entry] ^ rows[items[entry]];
    if (changes !== 0) renameList(lists, old, rows);
  }
}

/** Replaces old rows by present ones in the list of an old row, and closes the gaps of agents that have left. */
function renameList({ counts, items, starts }: NearLists, old: number, rows: Int32Array): void {
  const start = starts[old];
  const end = start + counts[old];
  let kept = start;
  for (let entry = start; entry < end; entry++) {
    const row = rows[items[entry]];
    if (row >= 0) items[kept++] = row;
  }
  counts[old] = kept - start;
}
