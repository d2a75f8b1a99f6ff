// A theatre: 500 seats in 20 rows, two blocks with an aisle between and one at each side, three doors.
import { box, createDice, metres, tightSteering } from './common.js';

const ROWS = 20;
const SEATS = 25;
const LEFT_SEATS = 12;
/** Metres. */
const SEAT = 0.6;
const PITCH = 1;
const AISLE = 2.2;
const CENTRE = 2.4;
const FRONT = 4;
const BACK = 3;
/** Width of each of the three doors, and the depth of its niche. */
const DOOR = 1.8;
const DOOR_DEPTH = 1;

export function theatre() {
  const dice = createDice(11);
  const left = AISLE;
  const centre = metres(left + LEFT_SEATS * SEAT);
  const right = metres(centre + CENTRE);
  const end = metres(right + (SEATS - LEFT_SEATS) * SEAT);
  const width = metres(end + AISLE);
  const height = FRONT + ROWS * PITCH + BACK;
  const backs = [];
  const agents = [];
  for (let row = 0; row < ROWS; row++) {
    const back = FRONT + (row + 1) * PITCH;
    for (const [from, to] of [
      [left, centre],
      [right, end],
    ])
      backs.push([
        [from, back],
        [to, back],
      ]);
    for (let seat = 0; seat < SEATS; seat++) {
      const x = seat < LEFT_SEATS ? left + (seat + 0.5) * SEAT : right + (seat - LEFT_SEATS + 0.5) * SEAT;
      agents.push({
        at: [metres(x), metres(back - 0.35)],
        radius: Math.round(100 * (0.18 + 0.04 * dice())) / 100,
        speed: Math.round(100 * (1.1 + 0.4 * dice())) / 100,
        targets: ['left', 'right', 'stage'],
      });
    }
  }
  return {
    version: 1,
    name: 'theatre',
    description:
      '500 people rise from their seats, in rows of 25, and leave the theatre by the aisles and three doors.',
    bounds: { min: [0, 0], max: [metres(width + DOOR_DEPTH), height + DOOR_DEPTH] },
    area: { polygons: [[outlineOf(width, height)]], walls: backs },
    duration: 300,
    targets: [
      { name: 'left', region: { box: box(0.3, height + 0.2, 0.3 + DOOR, height + DOOR_DEPTH) } },
      {
        name: 'right',
        region: { box: box(width - 0.3 - DOOR, height + 0.2, width - 0.3, height + DOOR_DEPTH) },
      },
      { name: 'stage', region: { box: box(width + 0.2, 1, width + DOOR_DEPTH, 1 + DOOR) } },
    ],
    agents,
    steering: tightSteering,
    planner: { name: 'distance', rerouting: {} },
    arrival: 'vanish',
    expect: {
      arrivedAtLeast: 1,
      stayWithinBounds: true,
      seriousCollisionsAtMost: 0,
      minimumClearanceAtLeast: -0.05,
    },
  };
}

/** The hall with its doors as niches: two at the back, one beside the stage. */
function outlineOf(width, height) {
  const far = height + DOOR_DEPTH;
  return [
    [0, 0],
    [width, 0],
    [width, 1],
    [metres(width + DOOR_DEPTH), 1],
    [metres(width + DOOR_DEPTH), 1 + DOOR],
    [width, 1 + DOOR],
    [width, height],
    [metres(width - 0.3), height],
    [metres(width - 0.3), far],
    [metres(width - 0.3 - DOOR), far],
    [metres(width - 0.3 - DOOR), height],
    [metres(0.3 + DOOR), height],
    [metres(0.3 + DOOR), far],
    [0.3, far],
    [0.3, height],
    [0, height],
  ];
}
