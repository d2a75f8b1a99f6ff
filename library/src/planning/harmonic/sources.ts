import { closestOfTarget, isAtTarget, type Targets } from '../../crowd/index.ts';
import { boxTarget, cellAt, centreX, centreY, type Terrain } from '../map/index.ts';
import type { Sources } from './field.ts';

/**
 * The open cells whose centre is in one of the targets. A target without any is entered from the open cell that is nearest to
 * it; one with no open ground near is left out.
 */
export function findSources(
  terrain: Terrain,
  targets: Targets,
  chosen: Int32Array,
  place: Float64Array,
): Sources {
  const { map, open } = terrain;
  const cells: number[] = [];
  const labels: number[] = [];
  for (const target of chosen) {
    if (targets.open[target] === 0) continue;
    const before = cells.length;
    boxTarget(map, targets, target, place);
    const firstColumn = place[0];
    const firstRow = place[1];
    const lastColumn = place[2];
    const lastRow = place[3];
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = firstColumn; column <= lastColumn; column++) {
        const cell = row * map.columns + column;
        if (open[cell] === 0) continue;
        if (!isAtTarget(targets, target, centreX(map, column), centreY(map, row))) continue;
        cells.push(cell);
        labels.push(target);
      }
    }
    if (cells.length > before) continue;
    closestOfTarget(targets, target, targets.x[target], targets.y[target], place);
    const nearest = terrain.nearest[cellAt(map, place[0], place[1])];
    if (nearest < 0) continue;
    cells.push(nearest);
    labels.push(target);
  }
  return { cells: Int32Array.from(cells), labels: Int32Array.from(labels) };
}
