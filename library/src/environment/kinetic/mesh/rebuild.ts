import { placeVertex } from './insert.ts';
import { clearTriangles, FIRST_VERTEX, type Mesh } from './mesh.ts';
import { type CurveOrder, sortAlongCurve } from './order.ts';

/**
 * Rebuilds the triangles, in a room that leaves the vertices space to move: every vertex that has a slot is inserted
 * at its present place, walls are forgotten.
 */
export function rebuildMesh(mesh: Mesh, scratch: CurveOrder): void {
  const { x, y, putBack, vertexCount, freeVertices, freeVertexCount } = mesh;
  // Free slots are skipped: they are the marked ones.
  const mark = ++mesh.round;
  for (let k = 0; k < freeVertexCount; k++) {
    const v = freeVertices[k];
    putBack[v] = mark;
    x[v] = x[FIRST_VERTEX];
    y[v] = y[FIRST_VERTEX];
  }
  let minX = Number.POSITIVE_INFINITY;
  let minY = Number.POSITIVE_INFINITY;
  let maxX = Number.NEGATIVE_INFINITY;
  let maxY = Number.NEGATIVE_INFINITY;
  for (let v = FIRST_VERTEX; v < vertexCount; v++) {
    if (putBack[v] === mark) continue;
    minX = Math.min(minX, x[v]);
    maxX = Math.max(maxX, x[v]);
    minY = Math.min(minY, y[v]);
    maxY = Math.max(maxY, y[v]);
  }
  setRoom(mesh, minX, minY, maxX, maxY);
  sortAlongCurve(scratch, FIRST_VERTEX, vertexCount, x, y);
  clearTriangles(mesh);
  mesh.twinCount = 0;
  for (let v = FIRST_VERTEX; v < vertexCount; v++) {
    mesh.edgeOf[v] = -1;
    mesh.sameAs[v] = -1;
    mesh.twinOf[v] = -1;
  }
  let from = 0;
  for (let k = 0; k < vertexCount - FIRST_VERTEX; k++) {
    const v = scratch.order[k];
    if (putBack[v] === mark) continue;
    placeVertex(mesh, v, x[v], y[v], from);
    from = mesh.edgeOf[v] >= 0 ? mesh.edgeOf[v] : mesh.edgeOf[mesh.twinOf[v]];
  }
}

/**
 * Gives a mesh a room around a box. Any agent inside can move by the size of the box, and by at least 8 m, before it
 * leaves the room.
 */
export function setRoom(mesh: Mesh, minX: number, minY: number, maxX: number, maxY: number): void {
  if (!(minX <= maxX)) {
    setRoom(mesh, 0, 0, 0, 0);
    return;
  }
  const margin = Math.max(8, maxX - minX, maxY - minY);
  mesh.minX = minX - margin;
  mesh.minY = minY - margin;
  mesh.maxX = maxX + margin;
  mesh.maxY = maxY + margin;
}
