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
  /** In space: the same up and down. 0 keeps a plane scene plane. */
  climbNoise: number;
  /** Strength of the attractor, radians per second; k. */
  attraction: number;
  /** Safety margin of the window, radians; δ. */
  margin: number;
  /** Time constants of turning at agility 1 and 0, seconds. */
  agilityTime: readonly [number, number];
  /** Time constants of speed at mass 0 and 1, seconds. */
  massTime: readonly [number, number];
  /** The classes that compete; absent: the target and the obstacles. docs/models/stability.md. */
  classes?: readonly BehaviourClass[] | undefined;
  /** What classes take from one another, where it is not what their kinds take by default. */
  competition?: readonly Rivalry[] | undefined;
};

/** Targets that are pursued, or obstacles and agents that are avoided, in one way. */
export type BehaviourClass = {
  name: string;
  kind: 'target' | 'obstacle';
  /** Times d0: how far obstacles of this class are felt. */
  distance: number;
  advantage?: Advantage | undefined;
};

/** α of a class: how fast its weight recovers. */
export type Advantage =
  | { constant: number }
  /** tanh(scale × closeness) of the obstacles of the class: ΣD (faithful), or D of the closest in the way. */
  | { closeness: { scale: number } }
  /** share × (1 − tanh closeness) over all obstacles. */
  | { remaining: { share: number } }
  /** share × exp(−distance/length) of the class's target. */
  | { nearby: { share: number; length: number } };

/** γ: what the class `from` takes from the class `of`. */
export type Rivalry = {
  of: string;
  from: string;
  by:
    | { constant: number }
    /** exp(−sharpness (P_of P_from + 1)): high where both have a fixed point in the same direction. */
    | { conflict: { sharpness: number } }
    /** margin × α_from: one of the two alone, until the other's advantage is `margin` times as large. */
    | { exclusive: { margin: number } };
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
  climbNoise: 0,
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
  /** How much greater the advantage of another exclusive target must be before the agent changes over. */
  changeOver: 1.5,
} as const;

/** The classes of a competition that is not told which: the target, and everything in the way. */
export const standardClasses: readonly BehaviourClass[] = [
  { name: 'target', kind: 'target', distance: 1 },
  { name: 'obstacles', kind: 'obstacle', distance: 1 },
];
