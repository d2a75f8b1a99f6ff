import { isInSight } from '../environment/index.ts';
import type { IsInSight, PlanningInput } from '../planning/index.ts';
import { recordArrivals } from './arrivals.ts';
import type { PlannerInUse } from './planners.ts';
import { markPhase } from './schedule.ts';
import type { World } from './world.ts';

/** Teams give their members tasks, arrivals are counted, and the planner says where the agents that are due go now. */
export function updatePlans(world: World): void {
  if (world.teams.length > 0) {
    world.parts.organise(world, planningInputOf(world, world.planners.list[0], world.due.planning));
  }
  recordArrivals(world);
  plan(world);
}

/** Plans for the agents that are due. */
export function plan(world: World): void {
  let dueCount = markPhase(world, 'planning');
  if (dueCount < world.crowd.count) dueCount += keepAim(world);
  if (dueCount === 0) return;
  const { list } = world.planners;
  if (list.length === 1) runPlanner(world, list[0], world.due.planning);
  else for (let number = 0; number < list.length; number++) planFor(world, number);
}

/** Lets a planner plan for those of its agents that are due. */
function planFor(world: World, number: number): void {
  const { crowd, due, planners } = world;
  if (planners.due.length < crowd.capacity) planners.due = new Uint8Array(crowd.capacity);
  const { planner } = crowd.plan;
  let count = 0;
  for (let row = 0; row < crowd.count; row++) {
    const isDue = due.planning[row] === 1 && planner[row] === number ? 1 : 0;
    planners.due[row] = isDue;
    count += isDue;
  }
  if (count > 0) runPlanner(world, planners.list[number], planners.due);
}

function runPlanner(world: World, used: PlannerInUse, due: Uint8Array): void {
  used.planner.updatePlans(planningInputOf(world, used, due));
}

/** Lets the planners make ready what they have loaded: what does not fit the world is refused before its first step. */
export function resumePlanners(world: World): void {
  for (const [k, used] of world.planners.list.entries()) {
    try {
      used.planner.resume?.(planningInputOf(world, used, world.due.planning));
    } catch (error) {
      throw new Error(`saved world: planners[${k}]: what it kept does not fit: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
}

/** Metres from the local target at which an agent that is not at its goal is planned for before its turn. */
const AT_TARGET = 0.5;

/**
 * Between two plannings agents continue to their local targets. An agent that has got there, or waits for a path, is due
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

/** What the world shows a planner and its teams. */
function planningInputOf(world: World, { settings }: PlannerInUse, due: Uint8Array): PlanningInput {
  const { crowd, environment, obstacles, solids, step } = world;
  const turnRates = world.models.map(({ model }) => model.bounds?.turnRate ?? Number.POSITIVE_INFINITY);
  const surroundings = { crowd, obstacles, solids };
  const sight: IsInSight | undefined = settings.sight
    ? (px, py, pz, qx, qy, qz) => isInSight(environment.sightLines, surroundings, px, py, pz, qx, qy, qz)
    : undefined;
  const { dt, happening, patches, planBounds, seed, targets, targetSets, velocityFields } = world;
  return {
    crowd,
    targets,
    targetSets,
    obstacles,
    patches,
    bounds: planBounds,
    velocityFields,
    due,
    turnRates,
    isInSight: sight,
    seed,
    step,
    dt,
    events: happening,
  };
}
