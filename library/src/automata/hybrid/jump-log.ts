import type { JumpOf } from '../contract.ts';
import type { Machine } from './machine.ts';
import type { Runner, Sheet } from './runner.ts';

/** The jumps of a step, with the values that caused them: for recordings and people, no part of the state. */
export type JumpLog = {
  count: number;
  agent: Float64Array;
  transition: Int32Array;
  time: Float64Array;
  /** One row for each jump, with the variables in order. */
  values: Float64Array;
  width: number;
};

export function createJumpLog({ variables }: Machine): JumpLog {
  const width = variables.length;
  return {
    count: 0,
    agent: new Float64Array(64),
    transition: new Int32Array(64),
    time: new Float64Array(64),
    values: new Float64Array(64 * width),
    width,
  };
}

export function clearJumps(log: JumpLog): void {
  log.count = 0;
}

/** Stores a jump of the agent in the first lane of the runner, before its assignments. */
export function storeJump(
  log: JumpLog,
  { variables }: Runner,
  { begin, ids }: Sheet,
  row: number,
  transition: number,
  after: number,
): void {
  const entry = log.count++;
  if (entry === log.agent.length) growLog(log);
  log.agent[entry] = ids[row];
  log.transition[entry] = transition;
  log.time[entry] = begin + after;
  for (let place = 0; place < log.width; place++) {
    log.values[entry * log.width + place] = variables[place].state[0];
  }
}

function growLog(log: JumpLog): void {
  const { agent, time, transition, values } = log;
  log.agent = new Float64Array(2 * agent.length);
  log.agent.set(agent);
  log.time = new Float64Array(2 * time.length);
  log.time.set(time);
  log.transition = new Int32Array(2 * transition.length);
  log.transition.set(transition);
  log.values = new Float64Array(2 * values.length);
  log.values.set(values);
}

/** The jumps in words, in the order of time and then of ids. */
export function listJumps(log: JumpLog, machine: Machine): JumpOf[] {
  const entries = Array.from({ length: log.count }, (_, entry) => entry);
  // Of one agent at one instant the order is that of the jumps: the sort is stable.
  entries.sort((a, b) => log.time[a] - log.time[b] || log.agent[a] - log.agent[b]);
  return entries.map((entry) => {
    const { from, guard, part, to } = machine.transitions[log.transition[entry]];
    const { modes, name } = machine.parts[part];
    const values = machine.variables.flatMap((variable, place): [string, number][] =>
      variable.kind === 'algebraic' ? [] : [[variable.name, log.values[entry * log.width + place]]],
    );
    return {
      agent: log.agent[entry],
      automaton: machine.name,
      part: name,
      from: modes[from].name,
      to: modes[to].name,
      when: guard.text,
      time: log.time[entry],
      values: Object.fromEntries(values),
    };
  });
}
