import { uniform } from '../../numerics/index.ts';
import { compileKernel } from './compiled/kernel.ts';
import type { KernelRoom } from './compiled/scratch.ts';
import { AutomatonError } from './error.ts';
import { type Flow, STAGES } from './integrate.ts';
import { createScratchFor, kernelSourceOf } from './kernel-source.ts';
import { type Kernel, kernelOf, LANES, type Lanes } from './kernels.ts';
import { compileLocation, type Location, type VariableRegisters } from './location.ts';
import { leafBelow, type Machine, MOST_NOISE } from './machine.ts';
import { createRegisters, type Registers, runProgram } from './program.ts';

/** A column of any kind. */
export type Column = Float64Array | Int32Array | Uint8Array;

/** The agents that a runner works on: columns by row. */
export type Sheet = {
  count: number;
  ids: Float64Array;
  /** 1 for the rows that have the automaton; undefined: all. */
  members: Uint8Array | undefined;
  /** By the places of variables, parts, histories and inputs; algebraic variables and clocks have empty columns. */
  values: Column[];
  modes: Uint8Array[];
  histories: Uint8Array[];
  inputs: Column[];
  /** By the names of outputs. */
  outputs: Record<string, Float64Array | undefined>;
  seed: number;
  purpose: number;
  /** Tells the noise of several automata apart. */
  stream: number;
  step: number;
  /** Seconds of the run at the beginning of the step. */
  begin: number;
  dt: number;
  /** Called for each jump before its assignments, with the seconds since the beginning of the step. */
  onJump?(row: number, transition: number, after: number): void;
  /** Called at the end of a step in which the agent has come into another location. */
  onEnter?(row: number, location: Location): void;
};

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
  /** Modes with a history: part, mode, in the order of the columns. */
  histories: { part: number; mode: number }[];
  /** Scratch: the number of the location of each row, rows sorted by it, and where each location begins. */
  numbers: Uint16Array;
  rows: Int32Array;
  starts: Int32Array;
  /** Scratch of a block: the last samples of the alarm, and the lanes in which something may happen. */
  alarms: [Lanes, Lanes, Lanes];
  suspects: Uint8Array;
  /** Memory for compiled code; undefined where there is none. */
  room: KernelRoom | undefined;
  /** Steps of agents in a location from which on it is compiled. */
  worthCompiling: number;
  suspectRows: Int32Array;
  /** Scratch of one agent: the transitions taken at the present instant. */
  trace: Int32Array;
};

/** More locations than this are refused: each has a place in a table. */
const MOST_LOCATIONS = 65536;
/** Jumps of an agent at one instant; one more is an error. */
export const MOST_JUMPS = 100;

/** Steps of agents in a location before it is compiled: compiling takes as long as interpreting some thousand. */
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
    kernelsOf(machine, functions),
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
  return {
    machine,
    registers,
    variables,
    inputs: inputs.map(register),
    noise: noise.map(register),
    flow: {
      variables,
      clocks: machine.inputs.flatMap(({ name, source }) => (source === 'time' ? [register(name)] : [])),
      begin: 0,
      integrator: machine.integrator,
      tolerance: machine.tolerance,
      run: runProgram,
      keepsRates: false,
      hasRates: false,
      origins: new Float64Array(stored.length),
    },
    locations: new Array<Location | undefined>(locations).fill(undefined),
    strides,
    histories: machine.parts.flatMap(({ modes }, part) =>
      modes.flatMap(({ history }, mode) => (history ? [{ part, mode }] : [])),
    ),
    numbers: new Uint16Array(0),
    rows: new Int32Array(0),
    starts: new Int32Array(locations + 1),
    alarms: [new Float64Array(LANES), new Float64Array(LANES), new Float64Array(LANES)],
    suspects: room?.suspects ?? new Uint8Array(LANES),
    room,
    worthCompiling,
    suspectRows: new Int32Array(LANES),
    trace: new Int32Array(MOST_JUMPS + 1),
  };
}

