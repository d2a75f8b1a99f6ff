import { isRegion, type Targets } from '../../crowd/index.ts';
import { cellAt, type GridMap } from './grid.ts';

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
