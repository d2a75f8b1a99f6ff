import { planners, timeOf } from 'wend';
import { summarizeSurvey } from 'wend/measure';
import type { ScenarioInput } from 'wend/scenario';
import { type Context, type Finding, meanOf, notRising, type StandardTest, unmet } from './contract.ts';
import { netCrossings, timesThrough } from './crossings.ts';
import { box, planOf } from './plans.ts';
import { createDraws, eachSeed, RADIUS, scatter, simulate, untilArrived } from './simulate.ts';

/** RiMEA 11, 12 and 15: choice of exits, bottlenecks, a large crowd round a corner. */

const PEOPLE = 150;
/** The flow is measured from this passage to that one: without the beginning and the end of the jam. */
const [FIRST, LAST] = [20, 130];

type Gap = { width: number; depth: number; goal: number };

/** A room of 10 × 10 m, a gap, and a second room with its goal this many metres behind the gap. */
function gapPlan({ depth, goal, width }: Gap): ScenarioInput {
  const [low, high, end] = [5 - width / 2, 5 + width / 2, 10 + depth];
  return {
    version: 1,
    name: `gap of ${width} × ${depth} m, goal ${goal} m behind`,
    bounds: { min: [0, 0], max: [end + 12, 10], walls: true },
    obstacles: [
      { shape: 'box', ...box(10, 0, end, low) },
      { shape: 'box', ...box(10, high, end, 10) },
    ],
    duration: 400,
    arrival: 'vanish',
    targets: [
      {
        name: 'goal',
        region: { box: box(end + goal, goal < 1 ? low : 0, end + goal + 1, goal < 1 ? high : 10) },
      },
    ],
    groups: [
      {
        name: 'people',
        count: PEOPLE,
        region: { box: box(0.3, 0.3, 9.6, 9.7) },
        radius: RADIUS,
        targets: ['goal'],
      },
    ],
    measurements: { lines: [{ name: 'gap', from: [10 + depth / 2, low], to: [10 + depth / 2, high] }] },
  };
}

/** People per second through a gap, means over seeds; 0 where it is blocked. */
function gapFlow(context: Context, gap: Gap): Promise<number> {
  return context.once(`gap ${JSON.stringify(gap)} ${context.seeds}`, async () => {
    const flows: number[] = [];
    for (const seed of context.seeds) {
      const { survey } = await simulate(context, gapPlan(gap), seed, untilArrived(LAST));
      const times = timesThrough(survey.lines[0]);
      flows.push(times.length >= LAST ? (LAST - FIRST) / (times[LAST - 1] - times[FIRST - 1]) : 0);
    }
    return meanOf(flows);
  });
}

async function goalDistance(context: Context): Promise<Finding> {
  const distances = [0.5, 5, 10];
  const flows: number[] = [];
  for (const goal of distances) flows.push(await gapFlow(context, { width: 1, depth: 0.2, goal }));
  return {
    failures: flows.flatMap((flow, k) =>
      unmet(
        [flow > 0, `blocked with the goal ${distances[k]} m behind`],
        [
          k === 0 || flows[k - 1] >= 0.95 * flow,
          `slower with the goal ${distances[k - 1]} m behind than ${distances[k]} m`,
        ],
      ),
    ),
    figure: distances
      .map((distance, k) => `${flows[k].toFixed(2)} people/s with the goal ${distance} m behind`)
      .join(', '),
    reference: 'a nearer goal is not slower (5 %)',
    values: flows,
  };
}

async function gapDepth(context: Context): Promise<Finding> {
  const short = await gapFlow(context, { width: 1, depth: 0.2, goal: 5 });
  const long = await gapFlow(context, { width: 1, depth: 5, goal: 5 });
  return {
    failures: unmet([long > 0, 'the gap of 5 m is blocked'], [long < short, 'the gap of 5 m is not slower']),
    figure: `${short.toFixed(2)} people/s through 0.2 m, ${long.toFixed(2)} through 5 m`,
    reference: 'the longer gap is slower',
    values: [short, long],
  };
}

async function gapWidth(context: Context): Promise<Finding> {
  const widths = [0.8, 1, 1.2];
  const flows: number[] = [];
  for (const width of widths) flows.push(await gapFlow(context, { width, depth: 5, goal: 5 }));
  return {
    failures: [
      ...unmet([flows[0] > 0, `blocked at ${widths[0]} m`]),
      ...notRising(flows, (flow, k) => `${flow.toFixed(2)} people/s at ${widths[k]} m`),
    ],
    figure: widths.map((width, k) => `${flows[k].toFixed(2)} people/s at ${width} m`).join(', '),
    reference: 'the flow rises with the width',
    values: flows,
  };
}

