import { type Crowd, SolidKind } from '../crowd/index.ts';
import { closestOfSolid } from '../crowd/solids.ts';
import {
  elementsNear,
  fillTorus,
  type ObstacleIndex,
  type SolidIndex,
  type Torus,
  updateObstacleIndex,
} from '../environment/index.ts';
import { solidsNear, updateSolidIndex } from '../environment/space/solid-index.ts';
import { distanceFrom, distanceToSegmentSquared, type Shape, shapeDefinition } from '../geometry/index.ts';
import type { World } from '../simulation/world.ts';

/** Called with two bodies by their ids, or a body and an obstacle, whose gap (metres) is within the reach. */
export type Visit = (agent: number, other: number, gap: number) => void;

/** Visits each pair of bodies whose gap is at most `reach` metres, once, by ids. */
export function visitClosePairs(torus: Torus, { crowd }: World, reach: number, visit: Visit): void {
  const { radius } = crowd.traits;
  const { z } = crowd.motion;
  if (crowd.count < 2) return;
  // In a world of three dimensions cells are columns: agents near in space are near on the ground.
  fillTorus(torus, crowd.count, crowd.motion.x, crowd.motion.y, 2 * largestRadius(crowd) + reach);
  const { width, height, starts, order, x, y } = torus;
  const inverse = 1 / torus.cellSize;
  for (let place = 0; place < crowd.count; place++) {
    const row = order[place];
    const column = Math.floor(x[place] * inverse);
    const line = Math.floor(y[place] * inverse);
    for (let cell = 0; cell < 9; cell++) {
      const bucketColumn = (column + (cell % 3) - 1) & (width - 1);
      const bucket = ((line + Math.floor(cell / 3) - 1) & (height - 1)) * width + bucketColumn;
      for (let other = starts[bucket]; other < starts[bucket + 1]; other++) {
        if (other <= place) continue;
        const dx = x[other] - x[place];
        const dy = y[other] - y[place];
        const dz = z[order[other]] - z[row];
        const limit = radius[row] + radius[order[other]] + reach;
        const squared = dx * dx + dy * dy + dz * dz;
        if (squared > limit * limit) continue;
        visit(crowd.ids[row], crowd.ids[order[other]], Math.sqrt(squared) - limit + reach);
      }
    }
  }
}

/**
 * Visits each body and obstacle whose gap is at most `reach` metres; obstacle n is passed as −2 − n, the border as −1.
 */
export function visitCloseObstacles(
  index: ObstacleIndex,
  { crowd, obstacles }: World,
  reach: number,
  visit: Visit,
): void {
  if (obstacles.count === 0 || crowd.count === 0) return;
  // A separate index: the world's own reaches as far as agents see, and holds moving obstacles at their earlier
  // places.
  updateObstacleIndex(index, obstacles, largestRadius(crowd) + reach);
  const { startX, startY, endX, endY, radius } = obstacles;
  for (let row = 0; row < crowd.count; row++) {
    const x = crowd.motion.x[row];
    const y = crowd.motion.y[row];
    for (const element of elementsNear(index, x, y)) {
      const limit = crowd.traits.radius[row] + radius[element] + reach;
      const squared = distanceToSegmentSquared(
        x,
        y,
        startX[element],
        startY[element],
        endX[element],
        endY[element],
      );
      if (squared > limit * limit) continue;
      visit(crowd.ids[row], -2 - obstacles.owner[element], Math.sqrt(squared) - limit + reach);
    }
  }
}

/** Visits each body whose centre is inside an obstacle that encloses it and stands still, in worlds of two dimensions. */
export function visitInsides({ crowd, shapes }: World, visit: Visit): void {
  if (crowd.dimension === 3) return;
  const { x, y } = crowd.motion;
  const { radius } = crowd.traits;
  shapes.forEach((obstacle, number) => {
    if (!obstacle || obstacle.course || !shapeDefinition(obstacle).encloses) return;
    const distance = distanceFrom(obstacle as Shape);
    for (let row = 0; row < crowd.count; row++) {
      const gap = distance(x[row], y[row]) - radius[row];
      if (gap < -radius[row]) visit(crowd.ids[row], -2 - number, gap);
    }
  });
}

/** Visits each body and solid as above, in worlds of three dimensions. */
export function visitCloseSolids(
  index: SolidIndex,
  { crowd, solids }: World,
  reach: number,
  visit: Visit,
): void {
  if (solids.count === 0 || crowd.count === 0) return;
  updateSolidIndex(index, solids, largestRadius(crowd) + reach);
  const { normalX, normalY, normalZ, radius } = solids;
  const to = new Float64Array(3);
  for (let row = 0; row < crowd.count; row++) {
    const { x, y, z } = crowd.motion;
    for (const element of solidsNear(index, x[row], y[row], z[row])) {
      closestOfSolid(solids, element, x[row], y[row], z[row], to);
      // The space behind a plane is solid: the deeper a body is, the more it overlaps.
      const distance =
        solids.kind[element] === SolidKind.plane
          ? -(to[0] * normalX[element] + to[1] * normalY[element] + to[2] * normalZ[element])
          : Math.sqrt(to[0] * to[0] + to[1] * to[1] + to[2] * to[2]);
      const limit = crowd.traits.radius[row] + radius[element] + reach;
      if (distance > limit) continue;
      visit(crowd.ids[row], -2 - solids.owner[element], distance - limit + reach);
    }
  }
}

function largestRadius({ count, traits }: Crowd): number {
  let largest = 0;
  for (let row = 0; row < count; row++) if (traits.radius[row] > largest) largest = traits.radius[row];
  return largest;
}
