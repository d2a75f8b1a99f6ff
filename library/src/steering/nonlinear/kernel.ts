import { instantiate } from '../../numerics/compiled.ts';
import { FAST_ASIN_TABLE_END, fastTables } from '../../numerics/index.ts';
import type { Classes } from './classes.ts';
import { kernelText } from './kernel-bytes.ts';
import { bytesOfRepellers, columnsOfRepellers } from './kernel-layout.ts';
import type { Window } from './repellers.ts';

/** What library/kernel/repellers.as.ts exports. */
type KernelExports = {
  place(rows: number, spaceRows: number, obstacleClasses: number, entries: number, rateEntries: number): void;
  shape(
    cosine: number,
    sine: number,
    spreadCosine: number,
    spreadSine: number,
    largest: number,
    obstacleClasses: number,
    isSelective: number,
  ): void;
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
export type Kernel = ReturnType<typeof columnsOfRepellers> & { rows: number; repel: Repel };

/**
 * An instance with room for `rows` agents and `entries` neighbours in all; `selective`: d0 depends on the neighbour.
 * Undefined if WebAssembly with vectors is not available, or forbidden: JavaScript then does the same, to the bit.
 *
 * Saves 38 % of a step of 4,000 nonlinear agents (benchmarks/accelerators.js).
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
  const { obstacles } = classes;
  const sizes = [rows, dimension === 3 ? rows : 0, obstacles, entries, selective ? entries : 0] as const;
  const instance = instantiate(kernelText, bytesOfRepellers(...sizes));
  if (!instance) return undefined;
  const kernel = instance.exports as KernelExports;
  kernel.place(...sizes);
  const { marginCosine, marginSine, spreadCosine, spreadSine, largestSineHalf } = window;
  const isSelective = selective ? 1 : 0;
  kernel.shape(marginCosine, marginSine, spreadCosine, spreadSine, largestSineHalf, obstacles, isSelective);
  const columns = columnsOfRepellers(instance.buffer, ...sizes);
  const { arcRatios, asinRatios, exponentials } = fastTables();
  columns.exponentials.set(exponentials);
  columns.asinRatios.set(asinRatios);
  columns.arcRatios.set(arcRatios);
  columns.rateScale.set(classes.rateScale);
  return { rows, repel: chooseLoop(kernel, classes, dimension, selective), ...columns };
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
