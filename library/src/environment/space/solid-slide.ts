import { SolidKind, type Solids } from '../../crowd/index.ts';
import { recordTouch, storeCorner, type Trace } from '../contacts/paths/paths.ts';
import { type Sweep, sweepSolid } from './sweep.ts';

/** Surfaces that a body slides along in one step, one after the other, before it stops or follows a crease. */
const SLIDES = 4;
/** Contacts in all, with those that hardly turn the path. */
const CONTACTS = 64;
/** The number of no obstacle: obstacles count from 0, the border is −1. */
export const NOBODY = -2;

/** A body among the elements that it may touch, in ascending order. */
export type Slider = Sweep & {
  elements: Int32Array;
  count: number;
  /** The normals of the last two surfaces that are not parallel. */
  normals: Float64Array;
};

/**
 * Moves the body along its path until it touches an element, and on along the surface with what is left. Either the
 * elements of one obstacle alone count, where they are now; or all but those, where they are at the end of the step.
 * After SLIDES surfaces it follows the crease of the last two, and then stops.
 * `trace` notes the path. Returns the element touched last, or −1.
 */
export function slide(
  contacts: Slider,
  solids: Solids,
  bodyRadius: number,
  obstacle: number,
  alone: boolean,
  trace: Trace | undefined,
): number {
  const { body, hit, elements, normals } = contacts;
  const { kind, shiftX, shiftY, shiftZ, owner } = solids;
  normals.fill(0);
  let touched = -1;
  let slides = 0;
  let time = 0;
  if (trace) storeCorner(trace, 0, body[0], body[1], body[2]);
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
    // A hair more than the part that leads inwards, so that rounding cannot lead in again.
    const inwards = straight * (1 + 1e-9);
    if (trace) {
      time += first * (1 - time);
      storeCorner(trace, time, body[0], body[1], body[2]);
      recordTouch(trace, by, time, -inwards, body[0], body[1], body[2], normalX, normalY, normalZ);
    }
    body[3] = leftX - inwards * normalX;
    body[4] = leftY - inwards * normalY;
    body[5] = leftZ - inwards * normalZ;
    storeNormal(normals, normalX, normalY, normalZ);
    // The edges between the faces of an even mesh may be touched by rounding, one after the other: they do not count.
    const left = leftX * leftX + leftY * leftY + leftZ * leftZ;
    if (kind[by] === SolidKind.triangle && straight * straight < GENTLE * left) continue;
    slides++;
    if (slides === SLIDES && !followCrease(contacts)) break;
  }
  if (trace) storeCorner(trace, 1, body[0], body[1], body[2]);
  return touched;
}

/** The squared sine of the angle between path and surface, below which a contact with a face of a mesh does not count. */
const GENTLE = 1e-12;
/** The squared sine of the angle between two normals, below which their surfaces count as parallel. */
const PARALLEL = 1e-12;

/** Keeps the normals of the last two surfaces that are not parallel: the first three numbers are the later one's. */
function storeNormal(normals: Float64Array, x: number, y: number, z: number): void {
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

/** Leaves of the path what leads along the crease between the last two surfaces; false when nothing does. */
function followCrease({ body, normals }: Slider): boolean {
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
