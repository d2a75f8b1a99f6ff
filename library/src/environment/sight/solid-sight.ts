import { SolidKind, type Solids } from '../../crowd/index.ts';
import { orient } from '../../geometry/index.ts';
import { wallHides } from './sight.ts';

/**
 * Whether an element of a solid stands between two places, in double arithmetic: a rectangle or triangle where it, with
 * its border, meets the segment between the places without its ends; a sphere where its centre is nearer to the segment
 * than its radius; a plane where the solid half behind it meets the segment. Sight is mutual, to the last bit.
 */
export function solidHides(
  solids: Solids,
  element: number,
  px: number,
  py: number,
  pz: number,
  qx: number,
  qy: number,
  qz: number,
): boolean {
  // Starts from the same end in both directions, so that the rounding is the same.
  if (px < qx || (px === qx && (py < qy || (py === qy && pz < qz)))) {
    return hides(solids, element, px, py, pz, qx, qy, qz);
  }
  return hides(solids, element, qx, qy, qz, px, py, pz);
}

function hides(
  solids: Solids,
  element: number,
  px: number,
  py: number,
  pz: number,
  qx: number,
  qy: number,
  qz: number,
): boolean {
  const kind = solids.kind[element];
  const x = solids.originX[element];
  const y = solids.originY[element];
  const z = solids.originZ[element];
  if (kind === SolidKind.sphere) {
    return ballHides(qx - px, qy - py, qz - pz, x - px, y - py, z - pz, solids.radius[element]);
  }
  if (kind === SolidKind.plane) {
    const { normalX, normalY, normalZ } = solids;
    const first = (px - x) * normalX[element] + (py - y) * normalY[element] + (pz - z) * normalZ[element];
    const second = (qx - x) * normalX[element] + (qy - y) * normalY[element] + (qz - z) * normalZ[element];
    return first < 0 || second < 0 || (first === 0 && second === 0);
  }
  return faceHides(solids, element, px, py, pz, qx, qy, qz);
}

function ballHides(
  displacementX: number,
  displacementY: number,
  displacementZ: number,
  fromX: number,
  fromY: number,
  fromZ: number,
  radius: number,
): boolean {
  const lengthSquared =
    displacementX * displacementX + displacementY * displacementY + displacementZ * displacementZ;
  const part =
    lengthSquared > 0
      ? (fromX * displacementX + fromY * displacementY + fromZ * displacementZ) / lengthSquared
      : 0;
  const at = part < 0 ? 0 : part > 1 ? 1 : part;
  const dx = fromX - at * displacementX;
  const dy = fromY - at * displacementY;
  const dz = fromZ - at * displacementZ;
  return dx * dx + dy * dy + dz * dz < radius * radius;
}

/** A rectangle or a triangle. One without an area hides nothing. */
function faceHides(
  solids: Solids,
  element: number,
  px: number,
  py: number,
  pz: number,
  qx: number,
  qy: number,
  qz: number,
): boolean {
  const ax = solids.originX[element];
  const ay = solids.originY[element];
  const az = solids.originZ[element];
  const sideX = solids.sideX[element];
  const sideY = solids.sideY[element];
  const sideZ = solids.sideZ[element];
  const otherX = solids.otherX[element];
  const otherY = solids.otherY[element];
  const otherZ = solids.otherZ[element];
  const normalX = sideY * otherZ - sideZ * otherY;
  const normalY = sideZ * otherX - sideX * otherZ;
  const normalZ = sideX * otherY - sideY * otherX;
  const first = (px - ax) * normalX + (py - ay) * normalY + (pz - az) * normalZ;
  const second = (qx - ax) * normalX + (qy - ay) * normalY + (qz - az) * normalZ;
  if (first > 0 ? second >= 0 : first < 0 ? second <= 0 : second !== 0) return false;

  const isRectangle = solids.kind[element] === SolidKind.rectangle;
  const bx = solids.sideEndX[element];
  const by = solids.sideEndY[element];
  const bz = solids.sideEndZ[element];
  const dx = solids.otherEndX[element];
  const dy = solids.otherEndY[element];
  const dz = solids.otherEndZ[element];
  // The corner across; a triangle has none, and its border goes from b to d. Taken from the nearer end of each axis, it
  // is to the bit the corner of the next face of a box.
  const cx = isRectangle ? across(bx, sideX, dx, otherX) : bx;
  const cy = isRectangle ? across(by, sideY, dy, otherY) : by;
  const cz = isRectangle ? across(bz, sideZ, dz, otherZ) : bz;
  if (first === 0) {
    // All in one plane: as seen along the axis that the face is widest across.
    const alongX = Math.abs(normalX);
    const alongY = Math.abs(normalY);
    const alongZ = Math.abs(normalZ);
    if (!(alongX + alongY + alongZ > 0)) return false;
    if (alongX >= alongY && alongX >= alongZ) {
      return patchHides(py, pz, qy, qz, ay, az, by, bz, cy, cz, dy, dz);
    }
    if (alongY >= alongZ) return patchHides(pz, px, qz, qx, az, ax, bz, bx, cz, cx, dz, dx);
    return patchHides(px, py, qx, qy, ax, ay, bx, by, cx, cy, dx, dy);
  }
  // On which side of each edge the segment passes. The answer for an edge changes only its sign with the direction, so
  // that two faces with a common edge leave no slit.
  const ab = turn(px, py, pz, qx, qy, qz, ax, ay, az, bx, by, bz);
  const bc = turn(px, py, pz, qx, qy, qz, bx, by, bz, cx, cy, cz);
  const cd = turn(px, py, pz, qx, qy, qz, cx, cy, cz, dx, dy, dz);
  const da = turn(px, py, pz, qx, qy, qz, dx, dy, dz, ax, ay, az);
  return (ab >= 0 && bc >= 0 && cd >= 0 && da >= 0) || (ab <= 0 && bc <= 0 && cd <= 0 && da <= 0);
}

