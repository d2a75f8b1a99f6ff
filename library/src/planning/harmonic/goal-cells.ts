import { closestOfTarget, type Targets } from '../../crowd/index.ts';
import { cellAt, listTargetCells, type TargetCells, type Terrain } from '../map/index.ts';
import type { Sources } from './field.ts';

/**
 * The open cells whose centre is in one of the targets. A target without such a cell is entered from the open cell nearest
 * to it; one with no open ground near it is left out.
 */
export function findSources(
  terrain: Terrain,
  targets: Targets,
  chosen: Int32Array,
  list: TargetCells,
): Sources {
  const cells: number[] = [];
  const labels: number[] = [];
  const { place } = list;
  for (const target of chosen) {
    if (targets.open[target] === 0) continue;
    listTargetCells(list, terrain, targets, target);
    for (let k = 0; k < list.count; k++) cells.push(list.cells[k]);
    if (list.count === 0) {
      closestOfTarget(targets, target, targets.x[target], targets.y[target], place);
      const nearest = terrain.nearest[cellAt(terrain.map, place[0], place[1])];
      if (nearest >= 0) cells.push(nearest);
    }
    while (labels.length < cells.length) labels.push(target);
  }
  return { cells: Int32Array.from(cells), labels: Int32Array.from(labels) };
}
