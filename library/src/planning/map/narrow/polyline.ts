import { cellAt, type GridMap } from '../cells/grid.ts';
import { distanceFromLine } from '../cells/solids.ts';
import { clearanceAt, pointX, pointY, type Wave } from './wave.ts';

/** A line of straight pieces. */
export type Polyline = { x: number[]; y: number[] };

type Point = { x: number; y: number };

/** A cell, and a place in it. */
export type Place = Point & { cell: number };

/** A cell that a polyline passes, a place on the polyline in it (a corner where there is one), and others. */
export type Passed = Place & { others: Point[] };

/** The number of other places on each piece in a cell. */
const OTHERS = 8;

/** Joins points of a wave with as few straight pieces as leave the body about as much room as the points do. */
export function straighten(wave: Wave, points: readonly number[]): Polyline {
  const kept = [0];
  halve(wave, points, 0, points.length - 1, kept);
  for (let k = 1; k + 1 < kept.length; ) {
    if (isAsRoomy(wave, points, kept[k - 1], kept[k + 1])) kept.splice(k, 1);
    else k++;
  }
  return {
    x: kept.map((k) => pointX(wave, points[k])),
    y: kept.map((k) => pointY(wave, points[k])),
  };
}

/** Appends the ends of pieces that lead from one point to another. */
function halve(wave: Wave, points: readonly number[], from: number, to: number, kept: number[]): void {
  if (to <= from) return;
  if (to === from + 1 || isAsRoomy(wave, points, from, to)) {
    kept.push(to);
    return;
  }
  const middle = (from + to) >> 1;
  halve(wave, points, from, middle, kept);
  halve(wave, points, middle, to, kept);
}

function isAsRoomy(wave: Wave, points: readonly number[], from: number, to: number): boolean {
  const { across, body, map, solids, zone } = wave;
  let least = wave.room;
  for (let k = from; k <= to; k++) least = Math.min(least, clearanceAt(wave, points[k]));
  const wanted = Math.max(body, least - map.cell / across / 2);
  const [x0, y0] = [pointX(wave, points[from]), pointY(wave, points[from])];
  const [x1, y1] = [pointX(wave, points[to]), pointY(wave, points[to])];
  const seen = new Set<number>();
  for (let k = from; k <= to; k++) {
    const index = Math.floor(points[k] / (across * across));
    if (seen.has(index)) continue;
    seen.add(index);
    for (const solid of zone.near[index]) {
      if (distanceFromLine(solids, solid, x0, y0, x1, y1) < wanted) return false;
    }
  }
  return true;
}

/** The cells that a polyline passes, each joined to the next by a side. */
export function cellsAlong(map: GridMap, { x, y }: Polyline): Passed[] {
  const passed: Passed[] = [];
  for (let k = 0; k + 1 < x.length; k++) passPiece(map, x[k], y[k], x[k + 1], y[k + 1], passed);
  return passed;
}

function passPiece(map: GridMap, x0: number, y0: number, x1: number, y1: number, passed: Passed[]): void {
  const { cell, columns } = map;
  const last = cellAt(map, x1, y1);
  let k = cellAt(map, x0, y0);
  let from = 0;
  for (;;) {
    const column = k % columns;
    const row = (k - column) / columns;
    const alongX = shareTo(x0, x1, map.minX + (x1 > x0 ? column + 1 : column) * cell);
    const alongY = shareTo(y0, y1, map.minY + (y1 > y0 ? row + 1 : row) * cell);
    const to = k === last ? 1 : Math.min(1, Math.max(from, Math.min(alongX, alongY)));
    const pointAt = (share: number) => ({ x: x0 + share * (x1 - x0), y: y0 + share * (y1 - y0) });
    const { others } = record(passed, k, pointAt((from + to) / 2), x0, y0);
    for (let other = 0.5; other < OTHERS; other++)
      others.push(pointAt(from + (other / OTHERS) * (to - from)));
    // Rounding may lead past the last cell: the share of 1 ends the walk there.
    if (k === last || to >= 1) return;
    k += alongX < alongY ? (x1 > x0 ? 1 : -1) : y1 > y0 ? columns : -columns;
    from = to;
  }
}

/** Which share of the line from one number to another it takes to a third; infinite where the line does not get there. */
function shareTo(from: number, to: number, end: number): number {
  return from === to ? Number.POSITIVE_INFINITY : (end - from) / (to - from);
}

/** Where a piece begins in the cell in which the last one ended, their corner is the place. */
function record(passed: Passed[], cell: number, point: Point, startX: number, startY: number): Passed {
  let last = passed.at(-1);
  if (last?.cell === cell) {
    last.x = startX;
    last.y = startY;
  } else {
    last = { cell, ...point, others: [] };
    passed.push(last);
  }
  return last;
}