function across(sideEnd: number, side: number, otherEnd: number, other: number): number {
  return Math.abs(side) >= Math.abs(other) ? sideEnd + other : otherEnd + side;
}

/** Six times the volume between the segment from p to q and that from a to b, with its sign. */
function turn(
  px: number,
  py: number,
  pz: number,
  qx: number,
  qy: number,
  qz: number,
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
): number {
  const fromAX = ax - px;
  const fromAY = ay - py;
  const fromAZ = az - pz;
  const fromBX = bx - px;
  const fromBY = by - py;
  const fromBZ = bz - pz;
  return (
    (qx - px) * (fromAY * fromBZ - fromAZ * fromBY) +
    (qy - py) * (fromAZ * fromBX - fromAX * fromBZ) +
    (qz - pz) * (fromAX * fromBY - fromAY * fromBX)
  );
}

/** The same in the face's plane: its border stands between the places, or both lie within it. */
function patchHides(
  px: number,
  py: number,
  qx: number,
  qy: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  if (px === qx && py === qy) return false;
  if (wallHides(px, py, qx, qy, ax, ay, bx, by) || wallHides(px, py, qx, qy, bx, by, cx, cy)) return true;
  if (wallHides(px, py, qx, qy, cx, cy, dx, dy) || wallHides(px, py, qx, qy, dx, dy, ax, ay)) return true;
  return isWithin(px, py, ax, ay, bx, by, cx, cy, dx, dy) && isWithin(qx, qy, ax, ay, bx, by, cx, cy, dx, dy);
}

function isWithin(
  x: number,
  y: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  const ab = orient(ax, ay, bx, by, x, y);
  const bc = orient(bx, by, cx, cy, x, y);
  const cd = orient(cx, cy, dx, dy, x, y);
  const da = orient(dx, dy, ax, ay, x, y);
  return (ab >= 0 && bc >= 0 && cd >= 0 && da >= 0) || (ab <= 0 && bc <= 0 && cd <= 0 && da <= 0);
}

/** The places of an element's corners as seen from above. */
function cornersFromAbove(solids: Solids, element: number): [number[], number[]] {
  const { originX, originY, otherEndX, otherEndY, otherX, otherY, sideEndX, sideEndY } = solids;
  const xs = [originX[element], sideEndX[element], otherEndX[element]];
  const ys = [originY[element], sideEndY[element], otherEndY[element]];
  if (solids.kind[element] === SolidKind.rectangle) {
    xs.push(sideEndX[element] + otherX[element]);
    ys.push(sideEndY[element] + otherY[element]);
  }
  return [xs, ys];
}

/** What ./optional.ts is registered with. */
export const solidSightParts = { solidHides, cornersFromAbove };

export type SolidSight = typeof solidSightParts;
