import { orient } from './orient.ts';

/** Where on the segment from a to b the point nearest to p lies: 0 at a, 1 at b. */
export function closestFraction(
  px: number,
  py: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): number {
  const ux = bx - ax;
  const uy = by - ay;
  const lengthSquared = ux * ux + uy * uy;
  if (lengthSquared === 0) return 0;
  return Math.min(1, Math.max(0, ((px - ax) * ux + (py - ay) * uy) / lengthSquared));
}

export function distanceToSegmentSquared(
  px: number,
  py: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): number {
  const t = closestFraction(px, py, ax, ay, bx, by);
  // From the nearer end, so that t = 1 gives exactly b.
  const dx = t <= 0.5 ? px - (ax + t * (bx - ax)) : px - (bx + (1 - t) * (ax - bx));
  const dy = t <= 0.5 ? py - (ay + t * (by - ay)) : py - (by + (1 - t) * (ay - by));
  return dx * dx + dy * dy;
}

/** Whether the closed segments a–b and c–d share a point; exact, ends and overlaps included. */
export function segmentsMeet(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) return false;
  if (Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) return false;
  // Their boxes meet, so that segments on one line meet too, and the products below decide all other cases.
  return (
    orient(ax, ay, bx, by, cx, cy) * orient(ax, ay, bx, by, dx, dy) <= 0 &&
    orient(cx, cy, dx, dy, ax, ay) * orient(cx, cy, dx, dy, bx, by) <= 0
  );
}

/** The squared distance between the closed segments a–b and c–d; 0 where they meet. */
export function distanceOfSegmentsSquared(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): number {
  if (segmentsMeet(ax, ay, bx, by, cx, cy, dx, dy)) return 0;
  return Math.min(
    distanceToSegmentSquared(ax, ay, cx, cy, dx, dy),
    distanceToSegmentSquared(bx, by, cx, cy, dx, dy),
    distanceToSegmentSquared(cx, cy, ax, ay, bx, by),
    distanceToSegmentSquared(dx, dy, ax, ay, bx, by),
  );
}
