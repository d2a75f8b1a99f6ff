/** Parameters of the pipeline; docs/models/pipeline.md says where each comes from. SI units, angles in radians. */
export type PipelineParameters = {
  /** Whether collisions are predicted and steered clear of before feelers touch anybody. */
  prediction: boolean;
  /** Whether deadlocks are solved by plans in space and time. */
  spaceTime: boolean;
  /** How far ahead agents are seen, metres. */
  view: number;
  /** A predicted collision is a threat where its interval meets this one, seconds from now. */
  threatFrom: number;
  threatUntil: number;
  /** Gap below which a passing counts as a collision, metres. */
  margin: number;
  /** Cosines between headings: above the one two agents go the same way, below the other they are oncoming. */
  similarCosine: number;
  oncomingCosine: number;
  /** Seconds that an agent waits after the predicted end of a threat that it has avoided. */
  waitAfter: number;
  /** The feelers ahead, from the front of the body, and the whiskers to the sides, metres. */
  feeler: number;
  sideFeeler: number;
  whisker: number;
  /** Metres within which a wall alone, with nobody else about, calls for a reaction. */
  wallReach: number;
  /** Turning in place begins below the one cosine to the local target and ends above the other. */
  turnBelow: number;
  turnUntil: number;
  /** Largest turn rate, that of reactions, and that of slight turns, radians per second. */
  turnRate: number;
  reactTurnRate: number;
  slightTurnRate: number;
  /** Speed of a step aside, as a share of the pace. */
  scoot: number;
  /** Force per unit of mass: gain on the velocity that is missing, 1/s, and its bound, metres per second². */
  gain: number;
  forceLimit: number;
  /** Nobody is faster than this, metres per second, nor than so many times its pace. */
  maximumSpeed: number;
  haste: number;
  /** No plan is made with more agents in view than this. */
  planningCrowd: number;
  /** Seconds of one layer of a plan, layers that are looked ahead, and nodes that one search may open. */
  planLayer: number;
  planLayers: number;
  planNodes: number;
  /** Gap that a plan keeps to others and walls, metres. */
  planClearance: number;
  /** Where walls leave less than so many metres besides both bodies, a threat is a deadlock. */
  planRoom: number;
  /** Seconds until the next plan may be made after one that failed. */
  planAgain: number;
  /** An agent below this share of its pace for so many seconds is stuck. */
  stuckShare: number;
  stuckAfter: number;
};

export const pipelineDefaults: PipelineParameters = {
  prediction: true,
  spaceTime: true,
  view: 10,
  threatFrom: 0.8,
  threatUntil: 4,
  margin: 0.05,
  similarCosine: 0.94,
  oncomingCosine: -0.95,
  waitAfter: 0.5,
  feeler: 1.46,
  sideFeeler: 1,
  whisker: 0.2,
  wallReach: 0.3,
  turnBelow: 0.55,
  turnUntil: 0.99,
  turnRate: 3,
  reactTurnRate: 1.2,
  slightTurnRate: 0.4,
  scoot: 0.4,
  gain: 8,
  forceLimit: 14,
  maximumSpeed: 2.6,
  haste: 1.15,
  planningCrowd: 3,
  planLayer: 0.5,
  planLayers: 24,
  planNodes: 6000,
  planClearance: 0.05,
  planRoom: 0.6,
  planAgain: 1,
  stuckShare: 0.1,
  stuckAfter: 1,
};
