import {
  beginLists,
  type Crowd,
  createPerception,
  keepLists,
  largestShift,
  largestSolidShift,
  type Obstacles,
  type Perception,
  type Solids,
} from '../crowd/index.ts';
import {
  createObstacleIndex,
  listObstacles,
  type ObstacleIndex,
  updateObstacleIndex,
} from './cells/obstacle-index.ts';
import type { NeighbourIndex, Surroundings } from './common/contract.ts';
import { requireFinitePlaces } from './common/roster.ts';
import { createSeenElements, keepElementsInSight, type SeenElements } from './sight/seen-elements.ts';
import { createSightLines, type SightLines } from './sight/sight-lines.ts';
import { createSolidIndex, listSolids, type SolidIndex, updateSolidIndex } from './space/solid-index.ts';

/** What the environment layer keeps for a world. */
export type Environment = {
  index: NeighbourIndex;
  /** Whether agents perceive only what nothing hides from them. */
  readonly sight: boolean;
  /** Whether the index is followed in every step, for its events. */
  readonly events: boolean;
  obstacleIndex: ObstacleIndex;
  /** The obstacles of a world in space. */
  solidIndex: SolidIndex;
  /** How far around a body these indexes answer, metres. */
  reach: number;
  sightLines: SightLines;
  /** Scratch: which elements of a list are in sight. */
  seenElements: SeenElements;
  perception: Perception;
  /** The lists of the step before, for agents whose turn it is not. */
  before: Perception;
  /** The crowd's revision that the lists' rows belong to. */
  revision: number;
  /** Whether the lists of every row were made from the present positions; else some are older. */
  fresh: boolean;
};

export function createEnvironment(
  index: NeighbourIndex,
  { sight = false, events = false }: { sight?: boolean; events?: boolean } = {},
): Environment {
  return {
    index,
    sight,
    events,
    obstacleIndex: createObstacleIndex(),
    solidIndex: createSolidIndex(),
    reach: 0,
    sightLines: createSightLines(),
    seenElements: createSeenElements(),
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
  const shift = Math.max(largestShift(obstacles), largestSolidShift(solids));
  let reach = 0;
  for (let row = 0; row < crowd.count; row++) {
    // What a body can touch on its way, after obstacles have carried it along or out of one: leadBody in
    // contacts/wall-contacts.ts.
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
  surroundings: Surroundings,
  due: Uint8Array,
  dueCount: number,
): void {
  const { crowd, obstacles, solids } = surroundings;
  const { index, sight } = environment;
  environment.fresh = dueCount === crowd.count;
  if (dueCount === 0 && !environment.events) return;
  requireFinitePlaces(crowd);
  index.update(surroundings);
  if (dueCount === 0) return;
  const { before, perception } = environment;
  environment.before = perception;
  environment.perception = before;
  // An index of somebody else's may know nothing of the order: then it is that of the rows.
  beginLists(before.agents, crowd.capacity);
  index.list(due, sight, before.agents);
  if (crowd.dimension === 3) listSolids(environment.solidIndex, crowd, solids, due, before.obstacles);
  else listObstacles(environment.obstacleIndex, crowd, obstacles, due, before.obstacles);
  if (sight) keepElementsInSight(environment.seenElements, surroundings, due, before.obstacles);
  if (dueCount < crowd.count) {
    keepLists(before.agents, perception.agents, due, crowd.count);
    keepLists(before.obstacles, perception.obstacles, due, crowd.count);
  }
  environment.revision = crowd.revision;
}
