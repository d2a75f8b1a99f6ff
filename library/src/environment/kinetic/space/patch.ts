import { doubled } from '../../../crowd/index.ts';
import {
  addCell,
  FACE,
  freeCell,
  isInside,
  joinFaces,
  nextStamp,
  type SpaceMesh,
  volumeSign,
} from './mesh.ts';

/**
 * A region of cells that is taken out and filled again with the Delaunay triangulation of its vertices. Cells are wrapped
 * around the region's boundary, face by face: the corner behind a face is the vertex whose sphere through the face holds
 * no other. All cells made have a positive volume; once their faces cancel out but for the boundary, they cover the
 * region exactly once, and only then they take its place.
 */
export type Patch = {
  cells: Int32Array;
  cellCount: number;
  vertices: Int32Array;
  vertexCount: number;
  /** Faces that still have nothing on their positive side, smallest vertex first, and the face that they belong to. */
  frontA: Int32Array;
  frontB: Int32Array;
  frontC: Int32Array;
  frontFace: Int32Array;
  frontCount: number;
  made: Int32Array;
  madeCount: number;
};

/** Testing every vertex for every face, this many times for each vertex of the mesh, takes as long as a build. */
const AS_LONG_AS_A_BUILD = 512;

export function createPatch(): Patch {
  const column = () => new Int32Array(128);
  return {
    cells: column(),
    cellCount: 0,
    vertices: column(),
    vertexCount: 0,
    frontA: column(),
    frontB: column(),
    frontC: column(),
    frontFace: column(),
    frontCount: 0,
    made: column(),
    madeCount: 0,
  };
}

/** Collects the cells at a vertex of the mesh. */
export function collectStar(mesh: SpaceMesh, patch: Patch, vertex: number): void {
  const { cellMark, corner, opposite } = mesh;
  const stamp = nextStamp(mesh);
  patch.cellCount = 0;
  addToRegion(mesh, patch, mesh.cellOf[vertex], stamp);
  for (let next = 0; next < patch.cellCount; next++) {
    const first = 4 * patch.cells[next];
    for (let face = first; face < first + 4; face++) {
      // The face opposite the vertex alone leads out of the star.
      if (corner[face] === vertex) continue;
      const cell = opposite[face] >> 2;
      if (cellMark[cell] !== stamp) addToRegion(mesh, patch, cell, stamp);
    }
  }
}

/**
 * Removes a vertex from the mesh, regardless of its twins. In a Delaunay mesh the hole is always filled: its faces
 * have empty spheres with or without the vertex, and there is only one triangulation. False: there are so many cells
 * at it that a rebuild is cheaper, and the mesh is unchanged.
 */
export function takeOut(mesh: SpaceMesh, patch: Patch, vertex: number): boolean {
  collectStar(mesh, patch, vertex);
  collectVertices(mesh, patch);
  for (let k = 0; k < patch.vertexCount; k++) {
    if (patch.vertices[k] === vertex) patch.vertices[k] = patch.vertices[--patch.vertexCount];
  }
  if (isTooLarge(mesh, patch) || !fillRegion(mesh, patch)) return false;
  mesh.cellOf[vertex] = -1;
  return true;
}

/**
 * Fills the surroundings of a face that is not Delaunay and cannot be flipped. The region grows over every cell behind its
 * boundary whose sphere holds one of its vertices; then each face of the boundary has an empty sphere and so belongs to
 * the triangulation of the region's vertices. Afterwards `patch.made` are the new cells. False: the region grew too large.
 */
export function unstick(mesh: SpaceMesh, patch: Patch, face: number): boolean {
  const { cellMark, corner, opposite } = mesh;
  const stamp = nextStamp(mesh);
  patch.cellCount = 0;
  addToRegion(mesh, patch, face >> 2, stamp);
  addToRegion(mesh, patch, opposite[face] >> 2, stamp);
  collectVertices(mesh, patch);
  for (let grown = true; grown; ) {
    grown = false;
    for (let next = 0; next < patch.cellCount; next++) {
      for (let i = 0; i < 4; i++) {
        const behind = opposite[4 * patch.cells[next] + i];
        if (behind < 0 || cellMark[behind >> 2] === stamp || !holdsAny(mesh, patch, behind >> 2)) continue;
        if (isTooLarge(mesh, patch)) return false;
        addToRegion(mesh, patch, behind >> 2, stamp);
        addVertexOnce(mesh, patch, corner[behind], stamp);
        grown = true;
      }
    }
  }
  return fillRegion(mesh, patch);
}

