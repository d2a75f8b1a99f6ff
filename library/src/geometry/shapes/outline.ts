import { distanceToRing, type Point } from '../polygon.ts';
import { distanceToSegmentSquared } from '../segment.ts';

/**
 * A shape of the plane as contacts, sight, maps, pictures and files see it: one of these three, and never the shape
 * itself. The points of a ring go around once, in either sense of rotation; the last is joined to the first.
 */
export type Outline =
  | { kind: 'disc'; center: Point; radius: number }
  | { kind: 'wall'; from: Point; to: Point }
  | { kind: 'ring'; points: readonly Point[] };

/** [least x, least y, greatest x, greatest y], metres. */
export type PlaneBox = [number, number, number, number];

/** Metres from a point to an outline; inside a disc or ring, minus the distance to its edge. */
export function distanceToOutline(outline: Outline, x: number, y: number): number {
  switch (outline.kind) {
    case 'disc': {
      const dx = x - outline.center[0];
      const dy = y - outline.center[1];
      return Math.sqrt(dx * dx + dy * dy) - outline.radius;
    }
    case 'wall': {
      const { from, to } = outline;
      return Math.sqrt(distanceToSegmentSquared(x, y, from[0], from[1], to[0], to[1]));
    }
    case 'ring':
      return distanceToRing(outline.points, x, y);
  }
}

/** The smallest box around an outline. */
export function boundsOfOutline(outline: Outline): PlaneBox {
  switch (outline.kind) {
    case 'disc': {
      const [x, y] = outline.center;
      const { radius } = outline;
      return [x - radius, y - radius, x + radius, y + radius];
    }
    case 'wall':
      return boundsOfPoints([outline.from, outline.to]);
    case 'ring':
      return boundsOfPoints(outline.points);
  }
}

function boundsOfPoints(points: readonly Point[]): PlaneBox {
  let [minX, minY] = points[0];
  let [maxX, maxY] = points[0];
  for (const [x, y] of points) {
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  return [minX, minY, maxX, maxY];
}
