import { longer } from '../../../crowd/index.ts';

/**
 * A triangulation of moving points, kept as half-edges in flat arrays.
 *
 * Vertices 0 … 3 are the corners of a square frame. They never move, and they are so far outside the room of all other
 * vertices that each of these is nearer to every other one than to a corner. So there is always a triangulation, there
 * is no hull to repair, and a search among the others never needs to pass through a corner.
 */
export type Mesh = {
  /** Slots of vertices in use, free ones among them. */
  vertexCount: number;
  /** The present place of each vertex. */
  x: Float64Array;
  y: Float64Array;
  /** The places that moveVertices moves the vertices to; afterwards the places before the move, out of date. */
  nextX: Float64Array;
  nextY: Float64Array;
  /** A half-edge that begins at the vertex; −1: not in the mesh, because the slot is free or the vertex a twin. */
  edgeOf: Int32Array;
  /** The next in the chain of vertices at exactly the same place, −1 at its end. It begins with the one in the mesh. */
  sameAs: Int32Array;
  /** Of a twin: the vertex in the mesh at the same place; −1 otherwise. */
  twinOf: Int32Array;
  twinCount: number;
  /** Slots of triangles in use, free ones among them: their origins are −1. */
  triangleCount: number;
  /**
   * Half-edge e lies in triangle floor(e / 3) and leads from origin[e] to the origin of the next half-edge of the
   * triangle, which is e % 3 === 2 ? e − 2 : e + 1. Triangles are counter-clockwise.
   */
  origin: Int32Array;
  /** The other half, in the neighbouring triangle; −1 on the frame's outside. */
  twin: Int32Array;
  /** The vertex across the edge, the third one of the neighbouring triangle; −1 on the frame's outside. */
  beyond: Int32Array;
  /** 0: free; else 1 + the number of a wall that the edge is part of, on both halves. Such an edge is never flipped. */
  wall: Int32Array;
  /** False where there will never be walls: then no test for walls is needed. */
  mayHaveWalls: boolean;
  freeVertices: Int32Array;
  freeVertexCount: number;
  freeTriangles: Int32Array;
  freeTriangleCount: number;
  /** The room: where all vertices but the corners must stay. */
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
  /** Half-edges that legalize still has to test. */
  stack: Int32Array;
  stackLength: number;
  /** Vertices that moveVertices has put back, or still has to insert, and their number. */
  waiting: Int32Array;
  waitingCount: number;
  /** For each vertex the round in which it was last put back. */
  putBack: Int32Array;
  round: number;
  /** What locate found: Place.inside, Place.edge or Place.vertex. */
  found: number;
  counts: MeshCounts;
};

/** Statistics since the mesh was created. */
export type MeshCounts = {
  flips: number;
  /** Vertices put back to where they were because a triangle was inverted. */
  rollbacks: number;
  /** Vertices removed and inserted again elsewhere. */
  reinsertions: number;
  rebuilds: number;
};

/** The first vertex that is not a corner. */
export const FIRST_VERTEX = 4;
/** Coordinates beyond 2^40 m are refused: the frame around them and the predicates would run out of bits. */
export const FARTHEST = 1099511627776;
/**
 * A coordinate nearer to 0 than 2^−100 m counts as 0 in the mesh. Then all are multiples of 2^−152, and the products of
 * four of them that the predicates need never underflow.
 */
export const NEAREST = 7.888609052210118e-31;

export function createMesh(minX: number, minY: number, maxX: number, maxY: number): Mesh {
  const mesh: Mesh = {
    vertexCount: 0,
    x: new Float64Array(64),
    y: new Float64Array(64),
    nextX: new Float64Array(64),
    nextY: new Float64Array(64),
    edgeOf: new Int32Array(64),
    sameAs: new Int32Array(64),
    twinOf: new Int32Array(64),
    twinCount: 0,
    triangleCount: 0,
    origin: new Int32Array(3 * 128),
    twin: new Int32Array(3 * 128),
    beyond: new Int32Array(3 * 128),
    wall: new Int32Array(3 * 128),
    mayHaveWalls: true,
    freeVertices: new Int32Array(64),
    freeVertexCount: 0,
    freeTriangles: new Int32Array(128),
    freeTriangleCount: 0,
    minX,
    minY,
    maxX,
    maxY,
    stack: new Int32Array(256),
    stackLength: 0,
    waiting: new Int32Array(64),
    waitingCount: 0,
    putBack: new Int32Array(64),
    round: 0,
    found: 0,
    counts: { flips: 0, rollbacks: 0, reinsertions: 0, rebuilds: 0 },
  };
  clearMesh(mesh);
  return mesh;
}

