import type { JumpOf } from '../contract.ts';
import { advanceSheet } from './advance.ts';
import { clearJumps, listJumps } from './jump-log.ts';
import type { Machine } from './machine.ts';
import type { AutomatonModel } from './model.ts';
import { prepareMachine } from './prepare.ts';
import { createRunner, type Functions } from './runner.ts';
import { beginRow, createSheet, type Sheet } from './sheet.ts';

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
export type Jump = Omit<JumpOf, 'agent' | 'automaton'>;

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
  const sheet = createSheet(runner, 1);
  Object.assign(sheet, { dt, seed });
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
    clearJumps(sheet.jumps);
    advanceSheet(runner, sheet);
    for (const { agent, automaton, ...jump } of listJumps(sheet.jumps, machine)) simulation.jumps.push(jump);
  }
}

const stored = ({ variables }: Machine) => variables.filter(({ kind }) => kind !== 'algebraic');

function record({ modes, times, values }: Simulation, machine: Machine, sheet: Sheet): void {
  times.push(sheet.begin);
  machine.variables.forEach(({ kind, name }, place) => {
    if (kind !== 'algebraic') values[name].push(sheet.values[place][0]);
  });
  machine.parts.forEach((part, number) => {
    modes[part.name].push(part.modes[sheet.modes[number][0]].name);
  });
}
