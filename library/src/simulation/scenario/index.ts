/** Scenario files: schema and types, loading with checks, and the population they describe. */
export { type ClassNumbers, classNumbers } from './classes.ts';
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
  Change,
  Competition,
  Course,
  CrittersSteering,
  Distribution,
  Group,
  GroupGoal,
  NonlinearSteering,
  Obstacle,
  OpenRegion,
  Place,
  Region,
  Scenario,
  ScenarioInput,
  SteeringClass,
  SteeringParameters,
  Target,
} from './schema.ts';
export { scenarioSchema } from './schema.ts';
