/** Whether a parabola through three samples, the middle one the largest, comes near 0: twice its rise would reach it. */
export function mayPeak(before: number, middle: number, after: number): boolean {
  if (middle < before || middle < after || (middle === before && middle === after)) return false;
  const curvature = 2 * middle - before - after;
  const difference = after - before;
  return middle + (difference * difference) / (4 * curvature) + curvature >= 0;
}
