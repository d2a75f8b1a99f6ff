import { neighbourIndexes } from '../../environment/index.ts';
import { competition } from '../../steering/nonlinear/parameters.ts';

/** Every default value of a scenario file, once. Lengths in metres, times in seconds, angles in radians. */

/** The parameters of the steering models stand with the models. */
export {
  closedFormLimit,
  crittersDefaults,
  nonlinearDefaults as steeringDefaults,
  pipelineDefaults,
  walkerDefaults,
} from '../../steering/index.ts';

/** Classes of the nonlinear model's competition and what they take from one another; see docs/models/. */
export const classDefaults = {
  /** Factor on the distance at which a class begins to matter. */
  distance: 1,
  /** Slope of tanh(scale × closeness). */
  closeness: 1,
  /** Largest advantage of a target class. */
  share: competition.targetAdvantage,
  /** How narrow the peak of a conflict is; c2. */
  sharpness: competition.competitionSharpness,
  /** How much greater the advantage of another exclusive target must be before the agent changes over. */
  margin: competition.changeOver,
} as const;

export const bodyDefaults = {
  radius: 0.25,
  /** The speed an agent wants, m/s; the mean free walking speed of adults. */
  speed: 1.33,
  goalRadius: 0.5,
} as const;

export const personalityDefaults = { agility: 1, mass: 0, aggressiveness: 0.5 } as const;

/** Stages of journeys: docs/guide/goals.md. */
export const journeyDefaults = {
  loop: false,
  /** How long an agent stands at what it sought. */
  dwell: 0,
  /** Distance of the centres at which whoever is pursued is caught. */
  pursuitDistance: 1,
} as const;

/** How a group that shares does it: docs/models/sharing.md. */
export const sharingDefaults = { delay: 0.5, memory: 10, subjects: 'all' } as const;

/** The map of the planners and what they may do in a step. */
export const plannerDefaults = {
  name: 'direct',
  cell: 0.25,
  clearance: 0.1,
  searches: 32,
  cells: 200_000,
  solver: 'auto',
} as const;

/** When agents look at the crowd on their way: seconds, and persons per square metre. docs/models/distance.md. */
export const reroutingDefaults = { every: 1, density: 1, comfort: 0.5 } as const;

/** Velocity fields that are painted, computed or combined. Lengths in metres, speeds in metres per second. */
export const fieldDefaults = {
  cell: 0.5,
  outside: 'clamp',
  strokeWidth: 4,
  strokeStrength: 1,
  scale: 1,
  keep: 'inside',
  fade: 1,
} as const;

export const scenarioDefaults = {
  dimension: 2,
  dt: 0.05,
  seed: 1,
  walls: false,
  targetRadius: 0.5,
  /** Whether agents may go to a target. */
  open: true,
  phase: 0,
  /** Smallest gap between bodies that a group places. */
  clearance: 0.05,
  neighbours: neighbourIndexes.definitions[0].name,
  neighbourRadius: 3,
  sight: false,
  neighbourEvents: false,
  cadence: 1,
  contacts: 'solid',
  arrival: 'stop',
  changeAs: 'factor',
  lag: 0,
} as const;

/**
 * What the models that predict perceive where a scenario does not say: metres; and the seconds between two looks of the walker where
 * there are more than a few agents. The most cells of a map that is made without being asked for.
 */
export const predictionDefaults = { radius: 10, sight: true, look: 0.2, few: 50, cells: 4_000_000 } as const;

/** Teams: docs/models/teams.md. */
export const teamDefaults = {
  by: 'total',
  minimumShare: 0.3,
  gap: 1.5,
} as const;
