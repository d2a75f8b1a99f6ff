import { type Crowd, type Events, SolidKind, type Solids } from '../../crowd/index.ts';
import { closestOfSolid, isBeyond, largestSolidShift } from '../../crowd/solids.ts';
import { addTouches, cutBend, type Guides, guideRow } from '../contacts/paths/guides.ts';
import { createTrace, SKIN, type Trace } from '../contacts/paths/paths.ts';
import { collectCandidates } from './solid-index.ts';
import { reportSurfaces } from './solid-report.ts';
import { NOBODY, type Slider, slide } from './solid-slide.ts';
import type { SolidIndex } from './solid-tables.ts';
import { createSweep, sweepSolid } from './sweep.ts';

/** Scratch of one agent's contacts: the elements near it, in ascending order, and its position and path. */
export type SolidContacts = Slider & {
  /** The path of the body led last, and what it touched. */
  trace: Trace;
};

export function createSolidContacts(): SolidContacts {
  return {
    ...createSweep(),
    elements: new Int32Array(64),
    count: 0,
    normals: new Float64Array(6),
    trace: createTrace(),
  };
}

/**
 * Leads each body from its current to its next position around the solids, as ../contacts/wall-contacts.ts does in the
 * plane and by the same operations: a plane scene put into space, with its walls upright, gives the same bits. `reach`
 * is the longest path that the index was built for; longer paths are cut. `dt` is the step in seconds.
 */
export function keepOutOfSolids(
  contacts: SolidContacts,
  index: SolidIndex,
  crowd: Crowd,
  solids: Solids,
  reach: number,
  dt: number,
  events: Events,
  guides?: Guides,
): void {
  if (solids.count === 0) return;
  const { next } = crowd;
  const { body, trace } = contacts;
  const shift = largestSolidShift(solids);
  for (let row = 0; row < crowd.count; row++) {
    const carrier = leadBody(contacts, index, crowd, solids, row, reach, shift);
    if (carrier === UNTOUCHED) continue;
    const x = body[0];
    const y = body[1];
    const z = body[2];
    // Contacts are reported along the path that the body wanted to take.
    if (carrier >= 0 || trace.touchCount > 0)
      reportSurfaces(contacts, trace, crowd, solids, row, carrier, 1, dt, events);
    next.x[row] = x;
    next.y[row] = y;
    next.z[row] = z;
    if (!guides) continue;
    guideRow(guides, crowd, row, trace.corners[1], trace.corners[2], trace.corners[3]);
    cutBend(trace, crowd, row);
    addTouches(guides, row, trace);
  }
}

/** leadDisc of ../contacts/wall-contacts.ts for balls. */
export function leadBall(
  contacts: SolidContacts,
  index: SolidIndex,
  crowd: Crowd,
  solids: Solids,
  row: number,
  { x, y, z }: Guides,
  reach: number,
): void {
  const { motion, next, traits } = crowd;
  const { body, trace } = contacts;
  body[0] = x[row];
  body[1] = y[row];
  body[2] = z[row];
  body[3] = next.x[row] - body[0];
  body[4] = next.y[row] - body[1];
  body[5] = next.z[row] - body[2];
  trace.cornerCount = 0;
  trace.touchCount = 0;
  const path = Math.sqrt(body[3] * body[3] + body[4] * body[4] + body[5] * body[5]);
  const carriedX = body[0] - motion.x[row];
  const carriedY = body[1] - motion.y[row];
  const carriedZ = body[2] - motion.z[row];
  const carried = Math.sqrt(carriedX * carriedX + carriedY * carriedY + carriedZ * carriedZ);
  const left = Math.max(0, reach - traits.radius[row] - 2 * SKIN - carried);
  if (path > left) {
    body[3] *= left / path;
    body[4] *= left / path;
    body[5] *= left / path;
  }
  if (path > 0 && collectNear(contacts, index, solids, row, crowd, carried + Math.min(path, left))) {
    slide(contacts, solids, traits.radius[row], NOBODY, false, trace);
    next.x[row] = body[0];
    next.y[row] = body[1];
    next.z[row] = body[2];
  } else if (path > left) {
    next.x[row] = body[0] + body[3];
    next.y[row] = body[1] + body[4];
    next.z[row] = body[2] + body[5];
  }
}

