import { hasAgent, type Obstacles, slotOf } from '../../../crowd/index.ts';
import type { Surroundings } from '../../common/contract.ts';
import { fillRoster, matchRows, storeArrival, storeDeparture } from '../../common/roster.ts';
import { requirePlaces } from '../agents/agents.ts';
import { insertVertex } from '../mesh/insert.ts';
import { clearMesh, FIRST_VERTEX, reserveVertices } from '../mesh/mesh.ts';
import { sortAlongCurve } from '../mesh/order.ts';
import { setRoom } from '../mesh/rebuild.ts';
import { renumberMesh } from '../mesh/renumber.ts';
import { Moved, moveVertices } from '../mesh/repair.ts';
import {
  canBeEdge,
  dropAgent,
  dropEnd,
  isKept,
  LEFT,
  liftIntruders,
  POST,
  placeAgent,
  placeEnd,
  reserveMarks,
  type Walled,
} from './walled-mesh.ts';
import { layMovingWalls, layStillWalls, takeUpMovingWalls } from './walls.ts';

/** If more than one agent in this many of the crowd is new, rebuilding is faster. */
const MANY = 4;
/** After this many updates neighbours in space are no longer neighbours in memory. */
const UPDATES_BEFORE_RENUMBERING = 128;

/** Follows the agents and the walls to where they are now. */
export function updateWalled(walled: Walled, surroundings: Surroundings): void {
  const { crowd, obstacles } = surroundings;
  requirePlaces(crowd);
  fillRoster(walled.roster, crowd);
  const isOther = walled.surroundings?.obstacles !== obstacles;
  walled.surroundings = surroundings;
  walled.screens.isCurrent = false;
  const isNew = isOther || walled.obstaclesRevision !== obstacles.revision;
  if (isNew || !follow(walled, surroundings)) rebuild(walled, surroundings);
  recordChange(walled);
}

function recordChange(walled: Walled): void {
  walled.x = walled.mesh.x;
  walled.y = walled.mesh.y;
  walled.version++;
}

/** Moves the present vertices and inserts the new ones; false where rebuilding is better or the only option. */
function follow(walled: Walled, { crowd, obstacles }: Surroundings): boolean {
  const { mesh, roster, walls } = walled;
  takeUpMovingWalls(mesh, obstacles);
  if (walled.crowdRevision !== crowd.revision) matchVertices(walled);
  if (walled.leftCount > 0) dropLeft(walled);
  aim(walled, obstacles);
  const { reinsertions } = mesh.counts;
  if (moveVertices(mesh) !== Moved.done) return false;
  // Only a vertex that was inserted again can have got onto a wall.
  if (mesh.counts.reinsertions !== reinsertions) liftIntruders(walled);
  if (++walled.updates >= UPDATES_BEFORE_RENUMBERING) renumber(walled);
  let missing = 0;
  for (let row = 0; row < roster.count; row++) if (walled.vertexOf[row] < 0) missing++;
  if (missing > 64 && MANY * missing > roster.count) return false;
  walled.asideCount = 0;
  if (missing > 0) {
    for (let row = 0; row < roster.count; row++) if (walled.vertexOf[row] < 0) placeAgent(walled, row, 0);
  }
  for (let end = 2 * obstacles.firstMoving; end < 2 * obstacles.count; end++) {
    if (walls.ends[end] < 0) placeEnd(walled, obstacles, end);
  }
  layMovingWalls(mesh, walls, obstacles);
  return true;
}

/** Sets the place that every vertex moves to. */
function aim(walled: Walled, obstacles: Obstacles): void {
  const { mesh, rowAt, roster, walls } = walled;
  const { x, y, nextX, nextY } = mesh;
  for (let v = FIRST_VERTEX; v < mesh.vertexCount; v++) {
    const row = rowAt[v];
    nextX[v] = row >= 0 ? roster.x[row] : x[v];
    nextY[v] = row >= 0 ? roster.y[row] : y[v];
    if (row >= 0 && !(isKept(nextX[v]) && isKept(nextY[v]))) dropAgent(walled, v);
  }
  for (let end = 2 * obstacles.firstMoving; end < 2 * obstacles.count; end++) {
    const element = Math.floor(end / 2);
    const v = walls.ends[end];
    if (v < 0) continue;
    nextX[v] = end % 2 === 0 ? obstacles.startX[element] : obstacles.endX[element];
    nextY[v] = end % 2 === 0 ? obstacles.startY[element] : obstacles.endY[element];
    if (!canBeEdge(obstacles, element)) dropEnd(walled, end);
  }
}

/** Gives every vertex of an agent the agent's present row. */
function matchVertices(walled: Walled): void {
  const { mesh, idAt, rowAt, roster } = walled;
  const { crowd } = walled.surroundings!;
  if (walled.vertexOf.length < crowd.capacity) walled.vertexOf = new Int32Array(crowd.capacity);
  walled.vertexOf.fill(-1);
  for (let v = FIRST_VERTEX; v < mesh.vertexCount; v++) {
    rowAt[v] = -1;
    if (idAt[v] < 0) continue;
    if (hasAgent(crowd, idAt[v])) {
      rowAt[v] = crowd.slots.row[slotOf(idAt[v])];
      walled.vertexOf[rowAt[v]] = v;
    } else {
      idAt[v] = LEFT;
      walled.leftCount++;
    }
  }
  listAside(walled);
  walled.crowdRevision = roster.revision;
}

function listAside(walled: Walled): void {
  const { roster, vertexOf } = walled;
  if (walled.aside.length < roster.count) walled.aside = new Int32Array(2 * roster.count);
  walled.asideCount = 0;
  for (let row = 0; row < roster.count; row++) {
    // NaN marks agents that the index has not seen yet.
    if (vertexOf[row] < 0 && !Number.isNaN(roster.x[row])) walled.aside[walled.asideCount++] = row;
  }
}

