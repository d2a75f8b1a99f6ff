import { doubled, type NearLists, reserveEntries } from '../../../crowd/index.ts';
import type { SpaceAdjacency } from './adjacency.ts';
import { type SpaceAgents, vertexOfRow } from './agents.ts';
import { FRAME_VERTICES, nextStamp } from './mesh.ts';

/**
 * From every vertex of a Delaunay triangulation but the one at a place, an edge leads to a vertex nearer to that
 * place: across a face of its Voronoi cell. So spreading from near vertex to near vertex finds every agent that is
 * near. The mesh has rounded places (snapped) and distances are rounded: the search spreads slightly farther than the
 * radius, while the true places decide which agents are listed.
 */
export type NearSearch = {
  /** Cells or vertices to go on from. */
  stack: Int32Array;
};

/** 2^−50 of a distance is more than its rounding; 2^−58 metres more than the rounding of two places, twice. */
const RELATIVE_HAIR = 1 + 1 / (1048576 * 1048576 * 1024);
const HAIR = 1 / (1048576 * 1048576 * 262144);

export function createNearSearch(): NearSearch {
  return { stack: new Int32Array(256) };
}

/** The square of a slightly larger radius: how far a search has to spread. */
function widened(radius: number): number {
  const wider = Math.abs(radius) * RELATIVE_HAIR + HAIR;
  return wider * wider * RELATIVE_HAIR;
}

/** Appends the near set of a row, found along the edges of a current adjacency, or else from cell to cell. */
export function appendNear(
  agents: SpaceAgents,
  adjacency: SpaceAdjacency,
  search: NearSearch,
  row: number,
  radius: number,
  lists: NearLists,
): void {
  const start = lists.length;
  lists.starts[row] = start;
  const own = vertexOfRow(agents, row);
  if (own >= 0) {
    reserveEntries(lists, agents.count);
    if (adjacency.isCurrent) spreadAlongEdges(agents, adjacency, search, own, row, radius, lists);
    else spreadOverCells(agents, search, own, row, radius, lists);
  }
  lists.counts[row] = lists.length - start;
}

function spreadAlongEdges(
  agents: SpaceAgents,
  { neighbours, starts }: SpaceAdjacency,
  search: NearSearch,
  own: number,
  row: number,
  radius: number,
  lists: NearLists,
): void {
  const { mesh } = agents;
  const { twinOf, vertexMark, x, y, z } = mesh;
  const seen = nextStamp(mesh);
  const wide = widened(radius);
  const ownX = x[own];
  const ownY = y[own];
  const ownZ = z[own];
  const start = twinOf[own] >= 0 ? twinOf[own] : own;
  if (search.stack.length < agents.count + 1) search.stack = new Int32Array(mesh.x.length);
  const { stack } = search;
  stack[0] = start;
  vertexMark[start] = seen;
  listVertex(agents, start, own, row, radius, lists);
  for (let count = 1; count > 0; ) {
    const vertex = stack[--count];
    for (let entry = starts[vertex]; entry < starts[vertex + 1]; entry++) {
      const other = neighbours[entry];
      if (vertexMark[other] === seen) continue;
      vertexMark[other] = seen;
      const dx = x[other] - ownX;
      const dy = y[other] - ownY;
      const dz = z[other] - ownZ;
      if (!(dx * dx + dy * dy + dz * dz <= wide)) continue;
      stack[count++] = other;
      listVertex(agents, other, own, row, radius, lists);
    }
  }
}

/** Visits the cells with a corner inside: from each on through the faces that have one. */
function spreadOverCells(
  agents: SpaceAgents,
  search: NearSearch,
  own: number,
  row: number,
  radius: number,
  lists: NearLists,
): void {
  const { mesh } = agents;
  const { cellMark, cellOf, corner, opposite, twinOf, vertexMark, x, y, z } = mesh;
  const outside = nextStamp(mesh);
  const inside = outside + 1;
  const wide = widened(radius);
  for (let vertex = 0; vertex < FRAME_VERTICES; vertex++) vertexMark[vertex] = outside;
  search.stack[0] = cellOf[twinOf[own] >= 0 ? twinOf[own] : own];
  cellMark[search.stack[0]] = outside;
  for (let count = 1; count > 0; ) {
    const first = 4 * search.stack[--count];
    let insiders = 0;
    for (let i = 0; i < 4; i++) {
      const vertex = corner[first + i];
      if (vertexMark[vertex] !== outside && vertexMark[vertex] !== inside) {
        const dx = x[vertex] - x[own];
        const dy = y[vertex] - y[own];
        const dz = z[vertex] - z[own];
        const isNear = dx * dx + dy * dy + dz * dz <= wide;
        vertexMark[vertex] = isNear ? inside : outside;
        if (isNear) listVertex(agents, vertex, own, row, radius, lists);
      }
      if (vertexMark[vertex] === inside) insiders |= 1 << i;
    }
    for (let i = 0; i < 4; i++) {
      if ((insiders & ~(1 << i)) === 0) continue;
      const behind = opposite[first + i];
      if (behind < 0 || cellMark[behind >> 2] === outside) continue;
      cellMark[behind >> 2] = outside;
      if (count === search.stack.length) search.stack = doubled(search.stack);
      search.stack[count++] = behind >> 2;
    }
  }
}

/** Lists a vertex and its twins, whichever of them are near by their true places. */
function listVertex(
  { mesh, roster, rowOf }: SpaceAgents,
  vertex: number,
  own: number,
  row: number,
  radius: number,
  lists: NearLists,
): void {
  const { x, y, z } = roster;
  for (let other = vertex; other >= 0; other = mesh.nextTwin[other]) {
    const otherRow = rowOf[other];
    if (otherRow < 0 || other === own) continue;
    const dx = x[otherRow] - x[row];
    const dy = y[otherRow] - y[row];
    const dz = z[otherRow] - z[row];
    if (dx * dx + dy * dy + dz * dz <= radius * radius) lists.items[lists.length++] = otherRow;
  }
}
