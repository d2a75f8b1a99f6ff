import { neighbourIndexes } from '../../environment/index.ts';

/** Every default value of a scenario file, once. Lengths in metres, times in seconds, angles in radians. */

export const bodyDefaults = {
  radius: 0.25,
  /** The speed an agent wants, m/s; the mean free walking speed of adults. */
  speed: 1.33,
  goalRadius: 0.5,
  /** Seconds before an agent starts. */
  premovement: 0,
} as const;

/** The personality of an agent that has none of its own. */
export const personalityDefaults = { agility: 1, mass: 0, aggressiveness: 0.5 } as const;

/** Stages of journeys: docs/guide/goals.md. */
export const journeyDefaults = {
  loop: false,
  /** How long an agent stands at what it sought. */
  dwell: 0,
  /** Distance of the centres at which the pursued agent is caught. */
  pursuitDistance: 1,
} as const;

/** How a group that shares does it: docs/models/sharing.md. */
export const sharingDefaults = { delay: 0.5, memory: 10, subjects: 'all' } as const;

/** Groups that enter during a run: docs/guide/sources.md. */
export const sourceDefaults = { arrivals: 'regular', batch: 1, from: 0 } as const;

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

/** The defaults of a scenario. */
export const scenarioDefaults = {
  dimension: 2,
  dt: 0.05,
  seed: 1,
  walls: false,
  targetRadius: 0.5,
  /** Whether agents may go to a target. */
  open: true,
  /** Whether agents leave the world at a target. */
  sink: false,
  phase: 0,
  /** Smallest gap between bodies that a group places. */
  clearance: 0.05,
  /** Members of a group at time 0. */
  count: 0,
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

/** A crowd has more agents than this; steering may want to look around less often in one. */
export const fewAgents = 50;

/** The most cells of a map that is made without being asked for. */
export const mostCellsUnasked = 4_000_000;

/** Teams: docs/models/teams.md. */
export const teamDefaults = {
  by: 'total',
  minimumShare: 0.3,
  gap: 1.5,
} as const;

/** What is measured: docs/guide/measuring.md. */
export const measurementDefaults = { interval: 0.5, from: 0 } as const;

/**
 * Ground: docs/guide/ground.md. The factors of stairs are the horizontal speeds of Weidmann (1993), "Transporttechnik der
 * Fussgänger", 0.610 m/s up and 0.694 m/s down, divided by 1.34 m/s on the level.
 */
export const groundDefaults = {
  upFactor: 0.455,
  downFactor: 0.518,
  beltFactor: 1,
  open: true,
  spacing: 0.75,
} as const;
