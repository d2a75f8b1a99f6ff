import { orient } from './orient.ts';
import { distanceToSegmentSquared } from './segment.ts';

export type Point = readonly [number, number];

/** A ring of points without the repetition of the first at the end, which many programs write. */
export function openRing<One extends Point>(ring: readonly One[]): readonly One[] {
  const [first, last] = [ring[0], ring[ring.length - 1]];
  return ring.length > 1 && first[0] === last[0] && first[1] === last[1] ? ring.slice(0, -1) : ring;
}

/** Area, positive when the corners run counter-clockwise. */
export function polygonArea(points: readonly Point[]): number {
  // From the first corner, so that a small polygon far from the origin keeps its digits.
  const [ox, oy] = points[0];
  let twice = 0;
  for (let k = 1; k + 1 < points.length; k++) {
    const [ax, ay] = points[k];
    const [bx, by] = points[k + 1];
    twice += (ax - ox) * (by - oy) - (ay - oy) * (bx - ox);
  }
  return twice / 2;
}

/** 1 inside, 0 on the outline, −1 outside; exact. The polygon is simple, in either sense of rotation. */
export function sideOfPolygon(points: readonly Point[], x: number, y: number): -1 | 0 | 1 {
  let inside = false;
  for (let k = 0, last = points.length - 1; k < points.length; last = k++) {
    const crossing = crossingOfRay(points[last], points[k], x, y);
    if (crossing === 'touch') return 0;
    if (crossing === 'cross') inside = !inside;
  }
  return inside ? 1 : -1;
}

/** How the edge a–b meets the ray from (x, y) to the right; each edge owns its lower end, not its upper. */
export function crossingOfRay(a: Point, b: Point, x: number, y: number): 'touch' | 'cross' | 'miss' {
  if (a[0] === x && a[1] === y) return 'touch';
  if (a[1] <= y !== b[1] <= y) {
    const side = orient(a[0], a[1], b[0], b[1], x, y);
    if (side === 0) return 'touch';
    return side > 0 === b[1] > a[1] ? 'cross' : 'miss';
  }
  const along = a[1] === y && b[1] === y;
  return along && Math.min(a[0], b[0]) <= x && x <= Math.max(a[0], b[0]) ? 'touch' : 'miss';
}

/** Metres to the outline; inside the polygon, minus that. */
export function distanceToRing(points: readonly Point[], x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0, last = points.length - 1; k < points.length; last = k++) {
    const [ax, ay] = points[last];
    const [bx, by] = points[k];
    least = Math.min(least, distanceToSegmentSquared(x, y, ax, ay, bx, by));
  }
  const distance = Math.sqrt(least);
  return sideOfPolygon(points, x, y) > 0 ? -distance : distance;
}
