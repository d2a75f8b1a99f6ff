import { inSphere, orientInSpace } from '../../../geometry/space-predicates.ts';

/**
 * A Delaunay triangulation in space: tetrahedra, called cells, in typed arrays. Vertices 0 … 3 are the corners of a
 * frame far outside, which never move; all others lie inside a box in its middle. So there is always a triangulation,
 * and no hull to repair.
 *
 * Cell t has the corners corner[4t] … corner[4t + 3], of positive volume. Its face 4t + i lies opposite corner i, and
 * opposite[4t + i] is the same face in the cell behind it, −1 on the outside of the frame.
 *
 * Where more than four points lie on one sphere the triangulation would not be unique. Here a perturbation decides
 * (isInside), so that it depends on the places alone: not on the order of insertions, nor on the earlier positions of
 * the points. That makes it safe to remove a vertex.
 */
export type SpaceMesh = {
  /** Slots of vertices in use, with the free ones among them. */
  vertexCount: number;
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  /** A cell at the vertex; −1: not in the mesh, because it is free, removed, or a twin. */
  cellOf: Int32Array;
  /** Vertices at exactly the same place: the one in the mesh, or −1; and the next of its chain, or −1. */
  twinOf: Int32Array;
  nextTwin: Int32Array;
  freeVertices: number[];
  /** Slots of cells in use, with the free ones among them: those have the first corner −1. */
  cellCount: number;
  corner: Int32Array;
  opposite: Int32Array;
  freeCells: Int32Array;
  freeCellCount: number;
  /** Marks of the traversals, valid when they equal a stamp of the present one. */
  cellMark: Int32Array;
  vertexMark: Int32Array;
  stamp: number;
  /** Vertices lie at most this far from the middle along each axis, metres. */
  middleX: number;
  middleY: number;
  middleZ: number;
  halfSize: number;
  /** Where the next search may begin. */
  recentCell: number;
  /** What was done so far. */
  flips: number;
  rollbacks: number;
  reinsertions: number;
  /** Regions that were filled again because flips were stuck. */
  patches: number;
  rebuilds: number;
};

export const FRAME_VERTICES = 4;
/** The corners of the face opposite each corner, in the order that has the corner on its positive side. */
export const FACE = Int32Array.of(1, 3, 2, 0, 2, 3, 0, 3, 1, 0, 1, 2);

/**
 * Corners of the frame as multiples of the box's half size. They are farther from every vertex than vertices can be
 * from one another, so that a shortest descent from vertex to vertex never leads over the frame.
 */
const FRAME = Int32Array.of(8, 8, 8, 8, -8, -8, -8, -8, 8, -8, 8, -8);

export function createSpaceMesh(): SpaceMesh {
  const mesh: SpaceMesh = {
    vertexCount: FRAME_VERTICES,
    x: new Float64Array(16),
    y: new Float64Array(16),
    z: new Float64Array(16),
    cellOf: new Int32Array(16).fill(-1),
    twinOf: new Int32Array(16).fill(-1),
    nextTwin: new Int32Array(16).fill(-1),
    freeVertices: [],
    cellCount: 0,
    corner: new Int32Array(256),
    opposite: new Int32Array(256),
    freeCells: new Int32Array(64),
    freeCellCount: 0,
    cellMark: new Int32Array(64),
    vertexMark: new Int32Array(16),
    stamp: 0,
    middleX: 0,
    middleY: 0,
    middleZ: 0,
    halfSize: 1,
    recentCell: 0,
    flips: 0,
    rollbacks: 0,
    reinsertions: 0,
    patches: 0,
    rebuilds: 0,
  };
  placeFrame(mesh, 0, 0, 0, 1);
  return mesh;
}

/** Removes all cells and twins; one cell is left, the frame around a box. */
export function placeFrame(mesh: SpaceMesh, x: number, y: number, z: number, halfSize: number): void {
  mesh.middleX = x;
  mesh.middleY = y;
  mesh.middleZ = z;
  mesh.halfSize = halfSize;
  for (let vertex = 0; vertex < FRAME_VERTICES; vertex++) {
    mesh.x[vertex] = x + FRAME[3 * vertex] * halfSize;
    mesh.y[vertex] = y + FRAME[3 * vertex + 1] * halfSize;
    mesh.z[vertex] = z + FRAME[3 * vertex + 2] * halfSize;
  }
  mesh.cellOf.fill(-1);
  mesh.twinOf.fill(-1);
  mesh.nextTwin.fill(-1);
  mesh.cellCount = 0;
  mesh.freeCellCount = 0;
  const cell = addCell(mesh, 0, 1, 2, 3);
  for (let vertex = 0; vertex < FRAME_VERTICES; vertex++) {
    mesh.opposite[4 * cell + vertex] = -1;
    mesh.cellOf[vertex] = cell;
  }
  mesh.recentCell = cell;
}

