import {
  beginLists,
  type Crowd,
  createPerception,
  keepLists,
  type Obstacles,
  type Perception,
  type Solids,
} from '../crowd/index.ts';
import type { NeighbourIndex } from './contract.ts';
import {
  createObstacleIndex,
  listObstacles,
  type ObstacleIndex,
  updateObstacleIndex,
} from './obstacle-index.ts';
import { createSolidIndex, listSolids, type SolidIndex, updateSolidIndex } from './space/solid-index.ts';

/** What the environment layer keeps for a world. */
export type Environment = {
  index: NeighbourIndex;
  obstacleIndex: ObstacleIndex;
  /** The obstacles of a world in space. */
  solidIndex: SolidIndex;
  /** How far around a body these indexes answer, metres. */
  reach: number;
  perception: Perception;
  /** The lists of the step before, for agents whose turn it is not. */
  before: Perception;
  /** The crowd's revision that the lists' rows belong to. */
  revision: number;
  /** Whether the lists of every row were made from the present positions; else some are older. */
  fresh: boolean;
};

export function createEnvironment(index: NeighbourIndex): Environment {
  return {
    index,
    obstacleIndex: createObstacleIndex(),
    solidIndex: createSolidIndex(),
    reach: 0,
    perception: createPerception(),
    before: createPerception(),
    revision: -1,
    fresh: false,
  };
}

/** Brings the indexes of obstacles up to date, for bodies that move `longestWay` metres in a step. */
export function followObstacles(
  environment: Environment,
  crowd: Crowd,
  obstacles: Obstacles,
  solids: Solids,
  longestWay: number,
): void {
  // Without bodies there is no reach, and an index for none would be made of the smallest cells there are.
  if (crowd.count === 0) return;
  const { viewRadius, radius } = crowd.traits;
  let shift = 0;
  for (let element = obstacles.firstMoving; element < obstacles.count; element++) {
    shift = Math.max(shift, Math.abs(obstacles.shiftX[element]) + Math.abs(obstacles.shiftY[element]));
  }
  for (let element = solids.firstMoving; element < solids.count; element++) {
    const { shiftX, shiftY, shiftZ } = solids;
    shift = Math.max(
      shift,
      Math.abs(shiftX[element]) + Math.abs(shiftY[element]) + Math.abs(shiftZ[element]),
    );
  }
  let reach = 0;
  for (let row = 0; row < crowd.count; row++) {
    // What a body can touch on its way, after obstacles have carried it along or out of one: see wall-contacts.ts.
    reach = Math.max(reach, viewRadius[row], 2 * radius[row] + longestWay + 2 * shift);
  }
  // Grows in leaps, so that a slowly changing crowd does not rebuild the index each step.
  if (reach > environment.reach) environment.reach = 1.25 * reach;
  updateObstacleIndex(environment.obstacleIndex, obstacles, environment.reach);
  updateSolidIndex(environment.solidIndex, solids, environment.reach);
}

/** Refreshes who and what the agents that are due perceive; `dueCount` of them are. */
export function perceive(
  environment: Environment,
  crowd: Crowd,
  obstacles: Obstacles,
  solids: Solids,
  due: Uint8Array,
  dueCount: number,
): void {
  environment.fresh = dueCount === crowd.count;
  if (dueCount === 0) return;
  const { before, perception } = environment;
  environment.before = perception;
  environment.perception = before;
  // An index of somebody else's may know nothing of the order: then it is that of the rows.
  beginLists(before.agents, crowd.capacity);
  environment.index.update(crowd, due, before.agents);
  if (crowd.dimension === 3) listSolids(environment.solidIndex, crowd, solids, due, before.obstacles);
  else listObstacles(environment.obstacleIndex, crowd, obstacles, due, before.obstacles);
  if (dueCount < crowd.count) {
    keepLists(before.agents, perception.agents, due, crowd.count);
    keepLists(before.obstacles, perception.obstacles, due, crowd.count);
  }
  environment.revision = crowd.revision;
}
