// Searches along the edges of a Delaunay mesh, in AssemblyScript: they find the same as searchDisc in
// library/src/environment/kinetic/discs/search.ts, by the same operations.
//
// `node scripts/build-kernel.js` compiles this file into library/src/environment/kinetic/discs/kernel-bytes.ts.
import { blocks, further, places, queue, visited } from './layout';

export { place } from './layout';

/** Puts the vertices within a reach of a place on the queue, beginning with the vertex `first`, and returns how many. */
export function search(first: i32, ownX: f64, ownY: f64, squaredReach: f64, round: i32): i32 {
  const own = f64x2.replace_lane(f64x2.splat(ownX), 1, ownY);
  const blocksAt = blocks;
  const furtherAt = further;
  const placesAt = places;
  const visitedAt = visited;
  const queueAt = queue;
  store<i32>(visitedAt + (<usize>first << 2), round);
  store<i32>(queueAt, first);
  let end = queueAt + 4;
  for (let taken = queueAt; taken < end; taken += 4) {
    let block = <usize>load<i32>(taken);
    do {
      const at = blocksAt + (block << 5);
      end = look(load<i32>(at), own, squaredReach, round, end, placesAt, visitedAt);
      end = look(load<i32>(at, 4), own, squaredReach, round, end, placesAt, visitedAt);
      end = look(load<i32>(at, 8), own, squaredReach, round, end, placesAt, visitedAt);
      end = look(load<i32>(at, 12), own, squaredReach, round, end, placesAt, visitedAt);
      end = look(load<i32>(at, 16), own, squaredReach, round, end, placesAt, visitedAt);
      end = look(load<i32>(at, 20), own, squaredReach, round, end, placesAt, visitedAt);
      end = look(load<i32>(at, 24), own, squaredReach, round, end, placesAt, visitedAt);
      end = look(load<i32>(at, 28), own, squaredReach, round, end, placesAt, visitedAt);
      block = <usize>load<i32>(furtherAt + (block << 2));
    } while (block != 0);
  }
  return <i32>((end - queueAt) >> 2);
}

/** Writes always, advances only when the vertex is new and near: the test is unpredictable, so a branch would often mispredict. */
@inline
function look(
  w: i32,
  own: v128,
  squaredReach: f64,
  round: i32,
  end: usize,
  placesAt: usize,
  visitedAt: usize,
): usize {
  const seen = visitedAt + (<usize>w << 2);
  const isNew = load<i32>(seen) != round;
  store<i32>(seen, round);
  store<i32>(end, w);
  const isInside = squaredDistance(placesAt, w, own) <= squaredReach;
  return end + ((<usize>isNew & <usize>isInside) << 2);
}

@inline
function squaredDistance(placesAt: usize, w: i32, own: v128): f64 {
  const offset = f64x2.sub(v128.load(placesAt + (<usize>w << 4)), own);
  const squares = f64x2.mul(offset, offset);
  return f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1);
}
