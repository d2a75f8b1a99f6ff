import { beginLists, type Crowd, type Events, type NearLists, sortEvents } from '../../crowd/index.ts';
import {
  isSighted,
  type KineticReport,
  type NeighbourIndex,
  type Sight,
  type StepViews,
  type Surroundings,
} from '../common/contract.ts';
import type { NeighbourDefinition } from '../common/definition.ts';
import { appendNearest, createNearestSearch, type Neighbourhood } from '../common/nearest.ts';
import {
  createRoster,
  fillRoster,
  matchRows,
  requireFiniteDisplacements,
  requireRadius,
  requireRow,
  requireViews,
  storeArrival,
  storeDeparture,
} from '../common/roster.ts';
import { beginPairEvents, type PairEvents } from '../pairs/events.ts';
import { createScreens } from '../sight/screens.ts';
import {
  buildAgents,
  createAgentMesh,
  followAgents,
  insertAgent,
  matchAgents,
  removeAgent,
  requirePlaces,
} from './agents/agents.ts';
import { appendLists, appendNear } from './agents/near.ts';
import { createCompiledSearch } from './discs/compiled-search.ts';
import type { MeshCounts } from './mesh/mesh.ts';
import { certificatesOf } from './pairs/report.ts';
import { addWatchedEvents, createWatchedPairs } from './pairs/watched.ts';
import { createSpaceKinetic } from './space.ts';
import { suitsTriangulation } from './suits.ts';
import { appendApproachable } from './walls/approachable.ts';
import { appendVisible, listVisible } from './walls/visibility.ts';
import { addToWalled, takeFromWalled, updateWalled } from './walls/walled.ts';
import { createWalled } from './walls/walled-mesh.ts';

/** The neighbour index that follows a crowd with triangulations. */
export const kinetic: NeighbourDefinition = {
  name: 'kinetic',
  summary:
    'Follows the crowd with triangulations: in the plane with sight among hundreds of walls, for the nearest in a crowd of uneven density, and for events.',
  dimensions: [2, 3],
  create: createKineticIndex,
  suits: suitsTriangulation,
};

/**
 * Follows the agents with a Delaunay triangulation that is repaired in each step: exact at any unevenness of density,
 * and it gives the nearest agents. A second triangulation, with the walls as edges, answers visibility queries. Each
 * is built on its first query and followed from then on. Events come from certificates of pairs.
 */
export function createKineticIndex(): NeighbourIndex {
  const plane = createPlaneIndex();
  let space: NeighbourIndex | undefined;
  let index = plane;
  let crowd: Crowd | undefined;
  /** The crowd's rows are checked here; that there is a crowd, by the index. */
  const checkRow = (row: number): void => {
    if (crowd) requireRow(crowd, row);
  };
  return {
    name: kinetic.name,
    update(now: Surroundings): void {
      requireViews(now.crowd);
      crowd = now.crowd;
      if (now.crowd.dimension === 3) space ??= createSpaceKinetic(kinetic.name);
      index = now.crowd.dimension === 3 ? space! : plane;
      index.update(now);
    },
    near(row: number, radius: number, lists: NearLists): void {
      requireRadius(radius);
      checkRow(row);
      index.near(row, radius, lists);
    },
    visible(row: number, radius: number, lists: NearLists): void {
      requireRadius(radius);
      checkRow(row);
      index.visible(row, radius, lists);
    },
    approachable(row: number, radius: number, lists: NearLists): void {
      requireRadius(radius);
      checkRow(row);
      if (!index.approachable) throw new Error('approachable sets are known in the plane only');
      index.approachable(row, radius, lists);
    },
    nearest(row: number, count: number, lists: NearLists): void {
      checkRow(row);
      index.nearest(row, count, lists);
    },
    list: (due: Uint8Array, sight: Sight, lists: NearLists, radius?: Float64Array) =>
      index.list(due, sight, lists, radius),
    insert: (row: number) => index.insert(row),
    remove: (id: number) => index.remove(id),
    events: (dt: number, events: Events, views?: StepViews) => index.events(dt, events, views),
    get report() {
      return index.report;
    },
  };
}

/** How far beyond what can hide agents in a step their certificates look for obstacles, metres. */
const FARTHER = 1;

