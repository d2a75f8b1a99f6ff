import { type Outline, type Point, placesIn, pointAt, type Thing, thingAt } from './things.ts';
import type { Json, Path } from './tree.ts';
import { valueAt } from './tree.ts';

/** The distance of a point from a segment, metres. */
function distanceToSegment([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : ((x - fromX) * dx + (y - fromY) * dy) / square;
  const part = Math.max(0, Math.min(1, share));
  return Math.hypot(x - fromX - part * dx, y - fromY - part * dy);
}

/** How far a point is from an outline, metres: 0 inside a disc or a ring. */
export function distanceTo({ form, points, radius }: Outline, point: Point): number {
  if (form === 'disc')
    return Math.max(0, Math.hypot(point[0] - points[0][0], point[1] - points[0][1]) - radius);
  if (form === 'ring' && isInside(points, point)) return 0;
  const last = form === 'ring' ? points.length : points.length - 1;
  if (last < 1) return Math.hypot(point[0] - points[0][0], point[1] - points[0][1]);
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < last; k++) {
    least = Math.min(least, distanceToSegment(point, points[k], points[(k + 1) % points.length]));
  }
  return least;
}

function isInside(ring: readonly Point[], [x, y]: Point): boolean {
  let inside = false;
  for (const [k, [x1, y1]] of ring.entries()) {
    const [x2, y2] = ring[(k + 1) % ring.length];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

/** The thing at a point: the last drawn one within reach, small things before the areas that hold them. */
export function hit(things: readonly Thing[], point: Point, reach: number): Thing | undefined {
  let best: Thing | undefined;
  let bestSize = Number.POSITIVE_INFINITY;
  for (const thing of things) {
    if (distanceTo(thing.outline, point) > reach) continue;
    const size = sizeOf(thing.outline);
    if (size > bestSize) continue;
    best = thing;
    bestSize = size;
  }
  return best;
}

/** The area of an outline's box; lines have none. */
function sizeOf({ form, points, radius }: Outline): number {
  if (form === 'disc') return 4 * radius * radius;
  if (form === 'path') return 0;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys));
}

/** A place that can be dragged by itself. */
export type Handle = { path: Path; at: Point };

/** The handles of the selected things: their ends and corners. A thing with one place has none: it is dragged as a whole. */
export function handlesOf(scenario: Json, selection: readonly Path[]): Handle[] {
  return selection.flatMap((path) => {
    const thing = thingAt(scenario, path);
    const value = valueAt(scenario, path);
    const places = thing ? placesIn(thing.kind, value) : [];
    if (places.length < 2) return [];
    return places.flatMap((place): Handle[] => {
      const at = pointAt(value, place);
      return at ? [{ path: [...path, ...place], at }] : [];
    });
  });
}

/** The nearest handle within reach. */
export function hitHandle(handles: readonly Handle[], [x, y]: Point, reach: number): Handle | undefined {
  let best: Handle | undefined;
  let least = reach;
  for (const handle of handles) {
    const distance = Math.hypot(handle.at[0] - x, handle.at[1] - y);
    if (distance > least) continue;
    best = handle;
    least = distance;
  }
  return best;
}

/** The grid for a zoom, metres: 1, 2 or 5 times a power of ten, at least twelve pixels wide. */
export function gridFor(pixelsPerMetre: number, least = 12): number {
  const width = least / pixelsPerMetre;
  const power = 10 ** Math.floor(Math.log10(width));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= width * 0.999) ?? 10);
}

/** A corner of another thing within reach, else the nearest point of the grid. */
export function snap(point: Point, corners: readonly Point[], reach: number, grid: number): Point {
  let best: Point | undefined;
  let least = reach;
  for (const corner of corners) {
    const distance = Math.hypot(corner[0] - point[0], corner[1] - point[1]);
    if (distance > least) continue;
    best = corner;
    least = distance;
  }
  if (best) return best;
  const round = (value: number) => Math.round(value / grid) * grid;
  return [round(point[0]), round(point[1])];
}
