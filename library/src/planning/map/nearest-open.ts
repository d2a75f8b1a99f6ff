import { besideOf, type GridMap, type Window } from './cells/grid.ts';

/** This many cells away an open cell is looked for. */
export const SEARCH = 8;

type Ground = { map: GridMap; open: Uint8Array; nearest: Int32Array; queue: Int32Array };

/**
 * Finds the nearest open cell of each cell in a window: breadth first from the open cells in it and around it. Where the window
 * is not the whole map, cells near its edge come out as for the whole map.
 */
export function findNearestOpen({ map, nearest, open, queue }: Ground, window: Window): void {
  const { columns, rows } = map;
  const around = {
    column: Math.max(0, window.column - SEARCH - 1),
    row: Math.max(0, window.row - SEARCH - 1),
    lastColumn: Math.min(columns - 1, window.lastColumn + SEARCH + 1),
    lastRow: Math.min(rows - 1, window.lastRow + SEARCH + 1),
  };
  const size = open.length;
  const width = around.lastColumn - around.column + 1;
  const height = around.lastRow - around.row + 1;
  const found = new Int32Array(width * height);
  const cellOf = (place: number) =>
    (around.row + Math.floor(place / width)) * columns + around.column + (place % width);
  let end = 0;
  for (let place = 0; place < found.length; place++) {
    const k = cellOf(place);
    found[place] = open[k] === 1 ? k : -1;
    if (open[k] === 0) continue;
    const column = k % columns;
    const isEdge =
      (column > 0 && open[k - 1] === 0) ||
      (column < columns - 1 && open[k + 1] === 0) ||
      (k >= columns && open[k - columns] === 0) ||
      (k + columns < size && open[k + columns] === 0);
    if (isEdge) queue[end++] = place;
  }
  let head = 0;
  for (let ring = 0; ring < SEARCH; ring++) {
    for (const ringEnd = end; head < ringEnd; head++) {
      const place = queue[head];
      for (let side = 0; side < 4; side++) {
        const other = besideOf(place, place % width, side, width, found.length);
        if (other < 0 || found[other] >= 0) continue;
        found[other] = found[place];
        queue[end++] = other;
      }
    }
  }
  for (let row = window.row; row <= window.lastRow; row++) {
    const from = (row - around.row) * width + window.column - around.column;
    nearest.set(
      found.subarray(from, from + window.lastColumn - window.column + 1),
      row * columns + window.column,
    );
  }
}
