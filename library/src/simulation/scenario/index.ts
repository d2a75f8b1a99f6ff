/** Scenario files: schema and types, loading with checks, and the population they describe. */

export { type AreaRings, findRingFaults, type RingFault } from './area.ts';
export { obstaclesOf } from './area-part.ts';
export { type ClassNumbers, classNumbers } from './classes.ts';
export { bodyDefaults, personalityDefaults, scenarioDefaults } from './defaults.ts';
export { ScenarioError } from './error.ts';
export { createVelocityFields } from './field-part.ts';
export { scenarioJsonSchema } from './json-schema.ts';
export { parseJson } from './json-text.ts';
export {
  maximumAgents,
  maximumGroups,
  maximumObstacleVertices,
  maximumScenarioBytes,
  maximumScriptEntries,
  maximumStages,
} from './limits.ts';
export { checkScenario, parseScenario } from './load.ts';
export { perturbStarts } from './perturb.ts';
export { populate } from './populate.ts';
export { type Population, StartingGoal } from './population.ts';
export type {
  Agent,
  Area,
  Cadence,
  Cadences,
  Change,
  Course,
  Distribution,
  GroundPatch,
  Group,
  GroupGoal,
  Journey,
  MeasuredCriterion,
  Obstacle,
  OpenRegion,
  Place,
  Region,
  Scenario,
  ScenarioInput,
  ScriptEntry,
  Stage,
  Target,
} from './schema.ts';
export { scenarioSchema } from './schema.ts';
export { findIgnoredTraits } from './traits.ts';
export type { FollowedField } from './velocity-fields.ts';
export { nearestWord } from './words.ts';
