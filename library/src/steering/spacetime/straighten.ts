import type { SpaceTimeProblem, SpaceTimeSearch } from './search.ts';
import { gatherOthers, gatherWalls, isStepFree } from './surroundings.ts';

/**
 * Lets the plan of the last search keep one velocity for as long as possible: from each point it keeps the last one that can
 * be reached at one velocity, and moves the points between onto the straight line. The plan keeps its number of layers and
 * does not get longer; it has fewer turns and changes of speed.
 */
export function straighten(search: SpaceTimeSearch, problem: SpaceTimeProblem, layers: number): void {
  const { pathX, pathY } = search;
  for (let from = 0; from < layers - 1; ) {
    let to = layers;
    while (to > from + 1 && !isLineFree(search, problem, from, to)) to--;
    const dx = (pathX[to] - pathX[from]) / (to - from);
    const dy = (pathY[to] - pathY[from]) / (to - from);
    for (let t = from + 1; t < to; t++) {
      pathX[t] = pathX[from] + (t - from) * dx;
      pathY[t] = pathY[from] + (t - from) * dy;
    }
    from = to;
  }
}

/** Whether one velocity from a point of the plan to a later one keeps clear of everything. */
function isLineFree(search: SpaceTimeSearch, problem: SpaceTimeProblem, from: number, to: number): boolean {
  const { clearance, near, pathX, pathY } = search;
  const { radius, tracks, walls } = problem;
  const dx = (pathX[to] - pathX[from]) / (to - from);
  const dy = (pathY[to] - pathY[from]) / (to - from);
  const reach = Math.sqrt(dx * dx + dy * dy);
  for (let t = from; t < to; t++) {
    const x = pathX[from] + (t - from) * dx;
    const y = pathY[from] + (t - from) * dy;
    gatherOthers(near, tracks, t, x, y, radius + clearance, reach);
    gatherWalls(near, walls, x, y, radius, reach);
    if (!isStepFree(near, walls, dx, dy)) return false;
  }
  return true;
}
