import type { PlaneBounds } from '../../base/contract.ts';
import type { Costs } from './costs.ts';
import type { Solids } from './solids.ts';

/**
 * The ground as planners see it: square cells in rows, and at the centre of each how far it is to the nearest thing that
 * stands still. Cell k is in row ⌊k / columns⌋; rows go up the page.
 */
export type GridMap = {
  readonly minX: number;
  readonly minY: number;
  /** Side of a cell, metres. */
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  /** Farther than this nothing is looked for, metres. */
  reach: number;
  /** Metres from the centre of each cell to what is solid; 0 inside of it, `reach` where nothing is that near. */
  readonly clearance: Float64Array;
  /** Bodies that stand in the way: x, y and radius of each, metres. */
  bodies: readonly number[];
  /** What stands still. */
  solids: Solids;
  /** Changes whenever what stands still does. */
  revision: number;
  /** The revision of the obstacles that it shows. */
  shown: number;
  /** For each element of an obstacle with a course, from firstMoving on: 1 where it stands still and is on the map. */
  resting: Uint8Array;
  /** What parts of it have changed lately, for those that follow them; ./updates.ts. */
  windows: Window[];
  /** What walking costs where the ground is not plain; undefined where all of it is. */
  costs?: Costs | undefined;
};

/** Cells that may have changed with a revision of the map: columns and rows from the first to the last. */
export type Window = {
  revision: number;
  column: number;
  row: number;
  lastColumn: number;
  lastRow: number;
};

/** Cells of one map at most: 64 MB of clearance. */
export const maximumCells = 8_000_000;

/** The cells that bounds take. */
export function cellsOf(bounds: PlaneBounds, cell: number): { columns: number; rows: number } {
  return {
    columns: Math.max(1, Math.ceil((bounds.maxX - bounds.minX) / cell)),
    rows: Math.max(1, Math.ceil((bounds.maxY - bounds.minY) / cell)),
  };
}

export const centreX = (map: GridMap, column: number) => map.minX + (column + 0.5) * map.cell;
export const centreY = (map: GridMap, row: number) => map.minY + (row + 0.5) * map.cell;

/** The cell that a place is in; the nearest one for a place outside the map. */
export function cellAt(map: GridMap, x: number, y: number): number {
  const column = Math.floor((x - map.minX) / map.cell);
  const row = Math.floor((y - map.minY) / map.cell);
  return (
    Math.max(0, Math.min(map.rows - 1, row)) * map.columns + Math.max(0, Math.min(map.columns - 1, column))
  );
}

/** The cell to the left, right, below, above; −1 outside the map. */
export function besideOf(cell: number, column: number, side: number, columns: number, size: number): number {
  if (side === 0) return column > 0 ? cell - 1 : -1;
  if (side === 1) return column < columns - 1 ? cell + 1 : -1;
  if (side === 2) return cell >= columns ? cell - columns : -1;
  return cell + columns < size ? cell + columns : -1;
}

/** Writes the vector from a place to the centre of a cell, metres. */
export function writeOffset(map: GridMap, cell: number, x: number, y: number, out: Float64Array): void {
  const column = cell % map.columns;
  out[0] = centreX(map, column) - x;
  out[1] = centreY(map, (cell - column) / map.columns) - y;
}
