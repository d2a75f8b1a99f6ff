import { beginLists, type Crowd, type NearLists, reserveEntries } from '../../crowd/index.ts';
import { fillSpaceTorus, type SpaceTorus } from './torus.ts';

/** Lists the near sets of a crowd in space by looking at every pair. */
export function findPairsInSpace(crowd: Crowd, due: Uint8Array, lists: NearLists): void {
  const { x, y, z } = crowd.motion;
  const { viewRadius } = crowd.traits;
  beginLists(lists, crowd.capacity);
  for (let row = 0; row < crowd.count; row++) {
    if (due[row] === 0) continue;
    const items = reserveEntries(lists, crowd.count);
    const radius = viewRadius[row];
    const start = lists.length;
    let end = start;
    for (let other = 0; other < crowd.count; other++) {
      if (other === row) continue;
      const dx = x[other] - x[row];
      const dy = y[other] - y[row];
      const dz = z[other] - z[row];
      if (dx * dx + dy * dy + dz * dz <= radius * radius) items[end++] = other;
    }
    lists.starts[row] = start;
    lists.counts[row] = end - start;
    lists.length = end;
  }
}

/** Lists the near sets of a crowd in space from the cells around each agent: see ../grid.ts. */
export function searchSpaceGrid(torus: SpaceTorus, crowd: Crowd, due: Uint8Array, lists: NearLists): void {
  const { count } = crowd;
  const { viewRadius } = crowd.traits;
  const { x, y, z } = crowd.motion;
  beginLists(lists, crowd.capacity);
  if (count === 0) return;
  let reach = 0;
  for (let row = 0; row < count; row++) if (viewRadius[row] > reach) reach = viewRadius[row];
  fillSpaceTorus(torus, count, x, y, z, reach);
  collectLists(torus, count, viewRadius, due, lists);
  lists.order.set(torus.order.subarray(0, count));
}

function collectLists(
  torus: SpaceTorus,
  count: number,
  viewRadius: Float64Array,
  due: Uint8Array,
  lists: NearLists,
): void {
  const { span, width, height, depth, starts, order, x, y, z } = torus;
  const inverse = 1 / torus.cellSize;
  const columnMask = width - 1;
  const rowMask = height - 1;
  const layerMask = depth - 1;
  let items = lists.items;
  let end = 0;
  for (let place = 0; place < count; place++) {
    const row = order[place];
    if (due[row] === 0) continue;
    const ownX = x[place];
    const ownY = y[place];
    const ownZ = z[place];
    const squaredRadius = viewRadius[row] * viewRadius[row];
    const cellColumn = Math.floor(ownX * inverse);
    const cellRow = Math.floor(ownY * inverse);
    const cellLayer = Math.floor(ownZ * inverse);
    const first = (cellColumn - span) & columnMask;
    const last = (cellColumn + span) & columnMask;
    // A block that crosses the torus's seam is two runs of buckets, any other is one.
    const seam = first > last;
    const start = end;
    for (let layer = -span; layer <= span; layer++) {
      const layerBase = ((cellLayer + layer) & layerMask) * height;
      for (let offset = -span; offset <= span; offset++) {
        const base = (layerBase + ((cellRow + offset) & rowMask)) * width;
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
            const dz = z[candidate] - ownZ;
            // Write always, advance only when it is near: see ../grid.ts.
            const near = (dx * dx + dy * dy + dz * dz <= squaredRadius) as unknown as number;
            const another = (candidate !== place) as unknown as number;
            items[end] = order[candidate];
            end += near & another;
          }
          from = starts[base];
          to = starts[base + last + 1];
        }
      }
    }
    lists.starts[row] = start;
    lists.counts[row] = end - start;
  }
  lists.length = end;
}
