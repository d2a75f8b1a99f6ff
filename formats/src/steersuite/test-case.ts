import type { Goal } from './goals.ts';
import type { LooseObstacle, Obstacle } from './obstacles.ts';
import type { Box, Origin, PointOrRandom } from './values.ts';

/** An agent, the agents of a region, or those that an emitter adds. */
export type Walker = {
  origin: Origin;
  name: string | undefined;
  count: number;
  /** Where a random position is drawn; undefined for an agent: in the world. */
  region: Box | undefined;
  at: PointOrRandom;
  direction: PointOrRandom;
  radius: number;
  goals: Goal[];
};

export type SquareRegion = { origin: Origin; region: Box; count: number; size: number };

/** The content of a file, before anything is drawn. */
export type TestCase = {
  /** The header. */
  origin: Origin;
  name: string;
  description: string;
  bounds: Box;
  walkers: Walker[];
  emitters: Walker[];
  obstacles: Obstacle[];
  loose: LooseObstacle[];
  squares: SquareRegion[];
};
