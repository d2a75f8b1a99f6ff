import { distanceToSegmentSquared } from '../../geometry/index.ts';

/**
 * The least squared distance to the origin of a point that moves from (px, py) straight on by (ux, uy). For two bodies in
 * uniform motion, p is their offset and u their relative displacement.
 */
export function closestApproachSquared(px: number, py: number, ux: number, uy: number): number {
  const along = px * ux + py * uy;
  const start = px * px + py * py;
  if (along >= 0) return start;
  const length = ux * ux + uy * uy;
  if (along + length <= 0) return (px + ux) * (px + ux) + (py + uy) * (py + uy);
  const t = -along / length;
  const x = px + t * ux;
  const y = py + t * uy;
  return Math.min(start, x * x + y * y);
}

/** The least squared distance between the segments a–b and c–d; 0 where they cross. */
export function segmentGapSquared(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): number {
  // Rounding may miss a crossing near an end; the distance of that end is then as small as the rounding.
  const c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  const d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax);
  const a = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx);
  const b = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx);
  if (c > 0 !== d > 0 && a > 0 !== b > 0) return 0;
  return Math.min(
    distanceToSegmentSquared(ax, ay, cx, cy, dx, dy),
    distanceToSegmentSquared(bx, by, cx, cy, dx, dy),
    distanceToSegmentSquared(cx, cy, ax, ay, bx, by),
    distanceToSegmentSquared(dx, dy, ax, ay, bx, by),
  );
}
