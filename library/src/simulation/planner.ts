import {
  createDirectPlanner,
  createDistanceGuide,
  createHarmonicGuide,
  createPathGuide,
  createPlanner,
  type Planner,
} from '../planning/index.ts';
import type { Scenario } from './scenario/index.ts';

/** The planner that a scenario names. */
export function createScenarioPlanner({ planner }: Scenario): Planner {
  const { budget, cell, clearance } = planner;
  switch (planner.name) {
    case 'direct':
      return createDirectPlanner();
    case 'path':
      return createPlanner(
        createPathGuide({ cell, clearance, searches: budget.searches, cells: budget.cells }),
      );
    case 'harmonic':
      return createPlanner(
        createHarmonicGuide({
          cell,
          clearance,
          budgetCells: budget.cells,
          solver: planner.solver,
          own: createPathGuide({ cell, clearance, searches: budget.searches, cells: budget.cells }),
        }),
      );
    case 'distance':
      return createPlanner(
        createDistanceGuide({
          cell,
          clearance,
          budgetCells: budget.cells,
          rerouting: planner.rerouting && {
            every: planner.rerouting.every,
            weight: planner.rerouting.density,
            comfort: planner.rerouting.comfort,
          },
          own: createPathGuide({ cell, clearance, searches: budget.searches, cells: budget.cells }),
        }),
      );
  }
}
