import { anchorOfSolid, followCourse, prepareCourse } from '../../crowd/index.ts';
import {
  type BoxTree,
  createBoxTree,
  gapToSolidShape,
  heightOf,
  type Place,
  type SolidShape,
  searchBoxes,
} from '../../geometry/index.ts';
import type { Obstacle } from './schema-obstacles.ts';

/** Obstacles of a world of three dimensions as they stand at time 0, for "does a ball here reach into one?". */
export type SolidIndex = {
  dimension: 3;
  shapes: readonly SolidShape[];
  /** Shadows of the parts on the level: a part is a sphere, a box or one face of triangles. */
  tree: BoxTree;
  /** The obstacle of each part, and its face or −1. */
  owner: Int32Array;
  face: Int32Array;
  /** Planes have no end, and are looked at one by one. */
  planes: readonly number[];
};

export function createSolidIndex(obstacles: readonly Obstacle[]): SolidIndex {
  const shapes = obstacles.map(shapeAtStart);
  const parts = shapes.map((shape) =>
    shape.shape === 'plane' ? 0 : shape.shape === 'triangles' ? shape.faces.length : 1,
  );
  const count = parts.reduce((sum, own) => sum + own, 0);
  const boxes = new Float64Array(4 * count);
  const owner = new Int32Array(count);
  const face = new Int32Array(count).fill(-1);
  let part = 0;
  shapes.forEach((shape, obstacle) => {
    for (let k = 0; k < parts[obstacle]; k++, part++) {
      owner[part] = obstacle;
      if (shape.shape === 'triangles') face[part] = k;
      boxes.set(shadowOf(shape, k), 4 * part);
    }
  });
  const planes = shapes.flatMap(({ shape }, obstacle) => (shape === 'plane' ? [obstacle] : []));
  return { dimension: 3, shapes, tree: createBoxTree(boxes), owner, face, planes };
}

/**
 * The first obstacle found that a ball reaches into by more than the tolerance, or −1. Of triangles only the faces
 * count: whether a place lies inside a closed mesh is not asked.
 */
export function findSolid(
  { shapes, tree, owner, face, planes }: SolidIndex,
  x: number,
  y: number,
  z: number,
  radius: number,
  tolerance: number,
): number {
  const reaches = (shape: SolidShape) => gapToSolidShape(shape, x, y, z, radius) < -tolerance;
  for (const plane of planes) if (reaches(shapes[plane])) return plane;
  let found = -1;
  searchBoxes(tree, x - radius, y - radius, x + radius, y + radius, (part) => {
    const shape = shapes[owner[part]];
    if (!reaches(shape.shape === 'triangles' ? { ...shape, faces: [shape.faces[face[part]]] } : shape)) {
      return false;
    }
    found = owner[part];
    return true;
  });
  return found;
}

/** The smallest level rectangle over a part: [least x, least y, greatest x, greatest y]. */
function shadowOf(shape: SolidShape, part: number): [number, number, number, number] {
  switch (shape.shape) {
    case 'sphere': {
      const { center, radius } = shape;
      return [center[0] - radius, center[1] - radius, center[0] + radius, center[1] + radius];
    }
    case 'box':
      return [shape.min[0], shape.min[1], shape.max[0], shape.max[1]];
    case 'triangles': {
      const corners = shape.faces[part].map((point) => shape.points[point]);
      const [x, y] = [corners.map((corner) => corner[0]), corners.map((corner) => corner[1])];
      return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
    }
    case 'plane':
      throw new TypeError('a plane has no shadow with an end');
  }
}

/** An oscillation with a phase is away from its place at time 0; the other courses begin there. */
function shapeAtStart(obstacle: Obstacle): SolidShape {
  // The checks have made sure that the shapes are those of the dimension.
  const solid = obstacle as SolidShape;
  if (obstacle.course?.kind !== 'oscillation') return solid;
  const offset = new Float64Array(3);
  followCourse(prepareCourse(obstacle.course, ...anchorOfSolid(solid)), 0, offset);
  const moved = (place: Place): Place => [
    place[0] + offset[0],
    place[1] + offset[1],
    heightOf(place) + offset[2],
  ];
  switch (solid.shape) {
    case 'sphere':
      return { ...solid, center: moved(solid.center) };
    case 'box':
      return { ...solid, min: moved(solid.min), max: moved(solid.max) };
    case 'plane':
      return { ...solid, point: moved(solid.point) };
    case 'triangles':
      return { ...solid, points: solid.points.map(moved) };
  }
}
