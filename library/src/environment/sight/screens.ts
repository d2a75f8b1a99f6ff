import { type NearLists, needPart, type Obstacles, type Solids } from '../../crowd/index.ts';
import {
  bucketAt,
  createObstacleIndex,
  type ObstacleIndex,
  updateObstacleIndex,
} from '../cells/obstacle-index.ts';
import type { Surroundings } from '../common/contract.ts';
import { space } from '../space/optional.ts';
import { createSolidIndex, type SolidIndex } from '../space/solid-tables.ts';
import { solidSight } from './optional.ts';
import { elementHides } from './sight.ts';

/** Whether any obstacle at all stands between two places. */
export function anythingHides(
  { crowd, obstacles, solids }: Surroundings,
  px: number,
  py: number,
  pz: number,
  qx: number,
  qy: number,
  qz: number,
): boolean {
  if (crowd.dimension === 3) {
    const { solidHides } = needPart(solidSight);
    for (let element = 0; element < solids.count; element++) {
      if (solidHides(solids, element, px, py, pz, qx, qy, qz)) return true;
    }
    return false;
  }
  for (let element = 0; element < obstacles.count; element++) {
    if (elementHides(obstacles, element, px, py, qx, qy)) return true;
  }
  return false;
}

/**
 * The obstacles that can hide an agent from a place: what hides others within a radius is itself within that radius.
 * Follows the obstacles when it is first asked after an update.
 */
export type Screens = {
  obstacleIndex: ObstacleIndex;
  solidIndex: SolidIndex;
  reach: number;
  isCurrent: boolean;
  /** The obstacles whose elements the indexes hold. */
  of: Obstacles | Solids | undefined;
  elements: Int32Array;
  count: number;
};

export function createScreens(): Screens {
  return {
    obstacleIndex: createObstacleIndex(),
    solidIndex: createSolidIndex(),
    reach: 0,
    isCurrent: false,
    of: undefined,
    elements: new Int32Array(64),
    count: 0,
  };
}

/** Rounding may put a hiding element slightly farther away than what it hides. */
const HAIR = 1 + 1e-9;

/** Prepares queries up to a radius around a place. */
export function followScreens(
  screens: Screens,
  { crowd, obstacles, solids }: Surroundings,
  radius: number,
): void {
  const of = crowd.dimension === 3 ? solids : obstacles;
  if (screens.of !== of) Object.assign(screens, createScreens(), { of });
  // In leaps, as followObstacles does.
  const reach = radius * HAIR > screens.reach ? 1.25 * radius : screens.reach;
  if (screens.isCurrent && reach === screens.reach) return;
  screens.reach = reach;
  screens.isCurrent = true;
  if (crowd.dimension === 3) needPart(space).updateSolidIndex(screens.solidIndex, solids, reach);
  else updateObstacleIndex(screens.obstacleIndex, obstacles, reach);
}

/** Removes the hidden agents from the list of a row at a place; x, y and z are the places of all agents. */
export function keepVisible(
  screens: Screens,
  surroundings: Surroundings,
  row: number,
  radius: number,
  x: Float64Array,
  y: Float64Array,
  z: Float64Array,
  lists: NearLists,
): void {
  const { crowd, obstacles, solids } = surroundings;
  const inSpace = crowd.dimension === 3;
  if (lists.counts[row] === 0 || (inSpace ? solids.count : obstacles.count) === 0) return;
  followScreens(screens, surroundings, radius);
  if (inSpace) gatherSolids(screens, x[row], y[row], z[row]);
  else {
    gatherElements(screens, x[row], y[row]);
    dropFarWalls(screens, obstacles, x[row], y[row], radius * HAIR);
  }
  if (screens.count === 0) return;
  const { items } = lists;
  const start = lists.starts[row];
  const end = start + lists.counts[row];
  let kept = start;
  for (let entry = start; entry < end; entry++) {
    const other = items[entry];
    const isHidden = inSpace
      ? isHiddenInSpace(screens, surroundings, x[row], y[row], z[row], x[other], y[other], z[other])
      : isHiddenInPlane(screens, surroundings, x[row], y[row], x[other], y[other]);
    if (!isHidden) items[kept++] = other;
  }
  lists.counts[row] = kept - start;
}

/** Drops walls outside the square around a place, once for the whole list: they lie to one side of every line in it. */
function dropFarWalls(
  screens: Screens,
  { endX, endY, radius, startX, startY }: Obstacles,
  x: number,
  y: number,
  reach: number,
): void {
  const { count, elements } = screens;
  screens.count = 0;
  for (let k = 0; k < count; k++) {
    const element = elements[k];
    const isFar =
      Math.max(startX[element], endX[element]) < x - reach ||
      Math.min(startX[element], endX[element]) > x + reach ||
      Math.max(startY[element], endY[element]) < y - reach ||
      Math.min(startY[element], endY[element]) > y + reach;
    if (radius[element] > 0 || !isFar) elements[screens.count++] = element;
  }
}

function isHiddenInPlane(
  { count, elements }: Screens,
  { obstacles }: Surroundings,
  px: number,
  py: number,
  qx: number,
  qy: number,
): boolean {
  const { endX, endY, radius, startX, startY } = obstacles;
  const minX = px < qx ? px : qx;
  const maxX = px < qx ? qx : px;
  const minY = py < qy ? py : qy;
  const maxY = py < qy ? qy : py;
  for (let k = 0; k < count; k++) {
    const element = elements[k];
    if (radius[element] === 0) {
      // Most walls lie entirely to one side, which two comparisons decide without rounding.
      const ax = startX[element];
      const bx = endX[element];
      if ((ax < minX && bx < minX) || (ax > maxX && bx > maxX)) continue;
      const ay = startY[element];
      const by = endY[element];
      if ((ay < minY && by < minY) || (ay > maxY && by > maxY)) continue;
    }
    if (elementHides(obstacles, element, px, py, qx, qy)) return true;
  }
  return false;
}

function isHiddenInSpace(
  { count, elements }: Screens,
  { solids }: Surroundings,
  px: number,
  py: number,
  pz: number,
  qx: number,
  qy: number,
  qz: number,
): boolean {
  const { solidHides } = needPart(solidSight);
  for (let k = 0; k < count; k++) {
    if (solidHides(solids, elements[k], px, py, pz, qx, qy, qz)) return true;
  }
  return false;
}

/** Lists the elements that can be within the screens' reach of a place. */
export function gatherElements(screens: Screens, x: number, y: number): void {
  const { moving, still } = screens.obstacleIndex;
  screens.count = 0;
  for (let part = 0; part < 2; part++) {
    const table = part === 0 ? still : moving;
    if (table.elements.length === 0) continue;
    const bucket = bucketAt(table, x, y);
    const last = table.starts[bucket + 1];
    reserveScreens(screens, last - table.starts[bucket]);
    for (let entry = table.starts[bucket]; entry < last; entry++) {
      screens.elements[screens.count++] = table.elements[entry];
    }
  }
}

function gatherSolids(screens: Screens, x: number, y: number, z: number): void {
  const found = needPart(space).collectCandidates(screens.solidIndex, x, y, z);
  screens.count = 0;
  reserveScreens(screens, found);
  const { candidates } = screens.solidIndex;
  for (let k = 0; k < found; k++) screens.elements[screens.count++] = candidates[k];
}

function reserveScreens(screens: Screens, more: number): void {
  if (screens.elements.length >= screens.count + more) return;
  const grown = new Int32Array(2 * (screens.count + more));
  grown.set(screens.elements.subarray(0, screens.count));
  screens.elements = grown;
}
