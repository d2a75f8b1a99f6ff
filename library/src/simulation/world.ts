import { type Automaton, joinAutomata } from '../automata/index.ts';
import {
  type AgentId,
  type Crowd,
  createCrowd,
  createEvents,
  createObstacles,
  createSolidTable,
  createTargets,
  type Events,
  needPart,
  type Obstacles,
  type Patches,
  placeObstacles,
  placeTargets,
  rowOf,
  type Solids,
  speedOf,
  type Targets,
} from '../crowd/index.ts';
import {
  type Attention,
  type Contacts,
  createContacts,
  createEnvironment,
  createNeighbourIndex,
  type Environment,
  type NeighbourIndex,
  type News,
  space,
} from '../environment/index.ts';
import { createHash, type Hash64, toHex } from '../numerics/index.ts';
import type { PlaneBounds, Planner, Team } from '../planning/index.ts';
import type { AnySteeringDefinition, SteeringModel } from '../steering/index.ts';
import { checkOptions } from './check-options.ts';
import type { Command } from './command-schema.ts';
import { addPairHashes } from './distances.ts';
import { ground } from './ground-part.ts';
import type { Itinerary } from './itinerary.ts';
import { obstacleChanges } from './obstacle-changes.ts';
import type { Occupied } from './occupied.ts';
import type { WorldParts } from './parts.ts';
import type { PlacedObstacles } from './placed-obstacle.ts';
import { createPlanners, type Planners } from './planners.ts';
import { obstaclesOf } from './scenario/area-part.ts';
import type { SteeringNeeds } from './scenario/by-model.ts';
import { classNumbers } from './scenario/classes.ts';
import type { Cadence, Scenario } from './scenario/schema.ts';
import type { FollowedField } from './scenario/velocity-fields.ts';
import { cadencesOf, createDueMarks, type DueMarks, type Phase, phases } from './schedule.ts';
import type { Script } from './script.ts';
import type { Sources } from './sources.ts';
import {
  addPlanHashes,
  addPlannerHashes,
  addRestHashes,
  addSinkHashes,
  addStartHashes,
  hashCrowd,
} from './state-hash.ts';
import { createModel, engineNeeds, type ModelInUse } from './steering.ts';

/** Everything that a simulation is: plain data, stepped by stepWorld. */
export type World = {
  /** What the world was made from, with what commands have added since. */
  readonly scenario: Scenario;
  /** The same without additions; and those, in the order of their adding. */
  readonly given: Scenario;
  additions: Command[];
  /** What only some worlds need. */
  readonly parts: WorldParts;
  readonly seed: number;
  /** Seconds per step. */
  readonly dt: number;
  /** Steps done; the time is step × dt. */
  step: number;
  /** Whether a step is under way. */
  isStepping: boolean;
  crowd: Crowd;
  targets: Targets;
  targetSets: Int32Array[];
  /** What is solid: obstacles in a world of two dimensions, solids in one of three. */
  obstacles: Obstacles;
  solids: Solids;
  /**
   * The obstacles by number, without what their courses add: those of the scenario, the parts of its area, and those that
   * commands have added. No number is used again; undefined: the obstacle was removed.
   */
  shapes: PlacedObstacles;
  /** The number of the next obstacle that a command adds. */
  nextObstacle: number;
  environment: Environment;
  /** What agents of groups that share know; nothing where no group does. */
  news: News | undefined;
  /** What happened in the last step, in canonical order. */
  events: Events;
  /** What has happened so far in the step that is under way; empty between steps. */
  happening: Events;
  /** Changes from outside that wait for the next step. */
  commands: Command[];
  /** Those that the last step carried out. */
  applied: Command[];
  /** Agents that have reached a goal so far, whether or not they are still here. */
  arrived: number;
  /** The stages of all journeys. */
  itinerary: Itinerary;
  /** What happens at given times. */
  script: Script;
  /** The steering models in use; the first is the scenario's. traits.steering of an agent is a place in this list. */
  models: ModelInUse[];
  /** Scratch: the rows of the model at work. */
  members: Uint8Array;
  /** Scratch: the agents that perceive only what nothing hides, where models differ in that. */
  sighted: Uint8Array;
  /** Scratch: how far agents look in a crowd. */
  attention: Attention;
  /** The planners; plan.planner says which one plans for an agent. */
  planners: Planners;
  /** What journeys can follow, in the order of the scenario. */
  velocityFields: FollowedField[];
  /** The world as planners see it. */
  planBounds: PlaneBounds;
  /** Agents with a common task, in the order of the scenario. */
  teams: Team[];
  /** Groups that enter during the run; undefined where none does. */
  sources: Sources | undefined;
  /** Ground that changes walking; undefined where there is none. */
  patches: Patches | undefined;
  /** All automata as one: changes, those of the scenario, and that of the program. */
  automaton: Automaton;
  ownAutomaton: Automaton | undefined;
  arrival: Scenario['arrival'];
  /** Scratch: the agents that are due for each phase in this step. */
  due: DueMarks;
  /** Scratch: the same of the members of the model at work, where there are several. */
  ownDue: DueMarks;
  /** How often each phase runs: the scenario's cadence in steps. */
  readonly cadences: Record<Phase, Cadence>;
  /** Scratch: the ids of agents that leave in this step. */
  leaving: Float64Array;
  contacts: Contacts;
  /** Scratch: where bodies will be when the next step begins; undefined until something asks. */
  occupied: Occupied | undefined;
  /** Scratch: the radius of each agent's hard core, where a model declares one. */
  cores: Float64Array;
  /** Scratch: the agents that something stops. */
  stops: Uint8Array;
  /** The hash of the state, and the step after which it was made: it is made when it is asked for. */
  hash: Hash64;
  hashedStep: number;
  /** The host's clock, if it wants the stages timed, and the time each has taken so far. */
  clock: (() => number) | undefined;
  stageTimes: Float64Array;
  /** How often each phase has run, summed over agents, in the order of `phases` in schedule.ts. */
  phaseRuns: Float64Array;
};

