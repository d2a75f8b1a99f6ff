import { type AgentId, rowOf } from '../crowd/index.ts';
import type { World } from '../simulation/index.ts';
import { lengthOf } from './arithmetic.ts';

/** Points of a path at most. */
const MOST_POINTS = 2000;

/** The path that an agent would take to its goal, as its planner knows it. */
export type PathAhead = {
  /** Where the points come from: a searched route, a field that the planner keeps, or a line to what it heads for. */
  kind: 'route' | 'field' | 'line';
  /** Metres, from the agent on. */
  points: [x: number, y: number][];
};

/** The path from an agent to its goal, in the plane: its route, or down the field of its planner. */
export function pathAhead({ crowd, planners, scenario }: World, id: AgentId): PathAhead {
  const row = rowOf(crowd, id);
  const { motion, plan, traits } = crowd;
  const { planner } = planners.list[plan.planner[row]];
  const here: [number, number] = [motion.x[row], motion.y[row]];
  const { min, max } = scenario.bounds;
  if (crowd.dimension === 2) {
    const bounds = { minX: min[0], minY: min[1], maxX: max[0], maxY: max[1] };
    const points = planner.routeOf?.(bounds, id) ?? [];
    if (points.length > 1) return { kind: 'route', points: [here, ...pointsAhead(points, here)] };
  }
  const set = plan.targetSet[row];
  if (planner.directionAt && set >= 0) {
    const out = new Float64Array(2);
    const step = Math.max(0.1, lengthOf(max[0] - min[0], max[1] - min[1]) / 1000);
    const points = [here];
    let [x, y] = here;
    while (points.length < MOST_POINTS && planner.directionAt(set, traits.radius[row], x, y, out)) {
      x += step * out[0];
      y += step * out[1];
      points.push([x, y]);
    }
    if (points.length > 1) return { kind: 'field', points };
  }
  const far = plan.localDistance[row] > 0 ? plan.localDistance[row] : plan.goalDistance[row];
  const to: [number, number] = [here[0] + far * plan.directionX[row], here[1] + far * plan.directionY[row]];
  return { kind: 'line', points: [here, to] };
}

/** Points of a route that the agent comes nearer to in a row are behind it: the route is from where it was planned. */
function pointsAhead(points: [number, number][], [x, y]: [number, number]): [number, number][] {
  const away = (k: number) => lengthOf(points[k][0] - x, points[k][1] - y);
  let first = 0;
  while (first + 1 < points.length && away(first + 1) < away(first)) first++;
  return points.slice(first);
}
