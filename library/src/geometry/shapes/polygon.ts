import { findSelfCrossing } from '../crossing.ts';
import { orient } from '../orient.ts';
import { polygonArea } from '../polygon.ts';
import type { ShapeDefinition } from './definition.ts';
import { ring } from './fields.ts';

const fields = {
  points: ring(
    3,
    'Corners [x, y] in either sense of rotation, m; the last is joined to the first, which may be repeated at the end; the outline does not cross or touch itself.',
  ),
};

export const polygon = {
  name: 'polygon',
  sentence: 'A solid polygon, in two dimensions.',
  region: 'A polygon, in two dimensions.',
  fields,
  vertices: ['points'],
  instead: ['box', 'triangles'],
  encloses: true,
  anchor: ({ points }) => points[0],
  *faults({ points }) {
    const fault = (message: string) => ({ path: ['points'], message });
    const [ax, ay] = points[0];
    const others = points.filter(([x, y]) => x !== ax || y !== ay);
    if (others.every(([x, y]) => orient(ax, ay, others[0][0], others[0][1], x, y) === 0)) {
      yield fault('expected a polygon with an area: its points lie on one line');
      return;
    }
    const crossing = findSelfCrossing(points);
    if (crossing) {
      const [first, second] = crossing.map((edge) => `${edge}–${(edge + 1) % points.length}`);
      yield fault(`expected an outline that does not cross or touch itself: edges ${first} and ${second} do`);
    } else if (polygonArea(points) === 0) {
      yield fault('expected a polygon with an area: it is too thin to be computed with');
    }
  },
  plane: { outline: ({ points }) => ({ kind: 'ring', points }) },
} satisfies ShapeDefinition<'polygon', typeof fields>;
