/**
 * wend/scenario: worlds from scenario files, with groups, journeys, teams, scripts, areas and velocity fields; checks
 * and schema of the files; saved worlds, recordings and their replay.
 *
 * @module
 */

export type { KnownThing } from './environment/index.ts';
export { boundsOfShape, countVertices, movedShape, openRing } from './geometry/index.ts';
export { unmetExpectations } from './measurement/index.ts';
export type { VelocityField } from './planning/fields/index.ts';
export {
  createRecorder,
  type Recorder,
  type ReplayOutcome,
  recordEnd,
  recordStart,
  recordStep,
  replayRecording,
} from './recording/index.ts';
export { openDoor, removeGround, setGround } from './simulation/commands.ts';
export { type AgentExplanation, explainAgent } from './simulation/explain-agent.ts';
export { explainJumps, jumpsInWords } from './simulation/explain-automata.ts';
export { explanationInWords } from './simulation/explain-words.ts';
export { newsOf } from './simulation/news.ts';
export { type OpenOptions, openScenario } from './simulation/open-scenario.ts';
export { portraitOf } from './simulation/portrait.ts';
export { registerBuiltIn } from './simulation/scenario/built-in.ts';
export {
  type Agent,
  type Area,
  type AreaRings,
  bodyDefaults,
  type Cadence,
  type Cadences,
  type Change,
  type ClassNumbers,
  type Course,
  checkScenario,
  classNumbers,
  createVelocityFields,
  type Distribution,
  type FollowedField,
  findIgnoredTraits,
  findRingFaults,
  type GroundPatch,
  type Group,
  type GroupGoal,
  type Journey,
  maximumAgents,
  maximumGroups,
  maximumObstacleVertices,
  maximumScenarioBytes,
  maximumScriptEntries,
  maximumStages,
  nearestWord,
  type Obstacle,
  type OpenRegion,
  obstaclesOf,
  type Population,
  parseJson,
  parseScenario,
  personalityDefaults,
  perturbStarts,
  populate,
  type Region,
  type RingFault,
  type Scenario,
  type ScenarioInput,
  type ScriptEntry,
  type Stage,
  StartingGoal,
  scenarioDefaults,
  scenarioJsonSchema,
  scenarioSchema,
  type Target,
} from './simulation/scenario/index.ts';
export { createParsedWorld, createWorld as createScenarioWorld } from './simulation/scenario-world.ts';
export { loadWorld, saveWorld } from './simulation/snapshot.ts';
export type {
  Constraint,
  ConstraintSource,
  DecisionStage,
  HeadingFixedPoint,
  HeadingPortrait,
  HeadingSample,
  HeadwayExplanation,
  ModelExplanation,
  PortraitOptions,
  Vector,
} from './steering/index.ts';
export { steeringNames } from './steering/loaders.ts';
