import {
  addTimedEvent,
  type Crowd,
  distanceColumn,
  EventKind,
  type Layout,
  type Perception,
  type Subject,
  subjectName,
} from '../../crowd/index.ts';
import type { Automaton, AutomatonInput, ChangeableTrait } from '../contract.ts';
import { advanceSheet } from './advance.ts';
import { describeRow } from './describe.ts';
import { createEntries, type Entries } from './entries.ts';
import { createInputs } from './inputs.ts';
import { clearJumps, type JumpLog, latestJump, listJumps } from './jump-log.ts';
import type { Machine } from './machine.ts';
import { type AutomatonModel, type DistanceSource, type NumericOutput, numericOutputs } from './model.ts';
import { prepareMachine } from './prepare.ts';
import { createRunner, type Functions, type Runner } from './runner.ts';
import { beginRow, createSheet, type Sheet } from './sheet.ts';

export type HybridOptions = {
  /** Functions that the model declares. */
  functions?: Functions;
  /** Numbers of the groups whose agents have it; all agents when absent. */
  groups?: readonly number[];
  /** Tells the random numbers of several automata of a world apart, from 0 to 63. */
  stream?: number;
  /** What the names of personal distances mean; without it only relations and ids are known. */
  subjectOf?(source: DistanceSource): Subject;
};

/** A hybrid automaton of the agents of a world. Throws an AutomatonError where the model is not sound. */
export function createHybridAutomaton(model: AutomatonModel, options: HybridOptions = {}): Automaton {
  const machine = prepareMachine(model);
  const runner = createRunner(machine, options.functions);
  const names = columnNames(runner);
  const inputs = createInputs(machine);
  const entries = createEntries(runner);
  const kept = distancesOf(machine, options.subjectOf ?? plainSubject);
  const groups = options.groups && markGroups(options.groups);
  const sheet = createSheet(runner, 0, options.stream);
  let present: AutomatonInput | undefined;
  sheet.onEnter = (row, location) => {
    if (present) entries.enter(present, row, location);
  };
  let members = new Uint8Array(0);

  return {
    name: machine.name,
    memory: { ...layoutOf(machine, names), ...inputs.layout, ...entries.layout },
    traits: traitsOf(machine),
    distances: kept.map(({ subject }) => subject),
    transitionCount: machine.transitions.length,
    begin: (crowd, row) => {
      // Traits that change from outside do not begin the automaton again.
      if (crowd.memory[names.begun][row] === 1) return;
      crowd.memory[names.begun][row] = 1;
      bindMemory(sheet, crowd, names);
      beginRow(runner, sheet, row);
    },
    ...(inputs.senses && {
      sense: (input: AutomatonInput, perception: Perception) => inputs.sense(input, perception),
    }),
    update: (input) => {
      const { crowd, dt, seed, step } = input;
      present = input;
      clearJumps(sheet.jumps);
      bindMemory(sheet, crowd, names);
      bindDistances(sheet, crowd, kept);
      inputs.read(input, sheet.inputs);
      if (groups) {
        if (members.length < crowd.capacity) members = new Uint8Array(crowd.capacity);
        markMembers(members, groups, crowd);
        sheet.members = members;
      }
      sheet.count = crowd.count;
      sheet.ids = crowd.ids;
      sheet.seed = seed;
      sheet.step = step;
      sheet.begin = step * dt;
      sheet.dt = dt;
      if (entries.isNeeded) enterFirst(runner, sheet, input, entries);
      advanceSheet(runner, sheet);
      publishJumps(sheet.jumps, input);
    },
    jumps: () => listJumps(sheet.jumps, machine),
    explain: (input, row) => {
      const { crowd, dt, seed, step } = input;
      if (groups) {
        const group = crowd.traits.group[row];
        if (group < 0 || group >= groups.length || groups[group] === 0) return [];
      }
      bindMemory(sheet, crowd, names);
      inputs.read(input, sheet.inputs);
      Object.assign(sheet, { ids: crowd.ids, seed, step, begin: step * dt, dt });
      const latest = latestJump(sheet.jumps, machine, crowd.ids[row]);
      return [{ ...describeRow(runner, sheet, row), ...(latest && { latest }) }];
    },
  };
}

type ColumnNames = { begun: string; values: string[]; modes: string[]; histories: string[] };

