// Random crowds among walls that stand and move: compares the events of sight of every neighbour index with brute force, to the
// bit, and those of brute force with the definition: bisection finds the change next to each event, and in between other times
// are asked:
//   node scripts/fuzz-sight.js [--events 100000] [--seed 1] [--agents 60]
// Some places lie on a coarse lattice, so that agents stand on walls, lines of sight pass joints, and walls cross.
import { parseArgs } from 'node:util';
import {
  createCrowd,
  createEvents,
  createObstacles,
  createSolidTable,
  dropAgent,
  EventKind,
  enterAgent,
  placeAhead,
  placeObstacles,
  reserveAgent,
} from '../library/dist/crowd/index.js';
import { createBruteIndex } from '../library/dist/environment/brute/brute.js';
import { createGridIndex } from '../library/dist/environment/grid/grid.js';
import { createKineticIndex } from '../library/dist/environment/kinetic/kinetic.js';
import { registerNeighbourEvents } from '../library/dist/environment/register-events.js';
import { placesHide } from '../library/dist/environment/sight/sight.js';
import { isVisibleExactly } from './fuzz/exact-sight.js';

registerNeighbourEvents();

const SIDE = 12;
const DT = 0.25;
/** Steps after which everything begins again with other walls. */
const STEPS = 40;
/** Fractions of a step this near an event are not asked: nearer, roundings of the places decide. */
const NEAR = 1e-7;
const SAMPLES = 6;

/** Returns the number of events and of asked times, and the largest difference of a time; throws where anything differs. */
export function fuzzSight({ events: wanted, seed, agents = 60, progress = () => {} }) {
  const random = randomNumbers(seed);
  const done = { events: 0, asked: 0, scenes: 0, steps: 0, certificates: 0, failures: 0, longest: 0 };
  Object.assign(done, { bisected: 0, largest: 0, exactly: 0 });
  while (done.events < wanted) {
    runScene(random, agents, wanted, done);
    done.scenes++;
    progress(done);
  }
  return done;
}

function runScene(random, agents, wanted, done) {
  const crowd = createCrowd(agents, { dimension: 2, targetClasses: 1, memory: {} });
  const lattice = random() < 0.3;
  const state = {
    random,
    crowd,
    lattice,
    // Mostly slow and with views that stay, so that certificates last for some steps.
    speed: [0.4, 10, 0.15, 1][done.scenes % 4],
    isFickle: random() < 0.25,
    obstacles: createObstacles(obstaclesOf(random, lattice)),
    solids: createSolidTable(0),
    ahead: { startX: [], startY: [], endX: [], endY: [] },
  };
  for (const name of Object.keys(state.ahead)) state.ahead[name] = new Float64Array(0);
  for (let k = 0; k < agents; k++) addAgent(state);
  const indexes = [createBruteIndex(), createGridIndex(), createKineticIndex()];
  for (let step = 0; step < STEPS && done.events < wanted; step++) {
    placeObstacles(state.obstacles, step * DT, DT);
    placeAhead(state.obstacles, (step + 1) * DT, state.ahead);
    const former = aim(state);
    const sight = step % 4 === 3 ? Uint8Array.from({ length: crowd.capacity }, (_, row) => row % 2) : true;
    const [expected, ...others] = indexes.map((index) => {
      const events = createEvents();
      index.update(state);
      index.events(DT, events, { former, sight, ahead: state.ahead });
      return listOf(events);
    });
    others.forEach((list, which) => {
      if (JSON.stringify(list) === JSON.stringify(expected)) return;
      const where = list.findIndex((event, k) => JSON.stringify(event) !== JSON.stringify(expected[k]));
      throw new Error(
        `scene ${done.scenes}, step ${step}: ${indexes[which + 1].name} has ${list.length} events, brute force ${expected.length}; at ${where}: ${list[where]} and ${expected[where]}`,
      );
    });
    compareWithDefinition(state, sight, former, expected, done);
    done.events += expected.filter(([, kind]) => kind >= EventKind.visible).length;
    done.steps++;
    arrive(state);
  }
  const { report } = indexes[2];
  done.certificates += report.certificates;
  done.failures += report.failures;
  done.longest = Math.max(done.longest, report.meanLifetime);
}

