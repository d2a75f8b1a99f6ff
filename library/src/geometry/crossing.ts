import type { Point } from './polygon.ts';
import { orient } from './predicates.ts';
import { segmentsMeet } from './segment.ts';
import { createSweepOrder, insertEdge, removeEdge } from './sweep-order.ts';

/**
 * Two edges of a closed outline that cross or touch where they should not, or null for a simple polygon.
 * Edge k runs from corner k to the next. Edges that follow one another share their corner and nothing else.
 *
 * The sweep of Shamos and Hoey: a line moves through the corners from left to right (and upwards where x is
 * equal), keeps the edges it meets in their order from below, and compares only edges that become
 * neighbours. O(n log n) for every input; all decisions are exact.
 */
export function findSelfCrossing(points: readonly Point[]): [number, number] | null {
  const count = points.length;
  const corners = cornersFromLeft(points);
  // Two corners on one point touch there; from here on every point has one corner.
  for (let k = 1; k < count; k++) {
    const [a, b] = [points[corners[k - 1]], points[corners[k]]];
    if (a[0] === b[0] && a[1] === b[1]) return [corners[k - 1], corners[k]];
  }

  const order = createSweepOrder(points);
  for (const corner of corners) {
    const before = (corner + count - 1) % count;
    // Edges that begin here enter before those that end here leave: a touch at this corner is then seen.
    for (const edge of [before, corner]) {
      if (order.left[edge] !== corner) continue;
      const touched = insertEdge(order, edge);
      if (touched >= 0) return [touched, edge];
      const below = order.below[edge];
      const above = order.above[edge];
      if (below >= 0 && edgesConflict(points, below, edge)) return [below, edge];
      if (above >= 0 && edgesConflict(points, edge, above)) return [edge, above];
    }
    for (const edge of [before, corner]) {
      if (order.right[edge] !== corner) continue;
      const below = order.below[edge];
      const above = order.above[edge];
      removeEdge(order, edge);
      if (below >= 0 && above >= 0 && edgesConflict(points, below, above)) return [below, above];
    }
  }
  return null;
}

function cornersFromLeft(points: readonly Point[]): Uint32Array {
  return Uint32Array.from(points, (_, k) => k).sort(
    (a, b) => points[a][0] - points[b][0] || points[a][1] - points[b][1] || a - b,
  );
}

/** Whether two edges share more than the corner between them. */
export function edgesConflict(points: readonly Point[], first: number, second: number): boolean {
  const count = points.length;
  const a = points[first];
  const b = points[(first + 1) % count];
  const c = points[second];
  const d = points[(second + 1) % count];
  if ((first + 1) % count === second) return foldsBack(a, b, d);
  if ((second + 1) % count === first) return foldsBack(c, d, b);
  return segmentsMeet(a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]);
}

/** Whether the way a → corner → b returns along itself. */
function foldsBack(a: Point, corner: Point, b: Point): boolean {
  if (orient(a[0], a[1], corner[0], corner[1], b[0], b[1]) !== 0) return false;
  return isLeft(a, corner) === isLeft(b, corner);
}

function isLeft(a: Point, b: Point): boolean {
  return a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
}
