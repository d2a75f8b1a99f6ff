import { segmentsMeet } from '../geometry/segment.ts';
import { cos, sin } from '../numerics/index.ts';
import type { ObstacleCommand } from './obstacle-changes.ts';
import { changed, numberIn } from './obstacle-shapes.ts';
import type { PlacedObstacle, PlacedObstacles } from './placed-obstacle.ts';
import { findAmong, gapTo, isOutside, shapesAhead, touchTolerance } from './placed-obstacles.ts';
import { gapToBounds } from './scenario/bounds.ts';
import type { World } from './world.ts';

/** A body that is pushed, and where to. */
type Pushed = { id: number; row: number; x: number; y: number; z: number; radius: number };

/** Whether there is free ground for all agents that a command would put into an obstacle. */
export function findRoom(world: World, command: ObstacleCommand): boolean {
  if (command.kind === 'remove-obstacle') return true;
  const shapes = shapesAhead(world);
  const isNew = command.kind === 'add-obstacle';
  const number = isNew ? world.nextObstacle : numberIn(shapes, command.obstacle);
  const after = changed(world, shapes, isNew ? { ...command, id: number } : command);
  const shape = after[number]!;
  const pushed = bodiesIn(world, shape);
  return pushed.length === 0 || findPlaces(world, after, number, pushed);
}

/** Moves agents that are in an obstacle to the nearest free ground; they plan again. `settle` makes the walls known. */
export function pushOut(world: World, number: number, settle: () => void): void {
  const { motion, schedule } = world.crowd;
  const pushed = bodiesIn(world, world.shapes[number]!);
  if (pushed.length === 0) return;
  settle();
  if (!findPlaces(world, world.shapes, number, pushed)) return;
  for (const { row, x, y, z } of pushed) {
    motion.x[row] = x;
    motion.y[row] = y;
    motion.z[row] = z;
    schedule.planning[row] = world.step;
  }
}

/** The agents in an obstacle, in the order of their ids. */
function bodiesIn(world: World, shape: PlacedObstacle): Pushed[] {
  const { crowd } = world;
  const { radius } = crowd.traits;
  const { x, y, z } = crowd.motion;
  const found: Pushed[] = [];
  for (let row = 0; row < crowd.count; row++) {
    if (gapTo(world, shape, x[row], y[row], z[row], radius[row]) >= -touchTolerance) continue;
    found.push({ id: crowd.ids[row], row, x: x[row], y: y[row], z: z[row], radius: radius[row] });
  }
  return found.sort((a, b) => a.id - b.id);
}

/** Puts the agents in an obstacle where they go; false: not all of them find room. */
function findPlaces(world: World, shapes: PlacedObstacles, number: number, pushed: Pushed[]): boolean {
  const { crowd } = world;
  const isPushed = new Set(pushed.map(({ row }) => row));
  // Those that are still to be pushed are in no other's way.
  const standing: Pushed[] = [];
  for (let row = 0; row < crowd.count; row++) {
    if (isPushed.has(row)) continue;
    const [x, y, z] = [crowd.motion.x[row], crowd.motion.y[row], crowd.motion.z[row]];
    standing.push({ id: crowd.ids[row], row, x, y, z, radius: crowd.traits.radius[row] });
  }
  for (const body of pushed) {
    if (!findPlace(world, shapes, number, body, standing)) return false;
    standing.push(body);
  }
  return true;
}

/** Places are tried on circles whose radii grow by this share of the body's. */
const STEP = 0.5;
/** Farther than this, agents may be pushed to the other side of a wall, metres. */
const SAME_SIDE = 20;

/** Moves a body to the nearest place that is found free; false: there is none. */
function findPlace(
  world: World,
  shapes: PlacedObstacles,
  number: number,
  body: Pushed,
  standing: readonly Pushed[],
): boolean {
  const { bounds, dimension } = world.scenario;
  const { radius, x, y, z } = body;
  const [wide, high, tall] = [0, 1, 2].map((axis) => (bounds.max[axis] ?? 0) - (bounds.min[axis] ?? 0));
  const farthest = Math.sqrt(wide * wide + high * high + tall * tall);
  const isFree = (atX: number, atY: number, atZ: number): boolean => {
    if (gapToBounds(world.scenario, atX, atY, atZ, bounds.walls ? radius : 0) < 0) return false;
    if (isOutside(world, atX, atY)) return false;
    if (findAmong(world, shapes, atX, atY, atZ, radius) >= 0) return false;
    return standing.every((other) => !overlaps(other, atX, atY, atZ, radius));
  };
  const depth = -gapTo(world, shapes[number]!, x, y, z, radius);
  for (const sameSide of dimension === 2 ? [true, false] : [false]) {
    const end = sameSide ? Math.min(SAME_SIDE, farthest) : farthest;
    for (let away = depth; away <= end; away += STEP * radius) {
      for (const [ux, uy, uz] of dimension === 2 ? directions : directionsInSpace) {
        const [atX, atY, atZ] = [x + away * ux, y + away * uy, z + away * uz];
        if (!isFree(atX, atY, atZ) || (sameSide && crossesWall(world, number, body, atX, atY))) continue;
        Object.assign(body, { x: atX, y: atY, z: atZ });
        return true;
      }
    }
  }
  return false;
}

function overlaps(other: Pushed, x: number, y: number, z: number, radius: number): boolean {
  const [dx, dy, dz] = [other.x - x, other.y - y, other.z - z];
  const limit = other.radius + radius;
  return dx * dx + dy * dy + dz * dz < limit * limit;
}

/** Whether a wall of another obstacle is between a body and a place. */
function crossesWall(
  { obstacles }: World,
  number: number,
  { x, y }: Pushed,
  toX: number,
  toY: number,
): boolean {
  const { count, endX, endY, owner, radius, startX, startY } = obstacles;
  for (let element = 0; element < count; element++) {
    if (owner[element] === number || radius[element] > 0) continue;
    if (segmentsMeet(x, y, toX, toY, startX[element], startY[element], endX[element], endY[element]))
      return true;
  }
  return false;
}

const AROUND = 32;

const directions: readonly (readonly [number, number, number])[] = Array.from({ length: AROUND }, (_, k) => {
  const angle = (2 * Math.PI * k) / AROUND;
  return [cos(angle), sin(angle), 0] as const;
});

/** Level ones first; then half up and down, and straight up and down. */
const directionsInSpace = [
  ...directions,
  ...[Math.SQRT1_2, -Math.SQRT1_2].flatMap((up) =>
    directions.map(([x, y]) => [Math.SQRT1_2 * x, Math.SQRT1_2 * y, up] as const),
  ),
  [0, 0, 1] as const,
  [0, 0, -1] as const,
];
