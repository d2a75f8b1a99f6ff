import { bringForward, clearFront, createFront, TAKEN, takeFirst } from '../map/index.ts';
import { FROM_START, followers, MOVE_X, MOVE_Y } from '../paths/moves.ts';
import { DIAGONAL, estimate, type Search, SearchState, STRAIGHT } from '../paths/search.ts';

/*
 * The quickest path where the ground is not plain: A* over all legal moves, since a path on uneven ground has no canonical
 * order. A move takes half its time on the ground of the cell that it leaves, and half on that of the cell that it enters.
 */

/** What a shut door costs that opens later: more than any other path, so that agents wait at none that they can avoid. */
const WAIT = 1e7 * STRAIGHT;

/** Forgets the search before. */
export function beginWeighted(search: Search): void {
  search.front ??= createFront(search.mark.length);
  clearFront(search.front);
}

/** Continues with a search on uneven ground for `limit` more cells at most, or to its end; returns its state. */
export function runWeighted(search: Search, limit: number): number {
  if (search.expanded === 0 && search.front!.count === 0) enqueueStart(search);
  const { entry, generation, goalMark, left, length, mark } = search;
  const { around, columns } = search.moves;
  const { barred, kind, later, least, slowness } = search.moves.costs!;
  const front = search.front!;
  const end = search.expanded + limit;
  while (front.count > 0) {
    if (search.expanded >= end) return SearchState.running;
    const cell = takeFirst(front);
    const soFar = length[cell];
    if (soFar + left[cell] >= search.best) break;
    search.expanded++;
    let follow = followers[FROM_START * 256 + around[cell]] & ~(barred[cell] & ~later[cell]);
    while (follow !== 0) {
      const move = 31 - Math.clz32(follow);
      follow ^= 1 << move;
      const to = cell + MOVE_X[move] + MOVE_Y[move] * columns;
      const slow = (slowness[8 * kind[cell] + move] + slowness[8 * kind[to] + move]) / 2;
      const wait = ((later[cell] >> move) & 1) * WAIT;
      const total = soFar + ((move & 1) === 0 ? STRAIGHT : DIAGONAL) * slow + wait;
      if (total === Number.POSITIVE_INFINITY) continue;
      if (mark[to] === generation) {
        if (total >= length[to] || front.place[to] === TAKEN) continue;
      } else {
        mark[to] = generation;
        left[to] = least * estimate(search, to);
      }
      length[to] = total;
      entry[to] = move;
      if (goalMark[to] === generation && total < search.best) {
        search.best = total;
        search.reached = to;
      }
      bringForward(front, to, total + left[to]);
    }
  }
  search.state = search.reached >= 0 ? SearchState.found : SearchState.none;
  return search.state;
}

function enqueueStart(search: Search): void {
  const { generation, start } = search;
  search.mark[start] = generation;
  search.length[start] = 0;
  search.left[start] = search.moves.costs!.least * estimate(search, start);
  if (search.goalMark[start] === generation) {
    search.best = 0;
    search.reached = start;
  } else bringForward(search.front!, start, search.left[start]);
}
