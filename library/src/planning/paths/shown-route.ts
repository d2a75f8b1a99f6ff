import { slotOf } from '../../crowd/index.ts';
import type { PlaneBounds } from '../base/contract.ts';
import { cellsOf } from '../map/cells/grid.ts';
import type { Paths } from './paths.ts';
import { RouteState } from './routes.ts';

/** The centres of the cells that an agent still has to walk through, metres; none without a plan. */
export function routeOf(
  { options, routes }: Paths,
  bounds: PlaneBounds,
  id: number,
): [x: number, y: number][] {
  const { at, block, length, owner, pool, state } = routes;
  const slot = slotOf(id);
  if (owner[slot] !== id || state[slot] !== RouteState.planned) return [];
  const { columns } = cellsOf(bounds, options.cell);
  return Array.from({ length: length[slot] - at[slot] }, (_, k) => {
    const cell = pool.items[block[slot] + at[slot] + k];
    const column = cell % columns;
    const row = (cell - column) / columns;
    return [bounds.minX + (column + 0.5) * options.cell, bounds.minY + (row + 0.5) * options.cell];
  });
}
