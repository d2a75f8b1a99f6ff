// The figures of docs/models/teams.md, drawn from the library itself; name → SVG.
import { readFileSync } from 'node:fs';
import { drawPlot, palette } from '../../library/dist/draw/index.js';
import { EventKind, stepWorld } from '../../library/dist/index.js';
import { createScenarioWorld as createWorld } from '../../library/dist/scenario.js';

const DISTANCE = 7;
const MEMBERS = 8;

/** Eight agents of different speeds, spread over 20 m × 24 m, that go to a camp far away; steps of 0.1 s, as in the tests. */
function createParty(seed, task) {
  const isSent = task?.kind === 'together';
  return createWorld(
    {
      version: 1,
      name: 'party',
      bounds: { min: [-50, -50], max: [50, 50] },
      dt: 0.1,
      duration: 120,
      steering: { name: 'nonlinear' },
      targets: [{ name: 'camp', at: [35, 0], radius: 2.5 }],
      groups: [
        {
          name: 'party',
          count: MEMBERS,
          region: { box: { min: [-35, -12], max: [-15, 12] } },
          speed: { uniform: [0.9, 1.8] },
          clearance: 0.5,
          ...(!isSent && { targets: ['camp'] }),
        },
      ],
      ...(task && { teams: [{ name: 'party', groups: ['party'], task }] }),
      arrival: 'vanish',
    },
    { seed },
  );
}

/** Times of the arrivals, seconds. */
function arrivalTimes(world, count, end) {
  const times = [];
  while (times.length < count && world.step * world.dt < end) {
    stepWorld(world);
    const { events } = world;
    for (let k = 0; k < events.count; k++)
      if (events.kind[k] === EventKind.arrival) times.push(world.step * world.dt);
  }
  return times;
}

function drawTogether() {
  const spread = (task) =>
    Array.from({ length: 20 }, (_, k) => {
      const times = arrivalTimes(createParty(k + 1, task), MEMBERS, 120);
      return Math.max(...times) - Math.min(...times);
    });
  // Seeds have no order: a step for each, not a slope from one to the next.
  const steps = (values) =>
    values.flatMap((value, k) => [
      [k + 0.5, value],
      [k + 1.5, value],
    ]);
  const alone = spread(undefined);
  const together = spread({ kind: 'together', targets: ['camp'] });
  return drawPlot({
    title: 'Arriving together',
    x: {
      label: 'seed',
      min: 0.5,
      max: 20.5,
      ticks: [1, 5, 10, 15, 20].map((at) => ({ at, label: `${at}` })),
    },
    y: {
      label: 'from the first arrival to the last (s)',
      min: 0,
      max: Math.ceil(Math.max(...alone)) + 1,
    },
    curves: [
      { label: 'each for itself', points: steps(alone), colour: palette[0], width: 2.5, dash: '9 5' },
      { label: 'together', points: steps(together), colour: palette[1], width: 2.5 },
    ],
    caption: [
      'Eight walkers, 0.9 to 1.8 m/s, from places in a box of 20 × 24 m to a camp 50 m and more away.',
    ],
  });
}

/** The largest distance of a member from the middle, until the first arrives. */
function watchWidth(world) {
  const points = [];
  while (world.crowd.count === MEMBERS && world.step * world.dt < 70) {
    const { count, motion } = world.crowd;
    const x = motion.x.subarray(0, count);
    const y = motion.y.subarray(0, count);
    const meanX = x.reduce((sum, value) => sum + value) / count;
    const meanY = y.reduce((sum, value) => sum + value) / count;
    points.push([
      world.step * world.dt,
      Math.max(...x.map((value, k) => Math.hypot(value - meanX, y[k] - meanY))),
    ]);
    stepWorld(world);
  }
  return points;
}

function drawKeeping() {
  return drawPlot({
    title: 'Keeping together',
    x: { label: 'time (s)', min: 0, max: 70 },
    y: { label: 'farthest member from the middle (m)', min: 0, max: 22 },
    curves: [
      {
        label: 'each for itself',
        points: watchWidth(createParty(2, undefined)),
        colour: palette[0],
        width: 2.5,
        dash: '9 5',
      },
      {
        label: `keep together within ${DISTANCE} m`,
        points: watchWidth(createParty(2, { kind: 'keep-together', distance: DISTANCE })),
        colour: palette[1],
        width: 2.5,
      },
    ],
    caption: ['Eight walkers, 0.9 to 1.8 m/s, seed 2; a curve ends with the first arrival.'],
  });
}

/** How many items have been taken, over time. */
function watchCollecting(by, planner) {
  const scenario = JSON.parse(
    readFileSync(new URL('../../scenarios/collectors.json', import.meta.url), 'utf8'),
  );
  const [team] = scenario.teams;
  const world = createWorld({
    ...scenario,
    planner: { name: planner },
    teams: [{ ...team, task: { ...team.task, by } }],
  });
  const times = arrivalTimes(world, 12, scenario.duration);
  return [
    [0, 0],
    ...times.flatMap((time, k) => [
      [time, k],
      [time, k + 1],
    ]),
  ];
}

function drawCollecting() {
  return drawPlot({
    title: 'Twelve items',
    x: { label: 'time (s)', min: 0, max: 60 },
    y: { label: 'items taken', min: 0, max: 13 },
    curves: [
      {
        label: 'least sum of times',
        points: watchCollecting('total', 'distance'),
        colour: palette[1],
        width: 2.5,
      },
      {
        label: 'earliest last',
        points: watchCollecting('last', 'distance'),
        colour: palette[2],
        width: 2.5,
        dash: '2.5 3.5',
      },
      {
        label: 'straight, walls not known',
        points: watchCollecting('total', 'direct'),
        colour: palette[0],
        width: 2.5,
        dash: '9 5',
      },
    ],
    caption: [
      'The scenario collectors, seed 1: five members, one item each at a time, assigned again when one is taken.',
    ],
  });
}

export const figures = {
  'teams-together': drawTogether(),
  'teams-keep': drawKeeping(),
  'teams-collect': drawCollecting(),
};
