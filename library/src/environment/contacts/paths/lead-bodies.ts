import { type Crowd, type Events, largestShift } from '../../../crowd/index.ts';
import { addTouches, cutBend, type Guides, guideRow } from './guides.ts';
import { createTrace, recordTouch, SKIN, storeCorner, type Trace } from './paths.ts';
import { reportTouches } from './report-touches.ts';

/** Surfaces that a body slides along in one step, one after the other, before it stops or follows a crease. */
const SLIDES = 4;
/** Contacts in all, with those that hardly turn the path. */
const CONTACTS = 64;

/** Scratch: a body on its path around obstacles, and the elements that it may touch. */
export type Lead = {
  elements: Int32Array;
  count: number;
  /** x, y and z of the body, then the displacement that is left. */
  body: Float64Array;
  /** Part of the path, three numbers of the normal, and the depth of the contact found last. */
  hit: Float64Array;
  /** The path of the body led last, and what it touched. */
  trace: Trace;
  /** In space: the vector to the closest point of an element, and the normals of the last two surfaces. */
  to: Float64Array;
  normals: Float64Array;
};

export function createLead(): Lead {
  return {
    elements: new Int32Array(64),
    count: 0,
    body: new Float64Array(6),
    hit: new Float64Array(5),
    trace: createTrace(),
    to: new Float64Array(3),
    normals: new Float64Array(6),
  };
}

/** What contacts read of a table of elements: the obstacles of the plane, or the solids of space. */
export type Elements = {
  readonly count: number;
  readonly owner: Int32Array;
  /** How far each element moves during the present step, metres. */
  readonly shiftX: Float64Array;
  readonly shiftY: Float64Array;
  readonly shiftZ: Float64Array;
  readonly firstMoving: number;
};

/** What bodies are led around: `walls` in the plane (../wall-contacts.ts), `surfaces` in space (../../space/solid-contacts.ts). */
export type Surfaces<Table extends Elements, Index> = {
  /** Stores the elements that the body of a row can touch when it moves by `path` metres. */
  collectNear(lead: Lead, index: Index, table: Table, row: number, crowd: Crowd, path: number): void;
  /**
   * When does the body, on its path, first come within its radius and the skin of the element, displaced by the offset?
   * Writes lead.hit; false when it does not.
   */
  sweep(
    lead: Lead,
    table: Table,
    element: number,
    radius: number,
    offsetX: number,
    offsetY: number,
    offsetZ: number,
  ): boolean;
  /** Reports when the straight paths of a body and an element first touch; false when they do not. */
  reportStraight(
    lead: Lead,
    crowd: Crowd,
    table: Table,
    row: number,
    element: number,
    depth: number,
    moves: boolean,
    dt: number,
    events: Events,
  ): boolean;
  /** In space: what happens where surfaces meet. In the plane a body stops there. */
  crease?: {
    begin(lead: Lead): void;
    /**
     * Stores the normal in lead.hit; says whether the contact hardly turned the path, and so does not count. `straight` is
     * the part of the path that pointed inwards, `leftSquared` the square of what was left of the path.
     */
    isGentle(lead: Lead, table: Table, element: number, straight: number, leftSquared: number): boolean;
    /** Leaves of the path what leads along the crease of the last two surfaces; false when nothing does. */
    follow(lead: Lead): boolean;
  };
};

/**
 * Moves each body from its current to its next position around the obstacles: it stops where it would touch one and
 * slides along it with the rest of its path. A position it can reach is never inside an obstacle, so no agent that
 * starts a step outside ends it inside, however fast and however thin the wall. Only a moving obstacle that presses a
 * body against another obstacle overlaps it; static obstacles have the last word. `reach` is the longest path that the
 * index was built for; longer paths are cut. `dt` is the step in seconds, for the times of contacts.
 *
 * The plane and space share every operation, and z is 0 in the plane: a plane scene put into space gives the same bits.
 */
