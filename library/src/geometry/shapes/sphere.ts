import { heightOf, lengthInSpace } from '../space-place.ts';
import type { ShapeDefinition } from './definition.ts';
import { sphereElement } from './elements.ts';
import { length, place } from './fields.ts';

const fields = { center: place('Centre [x, y] or [x, y, z], m.'), radius: length('Radius, m.') };

export const sphere = {
  name: 'sphere',
  sentence: 'A solid sphere, in three dimensions.',
  fields,
  vertices: 1,
  instead: ['circle'],
  encloses: false,
  anchor: ({ center }) => center,
  space: {
    distance: ({ center, radius }, x, y, z) =>
      lengthInSpace(x - center[0], y - center[1], z - heightOf(center)) - radius,
    bounds({ center, radius }) {
      const [x, y, z] = [center[0], center[1], heightOf(center)];
      return [x - radius, y - radius, z - radius, x + radius, y + radius, z + radius];
    },
    elements: ({ center, radius }) => [sphereElement(center, radius)],
  },
} satisfies ShapeDefinition<'sphere', typeof fields>;
