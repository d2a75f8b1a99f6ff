import { reserveHearsay } from '../../crowd/hearsay.ts';
import {
  beginLists,
  closestOfObstacle,
  type Hearsay,
  reserveEntries,
  SolidKind,
  slotOf,
} from '../../crowd/index.ts';
import { closestOfSolid } from '../../crowd/solids.ts';
import { bucketAt, type ObstacleIndex } from '../cells/obstacle-index.ts';
import { isSighted, type Sight, type Surroundings } from '../common/contract.ts';
import { ALMOST } from '../sight/seen-elements.ts';
import { elementHides } from '../sight/sight.ts';
import { solidHides } from '../sight/solid-sight.ts';
import { collectCandidates } from '../space/solid-index.ts';
import type { SolidIndex } from '../space/solid-tables.ts';
import { countOf, firstOf, knows, type News, Part, sharingOf } from './news.ts';
import { placeOfElement } from './places.ts';
import { ATTENTION } from './sharing.ts';

type Screens = { obstacleIndex: ObstacleIndex; solidIndex: SolidIndex };

/**
 * Lists for steering what each agent knows of and does not perceive, at the place where it was seen: what is within its
 * attention, unless the agent can see for itself that it is not there. Things hide places only with `sight`.
 */
export function listHearsay(news: News, screens: Screens, surroundings: Surroundings, sight: Sight): void {
  const { crowd } = surroundings;
  const { hearsay } = news;
  const { near } = hearsay;
  const things: { count: number } = crowd.dimension === 3 ? hearsay.solids : hearsay.obstacles;
  beginLists(near, crowd.capacity);
  if (hearsay.range.length < crowd.capacity) hearsay.range = new Float64Array(crowd.capacity);
  things.count = 0;
  for (let row = 0; row < crowd.count; row++) {
    near.starts[row] = near.length;
    const sharing = sharingOf(news, crowd, row);
    if (!sharing || !knows(news, crowd, row)) continue;
    hearsay.range[row] = sharing.attention ?? ATTENTION * crowd.traits.viewRadius[row];
    const slot = slotOf(crowd.ids[row]);
    for (let part = Part.seen as number; part <= Part.told; part++) {
      const first = firstOf(slot, part);
      const end = first + countOf(news, slot, part);
      for (let entry = first; entry < end; entry++) {
        // What the agent saw when it looked around last, it perceives.
        if (part === Part.seen && news.entries.seen[entry] >= news.looked[slot]) continue;
        reserveHearsay(hearsay, crowd.dimension);
        const element = things.count;
        if (crowd.dimension === 3) writeSolid(news, surroundings, entry, element);
        else writeObstacle(news, surroundings, entry, element);
        if (!matters(hearsay, screens, surroundings, sight, row, news.entries.subject[entry], element))
          continue;
        things.count++;
        reserveEntries(near, 1)[near.length++] = element;
      }
    }
    near.counts[row] = near.length - near.starts[row];
  }
}

/** Registers of this file's loops, never read across calls. */
const place = new Float64Array(3);
const to = new Float64Array(3);

function writeSubject({ entries, hearsay }: News, entry: number, element: number): boolean {
  const subject = entries.subject[entry];
  const isAgent = subject >= 0;
  hearsay.agent[element] = isAgent ? subject : -1;
  hearsay.group[element] = isAgent ? entries.group[entry] : -1;
  hearsay.element[element] = isAgent ? -1 : -1 - subject;
  return isAgent;
}

/** An agent as a circle, an element of an obstacle as it is now but where it was then. */
function writeObstacle(news: News, surroundings: Surroundings, entry: number, element: number): void {
  const { entries, hearsay } = news;
  const { obstacles: copy } = hearsay;
  const x = entries.x[entry];
  const y = entries.y[entry];
  if (writeSubject(news, entry, element)) {
    copy.startX[element] = x;
    copy.startY[element] = y;
    copy.endX[element] = x;
    copy.endY[element] = y;
    copy.radius[element] = entries.radius[entry];
    copy.owner[element] = -1;
    copy.class[element] = entries.class[entry];
    return;
  }
  const { obstacles } = surroundings;
  const original = -1 - entries.subject[entry];
  placeOfElement(surroundings, original, place);
  const movedX = x - place[0];
  const movedY = y - place[1];
  copy.startX[element] = obstacles.startX[original] + movedX;
  copy.startY[element] = obstacles.startY[original] + movedY;
  copy.endX[element] = obstacles.endX[original] + movedX;
  copy.endY[element] = obstacles.endY[original] + movedY;
  copy.radius[element] = obstacles.radius[original];
  copy.owner[element] = obstacles.owner[original];
  copy.class[element] = obstacles.class[original];
}

