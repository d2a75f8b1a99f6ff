import {
  addEvent,
  type Crowd,
  closestOfSolid,
  EventKind,
  type Events,
  isBeyond,
  SolidKind,
  type Solids,
} from '../../crowd/index.ts';
import { collectCandidates, type SolidIndex } from './solid-index.ts';
import { createSweep, SKIN, type Sweep, sweepSolid } from './sweep.ts';

/** Surfaces that a body slides along in one step, one after the other, before it stops or follows a crease. */
const SLIDES = 4;
/** Contacts in all, with those that hardly turn the way. */
const CONTACTS = 64;
/** Nobody's number: obstacles have theirs from 0, the border is −1. */
const NOBODY = -2;

/** Scratch of one agent's contacts: the elements near it, in ascending order, and its position and way. */
export type SolidContacts = Sweep & {
  elements: Int32Array;
  count: number;
  /** The normals of the last two surfaces that are not parallel. */
  normals: Float64Array;
};

export function createSolidContacts(): SolidContacts {
  return { ...createSweep(), elements: new Int32Array(64), count: 0, normals: new Float64Array(6) };
}

/**
 * Leads each body from its current to its next position round the solids, as ../wall-contacts.ts does in the plane and
 * by the same operations: a plane scene put into space, with its walls upright, gives the same bits. `reach` is the
 * longest way that the index was built for; longer ways are cut.
 */
export function keepOutOfSolids(
  contacts: SolidContacts,
  index: SolidIndex,
  crowd: Crowd,
  solids: Solids,
  reach: number,
  events: Events,
): void {
  if (solids.count === 0) return;
  const { motion, next, traits } = crowd;
  const { body } = contacts;
  const shift = largestShift(solids);
  for (let row = 0; row < crowd.count; row++) {
    body[0] = motion.x[row];
    body[1] = motion.y[row];
    body[2] = motion.z[row];
    const radius = traits.radius[row];
    let wayX = next.x[row] - body[0];
    let wayY = next.y[row] - body[1];
    let wayZ = next.z[row] - body[2];
    const squared = wayX * wayX + wayY * wayY + wayZ * wayZ;
    // How far obstacles may carry the body in this step: two of the fastest, or out of one that it stands in.
    const carry = 2 * shift + radius;
    const longest = Math.max(0, reach - radius - carry - 2 * SKIN);
    if (squared > longest * longest) {
      const part = longest / Math.sqrt(squared);
      wayX *= part;
      wayY *= part;
      wayZ *= part;
      next.x[row] = body[0] + wayX;
      next.y[row] = body[1] + wayY;
      next.z[row] = body[2] + wayZ;
    }
    const way = Math.min(longest, Math.sqrt(squared));
    if (!collectNear(contacts, index, solids, row, crowd, way + carry)) continue;
    const carried = escapeSolids(contacts, solids, radius, carry);
    body[3] = next.x[row] - motion.x[row];
    body[4] = next.y[row] - motion.y[row];
    body[5] = next.z[row] - motion.z[row];
    const touched = slide(contacts, solids, radius, NOBODY, false);
    next.x[row] = body[0];
    next.y[row] = body[1];
    next.z[row] = body[2];
    const element = touched >= 0 ? touched : carried;
    if (element >= 0) addEvent(events, EventKind.obstacleContact, crowd.ids[row], solids.owner[element], 0);
  }
}

/** Metres that the fastest obstacle moves in this step, at the most. */
function largestShift({ firstMoving, count, shiftX, shiftY, shiftZ }: Solids): number {
  let largest = 0;
  for (let element = firstMoving; element < count; element++) {
    largest = Math.max(
      largest,
      Math.abs(shiftX[element]) + Math.abs(shiftY[element]) + Math.abs(shiftZ[element]),
    );
  }
  return largest;
}

