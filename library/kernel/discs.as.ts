// Searches along the edges of a Delaunay mesh, in AssemblyScript: by the same operations as searchBlocks and findInDisc
// in library/src/environment/kinetic/agents/, so that both find the same.
//
// `node scripts/build-kernel.js` compiles this file into library/src/environment/kinetic/agents/kernel-bytes.ts.

/** Columns of the vertices, in bytes from the beginning of the memory: see disc-kernel.ts. */
let places: usize = 0;
let shares: usize = 0;
let distances: usize = 0;
let squared: usize = 0;
let blocks: usize = 0;
let further: usize = 0;
let visited: usize = 0;
let queue: usize = 0;
let ranked: usize = 0;
let answers: usize = 0;

/** How many vertices of a disc can be ranked; there is room for one more. */
const ROOM: i32 = 62;
/** Where too few are in a disc, one that is larger by this factor is tried, so many in all. */
const FARTHER: f64 = 1.5;
const TRIES: i32 = 3;

/** The columns lie one behind the other, for so many vertices. */
export function place(capacity: usize): void {
  shares = places + 16 * capacity;
  distances = shares + 8 * capacity;
  squared = distances + 8 * 64;
  blocks = squared + 8 * 64;
  further = blocks + 64 * capacity;
  visited = further + 8 * capacity;
  queue = visited + 4 * capacity;
  ranked = queue + 4 * (capacity + 1);
  answers = ranked + 4 * 64;
}

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

/** Writes always, advances only when the vertex is new and near: no branch to mispredict. */
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
  const way = f64x2.sub(v128.load(placesAt + (<usize>w << 4)), own);
  const squares = f64x2.mul(way, way);
  return f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1);
}

/**
 * Answers with the `wanted` nearest of the vertices first … end − 1, as findInDisc does; −1 stands in place of an answer
 * that takes another way: among too many, or where two are equally far. Searches have the numbers from `round` on; the
 * last of them is returned.
 */
export function nearest(
  first: i32,
  end: i32,
  wanted: i32,
  guess: f64,
  wider: f64,
  widened: f64,
  round: i32,
): i32 {
  const last = squared + (<usize>(wanted - 1) << 3);
  let answer = answers;
  for (let v = first; v < end; v++, answer += <usize>wanted << 2) {
    store<i32>(answer, -1);
    const share = shares + (<usize>v << 3);
    const at = places + (<usize>v << 4);
    const x = load<f64>(at);
    const y = load<f64>(at, 8);
    let squaredRadius = load<f64>(share) * <f64>wanted * guess;
    for (let tries = 0; tries < TRIES; tries++) {
      const found = search(v, x, y, squaredRadius * wider + widened, round++) - 1;
      if (found > ROOM) break;
      if (found >= wanted) {
        if (!rank(found, x, y)) break;
        if (load<f64>(last) <= squaredRadius) {
          store<f64>(share, load<f64>(last) / <f64>wanted);
          memory.copy(answer, ranked, <usize>wanted << 2);
          break;
        }
      }
      squaredRadius *= FARTHER;
    }
  }
  return round - 1;
}

/** Sorts those on the queue but for its first, by how many are nearer; false where two are equally far. */
function rank(found: i32, x: f64, y: f64): bool {
  const own = f64x2.replace_lane(f64x2.splat(x), 1, y);
  const placesAt = places;
  const size = <usize>found << 3;
  let from = queue + 4;
  for (let k: usize = 0; k < size; k += 8, from += 4) {
    store<f64>(distances + k, squaredDistance(placesAt, load<i32>(from), own));
  }
  store<f64>(distances + size, Infinity);
  let sum: i32 = 0;
  from = queue + 4;
  for (let k: usize = 0; k < size; k += 8, from += 4) {
    const distance = v128.load64_splat(distances + k);
    // A comparison that holds is −1.
    let nearer = i64x2.splat(0);
    for (let other: usize = 0; other < size; other += 16) {
      nearer = i64x2.add(nearer, f64x2.lt(v128.load(distances + other), distance));
    }
    const at = -<i32>(i64x2.extract_lane(nearer, 0) + i64x2.extract_lane(nearer, 1));
    store<f64>(squared + (<usize>at << 3), f64x2.extract_lane(distance, 0));
    store<i32>(ranked + (<usize>at << 2), load<i32>(from));
    sum += at;
  }
  return 2 * sum == found * (found - 1);
}
