import type { Obstacles } from '../../crowd/index.ts';
import { distanceToSegmentSquared } from '../../geometry/index.ts';

/** A part of the plane in cells, and how far the middle of each is from the nearest obstacle, metres. */
export type Cells = {
  minX: number;
  minY: number;
  size: number;
  columns: number;
  rows: number;
  clearance: Float64Array;
};

/** The costs of a step to a neighbour cell, and of one across a corner: about 1 to √2. */
const STRAIGHT = 2;
const ACROSS = 3;
/** The share of a cell by which a body may be nearer to an obstacle than its radius: a passage may lie between two rows of cells. */
const SLACK = 0.71;

/** Cells of a box. Clearances larger than `most` are not told apart. */
export function createCells(
  obstacles: Obstacles,
  [minX, minY, maxX, maxY]: readonly number[],
  size: number,
  most: number,
): Cells {
  const columns = Math.max(1, Math.ceil((maxX - minX) / size));
  const rows = Math.max(1, Math.ceil((maxY - minY) / size));
  const cells = { minX, minY, size, columns, rows, clearance: new Float64Array(columns * rows).fill(most) };
  const { count, endX, endY, radius, startX, startY } = obstacles;
  for (let k = 0; k < count; k++) {
    const reach = most + radius[k];
    const left = columnOf(cells, Math.min(startX[k], endX[k]) - reach);
    const right = columnOf(cells, Math.max(startX[k], endX[k]) + reach);
    const top = rowOf(cells, Math.max(startY[k], endY[k]) + reach);
    for (let row = rowOf(cells, Math.min(startY[k], endY[k]) - reach); row <= top; row++) {
      for (let column = left; column <= right; column++) {
        const cell = row * columns + column;
        const squared = distanceToSegmentSquared(
          xOf(cells, cell),
          yOf(cells, cell),
          startX[k],
          startY[k],
          endX[k],
          endY[k],
        );
        const gap = Math.sqrt(squared) - radius[k];
        if (gap < cells.clearance[cell]) cells.clearance[cell] = gap;
      }
    }
  }
  return cells;
}

const clipped = (value: number, count: number) => Math.max(0, Math.min(count - 1, Math.floor(value)));
const columnOf = ({ columns, minX, size }: Cells, x: number) => clipped((x - minX) / size, columns);
const rowOf = ({ minY, rows, size }: Cells, y: number) => clipped((y - minY) / size, rows);

/** The cell of a place, or the one nearest to a place outside. */
export const cellOf = (cells: Cells, x: number, y: number) =>
  rowOf(cells, y) * cells.columns + columnOf(cells, x);
export const xOf = ({ columns, minX, size }: Cells, cell: number) => minX + ((cell % columns) + 0.5) * size;
export const yOf = ({ columns, minY, size }: Cells, cell: number) =>
  minY + (Math.floor(cell / columns) + 0.5) * size;

/** Whether a body can stand in a cell. */
const isOpen = ({ clearance, size }: Cells, cell: number, radius: number) =>
  clearance[cell] >= radius - SLACK * size;

/** What it costs a body to get from a cell to each other one: STRAIGHT for each cell; −1 where it does not get, as at marks. */
export function costsFrom(cells: Cells, start: number, radius: number, marks?: Uint8Array): Int32Array {
  const { columns, rows } = cells;
  const costs = new Int32Array(columns * rows).fill(-1);
  // The cells that cost k more than the present ones wait in the k-th list from now on.
  const lists: number[][] = [[start], [], [], []];
  for (let cost = 0; lists.some((list) => list.length > 0); cost++) {
    const list = lists[cost & 3];
    lists[cost & 3] = [];
    for (const cell of list) {
      if (costs[cell] >= 0) continue;
      costs[cell] = cost;
      forNeighbours(cells, cell, (next, step) => {
        if (costs[next] < 0 && marks?.[next] !== 1 && isOpen(cells, next, radius))
          lists[(cost + step) & 3].push(next);
      });
    }
  }
  return costs;
}

function forNeighbours(
  { columns, rows }: Cells,
  cell: number,
  visit: (next: number, step: number) => void,
): void {
  const column = cell % columns;
  const row = (cell - column) / columns;
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      if (dx === 0 && dy === 0) continue;
      if (column + dx < 0 || column + dx >= columns || row + dy < 0 || row + dy >= rows) continue;
      visit(cell + dy * columns + dx, dx === 0 || dy === 0 ? STRAIGHT : ACROSS);
    }
  }
}

/** The cells from the start of costs to a cell, both included. */
export function routeTo(cells: Cells, costs: Int32Array, cell: number): number[] {
  const route = [cell];
  let at = cell;
  while (costs[at] > 0) {
    const from = at;
    forNeighbours(cells, from, (next, step) => {
      if (at === from && costs[next] >= 0 && costs[next] + step === costs[from]) at = next;
    });
    route.push(at);
  }
  return route.reverse();
}

/** The squared distance of the middle of a cell from a place. */
export function squaredTo(cells: Cells, cell: number, x: number, y: number): number {
  const dx = xOf(cells, cell) - x;
  const dy = yOf(cells, cell) - y;
  return dx * dx + dy * dy;
}

/** The index of the least of some values, of equals the first; −1 where none is finite. */
export function indexOfLeast(count: number, valueAt: (k: number) => number): number {
  let index = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < count; k++) {
    const value = valueAt(k);
    if (value < least) [index, least] = [k, value];
  }
  return index;
}

/** The cell that can be reached and is nearest to a place. */
export function nearestReached(cells: Cells, costs: Int32Array, x: number, y: number): number {
  return indexOfLeast(costs.length, (cell) =>
    costs[cell] < 0 ? Number.POSITIVE_INFINITY : squaredTo(cells, cell, x, y),
  );
}

/** Whether a body goes straight from one cell to another. */
export function isStraight(cells: Cells, from: number, to: number, radius: number): boolean {
  const [ax, ay] = [xOf(cells, from), yOf(cells, from)];
  const [dx, dy] = [xOf(cells, to) - ax, yOf(cells, to) - ay];
  const steps = Math.ceil((2 * Math.max(Math.abs(dx), Math.abs(dy))) / cells.size);
  for (let k = 1; k < steps; k++) {
    if (!isOpen(cells, cellOf(cells, ax + (k / steps) * dx, ay + (k / steps) * dy), radius)) return false;
  }
  return true;
}

/** Marks the cells within `reach` of a place. */
export function markAround(cells: Cells, marks: Uint8Array, x: number, y: number, reach: number): void {
  const right = columnOf(cells, x + reach);
  const top = rowOf(cells, y + reach);
  for (let row = rowOf(cells, y - reach); row <= top; row++) {
    for (let column = columnOf(cells, x - reach); column <= right; column++) {
      const cell = row * cells.columns + column;
      if (squaredTo(cells, cell, x, y) <= reach * reach) marks[cell] = 1;
    }
  }
}
