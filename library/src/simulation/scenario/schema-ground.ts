import type * as z from 'zod/mini';
import { type Schema, variants } from './chained.ts';
import { groundDefaults } from './defaults.ts';
import { exactly, kindsError, list, number, pair, placeInPlane, record, yesOrNo } from './fields.ts';
import {
  delayRange,
  maximumCourseSpeed,
  maximumQueueCorners,
  maximumSchedule,
  maximumServers,
} from './limits.ts';
import { distribution } from './schema-distributions.ts';
import { name, type TargetRegion } from './schema-obstacles.ts';
import { followRegistry, regionUnion } from './schema-shapes.ts';
import { rateRange } from './schema-sources.ts';

/** Ground that changes walking: docs/guide/ground.md. */

const regionSchema = followRegistry(() => regionUnion(true), {
  id: 'groundRegion',
  description: 'A region of the ground; an agent is on it while its centre is inside.',
}) as Schema<TargetRegion, TargetRegion>;

const common = {
  name: name().describe('Unique among the ground; messages and commands use it.'),
};
const inRegion = { ...common, region: regionSchema };
const factor = () => number({ above: 0, max: 10 });
const direction = () => pair({ min: -1e6, max: 1e6 }, '[x, y]');

const open = () => yesOrNo().default(groundDefaults.open).describe('Whether it is open at time 0.');
const schedule = () =>
  list(
    record({
      at: number({ min: 0, max: 1e6, unit: 's' }).describe('Time, s.'),
      open: yesOrNo().describe('Whether it is open from then on.'),
    }),
    1,
    maximumSchedule,
  )
    .exactOptional()
    .describe('When it opens and shuts, in the order of the times.');

const kinds = ['speed', 'stairs', 'belt', 'smoke', 'gate', 'door', 'queue'];

export const patchSchema = variants(
  'kind',
  [
    record({
      ...inRegion,
      kind: exactly('speed').describe('Ground such as rubble.'),
      factor: factor().describe('Factor on the agents’ own speed.'),
    }),
    record({
      ...inRegion,
      kind: exactly('stairs').describe(
        'Stairs or a slope: agents walk more slowly up and down, and as usual across.',
      ),
      up: direction().describe('Upward direction, of any length.'),
      upFactor: factor()
        .default(groundDefaults.upFactor)
        .describe('Factor on the own speed straight up; lengths are those of the plan view.'),
      downFactor: factor()
        .default(groundDefaults.downFactor)
        .describe('Factor on the own speed straight down.'),
    }),
    record({
      ...inRegion,
      kind: exactly('belt').describe('A moving walkway or an escalator, which carries agents.'),
      velocity: pair({ min: -maximumCourseSpeed, max: maximumCourseSpeed, unit: 'm/s' }, '[vx, vy]').describe(
        'Velocity of the belt, m/s.',
      ),
      factor: number({ min: 0, max: 10 })
        .default(groundDefaults.beltFactor)
        .describe('Factor on the agents’ own speed on it; 0: they stand.'),
    }),
    record({
      ...inRegion,
      kind: exactly('smoke').describe('Agents see less far and walk more slowly.'),
      visibility: number({ above: 0, max: 100, unit: 'm' }).describe('How far agents see in it at most, m.'),
      factor: factor()
        .exactOptional()
        .describe('Factor on the own speed; if absent, 1 − 0.242 m / visibility, at least 0.1.'),
    }),
    record({
      ...common,
      kind: exactly('gate').describe('A line that agents cross in one direction only.'),
      from: placeInPlane().describe('One end, m.'),
      to: placeInPlane().describe('The other end, m.'),
      direction: direction().describe('Direction in which agents may cross the line.'),
    }),
    record({
      ...common,
      kind: exactly('door').describe('A line that agents cross while it is open.'),
      from: placeInPlane().describe('One end, m.'),
      to: placeInPlane().describe('The other end, m.'),
      open: open(),
      rate: number({ above: 0, max: rateRange.max, unit: rateRange.unit })
        .exactOptional()
        .describe('Largest number of agents per second, 1/s; if absent, any number.'),
      schedule: schedule(),
    }),
    record({
      ...common,
      kind: exactly('queue').describe(
        'A line in which agents wait in order and are served one after the other.',
      ),
      line: list(placeInPlane(), 2, maximumQueueCorners).describe(
        'Corners of the line, from its front to its end, m.',
      ),
      spacing: number({ min: 0.05, max: 100, unit: 'm' })
        .default(groundDefaults.spacing)
        .describe('Distance from one place to the next, m.'),
      servers: list(placeInPlane(), 1, maximumServers)
        .exactOptional()
        .describe('Positions of the servers, m; if absent, one server at the front of the line.'),
      service: distribution(delayRange).describe('How long a service takes, s.'),
      open: open(),
      schedule: schedule(),
    }),
  ],
  { error: kindsError(kinds) },
).meta({ id: 'ground', description: 'A part of the ground that changes walking.' });

/** Ground of a scenario that changes walking. */
export type GroundPatch = z.output<typeof patchSchema>;
