import { isIllegal, pushEdge } from '../mesh/legalize.ts';
import { FIRST_VERTEX, type Mesh } from '../mesh/mesh.ts';
import { Moved, moveVertices } from '../mesh/repair.ts';
import { scanTriangles } from '../mesh/scan.ts';
import {
  type Certificates,
  certifyStep,
  endLife,
  flipNumbered,
  isConvexAt,
  isMatched,
  numberEdges,
  storeTriangles,
} from './certificates.ts';
import { edgeAppears, edgeVanishes, type Scene } from './crossed-edges.ts';
import { beginCrossings } from './crossings.ts';
import { cancel, clearQueue, firstOf } from './event-queue.ts';
import { certify, keepPromises } from './flight-plans.ts';
import { beginSets, carryCrossing, checkSets, sceneOf, standsWhereItWas, type Tracked } from './tracked.ts';

/** With more events for each edge than this, the rest of a step is left to the repair. */
const MOST_EVENTS = 64;

/**
 * Moves all vertices straight to nextX, nextY in dt seconds and flips edges in the order in which their certificates
 * fail: the mesh is Delaunay throughout. A last pass corrects roundings at the end, and counts them. With `tracked`,
 * the sets of circles are kept through every event.
 *
 * The result is that of moveVertices. Where vertices meet, no order of events leads on: the step is broken, which is
 * counted, and the repair takes over; tracked.carried then says that the events are not those of the whole step.
 */
export function advance(certificates: Certificates, mesh: Mesh, dt: number, tracked?: Tracked): 0 | 1 | 2 {
  const { counts, queue } = certificates;
  counts.steps++;
  clearQueue(queue);
  if (!isMatched(certificates, mesh)) {
    numberEdges(certificates, mesh);
    if (tracked) tracked.sets.valid = false;
  }
  if (tracked) {
    if (!standsWhereItWas(tracked, mesh)) tracked.sets.valid = false;
    beginCrossings(tracked.crossings, mesh);
    tracked.carried = false;
  }
  if (mesh.twinCount > 0 || !staysInRoom(mesh))
    return breakStep(certificates, moveVertices(mesh), dt, tracked);
  keepPromises(certificates, mesh, dt);
  certifyAll(certificates, mesh, dt);
  const scene = tracked && sceneOf(tracked, mesh, certificates);
  if (tracked && scene) beginSets(tracked, scene);
  if (!carryOut(certificates, mesh, dt, tracked, scene) || !arrive(mesh)) {
    return breakStep(certificates, leaveToRepair(mesh, certificates.safe), dt, tracked);
  }
  certificates.clock += dt;
  flipLate(certificates, mesh, tracked, scene);
  storeTriangles(certificates, mesh);
  if (tracked && scene) checkSets(tracked, scene);
  return Moved.done;
}

/** Whether all places are in the room, as moveVertices demands it. */
function staysInRoom({ nextX, nextY, edgeOf, vertexCount, minX, minY, maxX, maxY }: Mesh): boolean {
  for (let v = FIRST_VERTEX; v < vertexCount; v++) {
    const x = nextX[v];
    const y = nextY[v];
    if (edgeOf[v] >= 0 && !(x >= minX && x <= maxX && y >= minY && y <= maxY)) return false;
  }
  return true;
}

/** Looks at every certificate whose time ends in the step. */
function certifyAll(certificates: Certificates, mesh: Mesh, dt: number): void {
  const { validUntil, edgeCount, clock, counts } = certificates;
  const end = clock + dt;
  for (let edge = 0; edge < edgeCount; edge++) {
    if (validUntil[edge] >= end) {
      counts.skipped++;
      continue;
    }
    endLife(certificates, edge, clock);
    certify(certificates, mesh, edge, dt);
  }
}

/** Carries out the events in their order; false where they lead no further. */
function carryOut(
  certificates: Certificates,
  mesh: Mesh,
  dt: number,
  tracked: Tracked | undefined,
  scene: Scene | undefined,
): boolean {
  const { queue, edgeCount } = certificates;
  const most = MOST_EVENTS * (edgeCount + 16);
  let now = 0;
  let flipped = 0;
  for (let carried = 0; carried < most; carried++) {
    const number = firstOf(queue);
    // Between two flips the mesh is right with room to spare, at a flip just so.
    certificates.safe = flipped + ((number < 0 ? 1 : Math.max(now, queue.times[number])) - flipped) / 2;
    if (number < 0) return true;
    now = Math.max(now, queue.times[number]);
    if (scene) scene.now = now;
    cancel(queue, number);
    if (number < edgeCount) {
      if (!isConvexAt(certificates, mesh, number, now)) return false;
      flipFailed(certificates, mesh, number, dt, now, tracked, scene);
      flipped = now;
    } else if (tracked && scene) carryCrossing(tracked, scene, number - edgeCount);
    tracked?.observe?.(now);
  }
  return false;
}

