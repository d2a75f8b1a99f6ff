import { searchBoxes } from '../../geometry/index.ts';
import { besideOf, cellAt, type GridMap } from './cells/grid.ts';
import { distanceFromLine } from './cells/solids.ts';
import { placeX, placeY } from './narrow/index.ts';
import type { Terrain } from './terrain.ts';

/** Cells that are looked at around a place that no open ground is near. */
const MOST_CELLS = 2000;

/** Shares of the body's radius that the cells on a path to the nearest open ground must have as clearance, the roomiest first. */
const SHARES = [1, 0.5, 0];

/** Whether nothing solid lies on a straight line. */
export function isUncrossed(map: GridMap, x0: number, y0: number, x1: number, y1: number): boolean {
  const { solids } = map;
  const isHit = searchBoxes(
    solids.tree,
    Math.min(x0, x1),
    Math.min(y0, y1),
    Math.max(x0, x1),
    Math.max(y0, y1),
    (solid) => distanceFromLine(solids, solid, x0, y0, x1, y1) <= 0,
  );
  return !isHit;
}

/**
 * The open cell that leads on from a place: the nearest one, if it is accepted and nothing solid is in between. Otherwise
 * the first one on a path over closed cells that the body fits on: an agent that was pushed where the map leaves no room
 * finds out again. −1: there is none. The cells before it are written into `path`.
 */
export function footingOn(
  terrain: Terrain,
  x: number,
  y: number,
  accepts: (cell: number) => boolean,
  path: number[],
): number {
  const { map, nearest, threads } = terrain;
  path.length = 0;
  const here = cellAt(map, x, y);
  const near = nearest[here];
  if (near >= 0 && accepts(near)) {
    if (near === here) return near;
    if (isUncrossed(map, x, y, placeX(map, threads, near), placeY(map, threads, near))) return near;
  }
  const found = searchOut(terrain, x, y, terrain.body, accepts, path);
  if (found >= 0 || near === here) return found;
  return footingByNearest(terrain, x, y, accepts, path);
}

/** The open cell from which a place is entered that may be closed itself: the nearest one, through no wall; −1: none is near. */
export function entryTo(terrain: Terrain, x: number, y: number, path: number[]): number {
  const { map, nearest, threads } = terrain;
  const here = cellAt(map, x, y);
  const near = nearest[here];
  if (near < 0 || near === here) return near;
  if (isUncrossed(map, x, y, placeX(map, threads, near), placeY(map, threads, near))) return near;
  const found = searchOut(terrain, x, y, 0, () => true, path);
  return found < 0 ? near : found;
}

/** First to the open ground that is nearest, by gaps however narrow, since the body has come there; then where it fits. */
function footingByNearest(
  terrain: Terrain,
  x: number,
  y: number,
  accepts: (cell: number) => boolean,
  path: number[],
): number {
  const { map, threads } = terrain;
  for (const share of SHARES) {
    const first: number[] = [];
    const cell = searchOut(terrain, x, y, share * terrain.body, () => true, first);
    if (cell < 0) continue;
    path.length = 0;
    if (accepts(cell)) {
      path.push(...first);
      return cell;
    }
    const rest: number[] = [];
    const end = searchOut(
      terrain,
      placeX(map, threads, cell),
      placeY(map, threads, cell),
      terrain.body,
      accepts,
      rest,
    );
    path.push(...first, ...rest);
    return end;
  }
  return -1;
}

/** Breadth first over cells with some clearance. */
function searchOut(
  terrain: Terrain,
  x: number,
  y: number,
  clearance: number,
  accepts: (cell: number) => boolean,
  path: number[],
): number {
  path.length = 0;
  const { map, open, threads } = terrain;
  const { columns } = map;
  const xOf = (cell: number) => placeX(map, threads, cell);
  const yOf = (cell: number) => placeY(map, threads, cell);
  const canStand = (cell: number) =>
    open[cell] === 1 || (map.clearance[cell] > 0 && map.clearance[cell] >= clearance);
  const before = new Map<number, number>();
  const queue: number[] = [];
  for (const cell of cellsAround(map, x, y)) {
    if (!canStand(cell) || !isUncrossed(map, x, y, xOf(cell), yOf(cell))) continue;
    before.set(cell, -1);
    queue.push(cell);
  }
  for (let head = 0; head < queue.length && queue.length < MOST_CELLS; head++) {
    const cell = queue[head];
    if (open[cell] === 1 && accepts(cell)) {
      for (let k = before.get(cell)!; k >= 0; k = before.get(k)!) path.push(k);
      path.reverse();
      return cell;
    }
    for (let side = 0; side < 4; side++) {
      const other = besideOf(cell, cell % columns, side, columns, open.length);
      if (other < 0 || before.has(other) || !canStand(other)) continue;
      if (!isLinked(terrain, cell, other)) continue;
      before.set(other, cell);
      queue.push(other);
    }
  }
  return -1;
}

/** Whether nothing solid lies between the places of neighbouring cells. */
function isLinked({ map, threads }: Terrain, cell: number, other: number): boolean {
  const x = placeX(map, threads, cell);
  const y = placeY(map, threads, cell);
  const isSure = threads === undefined && map.clearance[cell] + map.clearance[other] > map.cell;
  return isSure || isUncrossed(map, x, y, placeX(map, threads, other), placeY(map, threads, other));
}

/** The cell of a place and the eight around it, the nearest centres first. */
function cellsAround(map: GridMap, x: number, y: number): number[] {
  const { columns, rows } = map;
  const here = cellAt(map, x, y);
  const column = here % columns;
  const row = (here - column) / columns;
  const cells: number[] = [];
  for (let j = Math.max(0, row - 1); j <= Math.min(rows - 1, row + 1); j++) {
    for (let i = Math.max(0, column - 1); i <= Math.min(columns - 1, column + 1); i++)
      cells.push(j * columns + i);
  }
  const away = (cell: number) => {
    const dx = map.minX + ((cell % columns) + 0.5) * map.cell - x;
    const dy = map.minY + (Math.floor(cell / columns) + 0.5) * map.cell - y;
    return dx * dx + dy * dy;
  };
  return cells.sort((a, b) => away(a) - away(b) || a - b);
}
