import type { ShapeDefinition } from './definition.ts';
import { placeInPlane } from './fields.ts';

const fields = {
  from: placeInPlane('One end [x, y], m.'),
  to: placeInPlane('The other end [x, y], m; a different point.'),
};

export const segment = {
  name: 'segment',
  sentence: 'A wall without thickness, in two dimensions.',
  fields,
  vertices: 2,
  instead: ['box', 'triangles'],
  encloses: false,
  anchor: ({ from, to }) => [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2],
  *faults({ from, to }) {
    if (from[0] !== to[0] || from[1] !== to[1]) return;
    yield { path: ['to'], message: 'expected another point than from: the segment has no length' };
  },
  plane: { outline: ({ from, to }) => ({ kind: 'wall', from, to }) },
} satisfies ShapeDefinition<'segment', typeof fields>;
