import { type Costs, type Front, TAKEN, type Terrain } from '../map/index.ts';

/** The moves of Costs that go right, up the page, left and down. */
const RIGHT = 0;
const UP = 2;
const LEFT = 4;
const DOWN = 6;

/** Whether a gate closes the side of a cell towards a neighbour of it. */
export function isBarred({ barred }: Costs, cell: number, neighbour: number): boolean {
  const move = neighbour === cell + 1 ? RIGHT : neighbour === cell - 1 ? LEFT : neighbour > cell ? UP : DOWN;
  return ((barred[cell] >> move) & 1) === 1;
}

/** The sides of a cell that gates close, as bits in the order of besideOf: left, right, below, above. */
export function gatesAround({ barred }: Costs, cell: number): number {
  const bars = barred[cell];
  if (bars === 0) return 0;
  return (
    ((bars >> LEFT) & 1) |
    (((bars >> RIGHT) & 1) << 1) |
    (((bars >> DOWN) & 1) << 2) |
    (((bars >> UP) & 1) << 3)
  );
}

/**
 * When a front comes to a cell where the ground is not plain, by the upwind scheme of first order. Along an axis the cell
 * is crossed in the time that walking towards the neighbour takes: ((T − a) / s)² + ((T − b) / t)² = 1. `bars` has the
 * sides that are closed, in the order of besideOf.
 */
export function patchTime(
  { map, open }: Terrain,
  costs: Costs,
  { place }: Front,
  time: Float64Array,
  cell: number,
  step: number,
  bars: number,
): number {
  const { columns } = map;
  const { kind, slowness } = costs;
  const closed = bars | gatesAround(costs, cell);
  const column = cell % columns;
  const none = Number.POSITIVE_INFINITY;
  const first = 8 * kind[cell];
  const across = [none, none];
  const along = [none, none];
  const look = (side: number[], neighbour: number, move: number) => {
    if (place[neighbour] !== TAKEN) return;
    const cost = step * slowness[first + move];
    if (!(time[neighbour] + cost < side[0] + (side[1] === none ? 0 : side[1]))) return;
    side[0] = time[neighbour];
    side[1] = cost;
  };
  if (column > 0 && (closed & 1) === 0) look(across, cell - 1, LEFT);
  if (column < columns - 1 && (closed & 2) === 0) look(across, cell + 1, RIGHT);
  if (cell >= columns && (closed & 4) === 0) look(along, cell - columns, DOWN);
  if (cell + columns < open.length && (closed & 8) === 0) look(along, cell + columns, UP);
  return bothWays(across[0], across[1], along[0], along[1]);
}

function bothWays(a: number, s: number, b: number, t: number): number {
  const least = Math.min(a + s, b + t);
  if (!(s < Number.POSITIVE_INFINITY && t < Number.POSITIVE_INFINITY)) return least;
  const [u, v] = [1 / (s * s), 1 / (t * t)];
  const half = a * u + b * v;
  const root = half * half - (u + v) * (a * a * u + b * b * v - 1);
  if (root < 0) return least;
  const both = (half + Math.sqrt(root)) / (u + v);
  return both > a && both > b && both < least ? both : least;
}
