import { speedClass, speedColours } from './speed-scale.ts';
import { displacementLength, type Path, type Trail } from './trails.ts';
import type { View } from './view.ts';

/** From metres to pixels of the picture. */
export type Projection = {
  across(x: number, y: number, z: number): number;
  down(x: number, y: number, z: number): number;
};

/** Receives a point in tenths of a pixel, the mean speed since the previous one, and the place in metres. */
type Visit = (u: number, v: number, speed: number | undefined, x: number, y: number, z: number) => void;

/** The most trail points in a picture, about 3 MB; with more, each trail keeps every n-th point. */
const MAXIMUM_POINTS = 400_000;

/** Tenths of a pixel: finer than visible, and whole numbers do not drift when only their differences are written. */
export const FINENESS = 10;

/** How many points of a trail stand for one in the picture; `copies`: how often each is drawn. */
export function thinningOf(trails: Iterable<Trail>, copies = 1): number {
  let points = 0;
  for (const { x } of trails) points += x.length + 1;
  return Math.max(1, Math.ceil((copies * points) / MAXIMUM_POINTS));
}

/** A trail as the data of one path; empty when the agent did not move. */
export function trailPath(trail: Trail, view: Projection, thinning: number): string {
  let path = '';
  let fromX = 0;
  let fromY = 0;
  let points = 0;
  followTrail(trail, view, thinning, (x, y) => {
    if (points === 0) path = `M${tenths(x)} ${tenths(y)}l`;
    else path += lineTo(x - fromX, y - fromY, points === 1);
    points++;
    fromX = x;
    fromY = y;
  });
  return points > 1 ? path : '';
}

/** The data of one path for each class of speed, all trails together. */
export function speedPaths(
  trails: Iterable<Trail>,
  view: Projection,
  thinning: number,
  end: number,
): string[] {
  const paths = speedColours.map(() => '');
  for (const trail of trails) {
    let fromX = 0;
    let fromY = 0;
    let before = -1;
    followTrail(trail, view, thinning, (x, y, speed) => {
      if (speed !== undefined) {
        const here = speedClass(speed, end);
        const begins = here !== before;
        if (begins) paths[here] += `M${tenths(fromX)} ${tenths(fromY)}l`;
        paths[here] += lineTo(x - fromX, y - fromY, begins);
        before = here;
      }
      fromX = x;
      fromY = y;
    });
  }
  return paths;
}

/** The plane seen from above: the height does not matter. */
export function flatly(view: View): Projection {
  return { across: (x) => view.across(x), down: (_, y) => view.down(y) };
}

/** Calls back for the points of a trail that differ in the picture; the last place is always included. */
export function followTrail(
  { x, y, z, time, last }: Path,
  view: Projection,
  thinning: number,
  visit: Visit,
): void {
  let fromU = Number.NaN;
  let fromV = Number.NaN;
  let walked = 0;
  let visited = 0;
  const point = (px: number, py: number, pz: number, at: number, isLast: boolean) => {
    const nowU = Math.round(view.across(px, py, pz) * FINENESS);
    const nowV = Math.round(view.down(px, py, pz) * FINENESS);
    const moved = Math.abs(nowU - fromU) + Math.abs(nowV - fromV);
    if (moved === 0 || (moved < 4 && !isLast)) return;
    const speed = Number.isNaN(fromU) ? undefined : at > visited ? walked / (at - visited) : 0;
    visit(nowU, nowV, speed, px, py, pz);
    fromU = nowU;
    fromV = nowV;
    walked = 0;
    visited = at;
  };
  for (let i = 0; i < x.length; i++) {
    if (i > 0) walked += displacementLength(x[i] - x[i - 1], y[i] - y[i - 1], z[i] - z[i - 1]);
    if (i % thinning === 0) point(x[i], y[i], z[i], time[i], false);
  }
  const end = x.length - 1;
  if (end < 0) return;
  walked += displacementLength(last.x - x[end], last.y - y[end], last.z - z[end]);
  point(last.x, last.y, last.z, last.time, true);
}

/** A line as path data; the first after `M… l` needs no space. */
export function lineTo(dx: number, dy: number, begins: boolean): string {
  return `${dx < 0 || begins ? '' : ' '}${tenths(dx)}${dy < 0 ? '' : ' '}${tenths(dy)}`;
}

/** A number of tenths in the shortest form that path data allow. */
export function tenths(value: number): string {
  return (value / FINENESS)
    .toFixed(1)
    .replace(/\.0$/, '')
    .replace(/^(-?)0\./, '$1.')
    .replace(/^-0$/, '0');
}
