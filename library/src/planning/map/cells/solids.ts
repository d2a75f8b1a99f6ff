import type { Obstacles } from '../../../crowd/index.ts';
import {
  type BoxTree,
  createBoxTree,
  distanceOfSegmentsSquared,
  distanceToSegmentSquared,
  searchBoxes,
} from '../../../geometry/index.ts';
import type { PlaneBounds } from '../../base/contract.ts';

/** What is solid on a map, as capsules: the elements of obstacles that stand still, bodies in the way, the four sides of the world. */
export type Solids = Runs & {
  /** The same with fewer: short solids that continue each other are one. For gaps, which need no millimetres. */
  readonly runs: Runs;
};

export type Runs = {
  readonly count: number;
  /** Bodies come last, from this number on; gaps beside them are no passages. */
  readonly firstBody: number;
  readonly ax: Float64Array;
  readonly ay: Float64Array;
  readonly bx: Float64Array;
  readonly by: Float64Array;
  readonly radius: Float64Array;
  /** Boxes around them: four numbers for each, and a tree of all. */
  readonly boxes: Float64Array;
  readonly tree: BoxTree;
};

/** So few solids are looked at one after the other; that takes less than a walk down their tree. */
export const fewSolids = 64;

/** `resting` says which of the elements with a course stand still, from firstMoving on; `bodies` are x, y and radius of discs. */
export function createSolids(
  { minX, minY, maxX, maxY }: PlaneBounds,
  { count, endX, endY, firstMoving, radius, startX, startY }: Obstacles,
  resting: Uint8Array,
  bodies: readonly number[] = [],
): Solids {
  const numbers: number[] = [];
  for (let element = 0; element < count; element++) {
    if (element >= firstMoving && resting[element - firstMoving] === 0) continue;
    numbers.push(startX[element], startY[element], endX[element], endY[element], radius[element]);
  }
  numbers.push(minX, minY, maxX, minY, 0, maxX, minY, maxX, maxY, 0);
  numbers.push(maxX, maxY, minX, maxY, 0, minX, maxY, minX, minY, 0);
  const firstBody = numbers.length / 5;
  for (let k = 0; k < bodies.length; k += 3) {
    numbers.push(bodies[k], bodies[k + 1], bodies[k], bodies[k + 1], bodies[k + 2]);
  }
  const solids = indexSolids({ numbers, firstBody });
  const joined = joinRuns(numbers, firstBody);
  return { ...solids, runs: joined.firstBody < firstBody ? indexSolids(joined) : solids };
}

/** Five numbers for each solid. */
type SolidNumbers = { numbers: readonly number[]; firstBody: number };

function indexSolids({ firstBody, numbers }: SolidNumbers): Runs {
  const count = numbers.length / 5;
  const column = (offset: number) => Float64Array.from({ length: count }, (_, k) => numbers[5 * k + offset]);
  const [ax, ay, bx, by, radius] = [column(0), column(1), column(2), column(3), column(4)];
  const boxes = new Float64Array(4 * count);
  for (let k = 0; k < count; k++) {
    boxes[4 * k] = Math.min(ax[k], bx[k]) - radius[k];
    boxes[4 * k + 1] = Math.min(ay[k], by[k]) - radius[k];
    boxes[4 * k + 2] = Math.max(ax[k], bx[k]) + radius[k];
    boxes[4 * k + 3] = Math.max(ay[k], by[k]) + radius[k];
  }
  return { count, firstBody, ax, ay, bx, by, radius, boxes, tree: createBoxTree(boxes) };
}

/** Metres: a run is no longer, and no point of it is farther from the straight line between its ends. */
const LONGEST_RUN = 0.1;
const DEVIATION = 0.002;

const squareOf = (x: number, y: number) => x * x + y * y;

/** Makes one of short solids that continue each other, such as the edges of a finely drawn curve. */
function joinRuns(numbers: readonly number[], firstBody: number): SolidNumbers {
  const runs: number[] = [];
  let length = 0;
  for (let at = 0; at < 5 * firstBody; at += 5) {
    const [ax, ay, bx, by, radius] = numbers.slice(at, at + 5);
    const run = runs.length - 5;
    const own = Math.sqrt(squareOf(bx - ax, by - ay));
    const chord = squareOf(bx - runs[run], by - runs[run + 1]);
    length += own;
    const goesOn = runs[run + 2] === ax && runs[run + 3] === ay && runs[run + 4] === radius;
    // A path that is little longer than the straight line does not leave it far.
    if (goesOn && length <= LONGEST_RUN && length * length - chord <= 4 * DEVIATION * DEVIATION) {
      runs[run + 2] = bx;
      runs[run + 3] = by;
    } else {
      runs.push(ax, ay, bx, by, radius);
      length = own;
    }
  }
  return { numbers: [...runs, ...numbers.slice(5 * firstBody)], firstBody: runs.length / 5 };
}

/** Metres from a place to a solid; negative inside a disc. */
export function distanceTo({ ax, ay, bx, by, radius }: Runs, k: number, x: number, y: number): number {
  return Math.sqrt(distanceToSegmentSquared(x, y, ax[k], ay[k], bx[k], by[k])) - radius[k];
}

