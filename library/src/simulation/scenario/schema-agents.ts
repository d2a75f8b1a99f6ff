import type * as z from 'zod/mini';
import { attraction } from '../../steering/definition.ts';
import { union } from './chained.ts';
import { bodyDefaults, personalityDefaults, scenarioDefaults, sharingDefaults } from './defaults.ts';
import { choice, exactly, list, number, place, record, vector, wholeNumber } from './fields.ts';
import {
  delayRange,
  maximumAgents,
  maximumCoordinate,
  radiusRange,
  speedRange,
  traitRange,
} from './limits.ts';
import { personalDistance } from './schema-distances.ts';
import { distribution } from './schema-distributions.ts';
import { journey, viewRadius } from './schema-journeys.ts';
import { angle, field, fieldShape, length, name, obstacleClass } from './schema-obstacles.ts';
import { ownPlannerSchema } from './schema-planner.ts';
import { openRegionSchema, regionSchema } from './schema-regions.ts';
import { sourceSchema } from './schema-sources.ts';
import { ownSteering } from './schema-steering.ts';

/** Agents one by one and in groups. */

const targetNames = () =>
  list(name(), 1, 1000).exactOptional().describe('Names of targets; the agent goes to the nearest.');
const goalRadius = () =>
  length(0).default(bodyDefaults.goalRadius).describe('Distance at which its own goal counts as reached, m.');
const heading = () =>
  angle()
    .exactOptional()
    .describe(
      'Heading at time 0, radians from the x axis, counter-clockwise; if absent, along the velocity or towards the goal.',
    );
const velocity = () =>
  union(
    [
      vector({ min: -speedRange.max, max: speedRange.max, unit: 'm/s' }, '[vx, vy]', '[vx, vy, vz]').describe(
        'Velocity, m/s.',
      ),
      exactly('walking').describe('The desired speed along the heading.'),
    ],
    { error: 'expected [vx, vy], or in a world of dimension 3 [vx, vy, vz], or "walking"' },
  )
    .exactOptional()
    .describe('Initial velocity; if absent, the agent starts at rest.');
const climb = () =>
  number({ min: -Math.PI / 2, max: Math.PI / 2, unit: 'rad' })
    .exactOptional()
    .describe(
      'In three dimensions: angle of the heading above the horizontal at time 0, radians; if absent, 0 if there is a heading, otherwise towards the goal.',
    );

const wanderSchema = record({
  region: openRegionSchema.describe('Region of the point.'),
  interval: number({ min: 0.001, max: 1e6, unit: 's' }).describe('Time from one jump to the next, s.'),
  strength: fieldShape.strength.default(attraction.strength),
  exponent: fieldShape.exponent.default(attraction.exponent),
}).meta({
  id: 'wander',
  description:
    'A point that attracts agents of models with fields; it is drawn again for each agent at regular times.',
});
const wander = () => wanderSchema.exactOptional();

const ownPlanner = () =>
  ownPlannerSchema.exactOptional().describe('A planner of its own; if absent, that of the scenario.');

const agentShape = {
  name: name().exactOptional().describe('For messages and pictures.'),
  at: place().describe('Place at time 0, [x, y] or [x, y, z], m.'),
  heading: heading(),
  climb: climb(),
  velocity: velocity(),
  radius: number({ ...radiusRange, unit: 'm' })
    .default(bodyDefaults.radius)
    .describe('Radius of its body, m.'),
  speed: number({ ...speedRange, unit: 'm/s' })
    .default(bodyDefaults.speed)
    .describe('Desired speed, m/s.'),
  premovement: number(delayRange)
    .default(bodyDefaults.premovement)
    .describe('Time for which it waits before it starts to walk, s.'),
  class: obstacleClass(),
  targets: targetNames(),
  goal: place()
    .exactOptional()
    .describe('A point to go to, m; not together with targets. With neither, the agent stands.'),
  goalRadius: goalRadius(),
  journey: journey(),
  planner: ownPlanner(),
  personality: record({
    agility: number(traitRange)
      .default(personalityDefaults.agility)
      .describe('0: turns slowly; 1: turns at once.'),
    mass: number(traitRange)
      .default(personalityDefaults.mass)
      .describe('0: changes speed at once; 1: changes speed slowly.'),
    aggressiveness: number(traitRange)
      .default(personalityDefaults.aggressiveness)
      .describe('0: keeps large distances; 1: keeps small distances.'),
  })
    .prefault({})
    .describe('Traits from 0 to 1.'),
  field: field(),
  wander: wander(),
  steering: ownSteering().describe('The steering of this agent; if absent, that of the scenario.'),
  viewRadius: viewRadius(),
  personalDistance: personalDistance(),
};

export const agentSchema = record(agentShape).describe('One agent.');

