import { doubled } from '../../../crowd/index.ts';
import { orientInSpace } from '../../../geometry/space-predicates.ts';
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

/** Scratch of insertions: the cells in conflict, their boundary, and a table of the edges of that boundary. */
export type Cavity = {
  cells: Int32Array;
  /** Faces of the boundary, in the cells in conflict. */
  faces: Int32Array;
  /** Open addressing by pairs of vertices; a place is in use when its stamp is the present one. */
  edgeLow: Int32Array;
  edgeHigh: Int32Array;
  edgeFace: Int32Array;
  edgeStamp: Int32Array;
  stamp: number;
};

export function createCavity(): Cavity {
  return {
    cells: new Int32Array(64),
    faces: new Int32Array(64),
    edgeLow: new Int32Array(512),
    edgeHigh: new Int32Array(512),
    edgeFace: new Int32Array(512),
    edgeStamp: new Int32Array(512),
    stamp: 0,
  };
}

/**
 * A cell that holds the place, its boundary included: walks through faces that have it behind them. In a Delaunay
 * triangulation such a walk never comes back to a cell, as the power of the place falls with each.
 */
export function locate(mesh: SpaceMesh, px: number, py: number, pz: number, from: number): number {
  const { corner, opposite, x, y, z } = mesh;
  let cell = from >= 0 && from < mesh.cellCount && corner[4 * from] >= 0 ? from : someCell(mesh);
  let entered = -1;
  for (;;) {
    let leave = -1;
    for (let i = 0; i < 4; i++) {
      const face = 4 * cell + i;
      if (face === entered) continue;
      const a = corner[4 * cell + FACE[3 * i]];
      const b = corner[4 * cell + FACE[3 * i + 1]];
      const c = corner[4 * cell + FACE[3 * i + 2]];
      if (orientInSpace(x[a], y[a], z[a], x[b], y[b], z[b], x[c], y[c], z[c], px, py, pz) < 0) {
        leave = face;
        break;
      }
    }
    if (leave < 0) return cell;
    entered = opposite[leave];
    if (entered < 0) throw new RangeError(`(${px}, ${py}, ${pz}) lies outside of the frame`);
    cell = entered >> 2;
  }
}

function someCell(mesh: SpaceMesh): number {
  // The frame is always there, and each of its vertices knows a cell.
  return mesh.cellOf[0];
}

/**
 * Inserts a vertex, with its twins, into the mesh at its place: cells from the vertex to the boundary of the cavity
 * replace the cells whose spheres hold it. Where another vertex is already, it becomes its twin. The mesh must be
 * Delaunay: then every face of the boundary is seen from inside, whatever points lie on one sphere.
 */
export function insertVertex(mesh: SpaceMesh, cavity: Cavity, vertex: number, from: number): void {
  const { x, y, z } = mesh;
  const start = locate(mesh, x[vertex], y[vertex], z[vertex], from);
  for (let i = 0; i < 4; i++) {
    const there = mesh.corner[4 * start + i];
    if (x[there] === x[vertex] && y[there] === y[vertex] && z[there] === z[vertex]) {
      hangOn(mesh, vertex, there);
      mesh.recentCell = start;
      return;
    }
  }
  const cellCount = findConflicts(mesh, cavity, vertex, start);
  const faceCount = collectBoundary(mesh, cavity, cellCount);
  const { cells, faces } = cavity;
  beginEdges(cavity, 3 * faceCount);
  for (let k = 0; k < faceCount; k++) {
    const face = faces[k];
    const { corner } = mesh;
    const first = face & ~3;
    const turn = 3 * (face & 3);
    const a = corner[first + FACE[turn]];
    const b = corner[first + FACE[turn + 1]];
    const c = corner[first + FACE[turn + 2]];
    const behind = mesh.opposite[face];
    const cell = addCell(mesh, a, b, c, vertex);
    joinFaces(mesh, 4 * cell + 3, behind);
    joinAtEdge(mesh, cavity, b, c, 4 * cell);
    joinAtEdge(mesh, cavity, c, a, 4 * cell + 1);
    joinAtEdge(mesh, cavity, a, b, 4 * cell + 2);
    mesh.cellOf[a] = cell;
    mesh.cellOf[b] = cell;
    mesh.cellOf[c] = cell;
    mesh.cellOf[vertex] = cell;
  }
  for (let k = 0; k < cellCount; k++) freeCell(mesh, cells[k]);
  mesh.recentCell = mesh.cellOf[vertex];
}

