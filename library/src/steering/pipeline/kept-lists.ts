import type { NearLists } from '../../crowd/index.ts';
import type { Frame } from './frame.ts';
import { growPairs, type Pairs } from './pairs.ts';

/**
 * Collects the agents that are due, with their lists in the kernel's memory. A list that has not changed since it was last
 * copied is still there. Returns the number of agents, or −1 if there is no memory for their lists.
 */
export function collectKept(pairs: Pairs, frame: Frame, dueToo: Uint8Array, lists: NearLists): number {
  const runs = keepLists(pairs, frame, dueToo, lists);
  if (runs >= 0) return runs;
  // No room: discard all kept lists and start again.
  const { kept } = pairs.kernel!;
  kept.length = 0;
  kept.stamps.fill(0);
  const most = lists.length + 3 * frame.count;
  if (kept.items.length < most) growPairs(pairs, frame, 0, 2 * most);
  return pairs.kernel ? keepLists(pairs, frame, dueToo, lists) : -1;
}

/** The same, or −1 where there is no room for another list. */
function keepLists(
  { ends, kernel, rows, starts }: Pairs,
  { count, due }: Frame,
  dueToo: Uint8Array,
  lists: NearLists,
): number {
  const { kept } = kernel!;
  const { ends: keptEnds, items: copies, stamps: keptStamps, starts: keptStarts } = kept;
  const { counts, items, stamps, starts: from } = lists;
  const nobody = rows.length;
  let runs = 0;
  for (let row = 0; row < count; row++) {
    if ((due[row] & dueToo[row]) === 0) continue;
    if (stamps[row] === 0 || keptStamps[row] !== stamps[row]) {
      let at = kept.length;
      if (at + counts[row] + 3 > copies.length) return -1;
      keptStarts[row] = at;
      const last = from[row] + counts[row];
      for (let item = from[row]; item < last; item++) copies[at++] = items[item];
      while ((at & 3) !== 0) copies[at++] = nobody;
      keptEnds[row] = at;
      keptStamps[row] = stamps[row];
      kept.length = at;
    }
    rows[runs] = row;
    starts[runs] = keptStarts[row];
    ends[runs++] = keptEnds[row];
  }
  return runs;
}
