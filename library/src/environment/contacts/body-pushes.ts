import type { Crowd } from '../../crowd/index.ts';
import { quantizeUnit } from '../../numerics/index.ts';
import { type BodyPairs, leewayOf, nearestPart } from './body-pairs.ts';
import { copyPlaces, type Guides, type Places, SURFACES } from './paths/guides.ts';

/** How the bodies push each other in a step. */
export type BodyPushes = Places & {
  /** The rows that have met another, and how many each has met. */
  count: number;
  rows: Int32Array;
  met: Int32Array;
  /** 1 for each row whose body may have been pushed off the place that it wants; `areAllMoved`: any body may have been. */
  isMoved: Uint8Array;
  areAllMoved: boolean;
  /** The pairs that meet in an iteration. */
  meetingCount: number;
  meeting: Int32Array;
  /** The sum of the pushes on each row. */
  pushX: Float64Array;
  pushY: Float64Array;
  pushZ: Float64Array;
};

export function createBodyPushes(): BodyPushes {
  const none = new Float64Array(0);
  const rows = new Int32Array(0);
  return {
    x: none,
    y: none,
    z: none,
    count: 0,
    rows,
    met: rows,
    isMoved: new Uint8Array(0),
    areAllMoved: true,
    meetingCount: 0,
    meeting: rows,
    pushX: none,
    pushY: none,
    pushZ: none,
  };
}

/** Stores where the bodies want to go: their next positions. Obstacles may move those that they are near. */
export function beginPushes(
  pushes: BodyPushes,
  pairs: BodyPairs,
  guides: Guides,
  { capacity, count, next }: Crowd,
): void {
  if (pushes.x.length < count) {
    for (const name of ['x', 'y', 'z', 'pushX', 'pushY', 'pushZ'] as const)
      pushes[name] = new Float64Array(capacity);
    pushes.rows = new Int32Array(capacity);
    pushes.met = new Int32Array(capacity);
    pushes.isMoved = new Uint8Array(capacity);
  }
  if (pushes.meeting.length < pairs.count) pushes.meeting = new Int32Array(pairs.first.length);
  pushes.count = 0;
  copyPlaces(next, pushes, count);
  pushes.met.fill(0, 0, count);
  pushes.isMoved.fill(0, 0, count);
  for (let k = 0; k < guides.count; k++) pushes.isMoved[guides.rows[k]] = 1;
  pushes.areAllMoved = true;
}

/**
 * Moves the next positions towards those that are nearest to `from` among all that keep the conditions of the pairs and
 * of the surfaces. This is a convex problem, and each iteration a step of Nesterov's accelerated gradient for its dual:
 * each pair pushes its two bodies apart by what is missing between them, divided by the number of bodies that the two
 * have met, so that the pushes together do not overshoot. Pushes are found from the positions of the iteration before,
 * and add up exactly in any order. `tolerance` is the share of the distance of a pair that may be missing.
 */
export function pushApart(
  pushes: BodyPushes,
  pairs: BodyPairs,
  guides: Guides,
  crowd: Crowd,
  from: Places,
  iterations: number,
  tolerance: number,
): void {
  for (let iteration = 0; iteration < iterations; iteration++) {
    const changed = pushPairs(pushes, pairs, crowd, iteration / (iteration + 3), tolerance);
    movePushed(pushes, pairs, crowd, from);
    countMeetings(pushes, pairs);
    for (let k = 0; k < guides.count; k++) moveOffSurfaces(guides, crowd, guides.rows[k]);
    if (!changed && iteration > 0) break;
  }
}

