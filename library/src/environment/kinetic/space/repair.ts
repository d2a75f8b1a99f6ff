import { doubled } from '../../../crowd/index.ts';
import { isInBox, rebuild, snapped, type Workshop } from './build.ts';
import { legalize, pushFace, pushIllegalFaces } from './flips.ts';
import { insertVertex, isStarPositive } from './insert.ts';
import { FRAME_VERTICES, type SpaceMesh, volumeSign } from './mesh.ts';
import { collectStar, takeOut } from './patch.ts';

/** The places that vertices move to, and scratch of the path there. */
export type Movement = {
  /** By vertex: multiples of 2^−60 metres (snapped). */
  targetX: Float64Array;
  targetY: Float64Array;
  targetZ: Float64Array;
  oldX: Float64Array;
  oldY: Float64Array;
  oldZ: Float64Array;
  /** Vertices that were put back and have not reached their targets yet. */
  rolled: Int32Array;
  rolledCount: number;
  isRolled: Uint8Array;
  /** Twins that have separated and have to be inserted into the mesh. */
  parted: Int32Array;
  partedCount: number;
  turnedOver: Int32Array;
};

export function createMovement(): Movement {
  return {
    targetX: new Float64Array(0),
    targetY: new Float64Array(0),
    targetZ: new Float64Array(0),
    oldX: new Float64Array(0),
    oldY: new Float64Array(0),
    oldZ: new Float64Array(0),
    rolled: new Int32Array(0),
    rolledCount: 0,
    isRolled: new Uint8Array(0),
    parted: new Int32Array(0),
    partedCount: 0,
    turnedOver: new Int32Array(64),
  };
}

/** Makes room for targets of all the vertices there are. */
export function reserveTargets(movement: Movement, mesh: SpaceMesh): void {
  const capacity = mesh.x.length;
  if (movement.targetX.length === capacity) return;
  movement.targetX = new Float64Array(capacity);
  movement.targetY = new Float64Array(capacity);
  movement.targetZ = new Float64Array(capacity);
  movement.oldX = new Float64Array(capacity);
  movement.oldY = new Float64Array(capacity);
  movement.oldZ = new Float64Array(capacity);
  movement.rolled = new Int32Array(capacity);
  movement.isRolled = new Uint8Array(capacity);
  movement.parted = new Int32Array(capacity);
}

/** Rounds in which vertices that were put back try to move on, from the second on by half of their path too. */
const ROUNDS = 4;
/** A rebuild is cheaper when more than this part of the cells is inverted, or of the vertices is left behind. */
const TOO_MANY_CELLS = 0.1;
const TOO_MANY_VERTICES = 0.3;

/**
 * Moves every vertex to its target and makes the mesh Delaunay again. Where cells are inverted, vertices are put back
 * until none is: then it is a triangulation, with some places still old, and flips make it Delaunay. The vertices put
 * back move on as far as their cells allow, and the rest are removed and inserted at their targets.
 */
export function moveVertices(mesh: SpaceMesh, workshop: Workshop, movement: Movement): void {
  movement.partedCount = 0;
  movement.rolledCount = 0;
  const moved = placeAtTargets(mesh, movement);
  if (moved === 0) return;
  if (!isEverybodyInBox(mesh)) {
    startAnew(mesh, workshop, movement);
    return;
  }
  partTwins(mesh, movement);
  const turnedOver = findTurnedOver(mesh, movement);
  const isTooMuch = turnedOver > 64 && turnedOver > TOO_MANY_CELLS * (mesh.cellCount - mesh.freeCellCount);
  if (isTooMuch) {
    startAnew(mesh, workshop, movement);
    return;
  }
  rollBack(mesh, workshop, movement, turnedOver);
  const { cavity, patch, stack } = workshop;
  pushIllegalFaces(mesh, stack);
  if (!legalize(mesh, stack, patch) || !moveOn(mesh, workshop, movement)) {
    startAnew(mesh, workshop, movement);
    return;
  }
  for (let k = 0; k < movement.partedCount; k++) {
    insertVertex(mesh, cavity, movement.parted[k], mesh.recentCell);
    mesh.reinsertions++;
  }
}

