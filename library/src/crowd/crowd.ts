import {
  type Motion,
  motionLayout,
  type Plan,
  planLayout,
  type Schedule,
  type Slots,
  scheduleLayout,
  slotLayout,
  type Traits,
  traitLayout,
} from './agent-tables.ts';
import {
  type AnyTable,
  clearRow,
  copyRow,
  createTable,
  growTable,
  type Layout,
  permuteTable,
} from './columns.ts';
import { beginDistances, createDistances, type Distances, linkDistances } from './distances.ts';

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

/**
 * Makes room for one more slot. Rows are allocated when agents enter, so many agents that enter at once need one growth.
 */
function reserveSlot({ slotCount, slots }: Crowd): void {
  if (slotCount < slots.row.length) return;
  if (slotCount >= MAXIMUM_AGENTS) {
    throw new RangeError(`a crowd holds at most ${MAXIMUM_AGENTS} agents, not ${slotCount + 1}`);
  }
  growTable(slots, Math.min(MAXIMUM_AGENTS, 2 * slotCount));
}

/** Gives a reserved agent a cleared row without a journey. The caller fills its columns. */
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

/** A cache of column names: otherwise they would be listed for each agent that changes its model. */
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
 * Changes the order of all rows: row r becomes what row order[r] was. Results never depend on the order
 * (docs/decisions/0002-determinism.md). This improves locality, and tests use it.
 */
export function reorderRows(crowd: Crowd, order: Int32Array): void {
  for (const table of tablesOf(crowd)) permuteTable(table, order);
  permuteTable({ ids: crowd.ids }, order);
  for (let row = 0; row < order.length; row++) crowd.slots.row[slotOf(crowd.ids[row])] = row;
  crowd.revision++;
}
