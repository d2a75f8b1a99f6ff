import { isAtTarget, isRegion, type Targets } from '../../crowd/index.ts';
import { cellAt, centreX, centreY, type GridMap } from './cells/grid.ts';
import type { Terrain } from './terrain.ts';

/** A list of the cells of a target, which serves one target after the other. */
export type TargetCells = {
  cells: Int32Array;
  count: number;
  /** Scratch: a place, or the columns and rows around a target. */
  place: Float64Array;
};

export function createTargetCells(): TargetCells {
  return { cells: new Int32Array(256), count: 0, place: new Float64Array(4) };
}

/** Lists the open cells whose centre is in a target, row by row. Returns the number of cells that it looked at. */
export function listTargetCells(
  list: TargetCells,
  { map, open }: Terrain,
  targets: Targets,
  target: number,
): number {
  const { place } = list;
  boxTarget(map, targets, target, place);
  const firstColumn = place[0];
  const firstRow = place[1];
  const lastColumn = place[2];
  const lastRow = place[3];
  const size = (lastColumn - firstColumn + 1) * (lastRow - firstRow + 1);
  if (list.cells.length < size) list.cells = new Int32Array(2 * size);
  list.count = 0;
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const cell = row * map.columns + column;
      if (open[cell] === 0) continue;
      if (!isAtTarget(targets, target, centreX(map, column), centreY(map, row))) continue;
      list.cells[list.count++] = cell;
    }
  }
  return size;
}

/**
 * Writes the columns and rows of cells that may be in a target: the first column, the first row, the last column, the last
 * row. Of a target outside of the map they are cells at its border, none of which is in it.
 */
export function boxTarget(map: GridMap, targets: Targets, target: number, out: Float64Array): void {
  const { radius, regions, x, y } = targets;
  const corners = regions.corners[target];
  // Of a circle one half is stored.
  const halfX = isRegion(targets, target) ? regions.halfX[target] : radius[target];
  const halfY = isRegion(targets, target) ? regions.halfY[target] || halfX : halfX;
  const isPolygon = corners.length > 0;
  let lowX = isPolygon ? 0 : -halfX;
  let lowY = isPolygon ? 0 : -halfY;
  let highX = isPolygon ? 0 : halfX;
  let highY = isPolygon ? 0 : halfY;
  // The first corner of a polygon is its place, 0.
  for (let k = 1; k < corners.length; k++) {
    lowX = Math.min(lowX, corners[k][0]);
    lowY = Math.min(lowY, corners[k][1]);
    highX = Math.max(highX, corners[k][0]);
    highY = Math.max(highY, corners[k][1]);
  }
  const from = cellAt(map, x[target] + lowX, y[target] + lowY);
  const to = cellAt(map, x[target] + highX, y[target] + highY);
  out[0] = from % map.columns;
  out[1] = (from - out[0]) / map.columns;
  out[2] = to % map.columns;
  out[3] = (to - out[2]) / map.columns;
}
