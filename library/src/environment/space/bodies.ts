import type { Crowd, NearLists } from '../../crowd/index.ts';
import { cos, Purpose, quantizeUnit, sin, UNIT_QUANTUM, uniform } from '../../numerics/index.ts';
import { createSpaceTorus, fillSpaceTorus, type SpaceTorus } from './torus.ts';

/** Scratch of the contacts between bodies in space. */
export type SpaceBodies = {
  torus: SpaceTorus;
  pushX: Float64Array;
  pushY: Float64Array;
  pushZ: Float64Array;
  touching: boolean;
  /** The pairs that overlap, the lower id first, and how deep. */
  pairCount: number;
  pairs: Int32Array;
  depths: Float64Array;
};

export function createSpaceBodies(): SpaceBodies {
  return {
    torus: createSpaceTorus(1),
    pushX: new Float64Array(0),
    pushY: new Float64Array(0),
    pushZ: new Float64Array(0),
    touching: false,
    pairCount: 0,
    pairs: new Int32Array(0),
    depths: new Float64Array(0),
  };
}

/**
 * The pushes of partBodies of ../contacts/bodies.ts for balls, by the same operations: bodies on one level part as in the
 * plane, to the bit.
 */
export function findPushes(
  contacts: SpaceBodies,
  crowd: Crowd,
  near: NearLists | undefined,
  seed: number,
): void {
  const { count } = crowd;
  if (contacts.pushX.length < count) {
    contacts.pushX = new Float64Array(crowd.capacity);
    contacts.pushY = new Float64Array(crowd.capacity);
    contacts.pushZ = new Float64Array(crowd.capacity);
  }
  contacts.pairCount = 0;
  contacts.touching = false;
  const { x, y, z } = crowd.next;
  const { radius } = crowd.traits;
  let largest = 0;
  for (let row = 0; row < count; row++) if (radius[row] > largest) largest = radius[row];
  if (count < 2 || largest === 0) return;
  contacts.pushX.fill(0, 0, count);
  contacts.pushY.fill(0, 0, count);
  contacts.pushZ.fill(0, 0, count);
  if (near && seesEveryContact(crowd, largest)) {
    searchLists(contacts, crowd, near, seed);
  } else {
    fillSpaceTorus(contacts.torus, count, x, y, z, 2 * largest);
    searchTorus(contacts, crowd, seed);
  }
}

/** Makes the pushes that were found. */
export function makePushes(contacts: SpaceBodies, { count, next, traits }: Crowd): void {
  if (!contacts.touching) return;
  const { x, y, z } = next;
  const { radius } = traits;
  for (let row = 0; row < count; row++) {
    const pushX = contacts.pushX[row];
    const pushY = contacts.pushY[row];
    const pushZ = contacts.pushZ[row];
    const squared = pushX * pushX + pushY * pushY + pushZ * pushZ;
    if (squared === 0) continue;
    const limit = radius[row];
    const part = squared > limit * limit ? limit / Math.sqrt(squared) : 1;
    x[row] += part * pushX;
    y[row] += part * pushY;
    z[row] += part * pushZ;
  }
}

/** Whether every agent saw, before the step, an agent that it can touch after it; in the plane too, where every z is 0. */
export function seesEveryContact({ count, motion, next, traits }: Crowd, largest: number): boolean {
  let longest = 0;
  let shortestView = Number.POSITIVE_INFINITY;
  for (let row = 0; row < count; row++) {
    const displacementX = next.x[row] - motion.x[row];
    const displacementY = next.y[row] - motion.y[row];
    const displacementZ = next.z[row] - motion.z[row];
    const squared =
      displacementX * displacementX + displacementY * displacementY + displacementZ * displacementZ;
    if (squared > longest) longest = squared;
    if (traits.viewRadius[row] < shortestView) shortestView = traits.viewRadius[row];
  }
  // A hair more than the sum, for the rounding of both sides.
  return 1.001 * (2 * largest + 2 * Math.sqrt(longest)) < shortestView;
}

