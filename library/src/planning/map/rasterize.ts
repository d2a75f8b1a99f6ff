import type { Obstacles } from '../../crowd/index.ts';
import { distanceToSegmentSquared } from '../../geometry/index.ts';
import type { PlaneBounds } from '../base/contract.ts';
import type { GridMap, Window } from './cells/grid.ts';

/** Rasterises what is solid: clearance becomes the least distance to any of it. */

export function drawBorder(
  map: GridMap,
  { minX, minY, maxX, maxY }: PlaneBounds,
  { column: first, lastColumn, lastRow, row: firstRow } = wholeOf(map),
): void {
  const { cell, clearance, columns, reach } = map;
  // Only the cells within reach of a side: all of a row, or its two ends.
  const depth = Math.ceil(reach / cell) + 1;
  for (let row = firstRow; row <= lastRow; row++) {
    const y = map.minY + (row + 0.5) * cell;
    const vertical = Math.min(y - minY, maxY - y);
    for (let column = first; column <= lastColumn; column++) {
      if (vertical >= reach && column === depth && columns > 2 * depth + 1) {
        column = columns - depth - 1;
        if (column > lastColumn) break;
      }
      const x = map.minX + (column + 0.5) * cell;
      const gap = Math.max(0, Math.min(vertical, x - minX, maxX - x));
      const k = row * columns + column;
      if (gap < clearance[k]) clearance[k] = gap;
    }
  }
}

/** The cells that are drawn: all, unless a part is given. */
type Part = Omit<Window, 'revision'>;

function wholeOf({ columns, rows }: GridMap): Part {
  return { column: 0, row: 0, lastColumn: columns - 1, lastRow: rows - 1 };
}

export function drawObstacles(map: GridMap, obstacles: Obstacles, part = wholeOf(map)): void {
  const { count, firstMoving, owner } = obstacles;
  for (let first = 0; first < count; ) {
    let end = first + 1;
    while (end < count && owner[end] === owner[first] && end !== firstMoving) end++;
    if (first < firstMoving || map.resting[first - firstMoving] === 1) {
      for (let element = first; element < end; element++) drawElement(map, obstacles, element, part);
      // Boxes and polygons are solid; the world's border is not.
      if (end - first >= 3 && owner[first] >= 0) fillInside(map, obstacles, first, end, part);
    }
    first = end;
  }
}

export function drawBodies(map: GridMap, part = wholeOf(map)): void {
  const { bodies } = map;
  for (let k = 0; k < bodies.length; k += 3) {
    drawCapsule(map, bodies[k], bodies[k + 1], bodies[k], bodies[k + 1], bodies[k + 2], part);
  }
}

function drawElement(map: GridMap, obstacles: Obstacles, element: number, part: Part): void {
  const { endX, endY, radius, startX, startY } = obstacles;
  drawCapsule(map, startX[element], startY[element], endX[element], endY[element], radius[element], part);
}

function drawCapsule(
  map: GridMap,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  radius: number,
  { column: first, lastColumn, lastRow, row: firstRow }: Part,
): void {
  const { cell, clearance, columns, minX, minY, reach } = map;
  const margin = radius + reach;
  const fromRow = indexOf(Math.min(ay, by) - margin - minY, cell, firstRow, lastRow);
  const toRow = indexOf(Math.max(ay, by) + margin - minY, cell, firstRow, lastRow);
  const slope = ay === by ? 0 : (bx - ax) / (by - ay);
  for (let row = fromRow; row <= toRow; row++) {
    const y = minY + (row + 0.5) * cell;
    // The part of the segment whose height is within the margin, and so much to either side of it.
    let low = ax;
    let high = bx;
    if (ay !== by) {
      const nearY = Math.max(Math.min(ay, by), y - margin);
      const farY = Math.min(Math.max(ay, by), y + margin);
      low = ax + (nearY - ay) * slope;
      high = ax + (farY - ay) * slope;
    }
    const fromColumn = indexOf(Math.min(low, high) - margin - cell - minX, cell, first, lastColumn);
    const toColumn = indexOf(Math.max(low, high) + margin + cell - minX, cell, first, lastColumn);
    for (let column = fromColumn; column <= toColumn; column++) {
      const squared = distanceToSegmentSquared(minX + (column + 0.5) * cell, y, ax, ay, bx, by);
      const gap = Math.max(0, Math.sqrt(squared) - radius);
      const k = row * columns + column;
      if (gap < clearance[k]) clearance[k] = gap;
    }
  }
}

/** The row or column at a distance from the first one's edge, among those that are drawn. */
function indexOf(distance: number, cell: number, first: number, last: number): number {
  return Math.max(first, Math.min(last, Math.floor(distance / cell)));
}

/** Fills each row of cells between every other crossing of the outline. */
function fillInside(map: GridMap, obstacles: Obstacles, first: number, end: number, part: Part): void {
  const { cell, clearance, columns, minX, minY } = map;
  const { startX, startY, endX, endY } = obstacles;
  const crossings: number[] = [];
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let element = first; element < end; element++) {
    low = Math.min(low, startY[element]);
    high = Math.max(high, startY[element]);
  }
  const toRow = indexOf(high - minY, cell, part.row, part.lastRow);
  for (let row = indexOf(low - minY, cell, part.row, part.lastRow); row <= toRow; row++) {
    const y = minY + (row + 0.5) * cell;
    crossings.length = 0;
    for (let element = first; element < end; element++) {
      const ay = startY[element];
      const by = endY[element];
      if (ay <= y === by <= y) continue;
      crossings.push(startX[element] + ((y - ay) / (by - ay)) * (endX[element] - startX[element]));
    }
    crossings.sort((a, b) => a - b);
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const toColumn = indexOf(crossings[k + 1] - minX, cell, part.column, part.lastColumn);
      const fromColumn = indexOf(crossings[k] - minX, cell, part.column, part.lastColumn);
      for (let column = fromColumn; column <= toColumn; column++) {
        const x = minX + (column + 0.5) * cell;
        if (x >= crossings[k] && x <= crossings[k + 1]) clearance[row * columns + column] = 0;
      }
    }
  }
}
