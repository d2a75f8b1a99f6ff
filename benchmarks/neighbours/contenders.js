// @ts-check
// Methods that compute the same answer, each as a function of one step.
import Delaunator from 'delaunator';
import Flatbush from 'flatbush';
import { beginLists, createEvents, createNearLists, reserveEntries } from '../../library/dist/crowd/index.js';
import { createGridIndex } from '../../library/dist/environment/index.js';
import { wallHides } from '../../library/dist/environment/sight/sight.js';
import { SPEED, TIME_STEP } from './crowds.js';

/** @typedef {import('./crowds.js').Stage} Stage */
/** @typedef {import('../../library/dist/environment/index.js').NeighbourIndex} NeighbourIndex */
/** @typedef {{ name: string, step: () => void, found: () => number }} Contender found: entries of the last answer */

/** The entries of all lists together; between them there may be gaps. @param {import('../../library/dist/crowd/index.js').NearLists} lists @param {number} rows */
function entries({ counts }, rows) {
  let sum = 0;
  for (let row = 0; row < rows; row++) sum += counts[row];
  return sum;
}

/** An index that follows the crowd; one query a step, so that lazily built parts are included. @param {Stage} stage @param {NeighbourIndex} index @returns {Contender} */
export function follower(stage, index) {
  const lists = createNearLists();
  return {
    name: `${index.name}, following`,
    step() {
      index.update(stage);
      beginLists(lists, 1);
      index.near(0, 0, lists);
    },
    found: () => 0,
  };
}

/** The near sets, or with `sight` the visible sets, of all agents. @param {Stage} stage @param {NeighbourIndex} index @param {boolean} sight @returns {Contender} */
export function lister(stage, index, sight) {
  const due = new Uint8Array(stage.crowd.capacity).fill(1);
  const lists = createNearLists();
  return {
    name: `${index.name}, ${sight ? 'visible' : 'near'}`,
    step() {
      index.update(stage);
      beginLists(lists, stage.crowd.capacity);
      index.list(due, sight, lists);
    },
    found: () => entries(lists, stage.crowd.count),
  };
}

/** The `count` nearest neighbours of all agents. @param {Stage} stage @param {NeighbourIndex} index @param {number} count @returns {Contender} */
export function nearestFinder(stage, index, count) {
  const lists = createNearLists();
  return {
    name: `${index.name}, ${count} nearest`,
    step() {
      index.update(stage);
      beginLists(lists, stage.crowd.capacity);
      for (let row = 0; row < stage.crowd.count; row++) index.nearest(row, count, lists);
    },
    found: () => entries(lists, stage.crowd.count),
  };
}

/** The times of all enter and leave events of the next step. @param {Stage} stage @param {NeighbourIndex} index @returns {Contender} */
export function eventFinder(stage, index) {
  const events = createEvents();
  return {
    name: `${index.name}, events`,
    step() {
      aimAhead(stage);
      index.update(stage);
      events.count = 0;
      index.events(TIME_STEP, events, stage.views);
    },
    found: () => events.count,
  };
}

/** The visible sets of all agents, and the events of the next step, those of sight included. @param {Stage} stage @param {NeighbourIndex} index @returns {Contender} */
export function watcher(stage, index) {
  const due = new Uint8Array(stage.crowd.capacity).fill(1);
  const lists = createNearLists();
  const events = createEvents();
  return {
    name: `${index.name}, visible and events`,
    step() {
      aimAhead(stage);
      index.update(stage);
      beginLists(lists, stage.crowd.capacity);
      index.list(due, true, lists);
      events.count = 0;
      index.events(TIME_STEP, events, stage.views);
    },
    found: () => events.count,
  };
}

/** Writes where the next step leads. @param {Stage} stage */
function aimAhead({ aim, crowd }) {
  if (aim) {
    aim();
    return;
  }
  const { count, motion, next } = crowd;
  for (let row = 0; row < count; row++) {
    next.x[row] = motion.x[row] + motion.headingX[row] * SPEED * TIME_STEP;
    next.y[row] = motion.y[row] + motion.headingY[row] * SPEED * TIME_STEP;
  }
}

/** Triangulates from scratch in each step, in the arrays of the step before. @param {Stage} stage @returns {Contender} */
export function rebuilder({ crowd }) {
  const places = new Float64Array(2 * crowd.count);
  /** @type {Delaunator<Float64Array> | undefined} */
  let triangulation;
  return {
    name: 'delaunator, anew',
    step() {
      for (let row = 0; row < crowd.count; row++) {
        places[2 * row] = crowd.motion.x[row];
        places[2 * row + 1] = crowd.motion.y[row];
      }
      if (triangulation) triangulation.update();
      else triangulation = new Delaunator(places);
    },
    found: () => 0,
  };
}

/** A flatbush of the static walls. @param {Stage['obstacles']} walls */
export function wallTree({ count, startX, startY, endX, endY }) {
  const tree = new Flatbush(count);
  for (let wall = 0; wall < count; wall++) {
    tree.add(
      Math.min(startX[wall], endX[wall]),
      Math.min(startY[wall], endY[wall]),
      Math.max(startX[wall], endX[wall]),
      Math.max(startY[wall], endY[wall]),
    );
  }
  tree.finish();
  return tree;
}

/** Whether a wall of the tree is between two places. @param {Stage['obstacles']} walls */
export function createWallTest(walls) {
  const tree = wallTree(walls);
  const { startX, startY, endX, endY } = walls;
  return (
    /** @type {number} */ px,
    /** @type {number} */ py,
    /** @type {number} */ qx,
    /** @type {number} */ qy,
  ) => {
    let isHidden = false;
    tree.search(Math.min(px, qx), Math.min(py, qy), Math.max(px, qx), Math.max(py, qy), (wall) => {
      isHidden ||= wallHides(px, py, qx, qy, startX[wall], startY[wall], endX[wall], endY[wall]);
      return false;
    });
    return isHidden;
  };
}

/** Near sets by our grid, and a line of sight for each neighbour through the tree of walls. @param {Stage} stage @returns {Contender} */
export function treeLister(stage) {
  const { crowd, obstacles } = stage;
  const due = new Uint8Array(crowd.capacity).fill(1);
  const lists = createNearLists();
  const visible = createNearLists();
  const grid = createGridIndex();
  const isHidden = createWallTest(obstacles);
  return {
    name: 'grid and flatbush, visible',
    step() {
      grid.update(stage);
      beginLists(lists, crowd.capacity);
      grid.list(due, false, lists);
      beginLists(visible, crowd.capacity);
      const { x, y } = crowd.motion;
      for (let row = 0; row < crowd.count; row++) {
        const items = reserveEntries(visible, lists.counts[row]);
        const end = lists.starts[row] + lists.counts[row];
        visible.starts[row] = visible.length;
        for (let entry = lists.starts[row]; entry < end; entry++) {
          const other = lists.items[entry];
          if (!isHidden(x[row], y[row], x[other], y[other])) items[visible.length++] = other;
        }
        visible.counts[row] = visible.length - visible.starts[row];
      }
    },
    found: () => entries(visible, crowd.count),
  };
}
