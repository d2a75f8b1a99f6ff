import { type Events, type NearLists, sortEvents } from '../../crowd/index.ts';
import type { KineticReport, NeighbourIndex, StepViews, Surroundings } from '../common/contract.ts';
import { requireFiniteDisplacements } from '../common/roster.ts';
import { createGridIndex } from '../grid/grid.ts';
import { beginPairEvents, type PairEvents } from '../pairs/events.ts';
import { certificatesOf } from './pairs/report.ts';
import { addWatchedEvents, createWatchedPairs } from './pairs/watched.ts';

/**
 * In space the sets are those of a grid, and events come from certificates of pairs. A triangulation of tetrahedra took
 * three times as long as the grid, or longer.
 */
export function createSpaceKinetic(name: string): NeighbourIndex {
  const sets = createGridIndex();
  // For the places at the beginning of a step; followed only when the pairs are listed again, which is every few steps.
  const listed = createGridIndex();
  const watched = createWatchedPairs();
  let surroundings: Surroundings | undefined;
  let hasFollowed = false;
  let pairs: PairEvents | undefined;
  let eventCount = 0;
  const nearForEvents = (row: number, radius: number, lists: NearLists): void => {
    if (!hasFollowed) listed.update(surroundings!);
    hasFollowed = true;
    listed.near(row, radius, lists);
  };
  return {
    ...sets,
    name,
    update(now: Surroundings): void {
      sets.update(now);
      surroundings = now;
    },
    events(dt: number, events: Events, views?: StepViews): void {
      if (!surroundings) throw new Error('the neighbour index has not been updated yet');
      requireFiniteDisplacements(surroundings.crowd);
      const first = events.count;
      pairs = beginPairEvents(pairs, surroundings, dt, events, views);
      hasFollowed = false;
      addWatchedEvents(watched, pairs, nearForEvents);
      sortEvents(events, first);
      eventCount += events.count - first;
    },
    get report(): KineticReport {
      return {
        ...certificatesOf(watched.counts),
        flips: 0,
        rollbacks: 0,
        reinsertions: 0,
        rebuilds: 0,
        events: eventCount,
      };
    },
  };
}
