import { type Crowd, type Events, largestShift, longer, type Obstacles } from '../../crowd/index.ts';
import { bucketAt, type ObstacleIndex } from '../cells/obstacle-index.ts';
import { addTouches, cutBend, type Guides, guideRow } from './paths/guides.ts';
import { createTrace, recordTouch, SKIN, storeCorner, type Trace } from './paths/paths.ts';
import { reportWalls } from './wall-report.ts';
import { sweepWall } from './wall-sweep.ts';

/** Walls that a body slides along in one step, one after the other, before it stops. */
const SLIDES = 4;

/** Scratch of one agent's contacts: the elements near it, and its position and path while it moves. */
export type WallContacts = {
  elements: Int32Array;
  count: number;
  /** x, y, displacementX, displacementY of the body being moved. */
  body: Float64Array;
  /** Part of the path, normal and depth of the contact found last. */
  hit: Float64Array;
  /** The path of the body led last, and what it touched. */
  trace: Trace;
};

export function createWallContacts(): WallContacts {
  return {
    elements: new Int32Array(64),
    count: 0,
    body: new Float64Array(4),
    hit: new Float64Array(4),
    trace: createTrace(),
  };
}

/**
 * Moves each body from its current to its next position around the obstacles: it stops where it would touch one and
 * slides along it with the rest of its path. A position it can reach is never inside an obstacle, so no agent that
 * starts a step outside ends it inside, however fast and however thin the wall. Only a moving obstacle that presses a
 * body against another obstacle overlaps it; still obstacles have the last word. `reach` is the longest path that the
 * index was built for; longer paths are cut. `dt` is the step in seconds, for the times of contacts.
 */
export function keepOutOfObstacles(
  contacts: WallContacts,
  index: ObstacleIndex,
  crowd: Crowd,
  obstacles: Obstacles,
  reach: number,
  dt: number,
  events: Events,
  guides?: Guides,
): void {
  if (obstacles.count === 0) return;
  const { next } = crowd;
  const { body } = contacts;
  const shift = largestShift(obstacles);
  for (let row = 0; row < crowd.count; row++) {
    const carrier = leadBody(contacts, index, crowd, obstacles, row, reach, shift);
    if (carrier === UNTOUCHED) continue;
    // Contacts are reported along the path that the body wanted to take.
    if (carrier >= 0 || contacts.trace.touchCount > 0)
      reportWalls(contacts.trace, crowd, obstacles, row, carrier, 1, dt, events);
    next.x[row] = body[0];
    next.y[row] = body[1];
    if (!guides) continue;
    const { corners } = contacts.trace;
    guideRow(guides, crowd, row, corners[1], corners[2], corners[3]);
    cutBend(contacts.trace, crowd, row);
    addTouches(guides, row, contacts.trace);
  }
}

/** Leads a row from where its guides say that it begins to its next position; contacts.trace then has what it touched. */
export function leadDisc(
  contacts: WallContacts,
  index: ObstacleIndex,
  crowd: Crowd,
  obstacles: Obstacles,
  row: number,
  { x, y }: Guides,
  reach: number,
): void {
  const { motion, next, traits } = crowd;
  const { body, trace } = contacts;
  body[0] = x[row];
  body[1] = y[row];
  body[2] = next.x[row] - body[0];
  body[3] = next.y[row] - body[1];
  trace.cornerCount = 0;
  trace.touchCount = 0;
  const path = Math.sqrt(body[2] * body[2] + body[3] * body[3]);
  const carriedX = body[0] - motion.x[row];
  const carriedY = body[1] - motion.y[row];
  const carried = Math.sqrt(carriedX * carriedX + carriedY * carriedY);
  // The index covers its reach around the place where the body began.
  const left = Math.max(0, reach - traits.radius[row] - 2 * SKIN - carried);
  if (path > left) {
    body[2] *= left / path;
    body[3] *= left / path;
  }
  if (path > 0 && collectNear(contacts, index, obstacles, row, crowd, carried + Math.min(path, left))) {
    slide(contacts, obstacles, traits.radius[row], NOBODY, false, trace);
    next.x[row] = body[0];
    next.y[row] = body[1];
  } else if (path > left) {
    next.x[row] = body[0] + body[2];
    next.y[row] = body[1] + body[3];
  }
}

