import { addContact, type Crowd, EventKind, type Events, longer, type Obstacles } from '../../crowd/index.ts';
import { bucketAt, type ObstacleIndex } from '../cells/obstacle-index.ts';
import { wallContactTime } from './contact-times.ts';
import type { Lead, Surfaces } from './paths/lead-bodies.ts';
import { SKIN } from './paths/paths.ts';
import { sweepWall } from './wall-sweep.ts';

/** The walls and discs of the plane, as contacts see them. */
export const walls: Surfaces<Obstacles, ObstacleIndex> = { collectNear, sweep: sweepWall, reportStraight };

function collectNear(
  lead: Lead,
  index: ObstacleIndex,
  obstacles: Obstacles,
  row: number,
  crowd: Crowd,
  path: number,
): void {
  const { startX, startY, endX, endY, radius, shiftX, shiftY } = obstacles;
  const x = crowd.motion.x[row];
  const y = crowd.motion.y[row];
  lead.count = 0;
  for (let part = 0; part < 2; part++) {
    const table = part === 0 ? index.still : index.moving;
    if (table.elements.length === 0) continue;
    const bucket = bucketAt(table, x, y);
    const last = table.starts[bucket + 1];
    if (lead.elements.length < lead.count + last - table.starts[bucket]) {
      lead.elements = longer(lead.elements, 2 * (lead.count + last - table.starts[bucket]));
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
      if (dx * dx + dy * dy <= limit * limit) lead.elements[lead.count++] = element;
    }
  }
}

function reportStraight(
  _: Lead,
  { ids, motion, next, traits }: Crowd,
  obstacles: Obstacles,
  row: number,
  element: number,
  depth: number,
  moves: boolean,
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
  if (part > 1) return false;
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
