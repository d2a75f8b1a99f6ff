import type { Crowd } from '../../crowd/index.ts';
import type { Aim } from '../base/contract.ts';
import type { Size } from './body-sizes.ts';
import { isWalkable, type Terrain, writeVectorTo } from './terrain.ts';

/** An agent must be able to step aside by this many cells and still see, before it trusts what it sees. */
const ASIDE = 0.5;

/** A body this near to a place is at it, metres. */
const AT_PLACE = 0.01;

/**
 * Whether an agent goes straight to its aim instead of following a field; plan.inSight stores the answer. It starts when
 * the line from it, and the lines from half a cell to either side, are open with the room that paths leave. It continues
 * as long as its bare body fits through. To start takes more room than to continue, so that an agent that others push does
 * not oscillate at the edge of sight. The clearance of paths alone would not do: it may be less than a cell, and terrains
 * are no more exact than that.
 */
export function goesStraight({ bare, roomy }: Size, { motion, plan }: Crowd, row: number, aim: Aim): boolean {
  const x = motion.x[row];
  const y = motion.y[row];
  const isOpen =
    plan.inSight[row] === 1 ? isWalkable(bare, x, y, aim.x, aim.y) : isWideOpen(roomy, x, y, aim.x, aim.y);
  plan.inSight[row] = isOpen ? 1 : 0;
  return isOpen;
}

function isWideOpen(roomy: Terrain, fromX: number, fromY: number, toX: number, toY: number): boolean {
  if (!isWalkable(roomy, fromX, fromY, toX, toY)) return false;
  const dx = toX - fromX;
  const dy = toY - fromY;
  const distance = Math.sqrt(dx * dx + dy * dy);
  const aside = ASIDE * roomy.map.cell;
  // An agent this near has arrived.
  if (distance <= aside) return true;
  const acrossX = (-dy / distance) * aside;
  const acrossY = (dx / distance) * aside;
  return (
    isWalkable(roomy, fromX + acrossX, fromY + acrossY, toX, toY) &&
    isWalkable(roomy, fromX - acrossX, fromY - acrossY, toX, toY)
  );
}

/**
 * Writes the unit vector to where bodies pass the next cell, or, as long as the body cannot go there straight, the cell
 * itself; false at the place.
 */
export function leadThroughNarrow(
  roomy: Terrain,
  bare: Terrain,
  cell: number,
  next: number,
  x: number,
  y: number,
  out: Float64Array,
): boolean {
  writeVectorTo(roomy, next, x, y, out);
  if (!isWalkable(bare, x, y, x + out[0], y + out[1])) {
    writeVectorTo(roomy, cell, x, y, out);
    // A body that is already at the place of its cell heads for the next cell.
    if (out[0] * out[0] + out[1] * out[1] < AT_PLACE * AT_PLACE) writeVectorTo(roomy, next, x, y, out);
  }
  const length = Math.sqrt(out[0] * out[0] + out[1] * out[1]);
  if (length === 0) return false;
  out[0] /= length;
  out[1] /= length;
  return true;
}
