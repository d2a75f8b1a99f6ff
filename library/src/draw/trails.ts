import { lengthOf } from './arithmetic.ts';
import { type MovingThings, visitMovingThings } from './moving-things.ts';

/**
 * The past positions of each agent, in bounded memory: a full trail loses every second point and from then on keeps only
 * every second record. Which points stay depends on the records alone, so the same run leaves the same trails.
 */
export type TrailRecorder = {
  /** The most points of a trail; an even number. */
  readonly maximumPoints: number;
  /** The most trails; agents that come later leave none. */
  readonly maximumTrails: number;
  trails: Map<number, Trail>;
  /** Whether an agent left no trail because there were too many. */
  isFull: boolean;
  /** Trajectories of obstacles and targets with a course, by a name of the thing; no more than MAXIMUM_COURSES. */
  courses: Map<string, CourseTrail>;
};

/** The positions of an agent so far. */
export type Trail = Path & {
  /** The agent's id, and its group's number or −1. */
  id: number;
  group: number;
};

/** The trajectory of a thing on a course, recorded while it moves and until its course repeats. */
export type CourseTrail = Path & {
  /** Seconds: the time at which the course begins to repeat. */ end: number;
};

/** The most trajectories of things; more would cover what they explain. */
const MAXIMUM_COURSES = 200;

export type Path = {
  /** Metres and seconds; evenly spaced records from the first. */
  x: number[];
  y: number[];
  /** 0 in a world of two dimensions. */
  z: number[];
  time: number[];
  /** The last recorded position. */
  last: { x: number; y: number; z: number; time: number };
  /** Records so far, and how many of them make a point. */
  seen: number;
  stride: number;
};

/** The part of a world that trails need. */
export type TrailSource = MovingThings & {
  step: number;
  dt: number;
  crowd: {
    count: number;
    ids: ArrayLike<number>;
    motion: { x: ArrayLike<number>; y: ArrayLike<number>; z: ArrayLike<number> };
    traits: { group: ArrayLike<number> };
  };
};

/** Creates trails that begin at the present positions. */
export function createTrails(
  source: TrailSource,
  { maximumPoints = 256, maximumTrails = 20_000 } = {},
): TrailRecorder {
  if (!Number.isInteger(maximumPoints) || maximumPoints < 4 || maximumPoints % 2 !== 0) {
    throw new RangeError(`a trail has an even number of points, 4 or more, not ${maximumPoints}`);
  }
  const recorder: TrailRecorder = {
    maximumPoints,
    maximumTrails,
    trails: new Map(),
    isFull: false,
    courses: new Map(),
  };
  recordTrails(recorder, source);
  return recorder;
}

/** Records the positions of all agents and moving things. Call it after each step, or each n steps; agents may come and go. */
export function recordTrails(recorder: TrailRecorder, source: TrailSource): void {
  const { step, dt, crowd } = source;
  const { count, ids, motion, traits } = crowd;
  const { x, y, z } = motion;
  for (let row = 0; row < count; row++) {
    if (!Number.isFinite(x[row]) || !Number.isFinite(y[row]) || !Number.isFinite(z[row])) continue;
    const trail = recorder.trails.get(ids[row]) ?? startTrail(recorder, ids[row], traits.group[row]);
    if (trail) extendTrail(trail, x[row], y[row], z[row], step * dt, recorder.maximumPoints);
  }
  recordCourses(recorder, source, step * dt);
}

function recordCourses({ courses, maximumPoints }: TrailRecorder, source: TrailSource, time: number): void {
  visitMovingThings(source, (name, period, x, y, z) => {
    if (!Number.isFinite(x) || !Number.isFinite(y) || !Number.isFinite(z)) return;
    let course = courses.get(name);
    if (!course) {
      if (courses.size >= MAXIMUM_COURSES) return;
      course = { ...startPath(), end: time + period };
      courses.set(name, course);
    } else if (
      course.last.time >= course.end ||
      (course.last.x === x && course.last.y === y && course.last.z === z)
    ) {
      return;
    }
    extendTrail(course, x, y, z, time, maximumPoints);
  });
}

function startTrail(recorder: TrailRecorder, id: number, group: number): Trail | undefined {
  if (recorder.trails.size >= recorder.maximumTrails) {
    recorder.isFull = true;
    return undefined;
  }
  const trail = { id, group, ...startPath() };
  recorder.trails.set(id, trail);
  return trail;
}

function startPath(): Path {
  const last = { x: 0, y: 0, z: 0, time: 0 };
  return { x: [], y: [], z: [], time: [], last, seen: 0, stride: 1 };
}

function extendTrail(
  trail: Path,
  x: number,
  y: number,
  z: number,
  time: number,
  maximumPoints: number,
): void {
  trail.last.x = x;
  trail.last.y = y;
  trail.last.z = z;
  trail.last.time = time;
  if (trail.seen++ % trail.stride !== 0) return;
  if (trail.x.length === maximumPoints) {
    // The record at hand is number maximumPoints × stride, which is even: it stays on the doubled stride.
    trail.stride *= 2;
    for (const column of [trail.x, trail.y, trail.z, trail.time]) {
      for (let i = 0; 2 * i < maximumPoints; i++) column[i] = column[2 * i];
      column.length = maximumPoints / 2;
    }
  }
  trail.x.push(x);
  trail.y.push(y);
  trail.z.push(z);
  trail.time.push(time);
}

/** Metres between two places. */
export function displacementLength(dx: number, dy: number, dz: number): number {
  return lengthOf(dx, dy, dz);
}
