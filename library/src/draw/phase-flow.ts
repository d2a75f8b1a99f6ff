/** The competition of two classes as a flow in the plane (w1, w2), for a picture. */

import { lengthOf, square } from './arithmetic.ts';

export type Point = readonly [number, number];
export type Pair = { alpha: readonly [number, number]; gamma12: number; gamma21: number };

export function rateAt({ alpha, gamma12, gamma21 }: Pair, [x, y]: Point): Point {
  return [x * (alpha[0] * (1 - x * x) - gamma12 * y * y), y * (alpha[1] * (1 - y * y) - gamma21 * x * x)];
}

/** A time in which nothing changes much. */
function paceOf({ alpha, gamma12, gamma21 }: Pair): number {
  return 1 / Math.max(alpha[0] + Math.abs(gamma12), alpha[1] + Math.abs(gamma21));
}

/** One step of the classical Runge-Kutta method; a negative time goes back. */
function advance(pair: Pair, [x, y]: Point, time: number): Point {
  const a = rateAt(pair, [x, y]);
  const b = rateAt(pair, [x + (time / 2) * a[0], y + (time / 2) * a[1]]);
  const c = rateAt(pair, [x + (time / 2) * b[0], y + (time / 2) * b[1]]);
  const d = rateAt(pair, [x + time * c[0], y + time * c[1]]);
  return [
    x + (time / 6) * (a[0] + 2 * b[0] + 2 * c[0] + d[0]),
    y + (time / 6) * (a[1] + 2 * b[1] + 2 * c[1] + d[1]),
  ];
}

const MAXIMUM_STEPS = 2000;
const ARRIVED = 0.01;

/** The fixed point that the flow reaches from a point; −1 if it reaches none in the given time. */
export function findEnd(pair: Pair, start: Point, ends: readonly Point[]): number {
  if (ends.length === 0) return -1;
  const pace = 0.5 * paceOf(pair);
  let at = start;
  for (let step = 0; step < MAXIMUM_STEPS; step++) {
    const end = ends.findIndex(([x, y]) => Math.abs(x - at[0]) < ARRIVED && Math.abs(y - at[1]) < ARRIVED);
    if (end >= 0) return end;
    at = advance(pair, at, pace);
    // Classes that help each other without end.
    if (!(Math.abs(at[0]) + Math.abs(at[1]) < 1e3)) return -1;
  }
  return -1;
}

/** A part of a row that belongs to one basin. */
type Run = { row: number; from: number; to: number; end: number };

const SAMPLES = 24;
const BISECTIONS = 9;

/** Basins over [0, extent]², row by row: sampled along each row, and bisected where two neighbouring samples differ. */
export function findBasins(pair: Pair, ends: readonly Point[], extent: number, rows: number): Run[] {
  const runs: Run[] = [];
  for (let row = 0; row < rows; row++) {
    const y = ((row + 0.5) / rows) * extent;
    const endAt = (x: number) => findEnd(pair, [x, y], ends);
    // Close to the axis, not on it: there the other class is off permanently.
    let before = 1e-3 * extent;
    let run: Run = { row, from: 0, to: 0, end: endAt(before) };
    for (let sample = 1; sample <= SAMPLES; sample++) {
      const x = (sample / SAMPLES) * extent;
      const end = endAt(x);
      if (end !== run.end) {
        let low = before;
        let high = x;
        for (let k = 0; k < BISECTIONS; k++) {
          const middle = (low + high) / 2;
          if (endAt(middle) === run.end) low = middle;
          else high = middle;
        }
        runs.push({ ...run, to: high });
        run = { row, from: high, to: high, end };
      }
      before = x;
    }
    runs.push({ ...run, to: extent });
  }
  return runs;
}

/** The two branches of the line that runs into a saddle off the axes and separates the basins. Inside [0, extent]². */
export function traceSeparatrix(pair: Pair, [x, y]: Point, extent: number): Point[] {
  const { alpha, gamma12, gamma21 } = pair;
  const a = alpha[0] * (1 - 3 * x * x) - gamma12 * y * y;
  const b = -2 * gamma12 * x * y;
  const c = -2 * gamma21 * x * y;
  const d = alpha[1] * (1 - 3 * y * y) - gamma21 * x * x;
  const falling = (a + d) / 2 - Math.sqrt(square((a - d) / 2) + b * c);
  const length = lengthOf(b, falling - a);
  const branch = (sign: number): Point[] => {
    const points: Point[] = [];
    let at: Point = [x + (sign * 1e-4 * b) / length, y + (sign * 1e-4 * (falling - a)) / length];
    for (let step = 0; step < MAXIMUM_STEPS; step++) {
      points.push(at);
      const isInside = at[0] > 1e-3 && at[1] > 1e-3 && at[0] < extent && at[1] < extent;
      if (!isInside) break;
      at = advance(pair, at, -0.1 * paceOf(pair));
    }
    return points;
  };
  return [...branch(-1).reverse(), [x, y], ...branch(1)];
}
