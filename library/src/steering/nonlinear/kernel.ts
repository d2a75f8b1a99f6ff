import { FAST_ASIN_TABLE_END, fastTables } from '../../numerics/index.ts';
import { kernelBytes } from './kernel-bytes.ts';
import type { Window } from './repellers.ts';

/** What is used of WebAssembly; the library's types are those of the language alone. */
type WebAssemblyApi = {
  Memory: new (descriptor: { initial: number }) => { buffer: ArrayBuffer };
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: object };
};

/** What library/kernel/repellers.as.ts exports. */
type KernelExports = {
  place(
    exponentials: number,
    asin: number,
    arc: number,
    scratch: number,
    columns: number,
    rows: number,
  ): void;
  shape(cosine: number, sine: number, spreadCosine: number, spreadSine: number, largest: number): void;
  repel(rows: number, everythingCounts: number, aside: number, negligible: number, nearest: number): number;
};

/** The compiled sums over neighbours, and the columns in its memory. */
export type Kernel = {
  rows: number;
  repel: KernelExports['repel'];
  bodies: Float64Array;
  headingX: Float64Array;
  headingY: Float64Array;
  decayRate: Float64Array;
  nearness: Float64Array;
  force: Float64Array;
  slope: Float64Array;
  window: Float64Array;
  closeness: Float64Array;
  starts: Int32Array;
  counts: Int32Array;
  order: Int32Array;
  items: Int32Array;
};

const PAGE = 65536;
/** Four columns of 20480 bytes for waiting repellers. */
const SCRATCH = 4 * 20480;

/**
 * An instance with room for `rows` agents and `entries` neighbours in all. Undefined where WebAssembly with vectors is
 * not to be had, or is forbidden: JavaScript then does the same, to the bit.
 */
export function createKernel(window: Window, rows: number, entries: number): Kernel | undefined {
  const api = (globalThis as { WebAssembly?: WebAssemblyApi }).WebAssembly;
  // Beyond the arcsine's table, which only margins below 0.62 reach, there is nothing to look up.
  if (!api || window.largestSineHalf * window.largestSineHalf >= FAST_ASIN_TABLE_END) return undefined;
  const { arcRatios, asinRatios, exponentials } = fastTables;
  const asinAt = exponentials.byteLength;
  const arcAt = asinAt + asinRatios.byteLength;
  const scratchAt = arcAt + arcRatios.byteLength;
  const columnsAt = scratchAt + SCRATCH;
  const size = columnsAt + (4 + 8) * 8 * rows + 4 * 4 * rows + 4 * entries;
  try {
    const memory = new api.Memory({ initial: Math.ceil(size / PAGE) });
    const module = new api.Module(Uint8Array.from(kernelBytes));
    const { place, shape, repel } = new api.Instance(module, { env: { memory } }).exports as KernelExports;
    new Float64Array(memory.buffer, 0, exponentials.length).set(exponentials);
    new Float64Array(memory.buffer, asinAt, asinRatios.length).set(asinRatios);
    new Float64Array(memory.buffer, arcAt, arcRatios.length).set(arcRatios);
    place(0, asinAt, arcAt, scratchAt, columnsAt, rows);
    const { marginCosine, marginSine, spreadCosine, spreadSine, largestSineHalf } = window;
    shape(marginCosine, marginSine, spreadCosine, spreadSine, largestSineHalf);
    let at = columnsAt;
    const doubles = (length: number) => {
      at += 8 * length;
      return new Float64Array(memory.buffer, at - 8 * length, length);
    };
    const integers = (length: number) => {
      at += 4 * length;
      return new Int32Array(memory.buffer, at - 4 * length, length);
    };
    const columns = {
      bodies: doubles(4 * rows),
      headingX: doubles(rows),
      headingY: doubles(rows),
      decayRate: doubles(rows),
      nearness: doubles(rows),
      force: doubles(rows),
      slope: doubles(rows),
      window: doubles(rows),
      closeness: doubles(rows),
      starts: integers(rows),
      counts: integers(rows),
      order: integers(rows),
    };
    // Behind the order comes a column of the kernel's own.
    integers(rows);
    return { rows, repel, ...columns, items: integers(entries) };
  } catch {
    return undefined;
  }
}
