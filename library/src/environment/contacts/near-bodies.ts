import { type Crowd, doubled } from '../../crowd/index.ts';
import { createTorus, fillTorus, type Torus } from '../cells/torus.ts';
import { createKeptRows, findRows, type KeptRows, keepRows } from '../common/kept-rows.ts';

/**
 * The pairs of bodies that may come near each other, kept for as long as no body can have come near another that is not
 * listed. When the list was made never changes a result: the stage tests each pair of it in each step.
 */
export type NearBodies = {
  /** The agents that the rows belong to. */
  kept: KeptRows;
  /** Agents that have entered since and have no ball yet. */
  entered: number;
  /**
   * Where each row was when the list was made, and the radius of a ball that all it may touch was in, metres; NaN: it has
   * entered since.
   */
  x: Float64Array;
  y: Float64Array;
  reach: Float64Array;
  /** How many steps of its path each ball allows for, and how many pairs have been looked at since the list was made. */
  spread: number;
  visits: number;
  /** The pairs, the lower id first. */
  count: number;
  first: Int32Array;
  second: Int32Array;
  torus: Torus;
};

export function createNearBodies(): NearBodies {
  const none = new Float64Array(0);
  const rows = new Int32Array(0);
  return {
    kept: createKeptRows(),
    entered: 0,
    x: none,
    y: none,
    reach: none,
    spread: LEAST_SPREAD,
    visits: 0,
    count: 0,
    first: rows,
    second: rows,
    torus: createTorus(1),
  };
}

/** A hair more than rounding takes. */
const HAIR = 1.001;
/** Making the list takes, for each row, about as long as looking at this many pairs of it. */
const VISITS_PER_ROW = 20;
const LEAST_SPREAD = 0.5;
/** Where more agents enter in a step, a new list is made. */
const MOST_ENTERED = 32;

/**
 * Whether a row is where the list expects it: all that it may touch within `span` metres of its place is still in the ball
 * that the list was made for.
 */
export function isExpected(
  near: NearBodies,
  row: number,
  placeX: number,
  placeY: number,
  span: number,
): boolean {
  const spare = near.reach[row] - HAIR * span;
  const dx = placeX - near.x[row];
  const dy = placeY - near.y[row];
  // True of NaN: a row without a ball is where it entered.
  return !(spare < 0 || dx * dx + dy * dy > spare * spare);
}

/** Whether looking at the list has taken so much longer than making it that a shorter one pays. */
export function isTooLong({ spread, visits }: NearBodies, count: number): boolean {
  return spread > LEAST_SPREAD && visits > 8 * VISITS_PER_ROW * count;
}

/**
 * Begins a list. Larger balls last longer, and make a longer list: looking at the list is to take about as long as
 * making it.
 */
export function beginList(near: NearBodies, crowd: Crowd): void {
  const { capacity, count, revision } = crowd;
  const isLong = near.visits > VISITS_PER_ROW * count;
  // A list that ends because agents come and go would not have lasted longer with larger balls.
  if (isLong) near.spread = Math.max(LEAST_SPREAD, near.spread / 1.5);
  else if (near.kept.revision === revision) near.spread = Math.min(64, 2 * near.spread);
  keepRows(near.kept, crowd);
  near.entered = 0;
  near.visits = 0;
  if (near.reach.length >= capacity) return;
  for (const name of ['x', 'y', 'reach'] as const) near[name] = new Float64Array(capacity);
}

/**
 * Follows the agents of the list to their present rows, without those that have left. Those that have entered have no balls
 * and no pairs yet. False where the list cannot be kept.
 */
