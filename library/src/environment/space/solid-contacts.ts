import { addContact, type Crowd, EventKind, type Events, SolidKind, type Solids } from '../../crowd/index.ts';
import { closestOfSolid, isBeyond } from '../../crowd/solids.ts';
import type { Lead, Surfaces } from '../contacts/paths/lead-bodies.ts';
import { SKIN } from '../contacts/paths/paths.ts';
import { collectCandidates } from './solid-index.ts';
import type { SolidIndex } from './solid-tables.ts';
import { sweepSolid, sweepWithin } from './sweep.ts';

/** The solids of space, as contacts see them. */
export const surfaces: Surfaces<Solids, SolidIndex> = {
  collectNear,
  sweep: sweepSolid,
  reportStraight,
  crease: { begin: ({ normals }) => void normals.fill(0), isGentle, follow: followCrease },
};

/** The elements are stored in ascending order. */
function collectNear(
  lead: Lead,
  index: SolidIndex,
  solids: Solids,
  row: number,
  crowd: Crowd,
  path: number,
): void {
  const { kind, normalX, normalY, normalZ, radius, shiftX, shiftY, shiftZ } = solids;
  const { to } = lead;
  const x = crowd.motion.x[row];
  const y = crowd.motion.y[row];
  const z = crowd.motion.z[row];
  const found = collectCandidates(index, x, y, z);
  if (lead.elements.length < found) lead.elements = new Int32Array(2 * found);
  const { elements } = lead;
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
  lead.count = count;
}

function reportStraight(
  lead: Lead,
  { ids, motion, next, traits }: Crowd,
  solids: Solids,
  row: number,
  element: number,
  depth: number,
  moves: boolean,
  dt: number,
  events: Events,
): boolean {
  const { body, hit } = lead;
  const { shiftX, shiftY, shiftZ } = solids;
  const radius = traits.radius[row];
  const reach = radius + solids.radius[element];
  body[0] = motion.x[row];
  body[1] = motion.y[row];
  body[2] = motion.z[row];
  // Seen from the element, which moves too.
  body[3] = (moves ? next.x[row] - motion.x[row] : 0) - shiftX[element];
  body[4] = (moves ? next.y[row] - motion.y[row] : 0) - shiftY[element];
  body[5] = (moves ? next.z[row] - motion.z[row] : 0) - shiftZ[element];
  // A body that slides along in the skin does not touch the surface itself.
  const touches =
    sweepWithin(lead, solids, element, reach, 0, 0, 0) ||
    sweepWithin(lead, solids, element, reach + SKIN, 0, 0, 0);
  const part = hit[0];
  if (!touches || part > 1) return false;
  // How far the centre is from the surface: less than its radius where it begins inside.
  const apart = radius - hit[4];
  addContact(
    events,
    EventKind.obstacleContact,
    ids[row],
    solids.owner[element],
    depth,
    part * dt,
    body[0] + part * (body[3] + shiftX[element]) - apart * hit[1],
    body[1] + part * (body[4] + shiftY[element]) - apart * hit[2],
    body[2] + part * (body[5] + shiftZ[element]) - apart * hit[3],
    hit[1],
    hit[2],
    hit[3],
  );
  return true;
}

/** The squared sine of the angle between path and surface, below which a contact with a face of a mesh does not count. */
const GENTLE = 1e-12;
/** The squared sine of the angle between two normals, below which their surfaces count as parallel. */
const PARALLEL = 1e-12;

/** The edges between the faces of an even mesh may be touched by rounding, one after the other: they do not count. */
function isGentle(
  lead: Lead,
  { kind }: Solids,
  element: number,
  straight: number,
  leftSquared: number,
): boolean {
  storeNormal(lead);
  return kind[element] === SolidKind.triangle && straight * straight < GENTLE * leftSquared;
}

/** Keeps the normals of the last two surfaces that are not parallel: the first three numbers are the later one's. */
function storeNormal({ hit, normals }: Lead): void {
  const x = hit[1];
  const y = hit[2];
  const z = hit[3];
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

function followCrease({ body, normals }: Lead): boolean {
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
