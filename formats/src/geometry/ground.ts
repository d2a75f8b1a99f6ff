import type { Shape, World } from 'wend';
import type { Bounds } from '../output.ts';
import { walkableArea } from './walkable.ts';

/**
 * Extent and walkable area. In three dimensions the area is the whole ground under the bounds: an agent may fly over a
 * box or swim past a ball, but a reader that knows only the plane would take holes in the area for walls.
 */
export function groundOf({ crowd, scenario }: World): { bounds: Bounds; wkt: string } {
  const { min, max } = scenario.bounds;
  const plane = { minX: min[0], minY: min[1], maxX: max[0], maxY: max[1] };
  if (crowd.dimension === 3) {
    return {
      bounds: { ...plane, minZ: heightOf(min), maxZ: heightOf(max) },
      wkt: walkableArea(plane, []).wkt,
    };
  }
  const starts = Array.from(
    { length: Math.min(crowd.count, 1000) },
    (_, row) => [crowd.motion.x[row], crowd.motion.y[row]] as const,
  );
  const { polygons, walls } = scenario.area ?? { polygons: [], walls: [] };
  const still = [
    ...(scenario.obstacles.filter(({ course }) => !course) as Shape[]),
    ...walls.flatMap((points) =>
      points.slice(1).map((to, k): Shape => ({ shape: 'segment', from: points[k], to })),
    ),
  ];
  return { bounds: plane, wkt: walkableArea(plane, still, starts, polygons.flat()).wkt };
}

/** The third coordinate of a place that may be written without it. */
const heightOf = ([, , z = 0]: readonly number[]) => z;
