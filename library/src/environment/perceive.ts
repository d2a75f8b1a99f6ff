import {
  beginLists,
  type Crowd,
  createNearLists,
  createPerception,
  largestOf,
  largestShift,
  listRowsDue,
  type NearLists,
  needPart,
  type Obstacles,
  type Perception,
  renewLists,
  type Solids,
} from '../crowd/index.ts';
import {
  createObstacleIndex,
  listObstacles,
  type ObstacleIndex,
  updateObstacleIndex,
} from './cells/obstacle-index.ts';
import type { Close } from './close.ts';
import {
  createEnds,
  type ElementEnds,
  type NeighbourIndex,
  type Sight,
  type Surroundings,
} from './common/contract.ts';
import { createFormerViews, type FormerViews } from './common/former-views.ts';
import {
  createKeptRows,
  findRows,
  type KeptRows,
  keepRows,
  moveLists,
  renameLists,
} from './common/kept-rows.ts';
import { requireFinitePlaces } from './common/roster.ts';
import { createSeenElements, keepElementsInSight, type SeenElements } from './sight/seen-elements.ts';
import { createSightLines, type SightLines } from './sight/sight-lines.ts';
import { space } from './space/optional.ts';
import { createSolidIndex, type SolidIndex } from './space/solid-tables.ts';

/**
 * How far agents look in a crowd, by row: where at least `enough` agents are within the radius, which is at most the view
 * radius, an agent perceives these alone.
 */
export type Attention = { radius: Float64Array; enough: Uint8Array };

/** What the environment layer keeps for a world; the kept rows are those of the lists. */
export type Environment = KeptRows & {
  index: NeighbourIndex;
  /** Which agents perceive only what nothing hides from them, at the latest perception. */
  sight: Sight;
  /** Whether the index is followed in every step, for its events. */
  readonly events: boolean;
  /** How far agents saw at the beginning of the step, for its events. */
  views: FormerViews;
  /** Where the elements of the obstacles are at the end of the step, for the events of sight. */
  ahead: ElementEnds;
  /** Whether lists may be kept from one step to the next. */
  readonly keeps: boolean;
  obstacleIndex: ObstacleIndex;
  /** The obstacles of a world in space. */
  solidIndex: SolidIndex;
  /** How far around a body these indexes answer, metres. */
  reach: number;
  sightLines: SightLines;
  /** Scratch: which elements of a list are in sight. */
  seenElements: SeenElements;
  perception: Perception;
  /** Scratch: the lists of the rows that are due, where others keep theirs. */
  renewed: Perception;
  /** Scratch: the lists of agents that look farther, and their marks. */
  farther: NearLists;
  looksFarther: Uint8Array;
  rowsFarther: Int32Array;
  /** Scratch: the rows that are due. */
  rowsDue: Int32Array;
  /** The agents close to those that react in this step. */
  close: Close | undefined;
  /** Whether the lists of every row were made from the present positions; else some are older. */
  fresh: boolean;
};

export function createEnvironment(
  index: NeighbourIndex,
  { sight = false, events = false, keeps = true }: { sight?: Sight; events?: boolean; keeps?: boolean } = {},
): Environment {
  return {
    index,
    sight,
    events,
    views: createFormerViews(),
    ahead: createEnds(),
    keeps,
    obstacleIndex: createObstacleIndex(),
    solidIndex: createSolidIndex(),
    reach: 0,
    sightLines: createSightLines(),
    seenElements: createSeenElements(),
    perception: createPerception(),
    renewed: createPerception(),
    farther: createNearLists(),
    looksFarther: new Uint8Array(0),
    rowsFarther: new Int32Array(0),
    rowsDue: new Int32Array(0),
    ...createKeptRows(),
    close: undefined,
    fresh: false,
  };
}

/** Brings the indexes of obstacles up to date, for bodies that move `longestDisplacement` metres in a step. */
export function followObstacles(
  environment: Environment,
  crowd: Crowd,
  obstacles: Obstacles,
  solids: Solids,
  longestDisplacement: number,
): void {
  // Without bodies there is no reach, and the index would have the smallest possible cells.
  if (crowd.count === 0) return;
  const { viewRadius, radius } = crowd.traits;
  const parts = crowd.dimension === 3 ? needPart(space) : undefined;
  const shift = largestShift(parts ? solids : obstacles);
  const widest = largestOf(viewRadius, crowd.count);
  const largest = largestOf(radius, crowd.count);
  // What a body can touch on its path, after obstacles have carried it along or out of one: leadBody in
  // contacts/wall-contacts.ts.
  const reach = Math.max(widest, 2 * largest + longestDisplacement + 2 * shift);
  // Grows in leaps, so that a slowly changing crowd does not rebuild the index each step.
  if (reach > environment.reach) environment.reach = 1.25 * reach;
  if (parts) parts.updateSolidIndex(environment.solidIndex, solids, environment.reach);
  else updateObstacleIndex(environment.obstacleIndex, obstacles, environment.reach);
}