/** Metres from a straight line to a solid; negative where the line enters a disc. */
export function distanceFromLine(
  { ax, ay, bx, by, radius }: Runs,
  k: number,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
): number {
  const squared = distanceOfSegmentsSquared(fromX, fromY, toX, toY, ax[k], ay[k], bx[k], by[k]);
  return Math.sqrt(squared) - radius[k];
}

/** Computed distances are off by less, metres. */
const ROUNDING = 1e-9;

/** Whether a line stays `room` metres from all solids; or, where it begins closer to one, as far as it begins. */
export function isClear(
  solids: Solids,
  room: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): boolean {
  const minX = Math.min(x0, x1) - room;
  const minY = Math.min(y0, y1) - room;
  const maxX = Math.max(x0, x1) + room;
  const maxY = Math.max(y0, y1) + room;
  if (solids.count > fewSolids) {
    const isHit = (solid: number) => comesTooClose(solids, solid, room, x0, y0, x1, y1);
    return !searchBoxes(solids.tree, minX, minY, maxX, maxY, isHit);
  }
  const { boxes, count } = solids;
  for (let k = 0; k < count; k++) {
    const box = 4 * k;
    if (boxes[box] > maxX || boxes[box + 2] < minX || boxes[box + 1] > maxY || boxes[box + 3] < minY)
      continue;
    if (comesTooClose(solids, k, room, x0, y0, x1, y1)) return false;
  }
  return true;
}

function comesTooClose(
  solids: Solids,
  solid: number,
  room: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): boolean {
  const { ax, ay, bx, by, radius } = solids;
  const dx = x1 - x0;
  const dy = y1 - y0;
  // Both ends on one side of the line, and farther from it than what is asked for: most of those beside a path.
  const a = dx * (ay[solid] - y0) - dy * (ax[solid] - x0);
  const b = dx * (by[solid] - y0) - dy * (bx[solid] - x0);
  const reach = room + radius[solid];
  const limit = reach * reach * (dx * dx + dy * dy);
  if (a > 0 === b > 0 && a * a > limit && b * b > limit) return false;
  const away = distanceFromLine(solids, solid, x0, y0, x1, y1);
  if (away >= room - ROUNDING) return false;
  return away <= 0 || away < distanceTo(solids, solid, x0, y0) - ROUNDING;
}

/** The solids within some metres of a place, in the order of their numbers. */
export function solidsNear(solids: Solids, x: number, y: number, reach: number): number[] {
  const found: number[] = [];
  searchBoxes(solids.tree, x - reach, y - reach, x + reach, y + reach, (k) => {
    if (distanceTo(solids, k, x, y) <= reach) found.push(k);
    return false;
  });
  return found.sort((a, b) => a - b);
}

/** Two solids and the metres between them. */
export type Gap = { first: number; second: number; width: number };

/**
 * The pairs of solids, bodies apart, whose distance is from `least` up to `most` metres; without pairs of short solids
 * that have others between them, such as those of one curve.
 */
export function findGaps(solids: Runs, least: number, most: number): Gap[] {
  const { ax, ay, bx, by, firstBody, radius, tree } = solids;
  const gaps: Gap[] = [];
  for (let first = 0; first < firstBody; first++) {
    const reach = most + radius[first];
    const [x0, x1] = [Math.min(ax[first], bx[first]) - reach, Math.max(ax[first], bx[first]) + reach];
    const [y0, y1] = [Math.min(ay[first], by[first]) - reach, Math.max(ay[first], by[first]) + reach];
    searchBoxes(tree, x0, y0, x1, y1, (second) => {
      if (second <= first || second >= firstBody) return false;
      const away = distanceFromLine(solids, second, ax[first], ay[first], bx[first], by[first]);
      const width = away - radius[first];
      if (width >= least && width <= most) gaps.push({ first, second, width });
      return false;
    });
  }
  return gaps
    .filter((gap) => !isFilled(solids, gap, least / 4))
    .sort((a, b) => a.first - b.first || a.second - b.second);
}

/**
 * Whether a third solid lies between two that are shorter than `short`. A body then passes between it and one of the two, or not at all: a
 * gap between these is found, too.
 */
function isFilled(solids: Runs, { first, second }: Gap, short: number): boolean {
  const { ax, ay, bx, by, tree } = solids;
  for (const k of [first, second]) {
    if (squareOf(bx[k] - ax[k], by[k] - ay[k]) > short * short) return false;
  }
  const x = (ax[first] + bx[first] + ax[second] + bx[second]) / 4;
  const y = (ay[first] + by[first] + ay[second] + by[second]) / 4;
  // Walls touch the disc over a gap.
  const reach = 0.9 * distanceTo(solids, first, x, y);
  const isBetween = (k: number) => k !== first && k !== second && distanceTo(solids, k, x, y) < reach;
  // The solids of one curve are numbered one after another.
  if (isBetween((first + second) >> 1)) return true;
  return searchBoxes(tree, x - reach, y - reach, x + reach, y + reach, isBetween);
}
