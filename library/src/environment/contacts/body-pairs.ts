import { type Crowd, doubled } from '../../crowd/index.ts';
import { cos, Purpose, sin, UNIT_QUANTUM, uniform } from '../../numerics/index.ts';
import { ballContactTime } from './contact-times.ts';
import {
  beginList,
  createNearBodies,
  expectRow,
  followRows,
  isExpected,
  isTooLong,
  listEntered,
  listNearBodies,
  type NearBodies,
} from './near-bodies.ts';

/**
 * The pairs of bodies that may touch in a step, the lower id first, and what keeps them apart.
 *
 * Each pair has a normal: a unit vector n from the second body towards the first. Let d be the difference of the two
 * centres. If n · d ≥ r at the beginning and at the end of a step, then n · d ≥ r all along the straight paths between:
 * the two neither overlap nor pass. So one linear condition on the two next positions keeps a pair apart.
 */
export type BodyPairs = {
  count: number;
  /**
   * True if the bodies of some pair touch on their paths; if some pair ends closer than its least distance; if some pair
   * begins with an overlap deeper than the slack.
   */
  touch: boolean;
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
  /** The part of the paths at which the two first touch; above 1 when they do not. */
  time: Float64Array;
  /** For each row: the part of its path at its first touch; above 1 where there is none. */
  firstTouch: Float64Array;
  isDeep: Uint8Array;
  /**
   * For each row, in BALL places side by side, since pairs read them together: the middle of its path, and the radius of a
   * ball around it and all that the body may touch, metres.
   */
  balls: Float64Array;
  /** The farthest that obstacles have carried any body, metres. */
  carry: number;
  near: NearBodies;
};

export function createBodyPairs(): BodyPairs {
  const none = new Float64Array(0);
  const rows = new Int32Array(0);
  const marks = new Uint8Array(0);
  return {
    count: 0,
    touch: false,
    meet: false,
    deep: false,
    core: none,
    first: rows,
    second: rows,
    normalX: none,
    normalY: none,
    normalZ: none,
    apart: none,
    least: none,
    push: none,
    pushBefore: none,
    met: marks,
    time: none,
    firstTouch: none,
    isDeep: marks,
    balls: none,
    carry: 0,
    near: createNearBodies(),
  };
}

/** Numbers of each row in `balls`. */
const BALL = 3;

/** The share of the distance of a pair that may be missing: a rounding. */
export const EXACT = 2e-9;

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
  const { count } = crowd;
  pairs.core = core;
  pairs.carry = carry;
  pairs.count = 0;
  pairs.touch = false;
  pairs.meet = false;
  if (count < 2) return;
  if (pairs.isDeep.length < count) {
    pairs.balls = new Float64Array(BALL * crowd.capacity);
    pairs.firstTouch = new Float64Array(crowd.capacity);
    pairs.isDeep = new Uint8Array(crowd.capacity);
  }
  pairs.isDeep.fill(0, 0, count);
  measurePaths(pairs, crowd);
  // Mostly no body meets another on its own path: then none is pushed off it, and what others it could touch there is idle.
  const share = carry > 0 ? 0 : OWN_PATH;
  pairs.deep = !searchPairs(pairs, crowd, seed, share);
  if (pairs.meet || pairs.deep) {
    // Bodies that begin on each other may have to move farther; their pairs get them more leeway.
    if (pairs.deep) measurePaths(pairs, crowd);
    pairs.deep = !searchPairs(pairs, crowd, seed, 0);
  }
  if (pairs.deep) {
    measurePaths(pairs, crowd);
    searchPairs(pairs, crowd, seed, 0);
  }
}

/** The share of its core by which a row's reach is smaller where no other pushes it: a hair less than its leeway. */
const OWN_PATH = 0.49999;

/** How far others may push a row off its path, metres. */
export function leewayOf({ carry, core, isDeep }: BodyPairs, row: number): number {
  return Math.max(2 * carry, isDeep[row] === 1 ? core[row] : 0.5 * core[row]);
}

/**
 * The part of its path after which a row stops: a radius behind its first touch, if it goes that far. A body that runs
 * into another then does not shove those beyond it.
 */
export function endOfPath({ core, firstTouch }: BodyPairs, crowd: Crowd, row: number): number {
  if (firstTouch[row] > 1) return 1;
  const squared = squaredPath(crowd, row);
  const radius = core[row];
  return squared <= radius * radius ? 1 : Math.min(1, firstTouch[row] + radius / Math.sqrt(squared));
}

/** The square of the distance from a row's current to its next position. */
function squaredPath({ motion, next }: Crowd, row: number): number {
  const dx = next.x[row] - motion.x[row];
  const dy = next.y[row] - motion.y[row];
  const dz = next.z[row] - motion.z[row];
  return dx * dx + dy * dy + dz * dz;
}

/** Ends the paths there. */
export function cutPaths(pairs: BodyPairs, crowd: Crowd): void {
  const { count, motion, next } = crowd;
  for (let row = 0; row < count; row++) {
    const part = endOfPath(pairs, crowd, row);
    if (part === 1) continue;
    next.x[row] = motion.x[row] + part * (next.x[row] - motion.x[row]);
    next.y[row] = motion.y[row] + part * (next.y[row] - motion.y[row]);
    next.z[row] = motion.z[row] + part * (next.z[row] - motion.z[row]);
  }
}

