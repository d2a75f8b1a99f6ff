import { type NearLists, reserveEntries } from '../../crowd/index.ts';

/** The best few of many candidates: the nearest first, those at equal squared distances by id. */
export type Best = {
  /** How many are wanted, and how many there are. */
  wanted: number;
  count: number;
  squared: Float64Array;
  rows: Int32Array;
  /** No candidate farther than this can become one of the best; infinite until there are enough. */
  limit: number;
};

export function createBest(): Best {
  return {
    wanted: 0,
    count: 0,
    squared: new Float64Array(16),
    rows: new Int32Array(16),
    limit: Number.POSITIVE_INFINITY,
  };
}

export function beginBest(best: Best, count: number): void {
  const wanted = Math.floor(count);
  if (best.rows.length < wanted) {
    best.squared = new Float64Array(2 * wanted);
    best.rows = new Int32Array(2 * wanted);
  }
  best.wanted = wanted;
  best.count = 0;
  best.limit = wanted > 0 ? Number.POSITIVE_INFINITY : -1;
}

export function offerBest(best: Best, squared: number, row: number, ids: Float64Array): void {
  const { rows, wanted } = best;
  const full = best.count === wanted;
  if (full && (squared > best.limit || (squared === best.limit && ids[row] > ids[rows[wanted - 1]]))) return;
  let place = full ? best.count - 1 : best.count++;
  for (; place > 0; place--) {
    const before = best.squared[place - 1];
    if (before < squared || (before === squared && ids[rows[place - 1]] < ids[row])) break;
    best.squared[place] = before;
    rows[place] = rows[place - 1];
  }
  best.squared[place] = squared;
  rows[place] = row;
  if (best.count === wanted) best.limit = best.squared[wanted - 1];
}

/** Appends the best to the lists, as the list of a row. */
export function appendBest(best: Best, row: number, lists: NearLists): void {
  const items = reserveEntries(lists, best.count);
  lists.starts[row] = lists.length;
  lists.counts[row] = best.count;
  for (let place = 0; place < best.count; place++) items[lists.length++] = best.rows[place];
}
