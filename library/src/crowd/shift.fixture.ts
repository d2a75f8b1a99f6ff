import type { Obstacles } from './obstacles.ts';
import type { Solids } from './solid-table.ts';
import { settleSolids } from './solids.ts';

/** Moves an obstacle by (dx, dy), with its course. */
export function shiftObstacle(obstacles: Obstacles, obstacle: number, dx: number, dy: number): void {
  const { rest } = obstacles;
  for (let element = 0; element < obstacles.count; element++) {
    if (obstacles.owner[element] !== obstacle) continue;
    for (const column of [rest.startX, rest.endX, obstacles.startX, obstacles.endX]) column[element] += dx;
    for (const column of [rest.startY, rest.endY, obstacles.startY, obstacles.endY]) column[element] += dy;
  }
  obstacles.revision++;
}

/** Moves a solid by (dx, dy, dz), with its course. */
export function shiftSolid(solids: Solids, obstacle: number, dx: number, dy: number, dz: number): void {
  for (let element = 0; element < solids.count; element++) {
    if (solids.owner[element] !== obstacle) continue;
    for (const corners of [solids, solids.rest]) {
      for (const column of [corners.originX, corners.sideEndX, corners.otherEndX]) column[element] += dx;
      for (const column of [corners.originY, corners.sideEndY, corners.otherEndY]) column[element] += dy;
      for (const column of [corners.originZ, corners.sideEndZ, corners.otherEndZ]) column[element] += dz;
    }
  }
  settleSolids(solids);
}
