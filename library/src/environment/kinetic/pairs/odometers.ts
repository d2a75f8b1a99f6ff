import { slotOf } from '../../../crowd/index.ts';
import type { PairEvents } from '../../pairs/events.ts';

/**
 * How far every agent has come, metres, by slot: its displacements, the changes of its view radius, and the largest
 * displacement of any obstacle. Certificates end by these readings: they hold whatever the agents do in between.
 */
export type Odometers = {
  /** At the end of the step and at its beginning. */
  reading: Float64Array;
  begin: Float64Array;
  /** The agent of the slot, and its place and view radius at the end of the last step. */
  ids: Float64Array;
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  view: Float64Array;
  /** By row: the readings at the end of the step, and how much of them is of the step. */
  now: Float64Array;
  step: Float64Array;
  /** Where the moving elements of the obstacles were at the end of the last step. */
  elementX: Float64Array;
  elementY: Float64Array;
  /** The longest path of the step, and the largest view in it, metres. */
  longest: number;
  widest: number;
};

export function createOdometers(): Odometers {
  const none = () => new Float64Array(0);
  return {
    ...{ reading: none(), begin: none(), ids: none(), x: none(), y: none(), z: none(), view: none() },
    now: none(),
    step: none(),
    elementX: none(),
    elementY: none(),
    longest: 0,
    widest: 0,
  };
}

const columns = ['reading', 'begin', 'ids', 'x', 'y', 'z', 'view'] as const;

/** Moves the readings on by the step, and by what lies between the last step and this one. */
export function driveOn(odometers: Odometers, pairs: PairEvents): void {
  const { crowd, former, shift } = pairs;
  const jumpOfElements = followElements(odometers, pairs);
  if (odometers.ids.length < crowd.slotCount) {
    for (const name of columns) {
      const longer = new Float64Array(2 * crowd.slotCount).fill(name === 'ids' ? -1 : 0);
      longer.set(odometers[name]);
      odometers[name] = longer;
    }
  }
  if (odometers.now.length < crowd.count) {
    odometers.now = new Float64Array(crowd.capacity);
    odometers.step = new Float64Array(crowd.capacity);
  }
  const { begin, ids, now, reading, step, view, x, y, z } = odometers;
  const { motion, next } = crowd;
  const { viewRadius } = crowd.traits;
  let longest = 0;
  let widest = 0;
  for (let row = 0; row < crowd.count; row++) {
    const slot = slotOf(crowd.ids[row]);
    if (ids[slot] === crowd.ids[row]) {
      const jump = distance(motion.x[row] - x[slot], motion.y[row] - y[slot], motion.z[row] - z[slot]);
      reading[slot] += (jump + Math.abs(former[row] - view[slot]) + jumpOfElements) * HAIR;
    }
    ids[slot] = crowd.ids[row];
    x[slot] = next.x[row];
    y[slot] = next.y[row];
    z[slot] = next.z[row];
    view[slot] = viewRadius[row];
    begin[slot] = reading[slot];
    const path =
      distance(next.x[row] - motion.x[row], next.y[row] - motion.y[row], next.z[row] - motion.z[row]) +
      Math.abs(viewRadius[row] - former[row]) +
      shift;
    reading[slot] += path * HAIR;
    now[row] = reading[slot];
    step[row] = path * HAIR;
    if (path > longest) longest = path;
    if (viewRadius[row] > widest) widest = viewRadius[row];
    if (former[row] > widest) widest = former[row];
  }
  odometers.longest = longest;
  odometers.widest = widest;
}

/** How far the moving elements are from where the last step left them, at most, metres; 0 where steps follow each other. */
function followElements(odometers: Odometers, { ahead, obstacles }: PairEvents): number {
  const { count, firstMoving, startX, startY } = obstacles;
  if (odometers.elementX.length < count) {
    odometers.elementX = startX.slice();
    odometers.elementY = startY.slice();
  }
  const { elementX, elementY } = odometers;
  let farthest = 0;
  for (let element = firstMoving; element < count; element++) {
    const jump = distance(startX[element] - elementX[element], startY[element] - elementY[element], 0);
    if (jump > farthest) farthest = jump;
    elementX[element] = ahead.startX[element];
    elementY[element] = ahead.startY[element];
  }
  return farthest;
}

/** For the roundings of lengths and sums. */
const HAIR = 1 + 1e-9;

function distance(dx: number, dy: number, dz: number): number {
  return dx === 0 && dy === 0 && dz === 0 ? 0 : Math.sqrt(dx * dx + dy * dy + dz * dz);
}
