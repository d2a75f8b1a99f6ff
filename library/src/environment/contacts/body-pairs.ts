import { type Crowd, doubled, type NearLists } from '../../crowd/index.ts';
import { createTorus, fillTorus, type Torus } from '../cells/torus.ts';
import { createMeeting, type Meeting } from './meeting.ts';
import { arePathsApart, createPaths, type Paths } from './paths/paths.ts';

/** Scratch of the sweep that keeps fast bodies from passing through one another. Nothing of it is kept between steps. */
export type BodySweep = {
  /** The paths of the bodies around obstacles, and the paths on which they are then pushed apart. */
  paths: Paths;
  pushes: Paths;
  /** Bodies that begin overlapping pass when they move farther than half the sum of their radii times this. */
  slack: number;
  /** The fraction of the step at which each row stops. */
  stop: Float64Array;
  /** Where each row's path ends, and an upper bound of its length, metres. */
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  length: Float64Array;
  marked: Uint8Array;
  /** The pairs that may meet, the lower id first, and when the first of each stops the other. */
  pairCount: number;
  first: Int32Array;
  second: Int32Array;
  halt: Float64Array;
  /** The pairs of a row are pairsOf[pairStarts[row]] … pairsOf[pairStarts[row + 1] − 1]. */
  pairStarts: Int32Array;
  pairsOf: Int32Array;
  /** A heap of pairs by the times at which they halt. */
  heapCount: number;
  heap: Int32Array;
  heapTime: Float64Array;
  /** The pairs that stopped an agent; eight numbers for each: time, depth, place and normal of the first touch. */
  hitCount: number;
  hits: Int32Array;
  hitNumbers: Float64Array;
  torus: Torus;
  meeting: Meeting;
};

export function createBodySweep(): BodySweep {
  return {
    paths: createPaths(),
    pushes: createPaths(),
    slack: 1,
    stop: new Float64Array(0),
    x: new Float64Array(0),
    y: new Float64Array(0),
    z: new Float64Array(0),
    length: new Float64Array(0),
    marked: new Uint8Array(0),
    pairCount: 0,
    first: new Int32Array(0),
    second: new Int32Array(0),
    halt: new Float64Array(0),
    pairStarts: new Int32Array(0),
    pairsOf: new Int32Array(0),
    heapCount: 0,
    heap: new Int32Array(0),
    heapTime: new Float64Array(0),
    hitCount: 0,
    hits: new Int32Array(0),
    hitNumbers: new Float64Array(0),
    torus: createTorus(1),
    meeting: createMeeting(),
  };
}

/** Room for the rows of a crowd. */
export function reserveSweep(sweep: BodySweep, { count, capacity }: Crowd): void {
  if (sweep.stop.length >= count) return;
  sweep.stop = new Float64Array(capacity);
  sweep.x = new Float64Array(capacity);
  sweep.y = new Float64Array(capacity);
  sweep.z = new Float64Array(capacity);
  sweep.length = new Float64Array(capacity);
  sweep.marked = new Uint8Array(capacity);
  sweep.pairStarts = new Int32Array(capacity + 2);
}

/**
 * Finds the pairs that may pass on paths that begin at the given places and are no longer than sweep.length. To pass,
 * two must come from where they are to nearer than half the sum of their radii, or to the other's far side: the paths
 * together are then as long as the distance less half that sum. They are also longer than half that sum times `slack`.
 *
 * Without `paths`, it marks the rows of such pairs, which need a path, in sweep.marked; with them, it stores the pairs
 * whose paths come near each other. `near` are the near lists of the places, if there are any for every agent.
 */
