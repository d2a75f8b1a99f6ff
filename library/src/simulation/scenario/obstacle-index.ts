import { anchor, followCourse, prepareCourse } from '../../crowd/index.ts';
import {
  type BoxTree,
  boundsOfShape,
  createBoxTree,
  crossingOfRay,
  distanceToSegmentSquared,
  gapToShape,
  type Polygon,
  type Shape,
  searchBoxes,
} from '../../geometry/index.ts';
import type { Obstacle } from './schema.ts';

/** Obstacles as they stand at time 0, for "does a disc here reach into one?". */
export type ObstacleIndex = {
  shapes: readonly Shape[];
  tree: BoxTree;
  /** Trees of the edges of polygons with many; others are measured edge by edge. */
  edges: readonly (BoxTree | undefined)[];
};

/** Touching is free: what rounding adds to it is not an overlap, m. */
const touchTolerance = 1e-9;

const manyEdges = 64;

export function createObstacleIndex(obstacles: readonly Obstacle[]): ObstacleIndex {
  const shapes = obstacles.map(shapeAtStart);
  return {
    shapes,
    tree: createBoxTree(flatten(shapes.map(boundsOfShape))),
    edges: shapes.map((shape) =>
      shape.shape === 'polygon' && shape.points.length > manyEdges ? createEdgeTree(shape) : undefined,
    ),
  };
}

/** The first obstacle found that a disc reaches into, or −1. */
export function findObstacle(index: ObstacleIndex, x: number, y: number, radius: number): number {
  let found = -1;
  searchBoxes(index.tree, x - radius, y - radius, x + radius, y + radius, (obstacle) => {
    if (!reachesInto(index, obstacle, x, y, radius)) return false;
    found = obstacle;
    return true;
  });
  return found;
}

function reachesInto(
  { shapes, edges }: ObstacleIndex,
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
  if (obstacle.course?.kind !== 'oscillation') return obstacle;
  const offset = new Float64Array(2);
  followCourse(prepareCourse(obstacle.course, ...anchor(obstacle)), 0, offset);
  const moved = ([x, y]: readonly [number, number]): [number, number] => [x + offset[0], y + offset[1]];
  switch (obstacle.shape) {
    case 'circle':
      return { ...obstacle, center: moved(obstacle.center) };
    case 'box':
      return { ...obstacle, min: moved(obstacle.min), max: moved(obstacle.max) };
    case 'segment':
      return { ...obstacle, from: moved(obstacle.from), to: moved(obstacle.to) };
    case 'polygon':
      return { ...obstacle, points: obstacle.points.map(moved) };
  }
}