/** Two rooms and a corridor of 5 × 1 m, and an exit of 1 m: a jam before the corridor, none behind it. */
async function secondBottleneck(context: Context): Promise<Finding> {
  const ring: [number, number][] = [
    [0, 0],
    [10, 0],
    [10, 4.5],
    [15, 4.5],
    [15, 0],
    [25, 0],
    [25, 4.5],
    [27, 4.5],
    [27, 5.5],
    [25, 5.5],
    [25, 10],
    [15, 10],
    [15, 5.5],
    [10, 5.5],
    [10, 10],
    [0, 10],
  ];
  const input = planOf(
    'RiMEA 12, two bottlenecks',
    ring,
    {
      targets: [{ name: 'exit', region: { box: box(26.3, 4.5, 27, 5.5) } }],
      groups: [
        {
          name: 'people',
          count: PEOPLE,
          region: { box: box(0.3, 0.3, 7.5, 9.7) },
          radius: RADIUS,
          targets: ['exit'],
        },
      ],
      measurements: {
        lines: [
          { name: 'corridor', from: [12.5, 4.5], to: [12.5, 5.5] },
          { name: 'exit', from: [25, 4.5], to: [25, 5.5] },
        ],
        areas: [
          { name: 'before the corridor', box: box(7, 3, 10, 7) },
          { name: 'before the exit', box: box(22, 3, 25, 7) },
        ],
      },
    },
    400,
  );
  const runs = await context.once(`rimea 12 ${context.seeds}`, async () => {
    const all: { corridor: number; exit: number; first: number; second: number }[] = [];
    for (const seed of context.seeds) {
      const { survey } = await simulate(context, input, seed, untilArrived(PEOPLE));
      const { areas, lines } = summarizeSurvey(survey);
      all.push({
        corridor: lines[0].flow ?? 0,
        exit: lines[1].flow ?? 0,
        first: areas[0].highestVoronoiDensity ?? 0,
        second: areas[1].highestVoronoiDensity ?? 0,
      });
    }
    return all;
  });
  const mean = (key: 'corridor' | 'exit' | 'first' | 'second') => meanOf(runs.map((run) => run[key]));
  return {
    failures: unmet(
      [mean('exit') > 0, 'no agent leaves'],
      [mean('corridor') - mean('exit') >= -0.05, 'the exit passes more people than the corridor'],
      [mean('second') < mean('first'), 'the second room is as crowded as the first'],
    ),
    figure: `${mean('corridor').toFixed(2)} people/s in the corridor, ${mean('exit').toFixed(2)} at the exit; up to ${mean('first').toFixed(1)} people/m² before the corridor, ${mean('second').toFixed(1)} before the exit`,
    reference: 'flow of the corridor − flow of the exit ≥ −0.05 /s; congestion in the first room only',
    values: runs.map((run) => run.corridor - run.exit),
  };
}

/** The first planner with rerouting: agents choose another exit when one is crowded. */
function reroutingPlanner(density: number): ScenarioInput['planner'] & {} {
  const { name } = planners.definitions.find(({ parameters }) => 'rerouting' in parameters)!;
  return { name, rerouting: { density } } as ScenarioInput['planner'] & {};
}

const CROWD = 1000;
/** Two standard errors of the difference of two exits that are chosen by lot. */
const CLEAR = 2 * Math.sqrt(CROWD);

/** 1000 people, exits of 1 m at 21 and 27 m: most take the nearer one, some the other. */
const exitsPlan = (seed: number): ScenarioInput => ({
  version: 1,
  name: 'RiMEA 11, choice of exits',
  bounds: { min: [0, 0], max: [30, 23], walls: true },
  obstacles: [
    { shape: 'box', ...box(0, 20, 21, 20.2) },
    { shape: 'box', ...box(22, 20, 27, 20.2) },
    { shape: 'box', ...box(28, 20, 30, 20.2) },
  ],
  duration: 900,
  arrival: 'vanish',
  planner: reroutingPlanner(3),
  targets: [
    { name: 'exit 1', region: { box: box(20, 22, 23, 23) } },
    { name: 'exit 2', region: { box: box(26, 22, 29, 23) } },
  ],
  agents: scatter(CROWD, [2, 2, 15.5, 18], createDraws(seed)).map((at) => ({
    at,
    radius: RADIUS,
    targets: ['exit 1', 'exit 2'],
  })),
  measurements: {
    lines: [
      { name: 'exit 1', from: [21, 20.1], to: [22, 20.1] },
      { name: 'exit 2', from: [27, 20.1], to: [28, 20.1] },
    ],
  },
});