function kernelsOf(
  { functions: declared, name: automaton }: Machine,
  functions: Functions,
): Map<string, Kernel> {
  return new Map(
    declared.map(({ name, takes }) => {
      if (!Object.hasOwn(functions, name)) {
        throw new AutomatonError(
          `the automaton ${JSON.stringify(automaton)} declares the function ${name}: expected a program to pass it`,
          ['functions', name],
        );
      }
      return [name, kernelOf(functions[name], takes.length)];
    }),
  );
}

/** Gives an agent its first modes and values. */
export function beginRow(
  { machine }: Runner,
  sheet: Pick<Sheet, 'values' | 'modes' | 'histories'>,
  row: number,
): void {
  machine.parts.forEach(({ start }, part) => {
    sheet.modes[part][row] = leafBelow(machine, part, start);
  });
  for (const column of sheet.histories) column[row] = 0;
  machine.variables.forEach(({ kind, start }, place) => {
    if (kind !== 'algebraic') sheet.values[place][row] = start;
  });
}

/** The location of an agent, compiled if no agent was there before. */
export function locationOf(runner: Runner, { modes }: Pick<Sheet, 'modes'>, row: number): Location {
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

/** Counts how many agents have been in a location, and compiles it once they are many. */
export function countUse(runner: Runner, location: Location, agents: number): void {
  const { machine, registers, room, variables, worthCompiling } = runner;
  location.uses += agents;
  if (location.kernel !== undefined || !room || location.uses < worthCompiling) return;
  const source = kernelSourceOf(machine, location, registers, variables, room);
  location.kernel = (source && compileKernel(source)) ?? null;
}

/** Fills the registers with the values of rows rows[first] … */
export function loadLanes(
  runner: Runner,
  sheet: Sheet,
  rows: Int32Array,
  first: number,
  count: number,
): void {
  const { machine, noise, variables } = runner;
  loadValues(runner, sheet, rows, first, count);
  for (let place = 0; place < variables.length; place++) {
    const { base, state } = variables[place];
    if (machine.variables[place].kind === 'algebraic') continue;
    for (let lane = 0; lane < count; lane++) base[lane] = state[lane];
  }
  const { ids, purpose, seed, step, stream } = sheet;
  for (let k = 0; k < noise.length; k++) {
    const { high, low } = machine.noise[k];
    const lanes = noise[k];
    for (let lane = 0; lane < count; lane++) {
      const draw = uniform(seed, purpose, ids[rows[first + lane]], step, MOST_NOISE * stream + k);
      lanes[lane] = low + (high - low) * draw;
    }
  }
}

/** Fills the registers of variables and inputs. */
export function loadValues(
  { inputs, machine, variables }: Runner,
  { inputs: sensed, values }: Sheet,
  rows: Int32Array,
  first: number,
  count: number,
): void {
  for (let place = 0; place < variables.length; place++) {
    if (machine.variables[place].kind !== 'algebraic')
      gather(variables[place].state, values[place], rows, first, count);
  }
  for (let k = 0; k < inputs.length; k++) {
    if (machine.inputs[k].source !== 'time') gather(inputs[k], sensed[k], rows, first, count);
  }
}

/** Random numbers of an automaton in a step: the index of a draw has 11 bits, and the upper half is for policies. */
export const POLICY_DRAWS = 1024;

function gather(to: Lanes, column: Column, rows: Int32Array, first: number, count: number): void {
  // Apart by kind, so that each loop sees one kind of array.
  if (column instanceof Float64Array) gatherDoubles(to, column, rows, first, count);
  else if (column instanceof Int32Array) gatherIntegers(to, column, rows, first, count);
  else gatherBytes(to, column, rows, first, count);
}

export function gatherDoubles(
  to: Lanes,
  column: Float64Array,
  rows: Int32Array,
  first: number,
  count: number,
): void {
  for (let lane = 0; lane < count; lane++) to[lane] = column[rows[first + lane]];
}

function gatherIntegers(to: Lanes, column: Int32Array, rows: Int32Array, first: number, count: number): void {
  for (let lane = 0; lane < count; lane++) to[lane] = column[rows[first + lane]];
}

function gatherBytes(to: Lanes, column: Uint8Array, rows: Int32Array, first: number, count: number): void {
  for (let lane = 0; lane < count; lane++) to[lane] = column[rows[first + lane]];
}
