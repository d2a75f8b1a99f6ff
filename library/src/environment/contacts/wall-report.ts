import { addContact, type Crowd, EventKind, type Events, type Obstacles } from '../../crowd/index.ts';
import { wallContactTime } from './contact-times.ts';
import { SKIN, type Trace, wasTouchedBefore } from './paths/paths.ts';

/**
 * Reports the obstacles that a row has touched before it stopped, each once: the first along the straight path to the
 * next position, exactly; later ones, along which it slid, by its actual path. `carrier` is the element that carried
 * it, or −1; crowd.next is still where the body wanted to go.
 */
export function reportWalls(
  trace: Trace,
  crowd: Crowd,
  obstacles: Obstacles,
  row: number,
  carrier: number,
  stop: number,
  dt: number,
  events: Events,
): void {
  const { touched, touches } = trace;
  const { owner } = obstacles;
  const radius = crowd.traits.radius[row];
  if (carrier >= 0) {
    // The carrier moves while the body does; where their paths miss each other, it came while the body still stood.
    if (!reportStraight(crowd, obstacles, row, carrier, 0, true, stop, dt, events)) {
      reportStraight(crowd, obstacles, row, carrier, 0, false, 1, dt, events);
    }
  }
  for (let k = 0; k < trace.touchCount; k++) {
    const at = 8 * k;
    if (touches[at] > stop) return;
    const element = touched[k];
    if (wasTouchedBefore(trace, owner, k) || (carrier >= 0 && owner[carrier] === owner[element])) continue;
    if (k === 0 && reportStraight(crowd, obstacles, row, element, touches[1], true, stop, dt, events))
      continue;
    const normalX = touches[at + 5];
    const normalY = touches[at + 6];
    addContact(
      events,
      EventKind.obstacleContact,
      crowd.ids[row],
      owner[element],
      touches[at + 1],
      touches[at] * dt,
      touches[at + 2] - radius * normalX,
      touches[at + 3] - radius * normalY,
      0,
      normalX,
      normalY,
      0,
    );
  }
}

/** Reports when the straight paths of a body and an element first touch; false when they do not touch before `stop`. */
function reportStraight(
  { ids, motion, next, traits }: Crowd,
  obstacles: Obstacles,
  row: number,
  element: number,
  depth: number,
  moves: boolean,
  stop: number,
  dt: number,
  events: Events,
): boolean {
  const { startX, startY, endX, endY, shiftX, shiftY } = obstacles;
  const radius = traits.radius[row];
  const reach = radius + obstacles.radius[element];
  const alongX = endX[element] - startX[element];
  const alongY = endY[element] - startY[element];
  const fromX = motion.x[row] - startX[element];
  const fromY = motion.y[row] - startY[element];
  const displacementX = moves ? next.x[row] - motion.x[row] : 0;
  const displacementY = moves ? next.y[row] - motion.y[row] : 0;
  const toX = fromX + displacementX - shiftX[element];
  const toY = fromY + displacementY - shiftY[element];
  let part = wallContactTime(fromX, fromY, toX, toY, alongX, alongY, reach);
  // A body that slides within the skin does not touch the wall itself.
  if (part > 1) part = wallContactTime(fromX, fromY, toX, toY, alongX, alongY, reach + SKIN);
  if (part > stop) return false;
  const x = fromX + part * (toX - fromX);
  const y = fromY + part * (toY - fromY);
  const lengthSquared = alongX * alongX + alongY * alongY;
  const projection = lengthSquared > 0 ? (x * alongX + y * alongY) / lengthSquared : 0;
  const at = projection < 0 ? 0 : projection > 1 ? 1 : projection;
  const nearX = x - at * alongX;
  const nearY = y - at * alongY;
  const distance = Math.sqrt(nearX * nearX + nearY * nearY);
  // As it leaves it: to the left of a wall that its centre is on, to the right of a circle.
  const length = Math.sqrt(lengthSquared);
  const normalX = distance > 0 ? nearX / distance : length > 0 ? -alongY / length : 1;
  const normalY = distance > 0 ? nearY / distance : length > 0 ? alongX / length : 0;
  addContact(
    events,
    EventKind.obstacleContact,
    ids[row],
    obstacles.owner[element],
    depth,
    part * dt,
    startX[element] + part * shiftX[element] + at * alongX + obstacles.radius[element] * normalX,
    startY[element] + part * shiftY[element] + at * alongY + obstacles.radius[element] * normalY,
    0,
    normalX,
    normalY,
    0,
  );
  return true;
}
