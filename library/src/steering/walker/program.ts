/**
 * Half-planes of allowed velocities, and the velocity in all of them that is nearest to a desired one: a linear programme
 * in two dimensions inside a disc, solved by adding one half-plane after the other (Seidel; de Berg et al., Computational
 * Geometry, chapter 4). docs/models/walker.md.
 */
export type HalfPlanes = {
  count: number;
  /** The number of walls, which come first; they are never violated. */
  hard: number;
  /** A point of the border, and the border's direction (a unit vector): velocities to its left are allowed. */
  pointX: Float64Array;
  pointY: Float64Array;
  directionX: Float64Array;
  directionY: Float64Array;
  /** What each comes from, for explanations: a place in the lists of walls or, after `agents`, of agents. */
  source: Int32Array;
  /** The number of half-planes before those of agents. */
  agents: number;
  /** The largest speed. */
  speed: number;
  /** Scratch: a direction. */
  direction: Velocity;
};

type Velocity = { x: number; y: number };

/** Directions whose cross product is smaller count as parallel. */
const PARALLEL = 1e-7;
/** Metres per second: a smaller violation counts as none. Otherwise rounding would fail where borders meet or coincide. */
const ROUNDING = 1e-9;

export function createHalfPlanes(most: number): HalfPlanes {
  return {
    count: 0,
    hard: 0,
    pointX: new Float64Array(most),
    pointY: new Float64Array(most),
    directionX: new Float64Array(most),
    directionY: new Float64Array(most),
    source: new Int32Array(most),
    agents: 0,
    speed: 0.5,
    direction: { x: 0.5, y: 0.5 },
  };
}

export function addHalfPlane(
  planes: HalfPlanes,
  px: number,
  py: number,
  dx: number,
  dy: number,
  source = 0,
): void {
  const k = planes.count++;
  planes.source[k] = source;
  planes.pointX[k] = px;
  planes.pointY[k] = py;
  planes.directionX[k] = dx;
  planes.directionY[k] = dy;
}

/** How far outside a half-plane a velocity is; negative inside. */
function depthOutside(planes: HalfPlanes, k: number, x: number, y: number): number {
  const { directionX, directionY, pointX, pointY } = planes;
  return directionY[k] * (x - pointX[k]) - directionX[k] * (y - pointY[k]);
}

/**
 * The velocity nearest to the wish that is at most as fast as the half-planes' `speed` and in all of them. If there is none,
 * the one that violates the half-planes other than walls by the least.
 */
export function solve(planes: HalfPlanes, wish: Velocity, scratch: HalfPlanes, result: Velocity): void {
  const failed = approach(planes, wish, false, result);
  if (failed < planes.count) compromise(planes, failed, scratch, result);
}

/** Adds half-planes one after the other; returns the first that leaves no velocity, or their number. */
function approach(planes: HalfPlanes, wish: Velocity, isDirection: boolean, result: Velocity): number {
  const { count, directionX, directionY, pointX, pointY, speed } = planes;
  const wishX = wish.x;
  const wishY = wish.y;
  const squared = wishX * wishX + wishY * wishY;
  const share = isDirection ? speed : squared > speed * speed ? speed / Math.sqrt(squared) : 1;
  let x = wishX * share;
  let y = wishY * share;
  result.x = x;
  result.y = y;
  for (let k = 0; k < count; k++) {
    if (directionY[k] * (x - pointX[k]) - directionX[k] * (y - pointY[k]) <= ROUNDING) continue;
    if (!moveAlong(planes, k, wish, isDirection, result)) return k;
    x = result.x;
    y = result.y;
  }
  return count;
}

/**
 * The best velocity on the border of half-plane k, in the disc and in all half-planes before k; false, and the result as it
 * was, if there is none.
 */
function moveAlong(
  planes: HalfPlanes,
  k: number,
  wish: Velocity,
  isDirection: boolean,
  result: Velocity,
): boolean {
  const { directionX, directionY, pointX, pointY, speed } = planes;
  const px = pointX[k];
  const py = pointY[k];
  const dx = directionX[k];
  const dy = directionY[k];
  const along = px * dx + py * dy;
  // Not from the point's distance: nearly parallel borders meet far away.
  const beside = px * dy - py * dx;
  const discriminant = speed * speed - beside * beside;
  if (discriminant < 0) return false;
  const half = Math.sqrt(discriminant);
  let from = -along - half;
  let to = -along + half;
  for (let i = 0; i < k; i++) {
    const cross = dx * directionY[i] - dy * directionX[i];
    const outside = directionX[i] * (py - pointY[i]) - directionY[i] * (px - pointX[i]);
    if (Math.abs(cross) <= PARALLEL) {
      if (outside < -ROUNDING) return false;
      continue;
    }
    const t = outside / cross;
    if (cross >= 0) to = Math.min(to, t);
    else from = Math.max(from, t);
    if (from > to + ROUNDING) return false;
  }
  let t: number;
  if (isDirection) t = wish.x * dx + wish.y * dy > 0 ? to : from;
  else t = Math.min(to, Math.max(from, dx * (wish.x - px) + dy * (wish.y - py)));
  result.x = px + t * dx;
  result.y = py + t * dy;
  return true;
}

/** For half-planes that cannot all hold, from `first` on: moves all but the walls outwards equally until one velocity is allowed. */
function compromise(planes: HalfPlanes, first: number, scratch: HalfPlanes, result: Velocity): void {
  const { directionX, directionY, pointX, pointY } = planes;
  const { direction } = scratch;
  scratch.speed = planes.speed;
  let depth = 0;
  for (let k = first; k < planes.count; k++) {
    if (depthOutside(planes, k, result.x, result.y) <= depth) continue;
    scratch.count = 0;
    for (let i = 0; i < planes.hard; i++) {
      addHalfPlane(scratch, pointX[i], pointY[i], directionX[i], directionY[i]);
    }
    // Two borders that move outwards equally meet on the bisector of their angle.
    for (let i = planes.hard; i < k; i++) {
      const cross = directionX[k] * directionY[i] - directionY[k] * directionX[i];
      let px: number;
      let py: number;
      if (Math.abs(cross) <= PARALLEL) {
        if (directionX[k] * directionX[i] + directionY[k] * directionY[i] > 0) continue;
        px = 0.5 * (pointX[k] + pointX[i]);
        py = 0.5 * (pointY[k] + pointY[i]);
      } else {
        const t = (directionX[i] * (pointY[k] - pointY[i]) - directionY[i] * (pointX[k] - pointX[i])) / cross;
        px = pointX[k] + t * directionX[k];
        py = pointY[k] + t * directionY[k];
      }
      const dx = directionX[i] - directionX[k];
      const dy = directionY[i] - directionY[k];
      const length = Math.sqrt(dx * dx + dy * dy);
      if (length > 0) addHalfPlane(scratch, px, py, dx / length, dy / length);
    }
    const { x, y } = result;
    direction.x = -directionY[k];
    direction.y = directionX[k];
    if (approach(scratch, direction, true, result) < scratch.count) {
      // Only rounding leads here: the present velocity is in all of them.
      result.x = x;
      result.y = y;
    }
    depth = depthOutside(planes, k, result.x, result.y);
  }
}