/** What a program may choose besides the scenario or the settings of a world. */
export type WorldOptions = {
  /** Replaces the scenario's seed. */
  seed?: number;
  /** A clock in milliseconds; stages are timed only where the host passes one. */
  clock?: () => number;
  /** Implementations of your own in place of the ones that the scenario names; a definition has its own defaults. */
  steering?: SteeringModel | AnySteeringDefinition;
  neighbours?: NeighbourIndex;
  planner?: Planner;
  automaton?: Automaton;
};

/** What the model wants that a program passes, where it passes one. */
export function needsOf({ steering }: WorldOptions): SteeringNeeds | undefined {
  return steering && ('create' in steering ? steering : { perception: engineNeeds });
}

/** Takes up lists of targets, and the journeys, whose stages speak of them. */
export function prepareJourneys(world: World, targetSets: Int32Array[]): void {
  world.targetSets = targetSets;
  world.itinerary = world.parts.createItinerary(world.scenario, targetSets, world.given.groups);
}

/** Puts everything on a course where it is at the world's time. */
export function advanceClockwork(world: World): void {
  placeTargets(world.targets, timeOf(world));
  placeObstacles(world.obstacles, timeOf(world), world.dt);
  if (world.solids.count > 0) needPart(space).placeSolids(world.solids, timeOf(world), world.dt);
  world.hashedStep = -1;
}

/** Whether what agents do next depends on more than where they are and what they pursue. */
function hasPlans({ itinerary, scenario, script, targets }: World): boolean {
  return (
    itinerary.stages.length + script.entries.length + scenario.teams.length + scenario.automata.length > 0 ||
    targets.open.includes(0)
  );
}

/** A world with everything of the scenario but its agents. */
export function createEmptyWorld(
  scenario: Scenario,
  seed: number,
  options: WorldOptions,
  parts: WorldParts,
): World {
  checkOptions(options);
  const { dimension, neighbours } = scenario;
  const index = options.neighbours ?? createNeighbourIndex(neighbours.name, neighbours.sight);
  const classes = classNumbers(scenario);
  const own = options.automaton ? [options.automaton] : [];
  const automaton = joinAutomata([...parts.createAutomata(scenario), ...own]);
  const first = createModel(scenario, options.steering);
  const teams = parts.createTeams(scenario);
  const crowd = createCrowd(64, {
    dimension,
    targetClasses: classes.targetClasses.length,
    memory: automaton.memory ?? {},
    steer: first.model.columns ?? {},
  });
  const cadences = cadencesOf(scenario.cadence, scenario.dt);
  const shapes = obstaclesOf(scenario);
  return {
    scenario,
    given: scenario,
    additions: [],
    parts,
    seed,
    dt: scenario.dt,
    step: 0,
    isStepping: false,
    crowd,
    targets: createTargets(
      scenario.targets.map((target) => ({ ...target, class: classes.targetClassOf(target.class) })),
    ),
    targetSets: [],
    ...createSurroundings(scenario, shapes),
    shapes,
    nextObstacle: shapes.length,
    environment: createEnvironment(index, { ...neighbours, keeps: cadences.perception !== 1 }),
    news: parts.createNews(scenario),
    events: createEvents(),
    happening: createEvents(),
    commands: [],
    applied: [],
    arrived: 0,
    itinerary: parts.createItinerary(scenario, [], []),
    script: parts.createScript(scenario),
    models: [first],
    members: new Uint8Array(0),
    sighted: new Uint8Array(0),
    attention: { radius: new Float64Array(0), enough: new Uint8Array(0) },
    planners: createPlanners(scenario, options.planner),
    velocityFields: parts.createVelocityFields(scenario),
    planBounds: boundsInPlane(scenario),
    teams,
    sources: parts.createSources(scenario, seed),
    patches: scenario.ground.length > 0 ? needPart(ground).create(scenario.ground) : undefined,
    automaton,
    ownAutomaton: options.automaton,
    arrival: scenario.arrival,
    due: createDueMarks(),
    ownDue: createDueMarks(),
    cadences,
    leaving: new Float64Array(0),
    contacts: createContacts(),
    occupied: undefined,
    cores: new Float64Array(0),
    stops: new Uint8Array(0),
    hash: createHash(),
    hashedStep: -1,
    clock: options.clock,
    stageTimes: new Float64Array(8),
    phaseRuns: new Float64Array(phases.length),
  };
}

