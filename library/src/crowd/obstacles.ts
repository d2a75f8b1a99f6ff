import { type Course, followCourse, type PreparedCourse, prepareCourse } from './course.ts';

type Point = readonly [number, number];

export type Shape =
  | { shape: 'circle'; center: Point; radius: number }
  | { shape: 'box'; min: Point; max: Point }
  | { shape: 'segment'; from: Point; to: Point }
  | { shape: 'polygon'; points: readonly Point[] };

export type ObstacleSpecification = Shape & {
  course?: Course | undefined;
  /** The obstacle class, see Obstacles.class; 0 when absent. */
  class?: number | undefined;
};

/**
 * Obstacles as the layers see them: elements, each a circle or a segment (a box is four, a polygon one for each
 * edge). A circle is an element whose ends coincide and whose radius is positive.
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
  /** The obstacle that an element belongs to: its number in the scenario, or −1 for the world's border. */
  owner: Int32Array;
  /** The obstacle class of each element, as steering counts them. */
  class: Int32Array;
  /** Elements of obstacles with a course come last: first … count − 1. */
  firstMoving: number;
  /** Changes when something that does not follow a course was moved. */
  revision: number;
  rest: { startX: Float64Array; startY: Float64Array; endX: Float64Array; endY: Float64Array };
  courses: (PreparedCourse | undefined)[];
  /** Scratch of the placing. */
  offset: Float64Array;
};

export function createObstacles(
  specifications: readonly ObstacleSpecification[],
  border?: { min: Point; max: Point },
): Obstacles {
  const elements: { from: Point; to: Point; radius: number; owner: number; moving: boolean }[] = [];
  const addEdges = (points: readonly Point[], owner: number, moving: boolean) => {
    points.forEach((from, i) => {
      elements.push({ from, to: points[(i + 1) % points.length], radius: 0, owner, moving });
    });
  };
  if (border) addEdges(corners(border.min, border.max), -1, false);
  specifications.forEach((obstacle, owner) => {
    const moving = obstacle.course !== undefined;
    if (obstacle.shape === 'circle') {
      elements.push({ from: obstacle.center, to: obstacle.center, radius: obstacle.radius, owner, moving });
    } else if (obstacle.shape === 'segment') {
      elements.push({ from: obstacle.from, to: obstacle.to, radius: 0, owner, moving });
    } else {
      addEdges(
        obstacle.shape === 'box' ? corners(obstacle.min, obstacle.max) : obstacle.points,
        owner,
        moving,
      );
    }
  });
  const still = elements.filter((element) => !element.moving);
  const ordered = [...still, ...elements.filter((element) => element.moving)];
  const rest = {
    startX: Float64Array.from(ordered, ({ from }) => from[0]),
    startY: Float64Array.from(ordered, ({ from }) => from[1]),
    endX: Float64Array.from(ordered, ({ to }) => to[0]),
    endY: Float64Array.from(ordered, ({ to }) => to[1]),
  };
  return {
    count: ordered.length,
    startX: rest.startX.slice(),
    startY: rest.startY.slice(),
    endX: rest.endX.slice(),
    endY: rest.endY.slice(),
    radius: Float64Array.from(ordered, ({ radius }) => radius),
    shiftX: new Float64Array(ordered.length),
    shiftY: new Float64Array(ordered.length),
    owner: Int32Array.from(ordered, ({ owner }) => owner),
    class: Int32Array.from(ordered, ({ owner }) => specifications[owner]?.class ?? 0),
    firstMoving: still.length,
    revision: 0,
    rest,
    courses: specifications.map(
      (obstacle) => obstacle.course && prepareCourse(obstacle.course, ...anchor(obstacle)),
    ),
    offset: new Float64Array(3),
  };
}

/** The place of an obstacle that its course's way-points speak of. */
export function anchor(shape: Shape): [number, number] {
  if (shape.shape === 'circle') return [shape.center[0], shape.center[1]];
  if (shape.shape === 'box') return middle(shape.min, shape.max);
  if (shape.shape === 'segment') return middle(shape.from, shape.to);
  return [shape.points[0][0], shape.points[0][1]];
}

/** Puts the moving elements where they are at `time`, and notes how far they go until `time` + `dt`. */
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

/** Metres that the fastest obstacle moves in this step, at the most. */
export function largestShift({ firstMoving, count, shiftX, shiftY }: Obstacles): number {
  let largest = 0;
  for (let element = firstMoving; element < count; element++) {
    largest = Math.max(largest, Math.abs(shiftX[element]) + Math.abs(shiftY[element]));
  }
  return largest;
}

/** Moves an obstacle by (dx, dy), course and all. */
export function shiftObstacle(obstacles: Obstacles, obstacle: number, dx: number, dy: number): void {
  const { rest } = obstacles;
  for (let element = 0; element < obstacles.count; element++) {
    if (obstacles.owner[element] !== obstacle) continue;
    for (const column of [rest.startX, rest.endX, obstacles.startX, obstacles.endX]) column[element] += dx;
    for (const column of [rest.startY, rest.endY, obstacles.startY, obstacles.endY]) column[element] += dy;
  }
  obstacles.revision++;
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
  const lengthSquared = alongX * alongX + alongY * alongY;
  const fromX = x - startX[element];
  const fromY = y - startY[element];
  const part =
    lengthSquared > 0 ? Math.max(0, Math.min(1, (fromX * alongX + fromY * alongY) / lengthSquared)) : 0;
  out[0] = part * alongX - fromX;
  out[1] = part * alongY - fromY;
  out[2] = 0;
}

function corners(min: Point, max: Point): Point[] {
  return [min, [max[0], min[1]], max, [min[0], max[1]]];
}

function middle(a: Point, b: Point): [number, number] {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}
