import { isInSight } from '../environment/index.ts';
import type { IsInSight, PlanningInput } from '../planning/index.ts';
import { noteArrivals } from './arrivals.ts';
import { markPhase } from './schedule.ts';
import { organise } from './teams.ts';
import type { World } from './world.ts';

/** Teams give their members tasks, arrivals are counted, and the planner says where the agents that are due go now. */
export function updatePlans(world: World): void {
  if (world.teams.length > 0) organise(world, planningInputOf(world));
  noteArrivals(world);
  plan(world);
}

/** Plans for the agents that are due. */
export function plan(world: World): void {
  let dueCount = markPhase(world, 'planning');
  if (dueCount < world.crowd.count) dueCount += keepAim(world);
  if (dueCount > 0) world.planner.updatePlans(planningInputOf(world));
}

/** Metres from the local target at which an agent that is not at its goal is planned for before its turn. */
const AT_TARGET = 0.5;

/**
 * Between two plannings agents go on to their local targets. An agent that has got there, or waits for a path, is due
 * now; returns how many are.
 */
function keepAim({ crowd, due: { planning: due } }: World): number {
  const { count } = crowd;
  const { x, y } = crowd.motion;
  const { directionX, directionY, goalDistance, localDistance, localX, localY } = crowd.plan;
  let called = 0;
  for (let row = 0; row < count; row++) {
    const before = localDistance[row];
    if (due[row] === 1 || before === 0) continue;
    const dx = localX[row] - x[row];
    const dy = localY[row] - y[row];
    const distance = Math.sqrt(dx * dx + dy * dy);
    if (before < 0 || (distance < AT_TARGET && goalDistance[row] > distance)) {
      due[row] = 1;
      called++;
    } else if (distance > 0) {
      directionX[row] = dx / distance;
      directionY[row] = dy / distance;
      const left = goalDistance[row] - (before - distance);
      goalDistance[row] = left > distance ? left : distance;
      localDistance[row] = distance;
    }
  }
  return called;
}

/** What the world shows its planner and its teams. */
function planningInputOf(world: World): PlanningInput {
  const { crowd, due, environment, obstacles, scenario, solids, step } = world;
  const turnRates = world.models.map(({ model }) => model.bounds?.turnRate ?? Number.POSITIVE_INFINITY);
  const surroundings = { crowd, obstacles, solids };
  const sight: IsInSight | undefined = scenario.planner.sight
    ? (px, py, pz, qx, qy, qz) => isInSight(environment.sightLines, surroundings, px, py, pz, qx, qy, qz)
    : undefined;
  const { dt, happening, planBounds, seed, targets, targetSets, velocityFields } = world;
  return {
    crowd,
    targets,
    targetSets,
    obstacles,
    bounds: planBounds,
    velocityFields,
    due: due.planning,
    turnRates,
    isInSight: sight,
    seed,
    step,
    dt,
    events: happening,
  };
}