/** The same in space: an agent as a sphere. */
function writeSolid(news: News, surroundings: Surroundings, entry: number, element: number): void {
  const { entries, hearsay } = news;
  const { solids: copy } = hearsay;
  const { solids } = surroundings;
  const isAgent = writeSubject(news, entry, element);
  const original = isAgent ? -1 : -1 - entries.subject[entry];
  if (isAgent) {
    copy.originX[element] = entries.x[entry];
    copy.originY[element] = entries.y[entry];
    copy.originZ[element] = entries.z[entry];
  } else {
    placeOfElement(surroundings, original, place);
    copy.originX[element] = solids.originX[original] + (entries.x[entry] - place[0]);
    copy.originY[element] = solids.originY[original] + (entries.y[entry] - place[1]);
    copy.originZ[element] = solids.originZ[original] + (entries.z[entry] - place[2]);
  }
  copy.kind[element] = isAgent ? SolidKind.sphere : solids.kind[original];
  copy.radius[element] = isAgent ? entries.radius[entry] : solids.radius[original];
  copy.owner[element] = isAgent ? -1 : solids.owner[original];
  copy.class[element] = isAgent ? entries.class[entry] : solids.class[original];
  copy.sideX[element] = isAgent ? 0 : solids.sideX[original];
  copy.sideY[element] = isAgent ? 0 : solids.sideY[original];
  copy.sideZ[element] = isAgent ? 0 : solids.sideZ[original];
  copy.otherX[element] = isAgent ? 0 : solids.otherX[original];
  copy.otherY[element] = isAgent ? 0 : solids.otherY[original];
  copy.otherZ[element] = isAgent ? 0 : solids.otherZ[original];
  copy.normalX[element] = isAgent ? 0 : solids.normalX[original];
  copy.normalY[element] = isAgent ? 0 : solids.normalY[original];
  copy.normalZ[element] = isAgent ? 0 : solids.normalZ[original];
}

/** Whether the agent in a row minds a thing at the place where it was seen. */
function matters(
  hearsay: Hearsay,
  screens: Screens,
  surroundings: Surroundings,
  sight: Sight,
  row: number,
  subject: number,
  element: number,
): boolean {
  const { crowd } = surroundings;
  const { x, y, z } = crowd.motion;
  const inSpace = crowd.dimension === 3;
  if (inSpace) closestOfSolid(hearsay.solids, element, x[row], y[row], z[row], to);
  else closestOfObstacle(hearsay.obstacles, element, x[row], y[row], to);
  const radius = (inSpace ? hearsay.solids : hearsay.obstacles).radius[element];
  const distance = Math.sqrt(to[0] * to[0] + to[1] * to[1] + to[2] * to[2]);
  if (distance - radius > hearsay.range[row]) return false;
  // Agents are perceived by their centres, obstacles by what is closest of them.
  const inView = distance - (subject < 0 ? radius : 0) <= crowd.traits.viewRadius[row];
  if (!inView) return true;
  if (!isSighted(sight, row)) return false;
  // As seen-elements.ts looks at elements.
  const part = subject >= 0 ? 1 : distance > radius ? ALMOST * (1 - radius / distance) : 0;
  if (part === 0) return false;
  return hides(screens, surroundings, hearsay.element[element], x[row], y[row], z[row], part);
}

/** Whether anything but the element `own` stands between a place and the point a part of the path along `to`. */
function hides(
  { obstacleIndex, solidIndex }: Screens,
  { crowd, obstacles, solids }: Surroundings,
  own: number,
  x: number,
  y: number,
  z: number,
  part: number,
): boolean {
  const qx = x + part * to[0];
  const qy = y + part * to[1];
  const qz = z + part * to[2];
  if (crowd.dimension === 3) {
    if (solids.count === 0) return false;
    const found = collectCandidates(solidIndex, x, y, z);
    for (let k = 0; k < found; k++) {
      const element = solidIndex.candidates[k];
      if (element !== own && solidHides(solids, element, x, y, z, qx, qy, qz)) return true;
    }
    return false;
  }
  for (let k = 0; k < 2; k++) {
    const table = k === 0 ? obstacleIndex.still : obstacleIndex.moving;
    if (table.elements.length === 0) continue;
    const bucket = bucketAt(table, x, y);
    const last = table.starts[bucket + 1];
    for (let entry = table.starts[bucket]; entry < last; entry++) {
      const element = table.elements[entry];
      if (element !== own && elementHides(obstacles, element, x, y, qx, qy)) return true;
    }
  }
  return false;
}
