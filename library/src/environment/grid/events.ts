import {
  beginLists,
  type Crowd,
  createNearLists,
  type Events,
  type NearLists,
  sortEvents,
} from '../../crowd/index.ts';
import { createTorus, fillTorus, type Torus } from '../cells/torus.ts';
import type { StepViews, Surroundings } from '../common/contract.ts';
import { requireFiniteDisplacements } from '../common/roster.ts';
import { addPairEvents, beginPairEvents, type PairEvents } from '../pairs/events.ts';
import type { Screens } from '../sight/screens.ts';
import { appendNear, usualOf } from './queries.ts';

/** A grid over the middles of every agent's paths in a step. */
export type SweptGrid = {
  torus: Torus;
  /** The rows that are in the grid, and the middles of their paths. */
  rows: Int32Array;
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  /** Rows whose paths are so long that they would make every cell too large. */
  far: Int32Array;
  /** How far each row sees in the step. */
  view: Float64Array;
  /** Scratch: the middles near that of an agent that sees farther than usual. */
  around: NearLists;
};

export function createSweptGrid(): SweptGrid {
  return {
    torus: createTorus(2),
    rows: new Int32Array(0),
    x: new Float64Array(0),
    y: new Float64Array(0),
    z: new Float64Array(0),
    far: new Int32Array(0),
    view: new Float64Array(0),
    around: createNearLists(),
  };
}

/** At most one in this many goes far; with more of them the cells are made for them too. */
const FEW = 16;
/** For the rounding of sums and square roots. */
const HAIR = 1 + 1e-9;

/** What is kept from step to step. */
export type GridEvents = { swept: SweptGrid; pairs: PairEvents | undefined };

/** Adds every agent's events of a step, in the order of their times. */
export function findGridEvents(
  { pairs: before, swept }: GridEvents = { swept: createSweptGrid(), pairs: undefined },
  surroundings: Surroundings,
  screens: Screens,
  dt: number,
  events: Events,
  views?: StepViews,
): GridEvents {
  const first = events.count;
  const pairs = beginPairEvents(before, surroundings, dt, events, views, screens);
  findEvents(swept, pairs);
  sortEvents(events, first);
  return { swept, pairs };
}

/** Adds every agent's events of the step, in no particular order. */
export function findEvents(grid: SweptGrid, pairs: PairEvents): void {
  const { crowd, former } = pairs;
  const { count } = crowd;
  requireFiniteDisplacements(crowd);
  if (grid.rows.length < count) reserve(grid, crowd.capacity);
  const { viewRadius } = crowd.traits;
  let longest = 0;
  let farCount = 0;
  for (let row = 0; row < count; row++) grid.view[row] = Math.max(viewRadius[row], former[row]);
  const view = usualOf(grid.view, count);
  for (let row = 0; row < count; row++) {
    const half = halfPath(crowd, row);
    longest = Math.max(longest, half);
    if (half > view / 2) farCount++;
  }
  // Paths of at most this half length go into the grid: agents whose paths have their middles farther apart than view
  // + 2 × limit cannot come within view of each other.
  const limit = farCount * FEW <= count ? view / 2 : longest;
  const points = place(grid, crowd, limit);
  farCount = count - points;
  const reach = (view + 2 * limit) * HAIR;
  fillTorus(grid.torus, points, grid.x, grid.y, reach, crowd.dimension === 3 ? grid.z : undefined);
  pairNear(grid, points, pairs, view);
  pairWide(grid, points, pairs, view, limit);
  for (let k = 0; k < farCount; k++) {
    for (let point = 0; point < points; point++) {
      addPairEvents(pairs, grid.far[k], grid.rows[point]);
    }
    for (let other = k + 1; other < farCount; other++) {
      addPairEvents(pairs, grid.far[k], grid.far[other]);
    }
  }
}

/** Half the length of an agent's path, metres. */
function halfPath({ motion, next }: Crowd, row: number): number {
  const dx = next.x[row] - motion.x[row];
  const dy = next.y[row] - motion.y[row];
  const dz = next.z[row] - motion.z[row];
  return Math.sqrt(dx * dx + dy * dy + dz * dz) / 2;
}

/**
 * Stores the middles of the paths that are short enough, and the rows that move farther; returns the number of
 * middles.
 */
function place(grid: SweptGrid, crowd: Crowd, limit: number): number {
  const { motion, next } = crowd;
  let points = 0;
  let farCount = 0;
  for (let row = 0; row < crowd.count; row++) {
    if (halfPath(crowd, row) > limit) {
      grid.far[farCount++] = row;
      continue;
    }
    grid.rows[points] = row;
    grid.x[points] = (motion.x[row] + next.x[row]) / 2;
    grid.y[points] = (motion.y[row] + next.y[row]) / 2;
    grid.z[points++] = (motion.z[row] + next.z[row]) / 2;
  }
  return points;
}

/** The pairs of agents that see no farther than usual. */
function pairNear(grid: SweptGrid, points: number, pairs: PairEvents, usual: number): void {
  const { depth, height, order, span, starts, width, x, y, z } = grid.torus;
  const inverse = 1 / grid.torus.cellSize;
  const layers = depth === 1 ? 0 : span;
  for (let place = 0; place < points; place++) {
    const row = grid.rows[order[place]];
    if (grid.view[row] > usual) continue;
    const column = Math.floor(x[place] * inverse);
    const line = Math.floor(y[place] * inverse);
    const layer = Math.floor(z[place] * inverse);
    for (let up = -layers; up <= layers; up++) {
      for (let offset = -span; offset <= span; offset++) {
        const base = (((layer + up) & (depth - 1)) * height + ((line + offset) & (height - 1))) * width;
        for (let aside = -span; aside <= span; aside++) {
          const bucket = base + ((column + aside) & (width - 1));
          // Every pair is met from both sides: the later one looks away.
          const to = starts[bucket + 1];
          for (let candidate = Math.max(starts[bucket], place + 1); candidate < to; candidate++) {
            const other = grid.rows[order[candidate]];
            if (grid.view[other] <= usual) addPairEvents(pairs, row, other);
          }
        }
      }
    }
  }
}

/** The pairs of agents that see farther than usual with all others. */
function pairWide(grid: SweptGrid, points: number, pairs: PairEvents, usual: number, limit: number): void {
  const { around, rows, view } = grid;
  beginLists(around, points);
  for (let point = 0; point < points; point++) {
    const row = rows[point];
    if (view[row] <= usual) continue;
    around.length = 0;
    appendNear(grid.torus, grid, point, (view[row] + 2 * limit) * HAIR, around);
    for (let k = 0; k < around.length; k++) {
      const other = rows[around.items[k]];
      // Two that both see far find each other: the one that sees farther finds the other for sure.
      const sees = view[row] - view[other];
      if (sees > 0 || (sees === 0 && row < other)) addPairEvents(pairs, row, other);
    }
  }
}

function reserve(grid: SweptGrid, capacity: number): void {
  grid.rows = new Int32Array(capacity);
  grid.far = new Int32Array(capacity);
  grid.view = new Float64Array(capacity);
  grid.x = new Float64Array(capacity);
  grid.y = new Float64Array(capacity);
  grid.z = new Float64Array(capacity);
}
