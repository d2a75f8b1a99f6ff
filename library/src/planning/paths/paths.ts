import type { Ground } from '../map/index.ts';
import { createGoals, type Goals } from './goals.ts';
import { createRoutes, type Routes } from './routes.ts';
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
