import type { Crowd, Events, Hearsay, Obstacles, Perception, Solids } from '../crowd/index.ts';

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
  /** Rows whose turn it is, by the cadence of steering; the others keep their controls. */
  due: Uint8Array;
  seed: number;
  step: number;
  /** Seconds. */
  dt: number;
};

/**
 * A steering model decides how each agent moves now. It reads the current columns and writes next.turnRate (in space
 * turnX and turnY too) and next.speed (and the weights, if it has any) of every row that is due; rows that are not due
 * are the engine's.
 * It keeps no state of its own between steps: what it must remember is in the columns, so that a saved world is whole.
 */
export type SteeringModel = {
  readonly name: string;
  computeControls(input: SteeringInput): void;
  /**
   * A model that moves agents by a law of its own writes place, heading and speed of every row here; the engine's
   * turning and walking is then left out.
   */
  integrateMotion?(input: SteeringInput): void;
};
