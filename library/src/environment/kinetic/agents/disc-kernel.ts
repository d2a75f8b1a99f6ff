import { instantiate, WORTH_COMPILING } from '../../../numerics/index.ts';
import { kernelText } from './kernel-bytes.ts';

/** What library/kernel/discs.as.ts exports. */
type KernelExports = {
  place(capacity: number): void;
  search(first: number, ownX: number, ownY: number, squaredReach: number, round: number): number;
  nearest(
    first: number,
    end: number,
    wanted: number,
    guess: number,
    wider: number,
    widened: number,
    round: number,
  ): number;
};

/** The columns that searches go through: in the memory of the compiled kernel where there is one. */
export type DiscColumns = {
  /** Does the searches; undefined: JavaScript does the same. */
  kernel: Pick<KernelExports, 'search' | 'nearest'> | undefined;
  /** Copies of the vertices' places for the kernel, x and y in turn; empty without it. */
  places: Float64Array;
  /** For each vertex how many square metres there were for each of its nearest when it was last asked for: a guess. */
  shares: Float64Array;
  /** The neighbours; in place of a corner, and where there are fewer, the vertex itself, which every search has seen. */
  blocks: Int32Array;
  /** For each block the next one of the same vertex; 0: none. */
  further: Int32Array;
  /** For each vertex the search that came there last. */
  visited: Int32Array;
  /** What a search found, the vertex in the middle first; one place more than there are vertices. */
  queue: Int32Array;
  /** The kernel's answers for a run of vertices. */
  answers: Int32Array;
};

/** Neighbours in a block. */
export const BLOCK = 8;
/** There is room for so many vertices in the kernel's answers. */
export const MOST_ANSWERED = 4096;
/** Length of the columns in which the kernel ranks what is in a disc. */
const ROOM = 64;

/** Columns for so many vertices; `compiled`: with a kernel, where one is to be had. */
export function createDiscColumns(capacity: number, compiled: boolean): DiscColumns {
  // Six neighbours on the average fill less than one further block for each vertex.
  const lengths = {
    places: 2 * capacity,
    shares: capacity,
    blocks: 2 * BLOCK * capacity,
    further: 2 * capacity,
    visited: capacity,
    queue: capacity + 1,
    answers: MOST_ANSWERED,
  };
  const { places, shares, blocks, further, visited, queue, answers } = lengths;
  const size = 8 * (places + shares + 2 * ROOM) + 4 * (blocks + further + visited + queue + ROOM + answers);
  const instance = compiled && capacity >= WORTH_COMPILING ? instantiate(kernelText, size) : undefined;
  if (!instance) {
    return {
      kernel: undefined,
      places: new Float64Array(0),
      shares: new Float64Array(shares),
      blocks: new Int32Array(blocks),
      further: new Int32Array(further),
      visited: new Int32Array(visited),
      queue: new Int32Array(queue),
      answers: new Int32Array(0),
    };
  }
  const kernel = instance.exports as KernelExports;
  kernel.place(capacity);
  let at = 0;
  const doubles = (length: number) => {
    at += 8 * length;
    return new Float64Array(instance.buffer, at - 8 * length, length);
  };
  const integers = (length: number) => {
    at += 4 * length;
    return new Int32Array(instance.buffer, at - 4 * length, length);
  };
  // In the order in which the kernel looks for them, with its own ones between.
  const columns = { places: doubles(places), shares: doubles(shares) };
  doubles(2 * ROOM);
  const lists = {
    blocks: integers(blocks),
    further: integers(further),
    visited: integers(visited),
    queue: integers(queue),
  };
  integers(ROOM);
  return { kernel, ...columns, ...lists, answers: integers(answers) };
}
