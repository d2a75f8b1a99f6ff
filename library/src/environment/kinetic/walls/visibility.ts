import { beginLists, type NearLists, reserveEntries } from '../../../crowd/index.ts';
import { followScreens } from '../../sight/screens.ts';
import { prepareSearches } from '../discs/compiled-search.ts';
import { FIRST_VERTEX } from '../mesh/mesh.ts';
import { collectApproachable } from './approachable.ts';
import { dropHidden } from './shadows.ts';
import { presentRows } from './walled.ts';
import type { Walled } from './walled-mesh.ts';

/**
 * Visibility between agents. Every agent visible within a disc is approachable in a constrained Delaunay
 * triangulation: joined to its centre by edges inside the disc. Proof: let r move from p to a visible q. The vertex
 * nearest to r among those that r sees is never farther than q, hence in the disc; where it changes from u to v, the
 * circle around r through both is empty of what r sees, and u v is an edge, or both are on a circle with others that
 * join them. (It never changes because a wall's end comes in between: that would be nearer.) So the approachable
 * agents are the candidates, and the obstacles nearby decide, each exactly and in its original coordinates.
 */

/** Appends the agents within the radius that a row's agent sees to lists that were begun. */
export function appendVisible(walled: Walled, row: number, radius: number, lists: NearLists): void {
  presentRows(walled);
  prepareSearches(walled.discs, walled);
  appendRow(walled, row, radius, lists);
}

/** Begins the lists again and fills in the visible ones within the view radius of every row that is due. */
export function listVisible(walled: Walled, due: Uint8Array, lists: NearLists): void {
  const { crowd } = presentRows(walled);
  const { mesh, rowAt, vertexOf } = walled;
  const { viewRadius } = crowd.traits;
  beginLists(lists, crowd.capacity);
  prepareSearches(walled.discs, walled);
  const { order } = lists;
  let made = 0;
  // In the order of the vertices: vertices near each other in space are near each other in memory.
  for (let v = FIRST_VERTEX; v < mesh.vertexCount; v++) {
    const row = rowAt[v];
    if (row < 0) continue;
    order[made++] = row;
    if (due[row] !== 0) appendRow(walled, row, viewRadius[row], lists);
  }
  for (let row = 0; row < crowd.count; row++) {
    if (vertexOf[row] >= 0) continue;
    order[made++] = row;
    if (due[row] !== 0) appendRow(walled, row, viewRadius[row], lists);
  }
}

function appendRow(walled: Walled, row: number, radius: number, lists: NearLists): void {
  const { candidates, roster, screens } = walled;
  const { obstacles } = walled.surroundings!;
  collectApproachable(walled, row, radius);
  if (obstacles.count > 0 && candidates.count > 0) {
    followScreens(screens, walled.surroundings!, radius);
    dropHidden(candidates, obstacles, screens.obstacleIndex, roster, row, radius);
  }
  const { count, rows } = candidates;
  const start = lists.length;
  const items = lists.items.length < start + count ? reserveEntries(lists, count) : lists.items;
  for (let k = 0; k < count; k++) items[start + k] = rows[k];
  lists.starts[row] = start;
  lists.counts[row] = count;
  lists.length = start + count;
}
