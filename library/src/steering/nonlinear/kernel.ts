import { FAST_ASIN_TABLE_END, fastTables } from '../../numerics/index.ts';
import { kernelBytes } from './kernel-bytes.ts';
import type { Window } from './repellers.ts';

/** What is used of WebAssembly; the library's types are those of the language alone. */
type WebAssemblyApi = {
  Memory: new (descriptor: { initial: number }) => { buffer: ArrayBuffer };
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: object };
};

type KernelExports = {
  place(exponentials: number, asinRatios: number, arcRatios: number, columns: number, stride: number): void;
  shape(marginCosine: number, marginSine: number, spreadCosine: number, spreadSine: number): void;
  evaluate(count: number): void;
};

/** The compiled inner loop (library/kernel/repellers.as.ts), and the columns in its memory, as it expects them. */
export type Kernel = { evaluate(count: number): void; columns: Float64Array[] };

const PAGE = 65536;

/**
 * Room for `count` columns of `capacity` numbers in the memory of an instance of its own. Undefined where WebAssembly
 * with vectors is not to be had, or is forbidden: JavaScript then does the same, to the bit.
 */
export function createKernel(count: number, capacity: number, window: Window): Kernel | undefined {
  const api = (globalThis as { WebAssembly?: WebAssemblyApi }).WebAssembly;
  // Beyond the arcsine's table, which only margins below 0.62 reach, there is nothing to look up.
  if (!api || window.largestSineHalf * window.largestSineHalf >= FAST_ASIN_TABLE_END) return undefined;
  const { arcRatios, asinRatios, exponentials } = fastTables;
  const asinAt = exponentials.byteLength;
  const arcAt = asinAt + asinRatios.byteLength;
  const columnsAt = arcAt + arcRatios.byteLength;
  // An even number of places, and two more: repellers are taken in pairs.
  const stride = 8 * (capacity + (capacity % 2) + 2);
  try {
    const memory = new api.Memory({ initial: Math.ceil((columnsAt + count * stride) / PAGE) });
    const module = new api.Module(Uint8Array.from(kernelBytes));
    const { place, shape, evaluate } = new api.Instance(module, { env: { memory } }).exports as KernelExports;
    for (const [at, table] of [
      [0, exponentials],
      [asinAt, asinRatios],
      [arcAt, arcRatios],
    ] as const) {
      new Float64Array(memory.buffer, at, table.length).set(table);
    }
    place(0, asinAt, arcAt, columnsAt, stride);
    shape(window.marginCosine, window.marginSine, window.spreadCosine, window.spreadSine);
    const columns = Array.from(
      { length: count },
      (_, column) => new Float64Array(memory.buffer, columnsAt + column * stride, capacity),
    );
    return { evaluate, columns };
  } catch {
    return undefined;
  }
}
