import { heightOf, lengthInSpace } from '../space-place.ts';
import type { ShapeDefinition } from './definition.ts';
import { planeElement } from './elements.ts';
import { direction, place } from './fields.ts';

/** A plane is infinite: a search for what is near tests every one of them. */
const most = 1000;

/** A shorter normal has lost digits of its direction. */
const shortestNormal = 1e-6;

const fields = {
  point: place('A point of the plane, m.'),
  normal: direction('Direction of the free side; of any length but 0.'),
};

export const plane = {
  name: 'plane',
  sentence: `An infinite plane, solid on its back, in three dimensions; at most ${most} in a world.`,
  fields,
  vertices: 1,
  most,
  instead: ['segment', 'polygon'],
  encloses: false,
  anchor: ({ point }) => point,
  *faults({ normal }) {
    if (lengthInSpace(normal[0], normal[1], heightOf(normal)) >= shortestNormal) return;
    const got = `[${normal.join(', ')}]`;
    const message = `expected a direction, of a size of at least ${shortestNormal}, got ${got}`;
    yield { path: ['normal'], message };
  },
  space: {
    distance({ point, normal }, x, y, z) {
      const height =
        (x - point[0]) * normal[0] + (y - point[1]) * normal[1] + (z - heightOf(point)) * heightOf(normal);
      return height / lengthInSpace(normal[0], normal[1], heightOf(normal));
    },
    bounds() {
      const end = Number.POSITIVE_INFINITY;
      return [-end, -end, -end, end, end, end];
    },
    elements: ({ point, normal }) => [planeElement(point, normal)],
  },
} satisfies ShapeDefinition<'plane', typeof fields>;