/** No solid is near enough to be touched. */
const UNTOUCHED = -2;

/**
 * Leads the body of a row around the solids; contacts.body then has its place, and contacts.trace its path. Returns
 * the element that carried it, −1 when none did, or UNTOUCHED.
 */
function leadBody(
  contacts: SolidContacts,
  index: SolidIndex,
  crowd: Crowd,
  solids: Solids,
  row: number,
  reach: number,
  shift: number,
): number {
  const { motion, next, traits } = crowd;
  const { body, trace } = contacts;
  body[0] = motion.x[row];
  body[1] = motion.y[row];
  body[2] = motion.z[row];
  const radius = traits.radius[row];
  let displacementX = next.x[row] - body[0];
  let displacementY = next.y[row] - body[1];
  let displacementZ = next.z[row] - body[2];
  const squared =
    displacementX * displacementX + displacementY * displacementY + displacementZ * displacementZ;
  // How far obstacles may carry the body in this step: two of the fastest, or out of one that it stands in.
  const carry = 2 * shift + radius;
  const longest = Math.max(0, reach - radius - carry - 2 * SKIN);
  if (squared > longest * longest) {
    const part = longest / Math.sqrt(squared);
    displacementX *= part;
    displacementY *= part;
    displacementZ *= part;
    next.x[row] = body[0] + displacementX;
    next.y[row] = body[1] + displacementY;
    next.z[row] = body[2] + displacementZ;
  }
  const path = Math.min(longest, Math.sqrt(squared));
  if (!collectNear(contacts, index, solids, row, crowd, path + carry)) return UNTOUCHED;
  const carrier = escapeSolids(contacts, solids, radius, carry);
  body[3] = next.x[row] - motion.x[row];
  body[4] = next.y[row] - motion.y[row];
  body[5] = next.z[row] - motion.z[row];
  trace.cornerCount = 0;
  trace.touchCount = 0;
  slide(contacts, solids, radius, NOBODY, false, trace);
  return carrier;
}

/** Stores the elements that the body can touch when it moves by `path` metres; false when there are none. */
function collectNear(
  contacts: SolidContacts,
  index: SolidIndex,
  solids: Solids,
  row: number,
  crowd: Crowd,
  path: number,
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
    const limit = crowd.traits.radius[row] + radius[element] + 2 * SKIN + path + shift;
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
 * Moves a body that obstacles run into during the step (or that a command put there) to their surface, stopped by
 * everything else on its path, by at most `longest` metres in all. Returns the element that carried it last, or −1.
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
    slide(contacts, solids, bodyRadius, still ? NOBODY : owner[element], false, undefined);
    carrier = element;
  }
  let last = NOBODY;
  for (let entry = 0; entry < contacts.count; entry++) {
    const element = elements[entry];
    // The elements of an obstacle are consecutive.
    if (owner[element] === last || isStill(solids, element)) continue;
    last = owner[element];
    // In the frame of the obstacle the body moves, in the opposite direction, and slides along the whole surface.
    const x = body[0];
    const y = body[1];
    const z = body[2];
    body[3] = -shiftX[element];
    body[4] = -shiftY[element];
    body[5] = -shiftZ[element];
    const touched = slide(contacts, solids, bodyRadius, last, true, undefined);
    const carryX = body[0] + shiftX[element] - x;
    const carryY = body[1] + shiftY[element] - y;
    const carryZ = body[2] + shiftZ[element] - z;
    body[0] = x;
    body[1] = y;
    body[2] = z;
    if (touched < 0) continue;
    const path = Math.sqrt(carryX * carryX + carryY * carryY + carryZ * carryZ);
    const part = path > left ? left / path : 1;
    left -= part * path;
    body[3] = part * carryX;
    body[4] = part * carryY;
    body[5] = part * carryZ;
    slide(contacts, solids, bodyRadius, last, false, undefined);
    carrier = touched;
  }
  return carrier;
}

function isStill({ shiftX, shiftY, shiftZ }: Solids, element: number): boolean {
  return shiftX[element] === 0 && shiftY[element] === 0 && shiftZ[element] === 0;
}
