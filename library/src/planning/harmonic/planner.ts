import { choice } from '../../settings/index.ts';
import { definePlanner } from '../base/definition.ts';
import { mapParameters, sight } from '../base/parameters.ts';
import { createPlanner } from '../base/planner.ts';
import { createPathGuide, pathOptionsOf } from '../paths/index.ts';
import { solverNames } from './field.ts';
import { createHarmonicGuide } from './guide.ts';
import { bytesPerCell } from './maker.ts';

const solver = choice(solverNames, {
  default: 'auto',
  about:
    'How the field is solved; auto: by elimination where passages are narrow, by multigrid elsewhere; sor and gauss-seidel are for comparison.',
});

/** The planner with harmonic fields. */
export const harmonic = definePlanner({
  name: 'harmonic',
  about: 'Down a harmonic field, which keeps to the middle of passages.',
  parameters: { ...mapParameters, sight, solver },
  dimensions: [2],
  map: ({ cell, clearance }) => ({ cell, clearance }),
  fields: () => ({ bytesPerCell, isPerTarget: false }),
  create: (settings) =>
    createPlanner(
      createHarmonicGuide({
        cell: settings.cell,
        clearance: settings.clearance,
        budgetCells: settings.budget.cells,
        solver: settings.solver,
        own: createPathGuide(pathOptionsOf(settings)),
      }),
    ),
});
