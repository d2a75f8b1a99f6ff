import {
  beginLists,
  type Crowd,
  type NearLists,
  reserveEntries,
  SolidKind,
  type Solids,
} from '../../crowd/index.ts';
import { closestOfSolid, isBeyond } from '../../crowd/solids.ts';
import { bucketInSpace, buildSolidCells } from './solid-cells.ts';
import type { SolidCells, SolidIndex } from './solid-tables.ts';

/** Cells that the elements of each kind take together, about; more when they are many. */
const STILL_CELLS = 1 << 21;
const MOVING_CELLS = 1 << 14;

/** Follows the solids, for queries up to `reach` metres around a point. */
export function updateSolidIndex(index: SolidIndex, solids: Solids, reach: number): void {
  const { firstMoving, count, revision } = solids;
  if (index.revision !== revision || index.still.reach < reach) {
    buildSolidCells(index.still, solids, 0, firstMoving, reach, STILL_CELLS);
    index.revision = revision;
  }
  if (firstMoving < count) buildSolidCells(index.moving, solids, firstMoving, count, reach, MOVING_CELLS);
}

/** Writes the elements that can be within the index's reach of a place, each once, into `candidates`; returns how many. */
export function collectCandidates(index: SolidIndex, x: number, y: number, z: number): number {
  const end = collectFrom(index, index.still, x, y, z, 0);
  return collectFrom(index, index.moving, x, y, z, end);
}

function collectFrom(
  index: SolidIndex,
  cells: SolidCells,
  x: number,
  y: number,
  z: number,
  start: number,
): number {
  let end = start;
  let { candidates } = reserveCandidates(index, end, cells.everywhereCount);
  for (let k = 0; k < cells.everywhereCount; k++) candidates[end++] = cells.everywhere[k];
  for (let number = 0; number < cells.levels.length; number++) {
    const level = cells.levels[number];
    if (level.count === 0) continue;
    const bucket = bucketInSpace(level, x, y, z);
    const last = level.starts[bucket + 1];
    candidates = reserveCandidates(index, end, last - level.starts[bucket]).candidates;
    for (let entry = level.starts[bucket]; entry < last; entry++) candidates[end++] = level.elements[entry];
  }
  return end;
}

function reserveCandidates(index: SolidIndex, used: number, more: number): SolidIndex {
  if (index.candidates.length < used + more) {
    const grown = new Int32Array(2 * (used + more));
    grown.set(index.candidates.subarray(0, used));
    index.candidates = grown;
  }
  return index;
}

/** The elements that can be within the index's reach of a place, and some more; for observers, not for stages. */
export function* solidsNear(index: SolidIndex, x: number, y: number, z: number): Generator<number> {
  const count = collectCandidates(index, x, y, z);
  yield* index.candidates.slice(0, count);
}

/** Lists the elements within the view radius of each of the first `rowCount` rows; the others' lists stay empty. */
export function listSolids(
  index: SolidIndex,
  crowd: Crowd,
  solids: Solids,
  rows: Int32Array,
  rowCount: number,
  lists: NearLists,
): void {
  beginLists(lists, crowd.capacity);
  if (solids.count === 0) return;
  const { motion, traits } = crowd;
  const { radius } = solids;
  for (let n = 0; n < rowCount; n++) {
    const row = rows[n];
    const x = motion.x[row];
    const y = motion.y[row];
    const z = motion.z[row];
    const view = traits.viewRadius[row];
    const found = collectCandidates(index, x, y, z);
    const { candidates, to } = index;
    const items = reserveEntries(lists, found);
    const start = lists.length;
    for (let k = 0; k < found; k++) {
      const element = candidates[k];
      const limit = view + radius[element];
      if (isBeyond(solids, element, x, y, z, limit)) continue;
      closestOfSolid(solids, element, x, y, z, to);
      const near = to[0] * to[0] + to[1] * to[1] + to[2] * to[2] <= limit * limit;
      if (near || isBehind(solids, element, to)) items[lists.length++] = element;
    }
    lists.starts[row] = start;
    lists.counts[row] = lists.length - start;
  }
}

/** Whether the vector to an element's closest point leads out of the solid half behind a plane. */
function isBehind(solids: Solids, element: number, to: Float64Array): boolean {
  if (solids.kind[element] !== SolidKind.plane) return false;
  const { normalX, normalY, normalZ } = solids;
  return to[0] * normalX[element] + to[1] * normalY[element] + to[2] * normalZ[element] > 0;
}
