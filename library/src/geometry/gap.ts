import { distanceToOutline, type Point, sideOfPolygon } from './polygon.ts';
import { distanceToSegmentSquared } from './segment.ts';

type Circle = { shape: 'circle'; center: Point; radius: number };
type Box = { shape: 'box'; min: Point; max: Point };
type Segment = { shape: 'segment'; from: Point; to: Point };
export type Polygon = { shape: 'polygon'; points: readonly Point[] };
export type Shape = Circle | Box | Segment | Polygon;

/**
 * Free space between a disc and a solid shape: positive when apart, 0 when they touch, and minus the way to
 * the nearest free place when they overlap. A segment has no inside: the gap is never below −radius.
 */
export function gapToShape(shape: Shape, x: number, y: number, radius: number): number {
  switch (shape.shape) {
    case 'circle': {
      const dx = x - shape.center[0];
      const dy = y - shape.center[1];
      return Math.sqrt(dx * dx + dy * dy) - shape.radius - radius;
    }
    case 'box':
      return distanceToBox(shape, x, y) - radius;
    case 'segment': {
      const { from, to } = shape;
      return Math.sqrt(distanceToSegmentSquared(x, y, from[0], from[1], to[0], to[1])) - radius;
    }
    case 'polygon': {
      const distance = distanceToOutline(shape.points, x, y);
      return (sideOfPolygon(shape.points, x, y) > 0 ? -distance : distance) - radius;
    }
  }
}

/** Free space between a disc in the world and the world's border; negative when it reaches beyond. */
export function gapToBorder(min: Point, max: Point, x: number, y: number, radius: number): number {
  return Math.min(x - min[0], max[0] - x, y - min[1], max[1] - y) - radius;
}

/** Distance to the box; inside, minus the distance to its nearest side. */
function distanceToBox({ min, max }: Box, x: number, y: number): number {
  const dx = Math.max(min[0] - x, x - max[0]);
  const dy = Math.max(min[1] - y, y - max[1]);
  if (dx <= 0 || dy <= 0) return Math.max(dx, dy);
  return Math.sqrt(dx * dx + dy * dy);
}

/** The smallest box around a shape: [least x, least y, greatest x, greatest y]. */
export function boundsOfShape(shape: Shape): [number, number, number, number] {
  switch (shape.shape) {
    case 'circle': {
      const { center, radius } = shape;
      return [center[0] - radius, center[1] - radius, center[0] + radius, center[1] + radius];
    }
    case 'box':
      return [shape.min[0], shape.min[1], shape.max[0], shape.max[1]];
    case 'segment':
      return boundsOfPoints([shape.from, shape.to]);
    case 'polygon':
      return boundsOfPoints(shape.points);
  }
}

function boundsOfPoints(points: readonly Point[]): [number, number, number, number] {
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
