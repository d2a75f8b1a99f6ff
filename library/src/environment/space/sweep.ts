import { SolidKind, type Solids } from '../../crowd/index.ts';
import { closestFromOrigin } from '../../crowd/solids.ts';
import type { Lead } from '../contacts/paths/lead-bodies.ts';
import { SKIN } from '../contacts/paths/paths.ts';

/**
 * The sweep of ../contacts/paths/lead-bodies.ts in space: writes the part of the path in hit[0], the direction away from
 * the element in hit[1] to hit[3], and in hit[4] how deep the body is in the skin already.
 */
export function sweepSolid(
  sweep: Lead,
  solids: Solids,
  element: number,
  bodyRadius: number,
  offsetX: number,
  offsetY: number,
  offsetZ: number,
): boolean {
  const reach = bodyRadius + solids.radius[element] + SKIN;
  return sweepWithin(sweep, solids, element, reach, offsetX, offsetY, offsetZ);
}

/** The same, within `reach` of the element's points. */
export function sweepWithin(
  sweep: Lead,
  solids: Solids,
  element: number,
  reach: number,
  offsetX: number,
  offsetY: number,
  offsetZ: number,
): boolean {
  const { body, hit } = sweep;
  const kind = solids.kind[element];
  const fromX = body[0] - solids.originX[element] - offsetX;
  const fromY = body[1] - solids.originY[element] - offsetY;
  const fromZ = body[2] - solids.originZ[element] - offsetZ;
  if (kind === SolidKind.plane) return sweepPlane(sweep, solids, element, reach, fromX, fromY, fromZ);
  if (startsInside(sweep, solids, element, reach, fromX, fromY, fromZ)) return true;
  hit[0] = 2;
  hit[4] = 0;
  if (kind === SolidKind.sphere) {
    sweepPoint(sweep, reach, fromX, fromY, fromZ);
    return hit[0] <= 1;
  }
  const sideX = solids.sideX[element];
  const sideY = solids.sideY[element];
  const sideZ = solids.sideZ[element];
  const otherX = solids.otherX[element];
  const otherY = solids.otherY[element];
  const otherZ = solids.otherZ[element];
  if (kind === SolidKind.rectangle) sweepRectangle(sweep, solids, element, reach, fromX, fromY, fromZ);
  else sweepTriangle(sweep, solids, element, reach, fromX, fromY, fromZ);
  const farX = fromX - sideX;
  const farY = fromY - sideY;
  const farZ = fromZ - sideZ;
  sweepEdge(sweep, reach, fromX, fromY, fromZ, otherX, otherY, otherZ);
  if (kind === SolidKind.rectangle) {
    sweepEdge(sweep, reach, farX, farY, farZ, otherX, otherY, otherZ);
    sweepEdge(sweep, reach, fromX - otherX, fromY - otherY, fromZ - otherZ, sideX, sideY, sideZ);
    sweepPoint(sweep, reach, farX - otherX, farY - otherY, farZ - otherZ);
  } else {
    sweepEdge(sweep, reach, farX, farY, farZ, otherX - sideX, otherY - sideY, otherZ - sideZ);
  }
  sweepEdge(sweep, reach, fromX, fromY, fromZ, sideX, sideY, sideZ);
  sweepPoint(sweep, reach, fromX, fromY, fromZ);
  sweepPoint(sweep, reach, farX, farY, farZ);
  sweepPoint(sweep, reach, fromX - otherX, fromY - otherY, fromZ - otherZ);
  return hit[0] <= 1;
}

/** Whether the body is in the element's skin before it moves. */
function startsInside(
  { hit, to }: Lead,
  solids: Solids,
  element: number,
  reach: number,
  fromX: number,
  fromY: number,
  fromZ: number,
): boolean {
  closestFromOrigin(solids, element, fromX, fromY, fromZ, to);
  const distance = Math.sqrt(to[0] * to[0] + to[1] * to[1] + to[2] * to[2]);
  if (distance >= reach) return false;
  const { normalX, normalY, normalZ } = solids;
  const x = normalX[element];
  const y = normalY[element];
  const z = normalZ[element];
  // A centre exactly on a face leaves behind it, as one exactly on a wall of the plane leaves to its left; one exactly on
  // the centre of a sphere, or on a face without area, to the right.
  const flat = x !== 0 || y !== 0 || z !== 0;
  hit[0] = 0;
  hit[1] = distance > 0 ? -to[0] / distance : flat ? -x : 1;
  hit[2] = distance > 0 ? -to[1] / distance : flat ? -y : 0;
  hit[3] = distance > 0 ? -to[2] / distance : flat ? -z : 0;
  hit[4] = reach - distance;
  return true;
}

