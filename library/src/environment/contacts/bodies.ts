import type { Crowd, Events, NearLists } from '../../crowd/index.ts';
import { cos, Purpose, quantizeUnit, sin, UNIT_QUANTUM, uniform } from '../../numerics/index.ts';
import { createTorus, fillTorus, type Torus } from '../cells/torus.ts';
import {
  createSpaceBodies,
  findPushes,
  makePushes,
  type SpaceBodies,
  seesEveryContact,
} from '../space/bodies.ts';
import type { BodySweep } from './body-pairs.ts';
import { type BodyReport, beginReport, createBodyReport, reportContact } from './body-report.ts';

/** Scratch of the contacts between bodies. */
export type BodyContacts = {
  torus: Torus;
  pushX: Float64Array;
  pushY: Float64Array;
  touching: boolean;
  report: BodyReport;
  /** The same for a crowd in space. */
  space: SpaceBodies;
};

export function createBodyContacts(): BodyContacts {
  return {
    torus: createTorus(1),
    pushX: new Float64Array(0),
    pushY: new Float64Array(0),
    touching: false,
    report: createBodyReport(),
    space: createSpaceBodies(),
  };
}

/**
 * Pushes overlapping bodies apart at their next positions, each by half of the overlap: a pair on its own separates
 * exactly, a heap relaxes over the steps. All pushes are found before any is made, and add up exactly in any order. An
 * agent is pushed by at most its own radius.
 *
 * `near` are the near lists of the present positions, if there are any for every agent: where the step was so short
 * that two bodies that touch after it must have seen each other before it, they give the candidates. `sweep` holds the
 * paths of the bodies in a step of `dt` seconds, where those were not straight from the present to the next positions.
 */
export function partBodies(
  contacts: BodyContacts,
  crowd: Crowd,
  near: NearLists | undefined,
  seed: number,
  dt: number,
  events: Events,
  sweep?: BodySweep,
): void {
  beginReport(contacts.report, seed, dt, sweep);
  if (crowd.dimension === 3) {
    partBalls(contacts, crowd, near, seed, events);
    return;
  }
  const { count } = crowd;
  if (contacts.pushX.length < count) {
    contacts.pushX = new Float64Array(crowd.capacity);
    contacts.pushY = new Float64Array(crowd.capacity);
  }
  const { x, y } = crowd.next;
  const { radius } = crowd.traits;
  let largest = 0;
  for (let row = 0; row < count; row++) if (radius[row] > largest) largest = radius[row];
  if (count < 2 || largest === 0) return;
  contacts.pushX.fill(0, 0, count);
  contacts.pushY.fill(0, 0, count);
  contacts.touching = false;
  if (near && seesEveryContact(crowd, largest)) {
    searchLists(contacts, crowd, near, events);
  } else {
    fillTorus(contacts.torus, count, x, y, 2 * largest);
    searchTorus(contacts, crowd, events);
  }
  if (!contacts.touching) return;
  for (let row = 0; row < count; row++) {
    const pushX = contacts.pushX[row];
    const pushY = contacts.pushY[row];
    const squared = pushX * pushX + pushY * pushY;
    if (squared === 0) continue;
    const limit = radius[row];
    const part = squared > limit * limit ? limit / Math.sqrt(squared) : 1;
    x[row] += part * pushX;
    y[row] += part * pushY;
  }
}

function partBalls(
  { report, space }: BodyContacts,
  crowd: Crowd,
  near: NearLists | undefined,
  seed: number,
  events: Events,
): void {
  findPushes(space, crowd, near, seed);
  const { depths, pairs } = space;
  for (let pair = 0; pair < space.pairCount; pair++) {
    reportContact(report, crowd, pairs[2 * pair], pairs[2 * pair + 1], depths[pair], events);
  }
  makePushes(space, crowd);
}

function searchLists(contacts: BodyContacts, crowd: Crowd, near: NearLists, events: Events): void {
  const { counts, items, order, starts } = near;
  const { x, y } = crowd.next;
  const { radius } = crowd.traits;
  for (let place = 0; place < crowd.count; place++) {
    const row = order[place];
    const ownX = x[row];
    const ownY = y[row];
    const ownRadius = radius[row];
    const end = starts[row] + counts[row];
    for (let entry = starts[row]; entry < end; entry++) {
      const other = items[entry];
      const dx = ownX - x[other];
      const dy = ownY - y[other];
      const radii = ownRadius + radius[other];
      if (dx * dx + dy * dy < radii * radii) recordPush(contacts, crowd, row, other, events);
    }
  }
}

function searchTorus(contacts: BodyContacts, crowd: Crowd, events: Events): void {
  const { width, height, starts, order, x, y, cellSize } = contacts.torus;
  const { radius } = crowd.traits;
  const inverse = 1 / cellSize;
  const columnMask = width - 1;
  const rowMask = height - 1;
  for (let place = 0; place < crowd.count; place++) {
    const row = order[place];
    const ownX = x[place];
    const ownY = y[place];
    const ownRadius = radius[row];
    const cellColumn = Math.floor(ownX * inverse);
    const cellRow = Math.floor(ownY * inverse);
    const first = (cellColumn - 1) & columnMask;
    const last = (cellColumn + 1) & columnMask;
    const seam = first > last;
    for (let offset = -1; offset <= 1; offset++) {
      const base = ((cellRow + offset) & rowMask) * width;
      let from = starts[base + first];
      let to = starts[base + (seam ? width : last + 1)];
      for (let run = seam ? 1 : 0; run >= 0; run--) {
        for (let candidate = from; candidate < to; candidate++) {
          const dx = ownX - x[candidate];
          const dy = ownY - y[candidate];
          const radii = ownRadius + radius[order[candidate]];
          if (dx * dx + dy * dy >= radii * radii || candidate === place) continue;
          recordPush(contacts, crowd, row, order[candidate], events);
        }
        from = starts[base];
        to = starts[base + last + 1];
      }
    }
  }
}

/** Adds the push that the body in `row` has from the other, and sends the event of the pair, once. */
function recordPush(contacts: BodyContacts, crowd: Crowd, row: number, other: number, events: Events): void {
  const { ids, next, traits } = crowd;
  const { pushX, pushY } = contacts;
  const dx = next.x[row] - next.x[other];
  const dy = next.y[row] - next.y[other];
  const distance = Math.sqrt(dx * dx + dy * dy);
  const depth = traits.radius[row] + traits.radius[other] - distance;
  // A quantum more than half: rounded to quanta, the pushes then never leave a pair in contact by a hair.
  const half = 0.5 * depth + UNIT_QUANTUM;
  if (distance > 0) {
    pushX[row] += quantizeUnit((half * dx) / distance);
    pushY[row] += quantizeUnit((half * dy) / distance);
  } else {
    // Coincident centres part in a direction that the pair's ids draw.
    const low = Math.min(ids[row], ids[other]);
    const high = Math.max(ids[row], ids[other]);
    const angle = 2 * Math.PI * uniform(contacts.report.seed, Purpose.parting, low, high);
    const side = ids[row] === low ? half : -half;
    pushX[row] += quantizeUnit(side * cos(angle));
    pushY[row] += quantizeUnit(side * sin(angle));
  }
  contacts.touching = true;
  if (ids[row] < ids[other]) reportContact(contacts.report, crowd, row, other, depth, events);
}
