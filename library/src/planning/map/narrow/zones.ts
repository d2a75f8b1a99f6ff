import { besideOf, centreX, centreY, type GridMap } from '../cells/grid.ts';
import { distanceTo, findGaps, type Gap, type Runs, type Solids, solidsNear } from '../cells/solids.ts';

/** The cells around narrow gaps that are joined by their sides: where the centres of cells do not tell who fits through. */
export type Zone = {
  /** In ascending order. */
  readonly cells: number[];
  /** The place of each cell in the list. */
  readonly indexOf: ReadonlyMap<number, number>;
  /** The solids within `room` of any point of each cell. */
  readonly near: readonly number[][];
  /** For each cell whether it is one of the gap, and not of the ring around it. */
  readonly isInGap: readonly boolean[];
  /** Metres that the tightest gap leaves to the body. */
  readonly spare: number;
};

/** Widths are off by less, metres. */
const ROUNDING = 1e-9;

/** Gaps that spare a body less than this are too narrow for it, metres. */
export const leastSpare = 0.01;

/** Half the diagonal of a cell, metres: no point of a cell is farther from its centre. */
const halfDiagonal = (cell: number) => Math.SQRT1_2 * cell;

/**
 * The zones of the gaps that a body of radius `body` fits through, but that cells whose centre has `room` metres to
 * all solids may not show: a straight passage is sure to be shown if cells in a strip √2 cells wide are.
 */
export function findZones(map: GridMap, solids: Solids, body: number, room: number): Zone[] {
  const most = 2 * room + Math.SQRT2 * map.cell;
  const gaps = findGaps(solids.runs, 2 * body + leastSpare - ROUNDING, most);
  if (gaps.length === 0) return [];
  const spares = new Map<number, number>();
  for (const gap of gaps) markGap(map, solids.runs, gap, body, room, spares);
  if (spares.size === 0) return [];
  return joinCells(map, withRing(map, spares)).map((cells) => createZone(map, solids, cells, spares, room));
}

/** Marks the closed cells between two solids that may hold a place for the body, with the room that the gap spares. */
function markGap(
  map: GridMap,
  solids: Runs,
  { first, second, width }: Gap,
  body: number,
  room: number,
  spares: Map<number, number>,
): void {
  const { cell, clearance, columns, rows } = map;
  const half = halfDiagonal(cell);
  const reach = room + 2 * half;
  const [lowX, highX] = shared(solids.ax, solids.bx, solids.radius, first, second, reach);
  const [lowY, highY] = shared(solids.ay, solids.by, solids.radius, first, second, reach);
  const clamp = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
  const toRow = clamp(Math.floor((highY - map.minY) / cell), rows);
  const toColumn = clamp(Math.floor((highX - map.minX) / cell), columns);
  for (let row = clamp(Math.floor((lowY - map.minY) / cell), rows); row <= toRow; row++) {
    for (let column = clamp(Math.floor((lowX - map.minX) / cell), columns); column <= toColumn; column++) {
      const k = row * columns + column;
      if (clearance[k] >= room || clearance[k] + half < body) continue;
      const x = centreX(map, column);
      const y = centreY(map, row);
      if (distanceTo(solids, first, x, y) > reach || distanceTo(solids, second, x, y) > reach) continue;
      const spare = width - 2 * body;
      spares.set(k, Math.min(spare, spares.get(k) ?? spare));
    }
  }
}

/** What two solids have in common along an axis, if each is made larger by `reach`. */
function shared(
  from: Float64Array,
  to: Float64Array,
  radius: Float64Array,
  first: number,
  second: number,
  reach: number,
): [number, number] {
  const low = (k: number) => Math.min(from[k], to[k]) - radius[k] - reach;
  const high = (k: number) => Math.max(from[k], to[k]) + radius[k] + reach;
  return [Math.max(low(first), low(second)), Math.min(high(first), high(second))];
}

/** The marked cells and the eight around each. */
function withRing({ columns, rows }: GridMap, spares: ReadonlyMap<number, number>): Set<number> {
  const cells = new Set<number>();
  for (const k of spares.keys()) {
    const column = k % columns;
    const row = (k - column) / columns;
    for (let j = Math.max(0, row - 1); j <= Math.min(rows - 1, row + 1); j++) {
      for (let i = Math.max(0, column - 1); i <= Math.min(columns - 1, column + 1); i++)
        cells.add(j * columns + i);
    }
  }
  return cells;
}

/** Groups of cells that are joined by sides, in the order of their least cells. */
function joinCells({ columns, rows }: GridMap, cells: ReadonlySet<number>): number[][] {
  const groups: number[][] = [];
  const done = new Set<number>();
  for (const start of [...cells].sort((a, b) => a - b)) {
    if (done.has(start)) continue;
    done.add(start);
    const group = [start];
    for (let head = 0; head < group.length; head++) {
      for (let side = 0; side < 4; side++) {
        const k = besideOf(group[head], group[head] % columns, side, columns, columns * rows);
        if (k < 0 || !cells.has(k) || done.has(k)) continue;
        done.add(k);
        group.push(k);
      }
    }
    groups.push(group.sort((a, b) => a - b));
  }
  return groups;
}

function createZone(
  map: GridMap,
  solids: Solids,
  cells: number[],
  spares: ReadonlyMap<number, number>,
  room: number,
): Zone {
  const { cell, columns } = map;
  const reach = room + halfDiagonal(cell);
  let spare = Number.POSITIVE_INFINITY;
  for (const k of cells) spare = Math.min(spare, spares.get(k) ?? spare);
  return {
    cells,
    indexOf: new Map(cells.map((k, index) => [k, index])),
    near: cells.map((k) =>
      solidsNear(solids, centreX(map, k % columns), centreY(map, Math.floor(k / columns)), reach),
    ),
    isInGap: cells.map((k) => spares.has(k)),
    spare,
  };
}
