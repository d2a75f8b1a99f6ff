import { beginLists, type Crowd, createNearLists, type NearLists } from '../crowd/index.ts';
import { createTorus, fillTorus, type Torus } from './cells/torus.ts';
import { collectLists } from './grid/queries.ts';

/** Who is close to whom, apart from what is perceived: a small reach, cells of its own. */
export type Close = { torus: Torus; lists: NearLists; reach: Float64Array };

export function createClose(): Close {
  return { torus: createTorus(1), lists: createNearLists(), reach: new Float64Array(0) };
}

/** Lists, for every row that is due, all within the reach and twice the largest radius of its centre. In the plane. */
export function listClose({ close }: { close: Close }, crowd: Crowd, due: Uint8Array, reach: number): void {
  const { capacity, count, motion, traits } = crowd;
  let largest = 0;
  for (let row = 0; row < count; row++) if (traits.radius[row] > largest) largest = traits.radius[row];
  const distance = reach + 2 * largest;
  if (close.reach.length < capacity) close.reach = new Float64Array(capacity);
  close.reach.fill(distance, 0, count);
  beginLists(close.lists, capacity);
  fillTorus(close.torus, count, motion.x, motion.y, distance);
  collectLists(close.torus, count, close.reach, due, close.lists);
}