/** The columns of an automaton begin with its name, so that several have places side by side. */
function columnNames({ histories, machine }: Runner): ColumnNames {
  const { name, parts, variables } = machine;
  return {
    begun: `${name}/begun`,
    values: variables.map((variable) => `${name}/${variable.name}`),
    modes: parts.map((part) => `${name}/mode${part.name && `/${part.name}`}`),
    histories: histories.map(
      ({ mode, part }) => `${name}/history/${parts[part].name}.${parts[part].modes[mode].name}`,
    ),
  };
}

const kinds = { flow: 'float64', real: 'float64', integer: 'int32', boolean: 'uint8' } as const;

function layoutOf({ variables }: Machine, { begun, histories, modes, values }: ColumnNames): Layout {
  const layout: Record<string, Layout[string]> = { [begun]: 'uint8' };
  for (const name of modes) layout[name] = 'uint8';
  variables.forEach(({ kind }, place) => {
    if (kind !== 'algebraic') layout[values[place]] = kinds[kind];
  });
  for (const name of histories) layout[name] = 'uint8';
  return layout;
}

function traitsOf({ parts }: Machine): ChangeableTrait[] {
  const written = parts.flatMap(({ modes }) =>
    modes.flatMap(({ set }) => set.filter(({ source }) => !source).map(({ output }) => output)),
  );
  return [...new Set(written)].map((output) => numericOutputs[output as NumericOutput].column);
}

/** A personal distance among the outputs, and its column in the crowd. */
type KeptDistance = { output: string; subject: Subject; column: string };

function distancesOf({ parts }: Machine, subjectOf: (source: DistanceSource) => Subject): KeptDistance[] {
  const found = new Map<string, KeptDistance>();
  for (const { output, source } of parts.flatMap(({ modes }) => modes.flatMap(({ set }) => set))) {
    if (!source || found.has(output)) continue;
    const subject = subjectOf(source);
    found.set(output, { output, subject, column: subjectName(subject) });
  }
  return [...found.values()];
}

/** Relations and ids, which need no scenario. */
function plainSubject({ agent, to, ...named }: DistanceSource): Subject {
  if (to !== undefined) return { to };
  if (typeof agent === 'number') return { to: 'agent', number: agent };
  throw new RangeError(`a personal distance to ${JSON.stringify(named)} needs a scenario`);
}

function bindDistances(sheet: Sheet, crowd: Crowd, kept: readonly KeptDistance[]): void {
  for (let k = 0; k < kept.length; k++) {
    const { column, output, subject } = kept[k];
    sheet.outputs[output] = crowd.distances.columns[column] ?? distanceColumn(crowd, subject);
  }
}

/** Jumps are events of the step. */
function publishJumps({ after, agent, count, transition }: JumpLog, input: AutomatonInput): void {
  const { firstTransition = 0, happening } = input;
  if (!happening) return;
  for (let k = 0; k < count; k++)
    addTimedEvent(happening, EventKind.jump, agent[k], firstTransition + transition[k], after[k]);
}

const empty = new Float64Array(0);

/** Tables that grow have other columns. */
function bindMemory(sheet: Sheet, { memory, traits }: Crowd, names: ColumnNames): void {
  for (let k = 0; k < names.values.length; k++) sheet.values[k] = memory[names.values[k]] ?? empty;
  for (let k = 0; k < names.modes.length; k++) sheet.modes[k] = memory[names.modes[k]] as Uint8Array;
  for (let k = 0; k < names.histories.length; k++) {
    sheet.histories[k] = memory[names.histories[k]] as Uint8Array;
  }
  sheet.outputs.speed = traits.desiredSpeed;
  sheet.outputs.agility = traits.agility;
  sheet.outputs.mass = traits.mass;
  sheet.outputs.aggressiveness = traits.aggressiveness;
  sheet.outputs.viewRadius = traits.viewRadius;
}

/** A mark for each group. */
function markGroups(groups: readonly number[]): Uint8Array {
  const marks = new Uint8Array(groups.reduce((most, group) => Math.max(most, group + 1), 0));
  for (const group of groups) marks[group] = 1;
  return marks;
}

function markMembers(members: Uint8Array, groups: Uint8Array, { count, traits: { group } }: Crowd): void {
  for (let row = 0; row < count; row++) {
    members[row] = group[row] >= 0 && group[row] < groups.length ? groups[group[row]] : 0;
  }
}

/** Agents that entered since the last step get the values of their first modes. */
function enterFirst(runner: Runner, sheet: Sheet, input: AutomatonInput, entries: Entries): void {
  for (let row = 0; row < sheet.count; row++) {
    if (sheet.members === undefined || sheet.members[row] === 1)
      entries.enterFirst(runner, sheet, input, row);
  }
}
