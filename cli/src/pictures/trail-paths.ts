import { speedClass, speedColours } from './speed-scale.ts';
import type { Trail } from './trails.ts';
import type { View } from './view.ts';

/** Points of trails that a picture has at the most, about 3 MB: of more, each trail gives every n-th. */
const MAXIMUM_POINTS = 400_000;

/** Tenths of a pixel: finer than anybody sees, and whole numbers never drift when only their differences are written. */
const FINENESS = 10;

/** How many points of a trail stand for one in the picture. */
export function thinningOf(trails: Iterable<Trail>): number {
  let points = 0;
  for (const { x } of trails) points += x.length + 1;
  return Math.max(1, Math.ceil(points / MAXIMUM_POINTS));
}

/** A trail as the data of one path; empty when the agent did not move. */
export function trailPath(trail: Trail, view: View, thinning: number): string {
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
export function speedPaths(trails: Iterable<Trail>, view: View, thinning: number, end: number): string[] {
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

/**
 * Calls back for the points of a trail that are apart in the picture, in tenths of a pixel, with the mean speed since
 * the point before; the last place always comes.
 */
function followTrail(
  { x, y, time, last }: Trail,
  view: View,
  thinning: number,
  visit: (x: number, y: number, speed: number | undefined) => void,
): void {
  let fromX = Number.NaN;
  let fromY = Number.NaN;
  let way = 0;
  let visited = 0;
  const point = (px: number, py: number, at: number, isLast: boolean) => {
    const nowX = Math.round(view.across(px) * FINENESS);
    const nowY = Math.round(view.down(py) * FINENESS);
    const moved = Math.abs(nowX - fromX) + Math.abs(nowY - fromY);
    if (moved === 0 || (moved < 4 && !isLast)) return;
    visit(nowX, nowY, Number.isNaN(fromX) ? undefined : at > visited ? way / (at - visited) : 0);
    fromX = nowX;
    fromY = nowY;
    way = 0;
    visited = at;
  };
  for (let i = 0; i < x.length; i++) {
    if (i > 0) way += Math.hypot(x[i] - x[i - 1], y[i] - y[i - 1]);
    if (i % thinning === 0) point(x[i], y[i], time[i], false);
  }
  const end = x.length - 1;
  if (end < 0) return;
  way += Math.hypot(last.x - x[end], last.y - y[end]);
  point(last.x, last.y, last.time, true);
}

function lineTo(dx: number, dy: number, begins: boolean): string {
  return `${dx < 0 || begins ? '' : ' '}${tenths(dx)}${dy < 0 ? '' : ' '}${tenths(dy)}`;
}

/** A tenth as short as a path's data allow. */
function tenths(value: number): string {
  return (value / FINENESS)
    .toFixed(1)
    .replace(/\.0$/, '')
    .replace(/^(-?)0\./, '$1.')
    .replace(/^-0$/, '0');
}
