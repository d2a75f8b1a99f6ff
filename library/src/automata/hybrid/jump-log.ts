import { longer, slotOf } from '../../crowd/index.ts';
import type { JumpOf } from '../contract.ts';
import { Fact } from './compiled/facts.ts';
import type { Machine } from './machine.ts';
import type { Walk } from './walk.ts';

/** The jumps of a step, with the values that caused them: for recordings and people, no part of the state. */
export type JumpLog = {
  count: number;
  agent: Float64Array;
  transition: Int32Array;
  /** Seconds of the run, and since the beginning of the step. */
  time: Float64Array;
  after: Float64Array;
  /** One row for each jump, with the variables in order. */
  values: Float64Array;
  width: number;
  /** The latest jump of each agent by the slot of its id: id, transition, time and values. Not cleared. */
  latestAgent: Float64Array;
  latestTransition: Int32Array;
  latestTime: Float64Array;
  latestValues: Float64Array;
};

export function createJumpLog({ variables }: Machine): JumpLog {
  const width = variables.length;
  return {
    count: 0,
    agent: new Float64Array(64),
    transition: new Int32Array(64),
    time: new Float64Array(64),
    after: new Float64Array(64),
    values: new Float64Array(64 * width),
    width,
    latestAgent: new Float64Array(0),
    latestTransition: new Int32Array(0),
    latestTime: new Float64Array(0),
    latestValues: new Float64Array(0),
  };
}

export function clearJumps(log: JumpLog): void {
  log.count = 0;
}

/** Stores a jump of the agent of a walk, with the values before its assignments. */
export function storeJump(log: JumpLog, { facts, row, runner, sheet }: Walk, transition: number): void {
  const entry = log.count++;
  if (entry === log.agent.length) growLog(log);
  const agent = sheet.ids[row];
  log.agent[entry] = agent;
  log.transition[entry] = transition;
  log.time[entry] = facts[Fact.begin];
  log.after[entry] = facts[Fact.after];
  const slot = slotOf(agent);
  if (slot >= log.latestAgent.length) growLatest(log, slot);
  log.latestAgent[slot] = agent;
  log.latestTransition[slot] = transition;
  log.latestTime[slot] = facts[Fact.begin];
  for (let place = 0; place < log.width; place++) {
    const value = runner.variables[place].state[0];
    log.values[entry * log.width + place] = value;
    log.latestValues[slot * log.width + place] = value;
  }
}

function growLatest(log: JumpLog, slot: number): void {
  const room = Math.max(64, 2 * (slot + 1));
  const before = log.latestAgent.length;
  log.latestAgent = longer(log.latestAgent, room).fill(-1, before);
  log.latestTransition = longer(log.latestTransition, room);
  log.latestTime = longer(log.latestTime, room);
  log.latestValues = longer(log.latestValues, room * log.width);
}

/** The latest jump of an agent; undefined if it has made none since the log was made. */
export function latestJump(log: JumpLog, machine: Machine, id: number): JumpOf | undefined {
  const slot = slotOf(id);
  if (slot >= log.latestAgent.length || log.latestAgent[slot] !== id) return undefined;
  const values = log.latestValues.subarray(slot * log.width, (slot + 1) * log.width);
  return describeJump(machine, id, log.latestTransition[slot], log.latestTime[slot], values);
}

function growLog(log: JumpLog): void {
  const room = 2 * log.agent.length;
  log.agent = longer(log.agent, room);
  log.transition = longer(log.transition, room);
  log.time = longer(log.time, room);
  log.after = longer(log.after, room);
  log.values = longer(log.values, room * log.width);
}

/** The jumps in words, in the order of time and then of ids. */
export function listJumps(log: JumpLog, machine: Machine): JumpOf[] {
  const entries = Array.from({ length: log.count }, (_, entry) => entry);
  // The sort is stable, so jumps of one agent at one instant keep their order.
  entries.sort((a, b) => log.time[a] - log.time[b] || log.agent[a] - log.agent[b]);
  return entries.map((entry) => {
    const values = log.values.subarray(entry * log.width, (entry + 1) * log.width);
    return describeJump(machine, log.agent[entry], log.transition[entry], log.time[entry], values);
  });
}

function describeJump(
  machine: Machine,
  agent: number,
  transition: number,
  time: number,
  values: Float64Array,
): JumpOf {
  const { from, guard, part, to } = machine.transitions[transition];
  const { modes, name } = machine.parts[part];
  return {
    agent,
    automaton: machine.name,
    part: name,
    from: modes[from].name,
    to: modes[to].name,
    when: guard.text,
    time,
    values: Object.fromEntries(
      machine.variables.flatMap((variable, place): [string, number][] =>
        variable.kind === 'algebraic' ? [] : [[variable.name, values[place]]],
      ),
    ),
  };
}
