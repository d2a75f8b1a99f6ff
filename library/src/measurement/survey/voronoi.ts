import { type Convex, createConvex, cut, setBox } from './convex.ts';

/**
 * The Voronoi cells of a crowd. Each cell is cut out of a box by the bisectors with other agents, nearest first, until
 * the next one is too far to cut anything: at twice the distance to the farthest corner. A grid gives the others ring
 * by ring. Everything is scratch, made once.
 */
export type Voronoi = {
  x: Float64Array;
  y: Float64Array;
  count: number;
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
  size: number;
  columns: number;
  rows: number;
  starts: Int32Array;
  order: Int32Array;
  cell: Convex;
};

export function createVoronoi(minX: number, minY: number, maxX: number, maxY: number): Voronoi {
  const none = new Float64Array(0);
  const grid = { size: 1, columns: 1, rows: 1, starts: new Int32Array(2), order: new Int32Array(0) };
  return { x: none, y: none, count: 0, minX, minY, maxX, maxY, ...grid, cell: createConvex() };
}

/** Takes the positions of a sample. The columns are read until the next call. */
export function placeAgents(voronoi: Voronoi, x: Float64Array, y: Float64Array, count: number): void {
  const { maxX, maxY, minX, minY } = voronoi;
  voronoi.x = x;
  voronoi.y = y;
  voronoi.count = count;
  // About two agents in a square of the grid where the crowd is even.
  const size = Math.max(Math.sqrt((2 * (maxX - minX) * (maxY - minY)) / Math.max(1, count)), 1e-3);
  voronoi.size = size;
  voronoi.columns = Math.ceil((maxX - minX) / size);
  voronoi.rows = Math.ceil((maxY - minY) / size);
  const squares = voronoi.columns * voronoi.rows;
  if (voronoi.starts.length < squares + 1) voronoi.starts = new Int32Array(2 * squares + 1);
  if (voronoi.order.length < count) voronoi.order = new Int32Array(2 * count);
  const { order, starts } = voronoi;
  starts.fill(0);
  for (let row = 0; row < count; row++) starts[squareOf(voronoi, x[row], y[row]) + 1]++;
  for (let square = 0; square < squares; square++) starts[square + 1] += starts[square];
  for (let row = count - 1; row >= 0; row--) {
    const square = squareOf(voronoi, x[row], y[row]);
    order[--starts[square + 1]] = row;
  }
  // Each start has moved one place on: starts[square + 1] is now the beginning of `square`.
  for (let square = 0; square < squares; square++) starts[square] = starts[square + 1];
  starts[squares] = count;
}

/** Corners of the unit dodecagon, the shape of a cut-off: PedPy's default circle. */
const HALF = 0.5;
const HIGH = Math.sqrt(3) / 2;
const dodecagon = [
  [1, 0],
  [HIGH, HALF],
  [HALF, HIGH],
  [0, 1],
  [-HALF, HIGH],
  [-HIGH, HALF],
  [-1, 0],
  [-HIGH, -HALF],
  [-HALF, -HIGH],
  [0, -1],
  [HALF, -HIGH],
  [HIGH, -HALF],
] as const;

/** The cell of an agent inside the box, and within `cutOff` metres if it is given. Valid until the next call. */
export function cellOf(voronoi: Voronoi, row: number, cutOff?: number): Convex {
  const { cell, columns, maxX, maxY, minX, minY, order, rows, size, starts, x, y } = voronoi;
  const [ownX, ownY] = [x[row], y[row]];
  setBox(cell, minX, minY, maxX, maxY);
  if (cutOff !== undefined) cutByDodecagon(cell, ownX, ownY, cutOff);
  const column = columnOf(voronoi, ownX);
  const line = lineOf(voronoi, ownY);
  const furthest = Math.max(columns, rows);
  let reach = farthestCorner(cell, ownX, ownY);
  for (let ring = 0; ring <= furthest; ring++) {
    // All agents of this ring are at least (ring − 1) squares away.
    if ((ring - 1) * size > 2 * reach) break;
    for (let v = Math.max(0, line - ring); v <= Math.min(rows - 1, line + ring); v++) {
      const isEnd = v === line - ring || v === line + ring;
      const step = isEnd || ring === 0 ? 1 : 2 * ring;
      for (let u = column - ring; u <= column + ring; u += step) {
        if (u < 0 || u >= columns) continue;
        const square = v * columns + u;
        for (let k = starts[square]; k < starts[square + 1]; k++) {
          const other = order[k];
          if (other === row) continue;
          const dx = x[other] - ownX;
          const dy = y[other] - ownY;
          const squared = dx * dx + dy * dy;
          if (squared > 4 * reach * reach) continue;
          // Two agents at one place share its cell: neither cuts.
          if (squared === 0) continue;
          cut(cell, dx, dy, dx * (ownX + dx / 2) + dy * (ownY + dy / 2));
        }
      }
    }
    reach = farthestCorner(cell, ownX, ownY);
  }
  return cell;
}

/** Metres from a point to the nearest agent; infinite where there is none. */
export function nearestAgent(voronoi: Voronoi, atX: number, atY: number): number {
  const { count, x, y } = voronoi;
  let least = Number.POSITIVE_INFINITY;
  for (let row = 0; row < count; row++) {
    const dx = x[row] - atX;
    const dy = y[row] - atY;
    const squared = dx * dx + dy * dy;
    if (squared < least) least = squared;
  }
  return Math.sqrt(least);
}

function cutByDodecagon(cell: Convex, x: number, y: number, radius: number): void {
  for (let k = 0; k < 12; k++) {
    const [ax, ay] = dodecagon[k];
    const [bx, by] = dodecagon[(k + 1) % 12];
    // The outward normal of the edge from a to b, and its distance from the centre times the normal's length.
    const [normalX, normalY] = [by - ay, ax - bx];
    cut(cell, normalX, normalY, normalX * (x + radius * ax) + normalY * (y + radius * ay));
  }
}

function farthestCorner({ count, points }: Convex, x: number, y: number): number {
  let most = 0;
  for (let k = 0; k < count; k++) {
    const dx = points[2 * k] - x;
    const dy = points[2 * k + 1] - y;
    const squared = dx * dx + dy * dy;
    if (squared > most) most = squared;
  }
  return Math.sqrt(most);
}

function columnOf({ columns, minX, size }: Voronoi, x: number): number {
  return Math.min(columns - 1, Math.max(0, Math.floor((x - minX) / size)));
}

function lineOf({ minY, rows, size }: Voronoi, y: number): number {
  return Math.min(rows - 1, Math.max(0, Math.floor((y - minY) / size)));
}

function squareOf(voronoi: Voronoi, x: number, y: number): number {
  return lineOf(voronoi, y) * voronoi.columns + columnOf(voronoi, x);
}
