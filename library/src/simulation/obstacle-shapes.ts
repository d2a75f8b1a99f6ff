import {
  anchorOf,
  heightOf,
  movedShape,
  type ObstacleShape,
  type Place,
  type Shape,
  type SolidShape,
} from '../geometry/index.ts';
import { turnedShape, turnedSolid } from '../geometry/shapes/turned.ts';
import type { ObstacleCommand } from './obstacle-changes.ts';
import type { PlacedObstacle, PlacedObstacles } from './placed-obstacle.ts';
import { offsetOf } from './placed-obstacles.ts';
import type { Scenario } from './scenario/schema.ts';
import { timeOf, type World } from './world.ts';

type Dimension = Scenario['dimension'];

/** The obstacles after a command, which speaks of one that is there; the list is another one. */
export function changed(world: World, shapes: PlacedObstacles, command: ObstacleCommand): PlacedObstacles {
  const after = [...shapes];
  if (command.kind === 'add-obstacle') {
    after[command.id!] = added(command.obstacle as PlacedObstacle, timeOf(world));
    return after;
  }
  const number = numberIn(shapes, command.obstacle);
  const before = shapes[number];
  if (before) after[number] = afterChange(before, world.scenario.dimension, command);
  return after;
}

/** Its course begins when it comes. */
function added(obstacle: PlacedObstacle, time: number): PlacedObstacle {
  return obstacle.course && time > 0 ? { ...obstacle, since: time } : obstacle;
}

/** The number of an obstacle that is there, by its number or name; −1: there is none. */
export function numberIn(shapes: PlacedObstacles, obstacle: number | string): number {
  if (typeof obstacle === 'number') return shapes[obstacle] ? obstacle : -1;
  return shapes.findIndex((shape) => shape?.name === obstacle);
}

/** An obstacle after a command; undefined: it is removed. */
function afterChange(
  obstacle: PlacedObstacle,
  dimension: Dimension,
  command: Exclude<ObstacleCommand, { kind: 'add-obstacle' }>,
): PlacedObstacle | undefined {
  if (command.kind === 'remove-obstacle') return undefined;
  const after =
    command.kind === 'move-obstacle'
      ? movedShape<PlacedObstacle>(obstacle, inDimension(command.by, dimension))
      : turned(obstacle, dimension, command.angle, command.about);
  return withCourse(after ?? obstacle, obstacle);
}

/** A turned obstacle; undefined: its shape cannot be turned. */
export function turned(
  obstacle: PlacedObstacle,
  dimension: Dimension,
  angle: number,
  about: Place = anchorOf(obstacle),
): PlacedObstacle | undefined {
  const shape =
    dimension === 2
      ? turnedShape(obstacle as Shape, angle, about)
      : turnedSolid(obstacle as SolidShape, angle, about);
  if (!shape) return undefined;
  const { class: ofClass, course, field, name, since } = obstacle;
  const common = { class: ofClass, course, field, name, since };
  const given = Object.entries(common).filter(([, value]) => value !== undefined);
  return { ...shape, ...Object.fromEntries(given) } as PlacedObstacle;
}

/** The points of its course move as its own place does. */
function withCourse(after: PlacedObstacle, before: PlacedObstacle): PlacedObstacle {
  const { course } = after;
  if (course?.kind !== 'waypoints' && course?.kind !== 'loop') return after;
  const [fromX, fromY, fromZ] = anchorOf(before);
  const [x, y, z] = anchorOf(after);
  const points = course.points.map((point): typeof point => {
    const [atX, atY] = [point[0] + (x - fromX), point[1] + (y - fromY)];
    return point.length === 2 && z === fromZ ? [atX, atY] : [atX, atY, heightOf(point) + (z - fromZ)];
  });
  return { ...after, course: { ...course, points } };
}

function inDimension(by: Place, dimension: Dimension): Place {
  return dimension === 2 ? [by[0], by[1]] : [by[0], by[1], heightOf(by)];
}

/** Where an obstacle is now: its course has carried it along. */
export function shapeNow(world: World, obstacle: PlacedObstacle): ObstacleShape {
  if (!obstacle.course) return obstacle;
  const offset = offsetOf(world, obstacle, obstacle.course).subarray(0, world.scenario.dimension);
  return movedShape<ObstacleShape>(obstacle, [...offset] as unknown as Place);
}
