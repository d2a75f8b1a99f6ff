import { beginLists, type Crowd, type NearLists, reserveEntries } from '../crowd/index.ts';
import type { NeighbourIndex } from './contract.ts';
import { searchSpaceGrid } from './space/neighbours.ts';
import { createSpaceTorus, type SpaceTorus } from './space/torus.ts';
import { createTorus, fillTorus, type Torus } from './torus.ts';

/** Sorts the crowd into cells of half the largest view radius and looks at the 25 cells around each agent; 125 in space. */
export function createGridIndex(): NeighbourIndex {
  const torus = createTorus(2);
  let space: SpaceTorus | undefined;
  return {
    name: 'grid',
    update(crowd: Crowd, due: Uint8Array, lists: NearLists): void {
      if (crowd.dimension === 3) {
        space ??= createSpaceTorus(2);
        searchSpaceGrid(space, crowd, due, lists);
        return;
      }
      const { count } = crowd;
      const { viewRadius } = crowd.traits;
      beginLists(lists, crowd.capacity);
      if (count === 0) return;
      let reach = 0;
      for (let row = 0; row < count; row++) if (viewRadius[row] > reach) reach = viewRadius[row];
      fillTorus(torus, count, crowd.motion.x, crowd.motion.y, reach);
      collectLists(torus, count, viewRadius, due, lists);
      lists.order.set(torus.order.subarray(0, count));
    },
  };
}

function collectLists(
  torus: Torus,
  count: number,
  viewRadius: Float64Array,
  due: Uint8Array,
  lists: NearLists,
): void {
  const { span, width, height, starts, order, x, y } = torus;
  const inverse = 1 / torus.cellSize;
  const columnMask = width - 1;
  const rowMask = height - 1;
  let items = lists.items;
  let end = 0;
  // Agents are visited in bucket order: neighbours in space are neighbours in memory.
  for (let place = 0; place < count; place++) {
    const row = order[place];
    if (due[row] === 0) continue;
    const ownX = x[place];
    const ownY = y[place];
    const squaredRadius = viewRadius[row] * viewRadius[row];
    const cellColumn = Math.floor(ownX * inverse);
    const cellRow = Math.floor(ownY * inverse);
    const first = (cellColumn - span) & columnMask;
    const last = (cellColumn + span) & columnMask;
    const start = end;
    for (let offset = -span; offset <= span; offset++) {
      const base = ((cellRow + offset) & rowMask) * width;
      // A block that crosses the torus's seam is two runs of buckets, any other is one.
      const seam = first > last;
      let from = starts[base + first];
      let to = starts[base + (seam ? width : last + 1)];
      for (let run = seam ? 1 : 0; run >= 0; run--) {
        if (items.length < end + to - from) {
          lists.length = end;
          items = reserveEntries(lists, to - from);
        }
        for (let candidate = from; candidate < to; candidate++) {
          const dx = x[candidate] - ownX;
          const dy = y[candidate] - ownY;
          // Write always, advance only when it is near: comparisons used as numbers leave no branch to mispredict.
          const near = (dx * dx + dy * dy <= squaredRadius) as unknown as number;
          const another = (candidate !== place) as unknown as number;
          items[end] = order[candidate];
          end += near & another;
        }
        from = starts[base];
        to = starts[base + last + 1];
      }
    }
    lists.starts[row] = start;
    lists.counts[row] = end - start;
  }
  lists.length = end;
}
