import { doubled } from '../../../crowd/index.ts';

/** Where a body stands off another body or a wall after a contact, metres: rounding then never puts it inside. */
export const SKIN = 1e-6;
/** The largest number of corners of one body's path: a body touches no more surfaces in a step. */
const CORNERS = 80;

/**
 * The contacts of one body on its path, and the corners of the path; filled by the code that leads it around
 * obstacles.
 */
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

export function storeCorner(trace: Trace, time: number, x: number, y: number, z: number): void {
  const { corners } = trace;
  const at = 4 * trace.cornerCount++;
  corners[at] = time;
  corners[at + 1] = x;
  corners[at + 2] = y;
  corners[at + 3] = z;
}

export function recordTouch(
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

/** Whether an earlier touch of a trace was of the same obstacle; `owner` gives the obstacle of an element. */
export function wasTouchedBefore({ touched }: Trace, owner: Int32Array, touch: number): boolean {
  for (let k = 0; k < touch; k++) if (owner[touched[k]] === owner[touched[touch]]) return true;
  return false;
}

/** The paths of bodies in a step: straight from corner to corner, each at its part of the time, from 0 to 1. */
export type Paths = {
  /** The corners of a row are starts[row] … starts[row] + counts[row] − 1; none: its path is not known. */
  starts: Int32Array;
  counts: Int32Array;
  length: number;
  time: Float64Array;
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
};

export function createPaths(): Paths {
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

/** No paths, with room for as many rows. */
export function beginPaths(paths: Paths, count: number, capacity: number): void {
  if (paths.starts.length < count) {
    paths.starts = new Int32Array(capacity);
    paths.counts = new Int32Array(capacity);
  }
  paths.counts.fill(0, 0, count);
  paths.length = 0;
}

/** The path of a row is the one that was traced. */
export function addTracedPath(paths: Paths, row: number, { corners, cornerCount }: Trace): void {
  beginPath(paths, row);
  for (let k = 0; k < cornerCount; k++) {
    addCorner(paths, row, corners[4 * k], corners[4 * k + 1], corners[4 * k + 2], corners[4 * k + 3]);
  }
}

/** The path of a row is straight. */
export function addStraightPath(
  paths: Paths,
  row: number,
  fromX: number,
  fromY: number,
  fromZ: number,
  toX: number,
  toY: number,
  toZ: number,
): void {
  beginPath(paths, row);
  addCorner(paths, row, 0, fromX, fromY, fromZ);
  addCorner(paths, row, 1, toX, toY, toZ);
}

function beginPath(paths: Paths, row: number): void {
  paths.starts[row] = paths.length;
  paths.counts[row] = 0;
}

function addCorner(paths: Paths, row: number, time: number, x: number, y: number, z: number): void {
  const corner = paths.length++;
  if (corner === paths.time.length) {
    for (const name of ['time', 'x', 'y', 'z'] as const) paths[name] = doubled(paths[name]);
  }
  paths.counts[row]++;
  paths.time[corner] = time;
  paths.x[corner] = x;
  paths.y[corner] = y;
  paths.z[corner] = z;
}

/** Writes where a row is at a part of the time into place[at] … place[at + 2]. */
export function placeOnPath(paths: Paths, row: number, time: number, place: Float64Array, at: number): void {
  const { x, y, z } = paths;
  const last = paths.starts[row] + paths.counts[row] - 1;
  let corner = paths.starts[row];
  while (corner < last && paths.time[corner + 1] <= time) corner++;
  if (corner === last) {
    place[at] = x[corner];
    place[at + 1] = y[corner];
    place[at + 2] = z[corner];
    return;
  }
  const part = (time - paths.time[corner]) / (paths.time[corner + 1] - paths.time[corner]);
  place[at] = x[corner] + part * (x[corner + 1] - x[corner]);
  place[at + 1] = y[corner] + part * (y[corner + 1] - y[corner]);
  place[at + 2] = z[corner] + part * (z[corner + 1] - z[corner]);
}

/** The time of the first corner of a row that comes after `time`; 1 at the latest. */
export function nextCornerTime(paths: Paths, row: number, time: number): number {
  const end = paths.starts[row] + paths.counts[row];
  for (let corner = paths.starts[row]; corner < end; corner++) {
    if (paths.time[corner] > time) return paths.time[corner];
  }
  return 1;
}

/** Whether two never come within `margin` metres, by the boxes around their paths: they may, and still not meet. */
export function arePathsApart(paths: Paths, row: number, other: number, margin: number): boolean {
  // A hair more, for the rounding and the skin.
  const gap = 1.001 * margin + 2 * SKIN;
  return (
    isColumnApart(paths, paths.x, row, other, gap) ||
    isColumnApart(paths, paths.y, row, other, gap) ||
    isColumnApart(paths, paths.z, row, other, gap)
  );
}

function isColumnApart(paths: Paths, column: Float64Array, row: number, other: number, gap: number): boolean {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const end = paths.starts[row] + paths.counts[row];
  for (let corner = paths.starts[row]; corner < end; corner++) {
    low = Math.min(low, column[corner]);
    high = Math.max(high, column[corner]);
  }
  let below = true;
  let above = true;
  const otherEnd = paths.starts[other] + paths.counts[other];
  for (let corner = paths.starts[other]; corner < otherEnd; corner++) {
    if (column[corner] + gap >= low) below = false;
    if (column[corner] - gap <= high) above = false;
  }
  return below || above;
}
