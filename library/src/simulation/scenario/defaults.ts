import { competition } from '../../steering/nonlinear/parameters.ts';

/** Every default value of a scenario file, once. Lengths in metres, times in seconds, angles in radians. */

/** The parameters of the steering models stand with the models. */
export {
  closedFormLimit,
  crittersDefaults,
  nonlinearDefaults as steeringDefaults,
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

/** How a group that shares does it: docs/models/sharing.md. */
export const sharingDefaults = { delay: 0.5, memory: 10, subjects: 'all' } as const;

export const scenarioDefaults = {
  dimension: 2,
  dt: 0.05,
  seed: 1,
  walls: false,
  targetRadius: 0.5,
  phase: 0,
  /** Smallest gap between bodies that a group places. */
  clearance: 0.05,
  neighbours: 'grid',
  neighbourRadius: 3,
  sight: false,
  neighbourEvents: false,
  cadence: 1,
  arrival: 'stop',
  changeAs: 'factor',
  lag: 0,
} as const;
