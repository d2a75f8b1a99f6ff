import type * as z from 'zod/mini';
import { variants } from './chained.ts';
import { bodyDefaults, teamDefaults } from './defaults.ts';
import { choice, exactly, kindsError, list, number, place, record } from './fields.ts';
import { maximumCollectedItems, maximumTeamMembers } from './limits.ts';
import { length, name } from './schema-obstacles.ts';

/** Agents with a common task: docs/models/teams.md. */

const taskSchema = variants(
  'kind',
  [
    record({
      kind: exactly('collect').describe('The members fetch every item.'),
      targets: list(name(), 1, maximumCollectedItems).describe(
        'Names of the targets to fetch; each is taken once a member has been there.',
      ),
      by: choice(['total', 'last'])
        .default(teamDefaults.by)
        .describe(
          'How targets are assigned: total: smallest sum of expected times; last: earliest arrival of the last member.',
        ),
    }).describe('Each member goes to its own item, until all are taken.'),
    record({
      kind: exactly('together').describe('All arrive together with the slowest member.'),
      targets: list(name(), 1, maximumCollectedItems)
        .exactOptional()
        .describe('Names of targets; each member goes to the nearest.'),
      point: place()
        .exactOptional()
        .describe('A common point, m; without targets and point, each member has its own goal.'),
      radius: length(0)
        .default(bodyDefaults.goalRadius)
        .describe('Distance at which the point counts as reached, m.'),
      minimumShare: number({ min: 0, max: 1 })
        .default(teamDefaults.minimumShare)
        .describe('No member walks slower than this share of its own speed.'),
    }).describe('Members adapt their paces, so that all arrive at the same time.'),
    record({
      kind: exactly('follow').describe('Single file behind a leader.'),
      leader: name()
        .exactOptional()
        .describe('Name of the leader, in the team or not; if absent, the first member.'),
      gap: number({ above: 0, max: 1000, unit: 'm' })
        .default(teamDefaults.gap)
        .describe('Distance between members along the leader’s path, m.'),
    }).describe('The members walk in single file along the leader’s path.'),
    record({
      kind: exactly('keep-together').describe('No member is left behind.'),
      distance: number({ above: 0, max: 1e6, unit: 'm' }).describe(
        'Largest distance of a member from the centre of the team, m.',
      ),
    }).describe('Members at the front wait, and members that are too far away come back.'),
  ],
  { error: kindsError(['collect', 'together', 'follow', 'keep-together']) },
);

export const teamSchema = record({
  name: name().describe('Unique among the teams.'),
  groups: list(name(), 1, maximumTeamMembers).exactOptional().describe('Names of groups: all their members.'),
  agents: list(name(), 1, maximumTeamMembers).exactOptional().describe('Names of single agents.'),
  task: taskSchema.describe('What the team does.'),
}).describe('Agents with a common task; no agent is in two teams.');

export type TeamDefinition = z.output<typeof teamSchema>;
