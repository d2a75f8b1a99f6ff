import { FACE, FRAME_VERTICES, isInside, type SpaceMesh, volumeSign } from './mesh.ts';

/**
 * Throws unless the mesh is the Delaunay triangulation of its vertices, the one that isInside defines: for tests and
 * debugging. Cells of positive volume whose faces match up to the frame's cover it exactly once.
 */
export function assertDelaunay(mesh: SpaceMesh): void {
  const { cellCount, cellOf, corner, opposite, vertexCount } = mesh;
  let outside = 0;
  let alive = 0;
  for (let cell = 0; cell < cellCount; cell++) {
    if (corner[4 * cell] < 0) continue;
    alive++;
    const corners = corner.subarray(4 * cell, 4 * cell + 4);
    for (const vertex of corners) {
      if (!(vertex >= 0 && vertex < vertexCount && cellOf[vertex] >= 0)) {
        throw new Error(`cell ${cell} has the corner ${vertex}, which is not in the mesh`);
      }
    }
    const [a, b, c, d] = corners;
    if (!(volumeSign(mesh, a, b, c, d) > 0))
      throw new Error(`cell ${cell} (${corners}) is turned over or flat`);
    for (let i = 0; i < 4; i++) {
      if (opposite[4 * cell + i] < 0) outside++;
      else assertFace(mesh, cell, i);
    }
  }
  if (outside !== 4) throw new Error(`${outside} faces on the outside instead of the frame's 4`);
  if (alive + mesh.freeCellCount !== cellCount) throw new Error('cells were lost');
  for (let vertex = 0; vertex < vertexCount; vertex++) assertVertex(mesh, vertex);
}

function assertFace(mesh: SpaceMesh, cell: number, i: number): void {
  const { corner, opposite } = mesh;
  const behind = opposite[4 * cell + i];
  const other = behind >> 2;
  if (corner[4 * other] < 0) throw new Error(`cell ${cell} lies at the free cell ${other}`);
  if (opposite[behind] !== 4 * cell + i) throw new Error(`cells ${cell} and ${other} disagree on their face`);
  for (let k = 0; k < 3; k++) {
    const place = corner.indexOf(corner[4 * cell + FACE[3 * i + k]], 4 * other);
    if (place < 0 || place === behind || place >= 4 * other + 4) {
      throw new Error(`cells ${cell} and ${other} have different faces`);
    }
  }
  const a = corner[4 * cell];
  const b = corner[4 * cell + 1];
  const c = corner[4 * cell + 2];
  const d = corner[4 * cell + 3];
  if (isInside(mesh, a, b, c, d, corner[behind])) {
    throw new Error(`vertex ${corner[behind]} lies inside the sphere of cell ${cell} (${[a, b, c, d]})`);
  }
}

function assertVertex(mesh: SpaceMesh, vertex: number): void {
  const { cellOf, corner, nextTwin, twinOf, x, y, z } = mesh;
  const cell = cellOf[vertex];
  if (cell >= 0) {
    if (!corner.subarray(4 * cell, 4 * cell + 4).includes(vertex)) {
      throw new Error(`vertex ${vertex} is not a corner of its cell ${cell}`);
    }
    if (twinOf[vertex] >= 0) throw new Error(`vertex ${vertex} is in the mesh and a twin`);
    for (let twin = nextTwin[vertex]; twin >= 0; twin = nextTwin[twin]) {
      if (twinOf[twin] !== vertex)
        throw new Error(`vertex ${twin} hangs on ${vertex}, not on ${twinOf[twin]}`);
      if (x[twin] !== x[vertex] || y[twin] !== y[vertex] || z[twin] !== z[vertex]) {
        throw new Error(`the twins ${vertex} and ${twin} are at different places`);
      }
    }
  } else if (twinOf[vertex] >= 0) {
    let found = false;
    for (let twin = nextTwin[twinOf[vertex]]; twin >= 0; twin = nextTwin[twin]) found ||= twin === vertex;
    if (!found) throw new Error(`vertex ${vertex} is missing among the twins of ${twinOf[vertex]}`);
  } else if (vertex < FRAME_VERTICES) {
    throw new Error(`corner ${vertex} of the frame is not in the mesh`);
  }
}
