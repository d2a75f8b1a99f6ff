import type { Crowd, Obstacles } from '../../crowd/index.ts';

/** Free space between a disc and an element of the obstacles, by clamping the projection. */
export function gapToElement(
  obstacles: Obstacles,
  element: number,
  x: number,
  y: number,
  radius: number,
): number {
  const ax = obstacles.startX[element];
  const ay = obstacles.startY[element];
  const ux = obstacles.endX[element] - ax;
  const uy = obstacles.endY[element] - ay;
  const square = ux * ux + uy * uy;
  const t = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * ux + (y - ay) * uy) / square));
  return Math.hypot(x - ax - t * ux, y - ay - t * uy) - obstacles.radius[element] - radius;
}

/** Smallest gap of a body to the elements from `first` to `end`, looking at each; infinite when there are none. */
export function smallestGap(
  { motion, traits }: Crowd,
  row: number,
  obstacles: Obstacles,
  first = 0,
  end = obstacles.count,
) {
  let least = Number.POSITIVE_INFINITY;
  for (let element = first; element < end; element++) {
    least = Math.min(
      least,
      gapToElement(obstacles, element, motion.x[row], motion.y[row], traits.radius[row]),
    );
  }
  return least;
}

/** Whether a point lies inside the closed path through the points: how often a ray to the right crosses it. */
export function isInside(points: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let inside = false;
  for (let k = 0, last = points.length - 1; k < points.length; last = k++) {
    const [ax, ay] = points[last];
    const [bx, by] = points[k];
    if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) inside = !inside;
  }
  return inside;
}
