import { addEvent, type Crowd, EventKind, type Events } from '../crowd/index.ts';
import { cos, Purpose, quantizeUnit, sin, UNIT_QUANTUM, uniform } from '../numerics/index.ts';
import { createTorus, fillTorus, type Torus } from './torus.ts';

/** Scratch of the contacts between bodies. */
export type BodyContacts = { torus: Torus; pushX: Float64Array; pushY: Float64Array };

export function createBodyContacts(): BodyContacts {
  return { torus: createTorus(1), pushX: new Float64Array(0), pushY: new Float64Array(0) };
}

/**
 * Pushes overlapping bodies apart at their next positions, each by half of the overlap: two that meet alone part
 * exactly, a heap relaxes over the steps. All pushes are found before any is made, and add up exactly in any order.
 * An agent is pushed by its own radius at the most.
 */
export function partBodies(contacts: BodyContacts, crowd: Crowd, seed: number, events: Events): void {
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
  fillTorus(contacts.torus, count, x, y, 2 * largest);
  const touching = sumPushes(contacts, crowd, seed, events);
  if (!touching) return;
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

function sumPushes(contacts: BodyContacts, crowd: Crowd, seed: number, events: Events): boolean {
  const { torus, pushX, pushY } = contacts;
  const { width, height, starts, order, x, y } = torus;
  const { radius } = crowd.traits;
  const inverse = 1 / torus.cellSize;
  const columnMask = width - 1;
  const rowMask = height - 1;
  let touching = false;
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
    let sumX = 0;
    let sumY = 0;
    for (let offset = -1; offset <= 1; offset++) {
      const base = ((cellRow + offset) & rowMask) * width;
      let from = starts[base + first];
      let to = starts[base + (seam ? width : last + 1)];
      for (let run = seam ? 1 : 0; run >= 0; run--) {
        for (let candidate = from; candidate < to; candidate++) {
          const dx = ownX - x[candidate];
          const dy = ownY - y[candidate];
          const squared = dx * dx + dy * dy;
          const bodies = ownRadius + radius[order[candidate]];
          if (squared >= bodies * bodies || candidate === place) continue;
          const other = order[candidate];
          const distance = Math.sqrt(squared);
          const depth = bodies - distance;
          // A quantum more than half: rounded to quanta, the pushes then never leave a pair in contact by a hair.
          const half = 0.5 * depth + UNIT_QUANTUM;
          if (distance > 0) {
            sumX += quantizeUnit((half * dx) / distance);
            sumY += quantizeUnit((half * dy) / distance);
          } else {
            // Coincident centres part in a direction that the pair's ids draw.
            const low = Math.min(crowd.ids[row], crowd.ids[other]);
            const high = Math.max(crowd.ids[row], crowd.ids[other]);
            const angle = 2 * Math.PI * uniform(seed, Purpose.parting, low, high);
            const side = crowd.ids[row] === low ? half : -half;
            sumX += quantizeUnit(side * cos(angle));
            sumY += quantizeUnit(side * sin(angle));
          }
          touching = true;
          if (crowd.ids[row] < crowd.ids[other]) {
            addEvent(events, EventKind.contact, crowd.ids[row], crowd.ids[other], depth);
          }
        }
        from = starts[base];
        to = starts[base + last + 1];
      }
    }
    pushX[row] = sumX;
    pushY[row] = sumY;
  }
  return touching;
}
