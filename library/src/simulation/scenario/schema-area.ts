import type * as z from 'zod/mini';
import { list, placeInPlane, record } from './fields.ts';
import { maximumAreaPoints } from './limits.ts';

/** The walkable area. What its rings must be like stands in check-area.ts, what they become in area.ts. */

const ring = () =>
  list(placeInPlane(), 3, maximumAreaPoints).describe(
    'Corners [x, y] in either sense of rotation, m; the last is joined to the first, and may repeat it.',
  );

export const areaSchema = record({
  polygons: list(list(ring(), 1, maximumAreaPoints), 0, maximumAreaPoints)
    .default([])
    .describe(
      'Polygons, each a list of rings: the outer one, then its holes. Rings do not cross or touch themselves or each other.',
    ),
  walls: list(list(placeInPlane(), 2, maximumAreaPoints), 0, maximumAreaPoints)
    .default([])
    .describe('Walls without thickness, each a list of points [x, y], m.'),
}).describe(
  'In two dimensions: the walkable area. Outer rings are walls, holes are solid, and all agents start inside.',
);

/** The walkable area of a scenario. */
export type Area = z.output<typeof areaSchema>;
