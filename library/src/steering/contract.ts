import type {
  Crowd,
  Events,
  Hearsay,
  Layout,
  NearLists,
  Obstacles,
  Perception,
  Solids,
} from '../crowd/index.ts';
import type { ModelExplanation } from './explanation.ts';
import type { HeadingPortrait, PortraitOptions } from './portrait.ts';

/** What a steering model may read besides the crowd's current columns. */
export type SteeringInput = {
  crowd: Crowd;
  perception: Perception;
  /** What is solid: obstacles in the plane, solids in space. */
  obstacles: Obstacles;
  solids: Solids;
  /** Events of the last step, including contacts; an agent that an event names may have left since (hasAgent). */
  events: Events;
  /** What agents know without perceiving it, if agents share what they know; docs/models/sharing.md. */
  hearsay?: Hearsay | undefined;
  /** How agents settle who goes first in a passage for one; worlds that programs make do without it. */
  passages?: PassageRules | undefined;
  /** Rows that the model moves, 1 each, if several models share a crowd; absent: all rows. Write no other rows. */
  members?: Uint8Array | undefined;
  /** Rows of the model that are due to steer, by the cadence of steering; the others keep velocity and heading. */
  due: Uint8Array;
  /** Rows that are due to predict, for models that predict, and to react, for models with a closeReach: by their cadences. */
  duePrediction: Uint8Array;
  dueReaction: Uint8Array;
  /**
   * For models with a closeReach, the neighbours of rows that are due to react: all agents whose centres are within that
   * distance, hidden or not, and some farther ones.
   */
  close: NearLists;
  /** The host's clock in milliseconds, if it wants phases timed. */
  clock?: (() => number) | undefined;
  seed: number;
  step: number;
  /** Seconds. */
  dt: number;
};

/** Points of plans, in blocks of a fixed number, and which blocks are in use. */
export type PlanBlocks = { x: Float64Array; y: Float64Array; used: Uint8Array };

/** How agents settle who goes first in a passage for one, and the velocity of one that gives way. */
export type PassageRules = {
  settle: (plans: PlanBlocks, input: SteeringInput) => void;
  retreat: (plans: PlanBlocks, input: SteeringInput, row: number, velocity: { x: number; y: number }) => void;
};

/** Bounds that planners and contacts rely on. */
type SteeringBounds = {
  /** The largest turn rate of an agent that aims at its goal, radians per second; absent: unbounded. */
  turnRate?: number;
  /** The largest speed as a multiple of the desired speed; absent: 1. */
  speedFactor?: number;
  /** The largest gain in speed beyond the present one in a step of dt seconds, metres per second; absent: 0. */
  speedGain?(dt: number): number;
  /**
   * The share of an agent's radius that other bodies never enter, above 0 and at most 1; absent: 1. Contacts only keep
   * these hard cores apart. Outside the core the model keeps its own distance; docs/models/contacts.md.
   */
  hardCore?: number;
  /** Metres: the soft part outside the core is at most this deep, above 0; absent: no limit. */
  softDepth?: number;
};

/**
 * A steering model decides how each agent moves now. It reads the current columns, and writes the next velocity and heading
 * of its rows: next.velocityX, velocityY, headingX and headingY, in space also velocityZ and headingZ. Before, they are the
 * present ones, so that it can leave out rows that are not due. The engine moves the bodies, and turns velocities into those
 * that contacts allow. Models that think in turn rates and speeds use turnAndGo. Whatever a model remembers between steps must be in columns, such as its own, or in the result of save(): otherwise
 * a saved world is incomplete.
 */
export type SteeringModel = {
  readonly name: string;
  /** The columns that it keeps for each agent: crowd.steer. Columns of float64 are part of the state's hash. */
  readonly columns?: Layout;
  /** Metres between centres within which the model needs all agents in every step: SteeringInput.close. */
  readonly closeReach?: (largestRadius: number) => number;
  /** Whether it predicts at its own cadence: SteeringInput.duePrediction. */
  readonly predicts?: boolean;
  /** Bounds of its motion; absent: it turns at once, and is never faster than its desired or present speed. */
  readonly bounds?: SteeringBounds;
  /** Fills the model's columns of a new agent; they are 0 before. */
  begin?(crowd: Crowd, row: number): void;
  /** Called when obstacles were added, moved, turned or removed, with all of them by number; undefined: removed. */
  obstaclesChanged?(obstacles: readonly (object | undefined)[]): void;
  /** Called when a command has added groups, with all of them by number. */
  groupsChanged?(groups: readonly object[]): void;
  /** Runs in every step. */
  computeControls(input: SteeringInput): void;
  /** How fast the agent of a row would turn now at each heading, if the model has heading dynamics. */
  portray?(input: SteeringInput, row: number, options: PortraitOptions): HeadingPortrait;
  /**
   * Decides for the agent of a row as computeControls would in this step, and says why. The engine calls it in place of
   * computeControls, on a copy of the world: columns and `next` may change. Absent: the engine says what is common to all
   * models. docs/guide/explaining.md.
   */
  explain?(input: SteeringInput, row: number): ModelExplanation;
  /** The state to save besides columns, as bytes; and loading it. */
  save?(): Uint8Array;
  load?(bytes: Uint8Array): void;
  /** The cost of each phase of a model, filled if the input has a clock: milliseconds, and the number of agents. */
  readonly phases?: { readonly names: readonly string[]; times: Float64Array; runs: Float64Array };
};
