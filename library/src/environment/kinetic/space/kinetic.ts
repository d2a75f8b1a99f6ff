import {
  beginLists,
  type Crowd,
  createNearLists,
  type Events,
  type NearLists,
  sortEvents,
} from '../../../crowd/index.ts';
import {
  isSighted,
  type KineticReport,
  type NeighbourIndex,
  type Sight,
  type StepViews,
  type Surroundings,
} from '../../common/contract.ts';
import { appendNearest, createNearestSearch, type Neighbourhood } from '../../common/nearest.ts';
import { addCrossings } from '../../common/pair-crossings.ts';
import { requireFiniteDisplacements } from '../../common/roster.ts';
import { createSweptGrid, findCrossings } from '../../grid/events.ts';
import { createScreens, keepVisible } from '../../sight/screens.ts';
import { buildAdjacency, createSpaceAdjacency, type SpaceAdjacency } from './adjacency.ts';
import {
  createSpaceAgents,
  followInSpace,
  insertInSpace,
  matchInSpace,
  removeInSpace,
  type SpaceAgents,
  vertexOfRow,
} from './agents.ts';
import { appendNear, createNearSearch, type NearSearch } from './near.ts';

/** One query per this many agents makes it worthwhile to collect the mesh's edges for all of them. */
const MANY = 16;

/** Follows a crowd in space with a Delaunay triangulation that is repaired in each step. */
export function createSpaceKinetic(): NeighbourIndex {
  const agents = createSpaceAgents();
  const adjacency = createSpaceAdjacency();
  const search = createNearSearch();
  const nearestSearch = createNearestSearch();
  const screens = createScreens();
  const candidates = createNearLists();
  const swept = createSweptGrid();
  const times = new Float64Array(2);
  let eventCount = 0;
  let queries = 0;
  let surroundings: Surroundings | undefined;
  const present = (): Surroundings => {
    if (!surroundings) throw new Error('the neighbour index has not been updated yet');
    matchInSpace(agents, surroundings.crowd);
    return surroundings;
  };
  /** Edges are worth collecting once a large part of the crowd is queried. */
  const prepare = (): void => {
    if (!adjacency.isCurrent) buildAdjacency(agents.mesh, adjacency);
  };
  const forget = (): void => {
    adjacency.isCurrent = false;
    queries = 0;
  };
  const query = (): Surroundings => {
    const now = present();
    if (++queries * MANY > agents.count) prepare();
    return now;
  };
  const around: Neighbourhood = {
    known: () => agents.count,
    knows: (row) => vertexOfRow(agents, row) >= 0,
    near: (row, radius, lists) => appendNear(agents, adjacency, search, row, radius, lists),
    squaredDistance(row, other) {
      const { x, y, z } = agents.roster;
      const dx = x[other] - x[row];
      const dy = y[other] - y[row];
      const dz = z[other] - z[row];
      return dx * dx + dy * dy + dz * dz;
    },
  };
  return {
    name: 'kinetic',
    update(now: Surroundings): void {
      forget();
      followInSpace(agents, now.crowd);
      surroundings = now;
      screens.isCurrent = false;
    },
    near(row: number, radius: number, lists: NearLists): void {
      query();
      appendNear(agents, adjacency, search, row, radius, lists);
    },
    visible(row: number, radius: number, lists: NearLists): void {
      const now = query();
      const { x, y, z } = agents.roster;
      appendNear(agents, adjacency, search, row, radius, lists);
      keepVisible(screens, now, row, radius, x, y, z, lists);
      lists.length = lists.starts[row] + lists.counts[row];
    },
    nearest(row: number, count: number, lists: NearLists): void {
      const { crowd } = query();
      appendNearest(nearestSearch, around, crowd.ids, row, count, lists);
    },
    list(due: Uint8Array, sight: Sight, lists: NearLists): void {
      const now = present();
      const { count, traits } = now.crowd;
      const { x, y, z } = agents.roster;
      beginLists(lists, now.crowd.capacity);
      prepare();
      for (let row = 0; row < count; row++) {
        if (due[row] === 0) continue;
        appendNear(agents, adjacency, search, row, traits.viewRadius[row], lists);
        if (!isSighted(sight, row)) continue;
        keepVisible(screens, now, row, traits.viewRadius[row], x, y, z, lists);
        lists.length = lists.starts[row] + lists.counts[row];
      }
    },
    insert(row: number): void {
      forget();
      insertInSpace(agents, present().crowd, row);
    },
    remove(id: number): void {
      forget();
      removeInSpace(agents, present().crowd, id);
    },
    events(dt: number, events: Events, views?: StepViews): void {
      const { crowd } = present();
      requireFiniteDisplacements(crowd);
      const first = events.count;
      const longestDisplacement = longestDisplacementOf(crowd);
      const former = views?.former;
      if (isAtMotion(agents, crowd) && longestDisplacement <= largestView(crowd)) {
        prepare();
        findEvents(
          agents,
          adjacency,
          search,
          crowd,
          former,
          longestDisplacement,
          dt,
          candidates,
          times,
          events,
        );
      } else {
        findCrossings(swept, crowd, dt, events, former);
      }
      sortEvents(events, first);
      eventCount += events.count - first;
    },
    get report(): KineticReport {
      const { flips, patches, rebuilds, reinsertions, rollbacks } = agents.mesh;
      return {
        certificates: 0,
        failures: 0,
        flips,
        rollbacks,
        // A region that is filled again counts as removed and inserted.
        reinsertions: reinsertions + patches,
        rebuilds,
        events: eventCount,
        meanLifetime: 0,
      };
    },
  };
}

