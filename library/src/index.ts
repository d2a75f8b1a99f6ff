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
export type { Automaton, AutomatonInput, TraitChange } from './automata/index.ts';
export type {
  AgentId,
  ContactOf,
  Crowd,
  Events,
  Hearsay,
  Motion,
  NearLists,
  Obstacles,
  Perception,
  Plan,
  Solids,
  Targets,
  Things,
  Traits,
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
  IndexOptions,
  NeighbourDefinition,
  NeighbourIndex,
  Sight,
  Situation,
  Surroundings,
} from './environment/index.ts';
export { createNeighbourIndex, neighbourIndexes, registerNeighbourIndex } from './environment/index.ts';
export {
  gapToShape,
  type Outline,
  outlineOf,
  registerShape,
  type Shape,
  type ShapeDefinition,
  type ShapeField,
  shapeFields,
} from './geometry/index.ts';
export {
  createMeasurements,
  type Measurements,
  observeStep,
  type Summary,
  summarize,
} from './measurement/index.ts';
export { atan2, cos, Purpose, sin, uniform } from './numerics/index.ts';
export {
  type Aim,
  createPlanner,
  type Direction,
  DirectionState,
  type GivenPlanner,
  type Guide,
  type IsInSight,
  type Planner,
  type PlannerDefinition,
  type PlannerSettings,
  type PlanningInput,
  planners,
  registerPlanner,
  type VelocitySampler,
} from './planning/index.ts';
export { settings } from './settings/index.ts';
export type { Command, Goal } from './simulation/command-schema.ts';
export {
  addAgent,
  moveObstacle,
  moveTarget,
  openTarget,
  removeAgent,
  retargetAgent,
  sendCommand,
} from './simulation/commands.ts';
export { createPlainWorld as createWorld } from './simulation/create.ts';
export type { WorldSettings } from './simulation/given/world.ts';
export { isOver } from './simulation/journeys.ts';
export { type Problem, ScenarioError } from './simulation/scenario/error.ts';
export type { Place } from './simulation/scenario/schema.ts';
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
  type SteeringInput,
  type SteeringModel,
  steeringModels,
  steeringNamed,
} from './steering/index.ts';
/** For models that decide on turn rates and speeds: columns, and the velocity that follows from both. */
export * as turning from './steering/turning.ts';
export { walker } from './steering/walker/index.ts';