/** Changes the push of each pair by what is missing between the two; false when it changes none. */
function pushPairs(
  pushes: BodyPushes,
  pairs: BodyPairs,
  { next }: Crowd,
  momentum: number,
  tolerance: number,
): boolean {
  const { areAllMoved, isMoved, met, pushX, pushY, pushZ } = pushes;
  const { apart, count, first, normalX, normalY, normalZ, push, pushBefore, second } = pairs;
  const { x, y, z } = next;
  let changed = false;
  pushes.areAllMoved = false;
  for (let pair = 0; pair < count; pair++) {
    const a = first[pair];
    const b = second[pair];
    // Neither body has been pushed since the pair did not meet.
    if (!areAllMoved && isMoved[a] === 0 && isMoved[b] === 0) continue;
    const nx = normalX[pair];
    const ny = normalY[pair];
    const nz = normalZ[pair];
    const missing = apart[pair] - (nx * (x[a] - x[b]) + ny * (y[a] - y[b]) + nz * (z[a] - z[b]));
    const enough = tolerance * apart[pair];
    if (pairs.met[pair] === 0) {
      // The pair pushes from the next iteration on: by then the number of pairs of each body is known.
      if (missing > enough) {
        pushes.meeting[pushes.meetingCount++] = pair;
        changed = true;
      }
      continue;
    }
    let length = push[pair];
    // Bodies push, and do not pull. A push that is good enough stays as it is, whatever happens elsewhere in the crowd.
    if (missing > enough || (missing < -enough && length > 0)) {
      changed = true;
      const more = missing / (met[a] + met[b]);
      length = Math.max(0, length + more);
      // Momentum only helps while a push keeps changing in the wanted direction.
      const gain = pushBefore[pair] > 0 ? length - pushBefore[pair] : 0;
      pushBefore[pair] = length;
      if (gain * more > 0) length = Math.max(0, length + momentum * gain);
      push[pair] = length;
    } else pushBefore[pair] = length;
    const dx = quantizeUnit(length * nx);
    const dy = quantizeUnit(length * ny);
    const dz = quantizeUnit(length * nz);
    pushX[a] += dx;
    pushY[a] += dy;
    pushZ[a] += dz;
    pushX[b] -= dx;
    pushY[b] -= dy;
    pushZ[b] -= dz;
  }
  return changed;
}

/** The pairs that have met in this iteration push from the next one on. */
function countMeetings(pushes: BodyPushes, pairs: BodyPairs): void {
  const { isMoved, meeting, met, rows } = pushes;
  for (let k = 0; k < pushes.meetingCount; k++) {
    const pair = meeting[k];
    const a = pairs.first[pair];
    const b = pairs.second[pair];
    pairs.met[pair] = 1;
    if (met[a]++ === 0) rows[pushes.count++] = a;
    if (met[b]++ === 0) rows[pushes.count++] = b;
    isMoved[a] = 1;
    isMoved[b] = 1;
  }
  pushes.meetingCount = 0;
}

/** Moves a body in front of the surfaces that it has touched; twice, for a corner of two. */
function moveOffSurfaces(
  { normalX, normalY, normalZ, offset, surfaces }: Guides,
  { next }: Crowd,
  row: number,
): void {
  const begin = SURFACES * row;
  const end = begin + surfaces[row];
  for (let pass = 0; pass < 2; pass++) {
    for (let at = begin; at < end; at++) {
      const along = normalX[at] * next.x[row] + normalY[at] * next.y[row] + normalZ[at] * next.z[row];
      const behind = offset[at] - along;
      if (!(behind > 0)) continue;
      next.x[row] += behind * normalX[at];
      next.y[row] += behind * normalY[at];
      next.z[row] += behind * normalZ[at];
    }
  }
}

/** Puts each body where it is pushed, but no farther off its path than its leeway. */
function movePushed(pushes: BodyPushes, pairs: BodyPairs, { motion, next }: Crowd, from: Places): void {
  const { pushX, pushY, pushZ, rows } = pushes;
  for (let k = 0; k < pushes.count; k++) {
    const row = rows[k];
    let x = pushX[row];
    let y = pushY[row];
    let z = pushZ[row];
    pushX[row] = 0;
    pushY[row] = 0;
    pushZ[row] = 0;
    const squared = x * x + y * y + z * z;
    const limit = leewayOf(pairs, row);
    if (squared > limit * limit) {
      // The nearest place on the path, as a part of the path back from its end.
      const backX = motion.x[row] - from.x[row];
      const backY = motion.y[row] - from.y[row];
      const backZ = motion.z[row] - from.z[row];
      const part = nearestPart(-x, -y, -z, backX, backY, backZ);
      const offX = x - part * backX;
      const offY = y - part * backY;
      const offZ = z - part * backZ;
      const off = Math.sqrt(offX * offX + offY * offY + offZ * offZ);
      const scale = off > limit ? limit / off : 1;
      x = part * backX + scale * offX;
      y = part * backY + scale * offY;
      z = part * backZ + scale * offZ;
    }
    next.x[row] = from.x[row] + x;
    next.y[row] = from.y[row] + y;
    next.z[row] = from.z[row] + z;
  }
}
