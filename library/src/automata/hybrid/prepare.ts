import { checkMachine } from './check.ts';
import { AutomatonError, type Problem } from './error.ts';
import type { Machine } from './machine.ts';
import type { AutomatonModel } from './model.ts';
import { readModel } from './read-model.ts';

/** Everything that is wrong with a model; if the list is empty, the model can run. */
export function findProblems(model: AutomatonModel): Problem[] {
  return readChecked(model).problems;
}

/** The machine of a model; throws an AutomatonError that lists what is wrong. */
export function prepareMachine(model: AutomatonModel): Machine {
  const { machine, problems } = readChecked(model);
  if (problems.length === 0) return machine;
  const lines = problems.map(({ message, path }) => `${path.join('.')}: ${message}`);
  throw new AutomatonError(`automaton ${JSON.stringify(model.name)}: ${lines.join('\n')}`);
}

function readChecked(model: AutomatonModel): { machine: Machine; problems: Problem[] } {
  const problems: Problem[] = [];
  const machine = readModel(model, problems);
  if (problems.length === 0) checkMachine(machine, problems);
  return { machine, problems };
}
