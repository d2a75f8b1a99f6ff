import { type Point, polygonArea } from '../polygon.ts';
import { distanceToOutline, type Outline } from './outline.ts';

/** What rounding may add to shapes that only touch, metres. */
const TOUCH = 1e-9;

type Ring = Extract<Outline, { kind: 'ring' }>;

/** Whether two outlines have more in common than points of their edges. Walls have no inside. */
export function outlinesOverlap(a: Outline, b: Outline): boolean {
  if (a.kind === 'wall' || b.kind === 'wall') return false;
  if (a.kind === 'disc')
    return distanceToOutline(b, a.center[0], a.center[1]) < a.radius - TOUCH || holds(a, b);
  if (b.kind === 'disc') return outlinesOverlap(b, a);
  return holds(a, b) || holds(b, a) || entersRing(a, b) || entersRing(b, a);
}

/** Whether a point inside `b` is inside `a`. */
function holds(a: Outline, b: Outline): boolean {
  if (b.kind === 'wall') return false;
  const [x, y] = b.kind === 'disc' ? b.center : innerPoint(b.points);
  return distanceToOutline(a, x, y) < -TOUCH;
}

/** The centre of a corner that is cut off inside: every polygon has such a corner. */
function innerPoint(points: readonly Point[]): Point {
  const sense = polygonArea(points) > 0 ? 1 : -1;
  for (let k = 0; k < points.length; k++) {
    const corner = [points.at(k - 1)!, points[k], points[(k + 1) % points.length]];
    const x = (corner[0][0] + corner[1][0] + corner[2][0]) / 3;
    const y = (corner[0][1] + corner[1][1] + corner[2][1]) / 3;
    if (sense * polygonArea(corner) > 0 && distanceToOutline({ kind: 'ring', points }, x, y) < 0)
      return [x, y];
  }
  return points[0];
}

/** Whether part of an edge of `a` is inside `b`: the edge is cut where edges of `b` meet it. */
function entersRing(a: Ring, b: Ring): boolean {
  return a.points.some((from, k) => {
    const to = a.points[(k + 1) % a.points.length];
    const cuts = [0, 1];
    b.points.forEach((start, n) => {
      addCuts(cuts, from, to, start, b.points[(n + 1) % b.points.length]);
    });
    cuts.sort((one, other) => one - other);
    return cuts.some((cut, n) => {
      const middle = (cut + (cuts[n + 1] ?? cut)) / 2;
      const x = from[0] + middle * (to[0] - from[0]);
      const y = from[1] + middle * (to[1] - from[1]);
      return distanceToOutline(b, x, y) < -TOUCH;
    });
  });
}

function addCuts(cuts: number[], from: Point, to: Point, start: Point, end: Point): void {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const ex = end[0] - start[0];
  const ey = end[1] - start[1];
  const turn = dx * ey - dy * ex;
  const shares =
    turn !== 0
      ? [((start[0] - from[0]) * ey - (start[1] - from[1]) * ex) / turn]
      : [start, end].map(([x, y]) => ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy));
  for (const share of shares) if (share > 0 && share < 1) cuts.push(share);
}
