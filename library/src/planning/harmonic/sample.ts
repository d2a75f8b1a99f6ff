import { cellAt, centreX, centreY, type GridMap, isBarredLine, writeOffset } from '../map/index.ts';
import type { HarmonicField } from './field.ts';

/** This many cells away a body that stands too close to a wall looks for open ground. */
const SEARCH = 8;

/** The open cell whose centre is nearest to a place, of those that are joined to a source; −1: none is near. */
export function nearestJoined({ label, terrain }: HarmonicField, x: number, y: number): number {
  const { map } = terrain;
  const at = cellAt(map, x, y);
  if (label[at] >= 0) return at;
  const column = at % map.columns;
  const row = (at - column) / map.columns;
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let j = Math.max(0, row - SEARCH); j <= Math.min(map.rows - 1, row + SEARCH); j++) {
    for (let i = Math.max(0, column - SEARCH); i <= Math.min(map.columns - 1, column + SEARCH); i++) {
      if (label[j * map.columns + i] < 0) continue;
      const dx = centreX(map, i) - x;
      const dy = centreY(map, j) - y;
      if (dx * dx + dy * dy >= least || isBarredLine(map, x, y, x + dx, y + dy)) continue;
      least = dx * dx + dy * dy;
      best = j * map.columns + i;
    }
  }
  return best;
}

/**
 * Writes the direction at a place whose nearest joined cell is `cell`: −∇λ, between the four cells round the place, where they
 * are all open; else towards the centre of the next cell, which passes open cells only. False at a source.
 */
export function sampleField(
  field: HarmonicField,
  cell: number,
  x: number,
  y: number,
  out: Float64Array,
): boolean {
  const { next, terrain } = field;
  const { map } = terrain;
  if (cellAt(map, x, y) !== cell) return writeUnitOffset(map, cell, x, y, out);
  if (next[cell] === cell) return false;
  if (slopeAt(field, x, y, out)) return true;
  return writeUnitOffset(map, next[cell], x, y, out);
}

/** Writes the unit vector to the centre of a cell; false at the centre. */
function writeUnitOffset(map: GridMap, cell: number, x: number, y: number, out: Float64Array): boolean {
  writeOffset(map, cell, x, y, out);
  return writeUnit(out, out[0] * out[0] + out[1] * out[1]);
}

function writeUnit(out: Float64Array, squared: number): boolean {
  if (!(squared > 0)) return false;
  const inverse = 1 / Math.sqrt(squared);
  out[0] *= inverse;
  out[1] *= inverse;
  return true;
}

/**
 * The fall of −ln μ, interpolated between the centres of four cells. Only where all four are open and the one that is left for
 * another is no source; and only where it leads to the same side as the path from cell to cell, which is known to arrive.
 */
function slopeAt(
  { next, potential, terrain }: HarmonicField,
  x: number,
  y: number,
  out: Float64Array,
): boolean {
  const { map } = terrain;
  const { cell, columns, costs, rows } = map;
  const here = cellAt(map, x, y);
  // Beside a gate the slope may lead through it.
  if (costs && costs.barred[here] !== 0) return false;
  const u = (x - map.minX) / cell - 0.5;
  const v = (y - map.minY) / cell - 0.5;
  const column = Math.floor(u);
  const row = Math.floor(v);
  if (column < 0 || row < 0 || column + 1 >= columns || row + 1 >= rows) return false;
  const corner = row * columns + column;
  const lowLeft = potential[corner];
  const lowRight = potential[corner + 1];
  const highLeft = potential[corner + columns];
  const highRight = potential[corner + columns + 1];
  const total = lowLeft + lowRight + highLeft + highRight;
  if (!(total < Number.POSITIVE_INFINITY)) return false;
  const right = u - column;
  const up = v - row;
  out[0] = (1 - up) * (lowLeft - lowRight) + up * (highLeft - highRight);
  out[1] = (1 - right) * (lowLeft - highLeft) + right * (lowRight - highRight);
  const squared = out[0] * out[0] + out[1] * out[1];
  if (!(squared > 0)) return false;
  const to = next[here];
  const toX = centreX(map, to % columns) - x;
  const toY = centreY(map, (to - (to % columns)) / columns) - y;
  if (!(toX * out[0] + toY * out[1] > 0)) return false;
  return writeUnit(out, squared);
}