/** Notes the elements that the body can touch when it moves by `way` metres; false when there are none. */
function collectNear(
  contacts: SolidContacts,
  index: SolidIndex,
  solids: Solids,
  row: number,
  crowd: Crowd,
  way: number,
): boolean {
  const { kind, normalX, normalY, normalZ, radius, shiftX, shiftY, shiftZ } = solids;
  const { to } = contacts;
  const x = crowd.motion.x[row];
  const y = crowd.motion.y[row];
  const z = crowd.motion.z[row];
  const found = collectCandidates(index, x, y, z);
  if (contacts.elements.length < found) contacts.elements = new Int32Array(2 * found);
  const { elements } = contacts;
  let count = 0;
  for (let k = 0; k < found; k++) {
    const element = index.candidates[k];
    const shift = Math.abs(shiftX[element]) + Math.abs(shiftY[element]) + Math.abs(shiftZ[element]);
    const limit = crowd.traits.radius[row] + radius[element] + 2 * SKIN + way + shift;
    if (isBeyond(solids, element, x, y, z, limit)) continue;
    closestOfSolid(solids, element, x, y, z, to);
    if (to[0] * to[0] + to[1] * to[1] + to[2] * to[2] > limit * limit) {
      const behind = to[0] * normalX[element] + to[1] * normalY[element] + to[2] * normalZ[element] > 0;
      if (kind[element] !== SolidKind.plane || !behind) continue;
    }
    // In ascending order, which the levels of the index break up into a few runs.
    let place = count++;
    for (; place > 0 && elements[place - 1] > element; place--) elements[place] = elements[place - 1];
    elements[place] = element;
  }
  contacts.count = count;
  return count > 0;
}

/**
 * Brings a body that obstacles run into during the step (or that a command put there) to their surface, stopped by
 * everything else on its way, `longest` metres in all at the most. Returns the element that carried it last, or −1.
 */
function escapeSolids(contacts: SolidContacts, solids: Solids, bodyRadius: number, longest: number): number {
  const { body, hit, elements } = contacts;
  const { owner, shiftX, shiftY, shiftZ } = solids;
  let carrier = -1;
  let left = longest;
  for (let entry = 0; entry < contacts.count; entry++) {
    const element = elements[entry];
    body[3] = 0;
    body[4] = 0;
    body[5] = 0;
    if (!sweepSolid(contacts, solids, element, bodyRadius, 0, 0, 0)) continue;
    const push = Math.min(left, hit[4]);
    left -= push;
    body[3] = push * hit[1];
    body[4] = push * hit[2];
    body[5] = push * hit[3];
    // Its own face never stops a push away from it; one that moves is elsewhere by the end of the step.
    const still = isStill(solids, element);
    slide(contacts, solids, bodyRadius, still ? NOBODY : owner[element], false);
    carrier = element;
  }
  let last = NOBODY;
  for (let entry = 0; entry < contacts.count; entry++) {
    const element = elements[entry];
    // The elements of an obstacle follow one another.
    if (owner[element] === last || isStill(solids, element)) continue;
    last = owner[element];
    // Seen from the obstacle, it is the body that moves, the other way, and slides along all of its surface.
    const x = body[0];
    const y = body[1];
    const z = body[2];
    body[3] = -shiftX[element];
    body[4] = -shiftY[element];
    body[5] = -shiftZ[element];
    const touched = slide(contacts, solids, bodyRadius, last, true);
    const carryX = body[0] + shiftX[element] - x;
    const carryY = body[1] + shiftY[element] - y;
    const carryZ = body[2] + shiftZ[element] - z;
    body[0] = x;
    body[1] = y;
    body[2] = z;
    if (touched < 0) continue;
    const way = Math.sqrt(carryX * carryX + carryY * carryY + carryZ * carryZ);
    const part = way > left ? left / way : 1;
    left -= part * way;
    body[3] = part * carryX;
    body[4] = part * carryY;
    body[5] = part * carryZ;
    slide(contacts, solids, bodyRadius, last, false);
    carrier = touched;
  }
  return carrier;
}

function isStill({ shiftX, shiftY, shiftZ }: Solids, element: number): boolean {
  return shiftX[element] === 0 && shiftY[element] === 0 && shiftZ[element] === 0;
}

/**
 * Moves the body along its way until it touches an element, and on along the surface with what is left. Either the
 * elements of one obstacle alone count, where they are now; or all but those, where they are at the end of the step.
 * After SLIDES surfaces it follows the crease of the last two, and then stops. Returns the element touched last, or −1.
 */
