// A maze of rooms: doors in most walls, so that there are many paths, some of them shorter.
import { box, createDice, metres, tightSteering } from './common.js';

const COLUMNS = 6;
const ROWS = 5;
/** Metres: side of a room, and width of a door. */
const ROOM = 5;
const DOOR = 1.6;
/** Doors in addition to those of a maze without loops, as a share of the remaining walls. */
const LOOPS = 0.45;

export function mazeRooms() {
  const dice = createDice(3);
  const walls = [];
  for (const { from, to, isOpen } of inner(dice)) {
    const alongX = to[0] > from[0] ? 1 : 0;
    const alongY = 1 - alongX;
    if (!isOpen) {
      walls.push([from, to]);
      continue;
    }
    const start = metres(0.9 + dice() * (ROOM - DOOR - 1.8));
    walls.push([from, [metres(from[0] + alongX * start), metres(from[1] + alongY * start)]]);
    const end = metres(start + DOOR);
    walls.push([[metres(from[0] + alongX * end), metres(from[1] + alongY * end)], to]);
  }
  const [width, height] = [COLUMNS * ROOM, ROWS * ROOM];
  return {
    version: 1,
    name: 'maze-rooms',
    description:
      '200 people in thirty rooms with doors between most of them, many alternative paths and dead ends, go to the nearer of two exits.',
    bounds: { min: [0, 0], max: [width, height] },
    area: {
      polygons: [
        [
          [
            [0, 0],
            [width, 0],
            [width, height],
            [0, height],
          ],
        ],
      ],
      walls,
    },
    duration: 240,
    targets: [
      { name: 'south-west', region: { box: box(0.2, 0.2, 2, 2) } },
      { name: 'north-east', region: { box: box(width - 2, height - 2, width - 0.2, height - 0.2) } },
    ],
    groups: [
      {
        name: 'people',
        count: 200,
        region: { box: { min: [0, 0], max: [width, height] } },
        radius: { uniform: [0.2, 0.25] },
        speed: { normal: { mean: 1.33, deviation: 0.15, min: 1, max: 1.7 } },
        targets: ['south-west', 'north-east'],
        clearance: 0.2,
      },
    ],
    steering: tightSteering,
    planner: { name: 'harmonic' },
    arrival: 'vanish',
    expect: {
      arrivedAtLeast: 1,
      stayWithinBounds: true,
      seriousCollisionsAtMost: 0,
      minimumClearanceAtLeast: -0.05,
    },
  };
}

/** The walls between rooms. Those of a random spanning tree (Kruskal), and some more, are open. */
function inner(dice) {
  const walls = [];
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const room = row * COLUMNS + column;
      const [x, y] = [(column + 1) * ROOM, (row + 1) * ROOM];
      if (column + 1 < COLUMNS) walls.push({ rooms: [room, room + 1], from: [x, y - ROOM], to: [x, y] });
      if (row + 1 < ROWS) walls.push({ rooms: [room, room + COLUMNS], from: [x - ROOM, y], to: [x, y] });
    }
  }
  const order = walls.map((wall) => ({ wall, key: dice() })).sort((a, b) => a.key - b.key);
  const parent = Array.from({ length: COLUMNS * ROWS }, (_, room) => room);
  const root = (room) => (parent[room] === room ? room : root(parent[room]));
  for (const { wall } of order) {
    const [a, b] = wall.rooms.map(root);
    wall.isOpen = a !== b || dice() < LOOPS;
    parent[a] = b;
  }
  return walls;
}
