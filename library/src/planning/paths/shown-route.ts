import { slotOf } from '../../crowd/index.ts';
import type { PlaneBounds, Planner } from '../base/contract.ts';
import { cellsOf } from '../map/cells/grid.ts';
import { createPaths, readPaths } from './paths.ts';
import { path, pathOptionsOf } from './planner.ts';
import { RouteState } from './routes.ts';

/**
 * The route that an agent follows, from what the planner saves: the centres of the cells from the one nearest to it to the goal,
 * metres; none where it has no plan, or where another planner plans for it. For pictures.
 */
export function routeIn(
  planner: Planner,
  settings: object,
  bounds: PlaneBounds,
  id: number,
): [x: number, y: number][] {
  if (planner.name !== path.name || !planner.save) return [];
  const options = pathOptionsOf(settings as Parameters<typeof pathOptionsOf>[0]);
  const paths = createPaths(options);
  readPaths(paths, planner.save());
  const { at, block, length, owner, pool, state } = paths.routes;
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
