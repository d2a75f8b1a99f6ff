import { insphere, orient3d } from 'robust-predicates';

/**
 * The two exact predicates of a triangulation in space. A filter on the size of the differences answers nearly always;
 * the rest is computed with Shewchuk's expansions. Exact as long as no product of five differences leaves the range of
 * doubles: coordinates that are multiples of 2^−60 and below 2^48 are always right.
 */

/** 6 (7 + 56 ε) ε with ε = 2^−53, rounded up: no product in the determinant is larger than the cube of the filter's length. */
const ORIENT_BOUND = 4.7e-15;
/** 6 (16 + 224 ε) ε, rounded up: likewise, with the fifth power. */
const SPHERE_BOUND = 1.1e-14;

/** The sign of the volume of a, b, c, d: positive when d lies on the side from which a, b, c go round counter-clockwise. */
export function orientInSpace(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  const adx = ax - dx;
  const ady = ay - dy;
  const adz = az - dz;
  const bdx = bx - dx;
  const bdy = by - dy;
  const bdz = bz - dz;
  const cdx = cx - dx;
  const cdy = cy - dy;
  const cdz = cz - dz;
  const volume =
    adz * (cdx * bdy - bdx * cdy) + bdz * (adx * cdy - cdx * ady) + cdz * (bdx * ady - adx * bdy);
  const square =
    adx * adx +
    ady * ady +
    adz * adz +
    (bdx * bdx + bdy * bdy + bdz * bdz) +
    (cdx * cdx + cdy * cdy + cdz * cdz);
  const bound = ORIENT_BOUND * square * Math.sqrt(square);
  if (volume > bound || volume < -bound) return volume;
  return -orient3d(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz);
}

/** Positive when e lies strictly inside the sphere through a, b, c, d, whose volume is positive; 0 on the sphere. */
export function inSphere(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
  dx: number,
  dy: number,
  dz: number,
  ex: number,
  ey: number,
  ez: number,
): number {
  const aex = ax - ex;
  const aey = ay - ey;
  const aez = az - ez;
  const bex = bx - ex;
  const bey = by - ey;
  const bez = bz - ez;
  const cex = cx - ex;
  const cey = cy - ey;
  const cez = cz - ez;
  const dex = dx - ex;
  const dey = dy - ey;
  const dez = dz - ez;
  const ab = aex * bey - bex * aey;
  const bc = bex * cey - cex * bey;
  const cd = cex * dey - dex * cey;
  const da = dex * aey - aex * dey;
  const ac = aex * cey - cex * aey;
  const bd = bex * dey - dex * bey;
  const aSquare = aex * aex + aey * aey + aez * aez;
  const bSquare = bex * bex + bey * bey + bez * bez;
  const cSquare = cex * cex + cey * cey + cez * cez;
  const dSquare = dex * dex + dey * dey + dez * dez;
  const determinant =
    cSquare * (dez * ab + aez * bd + bez * da) -
    dSquare * (aez * bc - bez * ac + cez * ab) +
    (aSquare * (bez * cd - cez * bd + dez * bc) - bSquare * (cez * da + dez * ac + aez * cd));
  const square = aSquare + bSquare + cSquare + dSquare;
  const bound = SPHERE_BOUND * square * square * Math.sqrt(square);
  if (determinant > bound || determinant < -bound) return determinant;
  return insphere(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz, ex, ey, ez);
}
