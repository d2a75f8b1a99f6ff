import { createHalving, firstRise, inCircleCoefficients } from '../../../geometry/bernstein.ts';
import { type Halving, orient } from '../../../geometry/index.ts';
import { FIRST_VERTEX, flip, type Mesh, nextEdge, previousEdge } from '../mesh/mesh.ts';
import { cancel, createEventQueue, type EventQueue, schedule } from './event-queue.ts';
import { type CertificateCounts, createCertificateCounts } from './report.ts';

/**
 * The proof that a mesh is Delaunay while its vertices move: each edge that is not a wall has a certificate that the
 * vertex beyond it stays outside the circle of its triangle.
 *
 * Within a step every agent moves straight and the in-circle polynomial says exactly when that ends. Beyond the step
 * every vertex promises to stay within a tube around a straight plan. A certificate that holds for all paths in the
 * tubes is not checked again before its time is over, unless one of its vertices breaks the promise.
 */
export type Certificates = {
  /** Edges have numbers that a flip does not change: halfOf leads to one of the halves, edgeAt from both of them. */
  edgeCount: number;
  edgeAt: Int32Array;
  halfOf: Int32Array;
  /** By edge, in seconds of the clock. */
  validUntil: Float64Array;
  certifiedAt: Float64Array;
  /** The triangles that the numbers belong to. */
  origin: Int32Array;
  twin: Int32Array;
  wall: Int32Array;
  length: number;
  /** Seconds since the beginning, at the beginning of the step. */
  clock: number;
  /** By vertex: its plan, a place at a time and a velocity, and the tube's radius; −1: no promise. */
  planX: Float64Array;
  planY: Float64Array;
  planVelocityX: Float64Array;
  planVelocityY: Float64Array;
  planTime: Float64Array;
  tube: Float64Array;
  /** The tube's radius as a fraction of the distance to the nearest neighbour. */
  tubePart: Float64Array;
  /** A fraction of the step between the last flip and the next event, at which the mesh is right without doubt. */
  safe: number;
  /** Failures that are to come in the step, by edge. */
  queue: EventQueue;
  quad: Float64Array;
  corners: Int32Array;
  coefficients: Float64Array;
  strays: Float64Array;
  halving: Halving;
  counts: CertificateCounts;
};

export function createCertificates(): Certificates {
  const none = () => new Float64Array(0);
  return {
    edgeCount: 0,
    edgeAt: new Int32Array(0),
    halfOf: new Int32Array(0),
    validUntil: none(),
    certifiedAt: none(),
    origin: new Int32Array(0),
    twin: new Int32Array(0),
    wall: new Int32Array(0),
    length: 0,
    clock: 0,
    planX: none(),
    planY: none(),
    planVelocityX: none(),
    planVelocityY: none(),
    planTime: none(),
    tube: none(),
    tubePart: none(),
    safe: 0,
    queue: createEventQueue(),
    quad: new Float64Array(16),
    corners: new Int32Array(4),
    coefficients: new Float64Array(5),
    strays: new Float64Array(4),
    halving: createHalving(),
    counts: createCertificateCounts(),
  };
}

/** Whether the triangles are still those that the edges were numbered for. */
export function isMatched(certificates: Certificates, mesh: Mesh): boolean {
  const { origin, twin, wall, length } = certificates;
  if (length !== 3 * mesh.triangleCount) return false;
  for (let e = 0; e < length; e++) {
    if (origin[e] !== mesh.origin[e] || twin[e] !== mesh.twin[e] || wall[e] !== mesh.wall[e]) return false;
  }
  return true;
}

/** Numbers the edges again; no certificate is left. */
export function numberEdges(certificates: Certificates, mesh: Mesh): void {
  for (let edge = 0; edge < certificates.edgeCount; edge++) endLife(certificates, edge, certificates.clock);
  const halves = mesh.origin.length;
  if (certificates.edgeAt.length < halves) {
    certificates.edgeAt = new Int32Array(halves);
    certificates.halfOf = new Int32Array(halves);
    certificates.validUntil = new Float64Array(halves);
    certificates.certifiedAt = new Float64Array(halves);
    certificates.origin = new Int32Array(halves);
    certificates.twin = new Int32Array(halves);
    certificates.wall = new Int32Array(halves);
  }
  const { edgeAt, halfOf, validUntil, certifiedAt } = certificates;
  let count = 0;
  for (let e = 0; e < 3 * mesh.triangleCount; e++) {
    edgeAt[e] = -1;
    if (mesh.origin[e] < 0 || mesh.twin[e] < 0) continue;
    if (mesh.twin[e] < e) {
      edgeAt[e] = edgeAt[mesh.twin[e]];
      continue;
    }
    validUntil[count] = Number.NEGATIVE_INFINITY;
    certifiedAt[count] = Number.NaN;
    halfOf[count] = e;
    edgeAt[e] = count++;
  }
  certificates.edgeCount = count;
  storeTriangles(certificates, mesh);
  const vertices = mesh.x.length;
  if (certificates.tube.length < vertices) {
    certificates.planX = new Float64Array(vertices);
    certificates.planY = new Float64Array(vertices);
    certificates.planVelocityX = new Float64Array(vertices);
    certificates.planVelocityY = new Float64Array(vertices);
    certificates.planTime = new Float64Array(vertices);
    certificates.tube = new Float64Array(vertices);
    certificates.tubePart = new Float64Array(vertices);
  }
  certificates.tube.fill(-1);
  for (let corner = 0; corner < FIRST_VERTEX; corner++) {
    certificates.planX[corner] = mesh.x[corner];
    certificates.planY[corner] = mesh.y[corner];
    certificates.tube[corner] = 0;
  }
}

