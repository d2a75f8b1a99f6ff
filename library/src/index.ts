/**
 * wend: crowds in Node and in the browser. This door has the core: make a world, add agents, step it, read it, and
 * bring models of your own. Scenarios are behind `wend/scenario`, pictures behind `wend/draw`, the steering models and
 * planners that a world does not have unless it asks for them behind `wend/models`, the kinetic index behind
 * `wend/kinetic`.
 *
 * @module
 */

/** Hybrid automata: their models as data, a builder, checks, and runs without a crowd. docs/models/automata.md. */
export * as automata from './automata/hybrid/index.ts';
export type { Automaton } from './automata/index.ts';
export type {
  AgentId,
  Crowd,
  Events,
  NearLists,
} from './crowd/index.ts';
export {
  beginLists,
  contactsOf,
  createEvents,
  createNearLists,
  EventKind,
  GoalKind,
  hasAgent,
  rowOf,
  Status,
  speedOf,
} from './crowd/index.ts';
export type {
  NeighbourDefinition,
  NeighbourIndex,
} from './environment/index.ts';
export { createNeighbourIndex, neighbourIndexes, registerNeighbourIndex } from './environment/index.ts';
export {
  gapToShape,
  outlineOf,
  registerShape,
  type Shape,
  type ShapeDefinition,
} from './geometry/index.ts';
/** Fields of a shape of your own: shapeFields.length('Diameter, m.'). */
export * as shapeFields from './geometry/shapes/fields.ts';
export {
  createMeasurements,
  type Measurements,
  observeStep,
  type Summary,
  summarize,
} from './measurement/index.ts';
/** Functions that give the same bits on every machine, which `Math.sin` and `Math.random` do not. */
export * as numerics from './numerics/portable.ts';
export {
  createPlanner,
  DirectionState,
  type Guide,
  type Planner,
  type PlannerDefinition,
  planners,
  registerPlanner,
} from './planning/index.ts';
/** Fields that describe the parameters of a definition of your own: settings.number({ default: 1, … }). */
export * as settings from './settings/index.ts';
export type { Command } from './simulation/command-schema.ts';
export {
  addAgent,
  moveTarget,
  openTarget,
  removeAgent,
  retargetAgent,
  sendCommand,
} from './simulation/commands.ts';
/** Types of what the layers exchange, for authors of models, planners, indexes, automata and shapes. */
export type * as contracts from './simulation/contracts.ts';
export { createPlainWorld as createWorld } from './simulation/create.ts';
export type { WorldSettings } from './simulation/given/world.ts';
export { isOver } from './simulation/is-over.ts';
export { addObstacle, moveObstacle, removeObstacle, turnObstacle } from './simulation/obstacle-commands.ts';
export { ScenarioError } from './simulation/scenario/error.ts';
export { stageNames, stepWorld } from './simulation/step.ts';
export {
  type AgentState,
  readAgent,
  stateHashOf,
  timeOf,
  type World,
  type WorldOptions,
} from './simulation/world.ts';
export {
  registerSteering,
  type SteeringDefinition,
  type SteeringModel,
  steeringModels,
} from './steering/index.ts';
/** For models that decide on turn rates and speeds: columns, and the velocity that follows from both. */
export * as turning from './steering/turning.ts';
