/** Parameters of the heading dynamics; equations and how to choose them: docs/models/. SI units, radians. */
export type NonlinearParameters = {
  /** `faithful`: the papers' sums and signs, with the misprints mended; `smooth`: our default. */
  variant: 'faithful' | 'smooth';
  /** How the weights are found: stable fixed point in closed form, or by integrating the competition. */
  solver: 'closed' | 'integrate';
  speedLaw: 'time-to-contact' | 'constant';
  /** Decay length of repulsion at aggressiveness ½, metres; d0base. */
  baseDistance: number;
  /** Gap at which the agent stands still, at aggressiveness ½, metres; d1. */
  safetyDistance: number;
  /** Seconds to contact that the speed law holds constant; t2c. */
  timeToContact: number;
  /** Largest speed backwards, metres per second. */
  retreatSpeed: number;
  /** Multiplies the speed that the law gives. */
  speedScale: number;
  /** How the heading diffuses: standard deviation after one second, radians per √second. */
  noise: number;
  /** Strength of the attractor, radians per second; k. */
  attraction: number;
  /** Safety margin of the window, radians; δ. */
  margin: number;
  /** Time constants of turning at agility 1 and 0, seconds. */
  agilityTime: readonly [number, number];
  /** Time constants of speed at mass 0 and 1, seconds. */
  massTime: readonly [number, number];
};

export const nonlinearDefaults: NonlinearParameters = {
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
  agilityTime: [0.05, 1],
  massTime: [0.05, 2],
};

/** Constants of the competition between target and obstacles: docs/models/weights.md. */
export const competition = {
  /** How narrow the fixed-point detectors are; c1. */
  detectorSharpness: 2,
  /** How narrow the competition's peak is; c2. */
  competitionSharpness: 2,
  /** γ21: what the target takes from the obstacles. */
  targetOverObstacles: 0.05,
  /** α1 at no obstacles. */
  targetAdvantage: 0.4,
  /** Slope of the smooth sign; κ. */
  signSharpness: 5,
} as const;
