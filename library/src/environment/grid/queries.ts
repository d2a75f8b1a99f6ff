import { largestOf, type NearLists, reserveEntries } from '../../crowd/index.ts';
import type { Torus } from '../cells/torus.ts';
import type { Roster } from '../common/roster.ts';

/** Radii above this many times the mean are not usual. */
const WIDE = 2;

/** The largest of the usual radii: cells made for the few that see much farther would hold too many agents. */
export function usualOf(radii: Float64Array, count: number): number {
  const largest = largestOf(radii, count);
  let sum = 0;
  for (let row = 0; row < count; row++) sum += radii[row];
  const widest = (WIDE * sum) / count;
  if (!(largest > widest)) return largest;
  let usual = 0;
  for (let row = 0; row < count; row++) if (radii[row] <= widest) usual = Math.max(usual, radii[row]);
  return usual;
}

/**
 * Lists the near sets of every row that is due and sees at most as far as `reach`, for which the torus was filled. It writes
 * each candidate and advances only when it is near: comparisons used as numbers leave no branch to mispredict. The plane has a
 * loop of its own because reading heights would make it 15 % slower.
 */
export function collectLists(
  torus: Torus,
  count: number,
  viewRadius: Float64Array,
  reach: number,
  due: Uint8Array,
  lists: NearLists,
): void {
  const { span, width, height, depth, starts, order, x, y, z } = torus;
  const inverse = 1 / torus.cellSize;
  const columnMask = width - 1;
  const rowMask = height - 1;
  const layerMask = depth - 1;
  const layers = depth === 1 ? 0 : span;
  let items = lists.items;
  let end = 0;
  // Agents are visited in bucket order: neighbours in space are neighbours in memory.
  for (let place = 0; place < count; place++) {
    const row = order[place];
    if (due[row] === 0 || viewRadius[row] > reach) continue;
    const squaredRadius = viewRadius[row] * viewRadius[row];
    const ownX = x[place];
    const ownY = y[place];
    // The agent is nowhere while its list is made, and so not near itself.
    x[place] = Number.NaN;
    const cellColumn = Math.floor(ownX * inverse);
    const cellRow = Math.floor(ownY * inverse);
    const cellLayer = Math.floor(z[place] * inverse);
    const first = (cellColumn - span) & columnMask;
    const last = (cellColumn + span) & columnMask;
    // A block that crosses the torus's seam is two runs of buckets, any other is one.
    const seam = first > last;
    const start = end;
    for (let layer = -layers; layer <= layers; layer++) {
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
          if (depth > 1)
            end = keepNearInSpace(torus, ownX, ownY, z[place], from, to, squaredRadius, items, end);
          else
            for (let candidate = from; candidate < to; candidate++) {
              const dx = x[candidate] - ownX;
              const dy = y[candidate] - ownY;
              items[end] = order[candidate];
              end += Number(dx * dx + dy * dy <= squaredRadius);
            }
          from = starts[base];
          to = starts[base + last + 1];
        }
      }
    }
    x[place] = ownX;
    lists.starts[row] = start;
    lists.counts[row] = end - start;
  }
  lists.length = end;
}

/** Writes the near ones among the candidates to `items` from `end` on; returns the new end. */
function keepNearInSpace(
  { order, x, y, z }: Torus,
  ownX: number,
  ownY: number,
  ownZ: number,
  from: number,
  to: number,
  squaredRadius: number,
  items: Int32Array,
  end: number,
): number {
  for (let candidate = from; candidate < to; candidate++) {
    const dx = x[candidate] - ownX;
    const dy = y[candidate] - ownY;
    const dz = z[candidate] - ownZ;
    items[end] = order[candidate];
    end += Number(dx * dx + dy * dy + dz * dz <= squaredRadius);
  }
  return end;
}

/** Of a cell: more than what rounding of cell numbers and of squares can be; see ../cells/torus.ts. */
const HAIR = 1 / 1048576;

/** Appends the near set of one row, within any radius; the torus was filled with the points of all rows. */
export function appendNear(
  torus: Torus,
  roster: Pick<Roster, 'x' | 'y' | 'z'>,
  row: number,
  radius: number,
  lists: NearLists,
): void {
  const { depth, height, order, starts, width, x, y, z } = torus;
  const inverse = 1 / torus.cellSize;
  const ownX = roster.x[row];
  const ownY = roster.y[row];
  const ownZ = roster.z[row];
  // Of a radius that is wider than the torus every bucket is visited, each once.
  const span = Math.floor(radius * inverse + HAIR) + 1;
  const columns = Math.min(2 * span + 1, width);
  const rows = Math.min(2 * span + 1, height);
  const layers = Math.min(2 * span + 1, depth);
  const firstColumn = columns === width ? 0 : Math.floor(ownX * inverse) - span;
  const firstRow = rows === height ? 0 : Math.floor(ownY * inverse) - span;
  const firstLayer = layers === depth ? 0 : Math.floor(ownZ * inverse) - span;
  const first = firstColumn & (width - 1);
  const beyond = Math.max(0, first + columns - width);
  const squaredRadius = radius * radius;
  let items = lists.items;
  lists.starts[row] = lists.length;
  for (let line = 0; line < rows * layers; line++) {
    const layer = Math.floor(line / rows);
    const layerBase = ((firstLayer + layer) & (depth - 1)) * height;
    const base = (layerBase + ((firstRow + line - layer * rows) & (height - 1))) * width;
    let from = starts[base + first];
    let to = starts[base + first + columns - beyond];
    for (let run = beyond > 0 ? 1 : 0; run >= 0; run--) {
      items = reserveEntries(lists, to - from);
      for (let candidate = from; candidate < to; candidate++) {
        const dx = x[candidate] - ownX;
        const dy = y[candidate] - ownY;
        const dz = z[candidate] - ownZ;
        if (dx * dx + dy * dy + dz * dz <= squaredRadius && order[candidate] !== row) {
          items[lists.length++] = order[candidate];
        }
      }
      from = starts[base];
      to = starts[base + beyond];
    }
  }
  lists.counts[row] = lists.length - lists.starts[row];
}
