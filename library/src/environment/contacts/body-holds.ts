import type { Crowd } from '../../crowd/index.ts';
import type { BodyPairs } from './body-pairs.ts';
import type { BodyPushes } from './body-pushes.ts';
import type { Guides } from './paths/guides.ts';

/** Rounds in which a body may count on the retreat of the one in front of it. */
const TRUSTING_ROUNDS = 3;
/** Metres: bodies that come nearer than they may by less are not held back. */
const HAIR = 1e-9;

export type BodyHolds = {
  /** The share of its displacement that each row makes, and that of the round to come. */
  share: Float64Array;
  shareToCome: Float64Array;
  /** The round that has changed a row's share last. */
  changed: Int32Array;
  /** The pairs that may still come too near. */
  count: number;
  pairs: Int32Array;
};

export function createBodyHolds(): BodyHolds {
  const none = new Float64Array(0);
  const rows = new Int32Array(0);
  return { share: none, shareToCome: none, changed: rows, count: 0, pairs: rows };
}

/**
 * Holds bodies back that would come nearer to each other than they may: both make the same smaller share of their
 * displacements. They begin far enough apart, so there always is such a share. Returns whether it held any back.
 *
 * A body that is held back may block the one behind it, so this goes round by round. After a few rounds a pair that
 * comes too near gets shares that suffice even if neither of the two retreats: then it never comes too near again, and
 * the rounds end.
 */
export function holdBack(
  holds: BodyHolds,
  pairs: BodyPairs,
  { isMoved }: BodyPushes,
  guides: Guides,
  crowd: Crowd,
): boolean {
  const { count } = crowd;
  if (holds.share.length < count) {
    holds.share = new Float64Array(crowd.capacity);
    holds.shareToCome = new Float64Array(crowd.capacity);
    holds.changed = new Int32Array(crowd.capacity);
  }
  if (holds.pairs.length < pairs.count) holds.pairs = new Int32Array(pairs.first.length);
  holds.share.fill(1, 0, count);
  holds.shareToCome.fill(1, 0, count);
  // Bodies that are where they want to be are far enough apart unless one of them is held back.
  for (let row = 0; row < count; row++) holds.changed[row] = isMoved[row] - 1;
  holds.count = pairs.count;
  for (let pair = 0; pair < pairs.count; pair++) holds.pairs[pair] = pair;
  let round = 0;
  while (holdPairs(holds, pairs, guides, crowd, round)) {
    round++;
    holds.share.set(holds.shareToCome.subarray(0, count));
  }
  if (round > 0) shorten(holds, isMoved, guides, crowd);
  return round > 0;
}

/** One round; returns whether it held any body back. Keeps only the pairs that may still come too near. */
function holdPairs(
  holds: BodyHolds,
  pairs: BodyPairs,
  { x, y, z }: Guides,
  { next }: Crowd,
  round: number,
): boolean {
  const { changed, share, shareToCome } = holds;
  const trusting = round < TRUSTING_ROUNDS;
  const { first, least, normalX, normalY, normalZ, second } = pairs;
  let held = false;
  let left = 0;
  for (let k = 0; k < holds.count; k++) {
    const pair = holds.pairs[k];
    const a = first[pair];
    const b = second[pair];
    // Nothing is new to this pair, which was far enough apart.
    if (changed[a] < round && changed[b] < round) {
      holds.pairs[left++] = pair;
      continue;
    }
    const nx = normalX[pair];
    const ny = normalY[pair];
    const nz = normalZ[pair];
    const room = Math.max(0, nx * (x[a] - x[b]) + ny * (y[a] - y[b]) + nz * (z[a] - z[b]) - least[pair]);
    // What each body moves towards the other; negative when it retreats.
    const forthA = -share[a] * (nx * (next.x[a] - x[a]) + ny * (next.y[a] - y[a]) + nz * (next.z[a] - z[a]));
    const forthB = share[b] * (nx * (next.x[b] - x[b]) + ny * (next.y[b] - y[b]) + nz * (next.z[b] - z[b]));
    const forth = Math.max(0, forthA) + Math.max(0, forthB);
    if (forth <= room + HAIR) continue;
    const nearer = forthA + forthB > room + HAIR;
    // Bodies that may not count on a retreat are apart permanently.
    if (!nearer || trusting) holds.pairs[left++] = pair;
    if (!nearer) continue;
    held = true;
    const back = trusting ? Math.min(0, forthA) + Math.min(0, forthB) : 0;
    const part = (room - back) / forth;
    if (forthA > 0) {
      shareToCome[a] = Math.min(shareToCome[a], part * share[a]);
      changed[a] = round + 1;
    }
    if (forthB > 0) {
      shareToCome[b] = Math.min(shareToCome[b], part * share[b]);
      changed[b] = round + 1;
    }
  }
  holds.count = left;
  return held;
}

/** Makes each row's displacement its share. */
function shorten(
  { share }: BodyHolds,
  isMoved: Uint8Array,
  { x, y, z }: Guides,
  { count, next }: Crowd,
): void {
  for (let row = 0; row < count; row++) {
    if (share[row] === 1) continue;
    isMoved[row] = 1;
    next.x[row] = x[row] + share[row] * (next.x[row] - x[row]);
    next.y[row] = y[row] + share[row] * (next.y[row] - y[row]);
    next.z[row] = z[row] + share[row] * (next.z[row] - z[row]);
  }
}
