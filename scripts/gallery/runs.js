// Measurements of the gallery beyond those of the command line: runs of the library itself, observed step by step.
import { readFileSync } from 'node:fs';
import { drawPlot, palette } from '../../library/dist/draw/index.js';
import { EventKind, speedOf, stepWorld } from '../../library/dist/index.js';
import { createScenarioWorld as createWorld, parseScenario } from '../../library/dist/scenario.js';

/** A built-in scenario. */
function loadScenario(name) {
  const file = new URL(`../../scenarios/${name}.json`, import.meta.url);
  return parseScenario(readFileSync(file, 'utf8'), name);
}

/** Steps a scenario until all agents have arrived or its time is over; `look` gets the world after each step. */
function watch(scenario, options, look = () => {}) {
  const world = createWorld(scenario, options);
  const agents = world.crowd.count;
  const lastStep = Math.round(scenario.duration / scenario.dt);
  while (world.step < lastStep && world.arrived < agents) {
    stepWorld(world);
    if (look(world) === 'enough') break;
  }
  return world;
}

/** Steps per second of one core: the best of several runs, as far as they fit into two seconds. */
export function stepsPerSecond(name) {
  const scenario = loadScenario(name);
  const start = performance.now();
  let best = 0;
  do {
    const { stageTimes, step } = watch(scenario, { seed: 1, clock: () => performance.now() });
    const milliseconds = stageTimes.reduce((sum, time) => sum + time, 0);
    best = Math.max(best, (1000 * step) / milliseconds);
  } while (performance.now() - start < 2000);
  return best;
}

/** The crowd's centre, and the root of the mean squared distance from it, metres. */
function shapeOf({ count, motion: { x, y, z } }) {
  const centre = [0, 0, 0];
  for (let row = 0; row < count; row++) {
    centre[0] += x[row] / count;
    centre[1] += y[row] / count;
    centre[2] += z[row] / count;
  }
  let squares = 0;
  for (let row = 0; row < count; row++) {
    squares += (x[row] - centre[0]) ** 2 + (y[row] - centre[1]) ** 2 + (z[row] - centre[2]) ** 2;
  }
  return { centre, spread: Math.sqrt(squares / count) };
}

/** Mean over the agents of the gap to the nearest other, metres. */
function nearestGap({ count, motion: { x, y, z }, traits: { radius } }) {
  let sum = 0;
  for (let row = 0; row < count; row++) {
    let least = Number.POSITIVE_INFINITY;
    for (let other = 0; other < count; other++) {
      if (other === row) continue;
      const distance = Math.hypot(x[other] - x[row], y[other] - y[row], z[other] - z[row]);
      least = Math.min(least, distance - radius[row] - radius[other]);
    }
    sum += least / count;
  }
  return sum;
}

/** Spread of a flock and the mean gap to the nearest, when its centre is half-way to the target. */
export function measureFlock(name, seed) {
  const scenario = loadScenario(name);
  const [target] = scenario.targets[0].at;
  let start;
  let measured;
  watch(scenario, { seed }, ({ crowd }) => {
    const { centre, spread } = shapeOf(crowd);
    start ??= centre[0];
    if (centre[0] < (start + target) / 2) return 'go on';
    measured = { spread, gap: nearestGap(crowd) };
    return 'enough';
  });
  return measured;
}

/** The spread of the two flocks while they walk. */
export function drawSpread(flocks) {
  const curves = flocks.map(({ name, label }, i) => {
    const points = [];
    watch(loadScenario(name), { seed: 1 }, (world) => {
      // Once the first agents have arrived, the rest is no longer the flock.
      if (world.arrived > 0) return 'enough';
      points.push([world.step * world.dt, shapeOf(world.crowd).spread]);
    });
    return { label, points, colour: palette[i], width: 2.5, ...(i > 0 && { dash: '9 5' }) };
  });
  return drawPlot({
    title: 'How far a flock spreads, by its personality',
    x: { label: 'time (s)', min: 0, max: 18 },
    y: { label: 'spread (m)', min: 0, max: 7 },
    curves,
    caption: ['Root mean square distance from the centre of the flock, seed 1, until the first arrives.'],
  });
}

