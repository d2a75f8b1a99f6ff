import { createFaceStack, type FaceStack } from './flips.ts';
import { type Cavity, createCavity, insertVertex } from './insert.ts';
import { addVertex, FRAME_VERTICES, faceOpposite, placeFrame, type SpaceMesh } from './mesh.ts';
import { collectStar, createPatch, type Patch, takeOut } from './patch.ts';

/** Scratch of everything that changes a mesh. */
export type Workshop = {
  cavity: Cavity;
  patch: Patch;
  stack: FaceStack;
  /** The vertices in the order of a build, each behind the number of its cube. */
  keys: Float64Array;
};

export function createWorkshop(): Workshop {
  return {
    cavity: createCavity(),
    patch: createPatch(),
    stack: createFaceStack(),
    keys: new Float64Array(64),
  };
}

/** 2^−8 and 2^60. */
const COARSE = 1 / 256;
const FINE = 1048576 * 1048576 * 1048576;

/**
 * The multiple of 2^−60 metres next to a coordinate; only those below 2^−8 are not one already. On such a grid no exact
 * predicate ever leaves the range of doubles. Queries look at the true places, see queries.ts.
 */
export function snapped(value: number): number {
  return value < COARSE && value > -COARSE ? Math.floor(value * FINE + 0.5) / FINE : value;
}

/** Puts every agent that has a place, in the mesh, as a twin or in `more`, into a new frame. */
export function rebuild(mesh: SpaceMesh, workshop: Workshop, more: Int32Array, moreCount: number): void {
  const { cellOf, twinOf, x, y, z } = mesh;
  if (workshop.keys.length < mesh.vertexCount) workshop.keys = new Float64Array(mesh.x.length);
  const { keys } = workshop;
  let count = 0;
  for (let vertex = FRAME_VERTICES; vertex < mesh.vertexCount; vertex++) {
    if (cellOf[vertex] >= 0 || twinOf[vertex] >= 0) keys[count++] = vertex;
  }
  for (let k = 0; k < moreCount; k++) keys[count++] = more[k];
  let minX = 0;
  let minY = 0;
  let minZ = 0;
  let maxX = 0;
  let maxY = 0;
  let maxZ = 0;
  for (let k = 0; k < count; k++) {
    const vertex = keys[k];
    if (k === 0 || x[vertex] < minX) minX = x[vertex];
    if (k === 0 || x[vertex] > maxX) maxX = x[vertex];
    if (k === 0 || y[vertex] < minY) minY = y[vertex];
    if (k === 0 || y[vertex] > maxY) maxY = y[vertex];
    if (k === 0 || z[vertex] < minZ) minZ = z[vertex];
    if (k === 0 || z[vertex] > maxZ) maxZ = z[vertex];
  }
  const extent = Math.max(maxX - minX, maxY - minY, maxZ - minZ);
  // Twice as much room as they take now, so that it is long before an agent leaves it.
  placeFrame(
    mesh,
    Math.floor(0.5 * (minX + maxX)),
    Math.floor(0.5 * (minY + maxY)),
    Math.floor(0.5 * (minZ + maxZ)),
    Math.ceil(extent + 16),
  );
  const scale = extent > 0 ? 1023 / extent : 0;
  for (let k = 0; k < count; k++) {
    const vertex = keys[k];
    const column = spread(Math.floor((x[vertex] - minX) * scale));
    const row = spread(Math.floor((y[vertex] - minY) * scale));
    const layer = spread(Math.floor((z[vertex] - minZ) * scale));
    keys[k] = (column + 2 * row + 4 * layer) * 2097152 + vertex;
  }
  // Neighbours in space one after the other: the walk to each place is then short.
  const order = keys.subarray(0, count).sort();
  for (let k = 0; k < count; k++) insertVertex(mesh, workshop.cavity, order[k] % 2097152, mesh.recentCell);
  mesh.rebuilds++;
}

/** The ten bits of a number, each at three times its place. */
function spread(bits: number): number {
  let spreaded = bits;
  spreaded = (spreaded | (spreaded << 16)) & 0x030000ff;
  spreaded = (spreaded | (spreaded << 8)) & 0x0300f00f;
  spreaded = (spreaded | (spreaded << 4)) & 0x030c30c3;
  return (spreaded | (spreaded << 2)) & 0x09249249;
}

/** Whether a place lies in the box of the frame. */
export function isInBox(mesh: SpaceMesh, x: number, y: number, z: number): boolean {
  const { halfSize, middleX, middleY, middleZ } = mesh;
  return (
    Math.abs(x - middleX) < halfSize && Math.abs(y - middleY) < halfSize && Math.abs(z - middleZ) < halfSize
  );
}

/** Puts a new vertex into the mesh and returns its number. */
export function enterVertex(mesh: SpaceMesh, workshop: Workshop, x: number, y: number, z: number): number {
  const vertex = addVertex(mesh);
  mesh.x[vertex] = snapped(x);
  mesh.y[vertex] = snapped(y);
  mesh.z[vertex] = snapped(z);
  if (isInBox(mesh, x, y, z)) insertVertex(mesh, workshop.cavity, vertex, mesh.recentCell);
  else rebuild(mesh, workshop, Int32Array.of(vertex), 1);
  return vertex;
}

/** Takes a vertex out of the mesh for good. */
export function dropVertex(mesh: SpaceMesh, workshop: Workshop, vertex: number): void {
  const { cellOf, nextTwin, twinOf } = mesh;
  if (twinOf[vertex] >= 0) {
    let before = twinOf[vertex];
    while (nextTwin[before] !== vertex) before = nextTwin[before];
    nextTwin[before] = nextTwin[vertex];
  } else if (nextTwin[vertex] >= 0) {
    yieldToTwin(mesh, workshop, vertex);
  } else if (!takeOut(mesh, workshop.patch, vertex)) {
    cellOf[vertex] = -1;
    rebuild(mesh, workshop, Int32Array.of(), 0);
  }
  cellOf[vertex] = -1;
  twinOf[vertex] = -1;
  nextTwin[vertex] = -1;
  mesh.freeVertices.push(vertex);
}

/** The next of its twins becomes the corner of the cells in its stead. */
function yieldToTwin(mesh: SpaceMesh, { patch }: Workshop, vertex: number): void {
  const { cellOf, corner, nextTwin, twinOf } = mesh;
  const heir = nextTwin[vertex];
  collectStar(mesh, patch, vertex);
  for (let k = 0; k < patch.cellCount; k++) corner[faceOpposite(mesh, patch.cells[k], vertex)] = heir;
  cellOf[heir] = cellOf[vertex];
  twinOf[heir] = -1;
  for (let twin = nextTwin[heir]; twin >= 0; twin = nextTwin[twin]) twinOf[twin] = heir;
}
