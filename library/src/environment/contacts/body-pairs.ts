import { type Crowd, doubled } from '../../crowd/index.ts';
import { cos, Purpose, sin, UNIT_QUANTUM, uniform } from '../../numerics/index.ts';
import { createTorus, fillTorus, type Torus } from '../cells/torus.ts';
import { ballContactTime } from './contact-times.ts';

/**
 * The pairs of bodies that may touch in a step, the lower id first, and what keeps them apart.
 *
 * Each pair has a normal: a unit vector n from the second body towards the first. Let d be the difference of the two
 * centres. If n · d ≥ r at the beginning and at the end of a step, then n · d ≥ r all along the straight paths between:
 * the two neither overlap nor pass. So one linear condition on the two next positions keeps a pair apart.
 */
export type BodyPairs = {
  count: number;
  /** Whether the bodies of any pair come too near on their paths, and whether any begins deeper than the slack. */
  meet: boolean;
  deep: boolean;
  /** For each row: the radius of its hard core, metres; only hard cores are kept apart. */
  core: Float64Array;
  first: Int32Array;
  second: Int32Array;
  normalX: Float64Array;
  normalY: Float64Array;
  normalZ: Float64Array;
  /** Metres along the normal: what the two are to be apart at the end of the step, and what they must be. */
  apart: Float64Array;
  least: Float64Array;
  /** Metres by which the two push each other apart, that of the iteration before, and 1 once the two have met. */
  push: Float64Array;
  pushBefore: Float64Array;
  met: Uint8Array;
  /** For each row: how far others may push it off its path, metres; and the part of its path at its first touch. */
  leeway: Float64Array;
  touch: Float64Array;
  /** For each row: the middle of its path, the squared length of it, and the radius of a ball around all it may touch. */
  centreX: Float64Array;
  centreY: Float64Array;
  squared: Float64Array;
  reach: Float64Array;
  torus: Torus;
};

export function createBodyPairs(): BodyPairs {
  const none = new Float64Array(0);
  return {
    count: 0,
    meet: false,
    deep: false,
    core: none,
    first: new Int32Array(0),
    second: new Int32Array(0),
    normalX: none,
    normalY: none,
    normalZ: none,
    apart: none,
    least: none,
    push: none,
    pushBefore: none,
    met: new Uint8Array(0),
    leeway: none,
    touch: none,
    centreX: none,
    centreY: none,
    squared: none,
    reach: none,
    torus: createTorus(1),
  };
}

/**
 * Metres that two bodies may overlap in a press. A smaller overlap is not deepened, but not undone either: then bodies
 * that press against each other come to rest.
 */
function slackOf(radii: number): number {
  return Math.min(0.008, 0.016 * radii);
}

/**
 * Finds the pairs that may touch when each body walks from its current to its next position and others push it off that
 * path by at most its leeway. `core` is the radius of the hard core of each row. `seed` draws the direction in which
 * coincident bodies part.
 */
export function findPairs(
  pairs: BodyPairs,
  crowd: Crowd,
  core: Float64Array,
  seed: number,
  carry: number,
): void {
  const { count, motion, next } = crowd;
  pairs.core = core;
  pairs.count = 0;
  pairs.meet = false;
  if (count < 2) return;
  if (pairs.reach.length < count) {
    for (const name of ['leeway', 'touch', 'centreX', 'centreY', 'squared', 'reach'] as const) {
      pairs[name] = new Float64Array(crowd.capacity);
    }
  }
  for (let row = 0; row < count; row++) {
    const dx = next.x[row] - motion.x[row];
    const dy = next.y[row] - motion.y[row];
    const dz = next.z[row] - motion.z[row];
    pairs.centreX[row] = motion.x[row] + 0.5 * dx;
    pairs.centreY[row] = motion.y[row] + 0.5 * dy;
    pairs.squared[row] = dx * dx + dy * dy + dz * dz;
    pairs.leeway[row] = Math.max(2 * carry, 0.5 * core[row]);
  }
  pairs.deep = !searchPairs(pairs, crowd, seed);
  // Bodies that begin on one another may have to move farther; their pairs get them more leeway.
  if (pairs.deep) searchPairs(pairs, crowd, seed);
}

/**
 * The part of its path after which a row stops: a radius behind its first touch, if it goes that far. A body that runs
 * into another then does not shove those beyond it.
 */
export function endOfPath({ core, squared, touch }: BodyPairs, row: number): number {
  const radius = core[row];
  if (touch[row] > 1 || squared[row] <= radius * radius) return 1;
  return Math.min(1, touch[row] + radius / Math.sqrt(squared[row]));
}

/** Ends the paths there. */
export function cutPaths(pairs: BodyPairs, { count, motion, next }: Crowd): void {
  for (let row = 0; row < count; row++) {
    const part = endOfPath(pairs, row);
    if (part === 1) continue;
    next.x[row] = motion.x[row] + part * (next.x[row] - motion.x[row]);
    next.y[row] = motion.y[row] + part * (next.y[row] - motion.y[row]);
    next.z[row] = motion.z[row] + part * (next.z[row] - motion.z[row]);
  }
}

