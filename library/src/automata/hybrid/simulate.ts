import { Purpose } from '../../numerics/index.ts';
import { advanceSheet } from './advance.ts';
import type { Machine } from './machine.ts';
import type { AutomatonModel } from './model.ts';
import { prepareMachine } from './prepare.ts';
import { beginRow, type Column, createRunner, type Functions, type Runner, type Sheet } from './runner.ts';

export type SimulationOptions = {
  /** Seconds. */
  duration: number;
  /** Seconds per step. */
  dt: number;
  seed?: number;
  /** Values of the inputs, constant or as functions of time; an input that is absent is 0. */
  inputs?: Readonly<Record<string, number | ((time: number) => number)>>;
  functions?: Functions;
};

/** A jump: when, which transition, and the values that the variables had. */
export type Jump = {
  time: number;
  part: string;
  from: string;
  to: string;
  when: string;
  values: Record<string, number>;
};

export type Simulation = {
  /** The beginning and the end of each step. */
  times: number[];
  values: Record<string, number[]>;
  /** The mode of each part at the same times. */
  modes: Record<string, string[]>;
  jumps: Jump[];
};

/** Runs an automaton by itself, without a crowd. */
export function simulateAutomaton(model: AutomatonModel, options: SimulationOptions): Simulation {
  const machine = prepareMachine(model);
  const runner = createRunner(machine, options.functions);
  const { dt, duration, inputs = {}, seed = 1 } = options;
  const simulation: Simulation = {
    times: [],
    values: Object.fromEntries(stored(machine).map(({ name }) => [name, []])),
    modes: Object.fromEntries(machine.parts.map(({ name }) => [name, []])),
    jumps: [],
  };
  const sheet = createSheet(runner, 1, seed);
  sheet.dt = dt;
  sheet.onJump = (_, transition, after) => {
    simulation.jumps.push(describeJump(runner, transition, sheet.begin + after));
  };
  beginRow(runner, sheet, 0);
  const steps = Math.round(duration / dt);
  for (sheet.step = 0; ; sheet.step++) {
    sheet.begin = sheet.step * dt;
    record(simulation, machine, sheet);
    if (sheet.step === steps) return simulation;
    machine.inputs.forEach(({ name, source }, k) => {
      const given = inputs[name] ?? 0;
      if (source !== 'time') sheet.inputs[k][0] = typeof given === 'number' ? given : given(sheet.begin);
    });
    advanceSheet(runner, sheet);
  }
}

const stored = ({ variables }: Machine) => variables.filter(({ kind }) => kind !== 'algebraic');

/** Columns for agents of their own. */
export function createSheet({ histories, machine }: Runner, count: number, seed: number): Sheet {
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
    seed,
    purpose: Purpose.automaton,
    stream: 0,
    step: 0,
    begin: 0,
    dt: 0,
  };
}

/** A jump in words and numbers; the values are those in the first lane of the runner. */
function describeJump({ machine, variables }: Runner, transition: number, time: number): Jump {
  const { from, guard, part, to } = machine.transitions[transition];
  const { modes, name } = machine.parts[part];
  const values = machine.variables.flatMap((variable, place): [string, number][] =>
    variable.kind === 'algebraic' ? [] : [[variable.name, variables[place].state[0]]],
  );
  return {
    time,
    part: name,
    from: modes[from].name,
    to: modes[to].name,
    when: guard.text,
    values: Object.fromEntries(values),
  };
}

function record({ modes, times, values }: Simulation, machine: Machine, sheet: Sheet): void {
  times.push(sheet.begin);
  machine.variables.forEach(({ kind, name }, place) => {
    if (kind !== 'algebraic') values[name].push(sheet.values[place][0]);
  });
  machine.parts.forEach((part, number) => {
    modes[part.name].push(part.modes[sheet.modes[number][0]].name);
  });
}
