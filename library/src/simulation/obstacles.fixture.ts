import type { ScenarioInput } from './index.ts';

export type Obstacle = NonNullable<ScenarioInput['obstacles']>[number];

export const yard: ScenarioInput = {
  version: 1,
  name: 'yard',
  bounds: { min: [0, 0], max: [30, 20] },
  duration: 60,
  obstacles: [
    { shape: 'box', name: 'shed', min: [10, 8], max: [12, 12] },
    { shape: 'circle', center: [20, 10], radius: 1 },
  ],
  targets: [{ name: 'exit', at: [29, 10], radius: 0.5 }],
};

export const shapes: Obstacle[] = [
  { shape: 'circle', center: [5, 5], radius: 0.7 },
  { shape: 'box', min: [4, 4], max: [6, 5] },
  { shape: 'segment', from: [4, 4], to: [6, 5] },
  {
    shape: 'polygon',
    points: [
      [4, 4],
      [6, 4],
      [5, 6],
    ],
  },
];

export const solids: Obstacle[] = [
  { shape: 'sphere', center: [5, 5, 5], radius: 0.7 },
  { shape: 'box', min: [4, 4, 4], max: [6, 5, 6] },
  { shape: 'plane', point: [0, 0, 0.5], normal: [0.1, 0, 1] },
  {
    shape: 'triangles',
    points: [
      [4, 4, 4],
      [6, 4, 4],
      [5, 6, 5],
    ],
    faces: [[0, 1, 2]],
  },
];

export const space: ScenarioInput = {
  version: 1,
  name: 'hall',
  dimension: 3,
  bounds: { min: [0, 0, 0], max: [30, 20, 10] },
  duration: 60,
  steering: { name: 'nonlinear' },
};
