import { type Frame, rowOfAgent } from './frame.ts';

/** The space-time plans in use. They are few, so they have a store of their own instead of columns of every agent. */
export type PlanStore = {
  /** Points of a plan besides its start. */
  readonly layers: number;
  /** Slots in use or free again; the column `plan` is the slot + 1. */
  count: number;
  /** The id of the agent that follows the plan; −1 for a free slot. */
  owner: Float64Array;
  /** When it began, seconds, and how many layers it has. */
  begin: Float64Array;
  length: Float64Array;
  /** The position at layer t: index slot × (layers + 1) + t. */
  x: Float64Array;
  y: Float64Array;
  /** The result of placeOnPlan. */
  pointX: number;
  pointY: number;
};

export function createPlanStore(layers: number): PlanStore {
  const none = new Float64Array(0);
  return { layers, count: 0, owner: none, begin: none, length: none, x: none, y: none, pointX: 0, pointY: 0 };
}

/** Gives the agent of a row a slot for its plan: its own, or a free one. */
export function takePlace(store: PlanStore, frame: Frame, row: number): number {
  const { own } = frame;
  if (own.plan[row] > 0) return own.plan[row] - 1;
  let place = 0;
  while (place < store.count && isKept(store, frame, place)) place++;
  if (place === store.count) {
    if (store.count === store.owner.length) growStore(store);
    store.count++;
  }
  store.owner[place] = frame.ids[row];
  own.plan[row] = place + 1;
  return place;
}

export function dropPlan(store: PlanStore, frame: Frame, row: number): void {
  const { own } = frame;
  if (own.plan[row] === 0) return;
  store.owner[own.plan[row] - 1] = -1;
  own.plan[row] = 0;
  own.unforeseen[row] = 0;
}

/** Whether the owner of a slot is still in the crowd and still uses it. */
function isKept(store: PlanStore, frame: Frame, place: number): boolean {
  const row = rowOfAgent(frame, store.owner[place]);
  return row >= 0 && frame.own.plan[row] === place + 1;
}

/** Finds the position on a plan at a time, seconds; before its start and after its end the position is constant. */
export function placeOnPlan(store: PlanStore, place: number, layer: number, time: number): void {
  const at = Math.max(0, Math.min(store.length[place], (time - store.begin[place]) / layer));
  const before = Math.floor(at);
  const a = place * (store.layers + 1) + before;
  const b = at > before ? a + 1 : a;
  store.pointX = store.x[a] + (at - before) * (store.x[b] - store.x[a]);
  store.pointY = store.y[a] + (at - before) * (store.y[b] - store.y[a]);
}

function growStore(store: PlanStore): void {
  const places = Math.max(8, 2 * store.owner.length);
  store.owner = longer(store.owner, places);
  store.begin = longer(store.begin, places);
  store.length = longer(store.length, places);
  store.x = longer(store.x, places * (store.layers + 1));
  store.y = longer(store.y, places * (store.layers + 1));
}

function longer(values: Float64Array, length: number): Float64Array {
  const copy = new Float64Array(length);
  copy.set(values);
  return copy;
}

/** The store as bytes: layers and count, then each column. */
export function savePlans(store: PlanStore): Uint8Array {
  const { count, layers } = store;
  const points = count * (layers + 1);
  const values = new Float64Array(2 + 3 * count + 2 * points);
  values[0] = layers;
  values[1] = count;
  let at = 2;
  for (const [column, length] of columnsOf(store, count)) {
    values.set(column.subarray(0, length), at);
    at += length;
  }
  return new Uint8Array(values.buffer);
}

export function loadPlans(store: PlanStore, bytes: Uint8Array): void {
  if (bytes.length % 8 !== 0 || bytes.length < 16) throw new Error('the saved plans are cut off');
  // A copy: the bytes may begin anywhere in their buffer.
  const values = new Float64Array(bytes.slice().buffer);
  const count = values[1];
  if (values[0] !== store.layers) {
    throw new Error(`the plans were saved with ${values[0]} layers, and this model has ${store.layers}`);
  }
  if (values.length !== 2 + 3 * count + 2 * count * (store.layers + 1)) {
    throw new Error('the saved plans are cut off');
  }
  while (store.owner.length < count) growStore(store);
  store.count = count;
  let at = 2;
  for (const [column, length] of columnsOf(store, count)) {
    column.set(values.subarray(at, at + length));
    at += length;
  }
}

function columnsOf(store: PlanStore, count: number): (readonly [Float64Array, number])[] {
  const points = count * (store.layers + 1);
  return [
    [store.owner, count],
    [store.begin, count],
    [store.length, count],
    [store.x, points],
    [store.y, points],
  ];
}