/** An agent that comes during a run: what it does not say itself, its group says. */
export const comerSchema = record({
  ...agentShape,
  group: name()
    .exactOptional()
    .describe('Name of the group that it joins. Keys that the agent does not have come from the group.'),
  radius: distribution({ ...radiusRange, unit: 'm' })
    .exactOptional()
    .describe('Radius of its body, m.'),
  speed: distribution({ ...speedRange, unit: 'm/s' })
    .exactOptional()
    .describe('Desired speed, m/s.'),
  premovement: distribution(delayRange)
    .exactOptional()
    .describe('Time for which it waits before it starts to walk, s.'),
  goalRadius: length(0).exactOptional().describe('Distance at which its own goal counts as reached, m.'),
  personality: record({
    agility: distribution(traitRange).exactOptional().describe('0: turns slowly; 1: turns at once.'),
    mass: distribution(traitRange)
      .exactOptional()
      .describe('0: changes speed at once; 1: changes speed slowly.'),
    aggressiveness: distribution(traitRange)
      .exactOptional()
      .describe('0: keeps large distances; 1: keeps small distances.'),
  })
    .exactOptional()
    .describe('Traits from 0 to 1.'),
}).describe('The agent that is added.');

const offset = () =>
  vector({ min: -2 * maximumCoordinate, max: 2 * maximumCoordinate, unit: 'm' }, '[dx, dy]', '[dx, dy, dz]');

const groupGoalSchema = union(
  [
    record({ point: place() }).describe('One point for all, m.'),
    record({ offset: offset() }).describe('The start of each agent plus this vector, m.'),
    record({ mirror: place() }).describe('The start of each agent mirrored at this point, m.'),
    record({ random: openRegionSchema }).describe('A point drawn for each agent, outside the obstacles.'),
  ],
  { error: 'expected {"point"}, {"offset"}, {"mirror"} or {"random"}' },
).describe('A goal for each agent; not together with targets. With neither, agents stand.');

const sharingSchema = record({
  channel: name()
    .exactOptional()
    .describe(
      'Groups with the same channel share with each other; if absent, only members of the group share.',
    ),
  distance: number({ above: 0, max: 1000, unit: 'm' }).describe(
    'How far away its members hear each other, m.',
  ),
  delay: number({ min: 0, max: 1000, unit: 's' })
    .default(sharingDefaults.delay)
    .describe('Time from hearing something to acting on it and passing it on, s.'),
  memory: number({ above: 0, max: 1e6, unit: 's' })
    .default(sharingDefaults.memory)
    .describe('Time after which a sighting is forgotten, s.'),
  subjects: choice(['obstacles', 'agents', 'all'])
    .default(sharingDefaults.subjects)
    .describe('What members store and share.'),
  attention: number({ above: 0, max: 1000, unit: 'm' })
    .exactOptional()
    .describe('How far away a known thing still matters, m; if absent, three view radii.'),
}).meta({ id: 'sharing', description: 'The members of the group tell each other what they perceive.' });

export const groupSchema = record({
  name: name().describe('Unique among the groups.'),
  count: wholeNumber({ min: 0, max: maximumAgents })
    .default(scenarioDefaults.count)
    .describe('Number of agents at time 0; at least 1 without a source.'),
  source: sourceSchema.exactOptional(),
  region: regionSchema,
  heading: heading(),
  climb: climb(),
  velocity: velocity(),
  radius: distribution({ ...radiusRange, unit: 'm' })
    .default(bodyDefaults.radius)
    .describe('Radius of the bodies, m.'),
  speed: distribution({ ...speedRange, unit: 'm/s' })
    .default(bodyDefaults.speed)
    .describe('Desired speed, m/s.'),
  personality: record({
    agility: distribution(traitRange).default(personalityDefaults.agility),
    mass: distribution(traitRange).default(personalityDefaults.mass),
    aggressiveness: distribution(traitRange).default(personalityDefaults.aggressiveness),
  })
    .prefault({})
    .describe('Traits from 0 to 1.'),
  premovement: distribution(delayRange)
    .default(bodyDefaults.premovement)
    .describe('Time for which they wait before they start to walk, s.'),
  class: obstacleClass(),
  targets: targetNames(),
  goal: groupGoalSchema.exactOptional(),
  goalRadius: goalRadius(),
  journey: journey(),
  planner: ownPlanner(),
  clearance: number({ min: 0, max: 100, unit: 'm' })
    .default(scenarioDefaults.clearance)
    .describe('Smallest gap between placed bodies, m; a ring ignores it.'),
  field: field(),
  wander: wander(),
  steering: ownSteering().describe('The steering of its members; if absent, that of the scenario.'),
  viewRadius: viewRadius(),
  personalDistance: personalDistance(),
  sharing: sharingSchema
    .exactOptional()
    .describe('How its members share what they perceive; if absent, they do not.'),
}).meta({ id: 'group', description: 'Many agents at once.' });

/** One agent of a scenario. */
export type Agent = z.output<typeof agentSchema>;
/** An agent that comes during a run. */
export type Comer = z.output<typeof comerSchema>;
/** Agents that a scenario describes together. */
export type Group = z.output<typeof groupSchema>;
/** Where the agents of a group start. */
export type Region = z.output<typeof regionSchema>;
/** A region that points are drawn from. */
export type OpenRegion = z.output<typeof openRegionSchema>;
/** Where the agents of a group go. */
export type GroupGoal = z.output<typeof groupGoalSchema>;
export type { Distribution } from './schema-distributions.ts';
