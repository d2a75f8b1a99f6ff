// The figures of docs/models/personality.md and speed.md; drawn by scripts/draw-model-figures.js.
import { drawPlot, palette } from '../../library/dist/draw/index.js';
import { readAgent, stepWorld } from '../../library/dist/index.js';
import { nonlinearDefaults } from '../../library/dist/models.js';
import { exp, log } from '../../library/dist/numerics/index.js';
import { createScenarioWorld as createWorld } from '../../library/dist/scenario.js';
import {
  avoidanceDistance,
  standstillGap,
  turnTime,
} from '../../library/dist/steering/nonlinear/personality.js';

const { agilityTime, safetyDistance } = nonlinearDefaults;
const ours = { colour: palette[0], width: 2.5 };
const printed = { colour: palette[1], width: 2.5, dash: '9 5' };

/** Points of a curve over [from, to]. */
function curve(from, to, f, count = 400) {
  return Array.from({ length: count + 1 }, (_, k) => {
    const x = from + ((to - from) * k) / count;
    return [x, f(x)];
  });
}

/** Base distance of the published plots, metres. */
const base = 1;
const overAggressiveness = { label: 'aggressiveness', min: 0, max: 1 };

function drawDecayLength() {
  return drawPlot({
    title: 'Decay length of repulsion over aggressiveness',
    x: overAggressiveness,
    y: { label: 'd_{0} (m)', min: 0, max: 3.2 },
    curves: [
      {
        label: 'here and in the formula of 2001',
        points: curve(0, 1, (c) => avoidanceDistance(c, base)),
        ...ours,
      },
      {
        label: 'd_{0base} at aggressiveness 0, as the text of 2001 says',
        points: curve(0, 1, (c) => exp(log(base + 1) * (1 - c)) - 1),
        ...printed,
      },
    ],
    marks: [
      { x: 0.5, y: base, symbol: 'filled' },
      { x: 0, y: base, symbol: 'open' },
    ],
    symbols: [
      { symbol: 'filled', label: 'd_{0} = d_{0base} here' },
      { symbol: 'open', label: 'in the text' },
    ],
    caption: [
      `d_{0base} = ${base} m. With the text's reading k would be log(d_{0base} + 1), half of what is printed.`,
    ],
  });
}

function drawStandstill() {
  const reach = (c) => standstillGap(c, base, safetyDistance) + base - safetyDistance;
  return drawPlot({
    title: 'Gap at which the agent stands still over aggressiveness',
    x: overAggressiveness,
    y: { label: 'distance (m)', min: -1, max: 2.1 },
    curves: [
      { label: 'd_{0vel}', points: curve(0, 1, reach), ...ours },
      {
        label: 'd_{0vel}, second case with its condition as printed',
        points: curve(0, 0.5, (c) => 2 * base * (1 - c)),
        ...printed,
      },
      {
        label: `d_{1} = d_{0vel} − (d_{0base} − ${safetyDistance} m)`,
        points: curve(0, 1, (c) => standstillGap(c, base, safetyDistance)),
        colour: palette[2],
        width: 2.5,
        dash: '2.5 3.5',
      },
    ],
    caption: [
      `d_{0base} = ${base} m. As printed, both cases hold below ½ and none above.`,
      `d_{1} is 0 at ${(0.5 + safetyDistance / (2 * base)).toFixed(2)}; where it is negative, smooth takes 0.`,
    ],
  });
}

const printedGain = 1 - exp(-0.05 / turnTime(0.5, agilityTime));

function drawGain() {
  const time = turnTime(0.5, agilityTime);
  return drawPlot({
    title: 'Share of the change that a filter passes in one step',
    x: { label: 'step Δt (s)', min: 0, max: 0.5 },
    y: { label: 'gain', min: 0, max: 0.7 },
    curves: [
      { label: '1 − exp(−Δt/T)', points: curve(0, 0.5, (dt) => 1 - exp(-dt / time)), ...ours },
      { label: 'k, in print', points: curve(0, 0.5, () => printedGain), ...printed },
    ],
    caption: [
      `T = ${time.toFixed(3)} s, that of turning at agility ½; k is such that both agree for steps of 0.05 s.`,
    ],
  });
}

/** The step response of a filter: its output when the input jumps from 0 to 1 at time 0. */
function stepResponse(gain, dt, end) {
  const points = [[0, 0]];
  for (let k = 1; k * dt <= end + 1e-9; k++)
    points.push([k * dt, points[k - 1][1] + gain * (1 - points[k - 1][1])]);
  return points;
}

