/** Every default value of a scenario file, once. Lengths in metres, times in seconds, angles in radians. */

/** The nonlinear steering model's parameters stand with the model. */
export { nonlinearDefaults as steeringDefaults } from '../../steering/index.ts';

export const bodyDefaults = {
  radius: 0.25,
  /** The speed an agent wants, m/s; the mean free walking speed of adults. */
  speed: 1.33,
  goalRadius: 0.5,
} as const;

export const personalityDefaults = { agility: 1, mass: 0, aggressiveness: 0.5 } as const;

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
  cadence: 1,
  arrival: 'stop',
} as const;
