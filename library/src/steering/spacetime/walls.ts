import type { NearLists, Obstacles } from '../../crowd/index.ts';
import { doubled } from './tracks.ts';

/** Static obstacles: segments, thicker by `radius` on all sides, and discs, with both ends at one point. */
export type Walls = {
  count: number;
  startX: Float64Array;
  startY: Float64Array;
  endX: Float64Array;
  endY: Float64Array;
  radius: Float64Array;
};

export function createWalls(): Walls {
  const none = new Float64Array(0);
  return { count: 0, startX: none, startY: none, endX: none, endY: none, radius: none };
}

/** Replaces all walls by the elements in the list of a row. */
export function takeWalls(walls: Walls, obstacles: Obstacles, lists: NearLists, row: number): void {
  const { endX, endY, radius, startX, startY } = obstacles;
  const { counts, items, starts } = lists;
  walls.count = 0;
  const end = starts[row] + counts[row];
  for (let entry = starts[row]; entry < end; entry++) {
    const k = items[entry];
    addWall(walls, startX[k], startY[k], endX[k], endY[k], radius[k]);
  }
}

export function addWall(
  walls: Walls,
  startX: number,
  startY: number,
  endX: number,
  endY: number,
  radius = 0,
): void {
  const row = walls.count++;
  if (row === walls.radius.length) growWalls(walls);
  walls.startX[row] = startX;
  walls.startY[row] = startY;
  walls.endX[row] = endX;
  walls.endY[row] = endY;
  walls.radius[row] = radius;
}

function growWalls(walls: Walls): void {
  const needed = walls.count;
  walls.startX = doubled(walls.startX, needed);
  walls.startY = doubled(walls.startY, needed);
  walls.endX = doubled(walls.endX, needed);
  walls.endY = doubled(walls.endY, needed);
  walls.radius = doubled(walls.radius, needed);
}
