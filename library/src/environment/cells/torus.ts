/**
 * A counting-sort grid on a torus: space is cut into cubic cells, and the cell (column, row, layer) lies in the bucket
 * (column mod width, row mod height, layer mod depth). Nothing has to be bounded: a lone agent a thousand kilometres
 * away costs one bucket like any other. Cells that share a bucket only add candidates, which the exact distance test
 * refuses; and as each side is at least as large as the block of cells a query visits, no bucket is visited twice. The
 * plane is one layer of cells, at z = 0.
 */
export type Torus = {
  /** Cells on each side of the own one that a query visits: cells are the reach divided by this. */
  readonly span: number;
  cellSize: number;
  /** Buckets along each axis, powers of two. */
  width: number;
  height: number;
  /** 1 in the plane. */
  depth: number;
  /** The points of bucket b are order[starts[b]] … order[starts[b + 1] − 1]. */
  starts: Int32Array;
  order: Int32Array;
  /** Positions in that order, so that a query reads memory forwards. */
  x: Float64Array;
  y: Float64Array;
  /** All 0 in the plane. */
  z: Float64Array;
  bucketOf: Int32Array;
};

/** The smallest number of buckets along an axis: a power of two above the 2 × 2 + 1 cells of the largest block. */
const BLOCK = 8;
/** 2^−20 of a cell, and 2^−30 of the largest coordinate, whose rounding is then below 2^−21 of a cell. */
const HAIR = 1 / 1048576;
const SMALLEST_CELL = 1 / 1073741824;
/** Metres. Below this, the squares that decide which points are near underflow. */
const TINY_CELL = 1e-150;

export function createTorus(span: 1 | 2): Torus {
  return {
    span,
    cellSize: 1,
    width: BLOCK,
    height: BLOCK,
    depth: 1,
    starts: new Int32Array(BLOCK * BLOCK + 1),
    order: new Int32Array(0),
    x: new Float64Array(0),
    y: new Float64Array(0),
    z: new Float64Array(0),
    bucketOf: new Int32Array(0),
  };
}

/**
 * Sorts the points into buckets so that everything within `reach` of a point lies in the block around its cell. Without
 * `z` the points lie in the plane.
 */
export function fillTorus(
  torus: Torus,
  count: number,
  x: Float64Array,
  y: Float64Array,
  reach: number,
  z?: Float64Array,
): void {
  reservePoints(torus, count, z === undefined);
  // In the plane the heights are those of the torus, which are 0.
  const height = z ?? torus.z;
  chooseBuckets(torus, count, x, y, height, reach, z === undefined);
  sortIntoBuckets(torus, count, x, y, height);
}

function reservePoints(torus: Torus, count: number, isFlat: boolean): void {
  if (torus.order.length < count) {
    const capacity = Math.max(count, 2 * torus.order.length);
    torus.order = new Int32Array(capacity);
    torus.x = new Float64Array(capacity);
    torus.y = new Float64Array(capacity);
    torus.z = new Float64Array(capacity);
    torus.bucketOf = new Int32Array(capacity);
  } else if (isFlat && torus.depth > 1) {
    torus.z.fill(0);
  }
}

function chooseBuckets(
  torus: Torus,
  count: number,
  x: Float64Array,
  y: Float64Array,
  z: Float64Array,
  reach: number,
  isFlat: boolean,
): void {
  let minX = count > 0 ? x[0] : 0;
  let minY = count > 0 ? y[0] : 0;
  let minZ = count > 0 ? z[0] : 0;
  let maxX = minX;
  let maxY = minY;
  let maxZ = minZ;
  for (let i = 1; i < count; i++) {
    if (x[i] < minX) minX = x[i];
    if (x[i] > maxX) maxX = x[i];
    if (y[i] < minY) minY = y[i];
    if (y[i] > maxY) maxY = y[i];
  }
  for (let i = 1; i < count && !isFlat; i++) {
    if (z[i] < minZ) minZ = z[i];
    if (z[i] > maxZ) maxZ = z[i];
  }
  // Two things make cells a hair larger than the reach asks for. Cell numbers are rounded, and two points exactly the
  // reach apart must not look one cell farther apart than they are; and numbers above 2^30 would leave that hair no bits.
  const farthest = Math.max(-minX, maxX, -minY, maxY, -minZ, maxZ);
  torus.cellSize = Math.max((reach / torus.span) * (1 + HAIR), farthest * SMALLEST_CELL, TINY_CELL);
  // At most four buckets for each point, but no fewer than BLOCK along an axis; the longest side of the crowd is
  // reduced first.
  let width = powerOfTwoAbove((maxX - minX) / torus.cellSize + 1);
  let height = powerOfTwoAbove((maxY - minY) / torus.cellSize + 1);
  let depth = isFlat ? 1 : powerOfTwoAbove((maxZ - minZ) / torus.cellSize + 1);
  while (width * height * depth > 4 * count && Math.max(width, height, depth) > BLOCK) {
    if (width >= height && width >= depth) width /= 2;
    else if (height >= depth) height /= 2;
    else depth /= 2;
  }
  torus.width = width;
  torus.height = height;
  torus.depth = depth;
  const buckets = width * height * depth;
  if (torus.starts.length < buckets + 1) {
    torus.starts = new Int32Array(Math.max(buckets + 1, 2 * torus.starts.length));
  }
}

function sortIntoBuckets(
  torus: Torus,
  count: number,
  x: Float64Array,
  y: Float64Array,
  z: Float64Array,
): void {
  const { width, height, depth, starts, order, bucketOf } = torus;
  const inverse = 1 / torus.cellSize;
  const buckets = width * height * depth;
  starts.fill(0, 0, buckets + 1);
  for (let i = 0; i < count; i++) {
    // The bit operation takes the whole number modulo 2^32, exactly, however large it is.
    const column = Math.floor(x[i] * inverse) & (width - 1);
    const row = Math.floor(y[i] * inverse) & (height - 1);
    // Heights are read in space only, where depth is more than 1.
    const layer = depth > 1 ? Math.floor(z[i] * inverse) & (depth - 1) : 0;
    const bucket = (layer * height + row) * width + column;
    bucketOf[i] = bucket;
    starts[bucket + 1]++;
  }
  for (let bucket = 0; bucket < buckets; bucket++) starts[bucket + 1] += starts[bucket];
  // Filling from the back leaves starts[bucket] at the bucket's first entry, shifted by one place.
  for (let i = count - 1; i >= 0; i--) {
    const place = --starts[bucketOf[i] + 1];
    order[place] = i;
    torus.x[place] = x[i];
    torus.y[place] = y[i];
    if (depth > 1) torus.z[place] = z[i];
  }
  // starts[b + 1] now holds the first entry of b: shift back by one and close the last bucket.
  starts.copyWithin(0, 1, buckets + 1);
  starts[buckets] = count;
}

function powerOfTwoAbove(size: number): number {
  let power = BLOCK;
  while (power < size && power < 1 << 24) power *= 2;
  return power;
}
