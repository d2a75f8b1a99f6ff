import { orient } from './orient.ts';
import type { Point } from './polygon.ts';
import { segmentsMeet } from './segment.ts';
import { createSweepOrder, insertEdge, removeEdge, type SweepOrder } from './sweep-order.ts';

/**
 * Two edges of a closed outline that cross or touch where they should not, or null for a simple polygon. Edge k runs
 * from corner k to the next. Consecutive edges share their corner and nothing else.
 */
export function findSelfCrossing(points: readonly Point[]): [number, number] | null {
  return sweepRings([points]).crossing;
}

/** What a sweep over closed outlines finds. */
export type RingSweep = {
  /** Two edges that cross or touch where they should not, counted through all outlines; null if there are none. */
  crossing: [number, number] | null;
  /** The innermost outline around each, or −1; meaningless where there is a crossing. */
  around: Int32Array;
};

/**
 * The sweep of Shamos and Hoey: a line moves through the corners from left to right (and upwards where x is
 * equal), keeps the edges it meets in their order from below, and compares only edges that become
 * neighbours. O(n log n) for every input; all decisions are exact. Where an outline begins, the edge below its
 * first corner tells what it lies in.
 */
export function sweepRings(rings: readonly (readonly Point[])[]): RingSweep {
  const points = rings.flat();
  const count = points.length;
  const { next, previous, ringOf } = linkCorners(rings);
  const around = new Int32Array(rings.length).fill(-1);
  const corners = cornersFromLeft(points);
  // Two corners on one point touch there; from here on every point has one corner.
  for (let k = 1; k < count; k++) {
    const [a, b] = [points[corners[k - 1]], points[corners[k]]];
    if (a[0] === b[0] && a[1] === b[1]) return { crossing: [corners[k - 1], corners[k]], around };
  }

  const order = createSweepOrder(points, next);
  /** 1 counter-clockwise, −1 clockwise, 0 for an outline that the line has not reached. */
  const sense = new Int8Array(rings.length);
  for (const corner of corners) {
    const before = previous[corner];
    // Edges that begin here enter before those that end here leave: a touch at this corner is then seen.
    for (const edge of [before, corner]) {
      if (order.left[edge] !== corner) continue;
      const touched = insertEdge(order, edge);
      if (touched >= 0) return { crossing: [touched, edge], around };
      const below = order.below[edge];
      const above = order.above[edge];
      if (below >= 0 && edgesConflict(order, below, edge)) return { crossing: [below, edge], around };
      if (above >= 0 && edgesConflict(order, edge, above)) return { crossing: [edge, above], around };
      const ring = ringOf[corner];
      if (sense[ring] !== 0) continue;
      sense[ring] = turnsLeft(points[before], points[corner], points[next[corner]]) ? 1 : -1;
      if (below < 0) continue;
      const goesRight = order.left[below] === below;
      const other = ringOf[below];
      around[ring] = goesRight === sense[other] > 0 ? other : around[other];
    }
    for (const edge of [before, corner]) {
      if (order.right[edge] !== corner) continue;
      const below = order.below[edge];
      const above = order.above[edge];
      removeEdge(order, edge);
      if (below >= 0 && above >= 0 && edgesConflict(order, below, above)) {
        return { crossing: [below, above], around };
      }
    }
  }
  return { crossing: null, around };
}

function linkCorners(rings: readonly (readonly Point[])[]) {
  const count = rings.reduce((sum, ring) => sum + ring.length, 0);
  const next = new Int32Array(count);
  const previous = new Int32Array(count);
  const ringOf = new Int32Array(count);
  let first = 0;
  rings.forEach(({ length }, ring) => {
    for (let k = 0; k < length; k++) {
      next[first + k] = first + ((k + 1) % length);
      previous[first + ((k + 1) % length)] = first + k;
      ringOf[first + k] = ring;
    }
    first += length;
  });
  return { next, previous, ringOf };
}

function cornersFromLeft(points: readonly Point[]): Uint32Array {
  return Uint32Array.from(points, (_, k) => k).sort(
    (a, b) => points[a][0] - points[b][0] || points[a][1] - points[b][1] || a - b,
  );
}

/** Whether two edges share more than the corner between them. */
export function edgesConflict(
  { points, next }: Pick<SweepOrder, 'points' | 'next'>,
  first: number,
  second: number,
): boolean {
  const a = points[first];
  const b = points[next[first]];
  const c = points[second];
  const d = points[next[second]];
  if (next[first] === second) return foldsBack(a, b, d);
  if (next[second] === first) return foldsBack(c, d, b);
  return segmentsMeet(a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]);
}

/** Whether the path a → corner → b returns along itself. */
function foldsBack(a: Point, corner: Point, b: Point): boolean {
  if (orient(a[0], a[1], corner[0], corner[1], b[0], b[1]) !== 0) return false;
  return isLeft(a, corner) === isLeft(b, corner);
}

/** At the corner farthest to the left, this is the sense of rotation of the whole outline. */
function turnsLeft(a: Point, corner: Point, b: Point): boolean {
  return orient(a[0], a[1], corner[0], corner[1], b[0], b[1]) > 0;
}

function isLeft(a: Point, b: Point): boolean {
  return a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
}
