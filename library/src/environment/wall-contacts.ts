import { addEvent, type Crowd, EventKind, type Events, type Obstacles } from '../crowd/index.ts';
import { bucketAt, type ObstacleIndex } from './obstacle-index.ts';

/** Where a body stands off a wall after a contact, metres: rounding then never puts it inside. */
const SKIN = 1e-6;
/** Walls that a body slides along in one step, one after the other, before it stops. */
const SLIDES = 4;

/** Scratch of one agent's contacts: the elements near it, and its position and way while it moves. */
export type WallContacts = {
  elements: Int32Array;
  count: number;
  /** x, y, wayX, wayY of the body being moved. */
  body: Float64Array;
  /** Part of the way, normal and depth of the contact found last. */
  hit: Float64Array;
};

export function createWallContacts(): WallContacts {
  return { elements: new Int32Array(64), count: 0, body: new Float64Array(4), hit: new Float64Array(4) };
}

/**
 * Leads each body from its current to its next position round the obstacles: it stops where it would touch one and
 * slides along it with what is left of its way. A position it can reach is never inside an obstacle, so nobody who
 * starts a step outside ends it inside, however fast and however thin the wall; only a moving obstacle that presses a
 * body against another obstacle overlaps it, and still ones have the last word. `reach` is the longest way that the
 * index was built for; longer ways are cut.
 */
export function keepOutOfObstacles(
  contacts: WallContacts,
  index: ObstacleIndex,
  crowd: Crowd,
  obstacles: Obstacles,
  reach: number,
  events: Events,
): void {
  if (obstacles.count === 0) return;
  const { motion, next, traits } = crowd;
  const { body } = contacts;
  const shift = largestShift(obstacles);
  for (let row = 0; row < crowd.count; row++) {
    body[0] = motion.x[row];
    body[1] = motion.y[row];
    const radius = traits.radius[row];
    let wayX = next.x[row] - body[0];
    let wayY = next.y[row] - body[1];
    const squared = wayX * wayX + wayY * wayY;
    // How far obstacles may carry the body in this step: two of the fastest, or out of one that it stands in.
    const carry = 2 * shift + radius;
    const longest = Math.max(0, reach - radius - carry - 2 * SKIN);
    if (squared > longest * longest) {
      const part = longest / Math.sqrt(squared);
      wayX *= part;
      wayY *= part;
      next.x[row] = body[0] + wayX;
      next.y[row] = body[1] + wayY;
    }
    const way = Math.min(longest, Math.sqrt(squared));
    if (!collectNear(contacts, index, obstacles, row, crowd, way + carry)) continue;
    const carried = escapeObstacles(contacts, obstacles, radius, carry);
    body[2] = next.x[row] - motion.x[row];
    body[3] = next.y[row] - motion.y[row];
    const touched = slide(contacts, obstacles, radius, NOBODY, false);
    next.x[row] = body[0];
    next.y[row] = body[1];
    const element = touched >= 0 ? touched : carried;
    if (element >= 0)
      addEvent(events, EventKind.obstacleContact, crowd.ids[row], obstacles.owner[element], 0);
  }
}

/** Metres that the fastest obstacle moves in this step, at the most. */
function largestShift({ firstMoving, count, shiftX, shiftY }: Obstacles): number {
  let largest = 0;
  for (let element = firstMoving; element < count; element++) {
    largest = Math.max(largest, Math.abs(shiftX[element]) + Math.abs(shiftY[element]));
  }
  return largest;
}

/** Notes the elements that the body can touch when it moves by `way` metres; false when there are none. */
function collectNear(
  contacts: WallContacts,
  index: ObstacleIndex,
  obstacles: Obstacles,
  row: number,
  crowd: Crowd,
  way: number,
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
      const grown = new Int32Array(2 * (contacts.count + last - table.starts[bucket]));
      grown.set(contacts.elements);
      contacts.elements = grown;
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
      const limit = crowd.traits.radius[row] + radius[element] + 2 * SKIN + way + shift;
      if (dx * dx + dy * dy <= limit * limit) contacts.elements[contacts.count++] = element;
    }
  }
  return contacts.count > 0;
}

/**
 * Brings a body that obstacles run into during the step (or that a command put there) to their surface, stopped by
 * everything else on its way, `longest` metres in all at the most. Returns the element that carried it last, or −1.
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
    if (!sweep(contacts, obstacles, element, bodyRadius, 0, 0)) continue;
    const push = Math.min(left, hit[3]);
    left -= push;
    body[2] = push * hit[1];
    body[3] = push * hit[2];
    // Its own wall never stops a push away from it; one that moves is elsewhere by the end of the step.
    const still = shiftX[element] === 0 && shiftY[element] === 0;
    slide(contacts, obstacles, bodyRadius, still ? NOBODY : owner[element], false);
    carrier = element;
  }
  let last = NOBODY;
  for (let entry = 0; entry < contacts.count; entry++) {
    const element = elements[entry];
    // The elements of an obstacle follow one another.
    if (owner[element] === last || (shiftX[element] === 0 && shiftY[element] === 0)) continue;
    last = owner[element];
    // Seen from the obstacle, it is the body that moves, the other way, and slides along all of its surface.
    const x = body[0];
    const y = body[1];
    body[2] = -shiftX[element];
    body[3] = -shiftY[element];
    const touched = slide(contacts, obstacles, bodyRadius, last, true);
    const carryX = body[0] + shiftX[element] - x;
    const carryY = body[1] + shiftY[element] - y;
    body[0] = x;
    body[1] = y;
    if (touched < 0) continue;
    const way = Math.sqrt(carryX * carryX + carryY * carryY);
    const part = way > left ? left / way : 1;
    left -= part * way;
    body[2] = part * carryX;
    body[3] = part * carryY;
    slide(contacts, obstacles, bodyRadius, last, false);
    carrier = touched;
  }
  return carrier;
}

/** Nobody's number: obstacles have theirs from 0, the border is −1. */
const NOBODY = -2;