export function followRows(near: NearBodies, crowd: Crowd): boolean {
  const { kept } = near;
  if (kept.revision === crowd.revision) return true;
  if (kept.revision < 0 || near.reach.length < crowd.count) return false;
  if (crowd.count - findRows(kept, crowd) > MOST_ENTERED) return false;
  const { moved, movedCount, rows } = kept;
  for (let k = 0; k < movedCount; k++) {
    const row = rows[moved[k]];
    // The last row moves into a gap: with an order of their own, rows could overwrite each other.
    if (row > moved[k]) return false;
    if (row < 0) continue;
    for (const column of [near.x, near.y, near.reach, kept.ids]) column[row] = column[moved[k]];
  }
  const { first, second } = near;
  let pairs = 0;
  for (let k = 0; k < near.count; k++) {
    const a = rows[first[k]];
    const b = rows[second[k]];
    if (a < 0 || b < 0) continue;
    first[pairs] = a;
    second[pairs++] = b;
  }
  near.count = pairs;
  for (let row = 0; row < crowd.count; row++) {
    if (row < kept.count && kept.ids[row] === crowd.ids[row]) continue;
    near.entered++;
    kept.ids[row] = crowd.ids[row];
    near.x[row] = crowd.motion.x[row];
    near.y[row] = crowd.motion.y[row];
    near.reach[row] = Number.NaN;
  }
  kept.revision = crowd.revision;
  kept.count = crowd.count;
  return true;
}

/** Lists the pairs of a row that has entered and has its ball now, among the rows that have theirs. */
export function listEntered(near: NearBodies, { count, ids }: Crowd, row: number): void {
  const { reach, x, y } = near;
  for (let other = 0; other < count; other++) {
    const dx = x[row] - x[other];
    const dy = y[row] - y[other];
    const balls = reach[row] + reach[other];
    if (other !== row && dx * dx + dy * dy <= balls * balls) addNear(near, ids, row, other);
  }
}

function addNear(near: NearBodies, ids: Float64Array, row: number, other: number): void {
  if (near.count === near.first.length) {
    near.first = doubled(near.first);
    near.second = doubled(near.second);
  }
  const isFirst = ids[row] < ids[other];
  near.first[near.count] = isFirst ? row : other;
  near.second[near.count++] = isFirst ? other : row;
}

/** The ball of a row, whose path is `path` metres long. */
export function expectRow(near: NearBodies, row: number, span: number, path: number, core: number): void {
  near.reach[row] = HAIR * HAIR * span + near.spread * Math.max(path, 0.0625 * core);
}

/** Lists the pairs whose balls meet. */
export function listNearBodies(near: NearBodies, { count, ids, motion }: Crowd): void {
  const { reach } = near;
  near.x.set(motion.x.subarray(0, count));
  near.y.set(motion.y.subarray(0, count));
  near.count = 0;
  let sum = 0;
  for (let row = 0; row < count; row++) sum += reach[row];
  fillTorus(near.torus, count, motion.x, motion.y, (2 * sum) / count);
  const { height, order, starts, width, x, y } = near.torus;
  const inverse = 1 / near.torus.cellSize;
  for (let place = 0; place < count; place++) {
    const row = order[place];
    const own = reach[row];
    // The body with the larger ball finds the other, which is then no farther than this.
    const limit = 2 * HAIR * own;
    const limitSquared = limit * limit;
    const ownX = x[place];
    const ownY = y[place];
    const firstColumn = Math.floor((ownX - limit) * inverse);
    const firstRow = Math.floor((ownY - limit) * inverse);
    // No bucket is visited twice.
    const columns = Math.min(width, Math.floor((ownX + limit) * inverse) - firstColumn + 1);
    const rows = Math.min(height, Math.floor((ownY + limit) * inverse) - firstRow + 1);
    const column = firstColumn & (width - 1);
    // Buckets of a row lie one after the other, in two runs where they wrap around the torus.
    const wrapped = Math.max(0, column + columns - width);
    for (let k = 0; k < rows; k++) {
      const base = ((firstRow + k) & (height - 1)) * width;
      let from = starts[base + column];
      let to = starts[base + column + columns - wrapped];
      for (let run = wrapped > 0 ? 1 : 0; run >= 0; run--) {
        for (let candidate = from; candidate < to; candidate++) {
          const dx = ownX - x[candidate];
          const dy = ownY - y[candidate];
          const squared = dx * dx + dy * dy;
          if (squared > limitSquared) continue;
          const other = order[candidate];
          const balls = own + reach[other];
          if (squared > balls * balls) continue;
          if (own < reach[other] || (own === reach[other] && ids[row] <= ids[other])) continue;
          addNear(near, ids, row, other);
        }
        from = starts[base];
        to = starts[base + wrapped];
      }
    }
  }
}