export function keepOut<Table extends Elements, Index>(
  surfaces: Surfaces<Table, Index>,
  lead: Lead,
  index: Index,
  crowd: Crowd,
  table: Table,
  reach: number,
  dt: number,
  events: Events,
  guides?: Guides,
): void {
  if (table.count === 0) return;
  const { next } = crowd;
  const { body, trace } = lead;
  const shift = largestShift(table);
  for (let row = 0; row < crowd.count; row++) {
    const carrier = leadBody(surfaces, lead, index, crowd, table, row, reach, shift);
    if (carrier === UNTOUCHED) continue;
    const x = body[0];
    const y = body[1];
    const z = body[2];
    // Contacts are reported along the path that the body wanted to take.
    if (carrier >= 0 || trace.touchCount > 0)
      reportTouches(surfaces, lead, crowd, table, row, carrier, dt, events);
    next.x[row] = x;
    next.y[row] = y;
    next.z[row] = z;
    if (!guides) continue;
    guideRow(guides, crowd, row, trace.corners[1], trace.corners[2], trace.corners[3]);
    cutBend(trace, crowd, row);
    addTouches(guides, row, trace);
  }
}

/** Leads a row from where its guides say that it begins to its next position; lead.trace then has what it touched. */
export function leadPushed<Table extends Elements, Index>(
  surfaces: Surfaces<Table, Index>,
  lead: Lead,
  index: Index,
  crowd: Crowd,
  table: Table,
  row: number,
  { x, y, z }: Guides,
  reach: number,
): void {
  const { motion, next, traits } = crowd;
  const { body, trace } = lead;
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
  // The index covers its reach around the place where the body began.
  const left = Math.max(0, reach - traits.radius[row] - 2 * SKIN - carried);
  if (path > left) for (let axis = 3; axis < 6; axis++) body[axis] *= left / path;
  if (path > 0) {
    surfaces.collectNear(lead, index, table, row, crowd, carried + Math.min(path, left));
    if (lead.count > 0) {
      slide(surfaces, lead, table, traits.radius[row], NONE, false, trace);
      next.x[row] = body[0];
      next.y[row] = body[1];
      next.z[row] = body[2];
      return;
    }
  }
  if (path > left) {
    next.x[row] = body[0] + body[3];
    next.y[row] = body[1] + body[4];
    next.z[row] = body[2] + body[5];
  }
}

/** No obstacle is near enough to be touched. */
const UNTOUCHED = -2;

/**
 * Leads the body of a row around the obstacles; lead.body then has its place, and lead.trace its path. Returns the
 * element that carried it, −1 when none did, or UNTOUCHED.
 */
function leadBody<Table extends Elements, Index>(
  surfaces: Surfaces<Table, Index>,
  lead: Lead,
  index: Index,
  crowd: Crowd,
  table: Table,
  row: number,
  reach: number,
  shift: number,
): number {
  const { motion, next, traits } = crowd;
  const { body, trace } = lead;
  body[0] = motion.x[row];
  body[1] = motion.y[row];
  body[2] = motion.z[row];
  const radius = traits.radius[row];
  const displacementX = next.x[row] - body[0];
  const displacementY = next.y[row] - body[1];
  const displacementZ = next.z[row] - body[2];
  const squared =
    displacementX * displacementX + displacementY * displacementY + displacementZ * displacementZ;
  // How far obstacles may carry the body in this step: two of the fastest, or out of one that it stands in.
  const carry = 2 * shift + radius;
  const longest = Math.max(0, reach - radius - carry - 2 * SKIN);
  if (squared > longest * longest) {
    const part = longest / Math.sqrt(squared);
    next.x[row] = body[0] + displacementX * part;
    next.y[row] = body[1] + displacementY * part;
    next.z[row] = body[2] + displacementZ * part;
  }
  const path = Math.min(longest, Math.sqrt(squared));
  surfaces.collectNear(lead, index, table, row, crowd, path + carry);
  if (lead.count === 0) return UNTOUCHED;
  const carrier = leaveObstacles(surfaces, lead, table, radius, carry);
  body[3] = next.x[row] - motion.x[row];
  body[4] = next.y[row] - motion.y[row];
  body[5] = next.z[row] - motion.z[row];
  trace.cornerCount = 0;
  trace.touchCount = 0;
  slide(surfaces, lead, table, radius, NONE, false, trace);
  return carrier;
}

/**
 * Moves a body that obstacles run into during the step (or that a command put there) to their surface, stopped by
 * everything else on its path, by at most `longest` metres in all. Returns the element that carried it last, or −1.
 */
