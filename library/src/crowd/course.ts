import { heightOf, type Place } from '../geometry/index.ts';
import { sin } from '../numerics/index.ts';

/**
 * A scripted course: where a target or an obstacle is, relative to the place it starts from, as a pure function of
 * time. Nothing is accumulated, so a run can start, stop and continue anywhere.
 */
export type Course =
  | { kind: 'velocity'; velocity: Place }
  | { kind: 'waypoints'; points: readonly Place[]; speed: number }
  | { kind: 'loop'; points: readonly Place[]; speed: number }
  | { kind: 'oscillation'; amplitude: Place; period: number; phase?: number | undefined };

/** A course ready to be followed: legs measured once. */
export type PreparedCourse = {
  course: Course;
  /** When it begins, s. */
  since: number;
  /** Corners of the path relative to the start, and the distance along the path at each. */
  legX: Float64Array;
  legY: Float64Array;
  legZ: Float64Array;
  legStart: Float64Array;
};

/** Measures a course that starts from a place: waypoints are places in the world, offsets are relative. */
export function prepareCourse(
  course: Course,
  startX: number,
  startY: number,
  startZ = 0,
  since = 0,
): PreparedCourse {
  const corners: (readonly [number, number, number])[] = [[0, 0, 0]];
  if (course.kind === 'waypoints' || course.kind === 'loop') {
    for (const point of course.points) {
      corners.push([point[0] - startX, point[1] - startY, heightOf(point) - startZ]);
    }
    if (course.kind === 'loop') corners.push([0, 0, 0]);
  }
  const legStart = new Float64Array(corners.length);
  for (let i = 1; i < corners.length; i++) {
    const dx = corners[i][0] - corners[i - 1][0];
    const dy = corners[i][1] - corners[i - 1][1];
    const dz = corners[i][2] - corners[i - 1][2];
    legStart[i] = legStart[i - 1] + Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
  return {
    course,
    since,
    legX: Float64Array.from(corners, (corner) => corner[0]),
    legY: Float64Array.from(corners, (corner) => corner[1]),
    legZ: Float64Array.from(corners, (corner) => corner[2]),
    legStart,
  };
}

/** Writes the offset from the start at `now` seconds into offset[0], offset[1] and offset[2]. */
export function followCourse(
  { course, legX, legY, legZ, legStart, since }: PreparedCourse,
  now: number,
  offset: Float64Array,
): void {
  const time = now - since;
  if (course.kind === 'velocity') {
    offset[0] = course.velocity[0] * time;
    offset[1] = course.velocity[1] * time;
    offset[2] = heightOf(course.velocity) * time;
    return;
  }
  if (course.kind === 'oscillation') {
    const swing = sin((2 * Math.PI * time) / course.period + (course.phase ?? 0));
    offset[0] = course.amplitude[0] * swing;
    offset[1] = course.amplitude[1] * swing;
    offset[2] = heightOf(course.amplitude) * swing;
    return;
  }
  const last = legStart.length - 1;
  const total = legStart[last];
  let travelled = course.speed * time;
  if (course.kind === 'loop' && total > 0) travelled -= Math.floor(travelled / total) * total;
  let leg = 1;
  while (leg < last && legStart[leg] < travelled) leg++;
  const length = legStart[leg] - legStart[leg - 1];
  const part = length > 0 ? Math.min(1, (travelled - legStart[leg - 1]) / length) : 1;
  offset[0] = legX[leg - 1] + part * (legX[leg] - legX[leg - 1]);
  offset[1] = legY[leg - 1] + part * (legY[leg] - legY[leg - 1]);
  offset[2] = legZ[leg - 1] + part * (legZ[leg] - legZ[leg - 1]);
}
