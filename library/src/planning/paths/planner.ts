import { definePlanner } from '../base/definition.ts';
import { mapParameters, sight } from '../base/parameters.ts';
import { createPlanner } from '../base/planner.ts';
import { createPathGuide } from './guide.ts';
import type { PathOptions } from './paths.ts';

/** The settings of a planner with a map, as the guide wants them. */
export function pathOptionsOf({ budget, cell, clearance }: MapSettings): PathOptions {
  return { cell, clearance, searches: budget.searches, cells: budget.cells };
}

type MapSettings = { cell: number; clearance: number; budget: { searches: number; cells: number } };

export const path = definePlanner({
  name: 'path',
  about: 'Along the shortest path over the cells of a map, searched for each agent.',
  parameters: { ...mapParameters, sight },
  dimensions: [2],
  isDefault: 'around obstacles',
  map: ({ cell, clearance }) => ({ cell, clearance }),
  create: (settings) => createPlanner(createPathGuide(pathOptionsOf(settings))),
});
