import { lengthOf } from './arithmetic.ts';
import { attributes, ink, textAt, widthOf } from './svg.ts';
import { FINENESS, followTrail, type Projection } from './trail-paths.ts';
import type { CourseTrail, TrailRecorder } from './trails.ts';

/** Pixels: between the dots of a trajectory, and the smallest distance between any two dots. */
const SPACING = 6;
// More than half the spacing: a second pass over the same path, by any thing, adds no dots between the dots.
const APART = 0.65 * SPACING;
/** Trajectories are followed up to this many pixels outside the picture. */
const RIM = 12;
/** The most dots for one trajectory; more would go back and forth across the whole picture. */
const MAXIMUM_DOTS = 4000;

/** Fainter than any trail: trajectories of things only explain what the agents met. */
export const courseStyle = `class="course"${attributes({ stroke: ink.quiet, 'stroke-width': 1.6, 'stroke-opacity': 0.75 })} stroke-linecap="round"`;

const LABEL = 'course of moving things';

/** The entry of the legend, if there is something to explain. */
export function courseLegend(isPresent: boolean): { body: string; width: number }[] {
  if (!isPresent) return [];
  const dots = [0, 1, 2, 3].map((i) => dotAt(i * SPACING, 8.5)).join('');
  const sample = `<path ${courseStyle} fill="none" d="${dots}"/>`;
  return [{ body: `${sample}${textAt(28, 13, LABEL)}`, width: 28 + widthOf(LABEL, 13) }];
}

/** The trajectories of moving things in the plane, as one SVG path of dots; empty if nothing has moved. */
export function drawCourses(
  { courses }: TrailRecorder,
  view: Projection,
  { width, height }: { width: number; height: number },
): string {
  let dots = '';
  const occupied: Occupied = new Map();
  for (const course of courses.values()) {
    followDots(course, view, width, height, ([u, v]) => {
      if (occupy(occupied, u, v)) dots += dotAt(u, v);
    });
  }
  return dots === '' ? '' : `<path ${courseStyle} fill="none" d="${dots}"/>`;
}

/** A line so short that its round caps are a dot. */
export function dotAt(u: number, v: number): string {
  return `M${tenth(u)} ${tenth(v)}h.1`;
}

function tenth(value: number): string {
  return String(Math.round(10 * value) / 10 + 0);
}

/** A point of the picture and its place in the world: across and down, pixels, and x, y, z, metres. */
type Point = readonly [number, number, number, number, number];

/** Calls back for evenly spaced points of a trajectory, as far as the picture shows it. */
export function followDots(
  course: CourseTrail,
  view: Projection,
  width: number,
  height: number,
  visit: (point: Point) => void,
): void {
  let from: Point | undefined;
  let ahead = 0;
  let dots = 0;
  followTrail(course, view, 1, (u, v, _, x, y, z) => {
    const to: Point = [u / FINENESS, v / FINENESS, x, y, z];
    const shown = from && clip(from, to, width, height);
    if (from && shown) {
      const length = lengthOf(to[0] - from[0], to[1] - from[1]);
      const end = shown[1] * length;
      let at = shown[0] * length + ahead;
      for (; at <= end && dots < MAXIMUM_DOTS; at += SPACING, dots++) visit(between(from, to, at / length));
      ahead = Math.max(0, at - end);
    }
    from = to;
  });
}

function between(a: Point, b: Point, part: number): Point {
  return a.map((value, i) => value + part * (b[i] - value)) as unknown as Point;
}

/** The range of a line, as shares of its length, that the picture shows; undefined if it shows none. */
function clip(from: Point, to: Point, width: number, height: number): [number, number] | undefined {
  let [low, high] = [0, 1];
  for (const [a, b, most] of [
    [from[0], to[0], width + RIM],
    [from[1], to[1], height + RIM],
  ]) {
    if (a === b) {
      if (a < -RIM || a > most) return undefined;
      continue;
    }
    const [one, other] = [(-RIM - a) / (b - a), (most - a) / (b - a)];
    low = Math.max(low, Math.min(one, other));
    high = Math.min(high, Math.max(one, other));
  }
  return low <= high ? [low, high] : undefined;
}

/** Dots by their grid cell. */
export type Occupied = Map<number, { u: number; v: number }[]>;

/** Reserves the place of a dot, unless another dot is so near that the two would merge. */
export function occupy(occupied: Occupied, u: number, v: number): boolean {
  const [column, row] = [Math.floor(u / APART), Math.floor(v / APART)];
  for (let i = column - 1; i <= column + 1; i++) {
    for (let j = row - 1; j <= row + 1; j++) {
      const near = occupied.get(cellOf(i, j));
      if (near?.some((dot) => lengthOf(dot.u - u, dot.v - v) < APART)) return false;
    }
  }
  const cell = cellOf(column, row);
  const here = occupied.get(cell);
  if (here) here.push({ u, v });
  else occupied.set(cell, [{ u, v }]);
  return true;
}

function cellOf(column: number, row: number): number {
  return column * 65_536 + row;
}
