import { centreX, centreY, type Terrain } from '../map/index.ts';
import type { Times } from './march.ts';
import { gatesAround } from './patch-time.ts';

/** How far ahead the path must stay on open ground, in cells. */
const LOOK_AHEAD = 0.25;
/** The least share of a step that goes towards the next cell of the descent. */
const LEAST_PROGRESS = 0.25;

/**
 * The neighbour from which the front reached a cell, which is the earliest of the four, then the one of the least number;
 * −1 where none is earlier: at a source, or on ground that the front never reached.
 */
export function nextCell({ map, threads }: Terrain, { time }: Times, cell: number): number {
  const { columns, costs, rows } = map;
  const bars = (threads === undefined ? 0 : threads.barred[cell]) | (costs ? gatesAround(costs, cell) : 0);
  const column = cell % columns;
  let next = -1;
  let least = time[cell];
  if (cell >= columns && (bars & 4) === 0 && time[cell - columns] < least) {
    next = cell - columns;
    least = time[next];
  }
  if (column > 0 && (bars & 1) === 0 && time[cell - 1] < least) {
    next = cell - 1;
    least = time[next];
  }
  if (column < columns - 1 && (bars & 2) === 0 && time[cell + 1] < least) {
    next = cell + 1;
    least = time[next];
  }
  if (cell < columns * (rows - 1) && (bars & 8) === 0 && time[cell + columns] < least) next = cell + columns;
  return next;
}

/**
 * Writes into out[0], out[1] the unit vector in which the time falls at a place in an open cell that has a next cell: the
 * descents at the centres of the four cells around, blended. Where that would leave the open ground, lead into a later
 * cell or make no progress towards the next cell, it is the straight line to the middle of the next cell, which lies in
 * the two cells whole. So a walk leaves each cell after a short distance, never for a later one, and ends at a source.
 */
export function descend(
  terrain: Terrain,
  times: Times,
  cell: number,
  next: number,
  x: number,
  y: number,
  out: Float64Array,
): void {
  const { map } = terrain;
  const { columns } = map;
  const left = (x - map.minX) / map.cell;
  const up = (y - map.minY) / map.cell;
  blend(terrain, times, left - 0.5, up - 0.5, out);
  const dx = out[0];
  const dy = out[1];
  const towards = next === cell + 1 ? dx : next === cell - 1 ? -dx : next > cell ? dy : -dy;
  const isBesideGate = map.costs !== undefined && map.costs.barred[cell] !== 0;
  if (
    !isBesideGate &&
    towards >= LEAST_PROGRESS &&
    staysEarlier(terrain, times, cell, left + LOOK_AHEAD * dx, up + LOOK_AHEAD * dy)
  ) {
    return;
  }
  const column = next % columns;
  const toX = centreX(map, column) - x;
  const toY = centreY(map, (next - column) / columns) - y;
  const length = Math.sqrt(toX * toX + toY * toY);
  out[0] = toX / length;
  out[1] = toY / length;
}

/** Whether a place, in cells from the corner of the map, is in the cell itself or in an earlier one, and both beside it are. */
function staysEarlier({ map }: Terrain, { time }: Times, cell: number, left: number, up: number): boolean {
  const { columns, rows } = map;
  const column = Math.floor(left);
  const row = Math.floor(up);
  if (column < 0 || row < 0 || column >= columns || row >= rows) return false;
  const there = row * columns + column;
  if (there === cell) return true;
  const own = time[cell];
  if (time[there] >= own) return false;
  const ownColumn = cell % columns;
  const ownRow = (cell - ownColumn) / columns;
  if (column === ownColumn || row === ownRow) return true;
  return time[ownRow * columns + column] < own && time[row * columns + ownColumn] < own;
}

/** The blend of the descents of the cells whose centres are around a place, given in cells from the first centre. */
function blend(terrain: Terrain, times: Times, left: number, up: number, out: Float64Array): void {
  const { columns, rows } = terrain.map;
  const column = Math.floor(left);
  const row = Math.floor(up);
  const right = left - column;
  const upper = up - row;
  let sumX = 0;
  let sumY = 0;
  for (let corner = 0; corner < 4; corner++) {
    const i = column + (corner & 1);
    const j = row + (corner >> 1);
    if (i < 0 || j < 0 || i >= columns || j >= rows) continue;
    const cell = j * columns + i;
    if (times.time[cell] === Number.POSITIVE_INFINITY) continue;
    const share = ((corner & 1) === 1 ? right : 1 - right) * (corner >> 1 === 1 ? upper : 1 - upper);
    slopeAt(terrain, times, cell, out);
    sumX += share * out[0];
    sumY += share * out[1];
  }
  const length = Math.sqrt(sumX * sumX + sumY * sumY);
  out[0] = length > 0 ? sumX / length : 0;
  out[1] = length > 0 ? sumY / length : 0;
}

/** The direction of descent at the centre of a cell: a unit vector, or 0 where there is none. */
function slopeAt({ map }: Terrain, { time }: Times, cell: number, out: Float64Array): void {
  const { columns, rows } = map;
  const column = cell % columns;
  const none = Number.POSITIVE_INFINITY;
  const dx = fall(
    time[cell],
    column > 0 ? time[cell - 1] : none,
    column < columns - 1 ? time[cell + 1] : none,
  );
  const dy = fall(
    time[cell],
    cell >= columns ? time[cell - columns] : none,
    cell < columns * (rows - 1) ? time[cell + columns] : none,
  );
  const length = Math.sqrt(dx * dx + dy * dy);
  out[0] = length > 0 ? dx / length : 0;
  out[1] = length > 0 ? dy / length : 0;
}

/** How much the time falls along an axis; nothing falls towards ground that is not open. */
function fall(own: number, before: number, after: number): number {
  if (before === Number.POSITIVE_INFINITY) return after < own ? own - after : 0;
  if (after === Number.POSITIVE_INFINITY) return before < own ? before - own : 0;
  return (before - after) / 2;
}
