import { doubled, type NearLists } from '../../../crowd/index.ts';
import { appendBest, type Best, beginBest, createBest, offerBest } from '../../common/best.ts';
import type { SpaceAdjacency } from './adjacency.ts';
import { type SpaceAgents, vertexOfRow } from './agents.ts';
import { FRAME_VERTICES, nextStamp } from './mesh.ts';
import { widened } from './near.ts';
import { collectStar } from './patch.ts';

/** Scratch of a search for the nearest few. */
export type NearestSearch = {
  best: Best;
  /** Vertices to go on from, the nearest on top: a binary heap. */
  heap: Int32Array;
  heapSquared: Float64Array;
  heapCount: number;
};

export function createNearestSearch(): NearestSearch {
  return { best: createBest(), heap: new Int32Array(64), heapSquared: new Float64Array(64), heapCount: 0 };
}

/** Appends the nearest few of a row, nearest first: goes on from the nearest vertex known until none can be among them. */
export function appendNearest(
  agents: SpaceAgents,
  adjacency: SpaceAdjacency,
  search: NearestSearch,
  row: number,
  wanted: number,
  lists: NearLists,
): void {
  const { mesh, roster, workshop } = agents;
  const { best } = search;
  const own = vertexOfRow(agents, row);
  beginBest(best, own < 0 ? 0 : Math.min(wanted, roster.count));
  if (best.wanted > 0) {
    const seen = nextStamp(mesh);
    for (let vertex = 0; vertex < FRAME_VERTICES; vertex++) mesh.vertexMark[vertex] = seen;
    search.heapCount = 0;
    reach(agents, search, mesh.twinOf[own] >= 0 ? mesh.twinOf[own] : own, own, seen);
    while (search.heapCount > 0 && search.heapSquared[0] <= widened(Math.sqrt(best.limit))) {
      const vertex = popVertex(search);
      offerVertex(agents, best, vertex, own, row);
      if (adjacency.isCurrent) {
        const { neighbours, starts } = adjacency;
        for (let entry = starts[vertex]; entry < starts[vertex + 1]; entry++) {
          reach(agents, search, neighbours[entry], own, seen);
        }
      } else {
        collectStar(mesh, workshop.patch, vertex);
        const { cellCount, cells } = workshop.patch;
        for (let k = 0; k < cellCount; k++) {
          for (let i = 4 * cells[k]; i < 4 * cells[k] + 4; i++) {
            reach(agents, search, mesh.corner[i], own, seen);
          }
        }
      }
    }
  }
  appendBest(best, row, lists);
}

/** Puts a vertex on the heap, once. */
function reach(
  { mesh }: SpaceAgents,
  search: NearestSearch,
  vertex: number,
  own: number,
  seen: number,
): void {
  const { vertexMark, x, y, z } = mesh;
  if (vertexMark[vertex] === seen) return;
  vertexMark[vertex] = seen;
  const dx = x[vertex] - x[own];
  const dy = y[vertex] - y[own];
  const dz = z[vertex] - z[own];
  pushVertex(search, vertex, dx * dx + dy * dy + dz * dz);
}

/** Offers a vertex and its twins, by their true places. */
function offerVertex(
  { mesh, roster, rowOf }: SpaceAgents,
  best: Best,
  vertex: number,
  own: number,
  row: number,
): void {
  const { ids, x, y, z } = roster;
  for (let other = vertex; other >= 0; other = mesh.nextTwin[other]) {
    const otherRow = rowOf[other];
    if (otherRow < 0 || other === own) continue;
    const dx = x[otherRow] - x[row];
    const dy = y[otherRow] - y[row];
    const dz = z[otherRow] - z[row];
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared <= best.limit) offerBest(best, squared, otherRow, ids);
  }
}

function pushVertex(search: NearestSearch, vertex: number, squared: number): void {
  if (search.heapCount === search.heap.length) {
    search.heap = doubled(search.heap);
    search.heapSquared = doubled(search.heapSquared);
  }
  const { heap, heapSquared } = search;
  let place = search.heapCount++;
  while (place > 0) {
    const parent = (place - 1) >> 1;
    if (heapSquared[parent] <= squared) break;
    heap[place] = heap[parent];
    heapSquared[place] = heapSquared[parent];
    place = parent;
  }
  heap[place] = vertex;
  heapSquared[place] = squared;
}

function popVertex(search: NearestSearch): number {
  const { heap, heapSquared } = search;
  const top = heap[0];
  const count = --search.heapCount;
  const vertex = heap[count];
  const squared = heapSquared[count];
  let place = 0;
  for (;;) {
    let child = 2 * place + 1;
    if (child >= count) break;
    if (child + 1 < count && heapSquared[child + 1] < heapSquared[child]) child++;
    if (heapSquared[child] >= squared) break;
    heap[place] = heap[child];
    heapSquared[place] = heapSquared[child];
    place = child;
  }
  heap[place] = vertex;
  heapSquared[place] = squared;
  return top;
}
