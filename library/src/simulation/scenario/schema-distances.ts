import { union } from './chained.ts';
import { choice, list, number, record, text, wholeNumber } from './fields.ts';
import { maximumDistanceRules } from './limits.ts';

/** Personal distances: what an agent keeps from others. */

const distance = () => number({ min: 0, max: 100, unit: 'm' });
const nameOrNumber = (what: string) =>
  union([text(1, 100), wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER })], {
    error: `expected the number or the name of ${what}`,
  });

/** From what a distance is kept: one of these. */
export const distanceSubject = {
  to: choice(['everything', 'agents', 'obstacles', 'own-group', 'own-team', 'leader'])
    .exactOptional()
    .describe('A relation.'),
  group: text(1, 100).exactOptional().describe('The members of this group.'),
  class: text(1, 100).exactOptional().describe('Agents and obstacles of this class.'),
  agent: nameOrNumber('an agent').exactOptional().describe('One agent.'),
  obstacle: nameOrNumber('an obstacle').exactOptional().describe('One obstacle.'),
};

const personalDistanceSchema = union(
  [
    distance().describe('From everything, m.'),
    list(
      record({
        ...distanceSubject,
        distance: distance().describe('Gap that it wants to keep, m.'),
      }).describe('A rule with one of the keys to, group, class, agent and obstacle.'),
      0,
      maximumDistanceRules,
    ).describe('A list of rules; the most specific one applies.'),
  ],
  {
    error:
      'expected a number of metres or a list of {"to", "group", "class", "agent" or "obstacle", "distance"}',
  },
).meta({
  id: 'personalDistance',
  description:
    'The gap that an agent wants to keep from others, m; its meaning depends on the steering model.',
});

export const personalDistance = () => personalDistanceSchema.exactOptional();
