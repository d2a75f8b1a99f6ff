import { anchor, followCourse, prepareCourse } from '../../crowd/index.ts';
import {
  type BoxTree,
  boundsOfShape,
  createBoxTree,
  crossingOfRay,
  distanceToSegmentSquared,
  gapToShape,
  gapToSolidShape,
  type Polygon,
  type Shape,
  searchBoxes,
} from '../../geometry/index.ts';
import { type AreaIndex, createAreaIndex, isInArea, obstaclesOf } from './area.ts';
import type { Obstacle, Scenario } from './schema.ts';
import { createSolidIndex, findSolid, type SolidIndex } from './solid-index.ts';

/** Obstacles as they stand at time 0, for "does a body here reach into one?". */
export type ObstacleIndex = PlaneIndex | SolidIndex;

/** Those of a world of two dimensions. */
type PlaneIndex = {
  dimension: 2;
  shapes: readonly Shape[];
  tree: BoxTree;
  /** Trees of the edges of polygons with many; others are measured edge by edge. */
  edges: readonly (BoxTree | undefined)[];
  /** Where everybody has to be; undefined: anywhere. */
  area: AreaIndex | undefined;
};

/** Touching is free: what rounding adds to it is not an overlap, m. */
const touchTolerance = 1e-9;

const manyEdges = 64;

/** What is solid in a scenario, and its area. */
export function createScenarioIndex(scenario: Scenario): ObstacleIndex {
  return createObstacleIndex(obstaclesOf(scenario), scenario.dimension, scenario.area);
}

export function createObstacleIndex(
  obstacles: readonly Obstacle[],
  dimension: Scenario['dimension'],
  area?: Scenario['area'],
): ObstacleIndex {
  if (dimension === 3) return createSolidIndex(obstacles);
  const shapes = obstacles.map(shapeAtStart);
  return {
    dimension,
    shapes,
    tree: createBoxTree(flatten(shapes.map(boundsOfShape))),
    area: createAreaIndex(area),
    edges: shapes.map((shape) =>
      shape.shape === 'polygon' && shape.points.length > manyEdges ? createEdgeTree(shape) : undefined,
    ),
  };
}

/** The first obstacle found that a body reaches into, or −1. */
export function findObstacle(index: ObstacleIndex, x: number, y: number, z: number, radius: number): number {
  if (index.dimension === 3) return findSolid(index, x, y, z, radius, touchTolerance);
  let found = -1;
  searchBoxes(index.tree, x - radius, y - radius, x + radius, y + radius, (obstacle) => {
    if (!reachesInto(index, obstacle, x, y, radius)) return false;
    found = obstacle;
    return true;
  });
  return found;
}

/** Whether a place is outside the walkable area, where there is one. */
export function isOutsideArea(index: ObstacleIndex, x: number, y: number): boolean {
  return index.dimension === 2 && index.area !== undefined && !isInArea(index.area, x, y);
}

/** Free space between a body and an obstacle; negative when they overlap. */
export function gapToObstacle(
  index: ObstacleIndex,
  obstacle: number,
  x: number,
  y: number,
  z: number,
  radius: number,
): number {
  if (index.dimension === 3) return gapToSolidShape(index.shapes[obstacle], x, y, z, radius);
  return gapToShape(index.shapes[obstacle], x, y, radius);
}

function reachesInto(
  { shapes, edges }: PlaneIndex,
  obstacle: number,
  x: number,
  y: number,
  radius: number,
): boolean {
  const shape = shapes[obstacle];
  const tree = edges[obstacle];
  if (!tree) return gapToShape(shape, x, y, radius) < -touchTolerance;
  return reachesIntoPolygon(shape as Polygon, tree, x, y, radius - touchTolerance);
}

function reachesIntoPolygon(
  { points }: Polygon,
  tree: BoxTree,
  x: number,
  y: number,
  reach: number,
): boolean {
  const from = (edge: number) => points[edge];
  const to = (edge: number) => points[(edge + 1) % points.length];
  const near = searchBoxes(tree, x - reach, y - reach, x + reach, y + reach, (edge) => {
    const [ax, ay] = from(edge);
    const [bx, by] = to(edge);
    return distanceToSegmentSquared(x, y, ax, ay, bx, by) < reach * reach;
  });
  if (near) return true;
  let inside = false;
  searchBoxes(tree, x, y, Number.POSITIVE_INFINITY, y, (edge) => {
    if (crossingOfRay(from(edge), to(edge), x, y) === 'cross') inside = !inside;
    return false;
  });
  return inside;
}

function createEdgeTree({ points }: Polygon): BoxTree {
  return createBoxTree(
    flatten(
      points.map((from, k) => boundsOfShape({ shape: 'segment', from, to: points[(k + 1) % points.length] })),
    ),
  );
}

function flatten(boxes: readonly (readonly number[])[]): Float64Array {
  const flat = new Float64Array(boxes.length * 4);
  boxes.forEach((box, k) => {
    flat.set(box, k * 4);
  });
  return flat;
}

/** An oscillation with a phase is away from its place at time 0; the other courses begin there. */
function shapeAtStart(obstacle: Obstacle): Shape {
  // The checks have made sure that the shapes are those of the dimension.
  const shape = obstacle as Shape;
  if (obstacle.course?.kind !== 'oscillation') return shape;
  const offset = new Float64Array(3);
  followCourse(prepareCourse(obstacle.course, ...anchor(shape)), 0, offset);
  const moved = ([x, y]: readonly [number, number]): [number, number] => [x + offset[0], y + offset[1]];
  switch (shape.shape) {
    case 'circle':
      return { ...shape, center: moved(shape.center) };
    case 'box':
      return { ...shape, min: moved(shape.min), max: moved(shape.max) };
    case 'segment':
      return { ...shape, from: moved(shape.from), to: moved(shape.to) };
    case 'polygon':
      return { ...shape, points: shape.points.map(moved) };
  }
}