function searchLists(contacts: SpaceBodies, crowd: Crowd, near: NearLists, seed: number): void {
  const { counts, items, order, starts } = near;
  const { x, y, z } = crowd.next;
  const { radius } = crowd.traits;
  for (let place = 0; place < crowd.count; place++) {
    const row = order[place];
    const ownX = x[row];
    const ownY = y[row];
    const ownZ = z[row];
    const ownRadius = radius[row];
    const end = starts[row] + counts[row];
    for (let entry = starts[row]; entry < end; entry++) {
      const other = items[entry];
      const dx = ownX - x[other];
      const dy = ownY - y[other];
      const dz = ownZ - z[other];
      const radii = ownRadius + radius[other];
      if (dx * dx + dy * dy + dz * dz < radii * radii) recordPush(contacts, crowd, row, other, seed);
    }
  }
}

function searchTorus(contacts: SpaceBodies, crowd: Crowd, seed: number): void {
  const { width, height, depth, starts, order, x, y, z, cellSize } = contacts.torus;
  const { radius } = crowd.traits;
  const inverse = 1 / cellSize;
  const columnMask = width - 1;
  for (let place = 0; place < crowd.count; place++) {
    const row = order[place];
    const ownX = x[place];
    const ownY = y[place];
    const ownZ = z[place];
    const ownRadius = radius[row];
    const cellColumn = Math.floor(ownX * inverse);
    const cellRow = Math.floor(ownY * inverse);
    const cellLayer = Math.floor(ownZ * inverse);
    const first = (cellColumn - 1) & columnMask;
    const last = (cellColumn + 1) & columnMask;
    const seam = first > last;
    // The nine rows of cells around the own one.
    for (let offset = 0; offset < 9; offset++) {
      const layer = (cellLayer + Math.floor(offset / 3) - 1) & (depth - 1);
      const base = (layer * height + ((cellRow + (offset % 3) - 1) & (height - 1))) * width;
      let from = starts[base + first];
      let to = starts[base + (seam ? width : last + 1)];
      for (let run = seam ? 1 : 0; run >= 0; run--) {
        for (let candidate = from; candidate < to; candidate++) {
          const dx = ownX - x[candidate];
          const dy = ownY - y[candidate];
          const dz = ownZ - z[candidate];
          const radii = ownRadius + radius[order[candidate]];
          if (dx * dx + dy * dy + dz * dz >= radii * radii || candidate === place) continue;
          recordPush(contacts, crowd, row, order[candidate], seed);
        }
        from = starts[base];
        to = starts[base + last + 1];
      }
    }
  }
}

/** Adds the push that the body in `row` has from the other, and notes the pair, once. */
function recordPush(contacts: SpaceBodies, crowd: Crowd, row: number, other: number, seed: number): void {
  const { ids, next, traits } = crowd;
  const { pushX, pushY, pushZ } = contacts;
  const dx = next.x[row] - next.x[other];
  const dy = next.y[row] - next.y[other];
  const dz = next.z[row] - next.z[other];
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const depth = traits.radius[row] + traits.radius[other] - distance;
  // A quantum more than half: rounded to quanta, the pushes then never leave a pair in contact by a hair.
  const half = 0.5 * depth + UNIT_QUANTUM;
  if (distance > 0) {
    pushX[row] += quantizeUnit((half * dx) / distance);
    pushY[row] += quantizeUnit((half * dy) / distance);
    pushZ[row] += quantizeUnit((half * dz) / distance);
  } else {
    // Coincident centres part on the level, in a direction that the pair's ids draw.
    const low = Math.min(ids[row], ids[other]);
    const high = Math.max(ids[row], ids[other]);
    const angle = 2 * Math.PI * uniform(seed, Purpose.parting, low, high);
    const side = ids[row] === low ? half : -half;
    pushX[row] += quantizeUnit(side * cos(angle));
    pushY[row] += quantizeUnit(side * sin(angle));
  }
  contacts.touching = true;
  if (ids[row] >= ids[other]) return;
  const pair = contacts.pairCount++;
  if (pair === contacts.depths.length) growPairs(contacts);
  contacts.pairs[2 * pair] = row;
  contacts.pairs[2 * pair + 1] = other;
  contacts.depths[pair] = depth;
}

function growPairs(contacts: SpaceBodies): void {
  const capacity = Math.max(64, 2 * contacts.depths.length);
  const pairs = new Int32Array(2 * capacity);
  pairs.set(contacts.pairs);
  contacts.pairs = pairs;
  const depths = new Float64Array(capacity);
  depths.set(contacts.depths);
  contacts.depths = depths;
}
