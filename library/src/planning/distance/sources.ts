import { closestOfTarget, isAtTarget, isRegion, type Targets } from '../../crowd/index.ts';
import { boxTarget, cellAt, centreX, centreY, type GridMap } from '../map/index.ts';
import { addSource, type March } from './march.ts';

/** So many rings of cells around a target know their way to it exactly: what a scheme of second order begins with. */
const RINGS = 2;

/**
 * The front sets out from the open cells whose centre is in the target, at time 0, and from the rings around them at the
 * time that the way to the very border of the target takes: a staircase of cells in its place would be off by half a
 * cell. A target without such a cell is entered from the open cell that is nearest to it.
 */
export function addTarget(march: March, targets: Targets, target: number, place: Float64Array): void {
  const { terrain } = march;
  const { map, open } = terrain;
  const { columns } = map;
  boxTarget(map, targets, target, place);
  const firstColumn = place[0];
  const firstRow = place[1];
  const lastColumn = place[2];
  const lastRow = place[3];
  let found = false;
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const cell = row * columns + column;
      if (open[cell] === 0) continue;
      if (!isAtTarget(targets, target, centreX(map, column), centreY(map, row))) continue;
      found = true;
      addCell(march, targets, target, cell, 0, RINGS, place);
    }
  }
  if (found) return;
  const cell = terrain.nearest[cellAt(map, targets.x[target], targets.y[target])];
  if (cell < 0) return;
  addCell(march, targets, target, cell, wayToTarget(map, targets, target, cell, place), RINGS, place);
}

/** A cell at so many metres from the target, and its neighbours that are farther from it. */
function addCell(
  march: March,
  targets: Targets,
  target: number,
  cell: number,
  way: number,
  rings: number,
  place: Float64Array,
): void {
  const { crossing, terrain } = march;
  const { map, open } = terrain;
  const { columns, rows } = map;
  addSource(march, cell, crossing === undefined ? way : (way / map.cell) * crossing[cell], target);
  if (rings === 0) return;
  const column = cell % columns;
  for (let side = 0; side < 4; side++) {
    if (side === 0 && column === 0) continue;
    if (side === 1 && column === columns - 1) continue;
    if (side === 2 && cell < columns) continue;
    if (side === 3 && cell >= columns * (rows - 1)) continue;
    const beside = cell + (side === 0 ? -1 : side === 1 ? 1 : side === 2 ? -columns : columns);
    if (open[beside] === 0) continue;
    const further = wayToTarget(map, targets, target, beside, place);
    // Farther, so that from each of them the descent goes on.
    if (further > way) addCell(march, targets, target, beside, further, rings - 1, place);
  }
}

/** Metres from the centre of a cell to a target as the crow flies; 0 inside. */
function wayToTarget(
  map: GridMap,
  targets: Targets,
  target: number,
  cell: number,
  place: Float64Array,
): number {
  const column = cell % map.columns;
  const x = centreX(map, column);
  const y = centreY(map, (cell - column) / map.columns);
  if (isAtTarget(targets, target, x, y)) return 0;
  closestOfTarget(targets, target, x, y, place);
  const dx = place[0] - x;
  const dy = place[1] - y;
  const way = Math.sqrt(dx * dx + dy * dy);
  return isRegion(targets, target) ? way : Math.max(0, way - targets.radius[target]);
}