/** Flips an edge whose certificate has failed, and certifies it and the four around it to the end of the step. */
function flipFailed(
  certificates: Certificates,
  mesh: Mesh,
  edge: number,
  dt: number,
  now: number,
  tracked: Tracked | undefined,
  scene: Scene | undefined,
): void {
  certificates.counts.failures++;
  flipTracked(certificates, mesh, edge, tracked, scene);
  const time = certificates.clock + now * dt;
  const { halfOf, edgeAt } = certificates;
  const e = halfOf[edge];
  const f = mesh.twin[e];
  for (let k = 0; k < 5; k++) {
    const changed = edgeAt[halfAround(e, f, k)];
    if (changed < 0) continue;
    endLife(certificates, changed, time);
    certifyStep(certificates, mesh, changed, dt, now);
  }
}

function flipTracked(
  certificates: Certificates,
  mesh: Mesh,
  edge: number,
  tracked: Tracked | undefined,
  scene: Scene | undefined,
): void {
  const vanished = tracked ? edgeVanishes(tracked.sets, edge) : 0;
  flipNumbered(certificates, mesh, edge);
  if (tracked && scene) edgeAppears(tracked.sets, scene, edge, vanished);
}

/** Puts every agent at the end of the step, with the edges that may be wrong there on the stack; not if a triangle turns. */
function arrive(mesh: Mesh): boolean {
  swapPlaces(mesh);
  scanTriangles(mesh, false);
  if (mesh.invertedCount === 0) return true;
  mesh.stackLength = 0;
  swapPlaces(mesh);
  return false;
}

function swapPlaces(mesh: Mesh): void {
  const { x, y } = mesh;
  mesh.x = mesh.nextX;
  mesh.y = mesh.nextY;
  mesh.nextX = x;
  mesh.nextY = y;
}

/** Flips what is not Delaunay at the end: nothing but the roundings of events close to it. */
function flipLate(
  certificates: Certificates,
  mesh: Mesh,
  tracked: Tracked | undefined,
  scene: Scene | undefined,
): void {
  const { edgeAt, validUntil, halfOf, counts, clock } = certificates;
  if (scene) scene.now = 1;
  while (mesh.stackLength > 0) {
    const edge = edgeAt[mesh.stack[--mesh.stackLength]];
    if (edge < 0 || mesh.wall[halfOf[edge]] !== 0 || !isIllegal(mesh, halfOf[edge])) continue;
    flipTracked(certificates, mesh, edge, tracked, scene);
    counts.lateFlips++;
    const e = halfOf[edge];
    const f = mesh.twin[e];
    for (let k = 0; k < 5; k++) {
      const half = halfAround(e, f, k);
      const changed = edgeAt[half];
      if (changed < 0) continue;
      endLife(certificates, changed, clock);
      validUntil[changed] = Number.NEGATIVE_INFINITY;
      if (changed !== edge) pushEdge(mesh, half);
    }
  }
}

/** The five edges of two triangles: those of the triangle of e, and the other two of that of its twin f. */
function halfAround(e: number, f: number, k: number): number {
  return k < 3 ? e - (e % 3) + k : f - (f % 3) + (((f % 3) + k - 2) % 3);
}

/** Moves every agent to a fraction of the step at which the mesh is right, and from there by repair. */
function leaveToRepair(mesh: Mesh, s: number): 0 | 1 | 2 {
  const { x, y, nextX, nextY, vertexCount } = mesh;
  for (let v = FIRST_VERTEX; v < vertexCount; v++) {
    x[v] += s * (nextX[v] - x[v]);
    y[v] += s * (nextY[v] - y[v]);
  }
  scanTriangles(mesh, false);
  mesh.stackLength = 0;
  if (mesh.invertedCount === 0) return moveVertices(mesh);
  swapPlaces(mesh);
  return Moved.stuck;
}

function breakStep(
  certificates: Certificates,
  moved: 0 | 1 | 2,
  dt: number,
  tracked: Tracked | undefined,
): 0 | 1 | 2 {
  if (moved !== Moved.outside) certificates.counts.brokenSteps++;
  certificates.clock += dt;
  if (tracked) tracked.sets.valid = false;
  return moved;
}
