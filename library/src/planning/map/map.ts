import type { Obstacles } from '../../crowd/index.ts';
import type { PlaneBounds } from '../base/contract.ts';
import { cellsOf, type GridMap, maximumCells } from './cells/grid.ts';
import { createSolids } from './cells/solids.ts';
import { mapUpdates } from './optional.ts';
import { drawBodies, drawBorder, drawObstacles } from './rasterize.ts';

/** A map of the bounds; the border of the world counts as solid. */
export function createMap(bounds: PlaneBounds, cell: number, reach: number, obstacles: Obstacles): GridMap {
  const { columns, rows } = cellsOf(bounds, cell);
  if (!(columns * rows <= maximumCells)) {
    throw new RangeError(`a map of ${columns} × ${rows} cells is larger than ${maximumCells} cells`);
  }
  const resting = new Uint8Array(obstacles.count - obstacles.firstMoving);
  const map: GridMap = {
    minX: bounds.minX,
    minY: bounds.minY,
    cell,
    columns,
    rows,
    reach,
    clearance: new Float64Array(columns * rows),
    revision: 0,
    shown: -1,
    bodies: [],
    solids: createSolids(bounds, obstacles, resting),
    resting,
    windows: [],
  };
  updateMap(map, bounds, obstacles);
  return map;
}

/** Draws the map again if something on it was moved, came to rest or began to move; says whether. */
export function updateMap(map: GridMap, bounds: PlaneBounds, obstacles: Obstacles): boolean {
  const changed = recordResting(map, obstacles);
  if (!changed && map.shown === obstacles.revision) return false;
  const boxes = changed ? undefined : mapUpdates.registered?.boxesSince(obstacles, map.shown);
  map.shown = obstacles.revision;
  map.revision++;
  drawAgain(map, bounds, obstacles, boxes);
  return true;
}

/** Puts other bodies on the map. */
export function placeBodies(
  map: GridMap,
  bounds: PlaneBounds,
  obstacles: Obstacles,
  bodies: readonly number[],
): void {
  const boxes = mapUpdates.registered?.boxesOfBodies(map.bodies, bodies);
  map.bodies = bodies;
  map.revision++;
  drawAgain(map, bounds, obstacles, boxes);
}

/** Draws what is in boxes again, or all of it. */
function drawAgain(
  map: GridMap,
  bounds: PlaneBounds,
  obstacles: Obstacles,
  boxes: readonly (readonly number[])[] | undefined,
): void {
  if (boxes) mapUpdates.registered!.redraw(map, bounds, obstacles, boxes);
  else draw(map, bounds, obstacles);
}

/** Looks farther than before. What is open to bodies up to the old reach stays so: the revision is the same. */
export function widenMap(map: GridMap, bounds: PlaneBounds, obstacles: Obstacles, reach: number): void {
  map.reach = reach;
  draw(map, bounds, obstacles);
}

/**
 * An obstacle is on the map while it stands still. Of those with a course that are the ones whose waypoints lie behind
 * them: one that swings or circles stands still for a moment only, at its turning points.
 */
function recordResting(map: GridMap, { count, courses, firstMoving, owner, shiftX, shiftY }: Obstacles) {
  let changed = map.resting.length !== count - firstMoving;
  if (changed) map.resting = new Uint8Array(count - firstMoving);
  const { resting } = map;
  for (let element = firstMoving; element < count; element++) {
    const stops = courses[owner[element]]!.course.kind === 'waypoints';
    const isResting = stops && shiftX[element] === 0 && shiftY[element] === 0 ? 1 : 0;
    if (resting[element - firstMoving] === isResting) continue;
    resting[element - firstMoving] = isResting;
    changed = true;
  }
  return changed;
}

function draw(map: GridMap, bounds: PlaneBounds, obstacles: Obstacles): void {
  map.windows = [];
  map.solids = createSolids(bounds, obstacles, map.resting, map.bodies);
  map.clearance.fill(map.reach);
  drawBorder(map, bounds);
  drawObstacles(map, obstacles);
  drawBodies(map);
}
