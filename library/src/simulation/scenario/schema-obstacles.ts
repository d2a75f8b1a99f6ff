import * as z from 'zod';
import { scenarioDefaults } from './defaults.ts';
import {
  exactly,
  kindsError,
  list,
  number,
  place,
  placeInPlane,
  record,
  text,
  vector,
  yesOrNo,
} from './fields.ts';
import {
  maximumCoordinate,
  maximumCoursePoints,
  maximumCourseSpeed,
  maximumObstacleVertices,
  maximumPlanes,
} from './limits.ts';

/** What stands or moves in a world besides agents: obstacles and targets, and the fields that others share. */

export const name = () => text(1, 100);
export const length = (above: number) => number({ above, max: maximumCoordinate, unit: 'm' });
export const angle = () => number({ min: -1000, max: 1000, unit: 'rad' });

export const boxShape = {
  min: place().describe('Corner with the least coordinates, [x, y] or [x, y, z], m.'),
  max: place().describe('Corner with the greatest coordinates, [x, y] or [x, y, z], m.'),
};
export const roundShape = {
  center: place().describe('Centre [x, y] or [x, y, z], m.'),
  radius: length(0).describe('Radius, m.'),
};
const pathShape = {
  points: list(place(), 1, maximumCoursePoints).describe('Points that it passes in this order, m.'),
  speed: number({ above: 0, max: maximumCourseSpeed, unit: 'm/s' }).describe('Speed along the path, m/s.'),
};

const velocity = () =>
  vector({ min: -maximumCourseSpeed, max: maximumCourseSpeed, unit: 'm/s' }, '[vx, vy]', '[vx, vy, vz]');
const amplitude = () =>
  vector({ min: -maximumCoordinate, max: maximumCoordinate, unit: 'm' }, '[ax, ay]', '[ax, ay, az]');

const courseSchema = z
  .discriminatedUnion(
    'kind',
    [
      record({
        kind: exactly('velocity').describe('Moves on and on with one velocity.'),
        velocity: velocity().describe('Velocity, m/s; its size is at most 50 m/s.'),
      }),
      record({
        kind: exactly('waypoints').describe(
          'Goes from its own place through the points and stays at the last.',
        ),
        ...pathShape,
      }),
      record({
        kind: exactly('loop').describe('Goes from its own place through the points, back, and again.'),
        ...pathShape,
      }),
      record({
        kind: exactly('oscillation').describe(
          'Swings about its own place: displaced by amplitude × sin(2π × time / period + phase).',
        ),
        amplitude: amplitude().describe('Largest displacement, m.'),
        period: number({ min: 0.01, max: 1e6, unit: 's' }).describe('Time of one swing there and back, s.'),
        phase: angle().default(scenarioDefaults.phase).describe('Phase at time 0, radians.'),
      }),
    ],
    { error: kindsError(['velocity', 'waypoints', 'loop', 'oscillation']) },
  )
  .meta({
    id: 'course',
    description:
      'A scripted motion. The own place is the centre of a circle, sphere or box, the middle of a segment, the first point of a polygon or of triangles, the point of a plane or target; of regions likewise.',
  });

/** Strength and exponent of an acceleration; critters only. */
export const fieldShape = {
  strength: number({ min: -1e6, max: 1e6 }).describe(
    'Acceleration at a distance of 1 m, m/s²: positive attracts, negative repels.',
  ),
  exponent: number({ min: -10, max: 10 }).describe('How the acceleration grows with the distance.'),
};

const fieldSchema = record(fieldShape).meta({
  id: 'field',
  description: 'With critters steering: the acceleration that it gives others, instead of that of its kind.',
});

/** How an object acts on others, in place of what the steering says of all of its kind. */
export const field = () => fieldSchema.exactOptional();

export const obstacleClass = () =>
  name()
    .exactOptional()
    .describe('With nonlinear steering: the class of obstacles it belongs to; if absent, the first.');

const obstacleCommon = {
  name: name().exactOptional().describe('For messages and pictures.'),
  class: obstacleClass(),
  course: courseSchema.exactOptional(),
  field: field(),
};

const pointNumber = () =>
  number({ min: 0, max: maximumObstacleVertices - 1 })
    .int({ error: 'expected the number of a point, a whole one from 0' })
    .describe('Number of a point, from 0.');

