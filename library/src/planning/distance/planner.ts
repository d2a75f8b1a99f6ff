import { number, record } from '../../settings/index.ts';
import { definePlanner } from '../base/definition.ts';
import { mapParameters, sight } from '../base/parameters.ts';
import { createPlanner } from '../base/planner.ts';
import { createPathGuide, pathOptionsOf } from '../paths/index.ts';
import { createDistanceGuide } from './guide.ts';
import { bytesPerCell } from './maker.ts';

const rerouting = record(
  {
    every: number({
      default: 1,
      min: 0.05,
      max: 3600,
      unit: 's',
      about: 'Time between two counts of the crowd, s.',
    }),
    density: number({
      default: 1,
      min: 0,
      max: 100,
      about: 'Weight of the density; 1: as it slows people down; 0: none.',
    }),
    comfort: number({
      default: 0.5,
      min: 0,
      max: 5,
      about: 'Density up to which no agent is slowed down, persons per square metre.',
    }),
  },
  {
    optional: true,
    about: 'Agents choose among their targets repeatedly, and avoid crowds. If absent: the shortest path.',
  },
);

/** A cell of a march costs as much as this many of a search for a path, which the budget is counted in. */
const MARCH_COST = 4;

/** The planner with fields of distances. */
export const distance = definePlanner({
  name: 'distance',
  about: 'Down a field of distances that all agents with the same targets share.',
  parameters: { ...mapParameters, sight, rerouting },
  dimensions: [2],
  map: ({ cell, clearance }) => ({ cell, clearance }),
  fields: (settings) => ({ bytesPerCell, isPerTarget: settings.rerouting !== undefined }),
  create: (settings) => {
    const { budget, cell, clearance, rerouting: again } = settings;
    return createPlanner(
      createDistanceGuide({
        cell,
        clearance,
        budgetCells: Math.ceil(budget.cells / MARCH_COST),
        rerouting: again && { every: again.every, weight: again.density, comfort: again.comfort },
        own: createPathGuide(pathOptionsOf(settings)),
      }),
    );
  },
});