/** Speed of two runners over the distance: one that the bull comes near, and one that it does not. */
export function drawFatigue() {
  const runners = [
    { row: 0, label: 'runner 1, on the outside' },
    { row: 2, label: 'runner 3, beside the bull' },
  ];
  const scenario = loadScenario('fatigue');
  const points = runners.map(() => []);
  watch(scenario, { seed: 1 }, ({ crowd: { motion, plan } }) => {
    runners.forEach(({ row }, i) => {
      if (plan.hasArrived[row] === 0)
        points[i].push([motion.x[row] - scenario.agents[row].at[0], speedOf(motion, row)]);
    });
  });
  const course = scenario.changes[0].points.map(([way, factor]) => [way, factor * scenario.agents[0].speed]);
  return drawPlot({
    title: 'Tired legs, and adrenaline',
    x: { label: 'way along the track (m)', min: 0, max: 54 },
    y: { label: 'speed (m/s)', min: 0, max: 3 },
    curves: [
      {
        label: 'what tired legs allow',
        points: [[0, scenario.agents[0].speed], ...course, [54, course.at(-1)[1]]],
        colour: '#8c8f94',
        dash: '2.5 3.5',
        width: 2,
      },
      ...runners.map(({ label }, i) => ({
        label,
        points: points[i],
        colour: palette[i],
        width: 2.5,
        ...(i > 0 && { dash: '9 5' }),
      })),
    ],
    caption: [
      'Seed 1. The bull comes within 1.9 m of runner 3 when it has tired to less than the speed of the bull.',
    ],
  });
}

/** How often walkers between two targets change over from one to the other, and how near they come to each class. */
export function measureKinds(seed) {
  const scenario = loadScenario('kinds');
  const decided = new Map();
  const nearest = { puddles: Number.POSITIVE_INFINITY, dogs: Number.POSITIVE_INFINITY };
  let changes = 0;
  let toInn = 0;
  watch(scenario, { seed }, ({ crowd: { count, ids, motion, steer, traits } }) => {
    const { x, y } = motion;
    const { weight0: inn, weight1: well } = steer;
    for (let row = 0; row < count; row++) {
      if (Math.max(inn[row], well[row]) > 0.1) {
        const choice = inn[row] > well[row] ? 'inn' : 'well';
        if (decided.has(ids[row]) && decided.get(ids[row]) !== choice) changes++;
        decided.set(ids[row], choice);
      }
      for (const { center, class: kind, radius } of scenario.obstacles) {
        const gap = Math.hypot(x[row] - center[0], y[row] - center[1]) - radius - traits.radius[row];
        nearest[kind] = Math.min(nearest[kind], gap);
      }
    }
  });
  for (const choice of decided.values()) toInn += choice === 'inn' ? 1 : 0;
  return { walkers: decided.size, toInn, changes, ...nearest };
}

/** How many of the unlucky are stuck behind the trees at the end if they have another personality. */
export function countStuck(aggressiveness, seeds) {
  const scenario = loadScenario('flock-2d');
  const unlucky = [1, 2];
  const groups = scenario.groups.map((group, number) =>
    unlucky.includes(number) ? { ...group, personality: { ...group.personality, aggressiveness } } : group,
  );
  let stuck = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    const { crowd } = watch({ ...scenario, groups }, { seed });
    for (let row = 0; row < crowd.count; row++) if (unlucky.includes(crowd.traits.group[row])) stuck++;
  }
  return stuck;
}

/** How many of the flock behind a scout touched the rock, and how long they took to get home on average, seconds. */
export function measureExpedition(name, seed) {
  const scenario = loadScenario(name);
  const scout = 0;
  const touched = new Set();
  let seconds = 0;
  let home = 0;
  watch(scenario, { seed }, ({ dt, events: { agent, count, kind }, step }) => {
    for (let event = 0; event < count; event++) {
      if (agent[event] === scout) continue;
      if (kind[event] === EventKind.obstacleContact) touched.add(agent[event]);
      if (kind[event] !== EventKind.arrival) continue;
      seconds += step * dt;
      home++;
    }
  });
  return { touched: touched.size, time: seconds / home };
}
