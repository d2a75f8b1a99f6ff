import { FIRST_VERTEX, type Mesh } from '../mesh/mesh.ts';
import { BLOCK, createDiscColumns, type DiscColumns } from './disc-kernel.ts';

/** A mesh to be searched: the true places of its vertices, and a version that changes with it. */
export type Searched = { mesh: Mesh; version: number; x: Float64Array; y: Float64Array };

/**
 * Squared distances are rounded, and a coordinate next to 0 counts as 0 in the mesh: a way may lead this much outside a
 * disc: 1 + 2^−46 relative, and 2^−138 square metres.
 */
export const WIDER = 1.0000000000000142;
export const WIDENED = 2.8698592549372254e-42;

/**
 * Everybody's neighbours in the mesh, for searches from vertex to vertex: in blocks of eight, because loops of one length
 * are predicted and loops of about six are not. Block v is that of vertex v; whoever has more than eight neighbours has
 * further blocks, behind those of all vertices.
 */
export type Stars = DiscColumns & {
  /** Whether searches may be compiled: for tests of those that are not. */
  compiled: boolean;
  blockCount: number;
  /** For each vertex how many places of its blocks are taken. */
  counts: Int32Array;
  /** The version of the mesh that they are of. */
  version: number;
  /** Questions since the mesh changed to this version that were answered without the blocks. */
  questions: number;
  questionsVersion: number;
  /** The number of the latest search. */
  search: number;
};

/** So many searches round the vertices' half-edges cost about as much as listing the neighbours of a small crowd. */
const MANY = 16;

export function createStars(compiled = true): Stars {
  return {
    ...createDiscColumns(0, false),
    compiled,
    blockCount: 0,
    counts: new Int32Array(0),
    version: -1,
    questions: 0,
    questionsVersion: -1,
    search: 0,
  };
}

/** Lists everybody's neighbours in the mesh as it is now. */
export function listStars(stars: Stars, searched: Searched): void {
  reserveStars(stars, searched);
  if (stars.version === searched.version) return;
  stars.version = searched.version;
  const { mesh } = searched;
  fillBlocks(stars, mesh.vertexCount, 3 * mesh.triangleCount, mesh.origin);
  if (stars.kernel) fillPlaces(stars.places, searched.x, searched.y, mesh.vertexCount);
}

function fillPlaces(places: Float64Array, x: Float64Array, y: Float64Array, vertexCount: number): void {
  for (let v = 0; v < vertexCount; v++) {
    places[2 * v] = x[v];
    places[2 * v + 1] = y[v];
  }
}

/** Does so when many questions have been asked since the mesh changed; for a few it would not pay. */
export function listStarsForMany(stars: Stars, searched: Searched): void {
  reserveStars(stars, searched);
  if (stars.version === searched.version) return;
  if (stars.questionsVersion !== searched.version) {
    stars.questionsVersion = searched.version;
    stars.questions = 0;
  }
  if (++stars.questions > MANY) listStars(stars, searched);
}

function reserveStars(stars: Stars, { mesh }: Searched): void {
  if (stars.search > 2000000000) {
    stars.visited.fill(0);
    stars.search = 0;
  }
  const capacity = mesh.x.length;
  if (stars.visited.length >= capacity) return;
  Object.assign(stars, createDiscColumns(capacity, stars.compiled));
  stars.counts = new Int32Array(capacity);
  stars.search = 0;
  stars.version = -1;
}

function fillBlocks(stars: Stars, vertexCount: number, end: number, origin: Int32Array): void {
  const { blocks, further, counts } = stars;
  // Written out: in each turn of a loop the arrays' types and lengths would be looked at anew.
  for (let v = 0; v < vertexCount; v++) {
    const k = BLOCK * v;
    blocks[k] = v;
    blocks[k + 1] = v;
    blocks[k + 2] = v;
    blocks[k + 3] = v;
    blocks[k + 4] = v;
    blocks[k + 5] = v;
    blocks[k + 6] = v;
    blocks[k + 7] = v;
    further[v] = 0;
    counts[v] = 0;
  }
  stars.blockCount = vertexCount;
  for (let e = 0; e < end; e += 3) {
    const a = origin[e];
    if (a < 0) continue;
    const b = origin[e + 1];
    const c = origin[e + 2];
    // Every edge at a vertex is one half-edge that begins there.
    const aCount = counts[a];
    if (aCount < BLOCK) {
      blocks[BLOCK * a + aCount] = b < FIRST_VERTEX ? a : b;
      counts[a] = aCount + 1;
    } else {
      addFurther(stars, a, b);
    }
    const bCount = counts[b];
    if (bCount < BLOCK) {
      blocks[BLOCK * b + bCount] = c < FIRST_VERTEX ? b : c;
      counts[b] = bCount + 1;
    } else {
      addFurther(stars, b, c);
    }
    const cCount = counts[c];
    if (cCount < BLOCK) {
      blocks[BLOCK * c + cCount] = a < FIRST_VERTEX ? c : a;
      counts[c] = cCount + 1;
    } else {
      addFurther(stars, c, a);
    }
  }
}

function addFurther(stars: Stars, v: number, neighbour: number): void {
  if (v < FIRST_VERTEX || neighbour < FIRST_VERTEX) return;
  const { blocks, further, counts } = stars;
  const place = counts[v]++ % BLOCK;
  let block = v;
  while (further[block] > 0) block = further[block];
  if (place === 0) {
    further[block] = stars.blockCount;
    block = stars.blockCount++;
    further[block] = 0;
    blocks.fill(v, BLOCK * block, BLOCK * block + BLOCK);
  }
  blocks[BLOCK * block + place] = neighbour;
}

