import { beginLists, type Crowd, createNearLists, type NearLists } from '../crowd/index.ts';
import { createNearPairs, findPairs, listPairs, type NearPairs } from './cells/near-pairs.ts';
import { createTorus, fillTorus, type Torus } from './cells/torus.ts';
import { findRows, moveLists, renameList } from './common/kept-rows.ts';
import {
  createPastPlaces,
  driftSince,
  keepPlaces,
  movePlaces,
  type PastPlaces,
} from './common/past-places.ts';

/**
 * Lists of close agents, independent of perception: a small reach, with its own cells. The lists cover somewhat more
 * than the reach, and stay valid until two agents together may have come nearer by the margin.
 */
export type Close = PastPlaces & {
  torus: Torus;
  pairs: NearPairs;
  lists: NearLists;
  /** The distance in metres that the lists were made for, and the part of it that motion may use up. */
  made: number;
  margin: number;
  /** Scratch: the agents whose lists name an agent that has moved to another row. */
  isListed: Uint8Array;
  listed: Int32Array;
};

function createClose(): Close {
  return {
    ...createPastPlaces(),
    torus: createTorus(1),
    pairs: createNearPairs(),
    lists: createNearLists(),
    made: 0,
    margin: 0,
    ...{ isListed: new Uint8Array(0), listed: new Int32Array(0) },
  };
}

/** The lists cover more than the distance by this share of it. */
const MORE = 0.4;
/** The usable share of the margin: the rest is far more than rounding. */
const ALMOST = 0.999;

/**
 * Lists, for every row, all agents whose centres are within the distance of its own, and some that are farther. In the
 * plane.
 */
export function listClose(environment: { close: Close | undefined }, crowd: Crowd, distance: number): void {
  environment.close ??= createClose();
  const { close } = environment;
  if (!isCurrent(close, crowd, distance)) makeLists(close, crowd, distance);
}

/** Whether the lists still name every agent within the distance. */
function isCurrent(close: Close, crowd: Crowd, distance: number): boolean {
  if (close.revision !== crowd.revision && !followCrowd(close, crowd)) return false;
  const spare = close.made - distance;
  // The lists must not cover much more than is asked for.
  if (!(spare > 0 && spare <= 2 * close.margin)) return false;
  const { x, y } = crowd.motion;
  return 2 * driftSince(close, crowd.count, x, y) <= ALMOST * spare;
}

/** Removes the agents that have left; false where an agent has entered, which no list names. */
function followCrowd(close: Close, crowd: Crowd): boolean {
  if (findRows(close, crowd) < crowd.count) return false;
  renameMutual(close);
  moveLists(close, close.lists, crowd.capacity);
  movePlaces(close, crowd);
  return true;
}

/**
 * Replaces old rows by present ones. All lists were made at once for the same distance, so naming is mutual: the lists
 * of the moved agents tell which lists have to change.
 */
function renameMutual(close: Close): void {
  const { isListed, lists, moved, movedCount, listed, rows } = close;
  const { counts, items, starts } = lists;
  let count = 0;
  for (let k = 0; k < movedCount; k++) {
    const end = starts[moved[k]] + counts[moved[k]];
    for (let entry = starts[moved[k]]; entry < end; entry++) {
      const other = items[entry];
      if (isListed[other] === 1) continue;
      isListed[other] = 1;
      listed[count++] = other;
    }
  }
  // Each list once, and only when all are found: renaming replaces their entries by present rows.
  for (let k = 0; k < count; k++) {
    renameList(lists, listed[k], rows);
    isListed[listed[k]] = 0;
  }
}

function makeLists(close: Close, crowd: Crowd, distance: number): void {
  const { capacity, count, motion } = crowd;
  if (close.listed.length < capacity) {
    close.isListed = new Uint8Array(capacity);
    close.listed = new Int32Array(capacity);
  }
  close.margin = MORE * distance;
  close.made = distance + close.margin;
  keepPlaces(close, crowd, motion.x, motion.y);
  beginLists(close.lists, capacity);
  fillTorus(close.torus, count, motion.x, motion.y, close.made);
  findPairs(close.torus, close.made, close.pairs);
  listPairs(close.pairs, count, close.lists);
  // So far from the origin that rounding might exceed the rest of the margin, no list is reused.
  if (close.torus.cellSize > 1.01 * close.made) close.margin = 0;
}
