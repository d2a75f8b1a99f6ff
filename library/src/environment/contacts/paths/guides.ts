import type { Crowd } from '../../../crowd/index.ts';
import type { Trace } from './paths.ts';

/** Surfaces that one body heeds in a step; it slides along no more. */
export const SURFACES = 4;

/**
 * What the bodies know of the obstacles while they push each other: for each row the place from which it can still go
 * anywhere, and planes that its centre stays in front of. A plane only tells a body where a surface that it has touched
 * is; leading it around the obstacles decides.
 */
export type Guides = {
  /**
   * Where each row begins: its current position, or where obstacles that move have carried it to. These are the crowd's
   * columns where no body is carried, and otherwise those of `own`.
   */
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  own: Places;
  /** The farthest that any row was carried, metres. */
  carry: number;
  /** The rows that an obstacle is near, and where each of them begins. */
  count: number;
  rows: Int32Array;
  beginX: Float64Array;
  beginY: Float64Array;
  beginZ: Float64Array;
  /** The planes of a row are SURFACES · row … + surfaces[row] − 1. */
  surfaces: Uint8Array;
  element: Int32Array;
  normalX: Float64Array;
  normalY: Float64Array;
  normalZ: Float64Array;
  offset: Float64Array;
};

export function createGuides(): Guides {
  const none = new Float64Array(0);
  return {
    x: none,
    y: none,
    z: none,
    own: { x: none, y: none, z: none },
    carry: 0,
    count: 0,
    rows: new Int32Array(0),
    beginX: none,
    beginY: none,
    beginZ: none,
    surfaces: new Uint8Array(0),
    element: new Int32Array(0),
    normalX: none,
    normalY: none,
    normalZ: none,
    offset: none,
  };
}

/** No obstacle is near any body. */
export function clearGuides(guides: Guides): void {
  guides.carry = 0;
  guides.count = 0;
}

/** Makes room: only crowds that obstacles are near need it. */
function reserveGuides(guides: Guides, capacity: number): void {
  if (guides.rows.length >= capacity) return;
  for (const name of ['beginX', 'beginY', 'beginZ'] as const) guides[name] = new Float64Array(capacity);
  guides.rows = new Int32Array(capacity);
  guides.surfaces = new Uint8Array(capacity);
  for (const name of ['normalX', 'normalY', 'normalZ', 'offset'] as const) {
    guides[name] = new Float64Array(SURFACES * capacity);
  }
  guides.element = new Int32Array(SURFACES * capacity);
}

/** Finds where every row begins; `moves`: these places will be moved. */
export function placeGuides(guides: Guides, { capacity, count, motion }: Crowd, moves: boolean): void {
  if (guides.count === 0 && !moves) {
    for (const axis of ['x', 'y', 'z'] as const) guides[axis] = motion[axis];
    return;
  }
  if (guides.own.x.length < count) {
    for (const axis of ['x', 'y', 'z'] as const) guides.own[axis] = new Float64Array(capacity);
  }
  for (const axis of ['x', 'y', 'z'] as const) guides[axis] = guides.own[axis];
  copyPlaces(motion, guides, count);
  for (let k = 0; k < guides.count; k++) {
    const row = guides.rows[k];
    guides.x[row] = guides.beginX[k];
    guides.y[row] = guides.beginY[k];
    guides.z[row] = guides.beginZ[k];
  }
}

/** Lists a row that obstacles are near; body[0 … 2] is where they have carried it to. */
export function guideRow(
  guides: Guides,
  { capacity, motion }: Crowd,
  row: number,
  x: number,
  y: number,
  z: number,
): void {
  reserveGuides(guides, capacity);
  const k = guides.count++;
  guides.rows[k] = row;
  guides.surfaces[row] = 0;
  guides.beginX[k] = x;
  guides.beginY[k] = y;
  guides.beginZ[k] = z;
  const dx = x - motion.x[row];
  const dy = y - motion.y[row];
  const dz = z - motion.z[row];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (length > guides.carry) guides.carry = length;
  if (length > 0) addPlane(guides, row, CARRIED, dx / length, dy / length, dz / length, x, y, z);
}

/**
 * Ends the path of a row shortly behind the place where it first touched a surface, if it turns aside there so much that
 * the straight path to its end would lead far from it: other bodies only know the straight path.
 */
export function cutBend({ corners, cornerCount }: Trace, { next, traits }: Crowd, row: number): void {
  const limit = 0.5 * traits.radius[row];
  const chordX = next.x[row] - corners[1];
  const chordY = next.y[row] - corners[2];
  const chordZ = next.z[row] - corners[3];
  const squared = chordX * chordX + chordY * chordY + chordZ * chordZ;
  let bends = false;
  for (let corner = 1; corner < cornerCount - 1; corner++) {
    const x = corners[4 * corner + 1] - corners[1];
    const y = corners[4 * corner + 2] - corners[2];
    const z = corners[4 * corner + 3] - corners[3];
    const along = squared > 0 ? (x * chordX + y * chordY + z * chordZ) / squared : 0;
    const asideX = x - along * chordX;
    const asideY = y - along * chordY;
    const asideZ = z - along * chordZ;
    if (asideX * asideX + asideY * asideY + asideZ * asideZ > limit * limit) bends = true;
  }
  if (!bends) return;
  const onX = corners[9] - corners[5];
  const onY = corners[10] - corners[6];
  const onZ = corners[11] - corners[7];
  const length = Math.sqrt(onX * onX + onY * onY + onZ * onZ);
  const part = length > limit ? limit / length : 1;
  next.x[row] = corners[5] + part * onX;
  next.y[row] = corners[6] + part * onY;
  next.z[row] = corners[7] + part * onZ;
}

/** In place of the element that carried a body. */
const CARRIED = -1;

/** Stores the planes of the surfaces that a listed row has touched. */
export function addTouches(guides: Guides, row: number, { touchCount, touched, touches }: Trace): void {
  for (let touch = 0; touch < touchCount; touch++) {
    const at = 8 * touch;
    addPlane(
      guides,
      row,
      touched[touch],
      touches[at + 5],
      touches[at + 6],
      touches[at + 7],
      touches[at + 2],
      touches[at + 3],
      touches[at + 4],
    );
  }
}

function addPlane(
  guides: Guides,
  row: number,
  element: number,
  normalX: number,
  normalY: number,
  normalZ: number,
  x: number,
  y: number,
  z: number,
): void {
  const begin = SURFACES * row;
  const end = begin + guides.surfaces[row];
  let at = begin;
  while (at < end && guides.element[at] !== element) at++;
  if (at === begin + SURFACES) return;
  if (at === end) guides.surfaces[row]++;
  guides.element[at] = element;
  guides.normalX[at] = normalX;
  guides.normalY[at] = normalY;
  guides.normalZ[at] = normalZ;
  guides.offset[at] = normalX * x + normalY * y + normalZ * z;
}

export type Places = { x: Float64Array; y: Float64Array; z: Float64Array };

/** Copies the places of the first rows. */
export function copyPlaces(from: Places, to: Places, count: number): void {
  to.x.set(from.x.subarray(0, count));
  to.y.set(from.y.subarray(0, count));
  to.z.set(from.z.subarray(0, count));
}
