import { solverNames } from '../../planning/index.ts';
import { plannerDefaults, reroutingDefaults, scenarioDefaults } from './defaults.ts';
import { choice, number, record, wholeNumber, yesOrNo } from './fields.ts';

/**
 * The planning layer: where to go. All planners share one record, so that one can take another's place by its name alone;
 * each reads what concerns it.
 */

const plannerNames = ['direct', 'path', 'distance', 'harmonic'] as const;

export const plannerSchema = record({
  name: choice(plannerNames)
    .default(plannerDefaults.name)
    .describe(
      'direct: straight to the goal. path: along the shortest path over the cells of a map. distance: down a field of distances, which all who go there share. harmonic: down a harmonic field, which keeps to the middle of passages. With walker steering and obstacles path where it is not given, on a map of at most four million cells.',
    ),
  sight: yesOrNo()
    .default(scenarioDefaults.sight)
    .describe(
      'direct: whether agents prefer targets that they see directly to nearer ones that they do not see.',
    ),
  cell: number({ min: 0.01, max: 1000, unit: 'm' })
    .default(plannerDefaults.cell)
    .describe('All but direct: side of the cells of the map, m.'),
  clearance: number({ min: 0, max: 100, unit: 'm' })
    .default(plannerDefaults.clearance)
    .describe('All but direct: room that ways leave between a body and what stands still, m.'),
  budget: record({
    searches: wholeNumber({ min: 1, max: 1_000_000 })
      .default(plannerDefaults.searches)
      .describe('Paths that are looked for in one step at the most.'),
    cells: wholeNumber({ min: 1000, max: 1_000_000_000 })
      .default(plannerDefaults.cells)
      .describe('Cells of fields and paths that are worked on in one step, about.'),
  })
    .prefault({})
    .describe('All but direct: how much is planned in one step; who waits goes on by the last plan.'),
  solver: choice(solverNames)
    .default(plannerDefaults.solver)
    .describe(
      'harmonic: how the field is solved; auto: by elimination where passages are narrow, by multigrid elsewhere; sor and gauss-seidel are for comparison.',
    ),
  rerouting: record({
    every: number({ min: 0.05, max: 3600, unit: 's' })
      .default(reroutingDefaults.every)
      .describe('Time between two looks at the crowd, s.'),
    density: number({ min: 0, max: 100 })
      .default(reroutingDefaults.density)
      .describe('How much the density of the crowd counts; 1: as it slows down walkers, 0: not at all.'),
    comfort: number({ min: 0, max: 5 })
      .default(reroutingDefaults.comfort)
      .describe('Density up to which nobody is slowed down, persons per square metre.'),
  })
    .exactOptional()
    .describe(
      'distance: agents choose among their targets again and again, and avoid where a crowd is in the way. If absent: the shortest way.',
    ),
}).describe('The planning layer: where to go.');
