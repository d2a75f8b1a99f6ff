import { longer } from '../../crowd/index.ts';
import { bringForward, createFront, type Front, growFront, takeOut } from '../map/index.ts';
import { createPool, giveBlock, type Pool, takeBlock } from './pool.ts';
import { countNodes, type Search, writePath } from './search.ts';

export const routeColumns = [
  /** The id of the agent that has it; −1: none. */
  'owner',
  /** One of RouteState. */
  'state',
  /** What the agent wants: a row of the target sets, SINGLE_TARGET or OWN_PLACE; and the target that it pursues, or −1. */
  'set',
  'target',
  /** Where the goal is now, and where it was when the route was planned, metres. */
  'wishX',
  'wishY',
  'aimX',
  'aimY',
  /** What the plan was made for: the size of the body, metres, the open ground, and the targets, as their revision. */
  'radius',
  'print',
  /** The print of the ground that is not plain. */
  'costs',
  'revision',
  /** The step since which the agent waits for a plan; −1: it does not. */
  'since',
  /** Where the cells are in the pool, and how many. */
  'block',
  'length',
  /** The node of the route that is nearest to the agent, and the one that it walks to. */
  'at',
  'look',
  /** Steps from that one to the end. */
  'straight',
  'diagonal',
  /** For how many turns it has seen no node. */
  'lost',
  /** Where the agent stands, and since which step; 1: it is one of the bodies on the map of the others. */
  'stillX',
  'stillY',
  'stillSince',
  'isBody',
  /** 1: bodies leave it no path, so that it plans as if there were none. */
  'ignoresBodies',
] as const;

type Columns = Record<(typeof routeColumns)[number], Float64Array>;

/** A route for each agent, by its slot, and the agents that wait for one: the one that has waited longest comes first. */
export type Routes = Columns & { capacity: number; queue: Front; pool: Pool };

/** Values of routes.state. */
export const RouteState = { none: 0, planned: 1, unreachable: 2 } as const;

/** Values of routes.set that are no row. */
export const OWN_PLACE = -1;
export const SINGLE_TARGET = -2;
export const NOTHING = -3;

export function createRoutes(): Routes {
  const empty = Object.fromEntries(routeColumns.map((name) => [name, new Float64Array(0)])) as Columns;
  return { ...empty, capacity: 0, queue: createFront(0), pool: createPool() };
}

/** Makes room for this many slots; never inside of a turn. */
export function reserveRoutes(routes: Routes, capacity: number): void {
  if (capacity <= routes.capacity) return;
  for (const name of routeColumns) routes[name] = longer(routes[name], capacity);
  routes.owner.fill(-1, routes.capacity);
  routes.since.fill(-1, routes.capacity);
  routes.capacity = capacity;
  growFront(routes.queue, capacity);
}

/** Makes the slot this agent's; the agent that had it before has left. */
export function claimRoute(routes: Routes, slot: number, id: number): void {
  if (routes.owner[slot] === id) return;
  dropRoute(routes, slot);
  stopWaiting(routes, slot);
  routes.owner[slot] = id;
  routes.set[slot] = NOTHING;
  routes.target[slot] = -1;
  routes.stillSince[slot] = -1;
  routes.isBody[slot] = 0;
  routes.ignoresBodies[slot] = 0;
}

export function dropRoute(routes: Routes, slot: number): void {
  if (routes.state[slot] === RouteState.planned)
    giveBlock(routes.pool, routes.block[slot], routes.length[slot]);
  routes.state[slot] = RouteState.none;
  routes.length[slot] = 0;
  routes.lost[slot] = 0;
}

/** Asks for a plan. An agent that waits already keeps its place. */
export function ask(routes: Routes, slot: number, step: number): void {
  if (routes.since[slot] >= 0) return;
  routes.since[slot] = step;
  bringForward(routes.queue, slot, step);
}

export function stopWaiting(routes: Routes, slot: number): void {
  routes.since[slot] = -1;
  takeOut(routes.queue, slot);
}

/** Puts the path that was found in the place of the old one, with the cells that lead to its beginning. */
export function storeRoute(
  routes: Routes,
  slot: number,
  search: Search,
  before: readonly number[] = [],
): void {
  dropRoute(routes, slot);
  const length = before.length + countNodes(search);
  const block = takeBlock(routes.pool, length);
  for (let k = 0; k < before.length; k++) routes.pool.items[block + k] = before[k];
  writePath(search, routes.pool.items, block + before.length);
  settleRoute(routes, slot, block, length, search.moves.columns);
}

function settleRoute(routes: Routes, slot: number, block: number, length: number, columns: number): void {
  routes.state[slot] = RouteState.planned;
  routes.block[slot] = block;
  routes.length[slot] = length;
  routes.at[slot] = 0;
  routes.look[slot] = 0;
  routes.straight[slot] = 0;
  routes.diagonal[slot] = 0;
  countSteps(routes, slot, 0, length - 1, 1, columns);
}

/** Walks to another node from now on. */
export function lookAt(routes: Routes, slot: number, node: number, columns: number): void {
  const look = routes.look[slot];
  countSteps(routes, slot, Math.min(look, node), Math.max(look, node), node > look ? -1 : 1, columns);
  routes.look[slot] = node;
}

function countSteps(
  routes: Routes,
  slot: number,
  from: number,
  to: number,
  sign: number,
  columns: number,
): void {
  const { items } = routes.pool;
  const block = routes.block[slot];
  for (let node = from; node < to; node++) {
    const across = Math.abs((items[block + node + 1] % columns) - (items[block + node] % columns));
    const isLevel = Math.abs(items[block + node + 1] - items[block + node]) === across;
    if (across === 0 || isLevel) routes.straight[slot] += sign;
    else routes.diagonal[slot] += sign;
  }
}
