import type { Crowd, Events, Obstacles, Patches, Targets } from '../../crowd/index.ts';

export type PlanningInput = {
  crowd: Crowd;
  targets: Targets;
  /** Lists of targets that agents choose from; plan.targetSet is a row here. */
  targetSets: readonly Int32Array[];
  /** What is solid, in a world of two dimensions; empty in one of three. */
  obstacles: Obstacles;
  /** Ground that changes walking; absent where all of it is plain. */
  patches?: Patches | undefined;
  /** The world, in the plane. */
  bounds: PlaneBounds;
  /** What journeys can follow; plan.field is a row here. */
  velocityFields: readonly VelocitySampler[];
  /** Rows that are due, by the cadence of planning. */
  due: Uint8Array;
  /** Radians per second that agents of each steering model turn with at most when they aim at a goal. */
  turnRates: readonly number[];
  /** Whether nothing stands between two places; absent where the scenario asks for no sight. */
  isInSight?: IsInSight | undefined;
  seed: number;
  step: number;
  /** Seconds per step. */
  dt: number;
  /** Where a planner records what happens: a goal that cannot be reached. */
  events: Events;
};

/** Velocities over the plane: writes the vector at a place, m/s, into out[0] and out[1]. */
export type VelocitySampler = { sample(x: number, y: number, out: Float64Array): void };

export type PlaneBounds = { minX: number; minY: number; maxX: number; maxY: number };

/** Says whether no obstacle stands between two places, however far apart. */
export type IsInSight = (
  fromX: number,
  fromY: number,
  fromZ: number,
  toX: number,
  toY: number,
  toZ: number,
) => boolean;

/**
 * A planner says where each agent wants to go now: it writes plan.directionX, directionY (in space directionZ), pace,
 * target, goalDistance and inSight of every row that is due, and the same for further classes of targets. Any planner can
 * take another's place, since steering reads these columns only.
 */
export type Planner = {
  readonly name: string;
  updatePlans(input: PlanningInput): void;
  /**
   * Where an agent of a target set and a body radius would go from a place: writes a unit vector into out; false where
   * there is no path or none is known. Where out has room for it, out[2] is the length of the path, metres, or infinite.
   * For pictures; it changes nothing.
   */
  directionAt?(set: number, radius: number, x: number, y: number, out: Float64Array): boolean;
  /** The rest of the route that an agent follows, metres; empty if it has none. For pictures; it changes nothing. */
  routeOf?(bounds: PlaneBounds, id: number): [x: number, y: number][];
  /**
   * Metres of the path from (x, y) to a target for a body like that of the agent in the row: infinite where there is none,
   * NaN where it is not known (yet). Teams ask before they decide; it must not cost a search for each question.
   */
  pathLength?(input: PlanningInput, row: number, x: number, y: number, target: number): number;
  /** The state to save besides the crowd's columns, as bytes; and loading it. */
  save?(): Uint8Array;
  load?(bytes: Uint8Array): void;
  /** Makes ready what was loaded, once the world is whole; throws if it does not fit the world. */
  resume?(input: PlanningInput): void;
};

/** Where an agent wants to be. */
export type Aim = {
  x: number;
  y: number;
  z: number;
  /** Metres from there within which it has arrived. */
  radius: number;
  /** Its number among the targets; −1: a place of the agent's own. */
  target: number;
};

/** How to get there from here. */
export type Direction = {
  /** Unit vector; 0 where there is no path. */
  x: number;
  y: number;
  z: number;
  /** Metres that are left. */
  distance: number;
  /** Metres that can be walked straight along the vector; 0: the guide does not say. */
  ahead: number;
  state: number;
  /** Whether it leads straight to the aim. */
  isStraight: boolean;
};

/** Values of Direction.state. waiting: not known yet, the old direction serves meanwhile; none: the aim cannot be reached. */
export const DirectionState = { known: 0, waiting: 1, none: 2 } as const;

/** Finds the direction to a goal: planners differ in this alone. */
export type Guide = {
  readonly name: string;
  /** Called once in each step in which an agent is due, before the agents. */
  begin?(input: PlanningInput): void;
  /** The target of its set that an agent is to pursue; −1: none can be reached. If absent: the nearest, straight. */
  chooseTarget?(input: PlanningInput, row: number): number;
  /** Whether a path may lead the agent to a target; true while that is not known. If absent: to every one. */
  reaches?(input: PlanningInput, row: number, target: number): boolean;
  /** Writes the direction from where the agent is to its aim. */
  findDirection(input: PlanningInput, row: number, aim: Aim, direction: Direction): void;
  /** As Planner.directionAt. */
  directionAt?(set: number, radius: number, x: number, y: number, out: Float64Array): boolean;
  /** As Planner.routeOf. */
  routeOf?(bounds: PlaneBounds, id: number): [x: number, y: number][];
  /** As Planner.pathLength. */
  pathLength?(input: PlanningInput, row: number, x: number, y: number, target: number): number;
  save?(): Uint8Array;
  load?(bytes: Uint8Array): void;
  /** As that of a planner. */
  resume?(input: PlanningInput): void;
};

/** Values of plan.targetSet that are no row. */
export const OWN_GOAL = -1;
export const NO_GOAL = -2;

/** Value of plan.strandedAt that is no revision: a stranded agent tries again, and does not report it again. */
export const STALE = 0.5;

/** Value of plan.assigned: the own goal is a place that a team keeps the agent at, and reaching it is no arrival. */
export const TEAM_PLACE = -2;

/** Bytes of all fields of a planner together, at most; scenarios that may need more are refused. */
export const mostFieldBytes = 2_000_000_000;
