import type { KernelSource } from './compiled/kernel.ts';
import { createScratch, type KernelRoom, type Scratch } from './compiled/scratch.ts';
import type { Location, VariableRegisters } from './location.ts';
import type { Machine } from './machine.ts';
import { LANES } from './operations.ts';
import type { Registers } from './program.ts';
import { marginOf } from './trees/margin.ts';

/**
 * Registers of a machine. A function that a program passes may run another automaton, so a machine with such functions has
 * a memory of its own.
 */
export function createScratchFor({ functions, inputs, noise, parts, variables }: Machine): Scratch {
  const written = parts.flatMap(({ modes }) => modes.flatMap(({ set }) => set.map(({ output }) => output)));
  const registers = 2 * variables.length + inputs.length + noise.length;
  return createScratch(registers, new Set(written).size, LANES, functions.length === 0);
}

/** What the compiled code of a location is made from; undefined where it cannot be compiled. */
export function kernelSourceOf(
  { inputs, integrator, noise, variables: declared }: Machine,
  location: Location,
  { named }: Registers,
  variables: readonly VariableRegisters[],
  room: KernelRoom,
): KernelSource | undefined {
  const { alarmTree, flowing, isStraight, resolved, samples } = location;
  if (integrator === 'adaptive' && !isStraight) return undefined;
  const offset = (name: string) => named.get(name)!.byteOffset;
  return {
    variables: declared.flatMap(({ kind, name }, place) =>
      kind === 'algebraic' ? [] : [{ name, state: offset(name), base: variables[place].base.byteOffset }],
    ),
    inputs: inputs.map(({ name, source }) => ({ name, at: offset(name), isClock: source === 'time' })),
    noise: noise.map(({ high, low, name }) => ({ name, at: offset(name), low, high })),
    flowing: Array.from(flowing, (place) => {
      const { name } = declared[place];
      return { name, state: offset(name), rate: resolved.rates[place].tree };
    }),
    isClassic: !isStraight && integrator === 'rk4',
    alarm: alarmTree,
    samples,
    guards: resolved.transitions.map(({ guard }) => guard.tree),
    margins: resolved.invariants.map(({ tree }) => marginOf(tree)),
    outputs: resolved.outputs.map(({ value }) => value.tree),
    room,
  };
}
