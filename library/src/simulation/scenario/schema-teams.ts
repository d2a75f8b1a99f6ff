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
          'How targets are assigned: total has the least sum of expected times, last the earliest arrival of the last.',
        ),
    }).describe('Each member goes to an item of its own, until all are taken.'),
    record({
      kind: exactly('together').describe('All arrive at the time of the slowest.'),
      targets: list(name(), 1, maximumCollectedItems)
        .exactOptional()
        .describe('Names of targets; each member goes to the nearest.'),
      point: place().exactOptional().describe('A point for all, m; with neither, each has its own goal.'),
      radius: length(0)
        .default(bodyDefaults.goalRadius)
        .describe('Distance at which the point counts as reached, m.'),
      minimumShare: number({ min: 0, max: 1 })
        .default(teamDefaults.minimumShare)
        .describe('No member walks slower than this share of its own speed.'),
    }).describe('Paces are matched, so that all arrive at one time.'),
    record({
      kind: exactly('follow').describe('A file behind a leader.'),
      leader: name()
        .exactOptional()
        .describe('Name of the agent that leads, of the team or not; if absent, the first member.'),
      gap: number({ above: 0, max: 1000, unit: 'm' })
        .default(teamDefaults.gap)
        .describe('Metres along the leader’s path from one to the next.'),
    }).describe('Each member has a place on the path that the leader has walked.'),
    record({
      kind: exactly('keep-together').describe('No member is left behind.'),
      distance: number({ above: 0, max: 1e6, unit: 'm' }).describe(
        'How far from the middle of the team members may be, m.',
      ),
    }).describe('Members that are ahead wait, and members that are too far off come back.'),
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
