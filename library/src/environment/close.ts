import { beginLists, type Crowd, createNearLists, type NearLists } from '../crowd/index.ts';
import { createNearPairs, findPairs, listPairs, type NearPairs } from './cells/near-pairs.ts';
import { createTorus, fillTorus, type Torus } from './cells/torus.ts';

/** Lists of close agents, independent of perception: a small reach, with its own cells. */
export type Close = { torus: Torus; pairs: NearPairs; lists: NearLists };

function createClose(): Close {
  return { torus: createTorus(1), pairs: createNearPairs(), lists: createNearLists() };
}

/** Lists, for every row, all agents whose centres are within the distance of its own. In the plane. */
export function listClose(environment: { close: Close | undefined }, crowd: Crowd, distance: number): void {
  environment.close ??= createClose();
  const { lists, pairs, torus } = environment.close;
  beginLists(lists, crowd.capacity);
  fillTorus(torus, crowd.count, crowd.motion.x, crowd.motion.y, distance);
  findPairs(torus, distance, pairs);
  listPairs(pairs, crowd.count, lists);
}