function isTooLarge(mesh: SpaceMesh, patch: Patch): boolean {
  return patch.cellCount * patch.vertexCount > AS_LONG_AS_A_BUILD * mesh.vertexCount;
}

function holdsAny(mesh: SpaceMesh, patch: Patch, cell: number): boolean {
  const { corner } = mesh;
  const a = corner[4 * cell];
  const b = corner[4 * cell + 1];
  const c = corner[4 * cell + 2];
  const d = corner[4 * cell + 3];
  for (let k = 0; k < patch.vertexCount; k++) {
    const vertex = patch.vertices[k];
    if (vertex === a || vertex === b || vertex === c || vertex === d) continue;
    if (isInside(mesh, a, b, c, d, vertex)) return true;
  }
  return false;
}

function addToRegion(mesh: SpaceMesh, patch: Patch, cell: number, stamp: number): void {
  if (patch.cellCount === patch.cells.length) patch.cells = doubled(patch.cells);
  patch.cells[patch.cellCount++] = cell;
  mesh.cellMark[cell] = stamp;
}

function collectVertices(mesh: SpaceMesh, patch: Patch): void {
  patch.vertexCount = 0;
  for (let k = 0; k < patch.cellCount; k++) {
    const first = 4 * patch.cells[k];
    for (let i = first; i < first + 4; i++) addVertexOnce(mesh, patch, mesh.corner[i], mesh.stamp);
  }
}

function addVertexOnce(mesh: SpaceMesh, patch: Patch, vertex: number, stamp: number): void {
  if (mesh.vertexMark[vertex] === stamp) return;
  mesh.vertexMark[vertex] = stamp;
  if (patch.vertexCount === patch.vertices.length) patch.vertices = doubled(patch.vertices);
  patch.vertices[patch.vertexCount++] = vertex;
}

/** Fills the region's cells, which are marked with the present stamp, again; false leaves everything as it was. */
function fillRegion(mesh: SpaceMesh, patch: Patch): boolean {
  beginFront(mesh, patch);
  const used = mesh.stamp + 1;
  const limit = 64 + patch.vertexCount * patch.vertexCount;
  while (patch.frontCount > 0) {
    const last = --patch.frontCount;
    const a = patch.frontA[last];
    const b = patch.frontB[last];
    const c = patch.frontC[last];
    const face = patch.frontFace[last];
    const apex = findApex(mesh, patch, a, b, c);
    if (apex < 0 || patch.madeCount === limit) return undoFill(mesh, patch);
    const cell = addCell(mesh, a, b, c, apex);
    if (patch.madeCount === patch.made.length) patch.made = doubled(patch.made);
    patch.made[patch.madeCount++] = cell;
    joinFaces(mesh, 4 * cell + 3, face);
    mesh.vertexMark[apex] = used;
    mesh.vertexMark[a] = used;
    mesh.vertexMark[b] = used;
    mesh.vertexMark[c] = used;
    const closes =
      meetFront(mesh, patch, b, c, apex, 4 * cell) &&
      meetFront(mesh, patch, c, a, apex, 4 * cell + 1) &&
      meetFront(mesh, patch, a, b, apex, 4 * cell + 2);
    if (!closes) return undoFill(mesh, patch);
  }
  for (let k = 0; k < patch.vertexCount; k++) {
    if (mesh.vertexMark[patch.vertices[k]] !== used) return undoFill(mesh, patch);
  }
  for (let k = 0; k < patch.cellCount; k++) freeCell(mesh, patch.cells[k]);
  for (let k = 0; k < patch.madeCount; k++) {
    const cell = patch.made[k];
    for (let i = 4 * cell; i < 4 * cell + 4; i++) mesh.cellOf[mesh.corner[i]] = cell;
  }
  mesh.recentCell = patch.made[0];
  return true;
}

