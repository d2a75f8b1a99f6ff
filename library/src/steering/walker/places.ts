import type { PlanBlocks, SteeringInput } from '../contract.ts';
import { BLOCK, EXIT } from './retreat.ts';
import {
  type Cells,
  cellOf,
  costsFrom,
  createCells,
  indexOfLeast,
  isStraight,
  markAround,
  nearestReached,
  routeTo,
  squaredTo,
  xOf,
  yOf,
} from './wave.ts';

/** Paths of agents that meet in a passage, and places where those that give way let the others pass. */

/** Metres around the agents in which places are sought, and between those who pass and those who wait. */
const AROUND = 6;
const SPARE = 0.1;
/** The share of two radii within which no agent walks past another. */
const BODY = 0.8;
/** Cells per radius of the smallest body, and the most cells. */
const FINE = 3;
const MOST_CELLS = 160_000;
/** The share of two radii by which the path of an agent comes nearer to one that it meets. */
const NEARER = 0.1;
/** An agent of a conflict: the costs from its place, and its path to its goal. */
export type Member = { row: number; costs: Int32Array; route: number[] };

/** Cells around agents and their goals; undefined where they would be too many. */
export function cellsAround({ crowd, obstacles }: SteeringInput, rows: readonly number[]): Cells | undefined {
  const { motion, traits } = crowd;
  const box = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const row of rows) {
    box[0] = Math.min(box[0], motion.x[row] - AROUND);
    box[1] = Math.min(box[1], motion.y[row] - AROUND);
    box[2] = Math.max(box[2], motion.x[row] + AROUND);
    box[3] = Math.max(box[3], motion.y[row] + AROUND);
    least = Math.min(least, traits.radius[row]);
    most = Math.max(most, traits.radius[row]);
  }
  const size = least / FINE;
  if ((box[2] - box[0]) * (box[3] - box[1]) > MOST_CELLS * size * size) return undefined;
  return createCells(obstacles, box, size, most);
}

export function memberOf(cells: Cells, { crowd }: SteeringInput, row: number): Member {
  const { motion, plan, traits } = crowd;
  const costs = costsFrom(cells, cellOf(cells, motion.x[row], motion.y[row]), traits.radius[row]);
  const goal = nearestReached(cells, costs, plan.goalX[row], plan.goalY[row]);
  return { row, costs, route: routeTo(cells, costs, goal) };
}

/**
 * The place on a member's path at which it is nearest to another agent, if the two would touch there; −1 if they would not, or
 * if the path leads away from it as in a queue.
 */
export function indexOnRoute(
  cells: Cells,
  { crowd }: SteeringInput,
  { route, row }: Member,
  other: number,
): number {
  const { motion, traits } = crowd;
  const reach = traits.radius[row] + traits.radius[other];
  const [x, y] = [motion.x[other], motion.y[other]];
  const distanceAt = (k: number) => Math.sqrt(squaredTo(cells, route[k], x, y));
  const nearest = indexOfLeast(route.length, distanceAt);
  return distanceAt(nearest) < Math.min(reach, distanceAt(0) - NEARER * reach) ? nearest : -1;
}

/** Where the members of a side go to give way, and what the way of the front costs. */
export type Retreat = { side: readonly Member[]; cost: number; routes: number[][]; exit: readonly number[] };

/** Finds a place for each member of a side off the paths of those who go first, the one in front first; undefined: one is missing. */
export function retreatOf(
  { crowd }: SteeringInput,
  cells: Cells,
  side: readonly Member[],
  first: readonly Member[],
): Retreat | undefined {
  const { motion, traits } = crowd;
  const taken = new Uint8Array(cells.clearance.length);
  const bodies = new Uint8Array(cells.clearance.length);
  const widest = Math.max(...side.map(({ row }) => traits.radius[row]));
  for (const { route, row } of first) {
    const reach = traits.radius[row] + widest;
    markAround(cells, bodies, motion.x[row], motion.y[row], BODY * reach);
    for (const cell of route) markAround(cells, taken, xOf(cells, cell), yOf(cells, cell), reach + SPARE);
  }
  let cost = 0;
  const routes: number[][] = [];
  for (const { row } of side) {
    const start = cellOf(cells, motion.x[row], motion.y[row]);
    const costs = costsFrom(cells, start, traits.radius[row], bodies);
    const place = indexOfLeast(costs.length, (cell) =>
      taken[cell] === 1 || costs[cell] < 0 ? Number.POSITIVE_INFINITY : costs[cell],
    );
    if (place < 0) return undefined;
    if (routes.length === 0) cost = costs[place];
    routes.push(routeTo(cells, costs, place));
    markAround(cells, taken, xOf(cells, place), yOf(cells, place), traits.radius[row] + widest + SPARE);
  }
  return { side, cost, routes, exit: exitOf(cells, first[0].route, routes[0]) };
}

/** The point where the path of the side that goes first leaves the path back of the other, and its direction there. */
function exitOf(cells: Cells, path: readonly number[], back: readonly number[]): readonly number[] {
  const x = xOf(cells, back[back.length - 1]);
  const y = yOf(cells, back[back.length - 1]);
  const nearest = indexOfLeast(path.length, (k) => squaredTo(cells, path[k], x, y));
  const a = path[Math.max(0, nearest - 4)];
  const b = path[Math.min(path.length - 1, nearest + 4)];
  const dx = xOf(cells, b) - xOf(cells, a);
  const dy = yOf(cells, b) - yOf(cells, a);
  const length = Math.sqrt(dx * dx + dy * dy) || 1;
  return [xOf(cells, path[nearest]), yOf(cells, path[nearest]), dx / length, dy / length];
}

/** Writes the corners of a route into a block; returns how many points they are. */
export function writeRoute(
  plans: PlanBlocks,
  cells: Cells,
  block: number,
  route: readonly number[],
  radius: number,
): number {
  let points = 0;
  let at = 0;
  do {
    let next = Math.min(at + 1, route.length - 1);
    while (next + 1 < route.length && isStraight(cells, route[at], route[next + 1], radius)) next++;
    plans.x[block * BLOCK + points] = xOf(cells, route[next]);
    plans.y[block * BLOCK + points] = yOf(cells, route[next]);
    points++;
    at = next;
  } while (at < route.length - 1 && points < EXIT);
  return points;
}
