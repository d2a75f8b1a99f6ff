import type { SteeringInput } from '../contract.ts';

/** Metres between centres within which agents count as a crowd. */
export const CROWD_REACH = 4;
/** Metres by which agents may come nearer before a list is ordered again: more than in four steps of a brisk walk. */
const DRIFT = 0.8;
/** Entries within this distance come first in an ordered list. */
export const ORDER_REACH = CROWD_REACH + DRIFT;
/** Metres: rounding. */
const ROUNDING = 1e-6;

/**
 * Which near lists are ordered: agents within ORDER_REACH first. Lists are kept for several steps, in which agents move
 * little, so that most steps need the first entries alone. Scratch: it never changes a result.
 */
export type Orders = {
  /** The step of the next perception of each row when its list was ordered, and how many entries come first. */
  turn: Int32Array;
  first: Int32Array;
  /** The drift at that time. */
  since: Float64Array;
  /** Metres that two agents can have come nearer since the orders began, at the most. */
  drift: number;
  step: number;
  revision: number;
  /** The positions of the last step. */
  x: Float64Array;
  y: Float64Array;
};

export function createOrders(): Orders {
  const none = new Float64Array(0);
  const rows = new Int32Array(0);
  return { turn: rows, first: rows, since: none, drift: 0, step: -1, revision: -1, x: none, y: none };
}

/** Follows the agents: how far the fastest one moved since the last step. */
export function followDrift(orders: Orders, { crowd, step }: SteeringInput): void {
  if (orders.step === step && orders.revision === crowd.revision) return;
  const { capacity, count, motion, revision } = crowd;
  const isNext = orders.step === step - 1 && orders.revision === revision && orders.x.length >= count;
  if (!isNext) forgetOrders(orders, capacity);
  let longest = 0;
  const { x, y } = orders;
  for (let row = 0; row < count; row++) {
    const dx = motion.x[row] - x[row];
    const dy = motion.y[row] - y[row];
    const squared = dx * dx + dy * dy;
    if (squared > longest) longest = squared;
    x[row] = motion.x[row];
    y[row] = motion.y[row];
  }
  orders.drift = isNext ? orders.drift + 2 * Math.sqrt(longest) : 0;
  orders.step = step;
  orders.revision = revision;
}

function forgetOrders(orders: Orders, capacity: number): void {
  if (orders.turn.length < capacity) {
    orders.turn = new Int32Array(capacity);
    orders.first = new Int32Array(capacity);
    orders.since = new Float64Array(capacity);
    orders.x = new Float64Array(capacity);
    orders.y = new Float64Array(capacity);
  }
  orders.turn.fill(-1);
}

/** Whether all agents within CROWD_REACH are among the first entries of the list of a row. */
export function isOrdered({ drift, since, turn }: Orders, { crowd }: SteeringInput, row: number): boolean {
  return turn[row] === crowd.schedule.perception[row] && drift - since[row] < DRIFT - ROUNDING;
}

/** Records that the list of a row is ordered. */
export function storeOrder(orders: Orders, { crowd }: SteeringInput, row: number, first: number): void {
  orders.turn[row] = crowd.schedule.perception[row];
  orders.first[row] = first;
  orders.since[row] = orders.drift;
}