function slide(
  contacts: SolidContacts,
  solids: Solids,
  bodyRadius: number,
  obstacle: number,
  alone: boolean,
): number {
  const { body, hit, elements, normals } = contacts;
  const { kind, shiftX, shiftY, shiftZ, owner } = solids;
  normals.fill(0);
  let touched = -1;
  let slides = 0;
  for (let contact = 0; contact < CONTACTS && slides < 2 * SLIDES; contact++) {
    let first = 1;
    let normalX = 0;
    let normalY = 0;
    let normalZ = 0;
    let by = -1;
    for (let entry = 0; entry < contacts.count; entry++) {
      const element = elements[entry];
      if ((owner[element] === obstacle) !== alone) continue;
      const offsetX = alone ? 0 : shiftX[element];
      const offsetY = alone ? 0 : shiftY[element];
      const offsetZ = alone ? 0 : shiftZ[element];
      if (!sweepSolid(contacts, solids, element, bodyRadius, offsetX, offsetY, offsetZ)) continue;
      // The earliest contact decides; of two at the same time, the one that turns the way most.
      const inwards = body[3] * hit[1] + body[4] * hit[2] + body[5] * hit[3];
      if (inwards >= 0) continue;
      const before = body[3] * normalX + body[4] * normalY + body[5] * normalZ;
      if (hit[0] < first || by < 0 || (hit[0] === first && inwards < before)) {
        first = hit[0];
        normalX = hit[1];
        normalY = hit[2];
        normalZ = hit[3];
        by = element;
      }
    }
    body[0] += first * body[3];
    body[1] += first * body[4];
    body[2] += first * body[5];
    if (by < 0) break;
    touched = by;
    const leftX = (1 - first) * body[3];
    const leftY = (1 - first) * body[4];
    const leftZ = (1 - first) * body[5];
    const straight = leftX * normalX + leftY * normalY + leftZ * normalZ;
    // A hair more than the part that leads inwards, so that rounding cannot lead in again.
    const inwards = straight * (1 + 1e-9);
    body[3] = leftX - inwards * normalX;
    body[4] = leftY - inwards * normalY;
    body[5] = leftZ - inwards * normalZ;
    noteNormal(normals, normalX, normalY, normalZ);
    // The edges between the faces of an even mesh may be touched by rounding, one after the other: they do not count.
    const left = leftX * leftX + leftY * leftY + leftZ * leftZ;
    if (kind[by] === SolidKind.triangle && straight * straight < GENTLE * left) continue;
    slides++;
    if (slides === SLIDES && !followCrease(contacts)) break;
  }
  return touched;
}

/** The squared sine of the angle between way and surface, below which a contact with a face of a mesh does not count. */
const GENTLE = 1e-12;
/** The squared sine of the angle between two normals, below which their surfaces count as parallel. */
const PARALLEL = 1e-12;

/** Keeps the normals of the last two surfaces that are not parallel: the first three numbers are the later one's. */
function noteNormal(normals: Float64Array, x: number, y: number, z: number): void {
  const crossX = normals[1] * z - normals[2] * y;
  const crossY = normals[2] * x - normals[0] * z;
  const crossZ = normals[0] * y - normals[1] * x;
  if (crossX * crossX + crossY * crossY + crossZ * crossZ > PARALLEL) {
    normals[3] = normals[0];
    normals[4] = normals[1];
    normals[5] = normals[2];
  }
  normals[0] = x;
  normals[1] = y;
  normals[2] = z;
}

/** Leaves of the way what leads along the crease between the last two surfaces; false when nothing does. */
function followCrease({ body, normals }: SolidContacts): boolean {
  const x = normals[1] * normals[5] - normals[2] * normals[4];
  const y = normals[2] * normals[3] - normals[0] * normals[5];
  const z = normals[0] * normals[4] - normals[1] * normals[3];
  const squared = x * x + y * y + z * z;
  if (!(squared > PARALLEL)) return false;
  const along = (body[3] * x + body[4] * y + body[5] * z) / squared;
  if (along === 0) return false;
  // A hair away from both, so that rounding cannot lead in again.
  const hair = 1e-9 * Math.abs(along);
  body[3] = along * x + hair * (normals[0] + normals[3]);
  body[4] = along * y + hair * (normals[1] + normals[4]);
  body[5] = along * z + hair * (normals[2] + normals[5]);
  return true;
}