function sweepPlane(
  { body, hit }: Lead,
  solids: Solids,
  element: number,
  reach: number,
  fromX: number,
  fromY: number,
  fromZ: number,
): boolean {
  const normalX = solids.normalX[element];
  const normalY = solids.normalY[element];
  const normalZ = solids.normalZ[element];
  const height = fromX * normalX + fromY * normalY + fromZ * normalZ;
  const approach = -(body[3] * normalX + body[4] * normalY + body[5] * normalZ);
  hit[0] = height < reach ? 0 : approach > 0 ? (height - reach) / approach : 2;
  hit[1] = normalX;
  hit[2] = normalY;
  hit[3] = normalZ;
  hit[4] = height < reach ? reach - height : 0;
  return hit[0] <= 1;
}

/** The faces of a rectangle without its edges; a side without length has none. */
function sweepRectangle(
  { body, hit }: Lead,
  solids: Solids,
  element: number,
  reach: number,
  fromX: number,
  fromY: number,
  fromZ: number,
): void {
  const sideX = solids.sideX[element];
  const sideY = solids.sideY[element];
  const sideZ = solids.sideZ[element];
  const otherX = solids.otherX[element];
  const otherY = solids.otherY[element];
  const otherZ = solids.otherZ[element];
  const sideSquared = sideX * sideX + sideY * sideY + sideZ * sideZ;
  const otherSquared = otherX * otherX + otherY * otherY + otherZ * otherZ;
  if (!(sideSquared > 0 && otherSquared > 0)) return;
  const triple =
    (sideX * fromY - sideY * fromX) * otherZ +
    (sideY * fromZ - sideZ * fromY) * otherX +
    (sideZ * fromX - sideX * fromZ) * otherY;
  const front = triple >= 0 ? -1 : 1;
  const normalX = front * solids.normalX[element];
  const normalY = front * solids.normalY[element];
  const normalZ = front * solids.normalZ[element];
  const height = fromX * normalX + fromY * normalY + fromZ * normalZ;
  const approach = -(body[3] * normalX + body[4] * normalY + body[5] * normalZ);
  if (!(approach > 0)) return;
  const s = (fromX * sideX + fromY * sideY + fromZ * sideZ) / sideSquared;
  const t = (fromX * otherX + fromY * otherY + fromZ * otherZ) / otherSquared;
  // Beside the middle, the height is the distance, which is not below the reach; but a body that rests on the surface
  // has a height that rounding may put a hair below it, and must not fall through.
  if (height < reach && !(s >= 0 && s <= 1 && t >= 0 && t <= 1)) return;
  const time = Math.max(0, (height - reach) / approach);
  if (time > 1) return;
  const x = fromX + time * body[3];
  const y = fromY + time * body[4];
  const z = fromZ + time * body[5];
  const alongSide = (x * sideX + y * sideY + z * sideZ) / sideSquared;
  const alongOther = (x * otherX + y * otherY + z * otherZ) / otherSquared;
  if (!(alongSide >= 0 && alongSide <= 1 && alongOther >= 0 && alongOther <= 1)) return;
  hit[0] = time;
  hit[1] = normalX;
  hit[2] = normalY;
  hit[3] = normalZ;
}

/** The faces of a triangle without its edges; one without area has none. */
function sweepTriangle(
  { body, hit }: Lead,
  solids: Solids,
  element: number,
  reach: number,
  fromX: number,
  fromY: number,
  fromZ: number,
): void {
  const unitX = solids.normalX[element];
  const unitY = solids.normalY[element];
  const unitZ = solids.normalZ[element];
  const side = fromX * unitX + fromY * unitY + fromZ * unitZ >= 0 ? 1 : -1;
  const normalX = side * unitX;
  const normalY = side * unitY;
  const normalZ = side * unitZ;
  const approach = -(body[3] * normalX + body[4] * normalY + body[5] * normalZ);
  if (!(approach > 0)) return;
  const height = fromX * normalX + fromY * normalY + fromZ * normalZ;
  // As for a rectangle: a body that rests on the face must not fall through.
  if (height < reach && !isOverTriangle(solids, element, fromX, fromY, fromZ)) return;
  const time = Math.max(0, (height - reach) / approach);
  if (time > 1) return;
  const x = fromX + time * body[3];
  const y = fromY + time * body[4];
  const z = fromZ + time * body[5];
  if (!isOverTriangle(solids, element, x, y, z)) return;
  hit[0] = time;
  hit[1] = normalX;
  hit[2] = normalY;
  hit[3] = normalZ;
}

