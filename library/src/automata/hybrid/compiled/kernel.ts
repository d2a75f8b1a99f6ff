/**
 * Locations as compiled code. Where many agents are in one location, its flow, guards, invariants and outputs become one
 * small module of WebAssembly, which is put together here byte by byte from the expression trees:
 *
 *   facts.ts       numbers that compiled code and the interpreter hand to each other
 *   assembler.ts   bytes of operations and modules
 *   emit-tree.ts   an expression at an instant, each part of it once
 *   emit-flow.ts   steps of the integrators
 *   emit-noise.ts  random numbers
 *   emit-block.ts  a step of a block of agents
 *   emit-single.ts what holds for a single agent after a flow
 *   kernel.ts      the module of a location
 *   scratch.ts     the memory that all of them share
 *
 * What it saves: 0.07 instead of 0.31 µs per agent and step of the model of benchmarks/automata.js.
 *
 * Compiled code does the same operations in the same order as program.ts, integrate.ts, advance.ts and find-event.ts, so that it gives the
 * same bits; compiled.test.ts compares both. It only says that something is undefined somewhere: the interpreter
 * then runs again, finds the place and names it. Where WebAssembly is missing or forbidden, or an expression has an operator
 * that it does not have, everything is interpreted.
 */
import { instantiateModule } from '../../../numerics/compiled.ts';
import type { Tree } from '../trees/expression.ts';
import { assembleModule } from './assembler.ts';
import { emitBlock } from './emit-block.ts';
import { emitLook, emitProbe } from './emit-single.ts';
import { canEmit } from './emit-tree.ts';
import { Fact } from './facts.ts';
import type { KernelRoom } from './scratch.ts';

/** Functions that take their numbers from the facts and leave theirs there. Each returns 0, or 1 if something was undefined. */
export type Kernel = {
  /** Moves a block of agents on and marks suspects; `bytes`: of a register of these lanes. */
  block(bytes: number): number;
  /** Flows from the base of the first lane for the length of the flow; leaves the alarm and what holds there. */
  probe(): number;
  /** Leaves what holds at the present state of the first lane. */
  look(): number;
  /** Whether each transition is enabled: views of the facts. */
  guards: Float64Array[];
};

/** All that the code of a location is made from; offsets are those of registers in the memory. */
export type KernelSource = {
  variables: readonly { name: string; state: number; base: number }[];
  inputs: readonly { name: string; at: number; isClock: boolean }[];
  noise: readonly { name: string; at: number; low: number; high: number }[];
  flowing: readonly { name: string; state: number; rate: Tree }[];
  /** Whether the flow takes steps of the classic Runge–Kutta method; else of Euler's. */
  isClassic: boolean;
  alarm: Tree;
  /** How often the alarm is looked at in a step after its beginning. */
  samples: number;
  guards: readonly Tree[];
  /** Margins of the invariants. */
  margins: readonly Tree[];
  outputs: readonly Tree[];
  room: KernelRoom;
};

/** Makes the code of a location; undefined where it has to be interpreted. */
export function compileKernel(source: KernelSource): Kernel | undefined {
  const { alarm, flowing, guards, margins, outputs, room } = source;
  const trees = [alarm, ...flowing.map(({ rate }) => rate), ...guards, ...margins, ...outputs];
  if (Fact.firstGuard + guards.length > room.facts.length || !trees.every(canEmit)) return undefined;
  const functions = [emitProbe(source), emitBlock(source), emitLook(source)];
  const made = instantiateModule(assembleModule(functions), room.memory);
  if (!made) return undefined;
  const views = guards.map((_, k) => room.facts.subarray(Fact.firstGuard + k, Fact.firstGuard + k + 1));
  return { ...(made as Omit<Kernel, 'guards'>), guards: views };
}