/** Whether the mesh is where the step begins: not when no agent has updated the index since the last one. */
function isAtMotion({ roster }: SpaceAgents, { count, motion }: Crowd): boolean {
  const { x, y, z } = roster;
  for (let row = 0; row < count; row++) {
    if (x[row] !== motion.x[row] || y[row] !== motion.y[row] || z[row] !== motion.z[row]) return false;
  }
  return true;
}

/** More than the rounding of the paths and radii that are summed up. */
const HAIR = 1 + 1e-9;

/** An agent that crosses the ball of a row begins no farther from it than the radius and both paths are long. */
function findEvents(
  agents: SpaceAgents,
  adjacency: SpaceAdjacency,
  search: NearSearch,
  crowd: Crowd,
  former: Float64Array | undefined,
  longestDisplacement: number,
  dt: number,
  candidates: NearLists,
  times: Float64Array,
  events: Events,
): void {
  const { viewRadius } = crowd.traits;
  for (let row = 0; row < crowd.count; row++) {
    beginList(candidates, crowd.capacity);
    const view = widest(viewRadius, former, row);
    const reach = (view + displacementOf(crowd, row) + longestDisplacement) * HAIR;
    appendNear(agents, adjacency, search, row, reach, candidates);
    for (let entry = 0; entry < candidates.length; entry++) {
      const other = candidates.items[entry];
      // The one that sees farther is sure to find the other; each pair once.
      const sees = view - widest(viewRadius, former, other);
      if (sees > 0 || (sees === 0 && row < other)) addCrossings(crowd, row, other, dt, times, events, former);
    }
  }
}

/** The largest view radius of a row in the step, metres. */
function widest(viewRadius: Float64Array, former: Float64Array | undefined, row: number): number {
  return former && former[row] > viewRadius[row] ? former[row] : viewRadius[row];
}

function longestDisplacementOf(crowd: Crowd): number {
  let longest = 0;
  for (let row = 0; row < crowd.count; row++) longest = Math.max(longest, displacementOf(crowd, row));
  return longest;
}

function largestView({ count, traits }: Crowd): number {
  let largest = 0;
  for (let row = 0; row < count; row++) largest = Math.max(largest, traits.viewRadius[row]);
  return largest;
}

/** beginLists for one row at a time. */
function beginList(lists: NearLists, capacity: number): void {
  if (lists.starts.length < capacity) beginLists(lists, capacity);
  lists.length = 0;
}

function displacementOf({ motion, next }: Crowd, row: number): number {
  const dx = next.x[row] - motion.x[row];
  const dy = next.y[row] - motion.y[row];
  const dz = next.z[row] - motion.z[row];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}