/**
 * Finds the pairs within their reach less a share of their cores; where the share is not 0, up to the first that meet.
 * False when one begins deeper than the slack.
 */
function searchPairs(pairs: BodyPairs, crowd: Crowd, seed: number, share: number): boolean {
  const { balls, core, near } = pairs;
  const { count, first, second } = near;
  near.visits += count;
  pairs.count = 0;
  pairs.firstTouch.fill(2, 0, crowd.count);
  let shallow = true;
  for (let k = 0; k < count; k++) {
    const a = BALL * first[k];
    const b = BALL * second[k];
    const dx = balls[a] - balls[b];
    const dy = balls[a + 1] - balls[b + 1];
    const sum = balls[a + 2] + balls[b + 2] - share * (core[first[k]] + core[second[k]]);
    if (dx * dx + dy * dy > sum * sum) continue;
    if (!addPair(pairs, crowd, seed, first[k], second[k])) shallow = false;
    if (share > 0 && pairs.meet) break;
  }
  return shallow;
}

/** Finds the ball around all that each body may touch, and makes the list of near bodies again where it has to be. */
function measurePaths(pairs: BodyPairs, crowd: Crowd): void {
  const { balls, core, near } = pairs;
  const { count, motion, next } = crowd;
  const { x, y, z } = motion;
  let isListed = !isTooLong(near, count) && followRows(near, crowd);
  let paths = 0;
  for (let row = 0; row < count; row++) {
    const dx = next.x[row] - x[row];
    const dy = next.y[row] - y[row];
    const dz = next.z[row] - z[row];
    const half = 0.5 * Math.sqrt(dx * dx + dy * dy + dz * dz);
    const reach = half + core[row] + leewayOf(pairs, row);
    const ball = BALL * row;
    balls[ball] = x[row] + 0.5 * dx;
    balls[ball + 1] = y[row] + 0.5 * dy;
    balls[ball + 2] = reach;
    paths += half;
    if (isListed && !isExpected(near, row, x[row], y[row], reach + half)) isListed = false;
  }
  const pace = (2 * paths) / count;
  if (isListed) {
    for (let row = 0; near.entered > 0; row++) {
      if (near.reach[row] >= 0) continue;
      near.entered--;
      expect(pairs, crowd, row, pace);
      listEntered(near, crowd, row);
    }
    return;
  }
  beginList(near, crowd);
  for (let row = 0; row < count; row++) expect(pairs, crowd, row, pace);
  listNearBodies(near, crowd);
}

/** Makes the ball of a row. A body that stands may set out at the pace of the others. */
function expect({ balls, core, near }: BodyPairs, crowd: Crowd, row: number, pace: number): void {
  const path = Math.sqrt(squaredPath(crowd, row));
  expectRow(near, row, balls[BALL * row + 2] + 0.5 * path, Math.max(path, pace), core[row]);
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
  let time = 0;
  if (begin > radii) {
    part = ballContactTime(beginX, beginY, beginZ, beginX + wayX, beginY + wayY, beginZ + wayZ, radii);
    time = part;
    if (part <= 1) {
      if (part < pairs.firstTouch[first]) pairs.firstTouch[first] = part;
      if (part < pairs.firstTouch[second]) pairs.firstTouch[second] = part;
    } else {
      part = nearestPart(beginX, beginY, beginZ, wayX, wayY, wayZ);
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
  pairs.time[pair] = time;
  pairs.push[pair] = 0;
  pairs.pushBefore[pair] = 0;
  pairs.met[pair] = 0;
  const slack = slackOf(radii);
  const isDeep = begin < radii - 1.5 * slack;
  // A hair more than the radii: rounding then never leaves a pair in contact.
  pairs.apart[pair] = begin >= radii || isDeep ? radii + 4 * UNIT_QUANTUM : begin;
  pairs.least[pair] = Math.min(radii - slack, begin);
  const end = (normalX * (beginX + wayX) + normalY * (beginY + wayY) + normalZ * (beginZ + wayZ)) / length;
  if (time <= 1) pairs.touch = true;
  // Bodies that stand in contact do not meet again.
  if (end < (1 - EXACT) * pairs.apart[pair]) pairs.meet = true;
  if (isDeep) {
    pairs.isDeep[first] = 1;
    pairs.isDeep[second] = 1;
  }
  return !isDeep;
}

/** The part of a straight path, from 0 to 1, at which it is nearest to the origin. */
export function nearestPart(
  beginX: number,
  beginY: number,
  beginZ: number,
  wayX: number,
  wayY: number,
  wayZ: number,
): number {
  const squared = wayX * wayX + wayY * wayY + wayZ * wayZ;
  const along = -(beginX * wayX + beginY * wayY + beginZ * wayZ);
  return along <= 0 ? 0 : along >= squared ? 1 : along / squared;
}

function growPairs(pairs: BodyPairs): void {
  for (const name of ['first', 'second'] as const) pairs[name] = doubled(pairs[name]);
  for (const name of [
    'normalX',
    'normalY',
    'normalZ',
    'apart',
    'least',
    'time',
    'push',
    'pushBefore',
  ] as const) {
    pairs[name] = doubled(pairs[name]);
  }
  pairs.met = doubled(pairs.met);
}
