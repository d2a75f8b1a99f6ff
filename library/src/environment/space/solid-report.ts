import { addContact, type Crowd, EventKind, type Events, type Solids } from '../../crowd/index.ts';
import { SKIN, type Trace, wasTouchedBefore } from '../contacts/paths/paths.ts';
import { type Sweep, sweepWithin } from './sweep.ts';

/** reportWalls of ../contacts/wall-report.ts for balls and solids. `sweep` is scratch. */
export function reportSurfaces(
  sweep: Sweep,
  trace: Trace,
  crowd: Crowd,
  solids: Solids,
  row: number,
  carrier: number,
  stop: number,
  dt: number,
  events: Events,
): void {
  const { touched, touches } = trace;
  const { owner } = solids;
  const radius = crowd.traits.radius[row];
  if (carrier >= 0) {
    // It moves while the body does; where their paths miss each other, it came while the body still stood.
    if (!reportStraight(sweep, crowd, solids, row, carrier, 0, true, stop, dt, events)) {
      reportStraight(sweep, crowd, solids, row, carrier, 0, false, 1, dt, events);
    }
  }
  for (let k = 0; k < trace.touchCount; k++) {
    const at = 8 * k;
    if (touches[at] > stop) return;
    const element = touched[k];
    if (wasTouchedBefore(trace, owner, k) || (carrier >= 0 && owner[carrier] === owner[element])) continue;
    if (k === 0 && reportStraight(sweep, crowd, solids, row, element, touches[1], true, stop, dt, events))
      continue;
    const normalX = touches[at + 5];
    const normalY = touches[at + 6];
    const normalZ = touches[at + 7];
    addContact(
      events,
      EventKind.obstacleContact,
      crowd.ids[row],
      owner[element],
      touches[at + 1],
      touches[at] * dt,
      touches[at + 2] - radius * normalX,
      touches[at + 3] - radius * normalY,
      touches[at + 4] - radius * normalZ,
      normalX,
      normalY,
      normalZ,
    );
  }
}

/** Tells when the straight paths of a body and an element first touch; false when they do not before `stop`. */
function reportStraight(
  sweep: Sweep,
  { ids, motion, next, traits }: Crowd,
  solids: Solids,
  row: number,
  element: number,
  depth: number,
  moves: boolean,
  stop: number,
  dt: number,
  events: Events,
): boolean {
  const { body, hit } = sweep;
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
    sweepWithin(sweep, solids, element, reach, 0, 0, 0) ||
    sweepWithin(sweep, solids, element, reach + SKIN, 0, 0, 0);
  const part = hit[0];
  if (!touches || part > stop) return false;
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
