import { type Crowd, closestOfObstacle, SolidKind, type Solids, type Things } from '../../crowd/index.ts';
import { closestOfSolid } from '../../crowd/solids.ts';

/** How walls, discs, faces and spheres lie around an agent: the plane and space under one name. */

type Shapes = Pick<Things, 'obstacles' | 'solids'>;

/** Writes the vector from an agent to the closest point of an element, or to the centre of a disc or sphere. */
export function closestOf(
  { obstacles, solids }: Shapes,
  { dimension, motion }: Crowd,
  row: number,
  element: number,
  out: Float64Array,
): void {
  const x = motion.x[row];
  const y = motion.y[row];
  if (dimension === 3) closestOfSolid(solids, element, x, y, motion.z[row], out);
  else closestOfObstacle(obstacles, element, x, y, out);
}

/** The places of what `writeMiddle` writes: a vector, then half the width. */
export const HALF_WIDTH = 3;

/**
 * Writes the vector from an agent to the middle of a wall or face, and half its width: 0 for a disc or sphere, infinite for an
 * endless plane. The width of a face depends on the plane in which it acts: see halfWidthAcross.
 */
export function writeMiddle(
  { obstacles, solids }: Shapes,
  { dimension, motion }: Crowd,
  row: number,
  element: number,
  out: Float64Array,
): void {
  const x = motion.x[row];
  const y = motion.y[row];
  if (dimension === 2) {
    const startX = obstacles.startX[element];
    const startY = obstacles.startY[element];
    const alongX = obstacles.endX[element] - startX;
    const alongY = obstacles.endY[element] - startY;
    out[0] = 0.5 * alongX - (x - startX);
    out[1] = 0.5 * alongY - (y - startY);
    out[2] = 0;
    out[HALF_WIDTH] = 0.5 * Math.sqrt(alongX * alongX + alongY * alongY);
    return;
  }
  const { kind, originX, originY, originZ, sideX, sideY, sideZ, otherX, otherY, otherZ } = solids;
  const part = kind[element] === SolidKind.rectangle ? 0.5 : 1 / 3;
  out[0] = part * sideX[element] + part * otherX[element] - (x - originX[element]);
  out[1] = part * sideY[element] + part * otherY[element] - (y - originY[element]);
  out[2] = part * sideZ[element] + part * otherZ[element] - (motion.z[row] - originZ[element]);
  const isPlane = kind[element] === SolidKind.plane;
  out[HALF_WIDTH] = kind[element] === SolidKind.sphere ? 0 : isPlane ? Number.POSITIVE_INFINITY : 1;
}

/**
 * Half the width of a face in the plane across the axis: the extent of its outline along the line in which this plane and
 * the face's plane meet. If both planes coincide, half its longer edge.
 */
export function halfWidthAcross(
  { kind, sideX, sideY, sideZ, otherX, otherY, otherZ, normalX, normalY, normalZ }: Solids,
  element: number,
  axisX: number,
  axisY: number,
  axisZ: number,
): number {
  const ax = sideX[element];
  const ay = sideY[element];
  const az = sideZ[element];
  const bx = otherX[element];
  const by = otherY[element];
  const bz = otherZ[element];
  const a = Math.sqrt(ax * ax + ay * ay + az * az);
  const b = Math.sqrt(bx * bx + by * by + bz * bz);
  if (kind[element] === SolidKind.rectangle) {
    // The line's components along the edges are those of the axis, swapped.
    const alongA = b > 0 ? axisX * (bx / b) + axisY * (by / b) + axisZ * (bz / b) : 0;
    const alongB = a > 0 ? axisX * (ax / a) + axisY * (ay / a) + axisZ * (az / a) : 0;
    const length = Math.sqrt(alongA * alongA + alongB * alongB);
    // An edge may be too short to have a direction, or the two planes may coincide.
    if (length === 0) return 0.5 * Math.max(a, b);
    return 0.5 * (a * Math.abs(alongA / length) + b * Math.abs(alongB / length));
  }
  const lineX = axisY * normalZ[element] - axisZ * normalY[element];
  const lineY = axisZ * normalX[element] - axisX * normalZ[element];
  const lineZ = axisX * normalY[element] - axisY * normalX[element];
  const length = Math.sqrt(lineX * lineX + lineY * lineY + lineZ * lineZ);
  if (length === 0) return 0.5 * Math.max(a, b);
  const endA = (ax * lineX + ay * lineY + az * lineZ) / length;
  const endB = (bx * lineX + by * lineY + bz * lineZ) / length;
  return 0.5 * (Math.max(0, endA, endB) - Math.min(0, endA, endB));
}

/**
 * The unit vector perpendicular to u that is nearest to the z axis; if u is vertical, to the x axis. It is the axis of the
 * turn away from a thing straight ahead or behind: any would do, and this one keeps a plane scene in its plane.
 */
export function upright(ux: number, uy: number, uz: number, out: Float64Array): void {
  const level = 1 - uz * uz > 1e-12;
  const x = level ? -uz * ux : 1 - ux * ux;
  const y = level ? -uz * uy : -ux * uy;
  const z = level ? 1 - uz * uz : -ux * uz;
  const length = Math.sqrt(x * x + y * y + z * z);
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
}