function createPlaneIndex(): NeighbourIndex {
  const agents = createAgentMesh();
  const discs = createCompiledSearch();
  const nearest = createNearestSearch();
  const walled = createWalled();
  // Where every agent is, as long as the first triangulation has not been asked for.
  const roster = createRoster();
  const watched = createWatchedPairs();
  // Followed only when the pairs are listed again, which is every few steps.
  const listed = createAgentMesh();
  const listedDiscs = createCompiledSearch();
  let hasFollowed = false;
  const screens = createScreens();
  let pairs: PairEvents | undefined;
  let eventCount = 0;
  let surroundings: Surroundings | undefined;
  let followsAgents = false;
  let followsWalls = false;
  const updated = (): Surroundings => {
    if (!surroundings) throw new Error('the neighbour index has not been updated yet');
    return surroundings;
  };
  const agentsNow = (): Crowd => {
    const { crowd } = updated();
    if (followsAgents) {
      matchAgents(agents, crowd);
    } else {
      matchRows(roster, crowd);
      buildAgents(agents, crowd, roster.x, roster.y);
      followsAgents = true;
    }
    return crowd;
  };
  const followWalls = (): void => {
    if (followsWalls) return;
    updateWalled(walled, updated());
    followsWalls = true;
  };
  const nearForEvents = (row: number, radius: number, lists: NearLists): void => {
    if (!hasFollowed) followAgents(listed, updated().crowd);
    hasFollowed = true;
    appendNear(listed, listedDiscs, row, radius, lists);
  };
  const around: Neighbourhood = {
    known: () => agents.count,
    knows: (row) => agents.vertexOf[row] >= 0,
    near: (row, radius, lists) => appendNear(agents, discs, row, radius, lists),
    squaredDistance(row, other) {
      const { vertexOf, x, y } = agents;
      const dx = x[vertexOf[other]] - x[vertexOf[row]];
      const dy = y[vertexOf[other]] - y[vertexOf[row]];
      return dx * dx + dy * dy;
    },
  };
  return {
    name: kinetic.name,
    update(now: Surroundings): void {
      if (followsAgents) {
        followAgents(agents, now.crowd);
      } else {
        requirePlaces(now.crowd);
        fillRoster(roster, now.crowd);
      }
      if (followsWalls) updateWalled(walled, now);
      screens.isCurrent = false;
      surroundings = now;
    },
    near(row: number, radius: number, lists: NearLists): void {
      agentsNow();
      appendNear(agents, discs, row, radius, lists);
    },
    visible(row: number, radius: number, lists: NearLists): void {
      followWalls();
      appendVisible(walled, row, radius, lists);
    },
    approachable(row: number, radius: number, lists: NearLists): void {
      followWalls();
      appendApproachable(walled, row, radius, lists);
    },
    nearest(row: number, count: number, lists: NearLists): void {
      const { ids } = agentsNow();
      appendNearest(nearest, around, ids, row, count, lists);
    },
    list(due: Uint8Array, sight: Sight, lists: NearLists, radius?: Float64Array): void {
      const hides = sight !== false && updated().obstacles.count > 0;
      if (sight === true && hides && !radius) {
        followWalls();
        listVisible(walled, due, lists);
        return;
      }
      const crowd = agentsNow();
      beginLists(lists, crowd.capacity);
      if (!radius && (typeof sight === 'boolean' || !hides)) {
        appendLists(agents, discs, crowd, due, lists);
        return;
      }
      // Rows of both kinds: each from the triangulation that knows its set.
      if (hides) followWalls();
      const radii = radius ?? crowd.traits.viewRadius;
      for (let row = 0; row < crowd.count; row++) {
        if (due[row] === 0) continue;
        if (hides && isSighted(sight, row)) appendVisible(walled, row, radii[row], lists);
        else appendNear(agents, discs, row, radii[row], lists);
      }
    },
    insert(row: number): void {
      const { crowd } = updated();
      if (followsAgents) insertAgent(agents, crowd, row);
      else storeArrival(roster, crowd, row);
      if (followsWalls) addToWalled(walled, row);
    },
    remove(id: number): void {
      const { crowd } = updated();
      if (followsAgents) removeAgent(agents, crowd, id);
      else storeDeparture(roster, crowd, id);
      if (followsWalls) takeFromWalled(walled, id);
    },
    events(dt: number, events: Events, views?: StepViews): void {
      const now = updated();
      requireFiniteDisplacements(now.crowd);
      const first = events.count;
      pairs = beginPairEvents(pairs, now, dt, events, views, screens, FARTHER);
      hasFollowed = false;
      addWatchedEvents(watched, pairs, nearForEvents);
      sortEvents(events, first);
      eventCount += events.count - first;
    },
    get report(): KineticReport {
      const meshes = [agents, walled, listed].map(({ mesh }) => mesh.counts);
      const sum = (count: keyof MeshCounts) => meshes.reduce((total, mesh) => total + mesh[count], 0);
      return {
        ...certificatesOf(watched.counts),
        flips: sum('flips'),
        rollbacks: sum('rollbacks'),
        reinsertions: sum('reinsertions'),
        rebuilds: sum('rebuilds'),
        events: eventCount,
      };
    },
  };
}
