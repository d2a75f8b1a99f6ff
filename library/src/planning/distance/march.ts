import {
  bringForward,
  type Costs,
  clearFront,
  createFront,
  type Front,
  TAKEN,
  type Terrain,
  takeFirst,
} from '../map/index.ts';
import { isBarred, patchTime } from './patch-time.ts';

/** No difference between neighbours is greater than this times what crossing a cell takes, where the ground is even. */
const STEEPEST = 1.25;

/**
 * How long it takes from each cell to the nearest source, and which source that is: the eikonal equation |∇T| = 1 / f
 * (docs/models/distance.md). At f = 1 the times are metres.
 */
export type Times = {
  /** Infinite where no path leads to a source. */
  time: Float64Array;
  /** The label of the source that the path ends at; −1 where there is none. */
  label: Int32Array;
};

/** A front that runs over the ground, a number of cells at a time. */
export type March = Times & {
  terrain: Terrain;
  /** What was open when it began: it ends on the ground that it began on. */
  open: Uint8Array;
  front: Front;
  /** What is known of each cell beforehand: one of Known. */
  known: Uint8Array;
  /** Metres to cross a cell, divided by f there; absent: f = 1 everywhere. */
  crossing: Float64Array | undefined;
  /** What walking cost when it began, where the ground is not plain. */
  costs: Costs | undefined;
};

/** nothing; a source, whose time is exact; a source that the front has come to from an earlier one. */
const Known = { nothing: 0, time: 1, label: 2 } as const;

export function createTimes(cells: number): Times {
  return {
    time: new Float64Array(cells).fill(Number.POSITIVE_INFINITY),
    label: new Int32Array(cells).fill(-1),
  };
}

export function createMarch(terrain: Terrain): March {
  const cells = terrain.open.length;
  return {
    terrain,
    open: terrain.open.slice(),
    ...createTimes(cells),
    front: createFront(cells),
    known: new Uint8Array(cells),
    crossing: undefined,
    costs: terrain.map.costs,
  };
}

/** Forgets everything and looks at the ground: sources come next. */
export function clearMarch(march: March): void {
  march.open.set(march.terrain.open);
  march.costs = march.terrain.map.costs;
  march.time.fill(Number.POSITIVE_INFINITY);
  march.label.fill(-1);
  march.known.fill(Known.nothing);
  clearFront(march.front);
}

/** The front starts from a cell at a time; of several sources in one cell the earliest counts, then the first added. */
export function addSource(march: March, cell: number, time: number, label: number): void {
  if (time >= march.time[cell]) return;
  march.time[cell] = time;
  march.label[cell] = label;
  march.known[cell] = Known.time;
  bringForward(march.front, cell, time);
}

/** Takes up to `budget` cells; says how many. The march has ended when its front is empty. */
export function advanceMarch(march: March, budget: number): number {
  const { front, terrain } = march;
  const { columns, rows } = terrain.map;
  const lastRow = columns * (rows - 1);
  const barred = terrain.threads?.barred;
  let taken = 0;
  while (taken < budget && front.count > 0) {
    const cell = takeFirst(front);
    taken++;
    const column = cell % columns;
    // Bits of the sides in the order of besideOf.
    const bars = barred === undefined ? 0 : barred[cell];
    if (column > 0 && (bars & 1) === 0) reach(march, cell - 1, cell);
    if (column < columns - 1 && (bars & 2) === 0) reach(march, cell + 1, cell);
    if (cell >= columns && (bars & 4) === 0) reach(march, cell - columns, cell);
    if (cell < lastRow && (bars & 8) === 0) reach(march, cell + columns, cell);
  }
  return taken;
}

/** The front has come to a neighbour of an open cell: when does it reach the cell itself? */
function reach(march: March, cell: number, from: number): void {
  const { front, known, label, open, time } = march;
  if (open[cell] === 0 || front.place[cell] === TAKEN) return;
  const { costs } = march;
  if (costs && costs.barred[cell] !== 0 && isBarred(costs, cell, from)) return;
  // The first to come is the earliest neighbour, to which the descent continues.
  if (known[cell] === Known.time && time[from] < time[cell]) {
    known[cell] = Known.label;
    label[cell] = label[from];
  }
  if (known[cell] !== Known.nothing) return;
  const reached = arrivalTime(march, cell);
  // Cells are taken in the order of time, so a front cannot come back in time: this makes every path descend.
  if (reached >= time[cell] || reached <= time[from]) return;
  if (label[cell] < 0) label[cell] = label[from];
  time[cell] = reached;
  bringForward(front, cell, reached);
}

