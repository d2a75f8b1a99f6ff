// @ts-check
// Crowds of points that walk straight on, to measure the neighbour indexes.
import {
  createCrowd,
  createObstacles,
  createSolidTable,
  enterAgent,
  placeAhead,
  placeObstacles,
  reserveAgent,
} from '../../library/dist/crowd/index.js';
import { registerNeighbourEvents } from '../../library/dist/environment/register-events.js';

registerNeighbourEvents();

export const DENSITY = 0.5;
export const VIEW_RADIUS = 3;
export const TIME_STEP = 0.05;
export const SPEED = 1.33;

/**
 * @typedef {object} Stage the input of an index, and how it changes
 * @property {import('../../library/dist/crowd/index.js').Crowd} crowd
 * @property {import('../../library/dist/crowd/index.js').Obstacles} obstacles
 * @property {import('../../library/dist/crowd/index.js').Solids} solids
 * @property {() => void} move one step; not part of any measurement
 * @property {() => void} [aim] writes where the next step leads, where that is not straight on along the heading
 * @property {import('../../library/dist/environment/index.js').StepViews} [views] what of the views changes in a step
 */

/** A generator of numbers in [0, 1), the same in every run. @param {number} seed */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/**
 * An even crowd in a square, all agents at the same speed; `coherent`: all in nearly the same direction.
 * @param {number} count
 * @param {'random' | 'coherent'} headings
 */
export function walkers(count, headings) {
  const random = randomNumbers(count);
  const side = Math.sqrt(count / DENSITY);
  const crowd = createCrowd(count);
  for (let agent = 0; agent < count; agent++) {
    const row = enterAgent(crowd, reserveAgent(crowd));
    crowd.motion.x[row] = side * random();
    crowd.motion.y[row] = side * random();
    const angle = headings === 'random' ? 2 * Math.PI * random() : 0.3 + 0.2 * (random() - 0.5);
    crowd.motion.headingX[row] = Math.cos(angle);
    crowd.motion.headingY[row] = Math.sin(angle);
    crowd.traits.viewRadius[row] = VIEW_RADIUS;
    crowd.traits.radius[row] = 0.25;
  }
  return { crowd, side };
}

/**
 * Moves agents straight on and turns them back at the border of a square, and where `isBlocked` is true.
 * @param {import('../../library/dist/crowd/index.js').Crowd} crowd
 * @param {number} side
 * @param {(x: number, y: number, nextX: number, nextY: number) => boolean} [isBlocked]
 */
export function walk({ count, motion }, side, isBlocked = () => false) {
  const { x, y, headingX, headingY } = motion;
  for (let row = 0; row < count; row++) {
    const nextX = x[row] + headingX[row] * SPEED * TIME_STEP;
    const nextY = y[row] + headingY[row] * SPEED * TIME_STEP;
    if (nextX > side || (nextX < 0 && side < Number.POSITIVE_INFINITY)) headingX[row] = -headingX[row];
    else if (nextY > side || (nextY < 0 && side < Number.POSITIVE_INFINITY)) headingY[row] = -headingY[row];
    else if (isBlocked(x[row], y[row], nextX, nextY)) {
      headingX[row] = -headingX[row];
      headingY[row] = -headingY[row];
    } else {
      x[row] = nextX;
      y[row] = nextY;
    }
  }
}

/** A coherent crowd walks on without limit; a random one turns back at the border. @param {number} count @param {'random' | 'coherent'} headings @returns {Stage} */
export function evenStage(count, headings) {
  const { crowd, side } = walkers(count, headings);
  const border = headings === 'random' ? side : Number.POSITIVE_INFINITY;
  return {
    crowd,
    obstacles: createObstacles([]),
    solids: createSolidTable(0),
    move: () => walk(crowd, border),
  };
}

/** Agents per square metre in the dense part of the uneven crowd: about the highest density at which people still walk. */
const THRONG = 5;
/** Steps after which the agents there turn back, so that the density stays the same. */
const STEPS_BEFORE_TURNING = 10;

/**
 * A crowd with a dense part: half of the agents are in the middle hundredth of the square, so their density is 99 times
 * that of the other half. Of the uneven crowds that were tried, this one costs a grid the most: with a tenth of the agents
 * in the dense part, or with a density that falls evenly, the grid is closer to the kinetic index.
 * @param {number} count @returns {Stage}
 */
