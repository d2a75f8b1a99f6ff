import { beginLists, type Crowd, createNearLists, type NearLists } from '../crowd/index.ts';
import { createTorus, fillTorus, type Torus } from './cells/torus.ts';
import { createKeptRows, findRows, type KeptRows, keepRows, moveLists } from './common/kept-rows.ts';
import { collectLists } from './grid/queries.ts';

/**
 * Who is close to whom, apart from what is perceived: a small reach, cells of its own. The lists are made for somewhat more
 * than the reach, and hold until two agents together may have come nearer by what is more.
 */
export type Close = KeptRows & {
  torus: Torus;
  lists: NearLists;
  /** Metres for which the lists were made, and what of them may be used up. */
  made: number;
  margin: number;
  /** Where everybody was then, by the kept rows. */
  x: Float64Array;
  y: Float64Array;
  /** Scratch. */
  spare: NearLists;
  spareX: Float64Array;
  spareY: Float64Array;
  reach: Float64Array;
  all: Uint8Array;
};

export function createClose(): Close {
  const none = new Float64Array(0);
  return {
    ...createKeptRows(),
    torus: createTorus(1),
    lists: createNearLists(),
    made: 0,
    margin: 0,
    ...{ x: none, y: none, spare: createNearLists(), spareX: none, spareY: none, reach: none },
    all: new Uint8Array(0),
  };
}

/** What the lists are made for beyond the distance, as a share of it. */
const MORE = 0.4;
/** Of the margin: rounding takes far less of the rest. */
const ALMOST = 0.999;

/** Lists for every row all within the reach and twice the largest radius of its centre, and some farther. In the plane. */
export function listClose({ close }: { close: Close }, crowd: Crowd, reach: number): void {
  const { radius } = crowd.traits;
  let largest = 0;
  for (let row = 0; row < crowd.count; row++) if (radius[row] > largest) largest = radius[row];
  const distance = reach + 2 * largest;
  if (!isCurrent(close, crowd, distance)) makeLists(close, crowd, distance);
}

/** Whether the lists still name everybody within the distance. */
function isCurrent(close: Close, crowd: Crowd, distance: number): boolean {
  if (close.revision !== crowd.revision && !followCrowd(close, crowd)) return false;
  const spare = close.made - distance;
  // Never lists for much more than is asked for.
  if (!(spare > 0 && spare <= 2 * close.margin)) return false;
  const { count } = crowd;
  const { x, y } = crowd.motion;
  const { x: madeX, y: madeY } = close;
  let furthest = 0;
  for (let row = 0; row < count; row++) {
    const dx = x[row] - madeX[row];
    const dy = y[row] - madeY[row];
    const squared = dx * dx + dy * dy;
    // Written so that a place that is no number counts as gone far.
    if (!(squared <= furthest)) furthest = squared;
  }
  return 2 * Math.sqrt(furthest) <= ALMOST * spare;
}

/** Follows those who left; false where somebody has come, whom no list names. */
function followCrowd(close: Close, crowd: Crowd): boolean {
  if (findRows(close, crowd) < crowd.count) return false;
  moveLists(close, close.lists, close.spare, crowd.capacity, true);
  const { count, rows, x, y } = close;
  if (close.spareX.length < x.length) {
    close.spareX = new Float64Array(x.length);
    close.spareY = new Float64Array(x.length);
  }
  for (let old = 0; old < count; old++) {
    if (rows[old] < 0) continue;
    close.spareX[rows[old]] = x[old];
    close.spareY[rows[old]] = y[old];
  }
  close.x = close.spareX;
  close.y = close.spareY;
  close.spareX = x;
  close.spareY = y;
  keepRows(close, crowd);
  return true;
}

function makeLists(close: Close, crowd: Crowd, distance: number): void {
  const { capacity, count, motion } = crowd;
  if (close.reach.length < capacity) {
    close.reach = new Float64Array(capacity);
    close.x = new Float64Array(capacity);
    close.y = new Float64Array(capacity);
    close.all = new Uint8Array(capacity).fill(1);
  }
  close.margin = MORE * distance;
  close.made = distance + close.margin;
  close.reach.fill(close.made, 0, count);
  close.x.set(motion.x.subarray(0, count));
  close.y.set(motion.y.subarray(0, count));
  keepRows(close, crowd);
  beginLists(close.lists, capacity);
  fillTorus(close.torus, count, motion.x, motion.y, close.made);
  collectLists(close.torus, count, close.reach, close.all, close.lists);
  // So far out that rounding might take more than the rest of the margin, nothing is kept.
  if (close.torus.cellSize > 1.01 * close.made) close.margin = 0;
}