/**
 * The upwind scheme: along each axis the earlier of the two neighbours, of second order where the cell beyond it is
 * taken too. Second order may only be used where the result lies behind all that it is made of.
 */
function arrivalTime({ costs, crossing, front, terrain, time }: March, cell: number): number {
  const { cell: side, columns, rows } = terrain.map;
  const { place } = front;
  const step = crossing === undefined ? side : crossing[cell];
  const bars = terrain.threads === undefined ? 0 : terrain.threads.barred[cell];
  if (costs && (costs.kind[cell] > 0 || costs.barred[cell] !== 0))
    return patchTime(terrain, costs, front, time, cell, step, bars);
  const column = cell % columns;
  const none = Number.POSITIVE_INFINITY;
  const left = column > 0 && (bars & 1) === 0 && place[cell - 1] === TAKEN ? time[cell - 1] : none;
  const right = column < columns - 1 && (bars & 2) === 0 && place[cell + 1] === TAKEN ? time[cell + 1] : none;
  const below =
    cell >= columns && (bars & 4) === 0 && place[cell - columns] === TAKEN ? time[cell - columns] : none;
  const above =
    cell < columns * (rows - 1) && (bars & 8) === 0 && place[cell + columns] === TAKEN
      ? time[cell + columns]
      : none;

  const across = left <= right ? left : right;
  const along = below <= above ? below : above;
  // The cell beyond, if there is one on the map and it was taken before.
  let beyondAcross = Number.POSITIVE_INFINITY;
  if (across < Number.POSITIVE_INFINITY) {
    if (left <= right) {
      if (column > 1 && place[cell - 2] === TAKEN) beyondAcross = time[cell - 2];
    } else if (column < columns - 2 && place[cell + 2] === TAKEN) beyondAcross = time[cell + 2];
  }
  let beyondAlong = Number.POSITIVE_INFINITY;
  if (along < Number.POSITIVE_INFINITY) {
    if (below <= above) {
      if (cell >= 2 * columns && place[cell - 2 * columns] === TAKEN) beyondAlong = time[cell - 2 * columns];
    } else if (cell < columns * (rows - 2) && place[cell + 2 * columns] === TAKEN) {
      beyondAlong = time[cell + 2 * columns];
    }
  }
  const better = secondOrder(across, beyondAcross, along, beyondAlong, step);
  return better < Number.POSITIVE_INFINITY ? better : firstOrder(across, along, step);
}

/** (T − a)² + (T − b)² = s², or T = a + s where the front comes along one axis alone. */
function firstOrder(a: number, b: number, step: number): number {
  const low = a < b ? a : b;
  const gap = a < b ? b - a : a - b;
  if (!(gap < step)) return low + step;
  return (a + b + Math.sqrt(2 * step * step - gap * gap)) / 2;
}

/**
 * The same with derivatives (3 T − 4 a + a₂) / 2 on the axes where a₂ ≤ a is known: c (T − v)² = s² in place of
 * (T − a)², with c = 9/4 and v = (4 a − a₂) / 3. Infinite where the scheme does not hold; as where the ground has just
 * become faster, so that the last difference says nothing about the next.
 */
function secondOrder(a: number, a2: number, b: number, b2: number, step: number): number {
  const hasA = a2 <= a && a - a2 <= STEEPEST * step;
  const hasB = b2 <= b && b - b2 <= STEEPEST * step;
  if (!hasA && !hasB) return Number.POSITIVE_INFINITY;
  const v = hasA ? (4 * a - a2) / 3 : a;
  const w = hasB ? (4 * b - b2) / 3 : b;
  const c = hasA ? 2.25 : 1;
  const d = hasB ? 2.25 : 1;
  if (v < Number.POSITIVE_INFINITY && w < Number.POSITIVE_INFINITY) {
    const sum = c + d;
    const gap = v - w;
    const root = sum * step * step - c * d * gap * gap;
    if (root >= 0) {
      const time = (c * v + d * w + Math.sqrt(root)) / sum;
      if (time > v && time > w) return time;
    }
  }
  // Along one axis alone.
  if (a <= b) return hasA ? v + step / 1.5 : Number.POSITIVE_INFINITY;
  return hasB ? w + step / 1.5 : Number.POSITIVE_INFINITY;
}
