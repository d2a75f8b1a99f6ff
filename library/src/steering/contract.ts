import type { Crowd, Obstacles, Perception } from '../crowd/index.ts';

/** What a steering model may read besides the crowd's current columns. */
export type SteeringInput = {
  crowd: Crowd;
  perception: Perception;
  obstacles: Obstacles;
  /** Rows whose turn it is, by the cadence of steering; the others keep their controls. */
  due: Uint8Array;
  seed: number;
  step: number;
  /** Seconds. */
  dt: number;
};

/**
 * A steering model decides how each agent moves now. It reads the current columns and writes next.turnRate and
 * next.speed (and the weights, if it has any) of every row that is due; rows that are not due are the engine's.
 * It keeps no state of its own between steps: what it must remember is in the columns, so that a saved world is whole.
 */
export type SteeringModel = {
  readonly name: string;
  computeControls(input: SteeringInput): void;
};
