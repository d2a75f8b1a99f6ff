import type { Table } from './columns.ts';

/** The columns of agents, by table: what each quantity means, and its unit. */

/**
 * What moves, read as current and written as next. Velocities are metres per second, of the step that led here: contacts
 * are in them. Headings are unit vectors, the directions that agents face; no angle is ever stored. In the plane z,
 * velocityZ and headingZ are 0.
 */
export const motionLayout = {
  x: 'float64',
  y: 'float64',
  z: 'float64',
  velocityX: 'float64',
  velocityY: 'float64',
  velocityZ: 'float64',
  headingX: 'float64',
  headingY: 'float64',
  headingZ: 'float64',
} as const;

/** What an agent is like. Changed by commands and automata, never by steering. */
export const traitLayout = {
  radius: 'float64',
  /** The speed at which it walks when nothing obstructs it, metres per second. */
  desiredSpeed: 'float64',
  agility: 'float64',
  mass: 'float64',
  aggressiveness: 'float64',
  /** How far it perceives others, metres. */
  viewRadius: 'float64',
  /** Row in the scenario's list of groups, or −1. */
  group: 'int32',
  /** The class of obstacles that others see it as: a number among those classes. */
  class: 'int32',
  /** The steering model that moves it: a place in the world's list of models. */
  steering: 'uint8',
} as const;

/** Where an agent wants to go: written by the planning layer, read by steering. */
export const planLayout = {
  /** Unit vector of the desired direction; zero when there is none. */
  directionX: 'float64',
  directionY: 'float64',
  directionZ: 'float64',
  /** Desired speed, metres per second. */
  pace: 'float64',
  /** Distance to the goal, metres; 0 without a goal. */
  goalDistance: 'float64',
  /** The agent's own goal, used when targetSet is −1; for the goal kind direction the unit vector to walk along. */
  goalX: 'float64',
  goalY: 'float64',
  goalZ: 'float64',
  /**
   * The local target: the point that the agent walks to in a straight line until its next plan, and the metres to it.
   * A distance of 0: no target is known and the direction stays. −1: the planner is still searching for a path.
   */
  localX: 'float64',
  localY: 'float64',
  localDistance: 'float64',
  /** Distance at which the goal counts as reached, metres; when fleeing, the distance that is far enough. */
  goalRadius: 'float64',
  /** Row in the world's list of target sets; −1: own goal; −2: none. */
  targetSet: 'int32',
  /** The target pursued now, or −1. */
  target: 'int32',
  status: 'uint8',
  /** 1 once the agent has been at a goal. */
  hasArrived: 'uint8',
  /** 1 where the goal pursued now is in direct sight; 0 where it is not, or where sight is not tested. */
  inSight: 'uint8',
  /** What the agent does about its goal: one of GoalKind. */
  goalKind: 'uint8',
  /** Row in the world's table of stages, where the agent is on a journey; −1: it is not. */
  stage: 'int32',
  /**
   * The step in which the stage began, and the step that ends it or the wait at its end; infinite where no step does.
   */
  stageSince: 'int32',
  stageEnd: 'float64',
  /** The step in which an agent that stands at first starts; 0 once it has. */
  startAt: 'int32',
  /** The id of the agent that is pursued, or −1. */
  quarry: 'float64',
  /** The velocity field that is followed, or −1. */
  field: 'int32',
  /** The planner that plans for the agent: a row in the world's list. */
  planner: 'uint8',
  /** The target that a team has given the agent; −1: it chooses itself. */
  assigned: 'int32',
  /** Share of its speed that the agent's plan asks for; 1 where the plan does not slow it down. */
  paceShare: 'float64',
  /**
   * The sum of the revisions of map and targets at which a stranded agent found no path; −1 for all other agents. Code
   * that gives a stranded agent another goal sets it to −1, and the planner searches again.
   */
  strandedAt: 'float64',
  /**
   * Metres that the agent has gone towards its goal since its last progress, and the steps since; 1 where it rests, because
   * others stand where it wants to go.
   */
  progress: 'float64',
  held: 'int32',
  rests: 'uint8',
} as const;

/** One row for each slot, which is the part of an id that is reused. */
export const slotLayout = {
  /** The row of the slot's agent, or −1. */
  row: 'int32',
  /** How many agents had the slot before. */
  generation: 'int32',
  /** The free slots, as a stack: not a quantity of the slot in this row. */
  free: 'int32',
} as const;

/** When each phase is due next for an agent, as a step number, and what sets the pace: the scheduler's columns. */
export const scheduleLayout = {
  planning: 'int32',
  perception: 'int32',
  prediction: 'int32',
  reaction: 'int32',
  steering: 'int32',
  /** Of the last reaction: 1 where a feeler touched something. Of the last prediction: threats and agents in view, up to 255. */
  hits: 'uint8',
  threats: 'uint8',
  seen: 'uint8',
} as const;

/**
 * Columns where several classes of targets compete: unit vector and distance of the nearest target of each class, all zero
 * if the agent has none. The columns without a number are then those of the class that the agent pursues. Steering writes
 * `preference#`, and the planner pursues the class with the largest.
 */
type ClassColumns = {
  [
    column: `direction${number}${'X' | 'Y' | 'Z'}` | `distance${number}` | `preference${number}`
  ]: Float64Array;
};

export type Motion = Table<typeof motionLayout>;
export type Traits = Table<typeof traitLayout>;
export type Plan = Table<typeof planLayout> & ClassColumns;
export type Schedule = Table<typeof scheduleLayout>;
export type Slots = Table<typeof slotLayout>;

/** The speed of the agent in a row, metres per second. */
export function speedOf({ velocityX, velocityY, velocityZ }: Motion, row: number): number {
  const vx = velocityX[row];
  const vy = velocityY[row];
  const vz = velocityZ[row];
  return Math.sqrt(vx * vx + vy * vy + vz * vz);
}

/** Values of plan.status. stranded: no path leads to the goal in the present map with the present targets. */
export const Status = { walking: 0, arrived: 1, idle: 2, stranded: 3 } as const;

/** Values of plan.goalKind. */
export const GoalKind = {
  seek: 0,
  flee: 1,
  direction: 2,
  idle: 3,
  wander: 4,
  pursue: 5,
  follow: 6,
  queue: 7,
} as const;
