import { createOptionalPart, followCourse, needPart, prepareCourse } from '../../crowd/index.ts';
import { space } from '../../environment/index.ts';
import {
  anchorOf,
  type BoxTree,
  boundsOfShape,
  createBoxTree,
  crossingOfRay,
  distanceToSegmentSquared,
  gapToShape,
  gapToSolid,
  movedShape,
  type ObstacleShape,
  outlineOf,
  type Place,
  type Shape,
  type SolidShape,
  searchBoxes,
} from '../../geometry/index.ts';
import type { AreaIndex } from './area.ts';
import { areas, obstaclesOf } from './area-part.ts';
import type { Obstacle, Scenario } from './schema.ts';
import type { SolidIndex, SolidPlaces } from './solid-index.ts';

/** Obstacles as they are at time 0, for "does a body here reach into one?". */
export type ObstacleIndex = PlaneIndex | SolidIndex;

/** Finds solids, for worlds in three dimensions. */
export const solidPlaces = createOptionalPart<SolidPlaces>(space.missing);

/** Those of a world of two dimensions. */
type PlaneIndex = {
  dimension: 2;
  shapes: readonly Shape[];
  tree: BoxTree;
  /** Edges of outlines that have many, in trees; undefined: the shape measures its own distance. */
  edges: readonly (EdgeTree | undefined)[];
  /** Where all agents have to be; undefined: anywhere. */
  area: AreaIndex | undefined;
};

type Ring = readonly (readonly [number, number])[];
type EdgeTree = { points: Ring; tree: BoxTree };

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
  if (dimension === 3) {
    return needPart(solidPlaces).createSolidIndex(
      obstacles.map((obstacle) => shapeAtStart(obstacle, dimension) as SolidShape),
    );
  }
  const shapes = obstacles.map((obstacle) => shapeAtStart(obstacle, dimension) as Shape);
  return {
    dimension,
    shapes,
    tree: createBoxTree(flatten(shapes.map(boundsOfShape))),
    area: area && needPart(areas).createIndex(area),
    edges: shapes.map((shape) => {
      const outline = outlineOf(shape);
      return outline.kind === 'ring' && outline.points.length > manyEdges
        ? createEdgeTree(outline.points)
        : undefined;
    }),
  };
}

/** The first obstacle found that a body reaches into, or −1; those of `absent` do not count. */
export function findObstacle(
  index: ObstacleIndex,
  x: number,
  y: number,
  z: number,
  radius: number,
  absent?: ReadonlySet<number>,
): number {
  if (index.dimension === 3)
    return needPart(solidPlaces).findSolid(index, x, y, z, radius, touchTolerance, absent);
  let found = -1;
  searchBoxes(index.tree, x - radius, y - radius, x + radius, y + radius, (obstacle) => {
    if (absent?.has(obstacle) || !reachesInto(index, obstacle, x, y, radius)) return false;
    found = obstacle;
    return true;
  });
  return found;
}

/** Whether a place is outside the walkable area, where there is one. */
export function isOutsideArea(index: ObstacleIndex, x: number, y: number): boolean {
  return index.dimension === 2 && index.area !== undefined && !needPart(areas).isInside(index.area, x, y);
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
  if (index.dimension === 3) return gapToSolid(index.shapes[obstacle], x, y, z, radius);
  return gapToShape(index.shapes[obstacle], x, y, radius);
}

function reachesInto(
  { shapes, edges }: PlaneIndex,
  obstacle: number,
  x: number,
  y: number,
  radius: number,
): boolean {
  const tree = edges[obstacle];
  if (!tree) return gapToShape(shapes[obstacle], x, y, radius) < -touchTolerance;
  return reachesIntoRing(tree, x, y, radius - touchTolerance);
}

function reachesIntoRing({ points, tree }: EdgeTree, x: number, y: number, reach: number): boolean {
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

function createEdgeTree(points: Ring): EdgeTree {
  const bounds = points.map((from, k) =>
    boundsOfShape({ shape: 'segment', from, to: points[(k + 1) % points.length] }),
  );
  return { points, tree: createBoxTree(flatten(bounds)) };
}

function flatten(boxes: readonly (readonly number[])[]): Float64Array {
  const flat = new Float64Array(boxes.length * 4);
  boxes.forEach((box, k) => {
    flat.set(box, k * 4);
  });
  return flat;
}

/** An oscillation with a phase is away from its place at time 0; the other courses begin there. */
function shapeAtStart(obstacle: Obstacle, dimension: Scenario['dimension']): ObstacleShape {
  if (obstacle.course?.kind !== 'oscillation') return obstacle;
  const offset = new Float64Array(3);
  followCourse(prepareCourse(obstacle.course, ...anchorOf(obstacle)), 0, offset);
  return movedShape<ObstacleShape>(obstacle, Array.from(offset.subarray(0, dimension)) as unknown as Place);
}
