import { incircle, orient2d } from 'robust-predicates';

/**
 * Signs that decide topology. A floating-point filter answers nearly always; the rest is computed exactly with
 * expansions (Shewchuk 1997), as long as no product of all the coordinate differences leaves the range of doubles.
 * The answers are whole numbers: no double travels through the heap.
 */

/** (3 + 16 ε) ε with ε = 2^−53: the rounding error of an area, relative to the sum of its two products. */
const ORIENT_BOUND = 3.3306690738754716e-16;
/** (10 + 96 ε) ε: that of the determinant of inCircle, relative to the sum of its products. */
const CIRCLE_BOUND = 1.1102230246251577e-15;

/** The sign of the area of the triangle a, b, c: 1 counter-clockwise, −1 clockwise, 0 on one line. */
export function orient(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): -1 | 0 | 1 {
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  const area = left - right;
  const bound = ORIENT_BOUND * (Math.abs(left) + Math.abs(right));
  if (area > bound) return 1;
  if (area < -bound) return -1;
  return exactOrient(ax, ay, bx, by, cx, cy);
}

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

function exactOrient(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): -1 | 0 | 1 {
  // The package counts clockwise as positive where y points up.
  const area = orient2d(ax, ay, bx, by, cx, cy);
  return area < 0 ? 1 : area > 0 ? -1 : 0;
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
