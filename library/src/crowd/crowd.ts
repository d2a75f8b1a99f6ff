import {
  type AnyTable,
  bytesPerRow,
  clearRow,
  copyRow,
  createTable,
  growTable,
  type Layout,
  permuteTable,
  type Table,
} from './columns.ts';
import { beginDistances, createDistances, type Distances, linkDistances } from './distances.ts';

/**
 * What moves, read as current and written as next. Velocities are metres per second, of the step that led here: contacts
 * are in them. Headings are unit vectors, the directions that agents face; no angle is ever stored. In the plane z,
 * velocityZ and headingZ are 0.
 */
const motionLayout = {
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
const traitLayout = {
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
const planLayout = {
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
  /** The step in which an agent that stands at first sets out; 0 once it has. */
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
} as const;

/** One row for each slot, which is the part of an id that is reused. */
const slotLayout = {
  /** The row of the slot's agent, or −1. */
  row: 'int32',
  /** How many agents had the slot before. */
  generation: 'int32',
  /** The free slots, as a stack: not a quantity of the slot in this row. */
  free: 'int32',
} as const;

/** When each phase is due next for an agent, as a step number, and what sets the pace: the scheduler's columns. */
const scheduleLayout = {
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
type Schedule = Table<typeof scheduleLayout>;
type Slots = Table<typeof slotLayout>;

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

/** Identifies one agent permanently: the slot number plus 2^20 times the slot's generation. Never a row. */
export type AgentId = number & { readonly agentId?: never };

const SLOT_COUNT = 1 << 20;
/** More agents than this do not fit in the slots of an id; the scenario schema states the same limit. */
export const MAXIMUM_AGENTS = 1_000_000;
const NO_ROW = -1;

/** What depends on the world: its dimension, and how many columns its layers need. */
export type CrowdShape = {
  dimension: 2 | 3;
  /** Classes of targets that compete. */
  targetClasses: number;
  /** Columns that the automaton keeps of each agent. */
  memory: Layout;
  /** Columns that the steering model keeps of each agent; if absent, none. */
  steer?: Layout;
};

const plane: CrowdShape = { dimension: 2, targetClasses: 1, memory: {} };

/**
 * The agents of a world: tables of columns, in which one row is one agent. After a step, references that a program keeps are stale: an
 * agent's row changes when another one leaves, `motion` and `next` change places, and arrays are replaced when the crowd
 * grows. Read the tables again after each step; `rowOf` finds a row by its id, and a view (`wend/view`) has rows that stay.
 */
export type Crowd = {
  readonly dimension: 2 | 3;
  /** Classes of targets that compete. */
  readonly targetClasses: number;
  /** Rows in use: agents are rows 0 … count − 1 of every table. */
  count: number;
  capacity: number;
  motion: Motion;
  next: Motion;
  traits: Traits;
  plan: Plan;
  schedule: Schedule;
  /** What the automaton remembers of each agent, by its own layout. */
  memory: AnyTable;
  /** What each steering model remembers of each agent, by its own layout, and the table of the model at work. */
  steers: AnyTable[];
  steer: AnyTable;
  /** The gaps that agents want to keep from others. */
  readonly distances: Distances;
  /** The id of the agent in each row. */
  ids: Float64Array;
  slots: Slots;
  /** Slots ever used, and how many of them are free to use again. */
  slotCount: number;
  freeSlotCount: number;
  /** Changes whenever an agent enters, leaves or gets another row. Code that keeps rows between steps compares it. */
  revision: number;
};

export function createCrowd(capacity = 64, shape: CrowdShape = plane): Crowd {
  const { dimension, memory, steer = {}, targetClasses } = shape;
  const own = createTable(steer, capacity);
  const classes = targetClasses > 1 ? numberedColumns(targetClasses, classColumns) : {};
  return {
    dimension,
    targetClasses,
    count: 0,
    capacity,
    motion: createTable(motionLayout, capacity),
    next: createTable(motionLayout, capacity),
    traits: createTable(traitLayout, capacity),
    plan: createTable({ ...planLayout, ...classes }, capacity) as Plan,
    schedule: createTable(scheduleLayout, capacity),
    memory: createTable(memory, capacity),
    steers: [own],
    steer: own,
    distances: createDistances(),
    ids: new Float64Array(capacity),
    slots: createTable(slotLayout, capacity),
    slotCount: 0,
    freeSlotCount: 0,
    revision: 0,
  };
}

const classColumns = ['direction#X', 'direction#Y', 'direction#Z', 'distance#', 'preference#'];

/** The layout of numbered columns: each # is replaced by a number below `count`. */
export function numberedColumns(count: number, names: readonly string[]): Record<string, 'float64'> {
  const layout: Record<string, 'float64'> = {};
  for (let number = 0; number < count; number++) {
    for (const name of names) layout[name.replace('#', `${number}`)] = 'float64';
  }
  return layout;
}

/** The speed of the agent in a row, metres per second. */
export function speedOf({ velocityX, velocityY, velocityZ }: Motion, row: number): number {
  const vx = velocityX[row];
  const vy = velocityY[row];
  const vz = velocityZ[row];
  return Math.sqrt(vx * vx + vy * vy + vz * vz);
}

/** Bytes per agent that the crowd's own arrays take when full. */
export const crowdBytesPerAgent =
  2 * bytesPerRow(motionLayout) +
  bytesPerRow(traitLayout) +
  bytesPerRow(planLayout) +
  bytesPerRow(scheduleLayout) +
  bytesPerRow(slotLayout) +
  8;

/** Makes room for at least `capacity` agents; called before rows are taken, never inside a stage. */
export function reserveRows(crowd: Crowd, capacity: number): void {
  if (capacity <= crowd.capacity) return;
  if (capacity > MAXIMUM_AGENTS) {
    throw new RangeError(`a crowd holds at most ${MAXIMUM_AGENTS} agents, not ${capacity}`);
  }
  const grown = Math.min(MAXIMUM_AGENTS, Math.max(capacity, crowd.capacity * 2));
  for (const table of tablesOf(crowd)) growTable(table, grown);
  linkDistances(crowd.distances);
  if (crowd.slots.row.length < grown) growTable(crowd.slots, grown);
  const ids = new Float64Array(grown);
  ids.set(crowd.ids);
  crowd.ids = ids;
  crowd.capacity = grown;
}

/** The id that reserveAgent would take now. */
export function nextAgent({ slots, freeSlotCount, slotCount }: Crowd): AgentId {
  if (freeSlotCount === 0) return slotCount;
  const slot = slots.free[freeSlotCount - 1];
  return slots.generation[slot] * SLOT_COUNT + slot;
}

/** Takes an id for an agent that will enter with enterAgent; until then it has no row. */
export function reserveAgent(crowd: Crowd): AgentId {
  if (crowd.freeSlotCount === 0) {
    reserveSlot(crowd);
    crowd.slots.row[crowd.slotCount] = NO_ROW;
    crowd.slots.free[crowd.freeSlotCount++] = crowd.slotCount++;
  }
  const slot = crowd.slots.free[--crowd.freeSlotCount];
  return crowd.slots.generation[slot] * SLOT_COUNT + slot;
}

/** Makes room for one more slot. Rows are made when agents enter: many that come at once then cost one growth. */
function reserveSlot({ slotCount, slots }: Crowd): void {
  if (slotCount < slots.row.length) return;
  if (slotCount >= MAXIMUM_AGENTS) {
    throw new RangeError(`a crowd holds at most ${MAXIMUM_AGENTS} agents, not ${slotCount + 1}`);
  }
  growTable(slots, Math.min(MAXIMUM_AGENTS, 2 * slotCount));
}

/** Gives a reserved agent its row, cleared, on no journey. Its columns are the caller's to fill. */
export function enterAgent(crowd: Crowd, id: AgentId): number {
  reserveRows(crowd, crowd.slotCount);
  const row = crowd.count++;
  crowd.slots.row[slotOf(id)] = row;
  crowd.ids[row] = id;
  for (const table of tablesOf(crowd)) clearRow(table, row);
  beginDistances(crowd, row);
  const { plan } = crowd;
  plan.stage[row] = -1;
  plan.quarry[row] = -1;
  plan.field[row] = -1;
  plan.assigned[row] = -1;
  plan.paceShare[row] = 1;
  plan.strandedAt[row] = -1;
  crowd.revision++;
  return row;
}

/** Adds the columns of one more steering model, all 0. */
export function addSteerTable(crowd: Crowd, layout: Layout): void {
  crowd.steers.push(createTable(layout, crowd.capacity));
}

/** Clears what a steering model remembers of an agent. */
export function clearSteerRow({ steers }: Crowd, model: number, row: number): void {
  const table = steers[model];
  const names = steerNames.get(table) ?? Object.keys(table);
  steerNames.set(table, names);
  for (const name of names) table[name][row] = 0;
}

/** Names of the columns, which would be listed again for each agent that changes its model within a step. */
const steerNames = new WeakMap<object, readonly string[]>();

/** Frees the agent's row; the last row moves into the gap, so rows stay dense. */
export function dropAgent(crowd: Crowd, id: AgentId): void {
  const row = rowOf(crowd, id);
  const slot = slotOf(id);
  const last = --crowd.count;
  if (row !== last) {
    for (const table of tablesOf(crowd)) copyRow(table, last, row);
    crowd.ids[row] = crowd.ids[last];
    crowd.slots.row[slotOf(crowd.ids[row])] = row;
  }
  crowd.slots.row[slot] = NO_ROW;
  crowd.slots.generation[slot]++;
  crowd.slots.free[crowd.freeSlotCount++] = slot;
  crowd.revision++;
}

/** True while the agent is in the crowd. */
export function hasAgent(crowd: Crowd, id: AgentId): boolean {
  if (!Number.isSafeInteger(id) || id < 0) return false;
  const slot = slotOf(id);
  return (
    slot < crowd.slotCount && crowd.slots.row[slot] !== NO_ROW && crowd.ids[crowd.slots.row[slot]] === id
  );
}

/** The row that holds the agent now; valid until the next add, remove or reorder. Throws on a stale id. */
export function rowOf(crowd: Crowd, id: AgentId): number {
  if (!hasAgent(crowd, id))
    throw new RangeError(`no agent ${id} in the crowd: it was removed or never added`);
  return crowd.slots.row[slotOf(id)];
}

/** The tables with one row for each agent. */
export function tablesOf(crowd: Crowd) {
  const { distances, memory, motion, next, plan, schedule, steers, traits } = crowd;
  return [motion, next, traits, plan, schedule, memory, ...steers, distances.columns];
}

/** The part of an id that is used again, below 2^20; unique among the agents that are in the crowd. */
export function slotOf(id: AgentId): number {
  return id & (SLOT_COUNT - 1);
}

/**
 * Stores the agents in another order: row r becomes what row order[r] was. Results never depend on the order
 * (docs/decisions/0002-determinism.md), so this serves locality and the tests that prove it.
 */
export function reorderRows(crowd: Crowd, order: Int32Array): void {
  if (order.length !== crowd.count) throw new RangeError(`expected an order of ${crowd.count} rows`);
  for (const table of tablesOf(crowd)) permuteTable(table, order);
  const ids = crowd.ids.slice(0, crowd.count);
  for (let row = 0; row < order.length; row++) {
    crowd.ids[row] = ids[order[row]];
    crowd.slots.row[slotOf(crowd.ids[row])] = row;
  }
  crowd.revision++;
}
