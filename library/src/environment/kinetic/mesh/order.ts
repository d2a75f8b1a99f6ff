/** Scratch of an order along a curve, and of renumbering a mesh. */
export type CurveOrder = {
  keys: Uint32Array;
  spareKeys: Uint32Array;
  order: Int32Array;
  spareOrder: Int32Array;
  counts: Int32Array;
  /** Columns of half-edges that alternate with a mesh's own, and the new number of each triangle. */
  origin: Int32Array;
  twin: Int32Array;
  beyond: Int32Array;
  wall: Int32Array;
  triangleOf: Int32Array;
};

export function createCurveOrder(): CurveOrder {
  return {
    keys: new Uint32Array(0),
    spareKeys: new Uint32Array(0),
    order: new Int32Array(0),
    spareOrder: new Int32Array(0),
    counts: new Int32Array(2048),
    origin: new Int32Array(0),
    twin: new Int32Array(0),
    beyond: new Int32Array(0),
    wall: new Int32Array(0),
    triangleOf: new Int32Array(0),
  };
}

/**
 * Sorts the numbers first … end − 1 so that points near each other mostly come near each other: along Hilbert's curve
 * through 65,536 × 65,536 cells. The result is in scratch.order, from 0 on.
 */
export function sortAlongCurve(
  scratch: CurveOrder,
  first: number,
  end: number,
  x: Float64Array,
  y: Float64Array,
): void {
  const count = end - first;
  if (scratch.order.length < count) {
    scratch.keys = new Uint32Array(count);
    scratch.spareKeys = new Uint32Array(count);
    scratch.order = new Int32Array(count);
    scratch.spareOrder = new Int32Array(count);
  }
  let minX = Number.POSITIVE_INFINITY;
  let minY = Number.POSITIVE_INFINITY;
  let maxX = Number.NEGATIVE_INFINITY;
  let maxY = Number.NEGATIVE_INFINITY;
  for (let i = first; i < end; i++) {
    minX = Math.min(minX, x[i]);
    maxX = Math.max(maxX, x[i]);
    minY = Math.min(minY, y[i]);
    maxY = Math.max(maxY, y[i]);
  }
  const extent = Math.max(maxX - minX, maxY - minY);
  const scale = extent > 0 ? 65535 / extent : 0;
  const { keys, order } = scratch;
  for (let i = first; i < end; i++) {
    keys[i - first] = curvePosition(Math.floor((x[i] - minX) * scale), Math.floor((y[i] - minY) * scale));
    order[i - first] = i;
  }
  for (let shift = 0; shift < 33; shift += 11) sortDigit(scratch, count, shift);
}

/** How far along Hilbert's curve a cell comes. */
function curvePosition(column: number, row: number): number {
  let x = column;
  let y = row;
  let position = 0;
  for (let side = 32768; side > 0; side >>= 1) {
    const right = (x & side) !== 0 ? 1 : 0;
    const upper = (y & side) !== 0 ? 1 : 0;
    position = position * 4 + ((3 * right) ^ upper);
    if (upper === 0) {
      if (right === 1) {
        x = 65535 - x;
        y = 65535 - y;
      }
      const swapped = x;
      x = y;
      y = swapped;
    }
  }
  return position;
}

/** One pass of a sort by digits of eleven bits; stable. */
function sortDigit(scratch: CurveOrder, count: number, shift: number): void {
  const { keys, spareKeys, order, spareOrder, counts } = scratch;
  counts.fill(0);
  for (let k = 0; k < count; k++) counts[(keys[k] >>> shift) & 2047]++;
  let start = 0;
  for (let digit = 0; digit < 2048; digit++) {
    const size = counts[digit];
    counts[digit] = start;
    start += size;
  }
  for (let k = 0; k < count; k++) {
    const place = counts[(keys[k] >>> shift) & 2047]++;
    spareKeys[place] = keys[k];
    spareOrder[place] = order[k];
  }
  scratch.keys = spareKeys;
  scratch.spareKeys = keys;
  scratch.order = spareOrder;
  scratch.spareOrder = order;
}