/** Finds the pairs; false when one begins deeper than the slack. */
function searchPairs(pairs: BodyPairs, crowd: Crowd, seed: number): boolean {
  const { count, ids } = crowd;
  const { reach } = pairs;
  pairs.count = 0;
  fillTorus(pairs.torus, count, pairs.centreX, pairs.centreY, 4 * chooseReaches(pairs, count));
  const { height, order, starts, width, x, y } = pairs.torus;
  const inverse = 1 / pairs.torus.cellSize;
  let shallow = true;
  for (let place = 0; place < count; place++) {
    const row = order[place];
    // The body with the larger ball finds the other, which is then no farther than this. A hair more for the rounding.
    const limit = 2.001 * reach[row];
    const limitSquared = limit * limit;
    const ownX = x[place];
    const ownY = y[place];
    const firstColumn = Math.floor((ownX - limit) * inverse);
    const firstRow = Math.floor((ownY - limit) * inverse);
    // No bucket is visited twice.
    const columns = Math.min(width, Math.floor((ownX + limit) * inverse) - firstColumn + 1);
    const rows = Math.min(height, Math.floor((ownY + limit) * inverse) - firstRow + 1);
    const column = firstColumn & (width - 1);
    // Buckets of a row lie one after the other, in two runs where they go round the torus.
    const wrapped = Math.max(0, column + columns - width);
    for (let k = 0; k < rows; k++) {
      const base = ((firstRow + k) & (height - 1)) * width;
      let from = starts[base + column];
      let to = starts[base + column + columns - wrapped];
      for (let run = wrapped > 0 ? 1 : 0; run >= 0; run--) {
        for (let candidate = from; candidate < to; candidate++) {
          const dx = ownX - x[candidate];
          const dy = ownY - y[candidate];
          const squared = dx * dx + dy * dy;
          if (squared > limitSquared) continue;
          const other = order[candidate];
          const sum = reach[row] + reach[other];
          if (squared > sum * sum) continue;
          if (reach[row] < reach[other] || (reach[row] === reach[other] && ids[row] <= ids[other])) continue;
          const isFirst = ids[row] < ids[other];
          if (!addPair(pairs, crowd, seed, isFirst ? row : other, isFirst ? other : row)) shallow = false;
        }
        from = starts[base];
        to = starts[base + wrapped];
      }
    }
  }
  return shallow;
}

/** Chooses the radius of a ball around all that each body may touch; returns the mean of them. */
function chooseReaches({ core, leeway, reach, squared, touch }: BodyPairs, count: number): number {
  let sum = 0;
  for (let row = 0; row < count; row++) {
    touch[row] = 2;
    reach[row] = 0.5 * Math.sqrt(squared[row]) + core[row] + leeway[row];
    sum += reach[row];
  }
  return sum / count;
}

/** Adds a pair whose paths come near each other; false when it begins deeper than the slack. */
function addPair(pairs: BodyPairs, crowd: Crowd, seed: number, first: number, second: number): boolean {
  const { ids, motion, next } = crowd;
  const { core } = pairs;
  const radii = core[first] + core[second];
  const beginX = motion.x[first] - motion.x[second];
  const beginY = motion.y[first] - motion.y[second];
  const beginZ = motion.z[first] - motion.z[second];
  const wayX = next.x[first] - next.x[second] - beginX;
  const wayY = next.y[first] - next.y[second] - beginY;
  const wayZ = next.z[first] - next.z[second] - beginZ;
  const begin = Math.sqrt(beginX * beginX + beginY * beginY + beginZ * beginZ);
  // The difference of the centres where the two first touch, or where they are nearest if they do not.
  let part = 0;
  if (begin > radii) {
    part = ballContactTime(beginX, beginY, beginZ, beginX + wayX, beginY + wayY, beginZ + wayZ, radii);
    if (part <= 1) {
      if (part < pairs.touch[first]) pairs.touch[first] = part;
      if (part < pairs.touch[second]) pairs.touch[second] = part;
    } else {
      const squared = wayX * wayX + wayY * wayY + wayZ * wayZ;
      const along = -(beginX * wayX + beginY * wayY + beginZ * wayZ);
      part = along <= 0 ? 0 : along >= squared ? 1 : along / squared;
    }
  }
  let normalX = beginX + part * wayX;
  let normalY = beginY + part * wayY;
  const normalZ = beginZ + part * wayZ;
  let length = Math.sqrt(normalX * normalX + normalY * normalY + normalZ * normalZ);
  if (length === 0) {
    // Coincident centres part on the level, in a direction that their ids draw.
    const angle = 2 * Math.PI * uniform(seed, Purpose.parting, ids[first], ids[second]);
    normalX = cos(angle);
    normalY = sin(angle);
    length = 1;
  }
  const pair = pairs.count++;
  if (pair === pairs.first.length) growPairs(pairs);
  pairs.first[pair] = first;
  pairs.second[pair] = second;
  pairs.normalX[pair] = normalX / length;
  pairs.normalY[pair] = normalY / length;
  pairs.normalZ[pair] = normalZ / length;
  pairs.push[pair] = 0;
  pairs.pushBefore[pair] = 0;
  pairs.met[pair] = 0;
  const slack = slackOf(radii);
  const isDeep = begin < radii - 1.5 * slack;
  // A hair more than the radii: rounding then never leaves a pair in contact.
  pairs.apart[pair] = begin >= radii || isDeep ? radii + 4 * UNIT_QUANTUM : begin;
  pairs.least[pair] = Math.min(radii - slack, begin);
  const end = (normalX * (beginX + wayX) + normalY * (beginY + wayY) + normalZ * (beginZ + wayZ)) / length;
  if (end < pairs.apart[pair]) pairs.meet = true;
  if (isDeep) {
    pairs.leeway[first] = Math.max(pairs.leeway[first], core[first]);
    pairs.leeway[second] = Math.max(pairs.leeway[second], core[second]);
  }
  return !isDeep;
}

function growPairs(pairs: BodyPairs): void {
  for (const name of ['first', 'second'] as const) pairs[name] = doubled(pairs[name]);
  for (const name of ['normalX', 'normalY', 'normalZ', 'apart', 'least', 'push', 'pushBefore'] as const) {
    pairs[name] = doubled(pairs[name]);
  }
  pairs.met = doubled(pairs.met);
}
