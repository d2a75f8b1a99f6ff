import { FIRST_VERTEX, type Mesh } from '../mesh/mesh.ts';

/** A mesh to be searched: the true places of its vertices, and a version that changes with it. */
export type Searched = { mesh: Mesh; version: number; x: Float64Array; y: Float64Array };

/** What a search writes. */
export type DiscSearch = {
  /** The vertices that were found, the one in the middle first; one place more than there are vertices. */
  queue: Int32Array;
  /** For each vertex the number of the search that came there last, and the number of the latest search. */
  visited: Int32Array;
  search: number;
};

/** Puts the vertices in a disc on the queue and returns how many there are. */
export type SearchDisc<Search extends DiscSearch> = (
  search: Search,
  searched: Searched,
  v: number,
  squaredRadius: number,
) => number;

/**
 * Squared distances are rounded, and a coordinate next to 0 counts as 0 in the mesh: a chain of edges may lead this much
 * outside a disc: 1 + 2^−46 relative, and 2^−138 square metres.
 */
const WIDER = 1.0000000000000142;
const WIDENED = 2.8698592549372254e-42;

export const widened = (squaredRadius: number): number => squaredRadius * WIDER + WIDENED;

/** The vertex of the mesh at the place of a vertex: another one where several agents stand at one place. */
export const vertexInMesh = ({ twinOf }: Mesh, v: number): number => (twinOf[v] >= 0 ? twinOf[v] : v);

/**
 * The reference of compiled-search.ts. It finds the vertices of the mesh in the disc around v; some may be slightly
 * outside. In a Delaunay mesh every vertex has, towards any other, a neighbour that is nearer to that one; so all
 * vertices in a disc around a vertex are reached along edges in the disc. A corner of the frame is farther away than
 * any agent, so no such chain passes through one.
 */
export const searchDisc: SearchDisc<DiscSearch> = (state, { mesh, x, y }, v, squaredRadius) => {
  const { edgeOf, origin, twin } = mesh;
  const { queue, visited } = state;
  const squaredReach = widened(squaredRadius);
  const search = ++state.search;
  queue[0] = vertexInMesh(mesh, v);
  visited[queue[0]] = search;
  let queued = 1;
  for (let taken = 0; taken < queued; taken++) {
    const start = edgeOf[queue[taken]];
    let e = start;
    do {
      const w = origin[e % 3 === 2 ? e - 2 : e + 1];
      if (w >= FIRST_VERTEX && visited[w] !== search) {
        visited[w] = search;
        const dx = x[w] - x[v];
        const dy = y[w] - y[v];
        if (dx * dx + dy * dy <= squaredReach) queue[queued++] = w;
      }
      e = twin[e % 3 === 0 ? e + 2 : e - 1];
    } while (e !== start);
  }
  return queued;
};