/** No obstacle is near enough to be touched. */
const UNTOUCHED = -2;

/**
 * Leads the body of a row around the obstacles; contacts.body then has its place, and contacts.trace its path. Returns
 * the element that carried it, −1 when none did, or UNTOUCHED.
 */
function leadBody(
  contacts: WallContacts,
  index: ObstacleIndex,
  crowd: Crowd,
  obstacles: Obstacles,
  row: number,
  reach: number,
  shift: number,
): number {
  const { motion, next, traits } = crowd;
  const { body, trace } = contacts;
  body[0] = motion.x[row];
  body[1] = motion.y[row];
  const radius = traits.radius[row];
  let displacementX = next.x[row] - body[0];
  let displacementY = next.y[row] - body[1];
  const squared = displacementX * displacementX + displacementY * displacementY;
  // How far obstacles may carry the body in this step: two of the fastest, or out of one that it stands in.
  const carry = 2 * shift + radius;
  const longest = Math.max(0, reach - radius - carry - 2 * SKIN);
  if (squared > longest * longest) {
    const part = longest / Math.sqrt(squared);
    displacementX *= part;
    displacementY *= part;
    next.x[row] = body[0] + displacementX;
    next.y[row] = body[1] + displacementY;
  }
  const path = Math.min(longest, Math.sqrt(squared));
  if (!collectNear(contacts, index, obstacles, row, crowd, path + carry)) return UNTOUCHED;
  const carrier = escapeObstacles(contacts, obstacles, radius, carry);
  body[2] = next.x[row] - motion.x[row];
  body[3] = next.y[row] - motion.y[row];
  trace.cornerCount = 0;
  trace.touchCount = 0;
  slide(contacts, obstacles, radius, NOBODY, false, trace);
  return carrier;
}

/** Stores the elements that the body can touch when it moves by `path` metres; false when there are none. */
function collectNear(
  contacts: WallContacts,
  index: ObstacleIndex,
  obstacles: Obstacles,
  row: number,
  crowd: Crowd,
  path: number,
): boolean {
  const { startX, startY, endX, endY, radius, shiftX, shiftY } = obstacles;
  const x = crowd.motion.x[row];
  const y = crowd.motion.y[row];
  contacts.count = 0;
  for (let part = 0; part < 2; part++) {
    const table = part === 0 ? index.still : index.moving;
    if (table.elements.length === 0) continue;
    const bucket = bucketAt(table, x, y);
    const last = table.starts[bucket + 1];
    if (contacts.elements.length < contacts.count + last - table.starts[bucket]) {
      contacts.elements = longer(contacts.elements, 2 * (contacts.count + last - table.starts[bucket]));
    }
    for (let entry = table.starts[bucket]; entry < last; entry++) {
      const element = table.elements[entry];
      const alongX = endX[element] - startX[element];
      const alongY = endY[element] - startY[element];
      const lengthSquared = alongX * alongX + alongY * alongY;
      const fromX = x - startX[element];
      const fromY = y - startY[element];
      const along = lengthSquared > 0 ? (fromX * alongX + fromY * alongY) / lengthSquared : 0;
      const at = along < 0 ? 0 : along > 1 ? 1 : along;
      const dx = fromX - at * alongX;
      const dy = fromY - at * alongY;
      const shift = Math.abs(shiftX[element]) + Math.abs(shiftY[element]);
      const limit = crowd.traits.radius[row] + radius[element] + 2 * SKIN + path + shift;
      if (dx * dx + dy * dy <= limit * limit) contacts.elements[contacts.count++] = element;
    }
  }
  return contacts.count > 0;
}

/**
 * Moves a body that obstacles run into during the step (or that a command put there) to their surface, stopped by
 * everything else on its path, by at most `longest` metres in all. Returns the element that carried it last, or −1.
 */
