import { beginLists, type Events, type NearLists, reserveEntries, sortEvents } from '../../crowd/index.ts';
import { appendBest, type Best, beginBest, createBest, offerBest } from '../common/best.ts';
import {
  isSighted,
  type NeighbourIndex,
  type Sight,
  type StepViews,
  type Surroundings,
} from '../common/contract.ts';
import type { NeighbourDefinition } from '../common/definition.ts';
import {
  createRoster,
  fillRoster,
  matchRows,
  type Roster,
  requireFiniteDisplacements,
  requireRadius,
  requireRow,
  requireViews,
  storeArrival,
  storeDeparture,
} from '../common/roster.ts';
import { addPairEvents, beginPairEvents, type PairEvents } from '../pairs/events.ts';
import { anythingHides } from '../sight/screens.ts';

/** The neighbour index that looks at every pair. It is the oracle of the others, and cheap for a single question. */
export const brute: NeighbourDefinition = {
  name: 'brute',
  summary: 'Looks at every pair: to check another index.',
  dimensions: [2, 3],
  create: createBruteIndex,
};

/** Looks at every pair, and at every obstacle for each. The oracle of the others. */
export function createBruteIndex(): NeighbourIndex {
  const roster = createRoster();
  const best = createBest();
  let pairs: PairEvents | undefined;
  let surroundings: Surroundings | undefined;
  const present = (): Surroundings => {
    if (!surroundings) throw new Error('the neighbour index has not been updated yet');
    matchRows(roster, surroundings.crowd);
    return surroundings;
  };
  return {
    name: brute.name,
    refusesPlaces: true,
    update(now: Surroundings): void {
      requireViews(now.crowd);
      surroundings = now;
      fillRoster(roster, now.crowd);
    },
    near(row: number, radius: number, lists: NearLists): void {
      requireRadius(radius);
      requireRow(present().crowd, row);
      appendNear(roster, row, radius, undefined, lists);
    },
    visible(row: number, radius: number, lists: NearLists): void {
      requireRadius(radius);
      requireRow(present().crowd, row);
      appendNear(roster, row, radius, present(), lists);
    },
    nearest(row: number, count: number, lists: NearLists): void {
      requireRow(present().crowd, row);
      findNearest(roster, row, count, best);
      appendBest(best, row, lists);
    },
    list(due: Uint8Array, sight: Sight, lists: NearLists, radius?: Float64Array): void {
      const now = present();
      const { crowd } = now;
      const radii = radius ?? crowd.traits.viewRadius;
      beginLists(lists, crowd.capacity);
      for (let row = 0; row < crowd.count; row++) {
        if (due[row] !== 0) {
          appendNear(roster, row, radii[row], isSighted(sight, row) ? now : undefined, lists);
        }
      }
    },
    insert(row: number): void {
      storeArrival(roster, present().crowd, row);
    },
    remove(id: number): void {
      storeDeparture(roster, present().crowd, id);
    },
    events(dt: number, events: Events, views?: StepViews): void {
      const now = present();
      const { crowd } = now;
      requireFiniteDisplacements(crowd);
      const first = events.count;
      pairs = beginPairEvents(pairs, now, dt, events, views);
      for (let row = 0; row < crowd.count; row++) {
        for (let other = row + 1; other < crowd.count; other++) {
          addPairEvents(pairs, row, other);
        }
      }
      sortEvents(events, first);
    },
  };
}

/** In the plane every z is 0 and adds nothing, to the bit. With `screens`, only the agents that nothing there hides. */
function appendNear(
  roster: Roster,
  row: number,
  radius: number,
  screens: Surroundings | undefined,
  lists: NearLists,
): void {
  const { count, x, y, z } = roster;
  const items = reserveEntries(lists, count);
  const start = lists.length;
  let end = start;
  for (let other = 0; other < count; other++) {
    if (other === row) continue;
    const dx = x[other] - x[row];
    const dy = y[other] - y[row];
    const dz = z[other] - z[row];
    if (!(dx * dx + dy * dy + dz * dz <= radius * radius)) continue;
    if (screens && anythingHides(screens, x[row], y[row], z[row], x[other], y[other], z[other])) continue;
    items[end++] = other;
  }
  lists.starts[row] = start;
  lists.counts[row] = end - start;
  lists.length = end;
}

function findNearest(roster: Roster, row: number, wanted: number, best: Best): void {
  const { count, ids, x, y, z } = roster;
  beginBest(best, Math.min(wanted, count));
  for (let other = 0; other < count; other++) {
    const dx = x[other] - x[row];
    const dy = y[other] - y[row];
    const dz = z[other] - z[row];
    const squared = dx * dx + dy * dy + dz * dz;
    if (other !== row && squared <= best.limit) offerBest(best, squared, other, ids);
  }
}
