/**
 * Locations as compiled code. Where many agents are in one location, its flow, guards, invariants and outputs become one
 * small module of WebAssembly, which is put together here byte by byte from the expression trees:
 *
 *   assembler.ts   bytes of operations and modules
 *   emit-tree.ts   an expression at an instant, each part of it once
 *   emit-flow.ts   steps of the integrators
 *   emit-noise.ts  random numbers
 *   kernel.ts      the three functions of a location: a step of a block of agents, and two for single agents
 *   scratch.ts     the memory that all of them share
 *
 * Compiled code does the same operations in the same order as program.ts, integrate.ts and advance.ts, so that it gives the
 * same bits; compiled.test.ts compares both. It only says that something is undefined somewhere: the interpreter
 * then runs again, finds the place and names it. Where WebAssembly is missing or forbidden, or an expression has an operator
 * that it does not have, everything is interpreted.
 */
import { type CompiledMemory, instantiateModule } from '../../../numerics/index.ts';
import type { Lanes } from '../kernels.ts';
import { LANES } from '../kernels.ts';
import type { Location, VariableRegisters } from '../location.ts';
import type { Machine } from '../machine.ts';
import { marginOf } from '../margin.ts';
import type { Registers } from '../program.ts';
import { assembleModule } from './assembler.ts';
import { emitBlock } from './emit-block.ts';
import { emitLook, emitProbe } from './emit-single.ts';
import { canEmit } from './emit-tree.ts';
import { countOutputs, type Scratch } from './scratch.ts';

/** What the code of an automaton reads and writes: registers in the memory of `scratch.ts`. */
export type KernelMemory = {
  memory: CompiledMemory;
  ids: Lanes;
  /** Outputs of a location, in its order. */
  outputs: Lanes[];
  suspects: Uint8Array;
  /** Facts about a single agent: smallest margin of the invariants, whether a guard holds, and each guard. */
  facts: Float64Array;
};

/** Places in the facts. */
export const MARGIN = 0;
export const IS_ENABLED = 1;
export const FIRST_GUARD = 2;

export type Kernel = {
  /** Does what advance.ts does for a block. Returns whether something was undefined in any lane. */
  block(
    bytes: number,
    dt: number,
    begin: number,
    purpose: number,
    stepLow: number,
    stepHigh: number,
    seedLow: number,
    seedHigh: number,
  ): number;
  /** Flows from the base of the first lane for h seconds; leaves facts and returns the alarm, or NaN if undefined. */
  probe(begin: number, h: number): number;
  /** Leaves facts about the present state of the first lane; returns 0, or NaN if undefined. */
  look(begin: number): number;
  /** Whether each transition is enabled: views of the facts. */
  guards: Float64Array[];
};

export function createRoom({ memory, takeLanes }: Scratch, machine: Machine): KernelMemory | undefined {
  if (!memory) return undefined;
  const ids = takeLanes();
  const outputs = Array.from({ length: countOutputs(machine) }, takeLanes);
  const suspects = new Uint8Array(memory.buffer, takeLanes().byteOffset, LANES);
  return { memory, ids, outputs, suspects, facts: takeLanes() };
}

/** All that the code of a location is made from. */
export type KernelSource = {
  machine: Machine;
  location: Location;
  registers: Registers;
  variables: readonly VariableRegisters[];
  room: KernelMemory;
};

/** Makes the code of a location; undefined where it has to be interpreted. */
export function compileKernel(source: KernelSource): Kernel | undefined {
  const { location, machine, room } = source;
  if (!canCompile(machine, location)) return undefined;
  const made = instantiateModule(
    assembleModule([emitBlock(source), emitProbe(source), emitLook(source)]),
    room.memory,
  );
  if (!made) return undefined;
  const guards = location.resolved.transitions.map((_, k) =>
    room.facts.subarray(FIRST_GUARD + k, FIRST_GUARD + k + 1),
  );
  return { ...(made as Pick<Kernel, 'block' | 'probe' | 'look'>), guards };
}

function canCompile(machine: Machine, { alarmTree, isStraight, resolved }: Location): boolean {
  if (machine.integrator === 'adaptive' && !isStraight) return false;
  if (machine.functions.length > 0) return false;
  if (resolved.transitions.length > LANES - FIRST_GUARD) return false;
  const trees = [
    alarmTree,
    ...resolved.rates.map(({ tree }) => tree),
    ...resolved.transitions.map(({ guard }) => guard.tree),
    ...resolved.invariants.map(({ tree }) => marginOf(tree)),
    ...resolved.outputs.map(({ value }) => value.tree),
  ];
  return trees.every(canEmit);
}