/**
 * Puts the vertices in the disc round v that are in the mesh on the queue, and returns how many; some may be a hair
 * outside. In a Delaunay mesh every vertex has, towards any other, a neighbour that is nearer to that one; so all that
 * are in a disc round a vertex are reached by way of vertices in the disc. A corner of the frame, farther than anybody,
 * is never on the way.
 */
export function searchDisc(stars: Stars, searched: Searched, v: number, squaredRadius: number): number {
  if (stars.version !== searched.version) return searchHalfEdges(stars, searched, v, squaredRadius);
  if (!stars.kernel) return searchBlocks(stars, searched, v, squaredRadius);
  const { x, y, mesh } = searched;
  const first = mesh.twinOf[v] >= 0 ? mesh.twinOf[v] : v;
  return stars.kernel.search(first, x[v], y[v], squaredRadius * WIDER + WIDENED, ++stars.search);
}

/** A function of its own, or it might be compiled before it has ever come this far. */
function searchBlocks(stars: Stars, searched: Searched, v: number, squaredRadius: number): number {
  const { x, y, mesh } = searched;
  const { visited, queue, blocks, further } = stars;
  const ownX = x[v];
  const ownY = y[v];
  const squaredReach = squaredRadius * WIDER + WIDENED;
  const search = ++stars.search;
  const first = mesh.twinOf[v] >= 0 ? mesh.twinOf[v] : v;
  visited[first] = search;
  queue[0] = first;
  let queued = 1;
  for (let taken = 0; taken < queued; taken++) {
    let block = queue[taken];
    do {
      // Eight written out, as above. Write always, advance only when it is new and near: comparisons used as numbers
      // leave no branch to mispredict.
      const k = BLOCK * block;
      const a = blocks[k];
      const b = blocks[k + 1];
      const c = blocks[k + 2];
      const d = blocks[k + 3];
      const e = blocks[k + 4];
      const f = blocks[k + 5];
      const g = blocks[k + 6];
      const h = blocks[k + 7];
      const aX = x[a] - ownX;
      const aY = y[a] - ownY;
      queue[queued] = a;
      queued +=
        ((visited[a] !== search) as unknown as number) &
        ((aX * aX + aY * aY <= squaredReach) as unknown as number);
      visited[a] = search;
      const bX = x[b] - ownX;
      const bY = y[b] - ownY;
      queue[queued] = b;
      queued +=
        ((visited[b] !== search) as unknown as number) &
        ((bX * bX + bY * bY <= squaredReach) as unknown as number);
      visited[b] = search;
      const cX = x[c] - ownX;
      const cY = y[c] - ownY;
      queue[queued] = c;
      queued +=
        ((visited[c] !== search) as unknown as number) &
        ((cX * cX + cY * cY <= squaredReach) as unknown as number);
      visited[c] = search;
      const dX = x[d] - ownX;
      const dY = y[d] - ownY;
      queue[queued] = d;
      queued +=
        ((visited[d] !== search) as unknown as number) &
        ((dX * dX + dY * dY <= squaredReach) as unknown as number);
      visited[d] = search;
      const eX = x[e] - ownX;
      const eY = y[e] - ownY;
      queue[queued] = e;
      queued +=
        ((visited[e] !== search) as unknown as number) &
        ((eX * eX + eY * eY <= squaredReach) as unknown as number);
      visited[e] = search;
      const fX = x[f] - ownX;
      const fY = y[f] - ownY;
      queue[queued] = f;
      queued +=
        ((visited[f] !== search) as unknown as number) &
        ((fX * fX + fY * fY <= squaredReach) as unknown as number);
      visited[f] = search;
      const gX = x[g] - ownX;
      const gY = y[g] - ownY;
      queue[queued] = g;
      queued +=
        ((visited[g] !== search) as unknown as number) &
        ((gX * gX + gY * gY <= squaredReach) as unknown as number);
      visited[g] = search;
      const hX = x[h] - ownX;
      const hY = y[h] - ownY;
      queue[queued] = h;
      queued +=
        ((visited[h] !== search) as unknown as number) &
        ((hX * hX + hY * hY <= squaredReach) as unknown as number);
      visited[h] = search;
      block = further[block];
    } while (block > 0);
  }
  return queued;
}

/** The same without the blocks. */
function searchHalfEdges(stars: Stars, searched: Searched, v: number, squaredRadius: number): number {
  const { x, y, mesh } = searched;
  const { origin, twin, edgeOf } = mesh;
  const { visited, queue } = stars;
  const squaredReach = squaredRadius * WIDER + WIDENED;
  const search = ++stars.search;
  queue[0] = mesh.twinOf[v] >= 0 ? mesh.twinOf[v] : v;
  visited[queue[0]] = search;
  let queued = 1;
  for (let taken = 0; taken < queued; taken++) {
    const start = edgeOf[queue[taken]];
    let e = start;
    do {
      const w = origin[e % 3 === 2 ? e - 2 : e + 1];
      const dx = x[w] - x[v];
      const dy = y[w] - y[v];
      if (w >= FIRST_VERTEX && visited[w] !== search && dx * dx + dy * dy <= squaredReach)
        queue[queued++] = w;
      visited[w] = search;
      e = twin[e % 3 === 0 ? e + 2 : e - 1];
    } while (e !== start);
  }
  return queued;
}
