import type { NearLists } from '../../crowd/index.ts';
import { instantiate, WORTH_COMPILING } from '../../numerics/index.ts';
import type { Frame } from './frame.ts';
import { kernelText } from './pairs-bytes.ts';

/**
 * The agents that are due, each with a list of others, and the results for these pairs: the n-th agent has the row
 * rows[n] and the others entries[starts[n]] … entries[ends[n] − 1].
 */
export type Pairs = {
  /** Position, heading, velocity, radius and id of each row, side by side, so that a pair reads one piece of memory. */
  bodies: Float64Array;
  rows: Int32Array;
  starts: Int32Array;
  ends: Int32Array;
  /** The lists themselves, not a copy. */
  entries: Int32Array;
  /** Results: eight numbers and four marks for each agent; meetOthers and feelOthers say what they mean. */
  numbers: Float64Array;
  marks: Int32Array;
  /** Scratch: the candidates of one list; in the kernel, candidate pairs. */
  found: Int32Array;
  /** Whether a kernel is wanted, and the kernel: undefined for few agents, and where WebAssembly is not available. */
  compiled: boolean;
  kernel: PairKernel | undefined;
};

/** What library/kernel/pairs.as.ts exports, with the columns in its memory. */
type PairKernel = {
  storeBodies(count: number): void;
  meet(
    runs: number,
    viewSquared: number,
    margin: number,
    threatFrom: number,
    threatUntil: number,
    offSquared: number,
    offAhead: number,
    offClosing: number,
    offRoot: number,
  ): void;
  feel(
    runs: number,
    feeler: number,
    sideFeeler: number,
    whisker: number,
    similarCosine: number,
    oncomingCosine: number,
  ): void;
  /** Room for lists that are copied in each step. */
  entries: Int32Array;
  /** Of each row position, heading, velocity, radius and id. */
  columns: Float64Array[];
  /** The largest coordinate, speed along an axis and radius. */
  largest: Float64Array;
  kept: KeptLists;
};

/**
 * Lists copied in this step or earlier ones, each padded to a multiple of four: the list of a row is
 * items[starts[row]] … items[ends[row] − 1], with the stamp of the list that it copies.
 */
type KeptLists = {
  items: Int32Array;
  /** Entries of `items` in use. */
  length: number;
  starts: Int32Array;
  ends: Int32Array;
  stamps: Float64Array;
};

/** Values of a body, numbers and marks of an answer. */
export const BODY = 8;
export const NUMBERS = 8;
export const MARKS = 4;

/** Bytes for each row and a fixed number of bytes, of the kernel's own columns: see `place` in library/kernel/pairs.as.ts. */
const OWN_COLUMNS = 64 + 16;
const OWN = 32 + 16;
/** The number of pairs that the kernel puts off, as in the kernel; there is room for one more list of all agents. */
const PUT_OFF = 4096;

export function createPairs(compiled: boolean): Pairs {
  return { compiled, ...createRoom(0, 0, 0, false) };
}

