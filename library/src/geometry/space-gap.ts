import { closestOnTriangle } from './space-closest.ts';
import { heightOf, type Place } from './space-place.ts';

export type SolidShape =
  | { shape: 'sphere'; center: Place; radius: number }
  | { shape: 'box'; min: Place; max: Place }
  /** Solid on the side that the normal points away from. The normal need not have the length 1. */
  | { shape: 'plane'; point: Place; normal: Place }
  /** A mesh: each face is three numbers of points. It is as thin as a sheet; nothing is inside. */
  | { shape: 'triangles'; points: readonly Place[]; faces: readonly (readonly [number, number, number])[] };

/**
 * Free space between a ball and a solid: positive when apart, 0 when they touch, and minus the way to the nearest free
 * place when they overlap. A mesh has no inside: the gap is never below −radius.
 */
export function gapToSolidShape(shape: SolidShape, x: number, y: number, z: number, radius: number): number {
  switch (shape.shape) {
    case 'sphere': {
      const { center } = shape;
      return lengthOf(x - center[0], y - center[1], z - heightOf(center)) - shape.radius - radius;
    }
    case 'box':
      return distanceToSolidBox(shape.min, shape.max, x, y, z) - radius;
    case 'plane': {
      const { point, normal } = shape;
      const height =
        (x - point[0]) * normal[0] + (y - point[1]) * normal[1] + (z - heightOf(point)) * heightOf(normal);
      return height / lengthOf(normal[0], normal[1], heightOf(normal)) - radius;
    }
    case 'triangles':
      return distanceToFaces(shape.points, shape.faces, x, y, z) - radius;
  }
}

/** Distance to the box; inside, minus the distance to its nearest face. */
function distanceToSolidBox(min: Place, max: Place, x: number, y: number, z: number): number {
  const dx = Math.max(min[0] - x, x - max[0]);
  const dy = Math.max(min[1] - y, y - max[1]);
  const dz = Math.max(heightOf(min) - z, z - heightOf(max));
  const largest = Math.max(dx, dy, dz);
  return largest <= 0 ? largest : lengthOf(Math.max(0, dx), Math.max(0, dy), Math.max(0, dz));
}

function distanceToFaces(
  points: readonly Place[],
  faces: readonly (readonly [number, number, number])[],
  x: number,
  y: number,
  z: number,
): number {
  const to = new Float64Array(3);
  let least = Number.POSITIVE_INFINITY;
  for (const [a, b, c] of faces) {
    const [origin, side, other] = [points[a], points[b], points[c]];
    closestOnTriangle(
      x - origin[0],
      y - origin[1],
      z - heightOf(origin),
      side[0] - origin[0],
      side[1] - origin[1],
      heightOf(side) - heightOf(origin),
      other[0] - origin[0],
      other[1] - origin[1],
      heightOf(other) - heightOf(origin),
      to,
    );
    least = Math.min(least, to[0] * to[0] + to[1] * to[1] + to[2] * to[2]);
  }
  return Math.sqrt(least);
}

/** Whether three places lie on one line: their triangle has no area in double arithmetic, and no normal. */
export function isDegenerateTriangle(a: Place, b: Place, c: Place): boolean {
  const sideX = b[0] - a[0];
  const sideY = b[1] - a[1];
  const sideZ = heightOf(b) - heightOf(a);
  const otherX = c[0] - a[0];
  const otherY = c[1] - a[1];
  const otherZ = heightOf(c) - heightOf(a);
  const normalX = sideY * otherZ - sideZ * otherY;
  const normalY = sideZ * otherX - sideX * otherZ;
  const normalZ = sideX * otherY - sideY * otherX;
  return normalX * normalX + normalY * normalY + normalZ * normalZ === 0;
}

function lengthOf(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
