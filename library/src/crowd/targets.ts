import { heightOf, type Place, type ShapeRegion } from '../geometry/index.ts';
import { longer } from './columns.ts';
import { type Course, followCourse, type PreparedCourse, prepareCourse } from './course.ts';
import { closestOfRegion, createRegions, isInRegion, placeOfRegion, type Regions } from './target-regions.ts';

/** Places to go to, one row each. */
export type Targets = {
  count: number;
  /** The place of a point; the anchor of a region: the centre of a circle or box, the first corner of a polygon. */
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  /**
   * An agent has arrived when its centre is this near, metres. A region is reached anywhere inside; there, the
   * distance inside the outline at which agents aim.
   */
  radius: Float64Array;
  /** Where each stands at time 0. */
  restX: Float64Array;
  restY: Float64Array;
  restZ: Float64Array;
  /** Which class of targets each is of: a number among those classes. */
  class: Int32Array;
  /** 1 while agents may go there, 0 while it is closed. */
  open: Uint8Array;
  /** 1 where agents that arrive leave the world. */
  sink: Uint8Array;
  /** Changes when a target is opened, closed, or moved other than by its course. */
  revision: number;
  courses: (PreparedCourse | undefined)[];
  /** The shapes of targets that are regions. */
  regions: Regions;
  /** Scratch of the placing. */
  offset: Float64Array;
};

export type TargetSpecification = {
  /** A point, with `radius`; or a region. */
  at?: Place | readonly number[] | undefined;
  radius: number;
  region?: ShapeRegion | undefined;
  open?: boolean | undefined;
  sink?: boolean | undefined;
  course?: Course | undefined;
  class?: number | undefined;
};

export function createTargets(specifications: readonly TargetSpecification[]): Targets {
  const places = specifications.map(placeOfTarget);
  const regions = createRegions(specifications.map(({ region }) => region));
  return {
    count: specifications.length,
    x: Float64Array.from(places, (at) => at[0]),
    y: Float64Array.from(places, (at) => at[1]),
    z: Float64Array.from(places, (at) => at[2]),
    radius: Float64Array.from(specifications, ({ radius, region }, k) =>
      region ? regions.inset[k] : radius,
    ),
    restX: Float64Array.from(places, (at) => at[0]),
    restY: Float64Array.from(places, (at) => at[1]),
    restZ: Float64Array.from(places, (at) => at[2]),
    class: Int32Array.from(specifications, (target) => target.class ?? 0),
    open: Uint8Array.from(specifications, ({ open }) => (open === false ? 0 : 1)),
    sink: Uint8Array.from(specifications, ({ sink }) => (sink ? 1 : 0)),
    revision: 0,
    courses: specifications.map(({ course }, k) => course && prepareCourse(course, ...places[k])),
    regions,
    offset: new Float64Array(3),
  };
}

/** Adds a target behind the others. */
export function addTarget(targets: Targets, specification: TargetSpecification): void {
  const one = createTargets([specification]);
  append(targets.regions, one.regions);
  append(targets, one);
  targets.revision++;
}

/** Puts the rows of a table behind those of another; counts are added. */
function append<Table extends Targets | Regions>(table: Table, rows: Table): void {
  const columns = table as unknown as Record<string, unknown>;
  for (const [name, more] of Object.entries(rows)) {
    const own = columns[name];
    if (name === 'offset') continue;
    if (Array.isArray(own)) own.push(...(more as unknown[]));
    else if (name === 'count') columns[name] = (own as number) + (more as number);
    else if (ArrayBuffer.isView(own)) columns[name] = joined(own as Float64Array, more as Float64Array);
  }
}

function joined<Column extends Float64Array | Int32Array | Uint8Array>(
  first: Column,
  second: Column,
): Column {
  const column = longer(first, first.length + second.length);
  column.set(second, first.length);
  return column;
}

/** The place of a target that the waypoints of its course refer to. */
function placeOfTarget({ at, region }: Pick<TargetSpecification, 'at' | 'region'>): [number, number, number] {
  if (region) return placeOfRegion(region);
  return [at![0], at![1], heightOf(at as Place)];
}

/** Moves the targets to where their courses are at `time`. */
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

/** Moves a target to another place; a course continues from there. */
export function moveTarget(targets: Targets, target: number, x: number, y: number, z = 0): void {
  targets.restX[target] += x - targets.x[target];
  targets.restY[target] += y - targets.y[target];
  targets.restZ[target] += z - targets.z[target];
  targets.x[target] = x;
  targets.y[target] = y;
  targets.z[target] = z;
  targets.revision++;
}

/** Opens or closes a target: agents do not choose a closed target and do not arrive there. */
export function openTarget(targets: Targets, target: number, open: boolean): void {
  if ((targets.open[target] === 1) === open) return;
  targets.open[target] = open ? 1 : 0;
  targets.revision++;
}

/** Whether a target is a region, reached anywhere inside, and not a point with a radius. */
export function isRegion({ regions }: Targets, target: number): boolean {
  return regions.kind[target] !== 0;
}

/**
 * Writes the point that an agent at (x, y, z) aims at on its path to a target: the centre of a disc; of a region the
 * closest point that lies a little inside, so that an agent that reaches it is really inside. An agent that is already
 * that far inside aims at its own position.
 */
export function closestOfTarget(
  targets: Targets,
  target: number,
  x: number,
  y: number,
  out: Float64Array,
  z = 0,
): void {
  out[0] = targets.x[target];
  out[1] = targets.y[target];
  out[2] = targets.z[target];
  if (targets.regions.kind[target] === 0) return;
  closestOfRegion(targets.regions, target, x - out[0], y - out[1], z - out[2], out);
  out[0] += targets.x[target];
  out[1] += targets.y[target];
  out[2] += targets.z[target];
}

/** Whether an agent whose centre is at (x, y, z) has reached a target; false for a place that is not a number. */
export function isAtTarget(targets: Targets, target: number, x: number, y: number, z = 0): boolean {
  const dx = targets.x[target] - x;
  const dy = targets.y[target] - y;
  const dz = targets.z[target] - z;
  if (targets.regions.kind[target] !== 0) return isInRegion(targets.regions, target, -dx, -dy, -dz);
  const radius = targets.radius[target];
  return dx * dx + dy * dy + dz * dz <= radius * radius;
}