/** Removes the vertices of agents that have left from the mesh. */
function dropLeft(walled: Walled): void {
  walled.leftCount = 0;
  for (let v = FIRST_VERTEX; v < walled.mesh.vertexCount; v++) {
    if (walled.idAt[v] === LEFT) dropAgent(walled, v);
  }
}

function renumber(walled: Walled): void {
  const { mesh, curve, walls } = walled;
  walled.updates = 0;
  renumberMesh(mesh, curve);
  const { idAt, rowAt } = walled;
  const ids = idAt.slice();
  const rows = rowAt.slice();
  const now = new Int32Array(mesh.vertexCount);
  for (let v = FIRST_VERTEX; v < mesh.vertexCount; v++) {
    const before = curve.order[v - FIRST_VERTEX];
    now[before] = v;
    idAt[v] = ids[before];
    rowAt[v] = rows[before];
    if (rowAt[v] >= 0) walled.vertexOf[rowAt[v]] = v;
  }
  for (let end = 0; end < walls.ends.length; end++) {
    if (walls.ends[end] >= 0) walls.ends[end] = now[walls.ends[end]];
  }
}

/** Rebuilds the mesh: still walls first, then the agents along a curve, then the moving walls. */
function rebuild(walled: Walled, { crowd, obstacles }: Surroundings): void {
  const { curve, mesh, roster, walls } = walled;
  if (walled.obstaclesRevision >= 0) mesh.counts.rebuilds++;
  walled.obstaclesRevision = obstacles.revision;
  walled.crowdRevision = crowd.revision;
  if (walls.ends.length < 2 * obstacles.count) walls.ends = new Int32Array(2 * obstacles.count);
  walls.ends.fill(-1);
  if (walled.vertexOf.length < crowd.capacity) walled.vertexOf = new Int32Array(crowd.capacity);
  walled.vertexOf.fill(-1);
  walled.asideCount = 0;
  walled.leftCount = 0;
  walled.updates = 0;
  makeRoom(walled, obstacles);
  clearMesh(mesh);
  reserveVertices(mesh, FIRST_VERTEX + roster.count + 2 * obstacles.count);
  for (let element = 0; element < obstacles.firstMoving; element++) {
    if (!canBeEdge(obstacles, element)) continue;
    const { startX, startY, endX, endY } = obstacles;
    walls.ends[2 * element] = insertVertex(mesh, startX[element], startY[element]);
    walls.ends[2 * element + 1] = insertVertex(mesh, endX[element], endY[element]);
  }
  layStillWalls(mesh, walls, obstacles);
  reserveMarks(walled);
  walled.idAt.fill(POST);
  walled.rowAt.fill(-1);
  sortAlongCurve(curve, 0, roster.count, roster.x, roster.y);
  let from = 0;
  for (let k = 0; k < roster.count; k++) from = placeAgent(walled, curve.order[k], from);
  for (let end = 2 * obstacles.firstMoving; end < 2 * obstacles.count; end++) {
    placeEnd(walled, obstacles, end);
  }
  layMovingWalls(mesh, walls, obstacles);
}

/** A room around all that is put into the mesh. */
function makeRoom({ mesh, roster }: Walled, obstacles: Obstacles): void {
  const { startX, startY, endX, endY } = obstacles;
  let minX = Number.POSITIVE_INFINITY;
  let minY = Number.POSITIVE_INFINITY;
  let maxX = Number.NEGATIVE_INFINITY;
  let maxY = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < roster.count; row++) {
    minX = Math.min(minX, roster.x[row]);
    maxX = Math.max(maxX, roster.x[row]);
    minY = Math.min(minY, roster.y[row]);
    maxY = Math.max(maxY, roster.y[row]);
  }
  for (let element = 0; element < obstacles.count; element++) {
    if (!canBeEdge(obstacles, element)) continue;
    minX = Math.min(minX, startX[element], endX[element]);
    maxX = Math.max(maxX, startX[element], endX[element]);
    minY = Math.min(minY, startY[element], endY[element]);
    maxY = Math.max(maxY, startY[element], endY[element]);
  }
  setRoom(mesh, minX, minY, maxX, maxY);
}

/** The roster of the last update, by the crowd's present rows; for every query. */
export function presentRows(walled: Walled): Surroundings {
  const { surroundings } = walled;
  if (!surroundings) throw new Error('the mesh of walls and agents has not been updated yet');
  if (matchRows(walled.roster, surroundings.crowd)) matchVertices(walled);
  return surroundings;
}

/** Inserts the agent of a row that has entered since the last update. */
export function addToWalled(walled: Walled, row: number): void {
  const { crowd } = presentRows(walled);
  if (walled.vertexOf[row] >= 0) return;
  storeArrival(walled.roster, crowd, row);
  placeAgent(walled, row, 0);
  recordChange(walled);
}

/** Forgets an agent that has left since the last update, or is about to. */
export function takeFromWalled(walled: Walled, id: number): void {
  const { crowd } = presentRows(walled);
  storeDeparture(walled.roster, crowd, id);
  const { idAt, rowAt, vertexOf } = walled;
  for (let v = FIRST_VERTEX; v < walled.mesh.vertexCount; v++) {
    if (idAt[v] !== id) continue;
    // It stays a vertex until the next update: it may be on a moving wall.
    idAt[v] = LEFT;
    walled.leftCount++;
    if (rowAt[v] >= 0) vertexOf[rowAt[v]] = -1;
    rowAt[v] = -1;
  }
  listAside(walled);
}
