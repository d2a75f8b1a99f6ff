// The figure of docs/models/velocity-fields.md, drawn from the library itself; name → SVG.
import { drawFieldSheet } from '../../library/dist/draw/index.js';
import { createScenarioWorld as createWorld } from '../../library/dist/scenario.js';

const world = createWorld({
  version: 1,
  name: 'kinds of velocity fields',
  bounds: { min: [-12, -8], max: [12, 8] },
  duration: 1,
  velocityFields: [
    {
      name: 'whirl',
      kind: 'formula',
      u: '-1.4 * y / max(3, sqrt(x*x + y*y))',
      v: '1.4 * x / max(3, sqrt(x*x + y*y))',
    },
    {
      name: 'paint',
      kind: 'strokes',
      strokes: [
        {
          points: [
            [-11, -6],
            [-4, -5],
            [0, 0],
            [4, 5],
            [11, 6],
          ],
          width: 6,
          strength: 1.4,
        },
      ],
    },
    {
      name: 'data',
      kind: 'grid',
      min: [-12, -8],
      cell: 8,
      rows: [
        [
          [1, 0],
          [1, 0.6],
          [0, 1],
        ],
        [
          [0.2, 1],
          [0.8, -0.8],
          [-1, 0.3],
        ],
      ],
    },
    { name: 'sum', kind: 'sum', of: [{ field: 'whirl', scale: 0.6 }, { field: 'paint' }] },
    {
      name: 'mask',
      kind: 'mask',
      field: 'whirl',
      region: { box: { min: [-4, -4], max: [8, 3] } },
      fade: 2,
    },
    {
      name: 'blend',
      kind: 'blend',
      near: 'whirl',
      far: 'paint',
      from: { point: [0, 0] },
      between: [3, 6],
    },
  ],
});

const titles = [
  ['A formula', 'whirl'],
  ['A stroke', 'width 6 m'],
  ['Six vectors', 'cells of 8 m'],
  ['A sum', '0.6 × whirl + stroke'],
  ['A mask', 'whirl in a box, fade 2 m'],
  ['A blend', 'whirl to 3 m, stroke from 6 m'],
];

export const figures = {
  'velocity-fields': drawFieldSheet({
    title: 'Velocity fields',
    bounds: { minX: -12, minY: -8, maxX: 12, maxY: 8 },
    panels: world.velocityFields.map((field, k) => ({ title: titles[k][0], field, note: titles[k][1] })),
    fastest: 1.4,
    columns: 3,
  }),
};
