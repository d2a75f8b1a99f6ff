import type { Obstacle } from './scenario/schema.ts';

/** An obstacle of a world. */
export type PlacedObstacle = Obstacle & {
  /** When its course begins, s: when it was added; 0 when absent. */
  since?: number;
};

/** Every obstacle by its number; undefined: it was removed. */
export type PlacedObstacles = readonly (PlacedObstacle | undefined)[];
