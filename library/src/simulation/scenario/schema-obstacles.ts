import type * as z from 'zod/mini';
import {
  boxDefinition,
  type ObstacleShape,
  type obstacleKeys,
  type ShapeRegion,
  shapeDefinitions,
  sphereDefinition,
} from '../../geometry/index.ts';
import { type Schema, variants } from './chained.ts';
import { scenarioDefaults } from './defaults.ts';
import { exactly, kindsError, list, number, place, record, text, vector, yesOrNo } from './fields.ts';
import { maximumCoordinate, maximumCoursePoints, maximumCourseSpeed } from './limits.ts';
import { followRegistry, type Mutable, regionUnion, schemasOf } from './schema-shapes.ts';

/** What stands or moves in a world besides agents: obstacles and targets, and the fields that others share. */

export const name = () => text(1, 100);
export const length = (above: number) => number({ above, max: maximumCoordinate, unit: 'm' });
export const angle = () => number({ min: -1000, max: 1000, unit: 'rad' });

export const boxShape = schemasOf(boxDefinition.fields);
export const roundShape = schemasOf(sphereDefinition.fields);

const pathShape = {
  points: list(place(), 1, maximumCoursePoints).describe('Points that it passes in this order, m.'),
  speed: number({ above: 0, max: maximumCourseSpeed, unit: 'm/s' }).describe('Speed along the path, m/s.'),
};

const velocity = () =>
  vector({ min: -maximumCourseSpeed, max: maximumCourseSpeed, unit: 'm/s' }, '[vx, vy]', '[vx, vy, vz]');
const amplitude = () =>
  vector({ min: -maximumCoordinate, max: maximumCoordinate, unit: 'm' }, '[ax, ay]', '[ax, ay, az]');

const courseSchema = variants(
  'kind',
  [
    record({
      kind: exactly('velocity').describe('Moves with a constant velocity.'),
      velocity: velocity().describe('Velocity, m/s; its size is at most 50 m/s.'),
    }),
    record({
      kind: exactly('waypoints').describe(
        'Moves from its own position through the points and stays at the last one.',
      ),
      ...pathShape,
    }),
    record({
      kind: exactly('loop').describe('Moves from its own position through the points and back, repeatedly.'),
      ...pathShape,
    }),
    record({
      kind: exactly('oscillation').describe(
        'Oscillates about its own position: displaced by amplitude × sin(2π × time / period + phase).',
      ),
      amplitude: amplitude().describe('Largest displacement, m.'),
      period: number({ min: 0.01, max: 1e6, unit: 's' }).describe('Period of the oscillation, s.'),
      phase: angle().default(scenarioDefaults.phase).describe('Phase at time 0, radians.'),
    }),
  ],
  { error: kindsError(['velocity', 'waypoints', 'loop', 'oscillation']) },
).meta({
  id: 'course',
  description:
    'A scripted motion. It starts at the own position: the centre of a circle, sphere or box, the middle of a segment, the first point of a polygon or of triangles, the point of a plane or target; the same for regions.',
});

/** Strength and exponent of an acceleration, for models with fields. */
export const fieldShape = {
  strength: number({ min: -1e6, max: 1e6 }).describe(
    'Acceleration at a distance of 1 m, m/s²: positive attracts, negative repels.',
  ),
  exponent: number({ min: -10, max: 10 }).describe('Exponent of the distance.'),
};

const fieldSchema = record(fieldShape).meta({
  id: 'field',
  description:
    'The acceleration that it causes, for agents of models with fields; if absent, that of its kind.',
});

/** How an object acts on others, in place of what the steering says of all of its kind. */
export const field = () => fieldSchema.exactOptional();

export const obstacleClass = () =>
  name()
    .exactOptional()
    .describe(
      'The class of obstacles that it belongs to, for agents of models with classes; if absent, the first.',
    );

const obstacleCommon = {
  name: name().exactOptional().describe('For messages and pictures.'),
  class: obstacleClass(),
  course: courseSchema.exactOptional(),
  field: field(),
} satisfies Record<Exclude<(typeof obstacleKeys)[number], 'shape'>, Schema>;

type ObstacleOptions = z.output<z.ZodMiniObject<typeof obstacleCommon>>;
type ObstacleOptionsInput = z.input<z.ZodMiniObject<typeof obstacleCommon>>;

/** An obstacle of a scenario. */
export type Obstacle = Mutable<ObstacleShape> & ObstacleOptions;

export const obstacleSchema = followRegistry(
  () => {
    const definitions = shapeDefinitions();
    const kinds = definitions.map(({ name, sentence, fields }) =>
      record({ shape: exactly(name), ...schemasOf(fields), ...obstacleCommon }).describe(sentence),
    );
    const error = kindsError(definitions.map(({ name }) => name));
    return variants('shape', kinds as [(typeof kinds)[0]], { error });
  },
  { description: 'A solid obstacle, static or moving on a course.' },
) as Schema<Obstacle, Mutable<ObstacleShape> & ObstacleOptionsInput>;

export type TargetRegion = Mutable<ShapeRegion>;

const targetRegionSchema = followRegistry(() => regionUnion(false), {
  id: 'targetRegion',
  description: 'A region that is reached anywhere inside.',
}) as Schema<TargetRegion, TargetRegion>;

export const targetSchema = record({
  name: name().describe('Unique; agents and groups refer to it.'),
  at: place().exactOptional().describe('Place [x, y] or [x, y, z], m; either this or a region.'),
  radius: length(0)
    .default(scenarioDefaults.targetRadius)
    .describe('Distance of the centre at which an agent has arrived, m; not used with a region.'),
  region: targetRegionSchema
    .exactOptional()
    .describe('Instead of a place: an agent has arrived when its centre is inside.'),
  open: yesOrNo()
    .default(scenarioDefaults.open)
    .describe('Whether agents may go there; commands open and close it.'),
  sink: yesOrNo()
    .default(scenarioDefaults.sink)
    .describe('Whether agents that arrive there leave the world, regardless of arrival.'),
  class: name()
    .exactOptional()
    .describe(
      'The class of targets that it belongs to, for agents of models with classes; if absent, the first.',
    ),
  course: courseSchema.exactOptional(),
  field: field(),
}).describe('A place to go to.');

/** A scripted motion of an obstacle or a target. */
export type Course = z.output<typeof courseSchema>;
/** A target of a scenario. */
export type Target = z.output<typeof targetSchema>;