/** Removes every vertex and rebuilds the frame around the room. */
export function clearMesh(mesh: Mesh): void {
  mesh.vertexCount = FIRST_VERTEX;
  mesh.freeVertexCount = 0;
  mesh.twinCount = 0;
  clearTriangles(mesh);
}

/** Leaves the two triangles of the frame around the room; vertices keep their slots and places. */
export function clearTriangles(mesh: Mesh): void {
  const { x, y, nextX, nextY, edgeOf, sameAs, twinOf, origin, twin, beyond, wall } = mesh;
  const centreX = mesh.minX + (mesh.maxX - mesh.minX) / 2;
  const centreY = mesh.minY + (mesh.maxY - mesh.minY) / 2;
  // A corner is 3 √2 half-sides away from the room's nearest point, and two places of the room at most 2 √2.
  const half =
    4 * Math.max(mesh.maxX - centreX, centreX - mesh.minX, mesh.maxY - centreY, centreY - mesh.minY, 1);
  for (let corner = 0; corner < FIRST_VERTEX; corner++) {
    x[corner] = nextX[corner] = corner === 1 || corner === 2 ? centreX + half : centreX - half;
    y[corner] = nextY[corner] = corner >= 2 ? centreY + half : centreY - half;
    edgeOf[corner] = -1;
    sameAs[corner] = -1;
    twinOf[corner] = -1;
  }
  mesh.triangleCount = 2;
  mesh.freeTriangleCount = 0;
  mesh.stackLength = 0;
  for (let e = 0; e < 6; e++) {
    twin[e] = -1;
    beyond[e] = -1;
    wall[e] = 0;
  }
  setTriangle(origin, 0, 0, 1, 2);
  setTriangle(origin, 1, 0, 2, 3);
  joinEdges(mesh, 2, 3);
  edgeOf[0] = 0;
  edgeOf[1] = 1;
  edgeOf[2] = 2;
  edgeOf[3] = 5;
}

function setTriangle(origin: Int32Array, triangle: number, a: number, b: number, c: number): void {
  origin[3 * triangle] = a;
  origin[3 * triangle + 1] = b;
  origin[3 * triangle + 2] = c;
}

export function nextEdge(e: number): number {
  return e % 3 === 2 ? e - 2 : e + 1;
}

export function previousEdge(e: number): number {
  return e % 3 === 0 ? e + 2 : e - 1;
}

/**
 * Turns the edge of a quadrilateral into its other diagonal; the caller knows that it is strictly convex.
 *
 *          r                      r
 *        ↙   ↖                  ↙ | ↖
 *      p ——e—→ q     →        p   |   q
 *        ↘   ↗                  ↘ | ↗
 *          s                      s
 *
 * Half-edge e then leads from p to s and its twin from q to r. Returns the half-edge from s to r.
 */
export function flip(mesh: Mesh, e: number): number {
  const { origin, twin, beyond, wall, edgeOf } = mesh;
  const f = twin[e];
  const eNext = e % 3 === 2 ? e - 2 : e + 1;
  const ePrevious = e % 3 === 0 ? e + 2 : e - 1;
  const fNext = f % 3 === 2 ? f - 2 : f + 1;
  const fPrevious = f % 3 === 0 ? f + 2 : f - 1;
  const p = origin[e];
  const q = origin[f];
  const r = origin[ePrevious];
  const s = origin[fPrevious];
  const outerE = twin[fNext];
  const outerF = twin[eNext];
  twin[e] = outerE;
  twin[f] = outerF;
  beyond[e] = beyond[fNext];
  beyond[f] = beyond[eNext];
  if (outerE >= 0) {
    twin[outerE] = e;
    beyond[outerE] = r;
  }
  if (outerF >= 0) {
    twin[outerF] = f;
    beyond[outerF] = s;
  }
  if (twin[ePrevious] >= 0) beyond[twin[ePrevious]] = s;
  if (twin[fPrevious] >= 0) beyond[twin[fPrevious]] = r;
  beyond[eNext] = q;
  beyond[fNext] = p;
  if (mesh.mayHaveWalls) {
    wall[e] = wall[fNext];
    wall[f] = wall[eNext];
    wall[eNext] = 0;
    wall[fNext] = 0;
  }
  twin[eNext] = fNext;
  twin[fNext] = eNext;
  edgeOf[p] = e;
  edgeOf[q] = f;
  origin[eNext] = s;
  origin[fNext] = r;
  mesh.counts.flips++;
  return eNext;
}

