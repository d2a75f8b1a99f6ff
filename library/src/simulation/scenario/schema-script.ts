import type * as z from 'zod/mini';
import { union, variants } from './chained.ts';
import { bodyDefaults } from './defaults.ts';
import {
  exactly,
  kindsError,
  list,
  number,
  place,
  record,
  text,
  vector,
  wholeNumber,
  yesOrNo,
} from './fields.ts';
import { maximumBatch, maximumCoordinate } from './limits.ts';
import { comerSchema, groupSchema } from './schema-agents.ts';
import { patchSchema } from './schema-ground.ts';
import { traitsSchema } from './schema-journeys.ts';
import { areaSchema, lineSchema } from './schema-measurements.ts';
import { angle, obstacleSchema, targetSchema } from './schema-obstacles.ts';
import { ownPlannerSchema } from './schema-planner.ts';
import { rateRange, sourceSchema } from './schema-sources.ts';

/** Changes of a running world: commands from outside, and the same at times that a scenario's script gives. */

const id = () => wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER });

/** Where an agent is to go: at most one of a point and targets; neither: it stands. */
const goalShape = {
  targets: list(text(1, 100), 1, 1000)
    .exactOptional()
    .describe('Names of targets; the agent goes to the nearest.'),
  goal: place().exactOptional().describe('A point, m; not together with targets.'),
  goalRadius: number({ above: 0, max: maximumCoordinate, unit: 'm' })
    .default(bodyDefaults.goalRadius)
    .describe('Distance at which its own goal counts as reached, m.'),
};
const queueShape = {
  queue: text(1, 100).exactOptional().describe('Name of a queue, instead of targets or a goal.'),
};
const traitsShape = { traits: traitsSchema.describe('Traits to change; all others stay.') };
const push = () => ({
  push: yesOrNo().exactOptional().describe('Whether agents in the way are moved to free ground.'),
});
const obstacle = () => ({
  obstacle: union([id(), text(1, 100)], { error: 'expected the number or the name of an obstacle' }).describe(
    'Number or name of an obstacle.',
  ),
});
const addObstacleShape = { obstacle: obstacleSchema, ...push() };
const turnObstacleShape = {
  ...obstacle(),
  angle: angle().describe('Angle, radians, counter-clockwise; in three dimensions about a vertical axis.'),
  about: place().exactOptional().describe('Point to turn about, m; if absent, the obstacle’s own position.'),
  ...push(),
};
const moveObstacleShape = {
  ...obstacle(),
  ...push(),
  by: vector(
    { min: -maximumCoordinate, max: maximumCoordinate, unit: 'm' },
    '[dx, dy]',
    '[dx, dy, dz]',
  ).describe('Displacement, m.'),
};
const target = () => text(1, 100).describe('Name of a target.');
const addTargetShape = { target: targetSchema };
const addGroupShape = {
  group: groupSchema,
  team: text(1, 100).exactOptional().describe('Name of a team that its agents join.'),
};
const addMeasurementShape = {
  line: lineSchema.exactOptional(),
  area: areaSchema.exactOptional(),
};
const moveTargetShape = { target: target(), to: place().describe('New position, m.') };
const openTargetShape = {
  target: target(),
  open: yesOrNo().describe('Whether agents may go there from then on.'),
};

const sourceShape = {
  group: text(1, 100).describe('Name of a group that has a source or gets one.'),
  rate: number(rateRange).exactOptional().describe('Agents per second from now on, 1/s; 0 stops the source.'),
  enter: wholeNumber({ min: 1, max: maximumBatch })
    .exactOptional()
    .describe('Number of agents that come now, besides those of the rate and the schedule.'),
  source: sourceSchema.exactOptional(),
};

const sinkShape = {
  target: target(),
  sink: yesOrNo().describe('Whether agents that arrive there leave the world from then on.'),
};

const setGroundShape = { ground: patchSchema };
const removeGroundShape = { ground: text(1, 100).describe('Name of a part of the ground.') };

const openDoorShape = {
  door: text(1, 100).describe('Name of a door or a queue.'),
  open: yesOrNo().describe('Whether agents may pass from then on.'),
};

const kinds = [
  'add',
  'remove',
  'retarget',
  'change-traits',
  'set-planner',
  'add-obstacle',
  'move-obstacle',
  'turn-obstacle',
  'remove-obstacle',
  'add-target',
  'add-group',
  'add-measurement',
  'move-target',
  'open-target',
  'set-source',
  'set-sink',
  'set-ground',
  'remove-ground',
  'open-door',
];

