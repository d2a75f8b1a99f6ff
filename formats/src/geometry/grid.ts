import type { Path64, Point64 } from 'clipper2-ts';
import type { Bounds } from '../jupedsim/index.ts';

/**
 * Clipping works on integers, here multiples of 0.1 mm counted from a corner of the world. With at most
 * `mostSteps` steps across, products of two differences stay below 2^53, so that every orientation is exact.
 * A world wider than 4 km has a coarser grid.
 */
export type Grid = { decimals: number; originX: number; originY: number };

const finestDecimals = 4;
const mostSteps = 4e7;

export function createGrid(bounds: Bounds): Grid {
  const extent = Math.max(bounds.maxX - bounds.minX, bounds.maxY - bounds.minY);
  let decimals = finestDecimals;
  while (extent * 10 ** decimals > mostSteps) decimals--;
  const steps = (metres: number) => Math.round(metres * 10 ** decimals);
  return { decimals, originX: steps(bounds.minX), originY: steps(bounds.minY) };
}

/** Metres to the nearest grid point. */
export function toGrid(grid: Grid, [x, y]: readonly [number, number]): Point64 {
  const scale = stepsPerMetre(grid);
  return { x: Math.round(x * scale) - grid.originX, y: Math.round(y * scale) - grid.originY };
}

/** The grid point in metres: the double nearest to the decimal fraction, so that it prints without a tail. */
export function toMetres(grid: Grid, { x, y }: Point64): [x: number, y: number] {
  const scale = stepsPerMetre(grid);
  return [(x + grid.originX) / scale, (y + grid.originY) / scale];
}

/** An integer down to worlds of 40 000 km: dividing by it rounds once, multiplying by a step's length twice. */
export const stepsPerMetre = ({ decimals }: Grid) => 10 ** decimals;

/** Twice the signed area in grid squares; positive counter-clockwise. */
export function doubleArea(ring: Path64): number {
  let sum = 0;
  for (let k = 0; k < ring.length; k++) {
    const a = ring[k];
    const b = ring[(k + 1) % ring.length];
    sum += (a.x - ring[0].x) * (b.y - ring[0].y) - (b.x - ring[0].x) * (a.y - ring[0].y);
  }
  return sum;
}
