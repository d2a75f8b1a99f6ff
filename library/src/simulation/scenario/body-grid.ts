import { radiusRange } from './limits.ts';

/**
 * Bodies of any sizes, for "which body is in the way of one here?". Bodies of similar size share a grid whose
 * cells are at least twice as wide as they are, so that a body of that size looks into four cells of the plane, and so that one
 * huge agent does not make the search slow for a million small ones. A cell is a chain in a hash table: cells that fall together cost time, never correctness.
 * Coordinates are truncated to numbers of cells, so that cells at 0 are twice as wide.
 */
export type BodyGrid = {
  x: Float64Array;
  y: Float64Array;
  /** Heights; undefined in a world of two dimensions, where the cells have no layers. */
  z: Float64Array | undefined;
  radius: Float64Array;
  /** First body of each chain, and the next of each body; −1 ends. Cells of a row have chains one after another. */
  first: Int32Array;
  next: Int32Array;
  /** Chains from the beginning of a row of cells to that of the next. */
  stride: number;
  /** The bodies of each size, as chains too, and their number. */
  firstOfSize: Int32Array;
  nextOfSize: Int32Array;
  countOfSize: Int32Array;
  /** The smallest size and the largest that any body has had. */
  least: number;
  most: number;
};

/** Bodies of a size are at most 2^−9 m × 2^size wide: from twice the smallest radius to twice the largest. */
const smallestBody = 1 / 512;
const sizes = sizeClass(radiusRange.max) + 1;

/** Rows begin this share of all chains apart: any number of multiples of the golden section is spread evenly. */
const GOLDEN = 0.6180339887;
/** A layer is as far from the next one as this number of rows, and so is a size. */
const LAYER = 40503;

/** The smallest size that a body of this radius has. */
export function sizeClass(radius: number): number {
  const widths = (2 * radius) / smallestBody;
  return widths > 1 ? 32 - Math.clz32(Math.ceil(widths) - 1) : 0;
}

/** An empty grid over columns of bodies; the columns may be filled later, each row before it is inserted. */
export function createBodyGrid(
  x: Float64Array,
  y: Float64Array,
  z: Float64Array | undefined,
  radius: Float64Array,
): BodyGrid {
  let chains = 16;
  while (chains < 2 * x.length) chains *= 2;
  return {
    x,
    y,
    z,
    radius,
    first: new Int32Array(chains).fill(-1),
    next: new Int32Array(x.length).fill(-1),
    stride: Math.round(GOLDEN * chains) | 1,
    firstOfSize: new Int32Array(sizes).fill(-1),
    nextOfSize: new Int32Array(x.length).fill(-1),
    countOfSize: new Int32Array(sizes),
    least: sizes,
    most: -1,
  };
}

/** Takes all bodies out of a grid. */
export function emptyGrid({ countOfSize, first, firstOfSize }: BodyGrid): void {
  first.fill(-1);
  firstOfSize.fill(-1);
  countOfSize.fill(0);
}

export function insertBody(grid: BodyGrid, body: number): void {
  const size = sizeClass(grid.radius[body]);
  const width = cellOf(size);
  const { first, stride, x, y, z } = grid;
  const layer = z === undefined ? 0 : (z[body] / width) | 0;
  const line = (((y[body] / width) | 0) + (layer + size) * LAYER) * stride;
  const chain = (line + ((x[body] / width) | 0)) & (first.length - 1);
  grid.next[body] = first[chain];
  first[chain] = body;
  grid.nextOfSize[body] = grid.firstOfSize[size];
  grid.firstOfSize[size] = body;
  grid.countOfSize[size]++;
  if (size < grid.least) grid.least = size;
  if (size > grid.most) grid.most = size;
}

/** The width of the cells of a size, metres. */
function cellOf(size: number): number {
  return 2 * smallestBody * (1 << size);
}

/** An inserted body with less than `gap` between it and another, or −1; a negative gap asks for an overlap. */
export function findBody(
  grid: BodyGrid,
  x: number,
  y: number,
  z: number,
  radius: number,
  gap: number,
): number {
  const { first, stride } = grid;
  for (let size = grid.least; size <= grid.most; size++) {
    const count = grid.countOfSize[size];
    if (count === 0) continue;
    const width = cellOf(size);
    const reach = radius + width / 4 + gap;
    const left = ((x - reach) / width) | 0;
    const right = ((x + reach) / width) | 0;
    const back = ((y - reach) / width) | 0;
    const front = ((y + reach) / width) | 0;
    const bottom = grid.z === undefined ? 0 : ((z - reach) / width) | 0;
    const top = grid.z === undefined ? 0 : ((z + reach) / width) | 0;
    if ((right - left + 1) * (front - back + 1) * (top - bottom + 1) > count) {
      const found = searchChain(grid, grid.nextOfSize, grid.firstOfSize[size], x, y, z, radius + gap);
      if (found >= 0) return found;
      continue;
    }
    for (let layer = bottom; layer <= top; layer++) {
      for (let row = back; row <= front; row++) {
        const line = (row + (layer + size) * LAYER) * stride;
        for (let column = left; column <= right; column++) {
          const body = first[(line + column) & (first.length - 1)];
          if (body < 0) continue;
          const found = searchChain(grid, grid.next, body, x, y, z, radius + gap);
          if (found >= 0) return found;
        }
      }
    }
  }
  return -1;
}

function searchChain(
  grid: BodyGrid,
  next: Int32Array,
  first: number,
  x: number,
  y: number,
  z: number,
  reach: number,
): number {
  for (let body = first; body >= 0; body = next[body]) {
    const dx = grid.x[body] - x;
    const dy = grid.y[body] - y;
    const dz = grid.z === undefined ? 0 : grid.z[body] - z;
    const distance = grid.radius[body] + reach;
    if (distance > 0 && dx * dx + dy * dy + dz * dz < distance * distance) return body;
  }
  return -1;
}

/** Rows ordered from the largest bodies to the smallest (by size class), each class in the order of the rows. */
export function largestFirst(radius: Float64Array, rows: Int32Array): Int32Array {
  const start = new Int32Array(sizes + 1);
  for (const row of rows) start[sizes - sizeClass(radius[row])]++;
  for (let k = 1; k <= sizes; k++) start[k] += start[k - 1];
  const ordered = new Int32Array(rows.length);
  for (const row of rows) ordered[start[sizes - 1 - sizeClass(radius[row])]++] = row;
  return ordered;
}

/** How far two bodies of the grid reach into each other, m. */
export function overlapOf({ x, y, z, radius }: BodyGrid, body: number, other: number): number {
  const dx = x[body] - x[other];
  const dy = y[body] - y[other];
  const dz = z === undefined ? 0 : z[body] - z[other];
  return radius[body] + radius[other] - Math.sqrt(dx * dx + dy * dy + dz * dz);
}
