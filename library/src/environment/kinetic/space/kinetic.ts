import { beginLists, type Crowd, type Events, type NearLists, sortEvents } from '../../../crowd/index.ts';
import {
  isSighted,
  type KineticReport,
  type NeighbourIndex,
  type Sight,
  type StepViews,
  type Surroundings,
} from '../../common/contract.ts';
import { appendNearest, createNearestSearch, type Neighbourhood } from '../../common/nearest.ts';
import { requireFiniteDisplacements } from '../../common/roster.ts';
import { beginPairEvents, type PairEvents } from '../../pairs/events.ts';
import { createScreens, keepVisible } from '../../sight/screens.ts';
import { meanLifetime } from '../events/report.ts';
import { addWatchedEvents, createWatchedPairs } from '../pairs/watched.ts';
import { buildAdjacency, createSpaceAdjacency } from './adjacency.ts';
import {
  createSpaceAgents,
  followInSpace,
  insertInSpace,
  matchInSpace,
  removeInSpace,
  type SpaceAgents,
  vertexOfRow,
} from './agents.ts';
import { appendNear, createNearSearch } from './near.ts';

/** One query per this many agents makes it worthwhile to collect the mesh's edges for all of them. */
const MANY = 16;

/** Follows a crowd in space with a Delaunay triangulation that is repaired in each step. */
export function createSpaceKinetic(): NeighbourIndex {
  const agents = createSpaceAgents();
  const adjacency = createSpaceAdjacency();
  const search = createNearSearch();
  const nearestSearch = createNearestSearch();
  const screens = createScreens();
  const watched = createWatchedPairs();
  let eventCount = 0;
  let pairs: PairEvents | undefined;
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
  const nearNow = (row: number, radius: number, lists: NearLists): void => {
    prepare();
    appendNear(agents, adjacency, search, row, radius, lists);
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
    list(due: Uint8Array, sight: Sight, lists: NearLists, radius?: Float64Array): void {
      const now = present();
      const { count, traits } = now.crowd;
      const radii = radius ?? traits.viewRadius;
      const { x, y, z } = agents.roster;
      beginLists(lists, now.crowd.capacity);
      prepare();
      for (let row = 0; row < count; row++) {
        if (due[row] === 0) continue;
        appendNear(agents, adjacency, search, row, radii[row], lists);
        if (!isSighted(sight, row)) continue;
        keepVisible(screens, now, row, radii[row], x, y, z, lists);
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
      pairs = beginPairEvents(pairs, surroundings!, dt, events, views);
      addWatchedEvents(watched, pairs, isAtMotion(agents, crowd) ? nearNow : undefined);
      sortEvents(events, first);
      eventCount += events.count - first;
    },
    get report(): KineticReport {
      const { flips, patches, rebuilds, reinsertions, rollbacks } = agents.mesh;
      return {
        certificates: watched.counts.certificates,
        failures: watched.counts.failures,
        flips,
        rollbacks,
        // A region that is filled again counts as removed and inserted.
        reinsertions: reinsertions + patches,
        rebuilds,
        events: eventCount,
        meanLifetime: meanLifetime(watched.counts),
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
