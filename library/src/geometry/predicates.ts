import { incircle } from 'robust-predicates';

/**
 * The sign that decides which edge is Delaunay. A floating-point filter answers nearly always; the rest is computed exactly with
 * expansions (Shewchuk 1997), as long as no product of all the coordinate differences leaves the range of doubles.
 * The answer is a whole number: no double travels through the heap.
 */

/** (10 + 96 ε) ε with ε = 2^−53: the rounding error of the determinant of inCircle, relative to the sum of its products. */
const CIRCLE_BOUND = 1.1102230246251577e-15;

/** 1 when d lies strictly inside the circle through the counter-clockwise a, b, c; 0 on it; −1 outside. */
export function inCircle(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): -1 | 0 | 1 {
  const adx = ax - dx;
  const ady = ay - dy;
  const bdx = bx - dx;
  const bdy = by - dy;
  const cdx = cx - dx;
  const cdy = cy - dy;
  const bc = bdx * cdy;
  const cb = cdx * bdy;
  const ca = cdx * ady;
  const ac = adx * cdy;
  const ab = adx * bdy;
  const ba = bdx * ady;
  const aLift = adx * adx + ady * ady;
  const bLift = bdx * bdx + bdy * bdy;
  const cLift = cdx * cdx + cdy * cdy;
  const determinant = aLift * (bc - cb) + bLift * (ca - ac) + cLift * (ab - ba);
  const bound =
    CIRCLE_BOUND *
    ((Math.abs(bc) + Math.abs(cb)) * aLift +
      (Math.abs(ca) + Math.abs(ac)) * bLift +
      (Math.abs(ab) + Math.abs(ba)) * cLift);
  if (determinant > bound) return 1;
  if (determinant < -bound) return -1;
  return exactInCircle(ax, ay, bx, by, cx, cy, dx, dy);
}

function exactInCircle(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): -1 | 0 | 1 {
  const determinant = incircle(ax, ay, bx, by, cx, cy, dx, dy);
  return determinant > 0 ? 1 : determinant < 0 ? -1 : 0;
}
