import { fillUniforms, Purpose } from '../../numerics/index.ts';
import { createJumpLog, type JumpLog } from './jump-log.ts';
import type { Location } from './location.ts';
import { leafBelow, MOST_NOISE } from './machine.ts';
import type { Lanes } from './operations.ts';
import type { Runner } from './runner.ts';

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
  /** The jumps of the step. */
  jumps: JumpLog;
  /** Called at the end of a step in which the agent has entered another location, after the program of its goal. */
  onEnter?(row: number, location: Location): void;
};

/** Columns for `count` agents of their own; a crowd of 0 has its own columns put in later. */
export function createSheet({ histories, machine }: Runner, count: number, stream = 0): Sheet {
  const columns = {
    flow: Float64Array,
    algebraic: Float64Array,
    real: Float64Array,
    integer: Int32Array,
    boolean: Uint8Array,
  };
  return {
    count,
    ids: Float64Array.from({ length: count }, (_, row) => row),
    members: undefined,
    values: machine.variables.map(({ kind }): Column => new columns[kind](count)),
    modes: machine.parts.map(() => new Uint8Array(count)),
    histories: histories.map(() => new Uint8Array(count)),
    inputs: machine.inputs.map(() => new Float64Array(count)),
    outputs: {},
    seed: 0,
    purpose: Purpose.automaton,
    stream,
    step: 0,
    begin: 0,
    dt: 0,
    jumps: createJumpLog(machine),
  };
}

/** Gives an agent its first modes and values. */
export function beginRow({ machine }: Runner, sheet: Sheet, row: number): void {
  machine.parts.forEach(({ start }, part) => {
    sheet.modes[part][row] = leafBelow(machine, part, start);
  });
  for (const column of sheet.histories) column[row] = 0;
  machine.variables.forEach(({ kind, start }, place) => {
    if (kind !== 'algebraic') sheet.values[place][row] = start;
  });
}

/** Fills the registers with values and noise of the rows rows[first] …, and the bases of flows with the values. */
export function loadLanes(
  runner: Runner,
  sheet: Sheet,
  rows: Int32Array,
  first: number,
  count: number,
): void {
  const { ids, machine, noise, variables } = runner;
  loadValues(runner, sheet, rows, first, count);
  for (let place = 0; place < variables.length; place++) {
    const { base, state } = variables[place];
    if (machine.variables[place].kind === 'algebraic') continue;
    for (let lane = 0; lane < count; lane++) base[lane] = state[lane];
  }
  const { purpose, seed, step, stream } = sheet;
  for (let k = 0; k < noise.length; k++) {
    const { high, low } = machine.noise[k];
    const lanes = noise[k];
    fillUniforms(seed, purpose, ids, count, step, MOST_NOISE * stream + k, lanes);
    for (let lane = 0; lane < count; lane++) lanes[lane] = low + (high - low) * lanes[lane];
  }
}

/** Fills the registers of variables and inputs, and the ids where random numbers are drawn. */
export function loadValues(
  { ids, inputs, isRandom, machine, variables }: Runner,
  { ids: agents, inputs: sensed, values }: Sheet,
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
  if (isRandom) gather(ids, agents, rows, first, count);
}

function gather(to: Lanes, column: Column, rows: Int32Array, first: number, count: number): void {
  for (let lane = 0; lane < count; lane++) to[lane] = column[rows[first + lane]];
}
