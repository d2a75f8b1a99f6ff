import type { ScenarioInput } from 'wend/scenario';
import { RADIUS } from './simulate.ts';

/** The plans of the standards as scenarios. Lengths in metres. */

type Box = { min: [number, number]; max: [number, number] };
type Ring = [number, number][];
type Groups = NonNullable<ScenarioInput['groups']>;

export const box = (minX: number, minY: number, maxX: number, maxY: number): Box => ({
  min: [minX, minY],
  max: [maxX, maxY],
});

/** A scenario on a walkable polygon. */
export function planOf(
  name: string,
  ring: Ring,
  rest: Partial<ScenarioInput>,
  duration = 120,
): ScenarioInput {
  const xs = ring.map(([x]) => x);
  const ys = ring.map(([, y]) => y);
  return {
    version: 1,
    name,
    bounds: { min: [Math.min(...xs), Math.min(...ys)], max: [Math.max(...xs), Math.max(...ys)] },
    area: { polygons: [[ring]] },
    duration,
    arrival: 'vanish',
    ...rest,
  };
}

/** One person walks along a corridor of 2 m from x = 0.5 to 40 m further. */
export function corridorPlan(speed: number): ScenarioInput {
  return {
    version: 1,
    name: `corridor at ${speed} m/s`,
    bounds: { min: [0, 0], max: [44, 2], walls: true },
    duration: 120,
    arrival: 'vanish',
    targets: [{ name: 'end', region: { box: box(43, 0, 44, 2) } }],
    agents: [{ at: [1, 1], heading: 0, speed, radius: RADIUS, targets: ['end'] }],
    measurements: {
      lines: [
        { name: 'begin', from: [2, 0], to: [2, 2] },
        { name: 'end', from: [42, 0], to: [42, 2] },
      ],
    },
  };
}

/** Twenty people walk around a corner of 2 m. */
export const cornerPlan: ScenarioInput = planOf(
  'corner',
  [
    [0, 0],
    [12, 0],
    [12, 12],
    [10, 12],
    [10, 2],
    [0, 2],
  ],
  {
    targets: [{ name: 'end', region: { box: box(10, 11, 12, 12) } }],
    groups: [
      { name: 'people', count: 20, region: { box: box(0.3, 0.3, 6, 1.7) }, radius: RADIUS, targets: ['end'] },
    ],
  },
);

/** A room of 8 × 5 m with an exit of 1 m in the middle of a wall of 5 m, and ground behind it. */
export function roomPlan(name: string, groups: Groups, agents: ScenarioInput['agents'] = []): ScenarioInput {
  return {
    version: 1,
    name,
    bounds: { min: [0, 0], max: [12, 5], walls: true },
    obstacles: [
      { shape: 'box', min: [8, 0], max: [8.2, 2] },
      { shape: 'box', min: [8, 3], max: [8.2, 5] },
    ],
    duration: 240,
    arrival: 'vanish',
    targets: [{ name: 'exit', region: { box: box(11, 0, 12, 5) } }],
    groups,
    agents,
    measurements: { lines: [{ name: 'exit', from: [8.1, 2], to: [8.1, 3] }] },
  };
}

/** RiMEA 9: 1000 people, doors of 1 m at x = 4 … 5 and 25 … 26 in both long walls, or in one only. */
export function hallPlan(doors: 2 | 4): ScenarioInput {
  const wall = (y: number): NonNullable<ScenarioInput['obstacles']> => {
    const [low, high] = y > 10 ? [20, 20.2] : [-0.2, 0];
    const open = y > 10 || doors === 4;
    return open
      ? [
          { shape: 'box', ...box(0, low, 4, high) },
          { shape: 'box', ...box(5, low, 25, high) },
          { shape: 'box', ...box(26, low, 30, high) },
        ]
      : [{ shape: 'box', ...box(0, low, 30, high) }];
  };
  return {
    version: 1,
    name: `hall with ${doors} doors`,
    bounds: { min: [0, -3], max: [30, 23], walls: true },
    obstacles: [...wall(0), ...wall(20)],
    duration: 900,
    arrival: 'vanish',
    targets: [4, 25].flatMap((x) => [
      { name: `above ${x}`, region: { box: box(x - 1, 22, x + 2, 23) } },
      ...(doors === 4 ? [{ name: `below ${x}`, region: { box: box(x - 1, -3, x + 2, -2) } }] : []),
    ]),
    groups: [
      {
        name: 'people',
        count: 1000,
        region: { box: box(2, 2, 28, 18) },
        radius: RADIUS,
        clearance: 0,
        targets: [4, 25].flatMap((x) => [`above ${x}`, ...(doors === 4 ? [`below ${x}`] : [])]),
      },
    ],
  };
}

/**
 * RiMEA 10: twelve rooms of 3 × 5 m, the third of 1.8 m, on both sides of a corridor of 18 × 1 m; the main exit is a
 * passage of 1.2 m between rooms 2 and 3, the second one the right end of the corridor.
 */
export function roomsPlan(): ScenarioInput {
  const upper = [0, 3, 7.2, 9, 12, 15, 18];
  const lower = [0, 3, 6, 9, 12, 15, 18];
  const obstacles: NonNullable<ScenarioInput['obstacles']> = [];
  const wall = (fromX: number, fromY: number, toX: number, toY: number) =>
    obstacles.push({ shape: 'segment', from: [fromX, fromY], to: [toX, toY] });
  const groups: Groups = [];
  const main = new Set([1, 2, 3, 4, 7, 8, 9, 10]);
  const addRoom = (number: number, left: number, right: number, y: number, far: number) => {
    const middle = (left + right) / 2;
    wall(left, y, middle - 0.45, y);
    wall(middle + 0.45, y, right, y);
    wall(left, y, left, far);
    wall(right, y, right, far);
    wall(left, far, right, far);
    const [low, high] = far > y ? [y + 0.5, far - 0.5] : [far + 0.5, y - 0.5];
    groups.push({
      name: `room ${number}`,
      count: number === 3 ? 1 : 2,
      region: { box: box(left + 0.4, low, right - 0.4, high) },
      radius: RADIUS,
      targets: [main.has(number) ? 'main exit' : 'second exit'],
    });
  };
  for (let k = 0; k < 6; k++) {
    // Between rooms 2 and 3 is the passage.
    const [left, right] = k < 2 ? [upper[k], upper[k] + 3] : [upper[k], upper[k + 1]];
    addRoom(k + 1, left, right, 6, 11);
    addRoom(k + 7, lower[k], lower[k + 1], 5, 0);
  }
  wall(0, 5, 0, 6);
  return {
    version: 1,
    name: 'twelve rooms',
    bounds: { min: [-0.5, -0.5], max: [21, 14], walls: true },
    obstacles,
    duration: 180,
    arrival: 'vanish',
    targets: [
      { name: 'main exit', region: { box: box(6.1, 12.5, 7.1, 13.5) } },
      { name: 'second exit', region: { box: box(19.5, 5, 20.5, 6) } },
    ],
    groups,
    measurements: {
      lines: [
        { name: 'main', from: [6, 11], to: [7.2, 11] },
        { name: 'second', from: [18, 5], to: [18, 6] },
      ],
    },
  };
}
