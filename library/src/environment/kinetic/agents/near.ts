import { type Crowd, type NearLists, reserveEntries } from '../../../crowd/index.ts';
import {
  type CompiledSearch,
  prepareSearch,
  prepareSearches,
  searchDiscCompiled,
} from '../discs/compiled-search.ts';
import { FIRST_VERTEX } from '../mesh/mesh.ts';
import type { AgentMesh } from './agents.ts';

/** Appends the near set of a row, for a radius. */
export function appendNear(
  agents: AgentMesh,
  discs: CompiledSearch,
  row: number,
  radius: number,
  lists: NearLists,
): void {
  const v = agents.vertexOf[row];
  lists.starts[row] = lists.length;
  if (v >= 0) {
    prepareSearch(discs, agents);
    lists.length = collect(agents, discs, v, radius * radius, lists);
  }
  lists.counts[row] = lists.length - lists.starts[row];
}

/** Appends the near sets of all rows that are due, within their view radii. */
export function appendLists(
  agents: AgentMesh,
  discs: CompiledSearch,
  crowd: Crowd,
  due: Uint8Array,
  lists: NearLists,
): void {
  const { rowOf, vertexOf } = agents;
  const { viewRadius } = crowd.traits;
  const { vertexCount } = agents.mesh;
  prepareSearches(discs, agents);
  let place = 0;
  for (let v = FIRST_VERTEX; v < vertexCount; v++) {
    const row = rowOf[v];
    if (row < 0) continue;
    lists.order[place++] = row;
    if (due[row] === 0) continue;
    const start = lists.length;
    const end = collect(agents, discs, v, viewRadius[row] * viewRadius[row], lists);
    lists.starts[row] = start;
    lists.counts[row] = end - start;
    lists.length = end;
  }
  // Rows of agents that are not in the mesh come last.
  for (let row = 0; place < crowd.count; row++) if (vertexOf[row] < 0) lists.order[place++] = row;
}

/** Writes the rows in the disc around v behind the lists' entries and returns where they end. */
function collect(
  agents: AgentMesh,
  discs: CompiledSearch,
  v: number,
  squaredRadius: number,
  lists: NearLists,
): number {
  const { x, y, rowOf, mesh } = agents;
  const ownX = x[v];
  const ownY = y[v];
  const queued = searchDiscCompiled(discs, agents, v, squaredRadius);
  const { queue } = discs;
  if (mesh.twinCount > 0) return appendWithTwins(agents, discs, v, queued, squaredRadius, lists);
  const items = lists.items.length < lists.length + queued ? reserveEntries(lists, queued) : lists.items;
  let end = lists.length;
  for (let k = 1; k < queued; k++) {
    const w = queue[k];
    const dx = x[w] - ownX;
    const dy = y[w] - ownY;
    // The search stayed in the disc except for rounding, so this is nearly always true and predicts well.
    if (dx * dx + dy * dy <= squaredRadius) items[end++] = rowOf[w];
  }
  return end;
}

/** The same where some vertices stand for several agents. */
function appendWithTwins(
  agents: AgentMesh,
  discs: CompiledSearch,
  v: number,
  queued: number,
  squaredRadius: number,
  lists: NearLists,
): number {
  const { x, y, rowOf, mesh } = agents;
  const items = reserveEntries(lists, queued + mesh.twinCount);
  let end = lists.length;
  for (let k = 0; k < queued; k++) {
    for (let w = discs.queue[k]; w >= 0; w = mesh.sameAs[w]) {
      // Even twins may be apart, where the mesh rounded a coordinate to 0.
      const dx = x[w] - x[v];
      const dy = y[w] - y[v];
      if (w !== v && dx * dx + dy * dy <= squaredRadius) items[end++] = rowOf[w];
    }
  }
  return end;
}
