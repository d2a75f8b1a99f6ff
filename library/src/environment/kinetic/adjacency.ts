import type { AgentMesh } from './agents.ts';
import { FIRST_VERTEX } from './mesh.ts';

/**
 * Scratch of searches from vertex to vertex. In a Delaunay mesh every vertex has, towards any other, a neighbour that
 * is nearer to that one; so all that are in a disc round a vertex are reached by way of vertices in the disc. A corner of
 * the frame, farther than anybody, is never on the way and is left out.
 */
export type Adjacency = {
  /** The neighbours of vertex v are neighbours[starts[v]] … neighbours[starts[v + 1] − 1]. */
  starts: Int32Array;
  neighbours: Int32Array;
  /** The version of the mesh that they are of. */
  version: number;
  /** For each vertex the search that came there last. */
  visited: Int32Array;
  search: number;
  /** Vertices to go on from, one place more than there are. */
  queue: Int32Array;
};

/**
 * Squared distances are rounded, and a coordinate next to 0 counts as 0 in the mesh: a way may lead this much outside a
 * disc: 1 + 2^−46 relative, and 2^−138 square metres.
 */
export const WIDER = 1.0000000000000142;
export const WIDENED = 2.8698592549372254e-42;

export function createAdjacency(): Adjacency {
  return {
    starts: new Int32Array(0),
    neighbours: new Int32Array(0),
    version: -1,
    visited: new Int32Array(0),
    search: 0,
    queue: new Int32Array(0),
  };
}

/** Lists everybody's neighbours in the mesh as it is now. */
export function listNeighbours(adjacency: Adjacency, agents: Pick<AgentMesh, 'mesh' | 'version'>): void {
  const { mesh } = agents;
  if (adjacency.search > 2000000000) {
    adjacency.visited.fill(0);
    adjacency.search = 0;
  }
  if (adjacency.version === agents.version) return;
  adjacency.version = agents.version;
  const capacity = mesh.x.length;
  if (adjacency.visited.length < capacity) {
    adjacency.visited = new Int32Array(capacity);
    adjacency.queue = new Int32Array(capacity + 1);
    adjacency.starts = new Int32Array(capacity + 1);
    adjacency.search = 0;
  }
  if (adjacency.neighbours.length < mesh.origin.length)
    adjacency.neighbours = new Int32Array(mesh.origin.length);
  fillNeighbours(adjacency, mesh.vertexCount, 3 * mesh.triangleCount, mesh.origin);
}

function fillNeighbours(adjacency: Adjacency, vertexCount: number, end: number, origin: Int32Array): void {
  const { starts, neighbours } = adjacency;
  starts.fill(0, 0, vertexCount + 1);
  // Every edge at a vertex is one half-edge that begins there.
  for (let e = 0; e < end; e++) if (origin[e] >= 0) starts[origin[e]]++;
  let sum = 0;
  for (let v = 0; v < vertexCount; v++) {
    sum += starts[v];
    starts[v] = sum;
  }
  starts[vertexCount] = sum;
  for (let e = 0; e < end; e += 3) {
    const a = origin[e];
    if (a < 0) continue;
    const b = origin[e + 1];
    const c = origin[e + 2];
    // In place of a corner the vertex itself, which every search has seen.
    neighbours[--starts[a]] = b < FIRST_VERTEX ? a : b;
    neighbours[--starts[b]] = c < FIRST_VERTEX ? b : c;
    neighbours[--starts[c]] = a < FIRST_VERTEX ? c : a;
  }
}
