import { Fact } from './compiled/facts.ts';
import { compileKernel } from './compiled/kernel.ts';
import type { KernelRoom } from './compiled/scratch.ts';
import { AutomatonError } from './error.ts';
import { type Flow, STAGES } from './integrate.ts';
import { createScratchFor, kernelSourceOf } from './kernel-source.ts';
import { compileLocation, type Location, type VariableRegisters } from './location.ts';
import { lineOf, type Machine, type MachinePart } from './machine.ts';
import { LANES, type Lanes, type Operation, operationOf } from './operations.ts';
import { createRegisters, type Registers, runProgram } from './program.ts';

export type Functions = Readonly<Record<string, (...given: number[]) => number>>;

/** A machine with the registers and programs that run it. */
export type Runner = {
  machine: Machine;
  registers: Registers;
  variables: VariableRegisters[];
  inputs: Lanes[];
  noise: Lanes[];
  flow: Flow;
  /** Compiled when an agent first comes there; their numbers are mixed-radix numbers of the leaves. */
  locations: (Location | undefined)[];
  strides: number[];
  /** Modes with a history, in the order of the columns. */
  histories: History[];
  /** Whether random numbers are drawn, for which the lanes then have ids. */
  isRandom: boolean;
  ids: Lanes;
  /** Numbers of a single agent, by the places of `Fact`. */
  facts: Float64Array;
  /** Scratch: the number of the location of each row, rows sorted by it, and where each location begins. */
  numbers: Uint16Array;
  rows: Int32Array;
  starts: Int32Array;
  /** Scratch of a block: the last samples of the alarm, random numbers, an output, and values that suspects keep. */
  alarms: [Lanes, Lanes, Lanes];
  draws: Lanes;
  clipped: Lanes;
  kept: Lanes;
  /** The lanes in which something may happen, and their rows. */
  suspects: Uint8Array;
  suspectRows: Int32Array;
  /** Memory for compiled code; undefined where there is none. */
  room: KernelRoom | undefined;
  /** A location is compiled after this many steps of agents in it. */
  worthCompiling: number;
  /** Scratch of one agent: the transitions taken at the present instant. */
  trace: Int32Array;
};

/** A mode that remembers in which of its leaves it was left. */
type History = {
  part: number;
  mode: number;
  /** By modes of the part: 1 for those inside this one. */
  inside: Uint8Array;
};

/** More locations than this are refused: each has a place in a table. */
const MOST_LOCATIONS = 65536;
/** Jumps of an agent at one instant; one more is an error. */
export const MOST_JUMPS = 100;

/** The default of worthCompiling: to compile takes as long as to interpret some thousand steps. */
const WORTH_COMPILING = 1024;

export function createRunner(
  machine: Machine,
  functions: Functions = {},
  worthCompiling = WORTH_COMPILING,
): Runner {
  const stored = machine.variables.map(({ name }) => name);
  const inputs = machine.inputs.map(({ name }) => name);
  const noise = machine.noise.map(({ name }) => name);
  const { room, takeLanes } = createScratchFor(machine);
  const registers = createRegisters(
    [...stored, ...inputs, ...noise],
    operationsOf(machine, functions),
    takeLanes,
  );
  const register = (name: string) => registers.named.get(name)!;
  const variables = stored.map((name) => ({
    state: register(name),
    base: takeLanes(),
    stages: Array.from({ length: STAGES }, () => new Float64Array(LANES)),
  }));
  const strides: number[] = [];
  let locations = 1;
  for (const { modes } of machine.parts) {
    strides.push(locations);
    locations *= modes.length;
  }
  if (locations > MOST_LOCATIONS) {
    throw new AutomatonError(`expected at most ${MOST_LOCATIONS} combinations of modes, got ${locations}`, [
      'parts',
    ]);
  }
  const facts = room?.facts ?? new Float64Array(Fact.firstGuard);
  return {
    machine,
    registers,
    variables,
    inputs: inputs.map(register),
    noise: noise.map(register),
    flow: {
      variables,
      clocks: machine.inputs.flatMap(({ name, source }) => (source === 'time' ? [register(name)] : [])),
      facts,
      integrator: machine.integrator,
      tolerance: machine.tolerance,
      run: runProgram,
      keepsRates: false,
      hasRates: false,
      origins: new Float64Array(stored.length),
    },
    locations: new Array<Location | undefined>(locations).fill(undefined),
    strides,
    histories: machine.parts.flatMap(historiesOf),
    isRandom: noise.length > 0 || typeof machine.policy === 'object',
    ids: room?.ids ?? new Float64Array(LANES),
    facts,
    numbers: new Uint16Array(0),
    rows: new Int32Array(0),
    starts: new Int32Array(locations + 1),
    alarms: [new Float64Array(LANES), new Float64Array(LANES), new Float64Array(LANES)],
    draws: new Float64Array(LANES),
    clipped: new Float64Array(LANES),
    kept: new Float64Array(LANES),
    suspects: room?.suspects ?? new Uint8Array(LANES),
    suspectRows: new Int32Array(LANES),
    room,
    worthCompiling,
    trace: new Int32Array(MOST_JUMPS + 1),
  };
}

function historiesOf(part: MachinePart, number: number): History[] {
  return part.modes.flatMap(({ history }, mode) =>
    history
      ? [
          {
            part: number,
            mode,
            inside: Uint8Array.from(part.modes, (_, at) => Number(lineOf(part, at).includes(mode))),
          },
        ]
      : [],
  );
}

function operationsOf(
  { functions: declared, name: automaton }: Machine,
  functions: Functions,
): Map<string, Operation> {
  return new Map(
    declared.map(({ name, takes }) => {
      if (!Object.hasOwn(functions, name)) {
        throw new AutomatonError(
          `the automaton ${JSON.stringify(automaton)} declares the function ${name}: expected a program to pass it`,
          ['functions', name],
        );
      }
      return [name, operationOf(functions[name], takes.length)];
    }),
  );
}

/** The location of an agent, compiled if no agent was there before. */
export function locationOf(runner: Runner, modes: readonly Uint8Array[], row: number): Location {
  const { strides } = runner;
  let number = 0;
  for (let part = 0; part < strides.length; part++) number += strides[part] * modes[part][row];
  return runner.locations[number] ?? compileNumber(runner, number);
}

export function compileNumber(runner: Runner, number: number): Location {
  const { machine, registers, strides } = runner;
  const leaves = machine.parts.map(({ modes }, part) => Math.floor(number / strides[part]) % modes.length);
  const location = compileLocation(machine, leaves, registers);
  runner.locations[number] = location;
  return location;
}

/** Counts the steps of agents in a location, and compiles it when there are enough. */
export function countUse(runner: Runner, location: Location, agents: number): void {
  const { machine, registers, room, variables, worthCompiling } = runner;
  if (location.kernel !== undefined || !room) return;
  location.uses += agents;
  if (location.uses < worthCompiling) return;
  const source = kernelSourceOf(machine, location, registers, variables, room);
  location.kernel = (source && compileKernel(source)) ?? null;
}
