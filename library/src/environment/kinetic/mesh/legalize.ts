import { doubled } from '../../../crowd/index.ts';
import { inCircle } from '../../../geometry/predicates.ts';
import { flip, type Mesh } from './mesh.ts';

/** Pushes a half-edge that legalize has to test. */
export function pushEdge(mesh: Mesh, e: number): void {
  if (mesh.stackLength === mesh.stack.length) mesh.stack = doubled(mesh.stack);
  mesh.stack[mesh.stackLength++] = e;
}

/** The rounding error of the determinant below, relative to the square of the sum of squared distances; generous. */
const CIRCLE_BOUND = 1e-15;

/** Whether the vertex beyond the edge lies strictly inside the circle of the edge's own triangle. */
function isIllegal(mesh: Mesh, e: number): boolean {
  const { x, y, origin, beyond } = mesh;
  const p = origin[e];
  const q = origin[e % 3 === 2 ? e - 2 : e + 1];
  const r = origin[e % 3 === 0 ? e + 2 : e - 1];
  const s = beyond[e];
  const px = x[p];
  const py = y[p];
  const qx = x[q] - px;
  const qy = y[q] - py;
  const rx = x[r] - px;
  const ry = y[r] - py;
  const sx = x[s] - px;
  const sy = y[s] - py;
  const qLift = qx * qx + qy * qy;
  const rLift = rx * rx + ry * ry;
  const sLift = sx * sx + sy * sy;
  // Negative inside: s relative to p, lifted, against the plane through the lifted q and r.
  const height =
    (qx * ry - qy * rx) * sLift + (qy * rLift - qLift * ry) * sx + (qLift * rx - qx * rLift) * sy;
  const size = qLift + rLift + sLift;
  const bound = CIRCLE_BOUND * size * size;
  if (height > bound) return false;
  if (height < -bound) return true;
  return inCircle(px, py, x[q], y[q], x[r], y[r], x[s], y[s]) > 0;
}

/**
 * Pushes those of two sides of a triangle that may have to be flipped: e and the one before it. The lifted plane
 * through the triangle serves both.
 */
export function pushDoubtful(mesh: Mesh, e: number): void {
  const { x, y, origin, beyond } = mesh;
  const previous = e % 3 === 0 ? e + 2 : e - 1;
  const p = origin[e];
  const q = origin[e % 3 === 2 ? e - 2 : e + 1];
  const r = origin[previous];
  const px = x[p];
  const py = y[p];
  const qx = x[q] - px;
  const qy = y[q] - py;
  const rx = x[r] - px;
  const ry = y[r] - py;
  const qLift = qx * qx + qy * qy;
  const rLift = rx * rx + ry * ry;
  const area = qx * ry - qy * rx;
  const slopeX = qy * rLift - qLift * ry;
  const slopeY = qLift * rx - qx * rLift;
  // Beyond the frame there is no vertex; a vertex of the triangle itself takes its place.
  const s = beyond[e] < 0 ? p : beyond[e];
  const sx = x[s] - px;
  const sy = y[s] - py;
  const sLift = sx * sx + sy * sy;
  const sSize = qLift + rLift + sLift;
  const t = beyond[previous] < 0 ? p : beyond[previous];
  const tx = x[t] - px;
  const ty = y[t] - py;
  const tLift = tx * tx + ty * ty;
  const tSize = qLift + rLift + tLift;
  const sIsSafe = area * sLift + slopeX * sx + slopeY * sy > CIRCLE_BOUND * sSize * sSize;
  const tIsSafe = area * tLift + slopeX * tx + slopeY * ty > CIRCLE_BOUND * tSize * tSize;
  if (sIsSafe && tIsSafe) return;
  if (!sIsSafe) pushEdge(mesh, e);
  if (!tIsSafe) pushEdge(mesh, previous);
}

/**
 * Flips edges until none of those on the stack, nor of those that a flip may have spoilt, has a vertex strictly inside
 * its circle (Lawson 1977). Every triangle must be counter-clockwise; walls stay.
 */
export function legalize(mesh: Mesh): void {
  const { twin, beyond, wall, mayHaveWalls } = mesh;
  while (mesh.stackLength > 0) {
    const e = mesh.stack[--mesh.stackLength];
    if (beyond[e] < 0 || (mayHaveWalls && wall[e] !== 0) || !isIllegal(mesh, e)) continue;
    const f = twin[e];
    flip(mesh, e);
    // The four sides: e and its former twin are two of them now, in both triangles the diagonal comes next.
    pushDoubtful(mesh, e);
    pushDoubtful(mesh, f);
  }
}
