import { closestOfTarget, isAtTarget, isRegion, type Targets } from '../../crowd/index.ts';
import {
  besideOf,
  cellAt,
  centreX,
  centreY,
  type GridMap,
  listTargetCells,
  type TargetCells,
} from '../map/index.ts';
import { addSource, type March } from './march.ts';

/** This many rings of cells around a target know their exact distance, so that a second-order scheme can start. */
const RINGS = 2;

/**
 * The front starts from the open cells whose centre is in the target, at time 0, and from the rings around them at the
 * time that it takes to the very border of the target: a staircase of cells in its place would be off by half a cell. A
 * target without such a cell is entered from the open cell that is nearest to it.
 */
export function addTarget(march: March, targets: Targets, target: number, list: TargetCells): void {
  const { terrain } = march;
  const { map } = terrain;
  listTargetCells(list, terrain, targets, target);
  for (let k = 0; k < list.count; k++) addCell(march, targets, target, list.cells[k], 0, RINGS, list.place);
  if (list.count > 0) return;
  const cell = terrain.nearest[cellAt(map, targets.x[target], targets.y[target])];
  if (cell < 0) return;
  const metres = metresToTarget(map, targets, target, cell, list.place);
  addCell(march, targets, target, cell, metres, RINGS, list.place);
}

/** A cell at this many metres from the target, and its neighbours that are farther from it. */
function addCell(
  march: March,
  targets: Targets,
  target: number,
  cell: number,
  metres: number,
  rings: number,
  place: Float64Array,
): void {
  const { crossing, terrain } = march;
  const { map, open } = terrain;
  const { columns } = map;
  addSource(march, cell, crossing === undefined ? metres : (metres / map.cell) * crossing[cell], target);
  if (rings === 0) return;
  const column = cell % columns;
  for (let side = 0; side < 4; side++) {
    const beside = besideOf(cell, column, side, columns, open.length);
    if (beside < 0 || open[beside] === 0) continue;
    // Where the ground is not plain, straight distances are not times.
    if (map.costs && (map.costs.kind[beside] > 0 || map.costs.barred[beside] !== 0)) continue;
    const further = metresToTarget(map, targets, target, beside, place);
    // Farther, so that from each of them the descent continues.
    if (further > metres) addCell(march, targets, target, beside, further, rings - 1, place);
  }
}

/** Metres from the centre of a cell to a target as the crow flies; 0 inside. */
function metresToTarget(
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
  const metres = Math.sqrt(dx * dx + dy * dy);
  return isRegion(targets, target) ? metres : Math.max(0, metres - targets.radius[target]);
}
