import { doubled } from '../../../crowd/index.ts';
import { orient } from '../../../geometry/index.ts';
import type { Mesh } from './mesh.ts';
import { putBackTurned } from './put-back.ts';

/** Rounding errors of the two determinants below, relative to sums of squared distances; generous. */
const ORIENT_BOUND = 4e-16;
const CIRCLE_BOUND = 1e-15;

/**
 * One pass over all triangles after everything has moved. It puts the vertices of those that are no longer
 * counter-clockwise back at once, while the surroundings are in the cache, and the edges that may have to be flipped on
 * the stack. Relative to the first of three points, one lifted plane serves the neighbours across all three edges. Looking at each edge from one side only would need unpredictable branches, and take longer.
 * The pass goes from the last triangle to the first: the places of the last vertices were written last and are still
 * in the cache, and the pass leaves there what the next stage, which starts with the first edges, needs.
 */
export function scanTriangles(mesh: Mesh): void {
  const { x, y, origin, beyond, wall, mayHaveWalls } = mesh;
  const end = 3 * mesh.triangleCount;
  let { stack, stackLength } = mesh;
  for (let e = end - 3; e >= 0; e -= 3) {
    const a = origin[e];
    if (a < 0) continue;
    const b = origin[e + 1];
    const c = origin[e + 2];
    const ax = x[a];
    const ay = y[a];
    const bx = x[b] - ax;
    const by = y[b] - ay;
    const cx = x[c] - ax;
    const cy = y[c] - ay;
    const bLift = bx * bx + by * by;
    const cLift = cx * cx + cy * cy;
    const size = bLift + cLift;
    const area = bx * cy - by * cx;
    if (!(area > ORIENT_BOUND * size) && orient(ax, ay, x[b], y[b], x[c], y[c]) <= 0) {
      mesh.stackLength = stackLength;
      putBackTurned(mesh, e / 3);
      stack = mesh.stack;
      stackLength = mesh.stackLength;
      continue;
    }
    const slopeX = by * cLift - bLift * cy;
    const slopeY = bLift * cx - bx * cLift;
    // The three sides are written out: a loop would check the arrays' types and lengths again in each turn. Beyond the
    // frame there is no vertex; a vertex of the triangle itself takes its place.
    const p = beyond[e];
    const pX = x[p < 0 ? a : p] - ax;
    const pY = y[p < 0 ? a : p] - ay;
    const pLift = pX * pX + pY * pY;
    const pReach = size + pLift;
    const pIsSafe = area * pLift + slopeX * pX + slopeY * pY > CIRCLE_BOUND * pReach * pReach;
    const q = beyond[e + 1];
    const qX = x[q < 0 ? a : q] - ax;
    const qY = y[q < 0 ? a : q] - ay;
    const qLift = qX * qX + qY * qY;
    const qReach = size + qLift;
    const qIsSafe = area * qLift + slopeX * qX + slopeY * qY > CIRCLE_BOUND * qReach * qReach;
    const r = beyond[e + 2];
    const rX = x[r < 0 ? a : r] - ax;
    const rY = y[r < 0 ? a : r] - ay;
    const rLift = rX * rX + rY * rY;
    const rReach = size + rLift;
    const rIsSafe = area * rLift + slopeX * rX + slopeY * rY > CIRCLE_BOUND * rReach * rReach;
    if (pIsSafe && qIsSafe && rIsSafe) continue;
    if (stackLength + 3 > stack.length) {
      stack = mesh.stack = doubled(stack);
    }
    // Of the two triangles at an edge, the one whose third vertex has the smaller number puts it on the stack.
    if (!pIsSafe && c < p && !(mayHaveWalls && wall[e] !== 0)) stack[stackLength++] = e;
    if (!qIsSafe && a < q && !(mayHaveWalls && wall[e + 1] !== 0)) stack[stackLength++] = e + 1;
    if (!rIsSafe && b < r && !(mayHaveWalls && wall[e + 2] !== 0)) stack[stackLength++] = e + 2;
  }
  mesh.stackLength = stackLength;
}
