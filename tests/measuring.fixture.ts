import type { ScenarioInput } from 'wend/scenario';

/** People leave a room through a door of 1.2 m; both sides of the door and a part of the room are measured. */
export const door: ScenarioInput = {
  version: 1,
  name: 'door',
  bounds: { min: [0, 0], max: [16, 10], walls: true },
  duration: 12,
  arrival: 'vanish',
  obstacles: [
    { shape: 'box', min: [10, 0], max: [10.4, 4.4] },
    { shape: 'box', min: [10, 5.6], max: [10.4, 10] },
  ],
  targets: [{ name: 'outside', region: { box: { min: [15, 0], max: [16, 10] } } }],
  groups: ['near', 'far'].map((name, k) => ({
    name,
    count: 30,
    region: { box: { min: [k === 0 ? 6 : 0.5, 0.5], max: [k === 0 ? 9.5 : 5.5, 9.5] } },
    radius: 0.2,
    targets: ['outside'],
  })),
  measurements: {
    lines: [{ name: 'door', from: [10.2, 4.4], to: [10.2, 5.6] }],
    areas: [
      { name: 'before', box: { min: [8, 3.5], max: [10, 6.5] } },
      {
        name: 'wedge',
        polygon: [
          [7, 2],
          [12, 5],
          [7, 8],
        ],
      },
      { name: 'near', box: { min: [8, 3.5], max: [10, 6.5] }, cutOff: 0.8 },
    ],
  },
};