export function collectPairs(
  sweep: BodySweep,
  crowd: Crowd,
  { x, y, z }: Places,
  near: NearLists | undefined,
  paths: Paths | undefined,
): void {
  const { slack } = sweep;
  const { count, traits } = crowd;
  const { length } = sweep;
  const { radius, viewRadius } = traits;
  if (paths) sweep.pairCount = 0;
  else sweep.marked.fill(0, 0, count);
  let largest = 0;
  let smallest = Number.POSITIVE_INFINITY;
  for (let row = 0; row < count; row++) {
    if (radius[row] > largest) largest = radius[row];
    if (radius[row] < smallest) smallest = radius[row];
  }
  // One of the two has moved at least this far.
  const fast = 0.5 * slack * smallest;
  let seen = near !== undefined;
  let fastCount = 0;
  let sum = 0;
  for (let row = 0; row < count; row++) {
    if (!(length[row] > fast)) continue;
    fastCount++;
    sum += length[row];
    if (viewRadius[row] <= searchRadius(length[row], largest)) seen = false;
  }
  if (fastCount === 0) return;
  if (!seen) fillTorus(sweep.torus, count, x, y, 2 * (sum / fastCount) + largest);
  for (let row = 0; row < count; row++) {
    // An agent that is in a pair was marked.
    if (!(length[row] > fast) || (paths && sweep.marked[row] === 0)) continue;
    if (seen && near) {
      // Only slower agents count, and nearly all in the list are too far away: the distance is tested here first.
      const limit = searchRadius(length[row], largest);
      const limitSquared = limit * limit;
      const ownX = x[row];
      const ownY = y[row];
      const end = near.starts[row] + near.counts[row];
      for (let entry = near.starts[row]; entry < end; entry++) {
        const other = near.items[entry];
        const dx = ownX - x[other];
        const dy = ownY - y[other];
        if (dx * dx + dy * dy > limitSquared) continue;
        considerPair(sweep, crowd, row, other, x, y, z, paths);
      }
    } else searchAround(sweep, crowd, row, x, y, z, searchRadius(length[row], largest), paths);
  }
}

export type Places = { x: Float64Array; y: Float64Array; z: Float64Array };

/** Metres around a row in which the slower ones are that it may pass, and a hair more for the rounding. */
function searchRadius(length: number, largest: number): number {
  return 1.001 * (2 * length + largest);
}

function searchAround(
  sweep: BodySweep,
  crowd: Crowd,
  row: number,
  x: Float64Array,
  y: Float64Array,
  z: Float64Array,
  radius: number,
  paths: Paths | undefined,
): void {
  const { cellSize, height, order, starts, width } = sweep.torus;
  const firstColumn = Math.floor((x[row] - radius) / cellSize);
  const firstRow = Math.floor((y[row] - radius) / cellSize);
  // No bucket is visited twice.
  const columns = Math.min(width, Math.floor((x[row] + radius) / cellSize) - firstColumn + 1);
  const rows = Math.min(height, Math.floor((y[row] + radius) / cellSize) - firstRow + 1);
  for (let k = 0; k < rows; k++) {
    const base = ((firstRow + k) & (height - 1)) * width;
    for (let j = 0; j < columns; j++) {
      const bucket = base + ((firstColumn + j) & (width - 1));
      const end = starts[bucket + 1];
      for (let place = starts[bucket]; place < end; place++) {
        considerPair(sweep, crowd, row, order[place], x, y, z, paths);
      }
    }
  }
}

/** Marks or stores a pair that may pass, once: the faster agent finds the slower one. */
function considerPair(
  sweep: BodySweep,
  { ids, traits }: Crowd,
  row: number,
  other: number,
  x: Float64Array,
  y: Float64Array,
  z: Float64Array,
  paths: Paths | undefined,
): void {
  const { length } = sweep;
  if (length[row] < length[other] || (length[row] === length[other] && ids[row] <= ids[other])) return;
  const half = 0.5 * (traits.radius[row] + traits.radius[other]);
  const both = length[row] + length[other];
  if (both <= sweep.slack * half) return;
  const dx = x[row] - x[other];
  const dy = y[row] - y[other];
  const dz = z[row] - z[other];
  const limit = 1.001 * (both + half);
  if (dx * dx + dy * dy + dz * dz > limit * limit) return;
  if (!paths) {
    sweep.marked[row] = 1;
    sweep.marked[other] = 1;
    return;
  }
  if (arePathsApart(paths, row, other, 2 * half)) return;
  const pair = sweep.pairCount++;
  if (pair === sweep.first.length) {
    sweep.first = doubled(sweep.first);
    sweep.second = doubled(sweep.second);
    sweep.halt = new Float64Array(sweep.first.length);
  }
  const ordered = ids[row] < ids[other];
  sweep.first[pair] = ordered ? row : other;
  sweep.second[pair] = ordered ? other : row;
}