function leaveObstacles<Table extends Elements, Index>(
  surfaces: Surfaces<Table, Index>,
  lead: Lead,
  table: Table,
  bodyRadius: number,
  longest: number,
): number {
  const { body, hit, elements } = lead;
  const { owner, shiftX, shiftY, shiftZ } = table;
  let carrier = -1;
  let left = longest;
  for (let entry = 0; entry < lead.count; entry++) {
    const element = elements[entry];
    body.fill(0, 3);
    if (!surfaces.sweep(lead, table, element, bodyRadius, 0, 0, 0)) continue;
    const push = Math.min(left, hit[4]);
    left -= push;
    for (let axis = 1; axis < 4; axis++) body[2 + axis] = push * hit[axis];
    // Its own surface never stops a push away from it; one that moves is elsewhere by the end of the step.
    const spared = isStatic(table, element) ? NONE : owner[element];
    slide(surfaces, lead, table, bodyRadius, spared, false, undefined);
    carrier = element;
  }
  let last = NONE;
  for (let entry = 0; entry < lead.count; entry++) {
    const element = elements[entry];
    // The elements of an obstacle are consecutive.
    if (owner[element] === last || isStatic(table, element)) continue;
    last = owner[element];
    // In the frame of the obstacle the body moves, in the opposite direction, and slides along the whole surface.
    const x = body[0];
    const y = body[1];
    const z = body[2];
    body[3] = -shiftX[element];
    body[4] = -shiftY[element];
    body[5] = -shiftZ[element];
    const touched = slide(surfaces, lead, table, bodyRadius, last, true, undefined);
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
    slide(surfaces, lead, table, bodyRadius, last, false, undefined);
    carrier = touched;
  }
  return carrier;
}

function isStatic({ shiftX, shiftY, shiftZ }: Elements, element: number): boolean {
  return shiftX[element] === 0 && shiftY[element] === 0 && shiftZ[element] === 0;
}

/** The number of no obstacle: obstacles count from 0, the border is −1. */
const NONE = -2;

/**
 * Moves the body along its path until it touches an element, and on along the surface with what is left. Either the
 * elements of one obstacle alone count, where they are now; or all but those, where they are at the end of the step.
 * `trace` records the path. Returns the element touched last, or −1.
 */
function slide<Table extends Elements, Index>(
  surfaces: Surfaces<Table, Index>,
  lead: Lead,
  table: Table,
  bodyRadius: number,
  obstacle: number,
  alone: boolean,
  trace: Trace | undefined,
): number {
  const { body, hit, elements } = lead;
  const { shiftX, shiftY, shiftZ, owner } = table;
  const { crease } = surfaces;
  let touched = -1;
  let slides = 0;
  let time = 0;
  crease?.begin(lead);
  if (trace) storeCorner(trace, 0, body[0], body[1], body[2]);
  for (let contact = 0; contact < CONTACTS && slides < 2 * SLIDES; contact++) {
    let first = 1;
    let normalX = 0;
    let normalY = 0;
    let normalZ = 0;
    let by = -1;
    for (let entry = 0; entry < lead.count; entry++) {
      const element = elements[entry];
      if ((owner[element] === obstacle) !== alone) continue;
      const offsetX = alone ? 0 : shiftX[element];
      const offsetY = alone ? 0 : shiftY[element];
      const offsetZ = alone ? 0 : shiftZ[element];
      if (!surfaces.sweep(lead, table, element, bodyRadius, offsetX, offsetY, offsetZ)) continue;
      // The earliest contact decides; of two at the same time, the one that turns the path most.
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
    // Slightly more than the part that points inwards, so that rounding cannot point inwards again.
    const inwards = straight * (1 + 1e-9);
    if (trace) {
      time += first * (1 - time);
      storeCorner(trace, time, body[0], body[1], body[2]);
      recordTouch(trace, by, time, -inwards, body[0], body[1], body[2], normalX, normalY, normalZ);
    }
    body[3] = leftX - inwards * normalX;
    body[4] = leftY - inwards * normalY;
    body[5] = leftZ - inwards * normalZ;
    hit[1] = normalX;
    hit[2] = normalY;
    hit[3] = normalZ;
    if (crease?.isGentle(lead, table, by, straight, leftX * leftX + leftY * leftY + leftZ * leftZ)) continue;
    slides++;
    if (slides === SLIDES && !crease?.follow(lead)) break;
  }
  if (trace) storeCorner(trace, 1, body[0], body[1], body[2]);
  return touched;
}
