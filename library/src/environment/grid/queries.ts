import { type NearLists, reserveEntries } from '../../crowd/index.ts';
import type { Torus } from '../cells/torus.ts';
import { type Best, beginBest, offerBest } from '../common/best.ts';
import type { Roster } from '../common/roster.ts';

/** Lists the near sets of every row that is due, each within its view radius, the largest of which the torus was filled for. */
export function collectLists(
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

/** Of a cell: more than what rounding of cell numbers and of squares can be; see ../cells/torus.ts. */
const HAIR = 1 / 1048576;

/** Appends the near set of one row, within any radius. */
export function appendNear(
  torus: Torus,
  roster: Roster,
  row: number,
  radius: number,
  lists: NearLists,
): void {
  const { height, order, starts, width, x, y } = torus;
  const inverse = 1 / torus.cellSize;
  const ownX = roster.x[row];
  const ownY = roster.y[row];
  // Of a radius that is wider than the torus every bucket is visited, each once.
  const span = Math.floor(radius * inverse + HAIR) + 1;
  const columns = Math.min(2 * span + 1, width);
  const rows = Math.min(2 * span + 1, height);
  const firstColumn = columns === width ? 0 : Math.floor(ownX * inverse) - span;
  const firstRow = rows === height ? 0 : Math.floor(ownY * inverse) - span;
  const first = firstColumn & (width - 1);
  const beyond = Math.max(0, first + columns - width);
  const squaredRadius = radius * radius;
  let items = lists.items;
  lists.starts[row] = lists.length;
  for (let offset = 0; offset < rows; offset++) {
    const base = ((firstRow + offset) & (height - 1)) * width;
    let from = starts[base + first];
    let to = starts[base + first + columns - beyond];
    for (let run = beyond > 0 ? 1 : 0; run >= 0; run--) {
      items = reserveEntries(lists, to - from);
      for (let candidate = from; candidate < to; candidate++) {
        const dx = x[candidate] - ownX;
        const dy = y[candidate] - ownY;
        if (dx * dx + dy * dy <= squaredRadius && order[candidate] !== row) {
          items[lists.length++] = order[candidate];
        }
      }
      from = starts[base];
      to = starts[base + beyond];
    }
  }
  lists.counts[row] = lists.length - lists.starts[row];
}

/**
 * The same in a torus that was filled some steps ago, since when no agent has moved farther than `drift`: the roster
 * has the present place of every agent. Entries of agents that have left have the row −1.
 */
export function appendNearLater(
  torus: Torus,
  drift: number,
  roster: Roster,
  row: number,
  radius: number,
  lists: NearLists,
): void {
  const { height, order, starts, width } = torus;
  const { x, y } = roster;
  const inverse = 1 / torus.cellSize;
  const ownX = x[row];
  const ownY = y[row];
  const reach = (radius + drift) * inverse + HAIR;
  const firstColumn = Math.floor(ownX * inverse - reach);
  const firstRow = Math.floor(ownY * inverse - reach);
  const columns = Math.min(Math.floor(ownX * inverse + reach) - firstColumn + 1, width);
  const rows = Math.min(Math.floor(ownY * inverse + reach) - firstRow + 1, height);
  const first = firstColumn & (width - 1);
  const beyond = Math.max(0, first + columns - width);
  const squaredRadius = radius * radius;
  let end = lists.length;
  lists.starts[row] = end;
  for (let offset = 0; offset < rows; offset++) {
    const base = ((firstRow + offset) & (height - 1)) * width;
    let from = starts[base + first];
    let to = starts[base + first + columns - beyond];
    for (let run = beyond > 0 ? 1 : 0; run >= 0; run--) {
      lists.length = end;
      const items = reserveEntries(lists, to - from);
      for (let candidate = from; candidate < to; candidate++) {
        const other = order[candidate];
        if (other < 0) continue;
        const dx = x[other] - ownX;
        const dy = y[other] - ownY;
        // Without a branch that no agent could guess, as in collectLists.
        const near = (dx * dx + dy * dy <= squaredRadius) as unknown as number;
        const another = (other !== row) as unknown as number;
        items[end] = other;
        end += near & another;
      }
      from = starts[base];
      to = starts[base + beyond];
    }
  }
  lists.length = end;
  lists.counts[row] = end - lists.starts[row];
}

/** Finds the nearest others of a row: ring after ring of cells, until none of the next can be nearer. */
export function findNearest(torus: Torus, roster: Roster, row: number, wanted: number, best: Best): void {
  const { cellSize, height, width } = torus;
  const inverse = 1 / cellSize;
  beginBest(best, Math.min(wanted, roster.count));
  const column = Math.floor(roster.x[row] * inverse);
  const line = Math.floor(roster.y[row] * inverse);
  for (let ring = 0; ; ring++) {
    if (2 * ring + 1 > width || 2 * ring + 1 > height) {
      // The ring would bite its own tail: the whole torus then.
      beginBest(best, best.wanted);
      offerRun(torus, roster, row, 0, torus.starts[width * height], best);
      return;
    }
    offerRow(torus, roster, row, column - ring, column + ring, line - ring, best);
    for (let k = 1 - ring; k < ring; k++) {
      offerRow(torus, roster, row, column - ring, column - ring, line + k, best);
      offerRow(torus, roster, row, column + ring, column + ring, line + k, best);
    }
    if (ring > 0) offerRow(torus, roster, row, column - ring, column + ring, line + ring, best);
    // Whatever lies outside is farther than the whole cells between, which the rounding of cell numbers shortens a hair.
    const sure = (ring - HAIR) * cellSize;
    if (sure > 0 && best.limit < sure * sure) return;
  }
}

/** Offers what lies in some neighbouring cells of a row of cells. */
function offerRow(
  torus: Torus,
  roster: Roster,
  row: number,
  firstColumn: number,
  lastColumn: number,
  line: number,
  best: Best,
): void {
  const { starts, width } = torus;
  const base = (line & (torus.height - 1)) * width;
  const first = firstColumn & (width - 1);
  const last = lastColumn & (width - 1);
  if (first <= last) {
    offerRun(torus, roster, row, starts[base + first], starts[base + last + 1], best);
    return;
  }
  offerRun(torus, roster, row, starts[base + first], starts[base + width], best);
  offerRun(torus, roster, row, starts[base], starts[base + last + 1], best);
}

function offerRun(
  { order, x, y }: Torus,
  roster: Roster,
  row: number,
  from: number,
  to: number,
  best: Best,
): void {
  const ownX = roster.x[row];
  const ownY = roster.y[row];
  for (let candidate = from; candidate < to; candidate++) {
    const dx = x[candidate] - ownX;
    const dy = y[candidate] - ownY;
    const squared = dx * dx + dy * dy;
    if (squared <= best.limit && order[candidate] !== row)
      offerBest(best, squared, order[candidate], roster.ids);
  }
}
