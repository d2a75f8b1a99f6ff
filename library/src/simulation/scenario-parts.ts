import { type Automaton, createChanges, createNoAutomaton } from '../automata/index.ts';
import { addNewsHashes, createNews, listHearsay, spreadNews } from '../environment/index.ts';
import type { Command } from './command-schema.ts';
import type { WorldParts } from './parts.ts';
import { createVelocityFields, type Scenario } from './scenario/index.ts';
import { reportIssues } from './scenario/issues.ts';
import { commandSchema } from './scenario/schema-script.ts';
import { addTeamHashes, createTeams, organise } from './teams.ts';

/** All parts: what a scenario may name. */
export const scenarioParts: WorldParts = {
  readCommand(given, findings) {
    const parsed = commandSchema.safeParse(given);
    if (!parsed.success) reportIssues(findings, parsed.error.issues, given, []);
    return parsed.data as Command;
  },
  createVelocityFields,
  createAutomaton,
  createNews: ({ dt, groups }) =>
    createNews(
      groups.map(({ sharing }) => sharing),
      dt,
    ),
  spreadNews,
  listHearsay,
  addNewsHashes,
  createTeams,
  organise,
  addTeamHashes,
};

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
