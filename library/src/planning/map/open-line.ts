import { orient } from '../../geometry/index.ts';
import { fewSolids, isClear } from './cells/solids.ts';
import type { Terrain } from './terrain.ts';

/** An area is off by less, relative to the larger of its two products: twice the (3 + 16 ε) ε of orient, ε = 2^−53. */
const DOUBT = 8.881784197001252e-16;

/**
 * Whether a body can walk along a straight line: it stays as far from all solids as the terrain asks for. Where it begins
 * closer to one, it must not come closer to that. Cells with so much clearance that all of their points are far enough
 * need no look at the solids.
 *
 * A terrain without a body is that of points on cells: the line must cross open cells only. Cells count with their edges and
 * corners: a line exactly through a corner needs all four cells around it, a line along an edge the cells on both sides.
 * Outside the map nothing is open. Decided by exact signs, for the ends as they are in units of cells.
 */
export function isWalkable(terrain: Terrain, x0: number, y0: number, x1: number, y1: number): boolean {
  const { body, line, map } = terrain;
  // Cells only tell sooner what the solids say.
  if (body > 0 && map.solids.count <= fewSolids) return isClear(map.solids, terrain.radius, x0, y0, x1, y1);
  line[0] = (x0 - map.minX) / map.cell;
  line[1] = (y0 - map.minY) / map.cell;
  line[2] = (x1 - map.minX) / map.cell;
  line[3] = (y1 - map.minY) / map.cell;
  if (isLineOpen(terrain)) return true;
  return body > 0 && isClear(map.solids, terrain.radius, x0, y0, x1, y1);
}

/** The ends travel in terrain.line, in units of cells: as arguments they would go through the heap, for every agent. */
function isLineOpen(terrain: Terrain): boolean {
  const { line } = terrain;
  const { columns } = terrain.map;
  const u0 = line[0];
  const v0 = line[1];
  const u1 = line[2];
  const v1 = line[3];
  if (!isEndOpen(terrain, 0) || !isEndOpen(terrain, 2)) return false;
  if (u0 === u1) return isStripOpen(terrain, u0, v0, v1, true);
  if (v0 === v1) return isStripOpen(terrain, v0, u0, u1, false);
  const right = u1 > u0 ? 1 : -1;
  const up = v1 > v0 ? 1 : -1;
  // The cells that the line enters first and last. Ends on an edge have been looked at above.
  let column = right > 0 ? Math.floor(u0) : Math.ceil(u0) - 1;
  let row = up > 0 ? Math.floor(v0) : Math.ceil(v0) - 1;
  const lastColumn = right > 0 ? Math.ceil(u1) - 1 : Math.floor(u1);
  const lastRow = up > 0 ? Math.ceil(v1) - 1 : Math.floor(v1);
  const sense = right * up;
  const nextColumn = right > 0 ? 1 : 0;
  const nextRow = up > 0 ? 1 : 0;
  // No corner is farther from an end than the ends and a cell: a sign beyond the doubt is right, and orient rarely asked.
  const doubt = DOUBT * (Math.abs(u1 - u0) + 1) * (Math.abs(v1 - v0) + 1);
  while (column !== lastColumn || row !== lastRow) {
    // Between two cells of the map lie cells of the map.
    if (!isPassed(terrain, row * columns + column)) return false;
    const cornerX = column + nextColumn;
    const cornerY = row + nextRow;
    const area = (u0 - cornerX) * (v1 - cornerY) - (v0 - cornerY) * (u1 - cornerX);
    const isSure = area > doubt || area < -doubt;
    const side = sense * (isSure ? area : orient(u0, v0, u1, v1, cornerX, cornerY));
    if (side === 0 && !(isOpen(terrain, column + right, row) && isOpen(terrain, column, row + up)))
      return false;
    if (side >= 0) column += right;
    if (side <= 0) row += up;
  }
  return isOpen(terrain, column, row);
}

function isOpen(terrain: Terrain, column: number, row: number): boolean {
  const { columns, rows } = terrain.map;
  return (
    column >= 0 && column < columns && row >= 0 && row < rows && isPassed(terrain, row * columns + column)
  );
}

/** Whether the line passes a cell without a closer look. */
function isPassed({ body, map, open, radius }: Terrain, cell: number): boolean {
  return body > 0 ? map.clearance[cell] >= radius + Math.SQRT1_2 * map.cell : open[cell] === 1;
}

/** All cells that an end of the line belongs to: four at a corner, two on an edge. */
function isEndOpen(terrain: Terrain, end: number): boolean {
  const u = terrain.line[end];
  const v = terrain.line[end + 1];
  const column = Math.floor(u);
  const row = Math.floor(v);
  const onColumn = column === u;
  const onRow = row === v;
  return (
    isOpen(terrain, column, row) &&
    (!onColumn || isOpen(terrain, column - 1, row)) &&
    (!onRow || isOpen(terrain, column, row - 1)) &&
    (!(onColumn && onRow) || isOpen(terrain, column - 1, row - 1))
  );
}

/** Along a column of cells (or a row), or along the edge between two. */
function isStripOpen(terrain: Terrain, across: number, from: number, to: number, upright: boolean): boolean {
  const index = Math.floor(across);
  const beside = index === across ? index - 1 : index;
  const last = Math.ceil(Math.max(from, to)) - 1;
  for (let along = Math.floor(Math.min(from, to)); along <= last; along++) {
    for (let side = beside; side <= index; side++) {
      if (!(upright ? isOpen(terrain, side, along) : isOpen(terrain, along, side))) return false;
    }
  }
  return true;
}
