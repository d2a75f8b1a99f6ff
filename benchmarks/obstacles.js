// Steps in which obstacles change: node benchmarks/obstacles.js [case …] [--rounds N]   after npm run build
//
// 2,000 agents walk through a town of 200 × 200 m with 196 houses, some of them with doors of 0.9 m. In every eighth step an
// obstacle is added, moved, turned or removed, or a door opens or shuts. The longest step is compared with the median of the
// ordinary ones, in processor time. Each run is the same to the bit, so that a step counts with the least time of all rounds:
// what other programs do to the machine does not count. Exits with 1 when a step is longer than four ordinary ones.
import { addObstacle, moveObstacle, removeObstacle, sendCommand, stepWorld, turnObstacle } from 'wend';
import { createScenarioWorld } from 'wend/scenario';

const LIMIT = 4;
const WARM_UP = 60;
const STEPS = 64;
const EVERY = 8;

/** Houses in rows, streets of 4 m between them; every fifth has a room with a door. */
function houses() {
  const obstacles = [];
  for (let k = 0; k < 196; k++) {
    const [x, y] = [4 + 14 * (k % 14), 4 + 14 * Math.floor(k / 14)];
    if (k % 5 > 0) {
      obstacles.push({ shape: 'box', min: [x, y], max: [x + 10, y + 10] });
      continue;
    }
    const walls = [
      [x, y, x + 10, y],
      [x + 10, y, x + 10, y + 10],
      [x + 10, y + 10, x, y + 10],
      [x, y + 10, x, y + 5.9],
      [x, y + 5, x, y],
    ];
    for (const [ax, ay, bx, by] of walls) obstacles.push({ shape: 'segment', from: [ax, ay], to: [bx, by] });
  }
  return obstacles;
}

const town = {
  version: 1,
  name: 'town',
  bounds: { min: [0, 0], max: [200, 200] },
  duration: 3600,
  obstacles: houses(),
  targets: [
    { name: 'station', at: [198, 100], radius: 1 },
    { name: 'market', at: [2, 100], radius: 1 },
  ],
};

const streets = (group) => [
  { name: 'a', count: 1000, region: { box: { min: [0.5, 0.5], max: [199.5, 3.5] } }, ...group },
  { name: 'b', count: 1000, region: { box: { min: [0.5, 196.5], max: [199.5, 199.5] } }, ...group },
];

/** In each round of changes another thing happens; crates stand in the middle of streets. */
function changeObstacles(world, round) {
  const x = 2 + 14 * (1 + (round % 12));
  switch (round % 4) {
    case 0:
      addObstacle(
        world,
        { shape: 'box', name: 'crate', min: [x - 0.6, 100], max: [x + 0.6, 101] },
        { push: true },
      );
      break;
    case 1:
      moveObstacle(world, 'crate', [0.3, 14], { push: true });
      break;
    case 2:
      turnObstacle(world, 'crate', 0.5, { push: true });
      break;
    default:
      removeObstacle(world, 'crate');
  }
}

/** A door across a street opens and shuts. */
function changeDoor(world, round) {
  sendCommand(world, { kind: 'open-door', door: 'gate', open: round % 2 === 1 });
}

const cases = {
  paths: { groups: streets({ goal: { mirror: [100, 100] } }), planner: { name: 'path' } },
  targets: { groups: streets({ targets: ['station', 'market'] }), planner: { name: 'path' } },
  kinetic: {
    groups: streets({ goal: { mirror: [100, 100] } }),
    planner: { name: 'path' },
    neighbours: { name: 'kinetic' },
  },
  doors: {
    groups: streets({ goal: { mirror: [100, 100] } }),
    planner: { name: 'path' },
    ground: [{ name: 'gate', kind: 'door', from: [98, 99], to: [102, 99] }],
    change: changeDoor,
  },
  distance: { groups: streets({ targets: ['station', 'market'] }), planner: { name: 'distance' } },
  harmonic: { groups: streets({ targets: ['station', 'market'] }), planner: { name: 'harmonic' } },
};

/** Milliseconds of processor time of each step of a run. */
function measure({ change = changeObstacles, ...scenario }) {
  const world = createScenarioWorld({ ...town, ...scenario });
  for (let step = 0; step < WARM_UP; step++) stepWorld(world);
  const times = new Float64Array(STEPS);
  for (let step = 0; step < STEPS; step++) {
    if (step % EVERY === 0) change(world, step / EVERY);
    const begin = process.cpuUsage();
    stepWorld(world);
    const { system, user } = process.cpuUsage(begin);
    times[step] = (user + system) / 1000;
  }
  return times;
}

/** The longest step over an ordinary one; a step with a change and the three after it are not ordinary. */
function compare(times) {
  const ordinary = [...times].filter((_, step) => step % EVERY > 3).sort((a, b) => a - b);
  const median = ordinary[ordinary.length >> 1];
  return { median, longest: Math.max(...times), ratio: Math.max(...times) / median };
}

const given = process.argv.slice(2);
const at = given.indexOf('--rounds');
const rounds = at < 0 ? 3 : Number(given.splice(at, 2)[1]);
for (const [name, scenario] of Object.entries(cases)) {
  if (given.length > 0 && !given.includes(name)) continue;
  let best;
  for (let round = 0; round < rounds; round++) {
    const times = measure(scenario);
    best = best ? best.map((time, step) => Math.min(time, times[step])) : times;
  }
  const { longest, median, ratio } = compare(best);
  const isHeld = ratio <= LIMIT;
  if (!isHeld) process.exitCode = 1;
  console.log(
    `${name}: ordinary step ${median.toFixed(2)} ms, longest ${longest.toFixed(2)} ms: ${ratio.toFixed(2)} ordinary steps, limit ${LIMIT}: ${isHeld ? 'held' : 'broken'}`,
  );
}
