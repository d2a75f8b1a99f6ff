/** Scenario files: schema and types, loading with checks, and the population they describe. */
export { bodyDefaults, personalityDefaults, scenarioDefaults } from './defaults.ts';
export { type Problem, ScenarioError } from './error.ts';
export { scenarioJsonSchema } from './json-schema.ts';
export { maximumScenarioBytes } from './limits.ts';
export { checkScenario, parseScenario } from './load.ts';
export { populate } from './populate.ts';
export { GoalKind, type Population } from './population.ts';
export type {
  Agent,
  Cadence,
  Course,
  Distribution,
  Group,
  GroupGoal,
  Obstacle,
  Place,
  Region,
  Scenario,
  ScenarioInput,
  SteeringParameters,
  Target,
} from './schema.ts';
export { scenarioSchema } from './schema.ts';
