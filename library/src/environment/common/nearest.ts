import { beginLists, createNearLists, type NearLists } from '../../crowd/index.ts';
import { appendBest, type Best, beginBest, createBest, offerBest } from './best.ts';

/** Finds the nearest few of a row among those within a radius that grows until there are enough. */
export type NearestSearch = {
  best: Best;
  /** Those within the radius of the present try. */
  found: NearLists;
  /** For each row, the area for each of its nearest agents at the last query, m²: a guess for the next query. */
  shares: Float64Array;
  /** The area of the query before, for a row without one. */
  share: number;
};

/** The functions of an index that this search needs. */
export type Neighbourhood = {
  /** Agents that it knows, and whether that of a row is one of them. */
  known(): number;
  knows(row: number): boolean;
  near(row: number, radius: number, lists: NearLists): void;
  squaredDistance(row: number, other: number): number;
};

export function createNearestSearch(): NearestSearch {
  return { best: createBest(), found: createNearLists(), shares: new Float64Array(0), share: 1 };
}

/**
 * The first try covers this much more area than the last query needed, each further try this much more than the one
 * before.
 */
const FIRST = 1.3;
const FURTHER = 2;
/** Square metres. A share is never smaller, or agents at one place would need many tries when they separate. */
const LEAST = 1e-6;

/** Appends the `count` nearest of a row. Guesses decide how long it takes and never what it finds. */
export function appendNearest(
  search: NearestSearch,
  around: Neighbourhood,
  ids: Float64Array,
  row: number,
  count: number,
  lists: NearLists,
): void {
  const { best, found } = search;
  const others = around.known() - 1;
  beginBest(best, around.knows(row) ? Math.min(count, others) : 0);
  const { wanted } = best;
  if (wanted > 0) {
    if (search.shares.length < ids.length) search.shares = new Float64Array(ids.length);
    if (found.starts.length < ids.length) beginLists(found, ids.length);
    let squaredRadius = (search.shares[row] || search.share) * wanted * FIRST;
    do {
      found.length = 0;
      around.near(row, Math.sqrt(squaredRadius), found);
      squaredRadius *= FURTHER;
    } while (found.counts[row] < wanted);
    const start = found.starts[row];
    const end = start + found.counts[row];
    for (let entry = start; entry < end; entry++) {
      const other = found.items[entry];
      const squared = around.squaredDistance(row, other);
      if (squared <= best.limit) offerBest(best, squared, other, ids);
    }
    search.share = Math.max(best.limit / wanted, LEAST);
    search.shares[row] = search.share;
  }
  appendBest(best, row, lists);
}