function boundsInPlane({ bounds: { min, max } }: Scenario): PlaneBounds {
  return { minX: min[0], minY: min[1], maxX: max[0], maxY: max[1] };
}

/** What is solid, in the plane or in space. */
export function createSurroundings(
  scenario: Scenario,
  shapes: PlacedObstacles,
): Pick<World, 'obstacles' | 'solids'> {
  const { bounds, dimension } = scenario;
  const { obstacleClassOf } = classNumbers(scenario);
  const border = bounds.walls ? bounds : undefined;
  // Not `map`: the list may have holes.
  const classed = Array.from(shapes, (shape) => shape && { ...shape, class: obstacleClassOf(shape.class) });
  // The checks have made sure that the shapes are those of the dimension.
  return dimension === 2
    ? { obstacles: createObstacles(...([classed, border] as InPlane)), solids: createSolidTable(0) }
    : {
        obstacles: createObstacles([]),
        solids: needPart(space).createSolids(...([classed, border] as InSpace)),
      };
}

type InPlane = Parameters<typeof createObstacles>;
type InSpace = Parameters<NonNullable<typeof space.registered>['createSolids']>;

/** Seconds simulated so far. */
export function timeOf(world: World): number {
  return world.step * world.dt;
}

/** The hash of the state after the last step, 16 hexadecimal digits. */
export function stateHashOf(world: World): string {
  if (world.hashedStep !== world.step) hashState(world);
  return toHex(world.hash);
}

/** Whether a column has a number above 0; rows of agents that have left do not count. */
function isAny({ count, plan }: Crowd, name: 'rests' | 'startAt'): boolean {
  return plan[name].subarray(0, count).some((value) => value > 0);
}

function hashState(world: World): void {
  hashCrowd(world.crowd, world.step, world.hash);
  if (hasPlans(world)) addPlanHashes(world.crowd, world.targets, world.script.done, world.hash);
  if (world.news) world.parts.addNewsHashes(world.news, world.crowd, world.hash);
  if (world.planners.list.length > 1) addPlannerHashes(world.crowd, world.hash);
  if (world.crowd.distances.inUse) addPairHashes(world.crowd, world.hash);
  if (world.teams.length > 0) world.parts.addTeamHashes(world.teams, world.hash);
  if (isAny(world.crowd, 'startAt')) addStartHashes(world.crowd, world.hash);
  if (isAny(world.crowd, 'rests')) addRestHashes(world.crowd, world.hash);
  if (world.sources) world.parts.addSourceHashes(world.sources, world.hash);
  if (world.scenario.targets.some(({ sink }, k) => +sink !== world.targets.sink[k]))
    addSinkHashes(world.targets, world.hash);
  world.parts.addAdditionHashes(world, world.hash);
  if (world.patches) ground.registered!.addHashes(world.patches, world.hash);
  if (world.obstacles.revision + world.solids.revision > 0)
    needPart(obstacleChanges).addHashes(world, world.hash);
  world.hashedStep = world.step;
}

/** The state of one agent, as `readAgent` copies it. */
export type AgentState = {
  x: number;
  y: number;
  /** 0 in a world of two dimensions. */
  z: number;
  /** Metres per second, in the last step. */
  velocityX: number;
  velocityY: number;
  velocityZ: number;
  speed: number;
  /** Unit vector: where the agent faces. */
  headingX: number;
  headingY: number;
  headingZ: number;
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
    z: crowd.motion.z[row],
    velocityX: crowd.motion.velocityX[row],
    velocityY: crowd.motion.velocityY[row],
    velocityZ: crowd.motion.velocityZ[row],
    speed: speedOf(crowd.motion, row),
    headingX: crowd.motion.headingX[row],
    headingY: crowd.motion.headingY[row],
    headingZ: crowd.motion.headingZ[row],
    radius: crowd.traits.radius[row],
    arrived: crowd.plan.hasArrived[row] === 1,
  };
}
