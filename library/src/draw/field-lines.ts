/**
 * Evenly spaced streamlines, after B. Jobard and W. Lefer, "Creating evenly-spaced streamlines of arbitrary density"
 * (1997): each new line begins at the wanted distance beside an existing one, and ends where it comes too near to any
 * other. Seeds are taken in a fixed order, so that the same field gives the same lines.
 */

import { lengthOf } from './arithmetic.ts';

/** Writes the direction at a place, of any length but 0, into out[0] and out[1]; false where there is none. */
export type DirectionSampler = (x: number, y: number, out: Float64Array) => boolean;

export type LineBounds = { minX: number; minY: number; maxX: number; maxY: number };

/** A line that follows a field: its points, and whether it closes on itself. */
export type Streamline = { x: number[]; y: number[]; isClosed: boolean };

/** As shares of the distance between lines: the smallest distance, the length of a step, and of the shortest line. */
const NEAREST = 0.5;
const STEP = 0.15;
const SHORTEST = 1.5;
/** The cosine of the sharpest turn from one step to the next. */
const SHARPEST = 0.7;
/** The most lines; a picture cannot show more of them distinctly. */
const MAXIMUM_LINES = 5000;
const MAXIMUM_STEPS = 4000;

/** Points of lines by the square of a grid that they are in. */
type Squares = { side: number; columns: number; rows: number; points: Map<number, number[]> };

/** Streamlines over a box, `distance` metres apart. */
export function traceStreamlines(
  direction: DirectionSampler,
  bounds: LineBounds,
  distance: number,
): Streamline[] {
  const squares: Squares = {
    side: distance,
    columns: Math.floor((bounds.maxX - bounds.minX) / distance) + 1,
    rows: Math.floor((bounds.maxY - bounds.minY) / distance) + 1,
    points: new Map(),
  };
  const lines: Streamline[] = [];
  let asked = 0;
  const plant = (x: number, y: number) => {
    if (lines.length >= MAXIMUM_LINES || !isInside(bounds, x, y)) return;
    if (isNear(squares, bounds, x, y, distance)) return;
    const line = traceLine(direction, bounds, squares, x, y, distance);
    if (!line) return;
    line.x.forEach((px, k) => {
      recordPoint(squares, bounds, px, line.y[k]);
    });
    lines.push(line);
  };
  const spread = () => {
    for (; asked < lines.length; asked++) plantBeside(lines[asked], distance, plant);
  };
  // The middle first: it matters most. Then every square, for parts that no line leads to.
  plant((bounds.minX + bounds.maxX) / 2, (bounds.minY + bounds.maxY) / 2);
  spread();
  for (let row = 0; row < squares.rows; row++) {
    for (let column = 0; column < squares.columns; column++) {
      plant(bounds.minX + (column + 0.5) * distance, bounds.minY + (row + 0.5) * distance);
      spread();
    }
  }
  return lines;
}

/** Seeds on both sides of a line, a little farther than the wanted distance so that rounding does not refuse them. */
function plantBeside({ x, y }: Streamline, distance: number, plant: (x: number, y: number) => void): void {
  const aside = 1.001 * distance;
  for (let k = 0; k + 1 < x.length; k += 3) {
    const [dx, dy] = [x[k + 1] - x[k], y[k + 1] - y[k]];
    const length = lengthOf(dx, dy);
    if (!(length > 0)) continue;
    for (const side of [aside, -aside]) plant(x[k] - (side * dy) / length, y[k] + (side * dx) / length);
  }
}

function traceLine(
  direction: DirectionSampler,
  bounds: LineBounds,
  squares: Squares,
  x: number,
  y: number,
  distance: number,
): Streamline | undefined {
  const ahead = traceHalf(direction, bounds, squares, x, y, STEP * distance, distance);
  if (ahead.isClosed) return ahead;
  const behind = traceHalf(direction, bounds, squares, x, y, -STEP * distance, distance);
  const line = {
    x: [...behind.x.reverse(), ...ahead.x.slice(1)],
    y: [...behind.y.reverse(), ...ahead.y.slice(1)],
    isClosed: false,
  };
  return (line.x.length - 1) * STEP < SHORTEST ? undefined : line;
}

