/**
 * The nearest point of an element in space. The element has its origin at (0, 0, 0) and the query point is
 * (fromX, fromY, fromZ); the vector from it to the nearest point is written into out[0], out[1] and out[2].
 */

/** The segment from the origin to (sideX, sideY, sideZ). */
export function closestOnSegment(
  fromX: number,
  fromY: number,
  fromZ: number,
  sideX: number,
  sideY: number,
  sideZ: number,
  out: Float64Array,
): void {
  const squared = sideX * sideX + sideY * sideY + sideZ * sideZ;
  const along = squared > 0 ? (fromX * sideX + fromY * sideY + fromZ * sideZ) / squared : 0;
  const part = Math.max(0, Math.min(1, along));
  out[0] = part * sideX - fromX;
  out[1] = part * sideY - fromY;
  out[2] = part * sideZ - fromZ;
}

/** The rectangle between two orthogonal edges from the origin. Edges without length are allowed. */
export function closestOnRectangle(
  fromX: number,
  fromY: number,
  fromZ: number,
  sideX: number,
  sideY: number,
  sideZ: number,
  otherX: number,
  otherY: number,
  otherZ: number,
  out: Float64Array,
): void {
  const sideSquared = sideX * sideX + sideY * sideY + sideZ * sideZ;
  const otherSquared = otherX * otherX + otherY * otherY + otherZ * otherZ;
  const alongSide = sideSquared > 0 ? (fromX * sideX + fromY * sideY + fromZ * sideZ) / sideSquared : 0;
  const alongOther = otherSquared > 0 ? (fromX * otherX + fromY * otherY + fromZ * otherZ) / otherSquared : 0;
  const s = Math.max(0, Math.min(1, alongSide));
  const t = Math.max(0, Math.min(1, alongOther));
  out[0] = s * sideX + t * otherX - fromX;
  out[1] = s * sideY + t * otherY - fromY;
  out[2] = s * sideZ + t * otherZ - fromZ;
}

/** The triangle between two edges from the origin. One without area is its edges. */
export function closestOnTriangle(
  fromX: number,
  fromY: number,
  fromZ: number,
  sideX: number,
  sideY: number,
  sideZ: number,
  otherX: number,
  otherY: number,
  otherZ: number,
  out: Float64Array,
): void {
  const normalX = sideY * otherZ - sideZ * otherY;
  const normalY = sideZ * otherX - sideX * otherZ;
  const normalZ = sideX * otherY - sideY * otherX;
  const squared = normalX * normalX + normalY * normalY + normalZ * normalZ;
  if (squared > 0) {
    // The foot of the point as fractions of the two edges: ratios of areas, each seen along the normal.
    const s =
      ((fromY * otherZ - fromZ * otherY) * normalX +
        (fromZ * otherX - fromX * otherZ) * normalY +
        (fromX * otherY - fromY * otherX) * normalZ) /
      squared;
    const t =
      ((sideY * fromZ - sideZ * fromY) * normalX +
        (sideZ * fromX - sideX * fromZ) * normalY +
        (sideX * fromY - sideY * fromX) * normalZ) /
      squared;
    if (s >= 0 && t >= 0 && s + t <= 1) {
      out[0] = s * sideX + t * otherX - fromX;
      out[1] = s * sideY + t * otherY - fromY;
      out[2] = s * sideZ + t * otherZ - fromZ;
      return;
    }
  }
  closestOnSegment(fromX, fromY, fromZ, sideX, sideY, sideZ, out);
  let nearestX = out[0];
  let nearestY = out[1];
  let nearestZ = out[2];
  let least = nearestX * nearestX + nearestY * nearestY + nearestZ * nearestZ;
  closestOnSegment(fromX, fromY, fromZ, otherX, otherY, otherZ, out);
  const second = out[0] * out[0] + out[1] * out[1] + out[2] * out[2];
  if (second < least) {
    least = second;
    nearestX = out[0];
    nearestY = out[1];
    nearestZ = out[2];
  }
  closestOnSegment(
    fromX - sideX,
    fromY - sideY,
    fromZ - sideZ,
    otherX - sideX,
    otherY - sideY,
    otherZ - sideZ,
    out,
  );
  if (out[0] * out[0] + out[1] * out[1] + out[2] * out[2] < least) return;
  out[0] = nearestX;
  out[1] = nearestY;
  out[2] = nearestZ;
}

/** The plane through the origin with the unit normal given. */
export function closestOnPlane(
  fromX: number,
  fromY: number,
  fromZ: number,
  normalX: number,
  normalY: number,
  normalZ: number,
  out: Float64Array,
): void {
  const height = fromX * normalX + fromY * normalY + fromZ * normalZ;
  out[0] = -height * normalX;
  out[1] = -height * normalY;
  out[2] = -height * normalZ;
}