/**
 * Moves the body along its way until it touches an element, and on along the surface with what is left. Either the
 * elements of one obstacle alone count, where they are now; or all but those, where they are at the end of the step.
 * Returns the element touched last, or −1.
 */
function slide(
  contacts: WallContacts,
  obstacles: Obstacles,
  bodyRadius: number,
  obstacle: number,
  alone: boolean,
): number {
  const { body, hit, elements } = contacts;
  const { shiftX, shiftY, owner } = obstacles;
  let touched = -1;
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
      if (!sweep(contacts, obstacles, element, bodyRadius, offsetX, offsetY)) continue;
      // The earliest contact decides; of two at the same time, the one that turns the way most.
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
    // A hair more than the part that leads inwards, so that rounding cannot lead in again.
    const inwards = (leftX * normalX + leftY * normalY) * (1 + 1e-9);
    body[2] = leftX - inwards * normalX;
    body[3] = leftY - inwards * normalY;
  }
  return touched;
}

/**
 * When does the body, on its way, first come within its radius and the skin of the element, displaced by (offsetX,
 * offsetY)? Writes the part of the way in hit[0], the direction away from the element in hit[1] and hit[2], and in
 * hit[3] how deep the body is in the skin already. False when it does not.
 */
function sweep(
  contacts: WallContacts,
  obstacles: Obstacles,
  element: number,
  bodyRadius: number,
  offsetX: number,
  offsetY: number,
): boolean {
  const { body, hit } = contacts;
  const reach = bodyRadius + obstacles.radius[element] + SKIN;
  const wayX = body[2];
  const wayY = body[3];
  const alongX = obstacles.endX[element] - obstacles.startX[element];
  const alongY = obstacles.endY[element] - obstacles.startY[element];
  const fromX = body[0] - obstacles.startX[element] - offsetX;
  const fromY = body[1] - obstacles.startY[element] - offsetY;
  const lengthSquared = alongX * alongX + alongY * alongY;
  const projection = lengthSquared > 0 ? (fromX * alongX + fromY * alongY) / lengthSquared : 0;
  const at = projection < 0 ? 0 : projection > 1 ? 1 : projection;
  const nearX = fromX - at * alongX;
  const nearY = fromY - at * alongY;
  const distance = Math.sqrt(nearX * nearX + nearY * nearY);
  if (distance < reach) {
    const length = Math.sqrt(lengthSquared);
    // A centre exactly on a wall leaves to its left; one exactly on a circle's centre to the right.
    hit[0] = 0;
    hit[1] = distance > 0 ? nearX / distance : length > 0 ? -alongY / length : 1;
    hit[2] = distance > 0 ? nearY / distance : length > 0 ? alongX / length : 0;
    hit[3] = reach - distance;
    return true;
  }
  hit[0] = 2;
  hit[3] = 0;
  if (lengthSquared > 0) {
    const length = Math.sqrt(lengthSquared);
    const side = alongX * fromY - alongY * fromX >= 0 ? 1 : -1;
    const normalX = (-side * alongY) / length;
    const normalY = (side * alongX) / length;
    const height = fromX * normalX + fromY * normalY;
    const approach = -(wayX * normalX + wayY * normalY);
    // Beside the middle, the height is the distance, which is not below the reach; but a body that rests on the surface
    // has a height that rounding may put a hair below it, and must not fall through.
    if (approach > 0 && (height >= reach || projection === at)) {
      const time = Math.max(0, (height - reach) / approach);
      const place = ((fromX + time * wayX) * alongX + (fromY + time * wayY) * alongY) / lengthSquared;
      if (time <= 1 && place >= 0 && place <= 1) {
        hit[0] = time;
        hit[1] = normalX;
        hit[2] = normalY;
      }
    }
  }
  const waySquared = wayX * wayX + wayY * wayY;
  for (let end = 0; end < 2; end++) {
    const endX = fromX - end * alongX;
    const endY = fromY - end * alongY;
    const closing = endX * wayX + endY * wayY;
    if (closing >= 0) continue;
    const outside = endX * endX + endY * endY - reach * reach;
    const discriminant = closing * closing - waySquared * outside;
    if (discriminant < 0) continue;
    const time = Math.max(0, (-closing - Math.sqrt(discriminant)) / waySquared);
    if (time > 1 || time >= hit[0]) continue;
    hit[0] = time;
    hit[1] = (endX + time * wayX) / reach;
    hit[2] = (endY + time * wayY) / reach;
  }
  return hit[0] <= 1;
}
