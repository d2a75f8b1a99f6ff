/**
 * Locations as compiled code. Where many agents are in one location, its flow, guards, invariants and outputs become one
 * small module of WebAssembly, which is put together here byte by byte from the expression trees:
 *
 *   assembler.ts   bytes of operations and modules
 *   emit-tree.ts   an expression at an instant, each part of it once
 *   emit-flow.ts   steps of the integrators
 *   emit-noise.ts  random numbers
 *   emit-block.ts  a step of a block of agents
 *   emit-single.ts, emit-locate.ts   what holds for a single agent, and when an event happens
 *   kernel.ts      the module of a location
 *   scratch.ts     the memory that all of them share
 *
 * Compiled code does the same operations in the same order as program.ts, integrate.ts and advance.ts, so that it gives the
 * same bits; compiled.test.ts compares both. It only says that something is undefined somewhere: the interpreter
 * then runs again, finds the place and names it. Where WebAssembly is missing or forbidden, or an expression has an operator
 * that it does not have, everything is interpreted.
 */
import { instantiateModule } from '../../../numerics/compiled.ts';
import type { Tree } from '../trees/expression.ts';
import { assembleModule } from './assembler.ts';
import { emitBlock } from './emit-block.ts';
import { emitLocate } from './emit-locate.ts';
import { emitLook, emitProbe } from './emit-single.ts';
import { canEmit } from './emit-tree.ts';
import type { KernelRoom } from './scratch.ts';

/** How near to a guess a search for an event probes, as a share of the time left. */
export const CLOSE = 1 / 1024;

/** Places in the facts. */
export const MARGIN = 0;
export const IS_ENABLED = 1;
export const EARLY = 2;
export const FIRST_GUARD = 3;

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
  /**
   * Narrows the time between an instant before an event and one after it, and leaves the facts of the latter, which it
   * returns; NaN if undefined.
   */
  locate(begin: number, early: number, late: number, heedsGuards: number, least: number): number;
  /** Leaves facts about the present state of the first lane; returns 0, or NaN if undefined. */
  look(begin: number): number;
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
  if (FIRST_GUARD + guards.length > room.facts.length || !trees.every(canEmit)) return undefined;
  const functions = [emitProbe(source), emitBlock(source), emitLook(source), emitLocate(source, 0, CLOSE)];
  const made = instantiateModule(assembleModule(functions), room.memory);
  if (!made) return undefined;
  const views = guards.map((_, k) => room.facts.subarray(FIRST_GUARD + k, FIRST_GUARD + k + 1));
  return { ...(made as Omit<Kernel, 'guards'>), guards: views };
}
