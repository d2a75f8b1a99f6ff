import type { ShapeDefinition } from './definition.ts';
import { length, placeInPlane } from './fields.ts';

const fields = { center: placeInPlane('Centre [x, y], m.'), radius: length('Radius, m.') };

export const circle = {
  name: 'circle',
  sentence: 'A solid disc, in two dimensions.',
  region: 'A disc, in two dimensions.',
  fields,
  vertices: 1,
  instead: ['sphere'],
  encloses: false,
  anchor: ({ center }) => center,
  plane: { outline: ({ center, radius }) => ({ kind: 'disc', center, radius }) },
} satisfies ShapeDefinition<'circle', typeof fields>;
