import { FAST_ASIN_TABLE_END, fastTables, instantiate } from '../../numerics/index.ts';
import type { Classes } from './classes.ts';
import { kernelText } from './kernel-bytes.ts';
import type { Window } from './repellers.ts';

/** What library/kernel/repellers.as.ts exports. */
type KernelExports = {
  place(
    exponentials: number,
    asin: number,
    arc: number,
    scratch: number,
    columns: number,
    rows: number,
    spaceRows: number,
    classes: number,
    rateEntries: number,
  ): void;
  shape(cosine: number, sine: number, spreadCosine: number, spreadSine: number, largest: number): void;
  repelInPlane: Repel;
  repelInSpace: Repel;
  repelClasses: Repel;
  repelClassesInSpace: Repel;
};

type Repel = (
  rows: number,
  everythingCounts: number,
  aside: number,
  negligible: number,
  nearest: number,
) => number;

/** The compiled sums over neighbours, and the columns in their memory. */
export type Kernel = {
  rows: number;
  repel: Repel;
  bodies: Float64Array;
  headingX: Float64Array;
  headingY: Float64Array;
  /** Empty in the plane, as are forceX and forceY. */
  headingZ: Float64Array;
  decayRate: Float64Array;
  nearness: Float64Array;
  force: Float64Array;
  forceX: Float64Array;
  forceY: Float64Array;
  slope: Float64Array;
  window: Float64Array;
  closeness: Float64Array;
  pressing: Float64Array;
  /** 1/d0 of each entry of the lists; empty where d0 does not depend on the other. */
  rates: Float64Array;
  starts: Int32Array;
  counts: Int32Array;
  order: Int32Array;
  /** The obstacle class of each agent. */
  classes: Int32Array;
  items: Int32Array;
};

/** Ten columns of 20480 bytes for waiting repellers. */
const SCRATCH = 10 * 20480;

/**
 * An instance with room for `rows` agents and `entries` neighbours in all; `selective`: d0 depends on the neighbour. Undefined if WebAssembly with vectors is not
 * available, or forbidden: JavaScript then does the same, to the bit.
 */
export function createKernel(
  window: Window,
  classes: Classes,
  dimension: 2 | 3,
  rows: number,
  entries: number,
  selective = false,
): Kernel | undefined {
  // The arcsine's table ends here; only margins below 0.62 reach beyond it.
  if (window.largestSineHalf * window.largestSineHalf >= FAST_ASIN_TABLE_END) return undefined;
  const { arcRatios, asinRatios, exponentials } = fastTables();
  const asinAt = exponentials.byteLength;
  const arcAt = asinAt + asinRatios.byteLength;
  const scratchAt = arcAt + arcRatios.byteLength;
  const columnsAt = scratchAt + SCRATCH;
  const spaceRows = dimension === 3 ? rows : 0;
  const rateEntries = selective ? entries : 0;
  const perClass = 8 * (6 * rows + 2 * spaceRows + 1);
  const size =
    columnsAt +
    8 * (7 * rows + spaceRows) +
    classes.obstacles * perClass +
    4 * 5 * rows +
    4 * entries +
    8 * rateEntries;
  const instance = instantiate(kernelText, size);
  if (!instance) return undefined;
  const { buffer } = instance;
  const kernel = instance.exports as KernelExports;
  new Float64Array(buffer, 0, exponentials.length).set(exponentials);
  new Float64Array(buffer, asinAt, asinRatios.length).set(asinRatios);
  new Float64Array(buffer, arcAt, arcRatios.length).set(arcRatios);
  kernel.place(0, asinAt, arcAt, scratchAt, columnsAt, rows, spaceRows, classes.obstacles, rateEntries);
  const { marginCosine, marginSine, spreadCosine, spreadSine, largestSineHalf } = window;
  kernel.shape(marginCosine, marginSine, spreadCosine, spreadSine, largestSineHalf);
  let at = columnsAt;
  const doubles = (length: number) => {
    at += 8 * length;
    return new Float64Array(buffer, at - 8 * length, length);
  };
  const integers = (length: number) => {
    at += 4 * length;
    return new Int32Array(buffer, at - 4 * length, length);
  };
  const columns = {
    bodies: doubles(4 * rows),
    headingX: doubles(rows),
    headingY: doubles(rows),
    headingZ: doubles(spaceRows),
    decayRate: doubles(rows),
    nearness: doubles(classes.obstacles * rows),
    force: doubles(classes.obstacles * rows),
    forceX: doubles(classes.obstacles * spaceRows),
    forceY: doubles(classes.obstacles * spaceRows),
    slope: doubles(classes.obstacles * rows),
    window: doubles(classes.obstacles * rows),
    closeness: doubles(classes.obstacles * rows),
    pressing: doubles(classes.obstacles * rows),
    rateScale: doubles(classes.obstacles),
    rates: doubles(rateEntries),
    starts: integers(rows),
    counts: integers(rows),
    order: integers(rows),
  };
  // The order is followed by a column that only the kernel uses.
  integers(rows);
  columns.rateScale.set(classes.rateScale);
  return {
    rows,
    repel: chooseLoop(kernel, classes, dimension, selective),
    ...columns,
    classes: integers(rows),
    items: integers(entries),
  };
}

function chooseLoop(
  kernel: KernelExports,
  { obstacles, rateScale }: Classes,
  dimension: 2 | 3,
  selective: boolean,
): Repel {
  // The loops without classes have no factor on d0 either.
  if (selective || obstacles > 1 || rateScale[0] !== 1)
    return dimension === 3 ? kernel.repelClassesInSpace : kernel.repelClasses;
  return dimension === 3 ? kernel.repelInSpace : kernel.repelInPlane;
}
