import { followCourse, prepareCourse } from '../crowd/index.ts';
import {
  anchorOf,
  boundsOfShape,
  gapToShape,
  gapToSolid,
  type Shape,
  type SolidShape,
} from '../geometry/index.ts';
import { obstacleChanges } from './obstacle-changes.ts';
import type { PlacedObstacle, PlacedObstacles } from './placed-obstacle.ts';
import { obstaclesOf } from './scenario/area-part.ts';
import {
  createScenarioIndex,
  findObstacle,
  isOutsideArea,
  type ObstacleIndex,
} from './scenario/obstacle-index.ts';
import type { Scenario } from './scenario/schema.ts';
import { timeOf, type World } from './world.ts';

/** The obstacles by number when all that waits is done. */
export function shapesAhead(world: World): PlacedObstacles {
  return obstacleChanges.registered?.shapesAhead(world) ?? world.shapes;
}

/** An obstacle or part of the area that a body would reach into, where everything is when all that waits is done; −1: none. */
export function findPlacedObstacle(world: World, x: number, y: number, z: number, radius: number): number {
  return world.nextObstacle === 0 ? -1 : findAmong(world, shapesAhead(world), x, y, z, radius);
}

/** The same among given obstacles. */
export function findAmong(
  world: World,
  shapes: PlacedObstacles,
  x: number,
  y: number,
  z: number,
  radius: number,
): number {
  if (shapes.length === 0) return -1;
  const others = othersAmong(world.scenario, shapes);
  const found = findObstacle(scenarioIndexOf(world.scenario), x, y, z, radius, others.numbers);
  if (found >= 0) return found;
  for (const [number, minX, minY, maxX, maxY] of others.present) {
    if (x + radius < minX || x - radius > maxX || y + radius < minY || y - radius > maxY) continue;
    if (gapTo(world, shapes[number]!, x, y, z, radius) < -touchTolerance) return number;
  }
  return -1;
}

/** Whether a place is outside the walkable area, where the scenario has one. */
export function isOutside({ scenario }: World, x: number, y: number): boolean {
  return scenario.area !== undefined && isOutsideArea(scenarioIndexOf(scenario), x, y);
}

/** Touching is free: rounding may add this much to it, m. */
export const touchTolerance = 1e-9;

/** The obstacles of a scenario at time 0; indexed once. */
export function scenarioIndexOf(scenario: Scenario): ObstacleIndex {
  let index = indexes.get(scenario);
  if (!index) {
    index = createScenarioIndex(scenario);
    indexes.set(scenario, index);
  }
  return index;
}

const indexes = new WeakMap<Scenario, ObstacleIndex>();

/** Obstacles that are not as the scenario has them; those that are there with their boxes, endless where they move. */
type Others = { numbers: Set<number>; present: number[][] };

function othersAmong(scenario: Scenario, shapes: PlacedObstacles): Others {
  let others = othersOf.get(shapes);
  if (!others) {
    others = { numbers: new Set(), present: [] };
    const base = obstaclesOf(scenario);
    for (let number = 0; number < shapes.length; number++) {
      const shape = shapes[number];
      if (shape === base[number] && !shape?.course) continue;
      others.numbers.add(number);
      if (shape) others.present.push([number, ...boxOf(scenario, shape)]);
    }
    othersOf.set(shapes, others);
  }
  return others;
}

const othersOf = new WeakMap<PlacedObstacles, Others>();

function boxOf({ dimension }: Scenario, shape: PlacedObstacle): number[] {
  const end = Number.POSITIVE_INFINITY;
  return dimension === 3 || shape.course ? [-end, -end, end, end] : boundsOfShape(shape as Shape);
}

/** The gap between a body and an obstacle where that will be when all that waits is done; negative inside. */
export function gapToPlacedObstacle(
  world: World,
  obstacle: number,
  x: number,
  y: number,
  z: number,
  radius: number,
): number {
  return gapTo(world, shapesAhead(world)[obstacle]!, x, y, z, radius);
}

/** The gap between a body and an obstacle of this world, with what its course adds by now. */
export function gapTo(
  world: World,
  shape: PlacedObstacle,
  x: number,
  y: number,
  z: number,
  radius: number,
): number {
  const [dx, dy, dz] = shape.course ? offsetOf(world, shape, shape.course) : noOffset;
  return world.scenario.dimension === 2
    ? gapToShape(shape as Shape, x - dx, y - dy, radius)
    : gapToSolid(shape as SolidShape, x - dx, y - dy, z - dz, radius);
}

const noOffset: readonly number[] = [0, 0, 0];

/** How far its course has carried an obstacle. */
export function offsetOf(
  world: World,
  shape: PlacedObstacle,
  course: NonNullable<PlacedObstacle['course']>,
): Float64Array {
  const offset = new Float64Array(3);
  followCourse(prepareCourse(course, ...anchorOf(shape), shape.since), timeOf(world), offset);
  return offset;
}
