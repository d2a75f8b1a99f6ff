import { beginLists, type Crowd, type NearLists, reserveEntries } from '../crowd/index.ts';
import type { NeighbourIndex } from './contract.ts';
import { findPairsInSpace } from './space/neighbours.ts';

/** Looks at every pair. The oracle of the other indexes, and right for a handful of agents. */
export function createBruteIndex(): NeighbourIndex {
  return { name: 'brute', update: findAllPairs };
}

function findAllPairs(crowd: Crowd, due: Uint8Array, lists: NearLists): void {
  if (crowd.dimension === 3) {
    findPairsInSpace(crowd, due, lists);
    return;
  }
  const { x, y } = crowd.motion;
  const { viewRadius } = crowd.traits;
  beginLists(lists, crowd.capacity);
  for (let row = 0; row < crowd.count; row++) {
    if (due[row] === 0) continue;
    const items = reserveEntries(lists, crowd.count);
    const radius = viewRadius[row];
    const start = lists.length;
    let end = start;
    for (let other = 0; other < crowd.count; other++) {
      if (other === row) continue;
      const dx = x[other] - x[row];
      const dy = y[other] - y[row];
      if (dx * dx + dy * dy <= radius * radius) items[end++] = other;
    }
    lists.starts[row] = start;
    lists.counts[row] = end - start;
    lists.length = end;
  }
}
