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
import type { HeadingPortrait, PortraitOptions } from './portrait.ts';

/** What a steering model may read besides the crowd's current columns. */
export type SteeringInput = {
  crowd: Crowd;
  perception: Perception;
  /** What is solid: obstacles in the plane, solids in space. */
  obstacles: Obstacles;
  solids: Solids;
  /** What happened in the last step, contacts among it; an agent that it names may have left since (hasAgent). */
  events: Events;
  /** What agents know of without perceiving it, where somebody shares what it knows; docs/models/sharing.md. */
  hearsay?: Hearsay | undefined;
  /** Rows that the model moves, 1 each, where several models share a crowd; absent: all rows. Write no other rows. */
  members?: Uint8Array | undefined;
  /** Rows of the model whose turn it is, by the cadence of steering; the others keep their controls. */
  due: Uint8Array;
  /** Rows whose turn it is to predict, of models that do, and to react, of those with a closeReach: by their cadences. */
  duePrediction: Uint8Array;
  dueReaction: Uint8Array;
  /**
   * Of models with a closeReach, for rows that are due to react: all whose centres are within it, whatever hides them, and
   * some who are farther.
   */
  close: NearLists;
  /** The host's clock in milliseconds, where it wants phases timed. */
  clock?: (() => number) | undefined;
  seed: number;
  step: number;
  /** Seconds. */
  dt: number;
};

/** Bounds that planners and contacts rely on. */
type SteeringBounds = {
  /** Radians per second that an agent turns with at the most when it aims at its goal; absent: any. */
  turnRate?: number;
  /** An agent may be so many times as fast as it desires; absent: 1. */
  speedFactor?: number;
  /** Metres per second that an agent may gain in a step of dt seconds beyond its present speed; absent: 0. */
  speedGain?(dt: number): number;
};

/**
 * A steering model decides how each agent moves now. It reads the current columns and writes next.turnRate (in space
 * turnX and turnY too) and next.speed (and the weights, if it has any) of every row that is due; rows that are not due
 * are the engine's.
 * What it must remember between steps is in the columns, in those of its own among them, or in what save() gives, so that
 * a saved world is whole.
 */
export type SteeringModel = {
  readonly name: string;
  /** The columns that it keeps of each agent: crowd.steer. Those of float64 are part of the state's hash. */
  readonly columns?: Layout;
  /** Metres between centres within which it wants to know of everybody in every step: SteeringInput.close. */
  readonly closeReach?: (largestRadius: number) => number;
  /** Whether it predicts at a cadence of its own: SteeringInput.duePrediction. */
  readonly predicts?: boolean;
  /** What limits its motion; absent: it turns at once, and is never faster than it wants to be or is. */
  readonly bounds?: SteeringBounds;
  /** Fills the own columns of an agent that has just come; they are 0 before. */
  begin?(crowd: Crowd, row: number): void;
  computeControls(input: SteeringInput): void;
  /**
   * A model that moves agents by a law of its own writes place, heading and speed of every row here; the engine's
   * turning and walking is then left out.
   */
  integrateMotion?(input: SteeringInput): void;
  /** How fast the agent of a row would turn now at each heading, where the model has heading dynamics. */
  portray?(input: SteeringInput, row: number, options: PortraitOptions): HeadingPortrait;
  /** What must outlast a saved world besides columns, as bytes; and the same taken up again. */
  save?(): Uint8Array;
  load?(bytes: Uint8Array): void;
  /** What the parts of a model have cost, filled where the input has a clock: milliseconds, and agents that they ran for. */
  readonly phases?: { readonly names: readonly string[]; times: Float64Array; runs: Float64Array };
};
