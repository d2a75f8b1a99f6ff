import type { Obstacles } from '../../../crowd/index.ts';
import type { PlaneBounds } from '../../base/contract.ts';
import type { GridMap, Window } from '../cells/grid.ts';
import { createSolids } from '../cells/solids.ts';
import { drawBodies, drawBorder, drawObstacles } from '../rasterize.ts';

type Boxes = readonly (readonly number[])[];

/** Boxes around what has changed since a revision; undefined: not all changes since then are known. */
export function boxesSince({ changes, revision: now }: Obstacles, revision: number): Boxes | undefined {
  const since = changes.filter(([at]) => at > revision);
  const known = new Set(since.map(([at]) => at));
  for (let at = revision + 1; at <= now; at++) if (!known.has(at)) return undefined;
  return since.map(([, ...box]) => box);
}

/** Boxes around the bodies, x, y and radius of each, that one list has and the other has not. */
export function boxesOfBodies(before: readonly number[], after: readonly number[]): Boxes {
  const [old, young] = [bodiesIn(before), bodiesIn(after)];
  const boxes: number[][] = [];
  for (const [some, others] of [
    [old, young],
    [young, old],
  ]) {
    for (const [key, [x, y, radius]] of some) {
      if (!others.has(key)) boxes.push([x - radius, y - radius, x + radius, y + radius]);
    }
  }
  return boxes;
}

function bodiesIn(bodies: readonly number[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (let k = 0; k < bodies.length; k += 3) {
    const body = bodies.slice(k, k + 3);
    found.set(body.join(' '), body);
  }
  return found;
}

/** More windows than this, and what has not followed them is made again as a whole. */
const MOST_WINDOWS = 1000;

/** Leaves this many of a list that is ordered by revisions, those of one revision together: what is left is complete. */
export function trimRevisions<Entry>(
  list: Entry[],
  most: number,
  revisionOf: (entry: Entry) => number,
): void {
  if (list.length <= most) return;
  const last = revisionOf(list[list.length - most - 1]);
  let end = list.length - most;
  while (end < list.length && revisionOf(list[end]) === last) end++;
  list.splice(0, end);
}

/** Draws the cells within reach of boxes again: clearance is the least of distances, whatever is drawn first. */
export function redraw(map: GridMap, bounds: PlaneBounds, obstacles: Obstacles, boxes: Boxes): void {
  map.solids = createSolids(bounds, obstacles, map.resting, map.bodies);
  for (const box of boxes) {
    const window = windowAround(map, box);
    map.windows.push(window);
    const { column, lastColumn, lastRow, row } = window;
    for (let line = row; line <= lastRow; line++) {
      const start = line * map.columns;
      map.clearance.fill(map.reach, start + column, start + lastColumn + 1);
    }
    drawBorder(map, bounds, window);
    drawObstacles(map, obstacles, window);
    drawBodies(map, window);
  }
  // A change of nothing is a change, too.
  if (boxes.length === 0) map.windows.push(windowAround(map, [0, 0, 0, 0]));
  trimRevisions(map.windows, MOST_WINDOWS, ({ revision }) => revision);
}

/** The cells whose centres can be within reach of a box. */
function windowAround(map: GridMap, [minX, minY, maxX, maxY]: readonly number[]): Window {
  const { cell, columns, reach, revision, rows } = map;
  const index = (distance: number, count: number) =>
    Math.max(0, Math.min(count - 1, Math.floor(distance / cell)));
  const margin = reach + cell;
  return {
    revision,
    column: index(minX - margin - map.minX, columns),
    row: index(minY - margin - map.minY, rows),
    lastColumn: index(maxX + margin - map.minX, columns),
    lastRow: index(maxY + margin - map.minY, rows),
  };
}