/** Makes a vertex and its twins twins of another. */
function hangOn(mesh: SpaceMesh, vertex: number, there: number): void {
  const { nextTwin, twinOf } = mesh;
  let last = vertex;
  for (let twin = vertex; twin >= 0; twin = nextTwin[twin]) {
    twinOf[twin] = there;
    last = twin;
  }
  nextTwin[last] = nextTwin[there];
  nextTwin[there] = vertex;
}

function findConflicts(mesh: SpaceMesh, cavity: Cavity, vertex: number, start: number): number {
  const { cellMark, corner, opposite } = mesh;
  const inConflict = nextStamp(mesh);
  const safe = inConflict + 1;
  let count = 1;
  cavity.cells[0] = start;
  cellMark[start] = inConflict;
  for (let next = 0; next < count; next++) {
    const cell = cavity.cells[next];
    for (let i = 0; i < 4; i++) {
      const behind = opposite[4 * cell + i];
      if (behind < 0) continue;
      const other = behind >> 2;
      if (cellMark[other] === inConflict || cellMark[other] === safe) continue;
      const first = 4 * other;
      if (isInside(mesh, corner[first], corner[first + 1], corner[first + 2], corner[first + 3], vertex)) {
        cellMark[other] = inConflict;
        if (count === cavity.cells.length) cavity.cells = doubled(cavity.cells);
        cavity.cells[count++] = other;
      } else {
        cellMark[other] = safe;
      }
    }
  }
  return count;
}

function collectBoundary(mesh: SpaceMesh, cavity: Cavity, cellCount: number): number {
  const { cellMark, opposite, stamp } = mesh;
  let count = 0;
  for (let k = 0; k < cellCount; k++) {
    const cell = cavity.cells[k];
    for (let face = 4 * cell; face < 4 * cell + 4; face++) {
      const behind = opposite[face];
      if (behind >= 0 && cellMark[behind >> 2] === stamp) continue;
      if (count === cavity.faces.length) cavity.faces = doubled(cavity.faces);
      cavity.faces[count++] = face;
    }
  }
  return count;
}

function beginEdges(cavity: Cavity, edges: number): void {
  let size = cavity.edgeLow.length;
  while (size < 4 * edges) size *= 2;
  if (size > cavity.edgeLow.length) {
    cavity.edgeLow = new Int32Array(size);
    cavity.edgeHigh = new Int32Array(size);
    cavity.edgeFace = new Int32Array(size);
    cavity.edgeStamp = new Int32Array(size);
    cavity.stamp = 0;
  }
  if (cavity.stamp === 0x7fffffff) {
    cavity.edgeStamp.fill(0);
    cavity.stamp = 0;
  }
  cavity.stamp++;
}

/** Joins a face at the edge b – c of the boundary with the other new face at that edge, once both are known. */
function joinAtEdge(mesh: SpaceMesh, cavity: Cavity, b: number, c: number, face: number): void {
  const { edgeFace, edgeHigh, edgeLow, edgeStamp, stamp } = cavity;
  const low = b < c ? b : c;
  const high = b < c ? c : b;
  const mask = edgeLow.length - 1;
  let place = (Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> 12;
  for (place &= mask; edgeStamp[place] === stamp; place = (place + 1) & mask) {
    if (edgeLow[place] === low && edgeHigh[place] === high) {
      joinFaces(mesh, face, edgeFace[place]);
      return;
    }
  }
  edgeLow[place] = low;
  edgeHigh[place] = high;
  edgeFace[place] = face;
  edgeStamp[place] = stamp;
}

/** Whether all cells at a vertex have a positive volume; used where a vertex alone has moved. */
export function isStarPositive(mesh: SpaceMesh, cells: Int32Array, count: number): boolean {
  const { corner } = mesh;
  for (let k = 0; k < count; k++) {
    const first = 4 * cells[k];
    if (!(volumeSign(mesh, corner[first], corner[first + 1], corner[first + 2], corner[first + 3]) > 0)) {
      return false;
    }
  }
  return true;
}
