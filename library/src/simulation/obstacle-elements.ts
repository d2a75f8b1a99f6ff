import type { NearLists, Obstacles } from '../crowd/index.ts';
import type { World } from './world.ts';

type Owners = Pick<Obstacles, 'count' | 'owner'>;

/** The elements of obstacles have other numbers after a change: lists that are kept, and news, name the new ones. */
export function renumberElements(
  before: Owners,
  after: Owners,
  { crowd, environment, news, parts }: World,
): void {
  const lists: NearLists = environment.perception.obstacles;
  if (lists.length === 0 && !news) return;
  const numbers = newNumbers(before, after);
  const { counts, items, starts } = lists;
  // Lists that were made for fewer rows end there.
  for (let row = 0; row < Math.min(crowd.count, counts.length); row++) {
    const start = starts[row];
    let end = start;
    for (let entry = start; entry < start + counts[row]; entry++) {
      const number = numbers[items[entry]];
      if (number >= 0) items[end++] = number;
    }
    counts[row] = end - start;
  }
  if (news) parts.renumberNews(news, numbers);
}

/** The new number of each element; −1: its obstacle has none that would be the same. Those of one obstacle are consecutive. */
function newNumbers(before: Owners, after: Owners): Int32Array {
  const first = new Map<number, number>();
  const size = new Map<number, number>();
  for (let element = 0; element < after.count; element++) {
    const owner = after.owner[element];
    if (!first.has(owner)) first.set(owner, element);
    size.set(owner, (size.get(owner) ?? 0) + 1);
  }
  const numbers = new Int32Array(before.count).fill(-1);
  for (let element = 0, start = 0; element < before.count; element++) {
    const owner = before.owner[element];
    if (before.owner[start] !== owner) start = element;
    const place = element - start;
    if (place < (size.get(owner) ?? 0)) numbers[element] = first.get(owner)! + place;
  }
  return numbers;
}
