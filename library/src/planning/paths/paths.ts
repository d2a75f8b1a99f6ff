import { type Ground, takeOut } from '../map/index.ts';
import { addCells, clearGoals, createGoals, type Goals } from './goals.ts';
import { countAt, createRoutes, type Routes, readRoutes, writeRoutes } from './routes.ts';
import type { Search } from './search.ts';
import type { Tier } from './tiers.ts';

export type PathOptions = {
  /** Side of the cells, metres. */
  cell: number;
  /** Room that paths leave between a body and what stands still, metres. */
  clearance: number;
  /** Searches that are worked on in one step at most. */
  searches: number;
  /** Cells that are worked on in one step; a search that needs more continues in the next. */
  cells: number;
};

/** A search that has begun. */
type Task = {
  /** The slot of its agent; −1: there is no search. */
  slot: number;
  start: number;
  goals: Goals;
  radius: number;
  print: number;
  revision: number;
  /** Cells that it has gone through. */
  done: number;
  /** Whether it has been loaded: these cells have to be gone through again then, to be where the saved one was. */
  isLoaded: boolean;
};

/** All that the guide keeps between steps. */
export type Paths = {
  options: PathOptions;
  ground: Ground | undefined;
  tiers: Tier[];
  /** Agents that stand in the way, x, y and radius of each; the ground with them, and the second for which they were looked for. */
  bodies: readonly number[];
  bodyGround: Ground | undefined;
  bodyTiers: Tier[];
  second: number;
  routes: Routes;
  search: Search | undefined;
  task: Task;
  /** Scratch: cells on the path from a closed place to open ground. */
  wayOut: number[];
  /** Scratch: a place, or the columns and rows around a target. */
  box: Float64Array;
  targetRevision: number;
  targetPrint: number;
  /** What the last step took. */
  work: { searches: number; cells: number };
};

export function createPaths(options: PathOptions): Paths {
  return {
    options,
    ground: undefined,
    tiers: [],
    bodies: [],
    bodyGround: undefined,
    bodyTiers: [],
    second: -1,
    routes: createRoutes(),
    search: undefined,
    task: {
      slot: -1,
      start: -1,
      goals: createGoals(),
      radius: 0,
      print: 0,
      revision: 0,
      done: 0,
      isLoaded: false,
    },
    wayOut: [],
    box: new Float64Array(4),
    targetRevision: -1,
    targetPrint: 0,
    work: { searches: 0, cells: 0 },
  };
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