/** Memory for `capacity` agents, `length` entries of short lists and `keptLength` entries of kept lists. */
function createRoom(capacity: number, length: number, keptLength: number, isCompiled: boolean) {
  const rows = capacity + (capacity & 1);
  const shared = 8 * (BODY + NUMBERS) * rows + 4 * (MARKS + 3) * rows + 8 * (rows + PUT_OFF);
  const own = OWN_COLUMNS * rows + OWN + 4 * length + 4 * keptLength;
  const instance = isCompiled ? instantiate(kernelText, shared + own) : undefined;
  const buffer = instance?.buffer ?? new ArrayBuffer(shared);
  let at = 0;
  const doubles = (size: number) => {
    at += 8 * size;
    return new Float64Array(buffer, at - 8 * size, size);
  };
  const integers = (size: number) => {
    at += 4 * size;
    return new Int32Array(buffer, at - 4 * size, size);
  };
  const bodies = doubles(BODY * rows);
  const numbers = doubles(NUMBERS * rows);
  const columns = instance ? Array.from({ length: BODY }, () => doubles(rows)) : [];
  const largest = doubles(instance ? 4 : 0);
  // Motion in single precision, which only the kernel reads.
  if (instance) integers(4 * (rows + 1));
  // In this order in the memory.
  const common = {
    bodies,
    numbers,
    marks: integers(MARKS * rows),
    rows: integers(rows),
    starts: integers(rows),
    ends: integers(rows),
    entries: integers(instance ? length : 0),
    found: integers(2 * (rows + PUT_OFF)),
  };
  if (!instance) return { ...common, kernel: undefined };
  const loops = instance.exports as PairKernel & { place(capacity: number, length: number): void };
  loops.place(rows, length);
  const { feel, meet, storeBodies: store } = loops;
  const kept: KeptLists = {
    ...{ items: integers(keptLength), length: 0 },
    ...{ starts: new Int32Array(rows), ends: new Int32Array(rows), stamps: new Float64Array(rows) },
  };
  return {
    ...common,
    kernel: { storeBodies: store, meet, feel, entries: common.entries, columns, largest, kept },
  };
}

/** Makes room for more entries of short lists or of kept lists, and stores the bodies again. Rare. */
export function growPairs(pairs: Pairs, frame: Frame, length: number, keptLength: number): void {
  const { compiled, kernel } = pairs;
  const isCompiled = compiled && (kernel !== undefined || frame.capacity >= WORTH_COMPILING);
  const most = Math.max(length, kernel?.entries.length ?? 0);
  const mostKept = Math.max(keptLength, kernel?.kept.items.length ?? 0);
  Object.assign(pairs, createRoom(frame.capacity, most, mostKept, isCompiled));
  // Without enough memory, JavaScript takes over from now on.
  pairs.compiled = compiled && (pairs.kernel !== undefined || !isCompiled);
  storeBodies(pairs, frame);
}

/** Stores the position and motion of all agents. */
export function storeBodies(pairs: Pairs, frame: Frame): void {
  const { count, headingX, headingY, ids, radius, velocityX, velocityY, x, y } = frame;
  if (pairs.rows.length < count) {
    growPairs(pairs, frame, 8 * frame.capacity, 0);
    return;
  }
  const { bodies, kernel } = pairs;
  if (kernel) {
    const { columns } = kernel;
    const given = [x, y, headingX, headingY, velocityX, velocityY, radius, ids];
    for (let k = 0; k < BODY; k++) {
      columns[k].set(given[k].subarray(0, count));
      // The kernel takes two rows at a time.
      columns[k].fill(0, count, count + (count & 1));
    }
    kernel.storeBodies(count);
    return;
  }
  for (let row = 0, at = 0; row < count; row++, at += BODY) {
    bodies[at] = x[row];
    bodies[at + 1] = y[row];
    bodies[at + 2] = headingX[row];
    bodies[at + 3] = headingY[row];
    bodies[at + 4] = velocityX[row];
    bodies[at + 5] = velocityY[row];
    bodies[at + 6] = radius[row];
    bodies[at + 7] = ids[row];
  }
}

/** Copies lists into the kernel's memory as they are. */
export function shareLists(pairs: Pairs, frame: Frame, { items, length }: NearLists): void {
  if (pairs.kernel && pairs.kernel.entries.length < length) growPairs(pairs, frame, 2 * length, 0);
  pairs.kernel?.entries.set(items.subarray(0, length));
}

/** Collects the agents that are due, with their lists. Returns the number of agents. */
export function collectPairs(
  pairs: Pairs,
  { count, due }: Frame,
  dueToo: Uint8Array,
  { counts, items, starts }: NearLists,
): number {
  pairs.entries = items;
  const { ends, rows, starts: begins } = pairs;
  let runs = 0;
  for (let row = 0; row < count; row++) {
    rows[runs] = row;
    begins[runs] = starts[row];
    ends[runs] = starts[row] + counts[row];
    runs += due[row] & dueToo[row];
  }
  return runs;
}
