import { doubled } from '../../../crowd/index.ts';

/** Where a body stands off another body or a wall after a contact, metres: rounding then never puts it inside. */
export const SKIN = 1e-6;
/** Corners of one body's way at the most: a body touches no more surfaces in a step. */
const CORNERS = 80;

/** The contacts of one body on its way, and the corners of the way; filled by those who lead it round obstacles. */
export type Trace = {
  /** Four numbers for each corner: part of the time of the step, x, y, z. */
  corners: Float64Array;
  cornerCount: number;
  /** The elements touched, in order of time. */
  touched: Int32Array;
  /** Eight numbers for each: part of the time, depth, x, y, z of the body's centre, and the normal. */
  touches: Float64Array;
  touchCount: number;
};

export function createTrace(): Trace {
  return {
    corners: new Float64Array(4 * CORNERS),
    cornerCount: 0,
    touched: new Int32Array(CORNERS),
    touches: new Float64Array(8 * CORNERS),
    touchCount: 0,
  };
}

export function noteCorner(trace: Trace, time: number, x: number, y: number, z: number): void {
  const { corners } = trace;
  const at = 4 * trace.cornerCount++;
  corners[at] = time;
  corners[at + 1] = x;
  corners[at + 2] = y;
  corners[at + 3] = z;
}

export function noteTouch(
  trace: Trace,
  element: number,
  time: number,
  depth: number,
  x: number,
  y: number,
  z: number,
  normalX: number,
  normalY: number,
  normalZ: number,
): void {
  const { touches } = trace;
  trace.touched[trace.touchCount] = element;
  const at = 8 * trace.touchCount++;
  touches[at] = time;
  touches[at + 1] = depth;
  touches[at + 2] = x;
  touches[at + 3] = y;
  touches[at + 4] = z;
  touches[at + 5] = normalX;
  touches[at + 6] = normalY;
  touches[at + 7] = normalZ;
}

/** Whether an earlier touch of a trace was of the same obstacle; `owner` says whose an element is. */
export function wasTouchedBefore({ touched }: Trace, owner: Int32Array, touch: number): boolean {
  for (let k = 0; k < touch; k++) if (owner[touched[k]] === owner[touched[touch]]) return true;
  return false;
}

/** The ways of bodies in a step: straight from corner to corner, each at its part of the time, from 0 to 1. */
export type Ways = {
  /** The corners of a row are starts[row] … starts[row] + counts[row] − 1; none: its way is not known. */
  starts: Int32Array;
  counts: Int32Array;
  length: number;
  time: Float64Array;
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
};

export function createWays(): Ways {
  return {
    starts: new Int32Array(0),
    counts: new Int32Array(0),
    length: 0,
    time: new Float64Array(0),
    x: new Float64Array(0),
    y: new Float64Array(0),
    z: new Float64Array(0),
  };
}

/** No ways, with room for as many rows. */
export function beginWays(ways: Ways, count: number, capacity: number): void {
  if (ways.starts.length < count) {
    ways.starts = new Int32Array(capacity);
    ways.counts = new Int32Array(capacity);
  }
  ways.counts.fill(0, 0, count);
  ways.length = 0;
}

/** The way of a row is the one that was traced. */
export function addTracedWay(ways: Ways, row: number, { corners, cornerCount }: Trace): void {
  beginWay(ways, row);
  for (let k = 0; k < cornerCount; k++) {
    addCorner(ways, row, corners[4 * k], corners[4 * k + 1], corners[4 * k + 2], corners[4 * k + 3]);
  }
}

/** The way of a row is straight. */
export function addStraightWay(
  ways: Ways,
  row: number,
  fromX: number,
  fromY: number,
  fromZ: number,
  toX: number,
  toY: number,
  toZ: number,
): void {
  beginWay(ways, row);
  addCorner(ways, row, 0, fromX, fromY, fromZ);
  addCorner(ways, row, 1, toX, toY, toZ);
}

function beginWay(ways: Ways, row: number): void {
  ways.starts[row] = ways.length;
  ways.counts[row] = 0;
}

function addCorner(ways: Ways, row: number, time: number, x: number, y: number, z: number): void {
  const corner = ways.length++;
  if (corner === ways.time.length) {
    for (const name of ['time', 'x', 'y', 'z'] as const) ways[name] = doubled(ways[name]);
  }
  ways.counts[row]++;
  ways.time[corner] = time;
  ways.x[corner] = x;
  ways.y[corner] = y;
  ways.z[corner] = z;
}

/** Writes where a row is at a part of the time into place[at] … place[at + 2]. */
export function placeOnWay(ways: Ways, row: number, time: number, place: Float64Array, at: number): void {
  const { x, y, z } = ways;
  const last = ways.starts[row] + ways.counts[row] - 1;
  let corner = ways.starts[row];
  while (corner < last && ways.time[corner + 1] <= time) corner++;
  if (corner === last) {
    place[at] = x[corner];
    place[at + 1] = y[corner];
    place[at + 2] = z[corner];
    return;
  }
  const part = (time - ways.time[corner]) / (ways.time[corner + 1] - ways.time[corner]);
  place[at] = x[corner] + part * (x[corner + 1] - x[corner]);
  place[at + 1] = y[corner] + part * (y[corner + 1] - y[corner]);
  place[at + 2] = z[corner] + part * (z[corner + 1] - z[corner]);
}

/** The time of the first corner of a row that comes after `time`; 1 at the latest. */
export function nextCornerTime(ways: Ways, row: number, time: number): number {
  const end = ways.starts[row] + ways.counts[row];
  for (let corner = ways.starts[row]; corner < end; corner++) {
    if (ways.time[corner] > time) return ways.time[corner];
  }
  return 1;
}

/** Whether two never come within `margin` metres, by the boxes around their ways: they may, and still not meet. */
export function areWaysApart(ways: Ways, row: number, other: number, margin: number): boolean {
  // A hair more, for the rounding and the skin.
  const gap = 1.001 * margin + 2 * SKIN;
  return (
    isColumnApart(ways, ways.x, row, other, gap) ||
    isColumnApart(ways, ways.y, row, other, gap) ||
    isColumnApart(ways, ways.z, row, other, gap)
  );
}

function isColumnApart(ways: Ways, column: Float64Array, row: number, other: number, gap: number): boolean {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const end = ways.starts[row] + ways.counts[row];
  for (let corner = ways.starts[row]; corner < end; corner++) {
    low = Math.min(low, column[corner]);
    high = Math.max(high, column[corner]);
  }
  let below = true;
  let above = true;
  const otherEnd = ways.starts[other] + ways.counts[other];
  for (let corner = ways.starts[other]; corner < otherEnd; corner++) {
    if (column[corner] + gap >= low) below = false;
    if (column[corner] - gap <= high) above = false;
  }
  return below || above;
}