/** From a seed with the field or, with a negative step, against it. */
function traceHalf(
  direction: DirectionSampler,
  bounds: LineBounds,
  squares: Squares,
  startX: number,
  startY: number,
  step: number,
  distance: number,
): Streamline {
  const half: Streamline = { x: [startX], y: [startY], isClosed: false };
  const unit = new Float64Array(2);
  let [x, y] = [startX, startY];
  let [lastX, lastY] = [0, 0];
  for (let k = 0; k < MAXIMUM_STEPS; k++) {
    // The midpoint rule: half a step by the direction here, the whole by the direction there.
    if (!unitAt(direction, x, y, unit)) break;
    const [ux, uy] = [unit[0], unit[1]];
    if (!unitAt(direction, x + (step / 2) * unit[0], y + (step / 2) * unit[1], unit)) break;
    // If the field reverses within a step, the line would oscillate on the spot.
    if (ux * unit[0] + uy * unit[1] < 0) break;
    // If it turns sharply from step to step, as between two directions or beside a wall, the line would zigzag.
    if (k > 0 && lastX * unit[0] + lastY * unit[1] < SHARPEST) break;
    [lastX, lastY] = [unit[0], unit[1]];
    x += step * unit[0];
    y += step * unit[1];
    if (!isInside(bounds, x, y) || isNear(squares, bounds, x, y, NEAREST * distance)) break;
    if (k * Math.abs(step) > 2 * distance) {
      const [backX, backY] = [startX - x, startY - y];
      if (lengthOf(backX, backY) < Math.abs(step)) {
        half.isClosed = true;
        break;
      }
      // A closed line comes near its beginning before it reaches it; a line that only passes its beginning is a spiral.
      const ahead = (backX * unit[0] + backY * unit[1]) * Math.sign(step);
      const aside = Math.abs(backX * unit[1] - backY * unit[0]);
      const returns = ahead > 0 && ahead < distance && aside < Math.abs(step) / 2;
      if (!returns && meetsItself(half, x, y, NEAREST * distance, Math.abs(step))) break;
    }
    half.x.push(x);
    half.y.push(y);
  }
  return half;
}

function unitAt(direction: DirectionSampler, x: number, y: number, out: Float64Array): boolean {
  if (!direction(x, y, out)) return false;
  const length = lengthOf(out[0], out[1]);
  if (!(length > 1e-9)) return false;
  out[0] /= length;
  out[1] /= length;
  return true;
}

/** Whether a line comes near to an older part of itself, as a spiral does. */
function meetsItself({ x, y }: Streamline, px: number, py: number, distance: number, step: number): boolean {
  // The latest points are near in any case.
  const last = x.length - Math.ceil((3 * distance) / step);
  for (let k = 0; k < last; k++) if (lengthOf(px - x[k], py - y[k]) < distance) return true;
  return false;
}

function isInside({ minX, minY, maxX, maxY }: LineBounds, x: number, y: number): boolean {
  return x >= minX && x <= maxX && y >= minY && y <= maxY;
}

function squareOf({ side, columns }: Squares, { minX, minY }: LineBounds, x: number, y: number): number {
  return Math.floor((y - minY) / side) * columns + Math.floor((x - minX) / side);
}

function recordPoint(squares: Squares, bounds: LineBounds, x: number, y: number): void {
  const square = squareOf(squares, bounds, x, y);
  const points = squares.points.get(square);
  if (points) points.push(x, y);
  else squares.points.set(square, [x, y]);
}

/** Whether a point of a line is nearer than the distance, which is at most the side of a square. */
function isNear(squares: Squares, bounds: LineBounds, x: number, y: number, distance: number): boolean {
  const column = Math.floor((x - bounds.minX) / squares.side);
  const row = Math.floor((y - bounds.minY) / squares.side);
  for (let j = Math.max(0, row - 1); j <= Math.min(squares.rows - 1, row + 1); j++) {
    for (let i = Math.max(0, column - 1); i <= Math.min(squares.columns - 1, column + 1); i++) {
      const points = squares.points.get(j * squares.columns + i) ?? [];
      for (let k = 0; k < points.length; k += 2) {
        if (lengthOf(points[k] - x, points[k + 1] - y) < distance) return true;
      }
    }
  }
  return false;
}