/**
 * Refreshes what the agents that are due perceive; `dueCount` of them are. `sight` may differ from step to step, and from
 * agent to agent; a list that is kept is that of the sight of its time. Without `attention` all look as far as they see.
 */
export function perceive(
  environment: Environment,
  surroundings: Surroundings,
  due: Uint8Array,
  dueCount: number,
  sight = environment.sight,
  attention?: Attention,
): void {
  const { crowd, obstacles, solids } = surroundings;
  const { index } = environment;
  environment.sight = sight;
  environment.fresh = dueCount === crowd.count;
  if (!environment.fresh) followRows(environment, crowd);
  if (dueCount === 0 && !environment.events) return;
  if (!index.refusesPlaces) requireFinitePlaces(crowd);
  index.update(surroundings);
  if (dueCount === 0) return;
  const { fresh, perception } = environment;
  // Where every list is made again, none of the former ones is needed.
  const made = fresh ? perception : environment.renewed;
  if (environment.rowsDue.length < crowd.capacity) environment.rowsDue = new Int32Array(crowd.capacity);
  const { rowsDue } = environment;
  listRowsDue(due, crowd.count, rowsDue);
  // An index of another program's may know nothing of the order: then it is that of the rows.
  beginLists(made.agents, crowd.capacity);
  index.list(due, sight, made.agents, attention?.radius);
  if (attention) lookFarther(environment, crowd, dueCount, attention, made.agents);
  if (crowd.dimension === 3) {
    needPart(space).listSolids(environment.solidIndex, crowd, solids, rowsDue, dueCount, made.obstacles);
  } else {
    listObstacles(environment.obstacleIndex, crowd, obstacles, rowsDue, dueCount, made.obstacles);
  }
  if (sight !== false) {
    keepElementsInSight(environment.seenElements, surroundings, rowsDue, dueCount, sight, made.obstacles);
  }
  if (!fresh) {
    renewLists(perception.agents, made.agents, rowsDue, dueCount, crowd.count);
    renewLists(perception.obstacles, made.obstacles, rowsDue, dueCount, crowd.count);
  }
  storeRows(environment, crowd);
}

/** Lists all agents in view for those that have not enough others around them. */
function lookFarther(
  environment: Environment,
  { capacity, count, traits }: Crowd,
  dueCount: number,
  { enough, radius }: Attention,
  lists: NearLists,
): void {
  const { farther, index, rowsDue, sight } = environment;
  if (environment.looksFarther.length < capacity) {
    environment.looksFarther = new Uint8Array(capacity);
    environment.rowsFarther = new Int32Array(capacity);
  }
  const { looksFarther, rowsFarther } = environment;
  looksFarther.fill(0);
  let rows = 0;
  for (let k = 0; k < dueCount; k++) {
    const row = rowsDue[k];
    const looks = lists.counts[row] < enough[row] && radius[row] < traits.viewRadius[row];
    looksFarther[row] = looks ? 1 : 0;
    rowsFarther[rows] = row;
    rows += looksFarther[row];
  }
  if (rows === 0) return;
  beginLists(farther, capacity);
  index.list(looksFarther, sight, farther);
  renewLists(lists, farther, rowsFarther, rows, count);
}

/** Remembers the agents that the rows of the lists belong to. */
export function storeRows(environment: Environment, crowd: Crowd): void {
  if (environment.revision === crowd.revision) return;
  if (environment.keeps) keepRows(environment, crowd);
  else environment.revision = crowd.revision;
}

/**
 * An agent entered or left, and kept lists name old rows: each agent gets its list in its present row, with the
 * present rows of the agents that are still here. An agent that has just entered has an empty list until its first
 * turn, which is now.
 */
export function followRows(environment: Environment, crowd: Crowd): void {
  if (environment.revision === crowd.revision) return;
  const { agents, obstacles } = environment.perception;
  if (environment.keeps) {
    findRows(environment, crowd);
    renameLists(environment, agents);
    moveLists(environment, agents, crowd.capacity);
    moveLists(environment, obstacles, crowd.capacity);
  } else {
    beginLists(agents, crowd.capacity);
    beginLists(obstacles, crowd.capacity);
  }
  storeRows(environment, crowd);
}
