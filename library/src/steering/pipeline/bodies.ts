import type { Motion } from '../../crowd/index.ts';
import { instantiate, WORTH_COMPILING } from '../../numerics/index.ts';
import { kernelText } from './bodies-bytes.ts';
import type { Frame } from './frame.ts';
import { moveBodies } from './locomotion.ts';
import type { PipelineParameters } from './parameters.ts';

/** What library/kernel/bodies.as.ts exports. */
type KernelExports = {
  move(
    count: number,
    column: number,
    dt: number,
    gainShare: number,
    largestGain: number,
    haste: number,
    maximumSpeed: number,
  ): void;
};

/** The compiled loop of moveBodies, and the columns in its memory. */
type Kernel = {
  move: KernelExports['move'];
  /** Bytes from one column to the next. */
  column: number;
  x: Float64Array;
  y: Float64Array;
  headingX: Float64Array;
  headingY: Float64Array;
  speed: Float64Array;
  scoot: Float64Array;
  pastX: Float64Array;
  pastY: Float64Array;
  pace: Float64Array;
  commandTurn: Float64Array;
  commandSpeed: Float64Array;
  commandScoot: Float64Array;
};

/** Whether a kernel is wanted, the number of rows asked for, and the kernel; undefined where WebAssembly is not available. */
export type Mover = { compiled: boolean; rows: number; kernel: Kernel | undefined };

const COLUMNS = 12;
const PAGE = 4096;
/** Where the first column begins: the kernel keeps numbers of its own before it. */
const FIRST = PAGE;
/** Columns begin at different offsets within a page: otherwise they evict each other from the cache. */
const STAGGER = 192;

export function createMover(compiled: boolean): Mover {
  return { compiled, rows: 0, kernel: undefined };
}

/**
 * Runs moveBodies for all agents, compiled if that is available and worth it, else in JavaScript; both give the same bits.
 * Columns are copied whole, which is quick as long as most of a column is in use.
 */
export function moveAll(mover: Mover, frame: Frame, next: Motion, parameters: PipelineParameters): void {
  const { capacity, count } = frame;
  // The kernel moves all rows, so it cannot be used if other models move some of them.
  const isWorthIt = mover.compiled && !frame.members && capacity >= WORTH_COMPILING && 2 * count >= capacity;
  if (isWorthIt && mover.rows !== capacity) {
    mover.rows = capacity;
    mover.kernel = createKernel(capacity);
  }
  if (isWorthIt && mover.kernel) moveCompiled(mover.kernel, frame, next, parameters);
  else moveBodies(frame, next, parameters);
}

export function moveCompiled(
  kernel: Kernel,
  frame: Frame,
  next: Motion,
  parameters: PipelineParameters,
): void {
  const { dt, own } = frame;
  const { forceLimit, gain, haste, maximumSpeed } = parameters;
  kernel.x.set(frame.x);
  kernel.y.set(frame.y);
  kernel.headingX.set(frame.headingX);
  kernel.headingY.set(frame.headingY);
  kernel.speed.set(frame.speed);
  kernel.scoot.set(own.scoot);
  kernel.pastX.set(own.pastX);
  kernel.pastY.set(own.pastY);
  kernel.pace.set(frame.pace);
  kernel.commandTurn.set(own.commandTurn);
  kernel.commandSpeed.set(own.commandSpeed);
  kernel.commandScoot.set(own.commandScoot);
  const share = gain * dt < 1 ? gain * dt : 1;
  kernel.move(frame.count, kernel.column, dt, share, forceLimit * dt, haste, maximumSpeed);
  own.pastX.set(frame.x);
  own.pastY.set(frame.y);
  next.x.set(kernel.x);
  next.y.set(kernel.y);
  next.headingX.set(kernel.headingX);
  next.headingY.set(kernel.headingY);
  next.speed.set(kernel.speed);
  own.scoot.set(kernel.scoot);
  next.turnRate.set(own.commandTurn);
}

/** An instance with room for `rows` rows. Undefined if WebAssembly with vectors is not available, or forbidden. */
export function createKernel(rows: number): Kernel | undefined {
  const column = Math.ceil((8 * (rows + 1)) / PAGE) * PAGE + STAGGER;
  const instance = instantiate(kernelText, FIRST + COLUMNS * column);
  if (!instance) return undefined;
  const { move } = instance.exports as KernelExports;
  // In the order in which the kernel expects them.
  const columnAt = (place: number) => new Float64Array(instance.buffer, FIRST + place * column, rows);
  return {
    move,
    column,
    x: columnAt(0),
    y: columnAt(1),
    headingX: columnAt(2),
    headingY: columnAt(3),
    speed: columnAt(4),
    scoot: columnAt(5),
    pastX: columnAt(6),
    pastY: columnAt(7),
    pace: columnAt(8),
    commandTurn: columnAt(9),
    commandSpeed: columnAt(10),
    commandScoot: columnAt(11),
  };
}