function escapeObstacles(
  contacts: WallContacts,
  obstacles: Obstacles,
  bodyRadius: number,
  longest: number,
): number {
  const { body, hit, elements } = contacts;
  const { owner, shiftX, shiftY } = obstacles;
  let carrier = -1;
  let left = longest;
  for (let entry = 0; entry < contacts.count; entry++) {
    const element = elements[entry];
    body[2] = 0;
    body[3] = 0;
    if (!sweepWall(contacts, obstacles, element, bodyRadius, 0, 0)) continue;
    const push = Math.min(left, hit[3]);
    left -= push;
    body[2] = push * hit[1];
    body[3] = push * hit[2];
    // Its own wall never stops a push away from it; one that moves is elsewhere by the end of the step.
    const still = shiftX[element] === 0 && shiftY[element] === 0;
    slide(contacts, obstacles, bodyRadius, still ? NOBODY : owner[element], false, undefined);
    carrier = element;
  }
  let last = NOBODY;
  for (let entry = 0; entry < contacts.count; entry++) {
    const element = elements[entry];
    // The elements of an obstacle are consecutive.
    if (owner[element] === last || (shiftX[element] === 0 && shiftY[element] === 0)) continue;
    last = owner[element];
    // In the frame of the obstacle the body moves, in the opposite direction, and slides along the whole surface.
    const x = body[0];
    const y = body[1];
    body[2] = -shiftX[element];
    body[3] = -shiftY[element];
    const touched = slide(contacts, obstacles, bodyRadius, last, true, undefined);
    const carryX = body[0] + shiftX[element] - x;
    const carryY = body[1] + shiftY[element] - y;
    body[0] = x;
    body[1] = y;
    if (touched < 0) continue;
    const path = Math.sqrt(carryX * carryX + carryY * carryY);
    const part = path > left ? left / path : 1;
    left -= part * path;
    body[2] = part * carryX;
    body[3] = part * carryY;
    slide(contacts, obstacles, bodyRadius, last, false, undefined);
    carrier = touched;
  }
  return carrier;
}

/** The number of no obstacle: obstacles count from 0, the border is −1. */
const NOBODY = -2;

/**
 * Moves the body along its path until it touches an element, and on along the surface with what is left. Either the
 * elements of one obstacle alone count, where they are now; or all but those, where they are at the end of the step.
 * `trace` notes the path. Returns the element touched last, or −1.
 */
function slide(
  contacts: WallContacts,
  obstacles: Obstacles,
  bodyRadius: number,
  obstacle: number,
  alone: boolean,
  trace: Trace | undefined,
): number {
  const { body, hit, elements } = contacts;
  const { shiftX, shiftY, owner } = obstacles;
  let touched = -1;
  let time = 0;
  if (trace) storeCorner(trace, 0, body[0], body[1], 0);
  for (let contact = 0; contact < SLIDES; contact++) {
    let first = 1;
    let normalX = 0;
    let normalY = 0;
    let by = -1;
    for (let entry = 0; entry < contacts.count; entry++) {
      const element = elements[entry];
      if ((owner[element] === obstacle) !== alone) continue;
      const offsetX = alone ? 0 : shiftX[element];
      const offsetY = alone ? 0 : shiftY[element];
      if (!sweepWall(contacts, obstacles, element, bodyRadius, offsetX, offsetY)) continue;
      // The earliest contact decides; of two at the same time, the one that turns the path most.
      const inwards = body[2] * hit[1] + body[3] * hit[2];
      if (inwards >= 0) continue;
      if (hit[0] < first || by < 0 || (hit[0] === first && inwards < body[2] * normalX + body[3] * normalY)) {
        first = hit[0];
        normalX = hit[1];
        normalY = hit[2];
        by = element;
      }
    }
    body[0] += first * body[2];
    body[1] += first * body[3];
    if (by < 0) break;
    touched = by;
    const leftX = (1 - first) * body[2];
    const leftY = (1 - first) * body[3];
    // Slightly more than the part that points inwards, so that rounding cannot point inwards again.
    const inwards = (leftX * normalX + leftY * normalY) * (1 + 1e-9);
    if (trace) {
      time += first * (1 - time);
      storeCorner(trace, time, body[0], body[1], 0);
      recordTouch(trace, by, time, -inwards, body[0], body[1], 0, normalX, normalY, 0);
    }
    body[2] = leftX - inwards * normalX;
    body[3] = leftY - inwards * normalY;
  }
  if (trace) storeCorner(trace, 1, body[0], body[1], 0);
  return touched;
}
