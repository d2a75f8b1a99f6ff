import { largestOf } from '../crowd/index.ts';
import { followObstacles, listClose, listHearsay, perceive, spreadNews } from '../environment/index.ts';
import { markPhase } from './schedule.ts';
import type { World } from './world.ts';

/** Brings the index up to the present positions, and lists what the agents that are due perceive. */
export function updateNeighbours(world: World): void {
  const { automaton, crowd, due, dt, environment, events, obstacles, solids, step } = world;
  const dueCount = markPhase(world, 'perception');
  if (obstacles.count + solids.count > 0) {
    followObstacles(environment, crowd, obstacles, solids, largestDisplacement(world));
  }
  perceive(environment, { crowd, obstacles, solids }, due.perception, dueCount);
  automaton.sense?.({ crowd, obstacles, solids, events, step, dt }, environment.perception);
  shareNews(world);
  const { closeReach } = world.steering;
  if (closeReach === undefined) return;
  if (markPhase(world, 'reaction') === 0) return;
  listClose(environment, crowd, closeReach(largestOf(crowd.traits.radius, crowd.count)));
}

/** Agents tell one another what they know. */
function shareNews({ crowd, due, environment, news, obstacles, solids, step }: World): void {
  if (!news) return;
  const surroundings = { crowd, obstacles, solids };
  spreadNews(news, environment.index, surroundings, environment.perception, due.perception, step);
  listHearsay(news, environment, surroundings, environment.sight);
}

/** Metres that a body can move in a step at the most: its own displacement, and a push by its radius. */
function largestDisplacement(world: World): number {
  const { crowd, dt, steering } = world;
  const { desiredSpeed, radius } = crowd.traits;
  const { speed } = crowd.motion;
  const factor = steering.bounds?.speedFactor ?? 1;
  const gain = steering.bounds?.speedGain?.(dt) ?? 0;
  const { count } = crowd;
  // An upper bound: the maxima may come from different agents. A heavy agent may go faster than it wants to.
  let fastest = 0;
  for (let row = 0; row < count; row++) {
    const possible = Math.abs(speed[row]);
    if (possible > fastest) fastest = possible;
  }
  const wanted = factor * largestOf(desiredSpeed, count);
  return Math.max(wanted, fastest + gain) * dt + largestOf(radius, count);
}