/** Everything is rebuilt at the targets. */
function startAnew(mesh: SpaceMesh, workshop: Workshop, movement: Movement): void {
  workshop.stack.count = 0;
  workshop.stack.stuckCount = 0;
  for (let k = 0; k < movement.rolledCount; k++) {
    const vertex = movement.rolled[k];
    mesh.x[vertex] = movement.targetX[vertex];
    mesh.y[vertex] = movement.targetY[vertex];
    mesh.z[vertex] = movement.targetZ[vertex];
    movement.isRolled[vertex] = 0;
  }
  rebuild(mesh, workshop, movement.parted, movement.partedCount);
}

function placeAtTargets(mesh: SpaceMesh, movement: Movement): number {
  const { cellOf, twinOf, x, y, z } = mesh;
  const { oldX, oldY, oldZ, targetX, targetY, targetZ } = movement;
  let moved = 0;
  for (let vertex = FRAME_VERTICES; vertex < mesh.vertexCount; vertex++) {
    oldX[vertex] = x[vertex];
    oldY[vertex] = y[vertex];
    oldZ[vertex] = z[vertex];
    if (cellOf[vertex] < 0 && twinOf[vertex] < 0) continue;
    if (x[vertex] !== targetX[vertex] || y[vertex] !== targetY[vertex] || z[vertex] !== targetZ[vertex])
      moved++;
    x[vertex] = targetX[vertex];
    y[vertex] = targetY[vertex];
    z[vertex] = targetZ[vertex];
  }
  return moved;
}

function isEverybodyInBox(mesh: SpaceMesh): boolean {
  const { cellOf, twinOf, x, y, z } = mesh;
  for (let vertex = FRAME_VERTICES; vertex < mesh.vertexCount; vertex++) {
    if ((cellOf[vertex] >= 0 || twinOf[vertex] >= 0) && !isInBox(mesh, x[vertex], y[vertex], z[vertex])) {
      return false;
    }
  }
  return true;
}

/** Unhooks the twins that have not gone where the vertex in the mesh has. */
function partTwins(mesh: SpaceMesh, movement: Movement): void {
  const { nextTwin, twinOf, x, y, z } = mesh;
  for (let vertex = FRAME_VERTICES; vertex < mesh.vertexCount; vertex++) {
    if (twinOf[vertex] >= 0) continue;
    let before = vertex;
    for (let twin = nextTwin[vertex]; twin >= 0; twin = nextTwin[before]) {
      if (x[twin] === x[vertex] && y[twin] === y[vertex] && z[twin] === z[vertex]) {
        before = twin;
        continue;
      }
      nextTwin[before] = nextTwin[twin];
      nextTwin[twin] = -1;
      twinOf[twin] = -1;
      movement.parted[movement.partedCount++] = twin;
    }
  }
}

function findTurnedOver(mesh: SpaceMesh, movement: Movement): number {
  const { cellCount, corner } = mesh;
  let count = 0;
  for (let cell = 0; cell < cellCount; cell++) {
    const first = 4 * cell;
    if (corner[first] < 0) continue;
    if (volumeSign(mesh, corner[first], corner[first + 1], corner[first + 2], corner[first + 3]) > 0)
      continue;
    if (count === movement.turnedOver.length) movement.turnedOver = doubled(movement.turnedOver);
    movement.turnedOver[count++] = cell;
  }
  return count;
}

/** Puts vertices back until no cell is inverted; in the worst case all of them, because the old mesh was valid. */
function rollBack(mesh: SpaceMesh, workshop: Workshop, movement: Movement, turnedOver: number): void {
  const { corner } = mesh;
  const { patch } = workshop;
  let count = turnedOver;
  while (count > 0) {
    const first = 4 * movement.turnedOver[--count];
    if (volumeSign(mesh, corner[first], corner[first + 1], corner[first + 2], corner[first + 3]) > 0)
      continue;
    const alone = findRemedy(mesh, movement, first >> 2);
    for (let i = first; i < first + 4; i++) {
      const vertex = corner[i];
      if (vertex < FRAME_VERTICES || movement.isRolled[vertex] === 1) continue;
      if (alone >= 0 && vertex !== alone) continue;
      putBack(mesh, movement, vertex);
      movement.isRolled[vertex] = 1;
      movement.rolled[movement.rolledCount++] = vertex;
      mesh.rollbacks++;
      collectStar(mesh, patch, vertex);
      for (let k = 0; k < patch.cellCount; k++) {
        const start = 4 * patch.cells[k];
        if (volumeSign(mesh, corner[start], corner[start + 1], corner[start + 2], corner[start + 3]) > 0)
          continue;
        if (count === movement.turnedOver.length) movement.turnedOver = doubled(movement.turnedOver);
        movement.turnedOver[count++] = patch.cells[k];
      }
    }
  }
}

