import { type Course, followCourse, type PreparedCourse, prepareCourse } from './course.ts';

/** Places to go to, one row each. */
export type Targets = {
  count: number;
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  /** An agent has arrived when its centre is this near, metres. */
  radius: Float64Array;
  /** Where each stands at time 0. */
  restX: Float64Array;
  restY: Float64Array;
  restZ: Float64Array;
  /** Which class of targets each is of: a number among those classes. */
  class: Int32Array;
  courses: (PreparedCourse | undefined)[];
  /** Scratch of the placing. */
  offset: Float64Array;
};

export type TargetSpecification = {
  at: readonly number[];
  radius: number;
  course?: Course | undefined;
  class?: number | undefined;
};

export function createTargets(specifications: readonly TargetSpecification[]): Targets {
  return {
    count: specifications.length,
    x: Float64Array.from(specifications, ({ at }) => at[0]),
    y: Float64Array.from(specifications, ({ at }) => at[1]),
    z: Float64Array.from(specifications, ({ at }) => at[2] ?? 0),
    radius: Float64Array.from(specifications, ({ radius }) => radius),
    restX: Float64Array.from(specifications, ({ at }) => at[0]),
    restY: Float64Array.from(specifications, ({ at }) => at[1]),
    restZ: Float64Array.from(specifications, ({ at }) => at[2] ?? 0),
    class: Int32Array.from(specifications, (target) => target.class ?? 0),
    courses: specifications.map(({ at, course }) => course && prepareCourse(course, at[0], at[1], at[2])),
    offset: new Float64Array(3),
  };
}

/** Puts the targets where their courses have them at `time`. */
export function placeTargets(targets: Targets, time: number): void {
  const { offset } = targets;
  for (let target = 0; target < targets.count; target++) {
    const course = targets.courses[target];
    if (!course) continue;
    followCourse(course, time, offset);
    targets.x[target] = targets.restX[target] + offset[0];
    targets.y[target] = targets.restY[target] + offset[1];
    targets.z[target] = targets.restZ[target] + offset[2];
  }
}

/** Puts a target elsewhere; a course goes on from there. */
export function moveTarget(targets: Targets, target: number, x: number, y: number, z = 0): void {
  targets.restX[target] += x - targets.x[target];
  targets.restY[target] += y - targets.y[target];
  targets.restZ[target] += z - targets.z[target];
  targets.x[target] = x;
  targets.y[target] = y;
  targets.z[target] = z;
}
