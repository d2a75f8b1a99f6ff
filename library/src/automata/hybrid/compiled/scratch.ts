import { createCompiledMemory } from '../../../numerics/compiled.ts';
import type { CompiledMemory } from '../../../numerics/index.ts';

const WORDS = 5;
/** Bytes of the memory: an automaton with more registers is interpreted. */
const SIZE = 4 * 65536;

/**
 * One memory for all automata of a thread: it holds nothing that outlasts a step of one of them, so that all of them use the
 * same addresses. A memory for each would reserve much address space.
 */
let shared: CompiledMemory | undefined;
let isTried = false;

/** What compiled code writes besides variables. */
export type KernelRoom = {
  memory: CompiledMemory;
  ids: Float64Array;
  /** Outputs of a location, in its order. */
  outputs: Float64Array[];
  suspects: Uint8Array;
  /** Numbers of a single agent, by the places of `Fact`. */
  facts: Float64Array;
  /** Words of the counters of random numbers: purpose, both words of the step, both of the seed. */
  words: Int32Array;
};

/** Registers of an automaton, in the shared memory if they fit there and it `mayShare`. */
export type Scratch = { takeLanes(): Float64Array; room: KernelRoom | undefined };

/** Room for this many registers and outputs, of `lanes` numbers each. */
export function createScratch(registers: number, outputs: number, lanes: number, mayShare: boolean): Scratch {
  if (!isTried) {
    isTried = true;
    shared = createCompiledMemory(SIZE);
  }
  const bytes = lanes * Float64Array.BYTES_PER_ELEMENT;
  // Ids, suspects, facts and words come on top.
  const memory = mayShare && (registers + outputs + 4) * bytes <= SIZE ? shared : undefined;
  if (!memory) return { takeLanes: () => new Float64Array(lanes), room: undefined };
  let taken = 0;
  const takeLanes = () => new Float64Array(memory.buffer, bytes * taken++, lanes);
  const room = {
    memory,
    ids: takeLanes(),
    outputs: Array.from({ length: outputs }, takeLanes),
    suspects: new Uint8Array(memory.buffer, takeLanes().byteOffset, lanes),
    facts: takeLanes(),
    words: new Int32Array(memory.buffer, takeLanes().byteOffset, WORDS),
  };
  return { takeLanes, room };
}
