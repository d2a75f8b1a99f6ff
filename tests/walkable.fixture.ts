import type { World } from 'wend';
import type { Scenario } from 'wend/scenario';

/** Finds agents at impossible places and lists them in words. It has its own arithmetic, independent of the engine. */
export type Watch = {
  /** Checks all agents after a step. */
  look(world: World): void;
  readonly astray: string[];
};

type Point = readonly [number, number];
type Wall = readonly [from: Point, to: Point];

/** Agents must be inside the bounds if the scenario expects it, inside the area, outside solids, and cross no wall of the area. */
export function watchWalkers(scenario: Scenario): Watch {
  const { area = { polygons: [], walls: [] }, bounds, dimension, expect, obstacles } = scenario;
  const walls = area.walls.flatMap((points) => points.slice(1).map((to, k): Wall => [points[k], to]));
  const solid = obstacles.flatMap((obstacle) =>
    obstacle.shape === 'polygon' && !obstacle.course && scenario.script.length === 0 ? [obstacle.points] : [],
  );
  const astray: string[] = [];
  const isOnGround = (x: number, y: number) =>
    area.polygons.length === 0 ||
    area.polygons.some(
      ([outer, ...holes]) => isInside(outer, x, y) && !holes.some((hole) => isInside(hole, x, y)),
    );
  const isWithinBounds = (x: number, y: number) =>
    !expect?.stayWithinBounds ||
    (x >= bounds.min[0] && y >= bounds.min[1] && x <= bounds.max[0] && y <= bounds.max[1]);
  const isFree = (x: number, y: number, before: Point | undefined) =>
    !solid.some((ring) => isInside(ring, x, y)) &&
    !(before && walls.some((wall) => isBetween(wall, before[0], before[1], x, y)));
  let places = new Map<number, Point>();
  const look = ({ crowd, step }: World) => {
    if (dimension === 3 || astray.length > 20) return;
    const now = new Map<number, Point>();
    for (let row = 0; row < crowd.count; row++) {
      const [x, y, id] = [crowd.motion.x[row], crowd.motion.y[row], crowd.ids[row]];
      if (!isWithinBounds(x, y) || !isOnGround(x, y) || !isFree(x, y, places.get(id))) {
        astray.push(`agent ${id} at (${x}, ${y}) in step ${step}`);
      }
      now.set(id, [x, y]);
    }
    places = now;
  };
  return { look, astray };
}

/** By the crossings of a ray to the right. */
function isInside(ring: readonly Point[], x: number, y: number): boolean {
  let inside = false;
  for (let k = 0; k < ring.length; k++) {
    const a = ring[k];
    const b = ring[(k + 1) % ring.length];
    if (a[1] > y !== b[1] > y && x < a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0])) inside = !inside;
  }
  return inside;
}

/** Whether the line from p to q crosses a wall. */
function isBetween([a, b]: Wall, px: number, py: number, qx: number, qy: number): boolean {
  const side = (x: number, y: number) => (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
  const across = ([x, y]: Point) => (qx - px) * (y - py) - (qy - py) * (x - px);
  return side(px, py) * side(qx, qy) < 0 && across(a) * across(b) < 0;
}
