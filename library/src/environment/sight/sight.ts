import type { Obstacles } from '../../crowd/index.ts';
import { distanceToSegmentSquared, orient } from '../../geometry/index.ts';

/**
 * Whether a wall from a to b stands between the places p and q: whether the closed wall meets the open segment from p
 * to q, exactly. So an agent on a wall sees both its sides but nothing along it, and equal places see each other. A
 * wall of length 0 is a point and hides only what lies exactly behind it.
 */
export function wallHides(
  px: number,
  py: number,
  qx: number,
  qy: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): boolean {
  // Most walls are wholly to one side of both places; exact signs are needed for the others only.
  if (ax < px ? ax < qx && bx < px && bx < qx : ax > px && ax > qx && bx > px && bx > qx) return false;
  if (ay < py ? ay < qy && by < py && by < qy : ay > py && ay > qy && by > py && by > qy) return false;
  const sideA = orient(px, py, qx, qy, ax, ay);
  const sideB = orient(px, py, qx, qy, bx, by);
  if (sideA * sideB > 0) return false;
  if (sideA === 0 && sideB === 0) return overlaps(px, py, qx, qy, ax, ay, bx, by);
  // The wall meets the line through p and q in one point, which lies between them where the wall's line parts them.
  return orient(ax, ay, bx, by, px, py) * orient(ax, ay, bx, by, qx, qy) < 0;
}

/** The same for a wall on the line through p and q; for any wall where they are one place, with nothing between. */
export function overlaps(
  px: number,
  py: number,
  qx: number,
  qy: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): boolean {
  if (px !== qx) return Math.min(px, qx) < Math.max(ax, bx) && Math.max(px, qx) > Math.min(ax, bx);
  return py !== qy && Math.min(py, qy) < Math.max(ay, by) && Math.max(py, qy) > Math.min(ay, by);
}

/**
 * Whether an obstacle element stands between two places: a segment as wallHides says, a circle where its centre is
 * nearer than its radius to the segment between them, in double arithmetic. Sight is mutual, to the last bit.
 */
export function elementHides(
  obstacles: Obstacles,
  element: number,
  px: number,
  py: number,
  qx: number,
  qy: number,
): boolean {
  const { startX, startY, endX, endY, radius } = obstacles;
  return placesHide(
    px,
    py,
    qx,
    qy,
    startX[element],
    startY[element],
    endX[element],
    endY[element],
    radius[element],
  );
}

/** The same for an element from a to b, with a radius above 0 for a circle. */
export function placesHide(
  px: number,
  py: number,
  qx: number,
  qy: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  radius: number,
): boolean {
  if (radius > 0) {
    // Starts from the same end in both directions, so that the rounding is the same.
    const squared =
      px < qx || (px === qx && py < qy)
        ? distanceToSegmentSquared(ax, ay, px, py, qx, qy)
        : distanceToSegmentSquared(ax, ay, qx, qy, px, py);
    return squared < radius * radius;
  }
  return wallHides(px, py, qx, qy, ax, ay, bx, by);
}