/** Follows every pair through the step by its events, and asks the definition in between. */
function compareWithDefinition(state, sight, former, events, done) {
  const { crowd, random } = state;
  const byPair = new Map();
  for (const event of events) {
    if (event[1] < EventKind.visible) continue;
    const key = `${event[2]} ${event[3]}`;
    byPair.set(key, [...(byPair.get(key) ?? []), event]);
  }
  for (let row = 0; row < crowd.count; row++) {
    if (sight !== true && sight[row] === 0) continue;
    for (let other = 0; other < crowd.count; other++) {
      if (row === other) continue;
      const own = byPair.get(`${crowd.ids[row]} ${crowd.ids[other]}`) ?? [];
      if (own.length === 0 && !mayMeet(state, row, other, former)) continue;
      const times = own.map(([time]) => time / DT);
      const fractions = [0, 1, ...times.flatMap((t) => [t - 2 * NEAR, t + 2 * NEAR])];
      for (let k = 0; k < SAMPLES; k++) fractions.push(random());
      let visible = isVisible(state, row, other, 0, former);
      const starts = visible;
      for (const [, kind] of own) {
        if (visible === (kind === EventKind.visible))
          throw new Error(`an event that changes nothing: ${own}`);
        visible = !visible;
      }
      if (visible !== isVisible(state, row, other, 1, former))
        throw new Error(
          `row ${row}, other ${other}: the events ${JSON.stringify(own)} do not lead to the end`,
        );
      for (const t of times) bisect(state, row, other, t, former, done);
      for (const s of fractions) {
        if (s <= 0 || s >= 1 || times.some((t) => Math.abs(t - s) < NEAR)) continue;
        done.asked++;
        const flips = times.filter((t) => t < s).length % 2 === 1;
        const claimed = starts !== flips;
        if (isVisible(state, row, other, s, former) === claimed) continue;
        if (isDoubtful(state, row, other, s, former)) continue;
        done.exactly++;
        if (isVisibleExactly(exactScene(state, row, other, former), s) !== claimed)
          throw new Error(
            `row ${row}, other ${other}, fraction ${s}: events ${JSON.stringify(own)} of ${describe(state, row, other)}`,
          );
      }
    }
  }
}

/** Seconds from an event to the change of the rounded definition above which the exact one is asked. */
const DOUBTFUL = 1e-12;

/**
 * The change of the definition next to an event, where it changes between the two times around it: most do. An agent that walks
 * exactly along a wall has rounded places on both sides of it: there the exact definition decides.
 */
function bisect(state, row, other, t, former, done) {
  const rounded = changeNear(t, (s) => isVisible(state, row, other, s, former));
  if (rounded === undefined) return;
  let difference = DT * Math.abs(rounded - t);
  if (difference > DOUBTFUL) {
    const scene = exactScene(state, row, other, former);
    const exact = changeNear(t, (s) => isVisibleExactly(scene, s));
    if (exact !== undefined) difference = DT * Math.abs(exact - t);
    done.exactly++;
  }
  done.bisected++;
  done.largest = Math.max(done.largest, difference);
}

/** Where sight changes between two times around an event, to the last bit; undefined if it is the same at both. */
function changeNear(t, isVisibleAt) {
  let [low, high] = [t - 2 * NEAR, t + 2 * NEAR];
  if (low < 0 || high > 1) return undefined;
  const before = isVisibleAt(low);
  if (before === isVisibleAt(high)) return undefined;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) return low;
    if (isVisibleAt(middle) === before) low = middle;
    else high = middle;
  }
}

/** What the exact definition needs. */
function exactScene({ ahead, crowd, obstacles }, row, other, former) {
  const { motion, next, traits } = crowd;
  const placeOf = (of) => ['x', 'y'].map((axis) => [motion[axis][of], next[axis][of]]);
  const elements = Array.from({ length: obstacles.count }, (_, k) => {
    const both = (name) => [obstacles[name][k], ahead[name][k]];
    return {
      start: [both('startX'), both('startY')],
      end: [both('endX'), both('endY')],
      radius: obstacles.radius[k],
    };
  });
  return { p: placeOf(row), q: placeOf(other), view: [former[row], traits.viewRadius[row]], elements };
}

/** The paths of two agents and the elements around, for a failure. */
function describe({ ahead, crowd, obstacles }, row, other) {
  const { motion, next } = crowd;
  const paths = [row, other].map((r) => [motion.x[r], motion.y[r], next.x[r], next.y[r]]);
  const elements = Array.from({ length: obstacles.count }, (_, k) =>
    ['startX', 'startY', 'endX', 'endY', 'radius']
      .map((name) => obstacles[name][k])
      .concat(['startX', 'startY', 'endX', 'endY'].map((name) => ahead[name][k])),
  );
  return JSON.stringify({ paths, elements });
}

/** The definition at a fraction of the step: near enough, and no element between. */
function isVisible({ ahead, crowd, obstacles }, row, other, s, former) {
  const { motion, next, traits } = crowd;
  const at = (from, to) => (s === 0 ? from : s === 1 ? to : from + s * (to - from));
  const [px, py] = [at(motion.x[row], next.x[row]), at(motion.y[row], next.y[row])];
  const [qx, qy] = [at(motion.x[other], next.x[other]), at(motion.y[other], next.y[other])];
  const radius = at(former[row], traits.viewRadius[row]);
  if (!((qx - px) * (qx - px) + (qy - py) * (qy - py) <= radius * radius)) return false;
  for (let element = 0; element < obstacles.count; element++) {
    const [ax, ay, bx, by] = ['startX', 'startY', 'endX', 'endY'].map((name) =>
      at(obstacles[name][element], ahead[name][element]),
    );
    // The same end first, as for agents: sight is mutual to the last bit.
    if (placesHide(px, py, qx, qy, ax, ay, bx, by, obstacles.radius[element])) return false;
  }
  return true;
}

/**
 * Whether the answer is another one next to the fraction. There roundings of the places decide: a line of sight that just
 * touches the end of a wall moves by less than a place is rounded for some time.
 */