export const obstacleSchema = z
  .discriminatedUnion(
    'shape',
    [
      record({
        shape: exactly('circle'),
        center: placeInPlane().describe('Centre [x, y], m.'),
        radius: roundShape.radius,
        ...obstacleCommon,
      }).describe('A solid disc, in two dimensions.'),
      record({ shape: exactly('box'), ...boxShape, ...obstacleCommon }).describe(
        'A solid box along the axes, in two or three dimensions.',
      ),
      record({
        shape: exactly('segment'),
        from: placeInPlane().describe('One end [x, y], m.'),
        to: placeInPlane().describe('The other end [x, y], m; a different point.'),
        ...obstacleCommon,
      }).describe('A wall without thickness, in two dimensions.'),
      record({
        shape: exactly('polygon'),
        points: list(placeInPlane(), 3, maximumObstacleVertices).describe(
          'Corners [x, y] in either sense of rotation, m; the last is joined to the first; the outline does not cross or touch itself.',
        ),
        ...obstacleCommon,
      }).describe('A solid polygon, in two dimensions.'),
      record({ shape: exactly('sphere'), ...roundShape, ...obstacleCommon }).describe(
        'A solid sphere, in three dimensions.',
      ),
      record({
        shape: exactly('plane'),
        point: place().describe('A point of the plane, m.'),
        normal: vector({ min: -1e6, max: 1e6 }, '[x, y]', '[x, y, z]').describe(
          'Direction of the free side; of any length but 0.',
        ),
        ...obstacleCommon,
      }).describe(
        `A plane without end, solid behind, in three dimensions; at most ${maximumPlanes} in a world.`,
      ),
      record({
        shape: exactly('triangles'),
        points: list(place(), 3, maximumObstacleVertices).describe('Corners of the faces, m.'),
        faces: list(
          z.tuple([pointNumber(), pointNumber(), pointNumber()], {
            error: 'expected the numbers of three points',
          }),
          1,
          maximumObstacleVertices,
        ).describe('Three points for each face, by number from 0, in either sense of rotation.'),
        ...obstacleCommon,
      }).describe(
        'Faces without thickness, in three dimensions: a mesh, open or closed; nothing is solid behind a face.',
      ),
    ],
    { error: kindsError(['circle', 'box', 'segment', 'polygon', 'sphere', 'plane', 'triangles']) },
  )
  .describe('Something solid, still or on a course.');

const targetRegionSchema = z
  .union(
    [
      record({ box: record(boxShape) }).describe('A box along the axes, in two or three dimensions.'),
      record({
        circle: record({
          center: placeInPlane().describe('Centre [x, y], m.'),
          radius: roundShape.radius,
        }),
      }).describe('A disc, in two dimensions.'),
      record({
        polygon: record({
          points: list(placeInPlane(), 3, maximumObstacleVertices).describe(
            'Corners [x, y] in either sense of rotation, m; the last is joined to the first; the outline does not cross or touch itself.',
          ),
        }),
      }).describe('A polygon, in two dimensions.'),
    ],
    { error: 'expected {"box"}, {"circle"} or {"polygon"}' },
  )
  .meta({ id: 'targetRegion', description: 'A region that is reached anywhere inside.' });

export const targetSchema = record({
  name: name().describe('Unique; agents and groups refer to it.'),
  at: place().exactOptional().describe('Place [x, y] or [x, y, z], m; either this or a region.'),
  radius: length(0)
    .default(scenarioDefaults.targetRadius)
    .describe('An agent has arrived when its centre is this near to the place, m; a region does without.'),
  region: targetRegionSchema
    .exactOptional()
    .describe('Instead of a place: an agent has arrived when its centre is anywhere inside.'),
  open: yesOrNo()
    .default(scenarioDefaults.open)
    .describe('Whether agents may go there; commands open and close it.'),
  class: name()
    .exactOptional()
    .describe('With nonlinear steering: the class of targets it belongs to; if absent, the first.'),
  course: courseSchema.exactOptional(),
  field: field(),
}).describe('A place to go to.');

export type Course = z.output<typeof courseSchema>;
export type Obstacle = z.output<typeof obstacleSchema>;
export type Target = z.output<typeof targetSchema>;
export type TargetRegion = z.output<typeof targetRegionSchema>;
