/** Every default value of a scenario file, once. Lengths in metres, times in seconds, angles in radians. */

/** The nonlinear steering model's parameters; their meaning stands in schema.ts, their equations in docs/models/. */
export const steeringDefaults = {
  variant: 'smooth',
  solver: 'closed',
  speedLaw: 'time-to-contact',
  baseDistance: 1,
  safetyDistance: 0.1,
  timeToContact: 0.5,
  retreatSpeed: 0.3,
  speedScale: 1,
  noise: 0.05,
  attraction: 1,
  margin: 0.8,
  agilityTime: [0.05, 1] as [number, number],
  massTime: [0.05, 2] as [number, number],
} as const;

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