function isDoubtful(state, row, other, s, former) {
  const { motion, next, traits } = state.crowd;
  const [dx, dy] = ['x', 'y'].map((axis) => {
    const [from, to] = [motion, next].map((places) => places[axis][other] - places[axis][row]);
    return from + s * (to - from);
  });
  const radius = former[row] + s * (traits.viewRadius[row] - former[row]);
  if (Math.abs(Math.sqrt(dx * dx + dy * dy) - radius) < 1e-12 * (1 + radius)) return true;
  const before = isVisible(state, row, other, Math.max(0, s - 50 * NEAR), former);
  const after = isVisible(state, row, other, Math.min(1, s + 50 * NEAR), former);
  const here = isVisible(state, row, other, s, former);
  return before !== here || after !== here;
}

function mayMeet({ crowd }, row, other, former) {
  const { motion, next, traits } = crowd;
  const radius = Math.max(former[row], traits.viewRadius[row]);
  const apart = (from, to) => (from > radius && to > radius) || (from < -radius && to < -radius);
  return !(
    apart(motion.x[other] - motion.x[row], next.x[other] - next.x[row]) ||
    apart(motion.y[other] - motion.y[row], next.y[other] - next.y[row])
  );
}

function listOf({ agent, count, kind, other, time }) {
  return Array.from({ length: count }, (_, k) => [time[k], kind[k], agent[k], other[k]]);
}

function obstaclesOf(random, lattice) {
  const place = () => placeOf(random, lattice);
  const obstacles = [];
  for (let k = 0; k < 8; k++) obstacles.push({ shape: 'segment', from: place(), to: place() });
  obstacles.push({ shape: 'circle', center: place(), radius: 0.3 + random() });
  const [x, y] = place();
  obstacles.push({ shape: 'box', min: [x, y], max: [x + 1 + random(), y + 1] });
  for (let k = 0; k < 4; k++) {
    const velocity = [2 * random() - 1, 2 * random() - 1];
    const course = { kind: 'velocity', velocity };
    obstacles.push({ shape: 'segment', from: place(), to: place(), course });
  }
  const center = place();
  obstacles.push({
    shape: 'circle',
    center,
    radius: 0.5,
    course: { kind: 'oscillation', amplitude: [2, 1], period: 5 },
  });
  return obstacles.filter(
    ({ shape, from, to }) => shape !== 'segment' || from[0] !== to[0] || from[1] !== to[1],
  );
}

function placeOf(random, lattice) {
  const [x, y] = [SIDE * random(), SIDE * random()];
  return lattice ? [Math.round(x), Math.round(y)] : [x, y];
}

function addAgent({ crowd, lattice, random }) {
  const row = enterAgent(crowd, reserveAgent(crowd));
  [crowd.motion.x[row], crowd.motion.y[row]] = placeOf(random, lattice);
  crowd.traits.viewRadius[row] = random() < 0.2 ? 8 * random() : 4;
}

/** Gives every agent a place to go to, some another view; now and then one leaves and another enters. Returns the former views. */
function aim(state) {
  const { crowd, isFickle, lattice, random, speed } = state;
  if (random() < 0.2) {
    dropAgent(crowd, crowd.ids[Math.floor(crowd.count * random())]);
    addAgent(state);
  }
  const { motion, next, traits } = crowd;
  const former = traits.viewRadius.slice();
  for (let row = 0; row < crowd.count; row++) {
    if (isFickle && random() < 0.05) traits.viewRadius[row] = 8 * random();
    const far = lattice && isFickle && random() < 0.3;
    for (const axis of ['x', 'y']) {
      const to = motion[axis][row] + speed * DT * (2 * random() - 1);
      const inside = Math.max(-1, Math.min(SIDE + 1, to));
      next[axis][row] = far ? Math.round(inside) : random() < 0.1 ? motion[axis][row] : inside;
    }
  }
  return former;
}

function arrive({ crowd }) {
  const { motion, next } = crowd;
  crowd.motion = next;
  crowd.next = motion;
}

function randomNumbers(seed) {
  let state = (seed * 2654435761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const { values } = parseArgs({
    options: {
      events: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '1' },
      agents: { type: 'string', default: '60' },
    },
  });
  const begin = Date.now();
  const done = fuzzSight({
    events: Number(values.events),
    seed: Number(values.seed),
    agents: Number(values.agents),
    progress: ({ events, scenes }) => scenes % 20 === 0 && console.log(`${scenes} scenes, ${events} events`),
  });
  const { asked, bisected, certificates, events, exactly, failures, largest, longest, scenes, steps } = done;
  console.log(
    `${events} events of sight in ${steps} steps of ${scenes} scenes are those of brute force in every index; ${asked} times asked; ${(Date.now() - begin) / 1000} s`,
  );
  console.log(
    `largest difference between an event and the change of the definition: ${largest.toExponential(1)} s, over ${bisected} events; ${exactly} times asked in exact arithmetic`,
  );
  console.log(
    `kinetic: ${certificates} certificates, ${failures} failures, mean lifetime up to ${longest.toFixed(2)} s in a scene`,
  );
}
