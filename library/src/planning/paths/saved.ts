import type { PlanningInput } from '../base/contract.ts';
import { bringForward, takeOut } from '../map/index.ts';
import { addCells, clearGoals } from './goals.ts';
import type { Paths } from './paths.ts';
import { takeBlock } from './pool.ts';
import { NOTHING, RouteState, type Routes, reserveRoutes, routeColumns } from './routes.ts';
import { savedPaths } from './saved-part.ts';

/** Makes known how paths are saved: a page that saves no world does not load it. */
export function registerSavedPaths(): void {
  savedPaths.registered = { write: writePaths, read: readPaths, check: checkRoutes };
}

/**
 * The routes, the agents that wait for one, and the present search. Of that only its ends and how far it has come: gone through
 * again, it is where it was.
 */
export function writePaths({ bodies, routes, second, task }: Paths): Uint8Array {
  const { done, goals, print, radius, revision, slot, start } = task;
  const numbers = [second, bodies.length, ...bodies, slot];
  if (slot >= 0) {
    numbers.push(start, radius, print, revision, done, goals.groupCount);
    for (let group = 0; group < goals.groupCount; group++) {
      const cells = goals.cells.subarray(group > 0 ? goals.end[group - 1] : 0, goals.end[group]);
      numbers.push(goals.target[group], goals.x[group], goals.y[group], cells.length);
      for (const cell of cells) numbers.push(cell);
    }
  }
  writeRoutes(routes, numbers);
  return new Uint8Array(Float64Array.from(numbers).buffer);
}

export function readPaths(paths: Paths, bytes: Uint8Array): void {
  if (bytes.length % 8 !== 0) throw new Error('the saved paths are not whole numbers of 8 bytes');
  const numbers = new Float64Array(bytes.slice().buffer);
  const { task } = paths;
  paths.second = numbers[0];
  const bodies = countAt(numbers, 1);
  paths.bodies = [...numbers.subarray(2, 2 + bodies)];
  let next = 2 + bodies;
  task.slot = numbers[next++];
  if (task.slot >= 0) {
    task.start = numbers[next++];
    task.radius = numbers[next++];
    task.print = numbers[next++];
    task.revision = numbers[next++];
    task.done = numbers[next++];
    task.isLoaded = true;
    clearGoals(task.goals);
    for (let groups = countAt(numbers, next++, 4); groups > 0; groups--) {
      const [target, x, y] = numbers.subarray(next, next + 3);
      const count = countAt(numbers, next + 3);
      next += 4;
      addCells(task.goals, numbers.subarray(next, next + count), target, x, y);
      next += count;
    }
  }
  next = readRoutes(paths.routes, numbers, next);
  // The agent of the present search has left the queue, which is made from all that wait.
  if (task.slot >= 0) takeOut(paths.routes.queue, task.slot);
  if (next !== numbers.length) throw new Error('the saved paths are not as long as they say');
}

/** Everything as numbers, one after the other: columns, then the cells of the routes. */
function writeRoutes(routes: Routes, out: number[]): void {
  out.push(routes.capacity);
  for (const name of routeColumns)
    for (let slot = 0; slot < routes.capacity; slot++) out.push(routes[name][slot]);
  for (let slot = 0; slot < routes.capacity; slot++) {
    if (routes.state[slot] !== RouteState.planned) continue;
    for (let k = 0; k < routes.length[slot]; k++) out.push(routes.pool.items[routes.block[slot] + k]);
  }
}

/** Reads what writeRoutes wrote, from `from` on; where it ends. */
function readRoutes(routes: Routes, numbers: Float64Array, from: number): number {
  let next = from;
  const capacity = countAt(numbers, next++, routeColumns.length);
  reserveRoutes(routes, capacity);
  for (const name of routeColumns) {
    for (let slot = 0; slot < capacity; slot++) routes[name][slot] = numbers[next++];
  }
  for (let slot = 0; slot < capacity; slot++) {
    if (routes.since[slot] >= 0) bringForward(routes.queue, slot, routes.since[slot]);
    if (routes.state[slot] !== RouteState.planned) continue;
    requireCount(numbers, next, routes.length[slot]);
    routes.block[slot] = takeBlock(routes.pool, routes.length[slot]);
    for (let k = 0; k < routes.length[slot]; k++) routes.pool.items[routes.block[slot] + k] = numbers[next++];
  }
  return next;
}

/** How many things follow, each of this size in numbers: a forged count would only take time and memory. */
function countAt(numbers: Float64Array, at: number, size = 1): number {
  requireCount(numbers, at + 1, numbers[at], size);
  return numbers[at];
}

function requireCount(numbers: Float64Array, from: number, count: number, size = 1): void {
  if (Number.isInteger(count) && count >= 0 && from + count * size <= numbers.length) return;
  throw new Error(`the saved paths end before ${count} items of ${size} numbers`);
}

/** Refuses saved routes to targets that the world does not have. */
function checkRoutes(
  { routes }: Paths,
  { targetSets: sets, targets: { count: targets } }: PlanningInput,
): void {
  const targetSets = sets.length;
  for (let slot = 0; slot < routes.capacity; slot++) {
    if (routes.owner[slot] < 0) continue;
    if (!isWithin(routes.set[slot], NOTHING, targetSets) || !isWithin(routes.target[slot], -1, targets)) {
      throw new Error(
        `the saved paths lead to target ${routes.target[slot]} of set ${routes.set[slot]}: expected numbers below ${targets} and ${targetSets}`,
      );
    }
  }
}

function isWithin(value: number, from: number, end: number): boolean {
  return Number.isInteger(value) && value >= from && value < end;
}
