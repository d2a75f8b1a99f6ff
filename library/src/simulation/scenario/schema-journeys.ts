import type * as z from 'zod/mini';
import { variants } from './chained.ts';
import { bodyDefaults, journeyDefaults } from './defaults.ts';
import { choice, exactly, kindsError, list, number, place, record, vector, yesOrNo } from './fields.ts';
import { maximumCoordinate, maximumStages, speedRange, traitRange } from './limits.ts';
import { personalDistance } from './schema-distances.ts';
import { distribution } from './schema-distributions.ts';
import { length, name } from './schema-obstacles.ts';
import { ownPlannerSchema } from './schema-planner.ts';
import { openRegionSchema } from './schema-regions.ts';
import { ownSteering } from './schema-steering.ts';

/** What an agent does one after the other. */

const seconds = { min: 0, max: 1e6, unit: 's' };

/** How far an agent sees. */
export const viewRadius = () =>
  number({ above: 0, max: 100, unit: 'm' })
    .exactOptional()
    .describe('View radius, m; if absent, that of its steering model.');

/** A planner is no trait. */
const besideTraits = [{ what: 'a stage (beside "traits") or the command "set-planner"', keys: ['planner'] }];

const traitsShape = {
  speed: number({ ...speedRange, unit: 'm/s' })
    .exactOptional()
    .describe('Desired speed, m/s.'),
  agility: number(traitRange).exactOptional().describe('0: turns slowly; 1: turns at once.'),
  mass: number(traitRange).exactOptional().describe('0: changes speed at once; 1: changes speed slowly.'),
  aggressiveness: number(traitRange)
    .exactOptional()
    .describe('0: keeps large distances; 1: keeps small distances.'),
  steering: ownSteering().describe('Its new steering model.'),
  viewRadius: viewRadius(),
  personalDistance: personalDistance(),
};

/** Traits that are changed; those that are not named stay. */
export const traitsSchema = record(traitsShape, besideTraits);

const common = {
  traits: traitsSchema.exactOptional().describe('Traits of the agent from this stage on; all others stay.'),
  planner: ownPlannerSchema.exactOptional().describe('The planner of the agent from this stage on.'),
};

const lasting = () =>
  number({ above: 0, max: 1e6, unit: 's' })
    .exactOptional()
    .describe(
      'How long, s; in the last stage of a journey without a loop it may be absent, and the stage does not end.',
    );

const dwellSchema = distribution(seconds);

const stageSchema = variants(
  'kind',
  [
    record({
      kind: exactly('seek').describe('Goes to the nearest target, or to a point.'),
      targets: list(name(), 1, 1000)
        .exactOptional()
        .describe('Names of targets; the agent goes to the nearest.'),
      point: place().exactOptional().describe('Instead of targets: a point, m.'),
      radius: length(0)
        .default(bodyDefaults.goalRadius)
        .describe('Distance at which the point counts as reached, m.'),
      dwell: dwellSchema.default(journeyDefaults.dwell).describe('How long it stays there, s.'),
      ...common,
    }),
    record({
      kind: exactly('flee').describe('Runs away from the nearest of some targets, or from another agent.'),
      from: list(name(), 1, 1000).exactOptional().describe('Names of targets; closed ones are ignored.'),
      agent: name().exactOptional().describe('Instead of targets: name of an agent.'),
      group: name().exactOptional().describe('Instead of targets: a group; its nearest member.'),
      distance: length(0).describe(
        'Distance from all of them at which the stage ends, m; between the centres of agents.',
      ),
      ...common,
    }),
    record({
      kind: exactly('direction').describe('Walks in one direction.'),
      along: vector({ min: -1e6, max: 1e6 }, '[dx, dy]', '[dx, dy, dz]').describe(
        'The direction, of any length but 0.',
      ),
      for: lasting(),
      ...common,
    }),
    record({ kind: exactly('idle').describe('Stands still.'), for: lasting(), ...common }),
    record({
      kind: exactly('wander').describe('Walks from one random point to the next.'),
      region: openRegionSchema.describe('Region of the random points.'),
      interval: number({ min: 0.001, max: 1e6, unit: 's' }).describe(
        'Longest time until the next point is drawn, s; an agent that arrives earlier draws at once.',
      ),
      for: lasting(),
      ...common,
    }),
    record({
      kind: exactly('pursue').describe('Pursues another agent until it is near or the other has left.'),
      agent: name().exactOptional().describe('Name of an agent.'),
      group: name()
        .exactOptional()
        .describe(
          'Instead of an agent: a group; the stage pursues the member that is nearest at its beginning.',
        ),
      distance: number({ above: 0, max: maximumCoordinate, unit: 'm' })
        .default(journeyDefaults.pursuitDistance)
        .describe('Distance of the centres at which the other is caught, m.'),
      ...common,
    }),
    record({
      kind: exactly('follow').describe('Follows a velocity field, at most at the desired speed.'),
      field: name().describe('Name of a velocity field.'),
      for: lasting(),
      ...common,
    }),
    record({
      kind: exactly('queue').describe('Waits in a queue until it has been served.'),
      queues: list(name(), 1, 100).describe(
        'Names of queues of the ground; the agent goes to the one in which it expects to be served first.',
      ),
      ...common,
    }),
  ],
  { error: kindsError(['seek', 'flee', 'direction', 'idle', 'wander', 'pursue', 'follow', 'queue']) },
).meta({ id: 'stage', description: 'One stage of a journey.' });

const journeySchema = record({
  stages: list(stageSchema, 1, maximumStages).describe('The stages, in their order.'),
  loop: yesOrNo()
    .default(journeyDefaults.loop)
    .describe('Whether the first stage follows the last; a run does not wait for looping agents.'),
  end: choice(['stop', 'vanish', 'continue'])
    .exactOptional()
    .describe('What the agent does after the last stage; if absent, as arrival says.'),
}).meta({ id: 'journey', description: 'A sequence of stages.' });

export const journey = () =>
  journeySchema.exactOptional().describe('Stages in their order; not together with targets or a goal.');

/** The stages that an agent goes through. */
export type Journey = z.output<typeof journeySchema>;
/** A stage of a journey. */
export type Stage = z.output<typeof stageSchema>;
