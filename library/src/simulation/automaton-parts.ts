import { createChanges } from '../automata/changes.ts';
import { createHybridAutomaton } from '../automata/hybrid/engine.ts';
import type { Automaton } from '../automata/index.ts';
import type { WorldParts } from './parts.ts';
import { subjectOf } from './scenario/distances.ts';
import type { Scenario } from './scenario/schema.ts';

function createAutomata(scenario: Scenario): Automaton[] {
  const { automata, changes, groups } = scenario;
  const numbers = new Map(groups.map(({ name }, number) => [name, number]));
  const numbersOf = (names: readonly string[] | undefined) =>
    names && { groups: names.map((name) => numbers.get(name)!) };
  const changed = changes.map(({ groups: names, ...change }) => ({ ...change, ...numbersOf(names) }));
  return [
    ...(changed.length > 0 ? [createChanges(changed)] : []),
    ...automata.map((model, stream) =>
      createHybridAutomaton(model, {
        stream,
        ...numbersOf(model.groups),
        subjectOf: (source) => subjectOf(scenario, source),
      }),
    ),
  ];
}

export const automatonParts = { createAutomata } satisfies Partial<WorldParts>;