async function exitChoice(context: Context): Promise<Finding> {
  const runs = await eachSeed(context, 'exit choice', async (seed) => {
    const { survey, world } = await simulate(context, exitsPlan(seed), seed, untilArrived(CROWD));
    const [near, far] = survey.lines.map(netCrossings);
    return { near, far, time: timeOf(world) };
  });
  return {
    failures: runs.flatMap(({ far, near }, k) =>
      unmet(
        [
          near - far > CLEAR,
          `seed ${context.seeds[k]}: ${near} by exit 1 are not clearly more than ${far} by exit 2, although it is nearer`,
        ],
        [far > 0.02 * CROWD, `seed ${context.seeds[k]}: hardly any agent chooses exit 2`],
        [near + far === CROWD, `seed ${context.seeds[k]}: ${CROWD - near - far} of ${CROWD} do not leave`],
      ),
    ),
    figure: runs
      .map(({ far, near, time }) => `${near} by exit 1, ${far} by exit 2 in ${time.toFixed(0)} s`)
      .join('; '),
    reference: `at least ${Math.ceil(CLEAR)} more by exit 1 than by exit 2, and some by exit 2 (with a planner that avoids crowds)`,
    values: runs.map(({ far, near }) => far / Math.max(1, near + far)),
  };
}

/** 500 people go straight for 44 and for 75.4 m, or round a corner between. */
async function largeCorner(context: Context): Promise<Finding> {
  const crowd = (top: number) => [
    {
      name: 'people',
      count: 500,
      region: { box: box(0.3, top, 19.7, top + 6) },
      radius: RADIUS,
      clearance: 0,
      targets: ['end'],
    },
  ];
  const straight = (length: number) =>
    planOf(
      `RiMEA 15, ${length} m straight`,
      [
        [0, 0],
        [20, 0],
        [20, length + 6.3],
        [0, length + 6.3],
      ],
      { targets: [{ name: 'end', region: { box: box(0, 0, 20, 0.5) } }], groups: crowd(length) },
      400,
    );
  const corner = planOf(
    'RiMEA 15, corner',
    [
      [0, 0],
      [30, 0],
      [30, 20],
      [20, 20],
      [20, 60.3],
      [0, 60.3],
    ],
    {
      planner: reroutingPlanner(1),
      targets: [{ name: 'end', region: { box: box(29.5, 0, 30, 20) } }],
      groups: crowd(54),
    },
    400,
  );
  const runs = await context.once(`rimea 15 ${context.seeds}`, async () => {
    const all: number[][] = [];
    for (const seed of context.seeds) {
      const times: number[] = [];
      for (const plan of [straight(44), corner, straight(75.4)]) {
        const { world } = await simulate(context, plan, seed, untilArrived(500));
        times.push(world.arrived === 500 ? timeOf(world) : Number.POSITIVE_INFINITY);
      }
      all.push(times);
    }
    return all;
  });
  const [short, round, long] = [0, 1, 2].map((k) => meanOf(runs.map((times) => times[k])));
  return {
    failures: unmet(
      [Number.isFinite(short) && Number.isFinite(round) && Number.isFinite(long), 'not all arrive'],
      [short <= round, 'the corner takes less time than the short straight'],
      [
        round <= long,
        'the corner takes more time than the long straight: agents crowd at its inside and leave its outside empty',
      ],
    ),
    figure: `${short.toFixed(0)} s straight for 44 m, ${round.toFixed(0)} s round the corner, ${long.toFixed(0)} s straight for 75.4 m`,
    reference: 'the corner is between the two (with a planner that avoids crowds)',
    values: runs.map((times) => times[1]),
  };
}

export const bottleneckTests: readonly StandardTest[] = [
  {
    id: 'rimea/11',
    title: 'Choice of exits',
    source: 'RiMEA 3.0, test 11',
    criterion: 'Most of 1000 people use the nearer exit, some the other',
    seeds: 1,
    run: exitChoice,
  },
  {
    id: 'rimea/12',
    title: 'Effect of bottlenecks',
    source: 'RiMEA 3.0, test 12',
    criterion: 'Congestion in the first room only',
    run: secondBottleneck,
  },
  {
    id: 'rimea/12a',
    title: 'Bottleneck, distance of the goal',
    source: 'RiMEA 4.1.1, test 12a',
    criterion: 'A nearer goal behind the gap is not slower',
    run: goalDistance,
  },
  {
    id: 'rimea/12b',
    title: 'Bottleneck, length',
    source: 'RiMEA 4.1.1, test 12b',
    criterion: 'A gap of 5 m length is slower than one of 0.2 m',
    run: gapDepth,
  },
  {
    id: 'rimea/12c',
    title: 'Two bottlenecks of one width',
    source: 'RiMEA 4.1.1, test 12c',
    criterion: 'No congestion before the second one',
    run: secondBottleneck,
  },
  {
    id: 'rimea/12d',
    title: 'Bottleneck, width',
    source: 'RiMEA 4.1.1, test 12d',
    criterion: 'The flow rises with the width: 0.8, 1.0, 1.2 m',
    run: gapWidth,
  },
  {
    id: 'rimea/15',
    title: 'A large crowd round a corner',
    source: 'RiMEA 3.0, test 15',
    criterion: '500 people need as long as between the short and the long straight',
    run: largeCorner,
  },
];