/** A corner that makes its cell positive again when it alone is put back, or −1. */
function findRemedy(mesh: SpaceMesh, movement: Movement, cell: number): number {
  const { corner, x, y, z } = mesh;
  const { targetX, targetY, targetZ } = movement;
  const first = 4 * cell;
  for (let i = first; i < first + 4; i++) {
    const vertex = corner[i];
    if (vertex < FRAME_VERTICES || movement.isRolled[vertex] === 1) continue;
    putBack(mesh, movement, vertex);
    const helps =
      volumeSign(mesh, corner[first], corner[first + 1], corner[first + 2], corner[first + 3]) > 0;
    x[vertex] = targetX[vertex];
    y[vertex] = targetY[vertex];
    z[vertex] = targetZ[vertex];
    if (helps) return vertex;
  }
  return -1;
}

function putBack(mesh: SpaceMesh, movement: Movement, vertex: number): void {
  mesh.x[vertex] = movement.oldX[vertex];
  mesh.y[vertex] = movement.oldY[vertex];
  mesh.z[vertex] = movement.oldZ[vertex];
}

/** Brings the vertices that were put back to their targets. False: a rebuild is better. */
function moveOn(mesh: SpaceMesh, workshop: Workshop, movement: Movement): boolean {
  const { isRolled, rolled, targetX, targetY, targetZ } = movement;
  const { cavity, patch, stack } = workshop;
  const { x, y, z } = mesh;
  for (let round = 0; round < ROUNDS && movement.rolledCount > 0; round++) {
    let kept = 0;
    for (let k = 0; k < movement.rolledCount; k++) {
      const vertex = rolled[k];
      if (moveIfPositive(mesh, workshop, vertex, targetX[vertex], targetY[vertex], targetZ[vertex])) {
        isRolled[vertex] = 0;
        continue;
      }
      rolled[kept++] = vertex;
      if (round === 0) continue;
      const middleX = snapped(0.5 * (x[vertex] + targetX[vertex]));
      const middleY = snapped(0.5 * (y[vertex] + targetY[vertex]));
      const middleZ = snapped(0.5 * (z[vertex] + targetZ[vertex]));
      moveIfPositive(mesh, workshop, vertex, middleX, middleY, middleZ);
    }
    movement.rolledCount = kept;
    if (!legalize(mesh, stack, patch)) return false;
  }
  if (movement.rolledCount > 16 && movement.rolledCount > TOO_MANY_VERTICES * mesh.vertexCount) return false;
  // All are removed before the first is inserted: it could become the twin of one that still has to move on.
  for (let k = 0; k < movement.rolledCount; k++) {
    const vertex = rolled[k];
    if (!takeOut(mesh, patch, vertex)) {
      for (let before = 0; before < k; before++) movement.parted[movement.partedCount++] = rolled[before];
      return false;
    }
    x[vertex] = targetX[vertex];
    y[vertex] = targetY[vertex];
    z[vertex] = targetZ[vertex];
  }
  for (let k = 0; k < movement.rolledCount; k++) {
    isRolled[rolled[k]] = 0;
    insertVertex(mesh, cavity, rolled[k], mesh.recentCell);
    mesh.reinsertions++;
  }
  movement.rolledCount = 0;
  return true;
}

/** Moves one vertex if that inverts no cell at it, and pushes the faces to check. */
function moveIfPositive(
  mesh: SpaceMesh,
  { patch, stack }: Workshop,
  vertex: number,
  toX: number,
  toY: number,
  toZ: number,
): boolean {
  const { cellMark, opposite, x, y, z } = mesh;
  const fromX = x[vertex];
  const fromY = y[vertex];
  const fromZ = z[vertex];
  collectStar(mesh, patch, vertex);
  x[vertex] = toX;
  y[vertex] = toY;
  z[vertex] = toZ;
  if (!isStarPositive(mesh, patch.cells, patch.cellCount)) {
    x[vertex] = fromX;
    y[vertex] = fromY;
    z[vertex] = fromZ;
    return false;
  }
  for (let k = 0; k < patch.cellCount; k++) {
    const first = 4 * patch.cells[k];
    for (let face = first; face < first + 4; face++) {
      const behind = opposite[face];
      if (behind < face || cellMark[behind >> 2] !== mesh.stamp) pushFace(stack, face);
    }
  }
  return true;
}
