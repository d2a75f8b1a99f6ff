import { FIRST_VERTEX, type Mesh } from './mesh.ts';
import { type CurveOrder, sortAlongCurve } from './order.ts';

/**
 * Numbers the vertices along a curve through the plane, and the triangles in the order in which the vertices meet them,
 * so that what is near in space is near in memory. Vertex v is then the former scratch.order[v − 4]. Slots of no vertex
 * are among them: they stay free.
 */
export function renumberMesh(mesh: Mesh, scratch: CurveOrder): void {
  const { vertexCount } = mesh;
  sortAlongCurve(scratch, FIRST_VERTEX, vertexCount, mesh.x, mesh.y);
  const { order } = scratch;
  // Former number to new one.
  const now = mesh.waiting;
  for (let v = 0; v < FIRST_VERTEX; v++) now[v] = v;
  for (let v = FIRST_VERTEX; v < vertexCount; v++) now[order[v - FIRST_VERTEX]] = v;
  for (let k = 0; k < mesh.freeVertexCount; k++) mesh.freeVertices[k] = now[mesh.freeVertices[k]];
  // The outdated places serve as the other half of an exchange.
  const { x, y, nextX, nextY, edgeOf, sameAs, twinOf } = mesh;
  for (let v = 0; v < vertexCount; v++) {
    const before = v < FIRST_VERTEX ? v : order[v - FIRST_VERTEX];
    nextX[v] = x[before];
    nextY[v] = y[before];
  }
  mesh.x = nextX;
  mesh.y = nextY;
  mesh.nextX = x;
  mesh.nextY = y;
  for (let v = 0; v < FIRST_VERTEX; v++) {
    x[v] = nextX[v];
    y[v] = nextY[v];
  }
  const spare = mesh.putBack;
  permute(edgeOf, order, vertexCount, spare);
  permute(sameAs, order, vertexCount, spare);
  permute(twinOf, order, vertexCount, spare);
  for (let v = 0; v < vertexCount; v++) {
    if (sameAs[v] >= 0) sameAs[v] = now[sameAs[v]];
    if (twinOf[v] >= 0) twinOf[v] = now[twinOf[v]];
  }
  renumberTriangles(mesh, now, scratch);
  mesh.putBack.fill(0);
  mesh.round = 0;
}

function permute(column: Int32Array, order: Int32Array, vertexCount: number, spare: Int32Array): void {
  for (let v = FIRST_VERTEX; v < vertexCount; v++) spare[v] = column[order[v - FIRST_VERTEX]];
  for (let v = FIRST_VERTEX; v < vertexCount; v++) column[v] = spare[v];
}

/** Triangles without gaps, those of vertex 4 first, then those of 5 that are not among them, and so on. */
function renumberTriangles(mesh: Mesh, now: Int32Array, scratch: CurveOrder): void {
  const { vertexCount, edgeOf, origin, twin, beyond, wall } = mesh;
  if (scratch.origin.length !== origin.length) {
    scratch.origin = new Int32Array(origin.length);
    scratch.twin = new Int32Array(origin.length);
    scratch.beyond = new Int32Array(origin.length);
    scratch.wall = new Int32Array(origin.length);
    scratch.triangleOf = new Int32Array(origin.length / 3);
  }
  const { triangleOf } = scratch;
  triangleOf.fill(-1);
  let count = 0;
  for (let v = FIRST_VERTEX; v < vertexCount; v++) {
    const start = edgeOf[v];
    if (start < 0) continue;
    let e = start;
    do {
      const triangle = Math.floor(e / 3);
      if (triangleOf[triangle] < 0) triangleOf[triangle] = count++;
      e = twin[e % 3 === 0 ? e + 2 : e - 1];
    } while (e !== start);
  }
  // Those between corners alone.
  for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
    if (origin[3 * triangle] >= 0 && triangleOf[triangle] < 0) triangleOf[triangle] = count++;
  }
  const edgeNow = (e: number) => (e < 0 ? -1 : 3 * triangleOf[Math.floor(e / 3)] + (e % 3));
  for (let e = 0; e < 3 * mesh.triangleCount; e++) {
    if (origin[e] < 0) continue;
    const place = edgeNow(e);
    scratch.origin[place] = now[origin[e]];
    scratch.twin[place] = edgeNow(twin[e]);
    scratch.beyond[place] = beyond[e] < 0 ? -1 : now[beyond[e]];
    scratch.wall[place] = wall[e];
  }
  for (let v = 0; v < vertexCount; v++) edgeOf[v] = edgeNow(edgeOf[v]);
  mesh.origin = scratch.origin;
  mesh.twin = scratch.twin;
  mesh.beyond = scratch.beyond;
  mesh.wall = scratch.wall;
  scratch.origin = origin;
  scratch.twin = twin;
  scratch.beyond = beyond;
  scratch.wall = wall;
  mesh.triangleCount = count;
  mesh.freeTriangleCount = 0;
}
