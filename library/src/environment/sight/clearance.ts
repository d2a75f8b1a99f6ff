import { distanceToSegmentSquared } from '../../geometry/index.ts';
import type { ElementEnds } from '../common/contract.ts';
import { placesHide } from './sight.ts';

/** A line of sight from p to q, and the clearance of an element: numbers that are passed in a column are not allocated. */
export const Line = { px: 0, py: 1, qx: 2, qy: 3, clearance: 4, length: 5 } as const;

/**
 * How far the agents at p and q, and an element, may move before the element could begin or cease to stand between them,
 * metres: negative where it does so now. A wall has to be touched by an agent, or the line of sight by an end of the
 * wall; for a circle, the distance from the line has to become the radius. If p, q and the element move by less than
 * this in sum, what is hidden stays hidden, and what is visible stays visible.
 */
export function measureClearance(
  line: Float64Array,
  ends: ElementEnds,
  radius: Float64Array,
  element: number,
): void {
  if (radius[element] > 0) measureCircle(line, ends, radius[element], element);
  else measureWall(line, ends, element);
}

function measureCircle(line: Float64Array, ends: ElementEnds, radius: number, element: number): void {
  const [px, py, qx, qy] = [line[Line.px], line[Line.py], line[Line.qx], line[Line.qy]];
  const ax = ends.startX[element];
  const ay = ends.startY[element];
  const distance = Math.sqrt(distanceToSegmentSquared(ax, ay, px, py, qx, qy));
  const hides = placesHide(px, py, qx, qy, ax, ay, ax, ay, radius);
  line[Line.clearance] = hides ? Math.min(0, distance - radius) : Math.max(0, distance - radius);
}

/** Signs of areas below this share of the squared lengths are decided exactly. */
const DOUBT = 1e-12;

/** The smallest of the four distances from an end of one segment to the other segment. */
function measureWall(line: Float64Array, ends: ElementEnds, element: number): void {
  const px = line[Line.px];
  const py = line[Line.py];
  const qx = line[Line.qx];
  const qy = line[Line.qy];
  const ax = ends.startX[element];
  const ay = ends.startY[element];
  const bx = ends.endX[element];
  const by = ends.endY[element];
  const ux = qx - px;
  const uy = qy - py;
  const wx = bx - ax;
  const wy = by - ay;
  const u = ux * ux + uy * uy;
  const w = wx * wx + wy * wy;
  const pax = ax - px;
  const pay = ay - py;
  const pbx = bx - px;
  const pby = by - py;
  // From a and from b to the line of sight.
  let t = u > 0 ? (pax * ux + pay * uy) / u : 0;
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  let dx = pax - t * ux;
  let dy = pay - t * uy;
  let least = dx * dx + dy * dy;
  t = u > 0 ? (pbx * ux + pby * uy) / u : 0;
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  dx = pbx - t * ux;
  dy = pby - t * uy;
  least = Math.min(least, dx * dx + dy * dy);
  // From p and from q to the wall.
  t = w > 0 ? -(pax * wx + pay * wy) / w : 0;
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  dx = -pax - t * wx;
  dy = -pay - t * wy;
  least = Math.min(least, dx * dx + dy * dy);
  const aqx = qx - ax;
  const aqy = qy - ay;
  t = w > 0 ? (aqx * wx + aqy * wy) / w : 0;
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  dx = aqx - t * wx;
  dy = aqy - t * wy;
  least = Math.min(least, dx * dx + dy * dy);
  const distance = Math.sqrt(least);
  const sideA = ux * pay - uy * pax;
  const sideB = ux * pby - uy * pbx;
  const sideP = wy * pax - wx * pay;
  const sideQ = wx * aqy - wy * aqx;
  const doubt = DOUBT * (u + w + pax * pax + pay * pay);
  const isSure = Math.min(Math.abs(sideA), Math.abs(sideB), Math.abs(sideP), Math.abs(sideQ)) > doubt;
  const hides = isSure
    ? sideA > 0 !== sideB > 0 && sideP > 0 !== sideQ > 0
    : placesHide(px, py, qx, qy, ax, ay, bx, by, 0);
  line[Line.clearance] = hides ? -distance : distance;
}
