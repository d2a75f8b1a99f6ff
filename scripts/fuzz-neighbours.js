// Random operations on a crowd among walls; compares every neighbour index with brute force:
//   node scripts/fuzz-neighbours.js [--operations 1000000] [--seed 1] [--dimension 2]
// Half of the places lie on a coarse lattice, so that agents coincide, are collinear, and lie on circles and walls.
import { parseArgs } from 'node:util';
import {
  beginLists,
  createCrowd,
  createEvents,
  createNearLists,
  createObstacles,
  createSolidTable,
  dropAgent,
  enterAgent,
  reserveAgent,
} from '../library/dist/crowd/index.js';
import { createBruteIndex } from '../library/dist/environment/brute/brute.js';
import { createGridIndex } from '../library/dist/environment/grid/grid.js';
import { createKineticIndex } from '../library/dist/environment/kinetic/kinetic.js';
import { registerNeighbourEvents } from '../library/dist/environment/register-events.js';
import { registerSpace } from '../library/dist/models.js';

registerNeighbourEvents();

registerSpace();

const SIDE = 16;
const MOST_AGENTS = 48;
/** Operations between two comparisons. */
const BETWEEN = 16;

/** Returns how many sets were compared and the counts of the kinetic index; throws if two sets differ. */
export function fuzzNeighbours({ operations, seed, dimension, progress = () => {} }) {
  const random = randomNumbers(seed);
  const state = {
    random,
    crowd: createCrowd(64, { dimension, weights: 2, targetClasses: 1, memory: {} }),
    obstacles: createObstacles(dimension === 2 ? walls(random) : []),
    solids: createSolidTable(0),
    scale: 1,
  };
  const indexes = [createBruteIndex(), createGridIndex(), createKineticIndex()];
  const answers = indexes.map((index) => ({ index, lists: createNearLists(), events: createEvents() }));
  let sets = 0;
  for (let operation = 1; operation <= operations; operation++) {
    operate(state);
    if (operation % BETWEEN !== 0) continue;
    for (const index of indexes) index.update(state);
    for (const [question, ask] of Object.entries(questionsFor(state))) {
      const [expected, ...others] = answers.map((answer) => ask(answer));
      others.forEach((answer, which) => {
        for (const [part, set] of answer.entries()) {
          sets++;
          if (set === expected[part]) continue;
          const who = `seed ${seed}, operation ${operation}, ${question}, part ${part}`;
          throw new Error(`${who}: ${indexes[which + 1].name} says ${set}, brute force ${expected[part]}`);
        }
      });
    }
    progress(operation);
  }
  return { operations, sets, report: indexes[2].report };
}

/** The queries for each index: functions that return the answers as texts. */
function questionsFor({ crowd, random, scale }) {
  const rows = Array.from({ length: Math.min(crowd.count, 6) }, () => Math.floor(random() * crowd.count));
  const radius = scale * 6 * random();
  const due = Uint8Array.from({ length: crowd.capacity }, () => (random() < 0.8 ? 1 : 0));
  const everybody = Array.from({ length: crowd.count }, (_, row) => row);
  const each =
    (ask) =>
    ({ index, lists }) =>
      rows.map((row) => {
        beginLists(lists, crowd.capacity);
        ask(index, row, lists);
        return entriesOf(lists, row, ask.isOrdered);
      });
  const all =
    (sight) =>
    ({ index, lists }) => {
      index.list(due, sight, lists);
      return everybody.map((row) => entriesOf(lists, row));
    };
  const nearest = (index, row, lists) => index.nearest(row, 1 + (row % 9), lists);
  nearest.isOrdered = true;
  return {
    near: each((index, row, lists) => index.near(row, radius, lists)),
    visible: each((index, row, lists) => index.visible(row, radius, lists)),
    nearest: each(nearest),
    'everybody near': all(false),
    'everybody visible': all(true),
    events: ({ index, events }) => {
      events.count = 0;
      index.events(1, events);
      const { agent, count, kind, other, time } = events;
      return Array.from({ length: count }, (_, k) => [kind[k], agent[k], other[k], time[k]].join(' '));
    },
  };
}

