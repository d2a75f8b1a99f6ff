import type { SpaceTimeProblem, SpaceTimeSearch } from './search.ts';
import { gatherOthers, gatherWalls, isStepFree } from './surroundings.ts';

/**
 * Makes the plan of the last search walk at one velocity for as long as it can: from each point the last one that
 * can be reached so, at its layer, is kept, and those between are put on the straight line. The plan takes as many
 * layers as before and is no longer; its turns and changes of speed are fewer.
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

/** Whether one velocity from a point of the plan to a later one comes too near to nothing. */
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
