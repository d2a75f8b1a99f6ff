import {
  type Crowd,
  closestOfSolid,
  type Events,
  isBeyond,
  largestSolidShift,
  SolidKind,
  type Solids,
} from '../../crowd/index.ts';
import {
  addStraightPath,
  addTracedPath,
  createTrace,
  type Paths,
  SKIN,
  type Trace,
} from '../contacts/paths/paths.ts';
import { collectCandidates, type SolidIndex } from './solid-index.ts';
import { reportSurfaces } from './solid-report.ts';
import { NOBODY, type Slider, slide } from './solid-slide.ts';
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
  }
}

/** Stores the path of a row around the solids, from its current to its next position, without moving the row. */
export function traceAroundSolids(
  contacts: SolidContacts,
  index: SolidIndex,
  crowd: Crowd,
  solids: Solids,
  row: number,
  reach: number,
  paths: Paths,
): void {
  const { motion, next } = crowd;
  if (leadBody(contacts, index, crowd, solids, row, reach, largestSolidShift(solids)) === UNTOUCHED) {
    addStraightPath(
      paths,
      row,
      motion.x[row],
      motion.y[row],
      motion.z[row],
      next.x[row],
      next.y[row],
      next.z[row],
    );
  } else addTracedPath(paths, row, contacts.trace);
}

/**
 * Reports the solids that a row touches on its path to its next position before it stops, at a fraction of the step.
 */
export function reportSolids(
  contacts: SolidContacts,
  index: SolidIndex,
  crowd: Crowd,
  solids: Solids,
  row: number,
  reach: number,
  stop: number,
  dt: number,
  events: Events,
): void {
  const { trace } = contacts;
  const carrier = leadBody(contacts, index, crowd, solids, row, reach, largestSolidShift(solids));
  if (carrier === UNTOUCHED) return;
  if (carrier >= 0 || trace.touchCount > 0)
    reportSurfaces(contacts, trace, crowd, solids, row, carrier, stop, dt, events);
}

/**
 * Leads a row from the place it was led to on to its next position, where others have pushed it, and stores that path.
 */
export function leadPushedBall(
  contacts: SolidContacts,
  index: SolidIndex,
  crowd: Crowd,
  solids: Solids,
  row: number,
  fromX: number,
  fromY: number,
  fromZ: number,
  reach: number,
  paths: Paths,
): void {
  const { motion, next, traits } = crowd;
  const { body, trace } = contacts;
  let pushX = next.x[row] - fromX;
  let pushY = next.y[row] - fromY;
  let pushZ = next.z[row] - fromZ;
  const push = Math.sqrt(pushX * pushX + pushY * pushY + pushZ * pushZ);
  const displacementX = fromX - motion.x[row];
  const displacementY = fromY - motion.y[row];
  const displacementZ = fromZ - motion.z[row];
  const path = Math.sqrt(
    displacementX * displacementX + displacementY * displacementY + displacementZ * displacementZ,
  );
  // The index knows what is within its reach of where the body began.
  const left = Math.max(0, reach - traits.radius[row] - 2 * SKIN - path);
  if (push > left) {
    pushX *= left / push;
    pushY *= left / push;
    pushZ *= left / push;
  }
  body[0] = fromX;
  body[1] = fromY;
  body[2] = fromZ;
  body[3] = pushX;
  body[4] = pushY;
  body[5] = pushZ;
  trace.cornerCount = 0;
  trace.touchCount = 0;
  if (
    push > 0 &&
    solids.count > 0 &&
    collectNear(contacts, index, solids, row, crowd, path + Math.min(push, left))
  ) {
    slide(contacts, solids, traits.radius[row], NOBODY, false, trace);
    addTracedPath(paths, row, trace);
    next.x[row] = body[0];
    next.y[row] = body[1];
    next.z[row] = body[2];
    return;
  }
  next.x[row] = fromX + pushX;
  next.y[row] = fromY + pushY;
  next.z[row] = fromZ + pushZ;
  addStraightPath(paths, row, fromX, fromY, fromZ, next.x[row], next.y[row], next.z[row]);
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
