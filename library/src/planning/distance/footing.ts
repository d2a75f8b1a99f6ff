import { cellAt, centreX, centreY, isWalkable } from '../map/index.ts';
import type { DistanceField } from './maker.ts';

/** How far around a place a path is looked for, in cells. */
const SEARCH = 6;

/**
 * The cell from which the field leads on for a body at a place: the nearest open one. Paths leave more room than bodies
 * need, so that open ground may have pockets that a body can be pushed into and walk out of, but no path leads out of:
 * there it is the closest cell with a path that the bare body can walk to. −1: nothing leads on from here.
 */
export function footingOf(field: DistanceField, x: number, y: number): number {
  const { bare, roomy } = field.size;
  const { map } = roomy;
  const { columns, rows } = map;
  const here = cellAt(map, x, y);
  const nearest = roomy.nearest[here];
  if (nearest >= 0 && field.label[nearest] >= 0) return nearest;
  const start = bare.nearest[here];
  if (start < 0) return -1;
  const startColumn = start % columns;
  const startRow = (start - startColumn) / columns;
  const startX = centreX(map, startColumn);
  const startY = centreY(map, startRow);
  const lastRow = Math.min(rows - 1, startRow + SEARCH);
  const lastColumn = Math.min(columns - 1, startColumn + SEARCH);
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let row = Math.max(0, startRow - SEARCH); row <= lastRow; row++) {
    for (let column = Math.max(0, startColumn - SEARCH); column <= lastColumn; column++) {
      const cell = row * columns + column;
      if (field.label[cell] < 0) continue;
      const dx = column - startColumn;
      const dy = row - startRow;
      const squared = dx * dx + dy * dy;
      if (squared >= least) continue;
      if (!isWalkable(bare, startX, startY, centreX(map, column), centreY(map, row))) continue;
      least = squared;
      best = cell;
    }
  }
  return best;
}
