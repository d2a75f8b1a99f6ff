import type { Goal } from './goals.ts';
import type { LooseObstacle, Obstacle } from './obstacles.ts';
import type { Box, Origin, PointOrRandom } from './values.ts';

/** An agent, the agents of a region, or those whom an emitter brings. */
export type Walker = {
  origin: Origin;
  name: string | undefined;
  count: number;
  /** Where a random position is drawn; of an agent the world. */
  region: Box | undefined;
  at: PointOrRandom;
  direction: PointOrRandom;
  radius: number;
  goals: Goal[];
};

export type SquareRegion = { origin: Origin; region: Box; count: number; size: number };

/** What a file says, before anything is drawn. */
export type TestCase = {
  name: string;
  description: string;
  bounds: Box;
  walkers: Walker[];
  emitters: Walker[];
  obstacles: Obstacle[];
  loose: LooseObstacle[];
  squares: SquareRegion[];
};