export function unevenStage(count) {
  const { crowd } = walkers(count, 'random');
  const side = 10 * Math.sqrt(count / 2 / THRONG);
  const random = randomNumbers(count);
  const { x, y, headingX, headingY } = crowd.motion;
  for (let row = 0; row < count; row++) {
    do {
      x[row] = side * random();
      y[row] = side * random();
    } while (Math.max(Math.abs(x[row] - side / 2), Math.abs(y[row] - side / 2)) < side / 20);
    if (random() < 0.5) {
      x[row] = side * (0.45 + 0.1 * random());
      y[row] = side * (0.45 + 0.1 * random());
    }
  }
  let steps = 0;
  const move = () => {
    if (++steps % STEPS_BEFORE_TURNING === 0) {
      for (let row = 0; row < count; row++) {
        headingX[row] = -headingX[row];
        headingY[row] = -headingY[row];
      }
    }
    for (let row = 0; row < count; row++) {
      x[row] += headingX[row] * SPEED * TIME_STEP;
      y[row] += headingY[row] * SPEED * TIME_STEP;
    }
  };
  return { crowd, obstacles: createObstacles([]), solids: createSolidTable(0), move };
}

/** Agents per cubic metre: about as many neighbours within the view radius as in the plane. */
const SPACE_DENSITY = 0.12;

/** A crowd in a cube, going back and forth in all directions. @param {number} count @returns {Stage} */
export function spaceStage(count) {
  const random = randomNumbers(count);
  const side = Math.cbrt(count / SPACE_DENSITY);
  const crowd = createCrowd(count, { dimension: 3, weights: 2, targetClasses: 1, memory: {} });
  const { x, y, z } = crowd.motion;
  const ways = new Float64Array(3 * count);
  for (let agent = 0; agent < count; agent++) {
    const row = enterAgent(crowd, reserveAgent(crowd));
    crowd.traits.viewRadius[row] = VIEW_RADIUS;
    x[row] = side * random();
    y[row] = side * random();
    z[row] = side * random();
    const up = 2 * random() - 1;
    const angle = 2 * Math.PI * random();
    const flat = Math.sqrt(1 - up * up);
    ways.set([flat * Math.cos(angle), flat * Math.sin(angle), up], 3 * row);
  }
  let steps = 0;
  const wayOf = (/** @type {number} */ step) =>
    (Math.floor(step / STEPS_BEFORE_TURNING) % 2 === 0 ? 1 : -1) * SPEED * TIME_STEP;
  /** @param {import('../../library/dist/crowd/index.js').Motion} to */
  const goTo = (to) => {
    const way = wayOf(steps);
    for (let row = 0; row < count; row++) {
      to.x[row] = x[row] + way * ways[3 * row];
      to.y[row] = y[row] + way * ways[3 * row + 1];
      to.z[row] = z[row] + way * ways[3 * row + 2];
    }
  };
  const move = () => {
    goTo(crowd.motion);
    steps++;
  };
  const aim = () => goTo(crowd.next);
  return { crowd, obstacles: createObstacles([]), solids: createSolidTable(0), move, aim };
}

/**
 * An even crowd among walls of 2 to 5 m; no agent walks through one that stands. One in `oneMoves` walls goes back and forth.
 * @param {number} count @param {number} wallCount
 * @param {(walls: import('../../library/dist/crowd/index.js').Obstacles) => (x: number, y: number, nextX: number, nextY: number) => boolean} createTest
 * @param {number} [oneMoves]
 * @returns {Stage}
 */
export function walledStage(count, wallCount, createTest, oneMoves = Number.POSITIVE_INFINITY) {
  const { crowd, side } = walkers(count, 'random');
  const random = randomNumbers(wallCount);
  const obstacles = createObstacles(
    Array.from({ length: wallCount }, (_, wall) => {
      const [x, y, angle, length] = [side * random(), side * random(), Math.PI * random(), 2 + 3 * random()];
      const to = /** @type {[number, number]} */ ([
        x + length * Math.cos(angle),
        y + length * Math.sin(angle),
      ]);
      const course = /** @type {const} */ ({ kind: 'oscillation', amplitude: [2, 0], period: 10 });
      return {
        shape: /** @type {const} */ ('segment'),
        from: /** @type {[number, number]} */ ([x, y]),
        to,
        ...(wall % oneMoves === 1 && { course }),
      };
    }),
  );
  const isBlocked = createTest(obstacles);
  const ahead = { ...obstacles, startX: obstacles.startX.slice(), startY: obstacles.startY.slice() };
  ahead.endX = obstacles.endX.slice();
  ahead.endY = obstacles.endY.slice();
  let steps = 0;
  const move = () => {
    walk(crowd, side, isBlocked);
    placeObstacles(obstacles, steps * TIME_STEP, TIME_STEP);
    placeAhead(obstacles, ++steps * TIME_STEP, ahead);
  };
  return { crowd, obstacles, solids: createSolidTable(0), move, views: { sight: true, ahead } };
}
