import type { AutomatonState } from '../contract.ts';
import { runProgram } from './program.ts';
import { locationOf, type Runner } from './runner.ts';
import { loadLanes, type Sheet } from './sheet.ts';

/** Where an agent is now: its modes and values, and which guards hold. */
export function describeRow(runner: Runner, sheet: Sheet, row: number): AutomatonState {
  const { machine, variables } = runner;
  loadLanes(runner, sheet, Int32Array.of(row), 0, 1);
  for (const clock of runner.flow.clocks) clock[0] = sheet.begin;
  const { guards, resolved } = locationOf(runner, sheet.modes, row);
  runProgram(guards, 1);
  return {
    automaton: machine.name,
    modes: machine.parts.map(({ modes, name }, part) => ({
      part: name,
      mode: modes[sheet.modes[part][row]].name,
    })),
    values: Object.fromEntries(
      machine.variables.flatMap(({ kind, name }, place): [string, number][] =>
        kind === 'algebraic' ? [] : [[name, variables[place].state[0]]],
      ),
    ),
    transitions: resolved.transitions.map(({ transition: { part, to }, guard }, k) => ({
      to: machine.parts[part].modes[to].name,
      when: guard.written.text,
      holds: guards.results[k][0] !== 0,
    })),
  };
}
