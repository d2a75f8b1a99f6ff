import { type Automaton, createNoAutomaton } from '../automata/index.ts';
import {
  type AgentId,
  type Crowd,
  createCrowd,
  createEvents,
  createObstacles,
  createTargets,
  type Events,
  enterAgent,
  type Obstacles,
  placeObstacles,
  placeTargets,
  reserveAgent,
  reserveRows,
  rowOf,
  Status,
  type Targets,
} from '../crowd/index.ts';
import {
  type BodyContacts,
  createBodyContacts,
  createBruteIndex,
  createEnvironment,
  createGridIndex,
  createWallContacts,
  type Environment,
  type NeighbourIndex,
  type WallContacts,
} from '../environment/index.ts';
import { createHash, type Hash64, toHex } from '../numerics/index.ts';
import { createDirectPlanner, NO_GOAL, type Planner } from '../planning/index.ts';
import { createNonlinearModel, type SteeringModel } from '../steering/index.ts';
import type { Command } from './command-schema.ts';
import {
  checkScenario,
  GoalKind,
  type Population,
  populate,
  type Scenario,
  type ScenarioInput,
} from './scenario/index.ts';
import { hashCrowd } from './state-hash.ts';

/** Everything that a simulation is: plain data, stepped by stepWorld. */
export type World = {
  readonly scenario: Scenario;
  readonly seed: number;
  /** Seconds per step. */
  readonly dt: number;
  /** Steps done; the time is step × dt. */
  step: number;
  crowd: Crowd;
  targets: Targets;
  targetSets: Int32Array[];
  obstacles: Obstacles;
  environment: Environment;
  /** What happened in the last step. */
  events: Events;
  /** Changes from outside that wait for the next step. */
  commands: Command[];
  /** Those that the last step carried out. */
  applied: Command[];
  /** Agents that have reached a goal so far, whether or not they are still here. */
  arrived: number;
  steering: SteeringModel;
  planner: Planner;
  automaton: Automaton;
  arrival: Scenario['arrival'];
  /** Scratch of the stages. */
  due: Uint8Array;
  leaving: Float64Array;
  bodyContacts: BodyContacts;
  wallContacts: WallContacts;
  hash: Hash64;
  /** The host's clock, if it wants the stages timed, and the time each has taken so far. */
  clock: (() => number) | undefined;
  stageTimes: Float64Array;
};

export type WorldOptions = {
  /** Replaces the scenario's seed. */
  seed?: number;
  /** A clock in milliseconds; stages are timed only where the host passes one. */
  clock?: () => number;
  /** Implementations of your own in place of the ones that the scenario names. */
  steering?: SteeringModel;
  neighbours?: NeighbourIndex;
  planner?: Planner;
  automaton?: Automaton;
};

/** Builds the world that a scenario describes; throws a ScenarioError when it is not a valid one. */
export function createWorld(input: ScenarioInput, options: WorldOptions = {}): World {
  const scenario = checkScenario(input);
  const seed = options.seed ?? scenario.seed;
  const population = populate(scenario, seed);
  const world = createEmptyWorld(scenario, seed, options);
  world.targetSets = population.targetSets;
  settle(world, population);
  advanceClockwork(world);
  return world;
}

/** Puts everything on a course where it is at the world's time, and hashes the state. */
export function advanceClockwork(world: World): void {
  placeTargets(world.targets, timeOf(world));
  placeObstacles(world.obstacles, timeOf(world), world.dt);
  hashCrowd(world.crowd, world.step, world.hash);
}

/** A world with everything of the scenario but its agents. */
export function createEmptyWorld(scenario: Scenario, seed: number, options: WorldOptions): World {
  const { bounds, neighbours } = scenario;
  const index = options.neighbours ?? (neighbours.name === 'brute' ? createBruteIndex() : createGridIndex());
  return {
    scenario,
    seed,
    dt: scenario.dt,
    step: 0,
    crowd: createCrowd(),
    targets: createTargets(scenario.targets),
    targetSets: [],
    obstacles: createObstacles(scenario.obstacles, bounds.walls ? bounds : undefined),
    environment: createEnvironment(index),
    events: createEvents(),
    commands: [],
    applied: [],
    arrived: 0,
    steering: options.steering ?? createNonlinearModel(scenario.steering),
    planner: options.planner ?? createDirectPlanner(),
    automaton: options.automaton ?? createNoAutomaton(),
    arrival: scenario.arrival,
    due: new Uint8Array(0),
    leaving: new Float64Array(0),
    bodyContacts: createBodyContacts(),
    wallContacts: createWallContacts(),
    hash: createHash(),
    clock: options.clock,
    stageTimes: new Float64Array(8),
  };
}

/** Gives every agent of a population its row, in order: agent n of the scenario has the id n. */
function settle(world: World, population: Population): void {
  const { crowd } = world;
  reserveRows(crowd, population.count);
  for (let agent = 0; agent < population.count; agent++) {
    const row = enterAgent(crowd, reserveAgent(crowd));
    crowd.motion.x[row] = population.x[agent];
    crowd.motion.y[row] = population.y[agent];
    crowd.motion.headingX[row] = population.headingX[agent];
    crowd.motion.headingY[row] = population.headingY[agent];
    crowd.traits.radius[row] = population.radius[agent];
    crowd.traits.desiredSpeed[row] = population.speed[agent];
    crowd.traits.agility[row] = population.agility[agent];
    crowd.traits.mass[row] = population.mass[agent];
    crowd.traits.aggressiveness[row] = population.aggressiveness[agent];
    crowd.traits.group[row] = population.group[agent];
    const standing = population.goalKind[agent] === GoalKind.none;
    crowd.plan.targetSet[row] = standing ? NO_GOAL : population.targetSet[agent];
    crowd.plan.goalX[row] = population.goalX[agent];
    crowd.plan.goalY[row] = population.goalY[agent];
    crowd.plan.goalRadius[row] = population.goalRadius[agent];
    startAgent(world, row);
  }
}

/** The columns that begin the same for every agent. */
export function startAgent(world: World, row: number): void {
  const { motion, traits, plan } = world.crowd;
  motion.weightTarget[row] = 0.5;
  motion.weightObstacles[row] = 0.5;
  traits.viewRadius[row] = world.scenario.neighbours.radius;
  plan.target[row] = -1;
  plan.status[row] = plan.targetSet[row] === NO_GOAL ? Status.idle : Status.walking;
}

/** Seconds simulated so far. */
export function timeOf(world: World): number {
  return world.step * world.dt;
}

/** The hash of the state after the last step, 16 hexadecimal digits. */
export function stateHashOf(world: World): string {
  return toHex(world.hash);
}

export type AgentState = {
  x: number;
  y: number;
  /** Unit vector. */
  headingX: number;
  headingY: number;
  /** Metres per second; negative when retreating. */
  speed: number;
  radius: number;
  arrived: boolean;
};

/** A copy of an agent's state, for programs that look at a few agents; loops read the crowd's columns. */
export function readAgent(world: World, id: AgentId): AgentState {
  const { crowd } = world;
  const row = rowOf(crowd, id);
  return {
    x: crowd.motion.x[row],
    y: crowd.motion.y[row],
    headingX: crowd.motion.headingX[row],
    headingY: crowd.motion.headingY[row],
    speed: crowd.motion.speed[row],
    radius: crowd.traits.radius[row],
    arrived: crowd.plan.hasArrived[row] === 1,
  };
}
