import { type AgentId, enterAgent, reserveAgent, reserveRows, Status } from '../crowd/index.ts';
import { NO_GOAL } from '../planning/index.ts';
import { setDistances } from './distances.ts';
import { plannerRow } from './planners.ts';
import { type PersonalDistance, resolveDistances } from './scenario/distances.ts';
import { type Population, StartingGoal } from './scenario/population.ts';
import { beginSteering, modelNumber } from './steering.ts';
import type { World } from './world.ts';

/** Everything that decides how an agent begins. */
export type AgentStart = {
  x: number;
  y: number;
  z: number;
  /** Unit vector. */
  headingX: number;
  headingY: number;
  headingZ: number;
  /** Metres per second. */
  velocityX: number;
  velocityY: number;
  velocityZ: number;
  radius: number;
  speed: number;
  /** Time before it starts, s. */
  premovement: number;
  agility: number;
  mass: number;
  aggressiveness: number;
  /** Row of the group, or −1. */
  group: number;
  /** A number among the classes of obstacles. */
  class: number;
  /** The steering model and the planner: places in the world's lists. */
  steering: number;
  planner: number;
  /** Metres; undefined: as far as agents of the steering model see. */
  viewRadius: number | undefined;
  /** Undefined: none of its own. */
  distances: ReturnType<typeof resolveDistances> | undefined;
  /** Row of the target sets, OWN_GOAL or NO_GOAL. */
  targetSet: number;
  goalX: number;
  goalY: number;
  goalZ: number;
  goalRadius: number;
};

/** Gives a reserved agent its row and fills its columns. The only place where agents begin. */
export function placeAgent(world: World, id: AgentId, start: AgentStart): number {
  const { automaton, crowd } = world;
  const row = enterAgent(crowd, id);
  const { motion, plan, traits } = crowd;
  motion.x[row] = start.x;
  motion.y[row] = start.y;
  motion.z[row] = start.z;
  motion.headingX[row] = start.headingX;
  motion.headingY[row] = start.headingY;
  motion.headingZ[row] = start.headingZ;
  motion.velocityX[row] = start.velocityX;
  motion.velocityY[row] = start.velocityY;
  motion.velocityZ[row] = start.velocityZ;
  traits.radius[row] = start.radius;
  traits.desiredSpeed[row] = start.speed;
  traits.agility[row] = start.agility;
  traits.mass[row] = start.mass;
  traits.aggressiveness[row] = start.aggressiveness;
  traits.group[row] = start.group;
  traits.class[row] = start.class;
  plan.planner[row] = start.planner;
  plan.targetSet[row] = start.targetSet;
  plan.goalX[row] = start.goalX;
  plan.goalY[row] = start.goalY;
  plan.goalZ[row] = start.goalZ;
  plan.goalRadius[row] = start.goalRadius;
  plan.target[row] = -1;
  plan.status[row] = start.targetSet === NO_GOAL ? Status.idle : Status.walking;
  if (start.distances) setDistances(crowd, row, start.distances);
  // An automaton that changes the view begins with the agent's own.
  const viewRadius = start.viewRadius ?? world.models[start.steering].radius;
  traits.viewRadius[row] = viewRadius;
  automaton.begin?.(crowd, row);
  beginSteering(world, row, start.steering);
  traits.viewRadius[row] = viewRadius;
  return row;
}

/** Puts an agent on its first stage, if it has a journey, and lets it stand for its premovement. */
export function beginAgent(world: World, row: number, stage: number, premovement: number): void {
  const { crowd, dt, step } = world;
  if (stage >= 0) world.parts.beginStage(world, row, stage);
  if (premovement === 0) return;
  crowd.plan.startAt[row] = step + Math.max(1, Math.round(premovement / dt));
  crowd.plan.status[row] = Status.idle;
}

/** How an agent of a population begins. */
export function memberStart(
  population: Population,
  number: number,
  layers: Pick<AgentStart, 'steering' | 'planner' | 'viewRadius' | 'distances'>,
): AgentStart {
  return {
    steering: layers.steering,
    planner: layers.planner,
    viewRadius: layers.viewRadius,
    distances: layers.distances,
    x: population.x[number],
    y: population.y[number],
    z: population.z[number],
    headingX: population.headingX[number],
    headingY: population.headingY[number],
    headingZ: population.headingZ[number],
    velocityX: population.velocityX[number],
    velocityY: population.velocityY[number],
    velocityZ: population.velocityZ[number],
    radius: population.radius[number],
    speed: population.speed[number],
    premovement: population.premovement[number],
    agility: population.agility[number],
    mass: population.mass[number],
    aggressiveness: population.aggressiveness[number],
    group: population.group[number],
    class: population.class[number],
    targetSet: population.goalKind[number] === StartingGoal.none ? NO_GOAL : population.targetSet[number],
    goalX: population.goalX[number],
    goalY: population.goalY[number],
    goalZ: population.goalZ[number],
    goalRadius: population.goalRadius[number],
  };
}

/** Places the agents of a population, in order: agent n of the scenario has the id n. */
export function placePopulation(world: World, population: Population): void {
  const { crowd, itinerary, planners, scenario } = world;
  const { agents, groups } = scenario;
  reserveRows(crowd, population.count);
  // What the scenario says about a group is looked up once.
  const modelOfGroup = groups.map(({ steering }) => modelNumber(world, steering));
  const plannerOfGroup = groups.map(({ planner }) => (planner ? plannerRow(planners, planner) : 0));
  const resolve = (given?: PersonalDistance) => given !== undefined && resolveDistances(scenario, given);
  const distancesOfGroup = groups.map(({ personalDistance }) => resolve(personalDistance));
  for (let number = 0; number < population.count; number++) {
    const group = population.group[number];
    const { planner, steering, viewRadius } = group < 0 ? agents[number] : groups[group];
    const isSingle = group < 0;
    placeAgent(
      world,
      reserveAgent(crowd),
      memberStart(population, number, {
        steering: isSingle ? modelNumber(world, steering) : modelOfGroup[group],
        planner: isSingle ? (planner ? plannerRow(planners, planner) : 0) : plannerOfGroup[group],
        viewRadius,
        distances:
          (isSingle ? resolve(agents[number].personalDistance) : distancesOfGroup[group]) || undefined,
      }),
    );
  }
  // Once all agents are there: an agent that pursues another one looks for it.
  for (let row = 0; row < population.count; row++) {
    const group = population.group[row];
    const stage = group < 0 ? itinerary.ofAgent[row] : itinerary.ofGroup[group];
    beginAgent(world, row, stage, population.premovement[row]);
  }
}