/** One operation, of those that can happen to a crowd. */
function operate(state) {
  const { crowd, obstacles, random } = state;
  const { motion, traits } = crowd;
  const what = random();
  const row = Math.floor(random() * crowd.count);
  if (crowd.count === 0 || (what < 0.03 && crowd.count < MOST_AGENTS)) {
    const id = reserveAgent(crowd);
    const entered = enterAgent(crowd, id);
    place(state, entered);
    traits.viewRadius[entered] = 3;
  } else if (what < 0.06) {
    dropAgent(crowd, crowd.ids[row]);
  } else if (what < 0.12) {
    place(state, row);
  } else if (what < 0.16) {
    // Exactly at the place of another agent.
    const other = Math.floor(random() * crowd.count);
    for (const axis of ['x', 'y', 'z']) motion[axis][row] = motion[axis][other];
  } else if (what < 0.2) {
    traits.viewRadius[row] = 6 * random();
  } else if (what < 0.24 && obstacles.count > 0) {
    moveWall(state, Math.floor(random() * obstacles.count));
  } else if (what < 0.2404) {
    // The whole crowd grows or shrinks: agents leave the frame.
    state.scale = random() < 0.5 ? 1 : 30 * random();
  } else {
    crowd.next.x[row] = motion.x[row] + 4 * (random() - 0.5);
    crowd.next.y[row] = motion.y[row] + 4 * (random() - 0.5);
    motion.x[row] += 0.3 * (random() - 0.5);
    motion.y[row] += 0.3 * (random() - 0.5);
    if (crowd.dimension === 3) motion.z[row] += 0.3 * (random() - 0.5);
  }
}

function place({ crowd, random, scale }, row) {
  const at = () => scale * (random() < 0.5 ? Math.floor(random() * SIDE) : random() * SIDE);
  crowd.motion.x[row] = at();
  crowd.motion.y[row] = at();
  crowd.motion.z[row] = crowd.dimension === 3 ? at() : 0;
}

/** A wall moves by a little, jumps, or shrinks to a point. */
function moveWall({ obstacles, random }, wall) {
  const { startX, startY, endX, endY } = obstacles;
  const what = random();
  const isLattice = random() < 0.3;
  const by = () => (isLattice ? Math.floor(3 * random()) - 1 : 0.4 * (random() - 0.5));
  const [dx, dy] = [by(), by()];
  if (what < 0.9) {
    startX[wall] += dx;
    startY[wall] += dy;
    endX[wall] += dx;
    endY[wall] += dy;
  } else if (what < 0.97) {
    startX[wall] = Math.floor(random() * SIDE);
    startY[wall] = Math.floor(random() * SIDE);
    endX[wall] = Math.floor(random() * SIDE);
    endY[wall] = Math.floor(random() * SIDE);
  } else {
    endX[wall] = startX[wall];
    endY[wall] = startY[wall];
  }
  obstacles.revision++;
}

/** A few single walls, a polyline with a joint, two walls that cross, a circle. */
function walls(random) {
  const at = () => [Math.floor(random() * SIDE), Math.floor(random() * SIDE)];
  const joint = at();
  return [
    { shape: 'segment', from: at(), to: joint },
    { shape: 'segment', from: joint, to: at() },
    { shape: 'segment', from: [2, 3], to: [9, 8] },
    { shape: 'segment', from: [3, 9], to: [8, 2] },
    { shape: 'segment', from: [10, 10], to: [14, 10] },
    { shape: 'circle', center: [12, 5], radius: 0.8 },
    { shape: 'box', min: [4, 11], max: [7, 13] },
  ];
}

/** A list as text: sets are sorted, the nearest keep their order. */
function entriesOf({ starts, counts, items }, row, isOrdered = false) {
  const entries = items.slice(starts[row], starts[row] + counts[row]);
  return (isOrdered ? entries : entries.sort()).join(' ');
}

function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { values } = parseArgs({
    options: {
      operations: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '1' },
      dimension: { type: 'string', default: '2' },
    },
  });
  const operations = Number(values.operations);
  const result = fuzzNeighbours({
    operations,
    seed: Number(values.seed),
    dimension: Number(values.dimension),
    progress: (operation) => {
      if (operation % 50_000 < BETWEEN) process.stderr.write(`\r${operation} of ${operations}`);
    },
  });
  console.log(`\n${result.operations} operations, ${result.sets} sets equal to brute force`);
  console.log(JSON.stringify(result.report));
}