/** Remembers the triangles as they are now. */
export function storeTriangles(certificates: Certificates, mesh: Mesh): void {
  const length = 3 * mesh.triangleCount;
  certificates.length = length;
  certificates.origin.set(mesh.origin.subarray(0, length));
  certificates.twin.set(mesh.twin.subarray(0, length));
  certificates.wall.set(mesh.wall.subarray(0, length));
}

/** Withdraws the certificates that involve the vertex, because it has broken its promise. */
export function invalidate(certificates: Certificates, mesh: Mesh, v: number): void {
  const { edgeAt, validUntil } = certificates;
  const { twin } = mesh;
  const start = mesh.edgeOf[v];
  let e = start;
  do {
    validUntil[edgeAt[e]] = Number.NEGATIVE_INFINITY;
    const opposite = edgeAt[nextEdge(e)];
    if (opposite >= 0) validUntil[opposite] = Number.NEGATIVE_INFINITY;
    e = twin[previousEdge(e)];
  } while (e !== start);
}

/** Stores that a certificate has ended, if there was one. */
export function endLife({ certifiedAt, counts }: Certificates, edge: number, time: number): void {
  const life = time - certifiedAt[edge];
  // NaN: none.
  if (!(life >= 0)) return;
  counts.ended++;
  counts.lifetime += life;
  certifiedAt[edge] = Number.NaN;
}

/** Certifies from a fraction of the step on to its end, or schedules the failure. */
export function certifyStep(
  certificates: Certificates,
  mesh: Mesh,
  edge: number,
  dt: number,
  from: number,
): void {
  const { quad, coefficients, halving, queue, clock, counts, corners } = certificates;
  if (mesh.wall[certificates.halfOf[edge]] !== 0) return;
  const sign = orderCorners(certificates, mesh, edge);
  const { x, y, nextX, nextY } = mesh;
  for (let k = 0; k < 4; k++) {
    const v = corners[k];
    quad[4 * k] = x[v];
    quad[4 * k + 1] = y[v];
    quad[4 * k + 2] = nextX[v];
    quad[4 * k + 3] = nextY[v];
  }
  const bound = inCircleCoefficients(quad, coefficients);
  if (sign < 0) for (let k = 0; k < 5; k++) coefficients[k] = -coefficients[k];
  const rise = firstRise(halving, coefficients, bound, from);
  counts.certificates++;
  certificates.certifiedAt[edge] = clock + from * dt;
  certificates.validUntil[edge] = clock + Math.min(rise, 1) * dt;
  if (rise <= 1) schedule(queue, edge, rise);
  else cancel(queue, edge);
}

/**
 * Writes the four vertices of an edge's two triangles in the order of their numbers, and returns the sign by which the
 * determinant differs for it: so the certificates before and after a flip are the same numbers with opposite signs.
 */
export function orderCorners({ corners, halfOf }: Certificates, mesh: Mesh, edge: number): 1 | -1 {
  const { origin, twin } = mesh;
  const e = halfOf[edge];
  const f = twin[e];
  let a = origin[e];
  let b = origin[f];
  let c = origin[previousEdge(e)];
  let d = origin[previousEdge(f)];
  let odd = 0;
  let held: number;
  if (a > b) {
    held = a;
    a = b;
    b = held;
    odd ^= 1;
  }
  if (c > d) {
    held = c;
    c = d;
    d = held;
    odd ^= 1;
  }
  if (a > c) {
    held = a;
    a = c;
    c = held;
    odd ^= 1;
  }
  if (b > d) {
    held = b;
    b = d;
    d = held;
    odd ^= 1;
  }
  if (b > c) {
    held = b;
    b = c;
    c = held;
    odd ^= 1;
  }
  corners[0] = a;
  corners[1] = b;
  corners[2] = c;
  corners[3] = d;
  return odd === 0 ? 1 : -1;
}

/** Whether the two triangles at an edge are a strictly convex quadrilateral at a fraction of the step. */
export function isConvexAt({ halfOf }: Certificates, mesh: Mesh, edge: number, s: number): boolean {
  const { origin, twin, x, y, nextX, nextY } = mesh;
  const e = halfOf[edge];
  const f = twin[e];
  const p = origin[e];
  const q = origin[f];
  const r = origin[previousEdge(e)];
  const t = origin[previousEdge(f)];
  const rx = x[r] + s * (nextX[r] - x[r]);
  const ry = y[r] + s * (nextY[r] - y[r]);
  const tx = x[t] + s * (nextX[t] - x[t]);
  const ty = y[t] + s * (nextY[t] - y[t]);
  const px = x[p] + s * (nextX[p] - x[p]);
  const py = y[p] + s * (nextY[p] - y[p]);
  if (orient(tx, ty, rx, ry, px, py) <= 0) return false;
  const qx = x[q] + s * (nextX[q] - x[q]);
  const qy = y[q] + s * (nextY[q] - y[q]);
  return orient(rx, ry, tx, ty, qx, qy) > 0;
}

/** Flips an edge; it keeps its number, and so do the four around it. */
export function flipNumbered(certificates: Certificates, mesh: Mesh, edge: number): void {
  const { edgeAt, halfOf } = certificates;
  const e = halfOf[edge];
  const f = mesh.twin[e];
  const eNext = nextEdge(e);
  const fNext = nextEdge(f);
  const besideE = edgeAt[eNext];
  const besideF = edgeAt[fNext];
  halfOf[edge] = flip(mesh, e);
  edgeAt[eNext] = edge;
  edgeAt[fNext] = edge;
  edgeAt[e] = besideF;
  edgeAt[f] = besideE;
  if (besideF >= 0) halfOf[besideF] = e;
  if (besideE >= 0) halfOf[besideE] = f;
}
