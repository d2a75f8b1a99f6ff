import { type NearLists, reserveEntries } from '../../crowd/index.ts';
import type { Torus } from './torus.ts';

/** Pairs of points that are near each other: the n-th is items[2n] and items[2n + 1]. */
export type NearPairs = {
  count: number;
  items: Int32Array;
  /** Scratch: beginnings and ends of the runs of points that a point is compared with. */
  runs: Int32Array;
};

export function createNearPairs(): NearPairs {
  return { count: 0, items: new Int32Array(0), runs: new Int32Array(8) };
}

/**
 * Finds all pairs within a reach, each once, in a torus of span 1 that was filled for it: a point is compared with those
 * after it in its own bucket, with the bucket to the right, and with the three above.
 */
export function findPairs(torus: Torus, reach: number, pairs: NearPairs): void {
  const { height, order, starts, width, x, y } = torus;
  const { runs } = pairs;
  const squaredReach = reach * reach;
  let { items } = pairs;
  let end = 0;
  for (let bucket = 0; bucket < width * height; bucket++) {
    const last = starts[bucket + 1];
    if (starts[bucket] === last) continue;
    const runEnd = listRuns(torus, bucket, runs);
    for (let place = starts[bucket]; place < last; place++) {
      const ownX = x[place];
      const ownY = y[place];
      const own = order[place];
      runs[0] = place + 1;
      for (let run = 0; run < runEnd; run += 2) {
        const to = runs[run + 1];
        let candidate = runs[run];
        if (items.length < end + 2 * (to - candidate))
          items = growNearPairs(pairs, end + 2 * (to - candidate));
        for (; candidate < to; candidate++) {
          const dx = x[candidate] - ownX;
          const dy = y[candidate] - ownY;
          // Write always, advance only when it is near: no branch to mispredict, as in collectLists.
          const near = Number(dx * dx + dy * dy <= squaredReach);
          items[end] = own;
          items[end + 1] = order[candidate];
          end += near << 1;
        }
      }
    }
  }
  pairs.count = end >> 1;
}

/**
 * Writes the runs for the points of a bucket; returns their end. The caller sets the start of the first run, which
 * depends on the point.
 */
function listRuns({ height, starts, width }: Torus, bucket: number, runs: Int32Array): number {
  const column = bucket & (width - 1);
  const base = bucket - column;
  const above = base + width < width * height ? base + width : 0;
  const isFirst = column === 0;
  const isLast = column === width - 1;
  runs[1] = starts[bucket + (isLast ? 1 : 2)];
  runs[2] = starts[above + column - (isFirst ? 0 : 1)];
  runs[3] = starts[above + column + (isLast ? 1 : 2)];
  if (!isFirst && !isLast) return 4;
  // The torus's seam: what is to the left of the first column is the last one.
  const beyond = above + (isFirst ? width - 1 : 0);
  runs[4] = starts[beyond];
  runs[5] = starts[beyond + 1];
  if (isFirst) return 6;
  runs[6] = starts[base];
  runs[7] = starts[base + 1];
  return 8;
}

function growNearPairs(pairs: NearPairs, length: number): Int32Array {
  const grown = new Int32Array(2 * length);
  grown.set(pairs.items);
  pairs.items = grown;
  return grown;
}

/** Makes the lists of `count` rows, in lists that were begun: each of a pair names the other. */
export function listPairs(
  { count: pairCount, items: pairs }: NearPairs,
  count: number,
  lists: NearLists,
): void {
  const { counts, starts } = lists;
  const items = reserveEntries(lists, 2 * pairCount);
  for (let k = 0; k < 2 * pairCount; k++) counts[pairs[k]]++;
  let end = 0;
  for (let row = 0; row < count; row++) {
    end += counts[row];
    starts[row] = end;
  }
  // Filled from the back, which leaves the beginnings in starts.
  for (let k = 0; k < 2 * pairCount; k += 2) {
    const first = pairs[k];
    const second = pairs[k + 1];
    items[--starts[first]] = second;
    items[--starts[second]] = first;
  }
  lists.length = end;
}