function drawFilter() {
  const time = turnTime(0.5, agilityTime);
  const end = 2;
  const ourGain = (dt) => 1 - exp(-dt / time);
  return drawPlot({
    title: 'The answer to a jump, with steps of 0.05 s and of 0.2 s',
    x: { label: 'time (s)', min: 0, max: end },
    y: { label: 'share of the jump', min: 0, max: 1.05 },
    curves: [
      { label: 'here, 0.05 s', points: stepResponse(ourGain(0.05), 0.05, end), ...ours },
      {
        label: 'here, 0.2 s',
        points: stepResponse(ourGain(0.2), 0.2, end),
        colour: palette[5],
        width: 2.5,
        dash: '9 5',
      },
      {
        label: 'in print, 0.05 s',
        points: stepResponse(printedGain, 0.05, end),
        colour: palette[1],
        dash: '2.5 3.5',
      },
      {
        label: 'in print, 0.2 s',
        points: stepResponse(printedGain, 0.2, end),
        colour: palette[3],
        width: 2.5,
        dash: '12 4 2 4',
      },
    ],
    caption: [
      `T = ${time.toFixed(3)} s, k = ${printedGain.toFixed(4)}. Here both steps lie on one curve;`,
      'with a fixed k a step four times as long makes the agent four times as slow.',
    ],
  });
}

const openSquare = {
  version: 1,
  name: 'open square',
  bounds: { min: [-50, -50], max: [50, 50] },
  duration: 60,
  steering: { name: 'nonlinear' },
};
const levels = [0, 0.25, 0.5, 0.75, 1];
const seeds = Array.from({ length: 20 }, (_, k) => k + 1);

/** The scenes are those of library/src/simulation/personality.test.ts. */
function turningRadius(agility, seed) {
  const agent = { at: [0, -20], goal: [0, 45], heading: 0, speed: 1.3, personality: { agility } };
  const world = createWorld({ ...openSquare, agents: [agent] }, { seed });
  let farthest = 0;
  for (let k = 0; k < 200; k++) {
    stepWorld(world);
    farthest = Math.max(farthest, readAgent(world, 0).x);
  }
  return farthest;
}

function brakingWay(mass, seed) {
  const world = createWorld(
    {
      ...openSquare,
      obstacles: [{ shape: 'segment', from: [0, -20], to: [0, 20] }],
      agents: [{ at: [-30, 0], goal: [45, 0], speed: 1.5, personality: { mass } }],
      steering: { safetyDistance: 3, timeToContact: 0.5 },
      neighbours: { radius: 8 },
    },
    { seed },
  );
  for (let way = 0; ; ) {
    const gap = -readAgent(world, 0).x - 0.25;
    stepWorld(world);
    if (gap > 3 + 0.5 * 1.5) continue;
    const { speed } = readAgent(world, 0);
    way += speed * world.dt;
    if (speed < 0.05) return way;
  }
}

function clearance(aggressiveness, seed) {
  const world = createWorld(
    {
      ...openSquare,
      obstacles: [{ shape: 'circle', center: [0, -1.1], radius: 1 }],
      agents: [{ at: [-8, 0], goal: [8, 0], speed: 1.3, personality: { aggressiveness } }],
    },
    { seed },
  );
  for (let least = Number.POSITIVE_INFINITY; ; ) {
    stepWorld(world);
    const { x, y, arrived } = readAgent(world, 0);
    least = Math.min(least, Math.sqrt(x * x + (y + 1.1) * (y + 1.1)) - 1.25);
    if (arrived) return least;
  }
}

/** Mean and range over the seeds at each level of a trait. */
function drawEffect(title, trait, measured, measure, top) {
  const results = levels.map((level) => seeds.map((seed) => measure(level, seed)));
  const means = results.map((values) => values.reduce((sum, value) => sum + value, 0) / values.length);
  const line = (pick) => levels.map((level, k) => [level, pick(results[k], k)]);
  return drawPlot({
    title,
    x: { label: trait, min: 0, max: 1 },
    y: { label: `${measured} (m)`, min: 0, max: top },
    curves: [
      { label: 'mean', points: line((_, k) => means[k]), ...ours },
      { label: 'greatest', points: line((values) => Math.max(...values)), colour: palette[5], dash: '9 5' },
      { label: 'least', points: line((values) => Math.min(...values)), colour: palette[5], dash: '2.5 3.5' },
    ],
    marks: levels.map((level, k) => ({ x: level, y: means[k], symbol: 'filled' })),
    caption: [
      `${seeds.length} seeds, noise ${nonlinearDefaults.noise} rad/√s. Means: ${means.map((mean, k) => `${mean.toFixed(2)} m at ${levels[k]}`).join(', ')}.`,
    ],
  });
}

/** A walk past three pillars: the agent tires with the distance walked, and a small gap makes it bold for a while. */
const passage = {
  ...openSquare,
  obstacles: [-28, -20, 0].map((x) => ({ shape: 'circle', center: [x, -1.2], radius: 0.5 })),
  agents: [{ at: [-40, 0], goal: [45, 0], speed: 2, personality: { aggressiveness: 0.4 } }],
  neighbours: { radius: 4 },
  steering: { noise: 0 },
  changes: [
    {
      name: 'fatigue',
      trait: 'speed',
      over: 'distance-walked',
      points: [
        [10, 1],
        [60, 0.5],
      ],
    },
    {
      name: 'adrenaline',
      trait: 'aggressiveness',
      over: 'gap',
      points: [
        [0.3, 2],
        [2, 1],
      ],
      lag: 2,
    },
  ],
};

