import {
  anchorOf,
  closestFraction,
  type Outline,
  outlineOf,
  type Place,
  type Shape,
} from '../geometry/index.ts';
import { type Course, followCourse, type PreparedCourse, prepareCourse } from './course.ts';

type Point = readonly [number, number];

export type ObstacleSpecification = Shape & {
  course?: Course | undefined;
  /** When its course begins, s; 0 when absent. */
  since?: number | undefined;
  /** The obstacle class, see Obstacles.class; 0 when absent. */
  class?: number | undefined;
};

/**
 * Obstacles as the layers see them: elements, each a circle or a segment (the ring of a box or polygon is one for each
 * edge, one after the other). A circle is an element whose ends coincide and whose radius is positive.
 */
export type Obstacles = {
  count: number;
  startX: Float64Array;
  startY: Float64Array;
  endX: Float64Array;
  endY: Float64Array;
  /** Metres; 0 for a segment. */
  radius: Float64Array;
  /** How far each element moves during the present step, metres. */
  shiftX: Float64Array;
  shiftY: Float64Array;
  /** 0, as z of all that is in the plane. */
  shiftZ: Float64Array;
  /** The obstacle that an element belongs to: its number in the scenario, or −1 for the world's border. */
  owner: Int32Array;
  /** The obstacle class of each element, as steering counts them. */
  class: Int32Array;
  /** Elements of obstacles with a course come last: first … count − 1. */
  firstMoving: number;
  /** Changes when an obstacle is added, moved, turned or removed. */
  revision: number;
  /** The latest of these changes: the revision and the box of each, [revision, min x, min y, max x, max y]. */
  changes: number[][];
  rest: { startX: Float64Array; startY: Float64Array; endX: Float64Array; endY: Float64Array };
  courses: (PreparedCourse | undefined)[];
  /** Scratch of the placing. */
  offset: Float64Array;
};

export function createObstacles(
  specifications: readonly (ObstacleSpecification | undefined)[],
  border?: { min: Place; max: Place },
): Obstacles {
  // The border is the first; its number is −1.
  const outlines = [...(border ? [{ shape: 'box' as const, ...border }] : []), ...specifications].map(
    (shape) => shape && outlineOf(shape),
  );
  const firstOwner = border ? -1 : 0;
  const isMoving = (owner: number) => specifications[owner]?.course !== undefined;
  const count = outlines.reduce((sum, outline) => sum + elementCount(outline), 0);
  const rest = {
    startX: new Float64Array(count),
    startY: new Float64Array(count),
    endX: new Float64Array(count),
    endY: new Float64Array(count),
  };
  const radius = new Float64Array(count);
  const owners = new Int32Array(count);
  const classes = new Int32Array(count);
  let element = 0;
  const add = (from: Point, to: Point, size: number, owner: number) => {
    rest.startX[element] = from[0];
    rest.startY[element] = from[1];
    rest.endX[element] = to[0];
    rest.endY[element] = to[1];
    radius[element] = size;
    owners[element] = owner;
    classes[element++] = specifications[owner]?.class ?? 0;
  };
  const addAll = (moving: boolean) => {
    outlines.forEach((outline, place) => {
      const owner = firstOwner + place;
      if (!outline || isMoving(owner) !== moving) return;
      if (outline.kind === 'disc') add(outline.center, outline.center, outline.radius, owner);
      else if (outline.kind === 'wall') add(outline.from, outline.to, 0, owner);
      else {
        const { points } = outline;
        for (let k = 0; k < points.length; k++) add(points[k], points[(k + 1) % points.length], 0, owner);
      }
    });
  };
  addAll(false);
  const firstMoving = element;
  addAll(true);
  return {
    count,
    startX: rest.startX.slice(),
    startY: rest.startY.slice(),
    endX: rest.endX.slice(),
    endY: rest.endY.slice(),
    radius,
    shiftX: new Float64Array(count),
    shiftY: new Float64Array(count),
    shiftZ: new Float64Array(count),
    owner: owners,
    class: classes,
    firstMoving,
    revision: 0,
    changes: [],
    rest,
    courses: specifications.map(
      (obstacle) => obstacle?.course && prepareCourse(obstacle.course, ...anchorOf(obstacle), obstacle.since),
    ),
    offset: new Float64Array(3),
  };
}

function elementCount(outline: Outline | undefined): number {
  return outline ? (outline.kind === 'ring' ? outline.points.length : 1) : 0;
}

/** Moves the moving elements to where they are at `time`, and stores their displacement until `time` + `dt`. */
export function placeObstacles(obstacles: Obstacles, time: number, dt: number): void {
  const { startX, startY, endX, endY, rest, offset } = obstacles;
  for (let element = obstacles.firstMoving; element < obstacles.count; element++) {
    const course = obstacles.courses[obstacles.owner[element]]!;
    followCourse(course, time, offset);
    const x = offset[0];
    const y = offset[1];
    startX[element] = rest.startX[element] + x;
    startY[element] = rest.startY[element] + y;
    endX[element] = rest.endX[element] + x;
    endY[element] = rest.endY[element] + y;
    followCourse(course, time + dt, offset);
    obstacles.shiftX[element] = offset[0] - x;
    obstacles.shiftY[element] = offset[1] - y;
  }
}

/** Where the elements will be at `time`, into columns of their own; elements that do not move are there already. */
export function placeAhead(
  obstacles: Obstacles,
  time: number,
  ahead: Pick<Obstacles, 'startX' | 'startY' | 'endX' | 'endY'>,
): void {
  const { rest, offset } = obstacles;
  for (const name of ['startX', 'startY', 'endX', 'endY'] as const) {
    if (ahead[name].length !== obstacles[name].length) ahead[name] = new Float64Array(obstacles[name].length);
    ahead[name].set(obstacles[name].subarray(0, obstacles.firstMoving));
  }
  for (let element = obstacles.firstMoving; element < obstacles.count; element++) {
    followCourse(obstacles.courses[obstacles.owner[element]]!, time, offset);
    ahead.startX[element] = rest.startX[element] + offset[0];
    ahead.startY[element] = rest.startY[element] + offset[1];
    ahead.endX[element] = rest.endX[element] + offset[0];
    ahead.endY[element] = rest.endY[element] + offset[1];
  }
}

/** An upper bound of the displacement of any obstacle or solid in this step, metres. */
export function largestShift({
  firstMoving,
  count,
  shiftX,
  shiftY,
  shiftZ,
}: Pick<Obstacles, 'firstMoving' | 'count' | 'shiftX' | 'shiftY' | 'shiftZ'>): number {
  let largest = 0;
  for (let k = firstMoving; k < count; k++) {
    largest = Math.max(largest, Math.abs(shiftX[k]) + Math.abs(shiftY[k]) + Math.abs(shiftZ[k]));
  }
  return largest;
}

/**
 * Writes the vector from a point to the closest point of a segment, or to the centre of a circle, into out[0] and out[1];
 * out[2] is 0, as closestOfSolid would have it in the plane.
 */
export function closestOfObstacle(
  { startX, startY, endX, endY }: Obstacles,
  element: number,
  x: number,
  y: number,
  out: Float64Array,
): void {
  const alongX = endX[element] - startX[element];
  const alongY = endY[element] - startY[element];
  const part = closestFraction(x, y, startX[element], startY[element], endX[element], endY[element]);
  out[0] = part * alongX - (x - startX[element]);
  out[1] = part * alongY - (y - startY[element]);
  out[2] = 0;
}
