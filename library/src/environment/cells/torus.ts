/**
 * A counting-sort grid on a torus: the plane is cut into square cells, and the cell (column, row) lies in the bucket
 * (column mod width, row mod height). Nothing has to be bounded: a lone agent a thousand kilometres away costs one
 * bucket like any other. Cells that share a bucket only add candidates, which the exact distance test refuses; and as
 * width and height are at least as large as the block of cells a query visits, no bucket is visited twice.
 */
export type Torus = {
  /** Cells on each side of the own one that a query visits: cells are the reach divided by this. */
  readonly span: number;
  cellSize: number;
  /** Buckets along each axis, powers of two. */
  width: number;
  height: number;
  /** The points of bucket b are order[starts[b]] … order[starts[b + 1] − 1]. */
  starts: Int32Array;
  order: Int32Array;
  /** Positions in that order, so that a query reads memory forwards. */
  x: Float64Array;
  y: Float64Array;
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
    starts: new Int32Array(BLOCK * BLOCK + 1),
    order: new Int32Array(0),
    x: new Float64Array(0),
    y: new Float64Array(0),
    bucketOf: new Int32Array(0),
  };
}

/** Sorts the points into buckets so that everything within `reach` of a point lies in the block around its cell. */
export function fillTorus(
  torus: Torus,
  count: number,
  x: Float64Array,
  y: Float64Array,
  reach: number,
): void {
  chooseBuckets(torus, count, x, y, reach);
  const { width, starts, order, bucketOf } = torus;
  const inverse = 1 / torus.cellSize;
  const columnMask = width - 1;
  const rowMask = torus.height - 1;
  starts.fill(0, 0, width * torus.height + 1);
  for (let i = 0; i < count; i++) {
    // The bit operation takes the whole number modulo 2^32, exactly, however large it is.
    const bucket = (Math.floor(y[i] * inverse) & rowMask) * width + (Math.floor(x[i] * inverse) & columnMask);
    bucketOf[i] = bucket;
    starts[bucket + 1]++;
  }
  const buckets = width * torus.height;
  for (let bucket = 0; bucket < buckets; bucket++) starts[bucket + 1] += starts[bucket];
  const sortedX = torus.x;
  const sortedY = torus.y;
  // Filling from the back leaves starts[bucket] at the bucket's first entry, shifted by one place.
  for (let i = count - 1; i >= 0; i--) {
    const place = --starts[bucketOf[i] + 1];
    order[place] = i;
    sortedX[place] = x[i];
    sortedY[place] = y[i];
  }
  // starts[b + 1] now holds the first entry of b: shift back by one and close the last bucket.
  for (let bucket = 0; bucket < buckets; bucket++) starts[bucket] = starts[bucket + 1];
  starts[buckets] = count;
}

function chooseBuckets(torus: Torus, count: number, x: Float64Array, y: Float64Array, reach: number): void {
  if (torus.order.length < count) {
    const capacity = Math.max(count, 2 * torus.order.length);
    torus.order = new Int32Array(capacity);
    torus.x = new Float64Array(capacity);
    torus.y = new Float64Array(capacity);
    torus.bucketOf = new Int32Array(capacity);
  }
  let minX = 0;
  let maxX = 0;
  let minY = 0;
  let maxY = 0;
  for (let i = 0; i < count; i++) {
    if (i === 0) {
      minX = maxX = x[0];
      minY = maxY = y[0];
    }
    if (x[i] < minX) minX = x[i];
    if (x[i] > maxX) maxX = x[i];
    if (y[i] < minY) minY = y[i];
    if (y[i] > maxY) maxY = y[i];
  }
  // Two things make cells a hair larger than the reach asks for. Cell numbers are rounded, and two points exactly the
  // reach apart must not look one cell farther apart than they are; and numbers above 2^30 would leave that hair no bits.
  const farthest = Math.max(-minX, maxX, -minY, maxY);
  torus.cellSize = Math.max((reach / torus.span) * (1 + HAIR), farthest * SMALLEST_CELL, TINY_CELL);
  // At most four buckets for each point, but no fewer than BLOCK along an axis; the longer side of the crowd is
  // reduced first.
  let width = powerOfTwoAbove((maxX - minX) / torus.cellSize + 1);
  let height = powerOfTwoAbove((maxY - minY) / torus.cellSize + 1);
  while (width * height > 4 * count && (width > BLOCK || height > BLOCK)) {
    if (width >= height) width /= 2;
    else height /= 2;
  }
  torus.width = width;
  torus.height = height;
  if (torus.starts.length < width * height + 1) {
    torus.starts = new Int32Array(Math.max(width * height + 1, 2 * torus.starts.length));
  }
}

function powerOfTwoAbove(size: number): number {
  let power = BLOCK;
  while (power < size && power < 1 << 24) power *= 2;
  return power;
}