/** The next half-edge that begins where e does, counter-clockwise; −1 past the frame's outside. */
export function turnLeft(mesh: Mesh, e: number): number {
  return mesh.twin[e % 3 === 0 ? e + 2 : e - 1];
}

/** A slot for a vertex, not yet in the mesh. */
export function takeVertex(mesh: Mesh): number {
  const v = mesh.freeVertexCount > 0 ? mesh.freeVertices[--mesh.freeVertexCount] : mesh.vertexCount++;
  if (v >= mesh.x.length) growVertices(mesh, 2 * v);
  mesh.edgeOf[v] = -1;
  mesh.sameAs[v] = -1;
  mesh.twinOf[v] = -1;
  return v;
}

/** Makes the slot of a vertex that is not in the mesh free. */
export function freeVertex(mesh: Mesh, v: number): void {
  mesh.freeVertices[mesh.freeVertexCount++] = v;
}

/** A slot for a triangle; the caller fills it. */
export function takeTriangle(mesh: Mesh): number {
  if (mesh.freeTriangleCount > 0) return mesh.freeTriangles[--mesh.freeTriangleCount];
  if (3 * mesh.triangleCount + 3 > mesh.origin.length) growTriangles(mesh, 2 * mesh.triangleCount);
  return mesh.triangleCount++;
}

export function freeTriangle(mesh: Mesh, triangle: number): void {
  for (let e = 3 * triangle; e < 3 * triangle + 3; e++) {
    mesh.origin[e] = -1;
    mesh.twin[e] = -1;
    mesh.beyond[e] = -1;
    mesh.wall[e] = 0;
  }
  mesh.freeTriangles[mesh.freeTriangleCount++] = triangle;
}

/** Joins two half-edges, whose triangles have their vertices; either may be −1: outside. */
export function joinEdges(mesh: Mesh, e: number, f: number): void {
  const { origin, twin, beyond } = mesh;
  if (e >= 0) {
    twin[e] = f;
    beyond[e] = f < 0 ? -1 : origin[previousEdge(f)];
  }
  if (f >= 0) {
    twin[f] = e;
    beyond[f] = e < 0 ? -1 : origin[previousEdge(e)];
  }
}

/** Makes room for `capacity` vertices, and for the triangles between them. */
export function reserveVertices(mesh: Mesh, capacity: number): void {
  if (capacity > mesh.x.length) growVertices(mesh, capacity);
  if (6 * capacity > mesh.origin.length) growTriangles(mesh, 2 * capacity);
}

function growVertices(mesh: Mesh, capacity: number): void {
  mesh.x = longer(mesh.x, capacity);
  mesh.y = longer(mesh.y, capacity);
  mesh.nextX = longer(mesh.nextX, capacity);
  mesh.nextY = longer(mesh.nextY, capacity);
  mesh.edgeOf = longer(mesh.edgeOf, capacity);
  mesh.sameAs = longer(mesh.sameAs, capacity);
  mesh.twinOf = longer(mesh.twinOf, capacity);
  mesh.waiting = longer(mesh.waiting, capacity);
  mesh.putBack = longer(mesh.putBack, capacity);
  mesh.freeVertices = longer(mesh.freeVertices, capacity);
}

function growTriangles(mesh: Mesh, capacity: number): void {
  mesh.origin = longer(mesh.origin, 3 * capacity);
  mesh.twin = longer(mesh.twin, 3 * capacity);
  mesh.beyond = longer(mesh.beyond, 3 * capacity);
  mesh.wall = longer(mesh.wall, 3 * capacity);
  mesh.freeTriangles = longer(mesh.freeTriangles, capacity);
}