/** A command from outside: agents by id. */
export const commandSchema = variants(
  'kind',
  [
    record({ kind: exactly('add'), id: id().exactOptional(), agent: comerSchema }),
    record({ kind: exactly('remove'), id: id() }),
    record({ kind: exactly('retarget'), id: id(), ...goalShape, ...queueShape }),
    record({ kind: exactly('change-traits'), id: id(), ...traitsShape }),
    record({ kind: exactly('set-planner'), id: id(), planner: ownPlannerSchema }),
    record({ kind: exactly('add-obstacle'), id: id().exactOptional(), ...addObstacleShape }),
    record({ kind: exactly('move-obstacle'), ...moveObstacleShape }),
    record({ kind: exactly('turn-obstacle'), ...turnObstacleShape }),
    record({ kind: exactly('remove-obstacle'), ...obstacle() }),
    record({ kind: exactly('add-target'), ...addTargetShape }),
    record({ kind: exactly('add-group'), ...addGroupShape }),
    record({ kind: exactly('add-measurement'), ...addMeasurementShape }),
    record({ kind: exactly('move-target'), ...moveTargetShape }),
    record({ kind: exactly('open-target'), ...openTargetShape }),
    record({ kind: exactly('set-source'), ...sourceShape }),
    record({ kind: exactly('set-sink'), ...sinkShape }),
    record({ kind: exactly('set-ground'), ...setGroundShape }),
    record({ kind: exactly('remove-ground'), ...removeGroundShape }),
    record({ kind: exactly('open-door'), ...openDoorShape }),
  ],
  { error: kindsError(kinds) },
);

const at = () => ({
  at: number({ min: 0, max: 1e6, unit: 's' }).describe(
    'Time, s; the command runs at the beginning of the first step that is not earlier.',
  ),
});
const agent = () => ({
  agent: union([id(), text(1, 100)], { error: 'expected the number or the name of an agent' }).describe(
    'Number or name of an agent of the scenario; if it has left, nothing happens.',
  ),
});

export const scriptEntrySchema = variants(
  'kind',
  [
    record({
      ...at(),
      kind: exactly('add'),
      agent: comerSchema,
    }).describe('Adds an agent.'),
    record({ ...at(), kind: exactly('remove'), ...agent() }).describe('Removes an agent.'),
    record({ ...at(), kind: exactly('retarget'), ...agent(), ...goalShape, ...queueShape }).describe(
      'Gives an agent another goal; its journey ends.',
    ),
    record({ ...at(), kind: exactly('change-traits'), ...agent(), ...traitsShape }).describe(
      'Changes traits of an agent.',
    ),
    record({ ...at(), kind: exactly('set-planner'), ...agent(), planner: ownPlannerSchema }).describe(
      'Gives an agent another planner.',
    ),
    record({ ...at(), kind: exactly('add-obstacle'), ...addObstacleShape }).describe(
      'Adds an obstacle; waits until no agent is in the way, unless push is set.',
    ),
    record({ ...at(), kind: exactly('move-obstacle'), ...moveObstacleShape }).describe(
      'Moves an obstacle; a box or polygon waits until no agent is in the way, unless push is set.',
    ),
    record({ ...at(), kind: exactly('turn-obstacle'), ...turnObstacleShape }).describe(
      'Turns an obstacle; waits until no agent is in the way, unless push is set.',
    ),
    record({ ...at(), kind: exactly('remove-obstacle'), ...obstacle() }).describe('Removes an obstacle.'),
    record({ ...at(), kind: exactly('add-target'), ...addTargetShape }).describe(
      'Adds a target, behind those of the scenario.',
    ),
    record({ ...at(), kind: exactly('add-group'), ...addGroupShape }).describe(
      'Adds a group. Its count of agents enter at once, as they find room; its source may bring more.',
    ),
    record({ ...at(), kind: exactly('add-measurement'), ...addMeasurementShape }).describe(
      'Adds a line or an area that is measured from then on.',
    ),
    record({ ...at(), kind: exactly('move-target'), ...moveTargetShape }).describe('Moves a target.'),
    record({ ...at(), kind: exactly('open-target'), ...openTargetShape }).describe(
      'Opens or closes a target.',
    ),
    record({ ...at(), kind: exactly('set-source'), ...sourceShape }).describe(
      'Gives a group a source, changes its rate, or lets more agents come.',
    ),
    record({ ...at(), kind: exactly('set-sink'), ...sinkShape }).describe(
      'Makes a target a sink, or an ordinary target again.',
    ),
    record({ ...at(), kind: exactly('set-ground'), ...setGroundShape }).describe(
      'Adds a part of the ground, or replaces the part with the same name.',
    ),
    record({ ...at(), kind: exactly('remove-ground'), ...removeGroundShape }).describe(
      'Removes a part of the ground.',
    ),
    record({ ...at(), kind: exactly('open-door'), ...openDoorShape }).describe(
      'Opens or shuts a door or a queue.',
    ),
  ],
  { error: kindsError(kinds) },
).describe('A command at a time.');

/** Something that happens at a given time. */
export type ScriptEntry = z.output<typeof scriptEntrySchema>;
