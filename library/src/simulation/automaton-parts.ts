import { type Automaton, createChanges, createNoAutomaton } from '../automata/index.ts';
import type { WorldParts } from './parts.ts';
import type { Scenario } from './scenario/schema.ts';

function createAutomaton({ changes, groups }: Scenario): Automaton {
  if (changes.length === 0) return createNoAutomaton();
  const numbers = new Map(groups.map(({ name }, number) => [name, number]));
  return createChanges(
    changes.map(({ groups: names, ...change }) => ({
      ...change,
      ...(names && { groups: names.map((name) => numbers.get(name)!) }),
    })),
  );
}

export const automatonParts = { createAutomaton } satisfies Partial<WorldParts>;