/** Whether a point's foot, the point as seen from the origin of the triangle, lies in the triangle. */
function isOverTriangle(solids: Solids, element: number, x: number, y: number, z: number): boolean {
  const sideX = solids.sideX[element];
  const sideY = solids.sideY[element];
  const sideZ = solids.sideZ[element];
  const otherX = solids.otherX[element];
  const otherY = solids.otherY[element];
  const otherZ = solids.otherZ[element];
  const normalX = solids.normalX[element];
  const normalY = solids.normalY[element];
  const normalZ = solids.normalZ[element];
  const area =
    (sideY * otherZ - sideZ * otherY) * normalX +
    (sideZ * otherX - sideX * otherZ) * normalY +
    (sideX * otherY - sideY * otherX) * normalZ;
  const s =
    (y * otherZ - z * otherY) * normalX +
    (z * otherX - x * otherZ) * normalY +
    (x * otherY - y * otherX) * normalZ;
  const t =
    (sideY * z - sideZ * y) * normalX + (sideZ * x - sideX * z) * normalY + (sideX * y - sideY * x) * normalZ;
  return s >= 0 && t >= 0 && s + t <= area;
}

/** The inside of an edge, without its ends; `from` is the body as seen from where the edge begins. */
function sweepEdge(
  { body, hit }: Lead,
  reach: number,
  fromX: number,
  fromY: number,
  fromZ: number,
  edgeX: number,
  edgeY: number,
  edgeZ: number,
): void {
  const length = Math.sqrt(edgeX * edgeX + edgeY * edgeY + edgeZ * edgeZ);
  if (length === 0) return;
  const unitX = edgeX / length;
  const unitY = edgeY / length;
  const unitZ = edgeZ / length;
  const along = fromX * unitX + fromY * unitY + fromZ * unitZ;
  const advance = body[3] * unitX + body[4] * unitY + body[5] * unitZ;
  const asideX = fromX - along * unitX;
  const asideY = fromY - along * unitY;
  const asideZ = fromZ - along * unitZ;
  const displacementX = body[3] - advance * unitX;
  const displacementY = body[4] - advance * unitY;
  const displacementZ = body[5] - advance * unitZ;
  const closing = asideX * displacementX + asideY * displacementY + asideZ * displacementZ;
  if (closing >= 0) return;
  const displacementSquared =
    displacementX * displacementX + displacementY * displacementY + displacementZ * displacementZ;
  const outside = asideX * asideX + asideY * asideY + asideZ * asideZ - reach * reach;
  const discriminant = closing * closing - displacementSquared * outside;
  if (discriminant < 0) return;
  const time = Math.max(0, (-closing - Math.sqrt(discriminant)) / displacementSquared);
  if (time > 1 || time >= hit[0]) return;
  const place = along + time * advance;
  if (place < 0 || place > length) return;
  hit[0] = time;
  hit[1] = (asideX + time * displacementX) / reach;
  hit[2] = (asideY + time * displacementY) / reach;
  hit[3] = (asideZ + time * displacementZ) / reach;
}

/** A corner, or the centre of a sphere; `from` is the body as seen from there. */
function sweepPoint({ body, hit }: Lead, reach: number, fromX: number, fromY: number, fromZ: number): void {
  const displacementX = body[3];
  const displacementY = body[4];
  const displacementZ = body[5];
  const closing = fromX * displacementX + fromY * displacementY + fromZ * displacementZ;
  if (closing >= 0) return;
  const displacementSquared =
    displacementX * displacementX + displacementY * displacementY + displacementZ * displacementZ;
  const outside = fromX * fromX + fromY * fromY + fromZ * fromZ - reach * reach;
  const discriminant = closing * closing - displacementSquared * outside;
  if (discriminant < 0) return;
  const time = Math.max(0, (-closing - Math.sqrt(discriminant)) / displacementSquared);
  if (time > 1 || time >= hit[0]) return;
  hit[0] = time;
  hit[1] = (fromX + time * displacementX) / reach;
  hit[2] = (fromY + time * displacementY) / reach;
  hit[3] = (fromZ + time * displacementZ) / reach;
}
