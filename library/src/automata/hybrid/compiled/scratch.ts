import { type CompiledMemory, createCompiledMemory } from '../../../numerics/index.ts';
import { LANES, type Lanes } from '../kernels.ts';
import type { Machine } from '../machine.ts';

/** Bytes of the memory: an automaton with more registers is interpreted. */
const SIZE = 4 * 65536;

/**
 * One memory for all automata of a thread: it holds nothing that outlasts a step of one of them, so that all of them use the
 * same addresses. A memory for each would reserve much address space.
 */
let shared: CompiledMemory | undefined;
let isTried = false;

/** Hands out registers, in the shared memory as long as they fit. */
export type Scratch = {
  /** Undefined where there is none, or where it is too small. */
  memory: CompiledMemory | undefined;
  takeLanes(): Lanes;
};

/** Automata with functions of a program have arrays of their own: these functions could run another automaton. */
export function createScratch(machine: Machine): Scratch {
  const { functions, inputs, noise, variables } = machine;
  // State and base of variables, inputs, noise, outputs; ids, suspects and facts.
  const registers = 2 * variables.length + inputs.length + noise.length + countOutputs(machine) + 3;
  if (!isTried) {
    isTried = true;
    shared = createCompiledMemory(SIZE);
  }
  const isSmall = registers * LANES * BYTES <= SIZE;
  const memory = isSmall && functions.length === 0 ? shared : undefined;
  let taken = 0;
  return {
    memory,
    takeLanes: () =>
      memory ? new Float64Array(memory.buffer, LANES * BYTES * taken++, LANES) : new Float64Array(LANES),
  };
}

/** The most outputs that a location can have. */
export function countOutputs({ parts }: Machine): number {
  return new Set(parts.flatMap(({ modes }) => modes.flatMap(({ set }) => set.map(({ output }) => output))))
    .size;
}

const BYTES = Float64Array.BYTES_PER_ELEMENT;