/** Takes a slot for a vertex, which is not in the mesh yet. */
export function addVertex(mesh: SpaceMesh): number {
  const free = mesh.freeVertices.pop();
  if (free !== undefined) return free;
  const vertex = mesh.vertexCount++;
  if (vertex === mesh.x.length) {
    const capacity = 2 * vertex;
    mesh.x = longer(mesh.x, new Float64Array(capacity));
    mesh.y = longer(mesh.y, new Float64Array(capacity));
    mesh.z = longer(mesh.z, new Float64Array(capacity));
    mesh.cellOf = longer(mesh.cellOf, new Int32Array(capacity).fill(-1));
    mesh.twinOf = longer(mesh.twinOf, new Int32Array(capacity).fill(-1));
    mesh.nextTwin = longer(mesh.nextTwin, new Int32Array(capacity).fill(-1));
    mesh.vertexMark = longer(mesh.vertexMark, new Int32Array(capacity));
  }
  return vertex;
}

export function addCell(mesh: SpaceMesh, a: number, b: number, c: number, d: number): number {
  let cell: number;
  if (mesh.freeCellCount > 0) {
    cell = mesh.freeCells[--mesh.freeCellCount];
  } else {
    cell = mesh.cellCount++;
    if (cell === mesh.cellMark.length) growCells(mesh);
  }
  const { corner } = mesh;
  corner[4 * cell] = a;
  corner[4 * cell + 1] = b;
  corner[4 * cell + 2] = c;
  corner[4 * cell + 3] = d;
  mesh.cellMark[cell] = 0;
  return cell;
}

function growCells(mesh: SpaceMesh): void {
  const capacity = 2 * mesh.cellMark.length;
  mesh.corner = longer(mesh.corner, new Int32Array(4 * capacity));
  mesh.opposite = longer(mesh.opposite, new Int32Array(4 * capacity));
  mesh.freeCells = longer(mesh.freeCells, new Int32Array(capacity));
  mesh.cellMark = longer(mesh.cellMark, new Int32Array(capacity));
}

export function freeCell(mesh: SpaceMesh, cell: number): void {
  mesh.corner[4 * cell] = -1;
  mesh.freeCells[mesh.freeCellCount++] = cell;
}

function longer<Column extends Float64Array | Int32Array>(old: Column, empty: Column): Column {
  empty.set(old);
  return empty;
}

/** A number that no mark has: two of them, this one and the next. */
export function nextStamp(mesh: SpaceMesh): number {
  mesh.stamp += 2;
  return mesh.stamp;
}

/** Called between traversals, so that stamps do not run out within one. */
export function renewStamps(mesh: SpaceMesh): void {
  if (mesh.stamp < 0x40000000) return;
  mesh.stamp = 0;
  mesh.cellMark.fill(0);
  mesh.vertexMark.fill(0);
}

/** Joins two faces; the second may be −1, the outside. */
export function joinFaces(mesh: SpaceMesh, face: number, other: number): void {
  mesh.opposite[face] = other;
  if (other >= 0) mesh.opposite[other] = face;
}

/** The face of a cell opposite one of its corners. */
export function faceOpposite(mesh: SpaceMesh, cell: number, vertex: number): number {
  const { corner } = mesh;
  const first = 4 * cell;
  if (corner[first] === vertex) return first;
  if (corner[first + 1] === vertex) return first + 1;
  if (corner[first + 2] === vertex) return first + 2;
  return first + 3;
}

/** The sign of the volume of four vertices. */
export function volumeSign({ x, y, z }: SpaceMesh, a: number, b: number, c: number, d: number): number {
  return orientInSpace(x[a], y[a], z[a], x[b], y[b], z[b], x[c], y[c], z[c], x[d], y[d], z[d]);
}

/**
 * Whether e lies inside the sphere through a, b, c, d, whose volume is positive. On the sphere it is decided as if
 * every point's height on the paraboloid had grown by an infinitely small amount, infinitely more for a point that
 * comes later by x, then y, then z. Devillers and Teillaud (2003) show that two points decide and that no flat cell
 * results.
 */
export function isInside(mesh: SpaceMesh, a: number, b: number, c: number, d: number, e: number): boolean {
  const { x, y, z } = mesh;
  const side = inSphere(
    x[a],
    y[a],
    z[a],
    x[b],
    y[b],
    z[b],
    x[c],
    y[c],
    z[c],
    x[d],
    y[d],
    z[d],
    x[e],
    y[e],
    z[e],
  );
  return side !== 0 ? side > 0 : isInsideWhenPerturbed(mesh, a, b, c, d, e);
}

function isInsideWhenPerturbed(
  mesh: SpaceMesh,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
): boolean {
  let largest = -1;
  let second = -1;
  for (let k = 0; k < 5; k++) {
    const vertex = k === 0 ? a : k === 1 ? b : k === 2 ? c : k === 3 ? d : e;
    if (largest < 0 || isAfter(mesh, vertex, largest)) {
      second = largest;
      largest = vertex;
    } else if (second < 0 || isAfter(mesh, vertex, second)) {
      second = vertex;
    }
  }
  for (let k = 0; k < 2; k++) {
    const raised = k === 0 ? largest : second;
    if (raised === e) return false;
    // The volume with e in the place of the raised corner.
    const side = volumeSign(
      mesh,
      raised === a ? e : a,
      raised === b ? e : b,
      raised === c ? e : c,
      raised === d ? e : d,
    );
    if (side !== 0) return side > 0;
  }
  return false;
}

function isAfter({ x, y, z }: SpaceMesh, a: number, b: number): boolean {
  if (x[a] !== x[b]) return x[a] > x[b];
  if (y[a] !== y[b]) return y[a] > y[b];
  return z[a] > z[b];
}
