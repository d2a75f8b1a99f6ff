/** wend: steering agents and simulating crowds. Everything that the package offers is listed here. */

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
} from './crowd/index.ts';
export type {
  IndexOptions,
  KineticReport,
  KnownThing,
  NeighbourDefinition,
  NeighbourIndex,
  Sight,
  Situation,
  Surroundings,
} from './environment/index.ts';
export { createNeighbourIndex, neighbourIndexes, registerNeighbourIndex } from './environment/index.ts';
export {
  boundsOfShape,
  countVertices,
  gapToShape,
  movedShape,
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
  unmetExpectations,
} from './measurement/index.ts';
export { atan2, cos, Purpose, sin, uniform } from './numerics/index.ts';
export type { VelocityField } from './planning/fields/index.ts';
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
export {
  createRecorder,
  type Recorder,
  type ReplayOutcome,
  recordEnd,
  recordStart,
  recordStep,
  replayRecording,
} from './recording/index.ts';
/** Fields that describe the parameters of a definition of your own: settings.number({ default: 1, … }). */
export * as settings from './settings/index.ts';
export * from './simulation/index.ts';
export {
  analyseStability,
  type BehaviourClass,
  type CompetitionFixedPoint,
  type CrittersParameters,
  crittersDefaults,
  type HeadingFixedPoint,
  type HeadingPortrait,
  type HeadingSample,
  type NonlinearParameters,
  nonlinearDefaults,
  type PortraitOptions,
  type Rivalry,
  registerSteering,
  type StabilityAnalysis,
  type SteeringDefinition,
  type SteeringInput,
  type SteeringModel,
  steeringModels,
  steeringNamed,
} from './steering/index.ts';