/** The faces of the region's boundary, seen from inside. */
function beginFront(mesh: SpaceMesh, patch: Patch): void {
  const { cellMark, corner, opposite, stamp } = mesh;
  patch.frontCount = 0;
  patch.madeCount = 0;
  for (let k = 0; k < patch.cellCount; k++) {
    const first = 4 * patch.cells[k];
    for (let i = 0; i < 4; i++) {
      const behind = opposite[first + i];
      if (behind >= 0 && cellMark[behind >> 2] === stamp) continue;
      const a = corner[first + FACE[3 * i]];
      const b = corner[first + FACE[3 * i + 1]];
      const c = corner[first + FACE[3 * i + 2]];
      pushFront(patch, a, b, c, behind);
    }
  }
}

/** Without the smallest vertex first the same face could be written in three paths. */
function pushFront(patch: Patch, a: number, b: number, c: number, face: number): void {
  if (patch.frontCount === patch.frontA.length) {
    patch.frontA = doubled(patch.frontA);
    patch.frontB = doubled(patch.frontB);
    patch.frontC = doubled(patch.frontC);
    patch.frontFace = doubled(patch.frontFace);
  }
  const place = patch.frontCount++;
  const turn = a < b && a < c ? 0 : b < c ? 1 : 2;
  patch.frontA[place] = turn === 0 ? a : turn === 1 ? b : c;
  patch.frontB[place] = turn === 0 ? b : turn === 1 ? c : a;
  patch.frontC[place] = turn === 0 ? c : turn === 1 ? a : b;
  patch.frontFace[place] = face;
}

/** The vertex on the positive side of a face whose sphere through it holds no other, or −1. */
function findApex(mesh: SpaceMesh, patch: Patch, a: number, b: number, c: number): number {
  const { vertexCount, vertices } = patch;
  let best = -1;
  for (let k = 0; k < vertexCount; k++) {
    const vertex = vertices[k];
    if (vertex === a || vertex === b || vertex === c) continue;
    if (!(volumeSign(mesh, a, b, c, vertex) > 0)) continue;
    if (best < 0 || isInside(mesh, a, b, c, best, vertex)) best = vertex;
  }
  return best;
}

/**
 * A new cell has the face whose other side is a, b, c: joins it with the face of the front that lies there, or adds it
 * to the front. False when the front has the very same face already: then cells would overlap.
 */
function meetFront(mesh: SpaceMesh, patch: Patch, a: number, b: number, c: number, face: number): boolean {
  const { frontA, frontB, frontC, frontFace } = patch;
  const turn = a < b && a < c ? 0 : b < c ? 1 : 2;
  const first = turn === 0 ? a : turn === 1 ? b : c;
  const second = turn === 0 ? b : turn === 1 ? c : a;
  const third = turn === 0 ? c : turn === 1 ? a : b;
  for (let place = patch.frontCount - 1; place >= 0; place--) {
    if (frontA[place] !== first) continue;
    if (frontB[place] === second && frontC[place] === third) return false;
    if (frontB[place] !== third || frontC[place] !== second) continue;
    joinFaces(mesh, face, frontFace[place]);
    const last = --patch.frontCount;
    frontA[place] = frontA[last];
    frontB[place] = frontB[last];
    frontC[place] = frontC[last];
    frontFace[place] = frontFace[last];
    return true;
  }
  pushFront(patch, a, b, c, face);
  return true;
}

function undoFill(mesh: SpaceMesh, patch: Patch): false {
  for (let k = 0; k < patch.madeCount; k++) freeCell(mesh, patch.made[k]);
  // The cells behind the boundary get their old neighbours back.
  for (let k = 0; k < patch.cellCount; k++) {
    const first = 4 * patch.cells[k];
    for (let face = first; face < first + 4; face++) {
      if (mesh.opposite[face] >= 0) mesh.opposite[mesh.opposite[face]] = face;
    }
  }
  return false;
}
