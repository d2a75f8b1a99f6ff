import { distanceToSegmentSquared } from '../../geometry/index.ts';
import type { ElementEnds } from '../common/contract.ts';
import { placesHide } from './sight.ts';

/**
 * How far the agents at p and q, and an element, may move before the element could begin or cease to stand between them,
 * metres: negative where it does so now. A wall has to be touched by an agent, or the line of sight by an end of the
 * wall; for a circle, the distance from the line has to become the radius. If p, q and the element move by less than
 * this in sum, what is hidden stays hidden, and what is visible stays visible.
 */
export function clearanceOf(
  ends: ElementEnds,
  radius: number,
  element: number,
  px: number,
  py: number,
  qx: number,
  qy: number,
): number {
  const ax = ends.startX[element];
  const ay = ends.startY[element];
  if (radius > 0) {
    const distance = Math.sqrt(distanceToSegmentSquared(ax, ay, px, py, qx, qy));
    const hides = placesHide(px, py, qx, qy, ax, ay, ax, ay, radius);
    return hides ? Math.min(0, distance - radius) : Math.max(0, distance - radius);
  }
  const bx = ends.endX[element];
  const by = ends.endY[element];
  const squared = Math.min(
    distanceToSegmentSquared(ax, ay, px, py, qx, qy),
    distanceToSegmentSquared(bx, by, px, py, qx, qy),
    distanceToSegmentSquared(px, py, ax, ay, bx, by),
    distanceToSegmentSquared(qx, qy, ax, ay, bx, by),
  );
  const distance = Math.sqrt(squared);
  return placesHide(px, py, qx, qy, ax, ay, bx, by, 0) ? -distance : distance;
}
