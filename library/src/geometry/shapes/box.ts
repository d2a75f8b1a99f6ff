import { heightOf, lengthInSpace } from '../space-place.ts';
import type { ShapeDefinition } from './definition.ts';
import { boxElements } from './elements.ts';
import { place } from './fields.ts';
import type { Outline } from './outline.ts';

const fields = {
  min: place('Corner with the least coordinates, m.'),
  max: place('Corner with the greatest coordinates, m.'),
};

export const box = {
  name: 'box',
  sentence: 'A solid box along the axes, in two or three dimensions.',
  region: 'A box along the axes, in two or three dimensions.',
  fields,
  vertices: 4,
  encloses: true,
  anchor: ({ min, max }) => [
    (min[0] + max[0]) / 2,
    (min[1] + max[1]) / 2,
    (heightOf(min) + heightOf(max)) / 2,
  ],
  *faults({ min, max }, dimension) {
    for (const [axis, name] of ['x', 'y', 'z'].slice(0, dimension).entries()) {
      const [low, high] = [min[axis] ?? 0, max[axis] ?? 0];
      if (low < high) continue;
      yield { path: ['max', axis], message: `expected ${name} above that of min, ${low}, got ${high}` };
    }
  },
  plane: {
    distance({ min, max }, x, y) {
      const dx = Math.max(min[0] - x, x - max[0]);
      const dy = Math.max(min[1] - y, y - max[1]);
      if (dx <= 0 || dy <= 0) return Math.max(dx, dy);
      return Math.sqrt(dx * dx + dy * dy);
    },
    outline({ min: [x0, y0], max: [x1, y1] }): Outline {
      // Files of other programs may have boxes without width.
      if (x0 === x1 || y0 === y1) return { kind: 'wall', from: [x0, y0], to: [x1, y1] };
      const points = [[x0, y0] as const, [x1, y0] as const, [x1, y1] as const, [x0, y1] as const];
      return { kind: 'ring', points };
    },
  },
  space: {
    distance({ min, max }, x, y, z) {
      const dx = Math.max(min[0] - x, x - max[0]);
      const dy = Math.max(min[1] - y, y - max[1]);
      const dz = Math.max(heightOf(min) - z, z - heightOf(max));
      const largest = Math.max(dx, dy, dz);
      return largest <= 0 ? largest : lengthInSpace(Math.max(0, dx), Math.max(0, dy), Math.max(0, dz));
    },
    bounds: ({ min, max }) => [min[0], min[1], heightOf(min), max[0], max[1], heightOf(max)],
    elements: ({ min, max }) => boxElements(min, max),
    orientation: () => 1,
  },
} satisfies ShapeDefinition<'box', typeof fields>;
