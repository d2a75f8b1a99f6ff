import { createObstacles } from '../../crowd/index.ts';
import { createMap, createTerrain, type Terrain, updateTerrain } from '../map/index.ts';

/** Ground of which each cell is open or not as `isOpen` says; its corner is at (0, 0). */
export function groundOf(
  columns: number,
  rows: number,
  cell: number,
  isOpen: (column: number, row: number) => boolean = () => true,
): Terrain {
  const bounds = { minX: 0, minY: 0, maxX: columns * cell, maxY: rows * cell };
  const map = createMap(bounds, cell, cell, createObstacles([]));
  const terrain = createTerrain(map, cell / 4);
  for (let k = 0; k < map.clearance.length; k++) {
    map.clearance[k] = isOpen(k % columns, Math.floor(k / columns)) ? cell : 0;
  }
  map.revision++;
  updateTerrain(terrain);
  return terrain;
}

/** Ground as drawn: # is closed, the first line is the upper one. */
export function drawnGround(cell: number, lines: readonly string[]): Terrain {
  return groundOf(
    lines[0].length,
    lines.length,
    cell,
    (column, row) => lines[lines.length - 1 - row][column] !== '#',
  );
}
