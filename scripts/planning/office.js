// An office floor: ten rooms along a corridor with an exit at each end, one of which closes.
import { box, metres, tightSteering } from './common.js';

const ROOMS = 5;
/** Metres. */
const ROOM = 6;
const DEPTH = 5;
const CORRIDOR = 2.6;
const DOOR = 1.4;

export function office() {
  const width = ROOMS * ROOM;
  const height = 2 * DEPTH + CORRIDOR;
  const [south, north] = [DEPTH, DEPTH + CORRIDOR];
  const walls = [];
  for (let room = 0; room < ROOMS; room++) {
    const x = room * ROOM;
    if (room > 0) {
      walls.push(
        [
          [x, 0],
          [x, south],
        ],
        [
          [x, north],
          [x, height],
        ],
      );
    }
    for (const [y, start] of [
      [south, metres(x + 1)],
      [north, metres(x + ROOM - 1 - DOOR)],
    ]) {
      walls.push(
        [
          [x, y],
          [start, y],
        ],
        [
          [metres(start + DOOR), y],
          [x + ROOM, y],
        ],
      );
    }
  }
  const groups = [];
  for (const [side, low, high] of [
    ['south', 0, south],
    ['north', north, height],
  ]) {
    for (let room = 0; room < ROOMS; room++) {
      groups.push({
        name: `${side} ${room + 1}`,
        count: 8,
        region: { box: box(room * ROOM + 0.5, low + 0.5, (room + 1) * ROOM - 0.5, high - 0.5) },
        radius: { uniform: [0.2, 0.25] },
        speed: { normal: { mean: 1.33, deviation: 0.15, min: 1, max: 1.7 } },
        targets: ['west', 'east'],
        clearance: 0.3,
      });
    }
  }
  const [middle, half] = [(south + north) / 2, 1];
  const [low, high] = [metres(middle - half), metres(middle + half)];
  const outline = [
    [0, 0],
    [width, 0],
    [width, low],
    [width + 1, low],
    [width + 1, high],
    [width, high],
    [width, height],
    [0, height],
    [0, high],
    [-1, high],
    [-1, low],
    [0, low],
  ];
  return {
    version: 1,
    name: 'office',
    description:
      '80 people leave the ten rooms of an office floor by the exits at both ends of its corridor. After eight seconds the western door closes, and people on their way there turn around.',
    bounds: { min: [-1, 0], max: [width + 1, height] },
    area: { polygons: [[outline]], walls },
    duration: 120,
    obstacles: [
      {
        name: 'west door',
        shape: 'segment',
        from: [0, metres(middle + half)],
        to: [0, metres(middle + 3 * half)],
      },
    ],
    targets: [
      { name: 'west', region: { box: box(-1, middle - half, 0, middle + half) } },
      { name: 'east', region: { box: box(width, middle - half, width + 1, middle + half) } },
    ],
    script: [{ at: 8, kind: 'move-obstacle', obstacle: 'west door', by: [0, -2 * half] }],
    groups,
    steering: tightSteering,
    planner: { name: 'distance' },
    arrival: 'vanish',
    measurements: {
      // Leaving is forward: from the left of a line to its right.
      lines: [
        { name: 'west exit', from: [0.3, metres(middle + half)], to: [0.3, metres(middle - half)] },
        {
          name: 'east exit',
          from: [metres(width - 0.3), metres(middle - half)],
          to: [metres(width - 0.3), metres(middle + half)],
        },
      ],
      areas: [{ name: 'corridor', box: box(12, south, 18, north) }],
    },
    expect: {
      arrivedAtLeast: 1,
      stayWithinBounds: true,
      seriousCollisionsAtMost: 0,
      minimumClearanceAtLeast: -0.05,
      measured: [
        { of: 'east exit', figure: 'crossings', atLeast: 41 },
        { figure: 'evacuationTime', atMost: 60 },
      ],
    },
  };
}
