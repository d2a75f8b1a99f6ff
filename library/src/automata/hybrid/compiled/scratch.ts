import { createCompiledMemory } from '../../../numerics/compiled.ts';
import type { CompiledMemory } from '../../../numerics/index.ts';

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
  /** Facts about a single agent: smallest margin of the invariants, whether a guard holds, the last instant before the event, and each guard. */
  facts: Float64Array;
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
  // Ids, suspects and facts come on top.
  const memory = mayShare && (registers + outputs + 3) * bytes <= SIZE ? shared : undefined;
  if (!memory) return { takeLanes: () => new Float64Array(lanes), room: undefined };
  let taken = 0;
  const takeLanes = () => new Float64Array(memory.buffer, bytes * taken++, lanes);
  const room = {
    memory,
    ids: takeLanes(),
    outputs: Array.from({ length: outputs }, takeLanes),
    suspects: new Uint8Array(memory.buffer, takeLanes().byteOffset, lanes),
    facts: takeLanes(),
  };
  return { takeLanes, room };
}
