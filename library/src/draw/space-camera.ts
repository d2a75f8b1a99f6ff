import { cos, sin } from '../numerics/index.ts';
import type { World } from '../simulation/index.ts';
import type { TrailRecorder } from './trails.ts';

/** Viewpoints for a world of three dimensions. */
export type ViewName = 'axonometric' | 'top' | 'side';

type Vector = readonly [number, number, number];

/** Unit vectors: to the right and up in the picture, and out of it, towards the viewer. */
type Camera = { right: Vector; up: Vector; toward: Vector };

const DEGREE = Math.PI / 180;

/** From 30° above the horizon, turned 60° to the right of the y axis: x runs to the right, y into the picture. */
const cameras: Record<ViewName, Camera> = {
  axonometric: lookFrom(-60 * DEGREE, 30 * DEGREE),
  top: { right: [1, 0, 0], up: [0, 1, 0], toward: [0, 0, 1] },
  side: { right: [1, 0, 0], up: [0, 0, 1], toward: [0, -1, 0] },
};

function lookFrom(azimuth: number, elevation: number): Camera {
  const [across, along] = [sin(azimuth), cos(azimuth)];
  const [rise, level] = [sin(elevation), cos(elevation)];
  return {
    right: [-across, along, 0],
    up: [-along * rise, -across * rise, level],
    toward: [along * level, across * level, rise],
  };
}

/** A parallel projection: what a picture shows of space, metres, and how it becomes pixels. */
export type SpaceView = {
  name: ViewName;
  /** The world's bounds, metres. */
  min: Vector;
  max: Vector;
  /** Pixels per metre, perpendicular to the line of sight. */
  scale: number;
  width: number;
  height: number;
  toward: Vector;
  /** From metres to pixels within the plot. */
  across(x: number, y: number, z: number): number;
  down(x: number, y: number, z: number): number;
  /** Pixels towards the viewer, from a plane through the origin: larger values are in front. */
  near(x: number, y: number, z: number): number;
  /** A direction of the picture (pixels to the right, down and towards the viewer) for a direction in the world. */
  turn(x: number, y: number, z: number): Vector;
};

/** As a share of the world's size: how far beyond its bounds a picture follows agents that have left them. */
const BEYOND = 0.25;

/** The world's bounds, and what lies a little outside them, as large as fits into the given pixels. */
export function createSpaceView(
  world: World,
  trails: TrailRecorder | undefined,
  name: ViewName,
  widest: number,
  highest: number,
): SpaceView {
  const { right, up, toward } = cameras[name];
  const min = pointOf(world.scenario.bounds.min);
  const max = pointOf(world.scenario.bounds.max);
  const stray = BEYOND * Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  let [left, bottom, rightmost, top] = [Infinity, Infinity, -Infinity, -Infinity];
  const include = (x: number, y: number, z: number, radius: number) => {
    if (!Number.isFinite(x + y + z)) return;
    const within = (value: number, axis: 0 | 1 | 2) =>
      Math.max(min[axis] - stray, Math.min(max[axis] + stray, value));
    const point: Vector = [within(x, 0), within(y, 1), within(z, 2)];
    const [u, v] = [dot(right, point), dot(up, point)];
    left = Math.min(left, u - radius);
    rightmost = Math.max(rightmost, u + radius);
    bottom = Math.min(bottom, v - radius);
    top = Math.max(top, v + radius);
  };
  for (const corner of cornersOf(min, max)) include(...corner, 0);
  const { crowd, targets } = world;
  const { x, y, z } = crowd.motion;
  for (let row = 0; row < crowd.count; row++)
    include(x[row], y[row], z[row], Math.min(stray, crowd.traits.radius[row]));
  for (let i = 0; i < targets.count; i++)
    include(targets.x[i], targets.y[i], targets.z[i], Math.min(stray, targets.radius[i]));
  for (const trail of trails?.trails.values() ?? []) {
    for (let i = 0; i < trail.x.length; i++) include(trail.x[i], trail.y[i], trail.z[i], 0);
  }
  const scale = Math.min(widest / (rightmost - left), highest / (top - bottom));
  return {
    name,
    min,
    max,
    scale,
    width: (rightmost - left) * scale,
    height: (top - bottom) * scale,
    toward,
    across: (px, py, pz) => (dot(right, [px, py, pz]) - left) * scale,
    down: (px, py, pz) => (top - dot(up, [px, py, pz])) * scale,
    near: (px, py, pz) => dot(toward, [px, py, pz]) * scale,
    turn: (dx, dy, dz) => [
      dot(right, [dx, dy, dz]) * scale,
      -dot(up, [dx, dy, dz]) * scale,
      dot(toward, [dx, dy, dz]) * scale,
    ],
  };
}

/** Whether a place is a number and not so far outside the bounds that the picture leaves it out. */
export function showsInSpace({ min, max }: SpaceView, x: number, y: number, z: number): boolean {
  const stray = BEYOND * Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  const within = (value: number, axis: 0 | 1 | 2) => value >= min[axis] - stray && value <= max[axis] + stray;
  return within(x, 0) && within(y, 1) && within(z, 2);
}

/** The eight corners of a box; bit 0 of the number selects x, bit 1 y, bit 2 z. */
export function cornersOf(min: Vector, max: Vector): [number, number, number][] {
  return Array.from({ length: 8 }, (_, i) => [
    i & 1 ? max[0] : min[0],
    i & 2 ? max[1] : min[1],
    i & 4 ? max[2] : min[2],
  ]);
}

/** A place that may be written without its height. */
export function pointOf([x, y, z = 0]: readonly number[]): [number, number, number] {
  return [x, y, z];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
