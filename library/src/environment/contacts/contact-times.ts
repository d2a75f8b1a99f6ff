import { crossingTimes } from '../common/crossing-times.ts';

/** The result of the functions below when there is no contact. */
export const NO_CONTACT = 2;

const times = new Float64Array(2);

/**
 * The fraction of the path, in [0, 1], at which something that moves straight from d0 to d1, both relative to a centre,
 * first comes within `reach` of it; 0 when it begins there, NO_CONTACT when it never does. For two bodies, d is the
 * difference of their centres and `reach` the sum of their radii.
 */
export function ballContactTime(
  d0x: number,
  d0y: number,
  d0z: number,
  d1x: number,
  d1y: number,
  d1z: number,
  reach: number,
): number {
  if (d0x * d0x + d0y * d0y + d0z * d0z <= reach * reach) return 0;
  return crossingTimes(d0x, d0y, d0z, d1x, d1y, d1z, reach, times) > 0 ? times[0] : NO_CONTACT;
}

/**
 * The same for a disc and a wall that goes from the origin to (alongX, alongY): the first contact with one of its two
 * sides, or with the end that the disc meets. Where the wall moves, d0 and d1 are relative to it. A wall of length 0
 * is a circle's centre.
 */
export function wallContactTime(
  d0x: number,
  d0y: number,
  d1x: number,
  d1y: number,
  alongX: number,
  alongY: number,
  reach: number,
): number {
  const lengthSquared = alongX * alongX + alongY * alongY;
  let first = ballContactTime(d0x, d0y, 0, d1x, d1y, 0, reach);
  if (lengthSquared === 0 || first === 0) return first;
  const far = ballContactTime(d0x - alongX, d0y - alongY, 0, d1x - alongX, d1y - alongY, 0, reach);
  if (far < first) first = far;
  const length = Math.sqrt(lengthSquared);
  const side = alongX * d0y - alongY * d0x >= 0 ? length : -length;
  const height = (alongX * d0y - alongY * d0x) / side;
  const foot = d0x * alongX + d0y * alongY;
  if (height <= reach) return foot >= 0 && foot <= lengthSquared ? 0 : first;
  const descent = (alongX * (d0y - d1y) - alongY * (d0x - d1x)) / side;
  if (!(descent > 0)) return first;
  const time = (height - reach) / descent;
  if (time >= first || time > 1) return first;
  const place = foot + time * ((d1x - d0x) * alongX + (d1y - d0y) * alongY);
  return place >= 0 && place <= lengthSquared ? time : first;
}
