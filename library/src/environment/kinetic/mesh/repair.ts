import { orient } from '../../../geometry/index.ts';
import { placeVertex } from './insert.ts';
import { legalize } from './legalize.ts';
import { FIRST_VERTEX, type Mesh, NEAREST } from './mesh.ts';
import { pushStar } from './put-back.ts';
import { detachVertex, hasWall } from './remove.ts';
import { scanTriangles } from './scan.ts';

/**
 * Results of moveVertices. `outside`: a place is not in the room, nothing has been moved. `stuck`: x and y are the new
 * places, but the triangles do not fit them; the owner of the mesh has to rebuild it.
 */
export const Moved = { done: 0, outside: 1, stuck: 2 } as const;

/** If more than one vertex in this many was put back, rebuilding is cheaper than moving them on one by one. */
const MANY = 4;
/** Partial moves of a vertex, and halvings of each, before it is removed and inserted again. */
const PARTS = 6;
const HALVINGS = 5;

/**
 * Moves every vertex to nextX, nextY at once and makes the mesh Delaunay again: the vertices of inverted triangles are
 * put back to where they were, edges are flipped, and those vertices then follow one by one.
 */
export function moveVertices(mesh: Mesh): 0 | 1 | 2 {
  return fitsRoom(mesh) ? moveInRoom(mesh) : Moved.outside;
}

/** The same for places that are known to be in the room, and 0 where they are next to 0. */
export function moveInRoom(mesh: Mesh): 0 | 2 {
  mesh.waitingCount = 0;
  if (mesh.twinCount > 0) partTwins(mesh);
  const parted = mesh.waitingCount;
  const { x, y } = mesh;
  mesh.x = mesh.nextX;
  mesh.y = mesh.nextY;
  mesh.nextX = x;
  mesh.nextY = y;
  mesh.round++;
  scanTriangles(mesh);
  const rolledBack = mesh.waitingCount - parted;
  mesh.counts.rollbacks += rolledBack;
  if (rolledBack > 64 && MANY * rolledBack > mesh.vertexCount) return giveUp(mesh, parted);
  legalize(mesh);
  for (let k = parted; k < mesh.waitingCount; k++) {
    if (!moveOn(mesh, mesh.waiting[k])) return giveUp(mesh, parted);
  }
  for (let k = 0; k < parted; k++) {
    const v = mesh.waiting[k];
    placeVertex(mesh, v, mesh.x[v], mesh.y[v], mesh.edgeOf[mesh.putBack[v]]);
    mesh.putBack[v] = 0;
    mesh.counts.reinsertions++;
  }
  if (mesh.twinCount > 0) partStrays(mesh);
  return Moved.done;
}

/** Whether all places are in the room; those next to 0 are made 0. */
function fitsRoom(mesh: Mesh): boolean {
  const { nextX, nextY, edgeOf, twinOf, minX, minY, maxX, maxY, vertexCount } = mesh;
  for (let v = FIRST_VERTEX; v < vertexCount; v++) {
    const px = nextX[v];
    const py = nextY[v];
    if (!(px >= minX && px <= maxX && py >= minY && py <= maxY) && (edgeOf[v] >= 0 || twinOf[v] >= 0))
      return false;
    if (px < NEAREST && px > -NEAREST) nextX[v] = 0;
    if (py < NEAREST && py > -NEAREST) nextY[v] = 0;
  }
  return true;
}

/** Separates twins that move to different places; they wait to be inserted again near the other, kept in putBack. */
function partTwins(mesh: Mesh): void {
  const { nextX, nextY, twinOf, sameAs, putBack, vertexCount } = mesh;
  for (let head = FIRST_VERTEX; head < vertexCount; head++) {
    if (mesh.edgeOf[head] < 0) continue;
    let before = head;
    for (let v = sameAs[head]; v >= 0; v = sameAs[before]) {
      if (nextX[v] === nextX[head] && nextY[v] === nextY[head]) {
        before = v;
        continue;
      }
      sameAs[before] = sameAs[v];
      sameAs[v] = -1;
      twinOf[v] = -1;
      mesh.twinCount--;
      putBack[v] = head;
      mesh.waiting[mesh.waitingCount++] = v;
    }
  }
}

/** Separates the vertices that were inserted at the place of a vertex that had not moved on yet. */
function partStrays(mesh: Mesh): void {
  const { x, y, twinOf } = mesh;
  for (let v = FIRST_VERTEX; v < mesh.vertexCount; v++) {
    const head = twinOf[v];
    if (head < 0 || (x[head] === x[v] && y[head] === y[v])) continue;
    placeVertex(mesh, v, x[v], y[v], detachVertex(mesh, v));
    mesh.counts.reinsertions++;
  }
}

/**
 * Moves one vertex to its target, in parts that its star allows, or by removing and inserting it; false where it
 * cannot.
 */
function moveOn(mesh: Mesh, v: number): boolean {
  const { x, y, nextX, nextY } = mesh;
  const targetX = nextX[v];
  const targetY = nextY[v];
  for (let part = 0; part < PARTS; part++) {
    if (x[v] === targetX && y[v] === targetY) return true;
    let px = targetX;
    let py = targetY;
    let halving = 0;
    while (halving < HALVINGS && !starAllows(mesh, v, px, py)) {
      px = x[v] + (px - x[v]) / 2;
      py = y[v] + (py - y[v]) / 2;
      halving++;
    }
    if (halving === HALVINGS) break;
    x[v] = px;
    y[v] = py;
    pushStar(mesh, v);
    legalize(mesh);
  }
  if (x[v] === targetX && y[v] === targetY) return true;
  if (hasWall(mesh, v)) return false;
  reinsert(mesh, v, targetX, targetY);
  return true;
}

/** Whether all triangles at v are counter-clockwise with v at a place. */
function starAllows(mesh: Mesh, v: number, px: number, py: number): boolean {
  const { x, y, origin, twin } = mesh;
  const start = mesh.edgeOf[v];
  let e = start;
  do {
    const previous = e % 3 === 0 ? e + 2 : e - 1;
    const b = origin[e % 3 === 2 ? e - 2 : e + 1];
    const c = origin[previous];
    if (orient(px, py, x[b], y[b], x[c], y[c]) <= 0) return false;
    e = twin[previous];
  } while (e !== start);
  return true;
}

/** Removes v and inserts it at a place, with its twins. */
function reinsert(mesh: Mesh, v: number, px: number, py: number): void {
  const { sameAs, twinOf } = mesh;
  const chain = sameAs[v];
  sameAs[v] = -1;
  placeVertex(mesh, v, px, py, detachVertex(mesh, v));
  mesh.counts.reinsertions++;
  if (chain < 0) return;
  const head = twinOf[v] >= 0 ? twinOf[v] : v;
  let last = chain;
  for (let w = chain; w >= 0; w = sameAs[w]) {
    twinOf[w] = head;
    last = w;
  }
  sameAs[last] = sameAs[v];
  sameAs[v] = chain;
}

/** Leaves the new places in x and y, whatever the triangles look like. */
function giveUp(mesh: Mesh, parted: number): 2 {
  const { x, y, nextX, nextY } = mesh;
  for (let k = 0; k < parted; k++) mesh.putBack[mesh.waiting[k]] = 0;
  for (let k = parted; k < mesh.waitingCount; k++) {
    const v = mesh.waiting[k];
    x[v] = nextX[v];
    y[v] = nextY[v];
  }
  mesh.stackLength = 0;
  return Moved.stuck;
}