function drawChanges() {
  const world = createWorld(passage);
  const gap = [];
  const speed = [];
  const boldness = [];
  while (world.step * world.dt < 40) {
    const { x, y } = readAgent(world, 0);
    const distances = passage.obstacles.map(({ center }) =>
      Math.sqrt((x - center[0]) ** 2 + (y - center[1]) ** 2),
    );
    const time = world.step * world.dt;
    gap.push([time, Math.min(2, Math.min(...distances) - 0.75)]);
    stepWorld(world);
    speed.push([time, world.crowd.traits.desiredSpeed[0] / 2]);
    boldness.push([time, world.crowd.traits.aggressiveness[0] / 0.4]);
  }
  return drawPlot({
    title: 'Fatigue and adrenaline of an agent that walks past three pillars',
    x: { label: 'time (s)', min: 0, max: 40 },
    y: { label: 'times its own; metres', min: 0, max: 2.1 },
    curves: [
      { label: 'speed', points: speed, ...ours },
      { label: 'aggressiveness', points: boldness, colour: palette[1], width: 2.5, dash: '9 5' },
      { label: 'gap to the nearest, at most 2 m', points: gap, colour: palette[2], dash: '2.5 3.5' },
    ],
    caption: [
      'Speed: full up to 10 m walked, half at 60 m. Aggressiveness: twice at a gap of 0.3 m, its own from 2 m on, lag 2 s.',
    ],
  });
}

/** Filters so short that the speed is that of the law. */
const immediate = { massTime: [1e-4, 1e-4], agilityTime: [1e-4, 1e-4], noise: 0 };

/** The speed that the law gives an agent when others stand at these places around it. */
function lawfulSpeed(places, { aggressiveness = 0.5, ...steering } = {}) {
  const world = createWorld({
    ...openSquare,
    agents: [
      { at: [0, 0], goal: [40, 0], speed: 1.33, personality: { aggressiveness } },
      ...places.map((at) => ({ at })),
    ],
    steering: { ...immediate, ...steering },
  });
  stepWorld(world);
  return readAgent(world, 0).speed;
}

function drawSpeedLaw() {
  const { retreatSpeed, timeToContact } = nonlinearDefaults;
  const safe = 0.5;
  const over = (f) => curve(0.002, 1.6, f, 160);
  const speed = (gap, behind, aggressiveness) =>
    lawfulSpeed([[0.5 + gap, 0], ...behind.map((room) => [-0.5 - room, 0])], {
      safetyDistance: safe,
      aggressiveness,
    });
  return drawPlot({
    title: 'Speed over the gap ahead',
    x: { label: 'gap to the agent straight ahead (m)', min: 0, max: 1.6 },
    y: { label: 'v (m/s)', min: -1.1, max: 2.3 },
    curves: [
      { label: 'here', points: over((gap) => speed(gap, [])), ...ours },
      {
        label: 'here, 0.55 m of room behind',
        points: over((gap) => speed(gap, [safe + 0.05])),
        colour: palette[5],
        dash: '2.5 3.5',
        width: 2.5,
      },
      {
        label: 'here, aggressiveness 0.75',
        points: over((gap) => speed(gap, [], 0.75)),
        colour: palette[2],
        dash: '12 4 2 4',
      },
      { label: 'in print', points: over((gap) => (gap - safe) / timeToContact), ...printed },
    ],
    caption: [
      `Safety distance ${safe} m, time to contact ${timeToContact} s, desired speed 1.33 m/s, retreat at most ${retreatSpeed} m/s.`,
    ],
  });
}

function drawSpeedLane() {
  const ahead = 0.8;
  const over = (variant) => curve(0, 1.6, (aside) => lawfulSpeed([[ahead, aside]], { variant }), 160);
  return drawPlot({
    title: 'Speed over the lateral offset of another agent',
    x: { label: 'distance to the side (m)', min: 0, max: 1.6 },
    y: { label: 'v (m/s)', min: 0, max: 1.5 },
    curves: [
      { label: 'smooth', points: over('smooth'), ...ours },
      { label: 'faithful, as in print', points: over('faithful'), ...printed },
    ],
    verticals: [{ at: 0.5, label: 'edge of the lane' }],
    caption: [`The other stands ${ahead} m ahead; both have a radius of 0.25 m. Desired speed 1.33 m/s.`],
  });
}

export const figures = {
  'personality-decay-length': drawDecayLength(),
  'personality-standstill': drawStandstill(),
  'personality-gain': drawGain(),
  'personality-filter': drawFilter(),
  'personality-turning': drawEffect('Radius of a turn over agility', 'agility', 'radius', turningRadius, 2.8),
  'personality-braking': drawEffect(
    'Braking distance before a wall over mass',
    'mass',
    'distance-walked',
    brakingWay,
    2.8,
  ),
  'personality-clearance': drawEffect(
    'Gap when passing a pillar over aggressiveness',
    'aggressiveness',
    'smallest gap',
    clearance,
    0.9,
  ),
  'personality-changes': drawChanges(),
  'speed-law': drawSpeedLaw(),
  'speed-lane': drawSpeedLane(),
};
