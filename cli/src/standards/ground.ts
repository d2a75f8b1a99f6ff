import { timeOf, type World } from 'wend';
import { crossingTimes } from 'wend/measure';
import type { ScenarioInput } from 'wend/scenario';
import {
  type Context,
  type Finding,
  meanOf,
  notRising,
  type StandardTest,
  standardErrorOf,
  unmet,
} from './contract.ts';
import { timesThrough } from './crossings.ts';
import { box, planOf, roomPlan } from './plans.ts';
import { createDraws, eachSeed, RADIUS, scatter, simulate, untilArrived } from './simulate.ts';
import { kolmogorov } from './speeds.ts';

/** Stairs, smoke and the time before people start to walk. */

type Ground = NonNullable<ScenarioInput['ground']>[number];

/** Seconds that one person needs for this many metres of a corridor with this ground. */
async function crossing(context: Context, length: number, speed: number, ground?: Ground): Promise<number> {
  const end = length + 6;
  const input: ScenarioInput = {
    version: 1,
    name: `${length} m of ${ground?.name ?? 'corridor'}`,
    bounds: { min: [0, 0], max: [end, 2], walls: true },
    duration: 20 * length,
    arrival: 'vanish',
    ...(ground && { ground: [ground] }),
    targets: [{ name: 'end', region: { box: box(end - 0.5, 0, end, 2) } }],
    agents: [{ at: [1, 1], heading: 0, speed, radius: RADIUS, targets: ['end'] }],
    measurements: {
      lines: [3, 3 + length].map((x) => ({ name: `at ${x}`, from: [x, 0], to: [x, 2] })),
    },
  };
  const { survey } = await simulate(context, input, 1, ({ arrived }) => arrived > 0);
  const [from, to] = survey.lines.map((line) => crossingTimes(line)[0] ?? Number.NaN);
  return to - from;
}

/** A person whose speed on the stairs is set by a factor of its walking speed. */
async function onStairs(context: Context, length: number, direction: 'up' | 'down'): Promise<Finding> {
  const [speed, factor] = [1.25, 0.8];
  const time = await crossing(context, length, speed, {
    name: 'stairs',
    kind: 'stairs',
    region: { box: box(2.5, 0, 3.5 + length, 2) },
    up: direction === 'up' ? [1, 0] : [-1, 0],
    upFactor: direction === 'up' ? factor : 0.3,
    downFactor: direction === 'up' ? 0.3 : factor,
  });
  const expected = length / (speed * factor);
  return {
    failures: unmet([
      Math.abs(time / expected - 1) <= 0.05,
      Number.isNaN(time)
        ? 'no agent arrives'
        : `${time.toFixed(2)} s are not within 5 % of ${expected.toFixed(1)} s`,
    ]),
    figure: `${time.toFixed(2)} s for ${length} m ${direction}`,
    reference: `${expected.toFixed(1)} s at the set speed of 1.0 m/s (± 5 %)`,
    values: [time],
  };
}

async function inSmoke(context: Context, extinction: number): Promise<Finding> {
  // Signs that reflect light: visibility = 3 / extinction.
  const region = { box: box(2.5, 0, 103.5, 2) };
  const smoke: Ground = { name: 'smoke', kind: 'smoke', region, visibility: 3 / extinction };
  const [clear, slow] = [await crossing(context, 100, 1.25), await crossing(context, 100, 1.25, smoke)];
  const expected = 1 / Math.max(0.1, 1 - 0.0807 * extinction);
  return {
    failures: unmet([
      Math.abs(slow / clear / expected - 1) <= 0.05,
      Number.isNaN(slow / clear)
        ? 'no agent arrives'
        : `${(slow / clear).toFixed(3)} is not within 5 % of ${expected.toFixed(3)}`,
    ]),
    figure: `${slow.toFixed(1)} s in smoke, ${clear.toFixed(1)} s without it: ${(slow / clear).toFixed(3)} times`,
    reference: `${expected.toFixed(3)} times (± 5 %), by the correlation of Frantzich and Nilsson 2003`,
    values: [slow / clear],
  };
}

/** NIST's laws of the times at which ten people start, as distributions of a scenario and as functions. */
const LAWS = [
  {
    name: 'uniform',
    premovement: { uniform: [10, 100] as [number, number] },
    law: (time: number) => Math.min(1, Math.max(0, (time - 10) / 90)),
  },
  {
    name: 'Weibull',
    premovement: { weibull: { shape: 1.195, scale: 139.285 } },
    law: (time: number) => 1 - Math.exp(-((Math.max(0, time) / 139.285) ** 1.195)),
  },
];

async function premovement(context: Context): Promise<Finding> {
  const found: { name: string; distance: number; most: number; started: number }[] = [];
  for (const { law, name, premovement } of LAWS) {
    const runs = await eachSeed(context, `premovement ${name}`, async (seed) => {
      const region = { box: box(0.5, 0.5, 7.5, 4.5) };
      const group = { name: 'people', count: 10, region, radius: RADIUS, targets: ['exit'], premovement };
      const input = { ...roomPlan(`premovement, ${name}`, [group]), duration: 2000 };
      const starts = new Map<number, number>();
      await simulate(context, input, seed, (world) => {
        const { count, ids, motion } = world.crowd;
        for (let row = 0; row < count; row++) {
          if (motion.velocityX[row] === 0 && motion.velocityY[row] === 0) continue;
          if (!starts.has(ids[row])) starts.set(ids[row], timeOf(world));
        }
        return world.arrived === 10;
      });
      return [...starts.values()];
    });
    const times = runs.flat();
    // Kolmogorov and Smirnov: a larger distance has a probability of 5 %.
    const most = 1.358 / (Math.sqrt(times.length) + 0.12 + 0.11 / Math.sqrt(times.length));
    found.push({ name, distance: kolmogorov(times, law), most, started: times.length });
  }
  return {
    failures: found.flatMap(({ distance, most, name, started }) =>
      unmet(
        [
          started === 10 * context.seeds.length,
          `of the ${name} starts ${10 * context.seeds.length - started} never happen`,
        ],
        [distance <= most, `the ${name} starts are ${distance.toFixed(3)} off, more than ${most.toFixed(3)}`],
      ),
    ),
    figure: `Kolmogorov–Smirnov distance ${found.map(({ distance, name }) => `${distance.toFixed(3)} (${name})`).join(', ')}`,
    reference: `at most ${found[0].most.toFixed(3)} (5 %)`,
    values: found.map(({ distance }) => distance),
  };
}

/** Where densities are measured, from x to x: each area is 2 m wide. */
const STAIR_AREAS = [
  [3, 5],
  [9, 11],
  [15, 17],
] as const;
/** Seconds over which a density is averaged before its peak is taken: one person more or less is 0.25 people/m². */
const AVERAGED = 5;
/** Runs of each seed: one run differs from another by more than the foot of the stairs from the corridor. */
const STARTS = 12;

/** The highest density in each area, while people leave a room of 5 × 8 m by a corridor of 2 m with stairs at its end. */
async function stairPeaks(
  context: Context,
  seed: number,
  draw: () => number,
): Promise<{ peaks: number[]; arrived: number }> {
  const input = planOf(
    'congestion before stairs',
    [
      [0, 0],
      [5, 0],
      [5, 3],
      [21, 3],
      [21, 5],
      [5, 5],
      [5, 8],
      [0, 8],
    ],
    {
      ground: [{ name: 'stairs', kind: 'stairs', region: { box: box(17, 3, 20, 5) }, up: [1, 0] }],
      targets: [{ name: 'end', region: { box: box(20.3, 3, 21, 5) } }],
      agents: scatter(150, [0.25, 0.25, 4.75, 7.75], draw).map((at) => ({
        at,
        radius: RADIUS,
        targets: ['end'],
      })),
    },
    300,
  );
  const counts: number[][] = STAIR_AREAS.map(() => []);
  const { world } = await simulate(context, input, seed, (stepped) => {
    STAIR_AREAS.forEach(([from, to], k) => {
      counts[k].push(peopleIn(stepped, from, to));
    });
    return stepped.arrived === 150;
  });
  const length = Math.round(AVERAGED / world.dt);
  const peaks = counts.map((people) => highestMean(people, length) / 4);
  return { peaks, arrived: world.arrived };
}

function peopleIn({ crowd: { count, motion } }: World, from: number, to: number): number {
  let people = 0;
  for (let row = 0; row < count; row++) {
    const [x, y] = [motion.x[row], motion.y[row]];
    if (x >= from && x < to && y >= 3 && y <= 5) people++;
  }
  return people;
}

/** The highest mean of this many values in succession. */
export function highestMean(values: readonly number[], length: number): number {
  let [sum, highest] = [0, 0];
  values.forEach((value, k) => {
    sum += value - (k >= length ? values[k - length] : 0);
    highest = Math.max(highest, sum / length);
  });
  return highest;
}

/** The exit of the room and the foot of the stairs are denser than the corridor between, by two standard errors. */
async function beforeStairs(context: Context): Promise<Finding> {
  const bySeed = await eachSeed(context, 'before stairs', async (seed) => {
    const draw = createDraws(seed);
    const starts: Awaited<ReturnType<typeof stairPeaks>>[] = [];
    while (starts.length < STARTS) starts.push(await stairPeaks(context, seed, draw));
    return starts;
  });
  const runs = bySeed.flat();
  const [exit, middle, foot] = [0, 1, 2].map((k) => meanOf(runs.map(({ peaks }) => peaks[k])));
  const excess = (k: number) => runs.map(({ peaks }) => peaks[k] - peaks[1]);
  const inWords = (values: readonly number[]) =>
    `${meanOf(values).toFixed(2)} ± ${standardErrorOf(values).toFixed(2)}`;
  const isClear = (values: readonly number[]) => meanOf(values) > 2 * standardErrorOf(values);
  const left = runs.filter(({ arrived }) => arrived < 150).length;
  return {
    failures: unmet(
      [isClear(excess(0)), `the exit of the room exceeds the corridor by ${inWords(excess(0))} people/m²`],
      [isClear(excess(2)), `the foot of the stairs exceeds the corridor by ${inWords(excess(2))} people/m²`],
      [left === 0, `not all arrive in ${left} of ${runs.length} runs`],
    ),
    figure: `up to ${exit.toFixed(2)} people/m² at the exit of the room, ${middle.toFixed(2)} in the corridor, ${foot.toFixed(2)} at the foot of the stairs: ${inWords(excess(0))} and ${inWords(excess(2))} more than in the corridor`,
    reference: `peak densities (means of ${AVERAGED} s) at the exit and at the foot of the stairs exceed that between them by two standard errors`,
    values: bySeed.map((starts) => meanOf(starts.map(({ peaks }) => peaks[2] - peaks[1]))),
  };
}

/** People per second over stairs of a width: 100 people in a room of 8 × 5 m. */
async function stairFlow(context: Context): Promise<Finding> {
  const widths = [1, 1.2, 1.4, 1.6, 1.8];
  const flows: number[] = [];
  for (const width of widths) {
    const [low, high] = [2.5 - width / 2, 2.5 + width / 2];
    const ring: [number, number][] = [
      [0, 0],
      [8, 0],
      [8, low],
      [14, low],
      [14, high],
      [8, high],
      [8, 5],
      [0, 5],
    ];
    const region = { box: box(0.3, 0.3, 7.7, 4.7) };
    const people = { name: 'people', count: 100, region, radius: RADIUS, clearance: 0, targets: ['end'] };
    const input = planOf(
      `stairs of ${width} m`,
      ring,
      {
        ground: [{ name: 'stairs', kind: 'stairs', region: { box: box(9, low, 13, high) }, up: [1, 0] }],
        targets: [{ name: 'end', region: { box: box(13.3, low, 14, high) } }],
        groups: [people],
        measurements: { lines: [{ name: 'stairs', from: [11, low], to: [11, high] }] },
      },
      300,
    );
    const runs = await eachSeed(context, `stairs ${width}`, async (seed) => {
      const { survey } = await simulate(context, input, seed, untilArrived(90));
      const times = timesThrough(survey.lines[0]);
      return times.length >= 80 ? 60 / (times[79] - times[19]) : 0;
    });
    flows.push(meanOf(runs));
  }
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

const SAME = [
  ['rimea/13', 'RiMEA 3.0, test 13'],
  ['imo/11', 'IMO MSC.1/Circ.1533, test 11'],
  ['iso/10', 'ISO 20414, test 10'],
  ['nist/5.1', 'NIST TN 1822, Verif.5.1'],
] as const;

const stairs = (id: string, source: string, length: number, direction: 'up' | 'down'): StandardTest => ({
  id,
  title: `Speed ${direction} stairs`,
  source,
  criterion: `${length} m of stairs at the set speed`,
  single: true,
  run: (context) => onStairs(context, length, direction),
});

const smoke = (id: string, source: string, extinction: number): StandardTest => ({
  id,
  title: 'Speed in smoke',
  source,
  criterion: `100 m in smoke of extinction ${extinction}/m take as much longer as the stated correlation says`,
  single: true,
  run: (context) => inSmoke(context, extinction),
});

export const groundTests: readonly StandardTest[] = [
  stairs('rimea/2', 'RiMEA 3.0, test 2', 10, 'up'),
  stairs('rimea/3', 'RiMEA 3.0, test 3', 10, 'down'),
  stairs('imo/2', 'IMO MSC.1/Circ.1533, test 2', 10, 'up'),
  stairs('imo/3', 'IMO MSC.1/Circ.1533, test 3', 10, 'down'),
  stairs('iso/3', 'ISO 20414, test 3', 10, 'up'),
  stairs('nist/2.2', 'NIST TN 1822, Verif.2.2', 100, 'up'),
  smoke('iso/18', 'ISO 20414, test 18', 3),
  smoke('nist/2.5', 'NIST TN 1822, Verif.2.5', 1),
  ...(['iso/1', 'nist/1.1'] as const).map((id) => ({
    id,
    title: 'Pre-evacuation time',
    source: id === 'iso/1' ? 'ISO 20414, test 1' : 'NIST TN 1822, Verif.1.1',
    criterion: 'Start times of ten people follow a uniform and a Weibull law, by Kolmogorov and Smirnov',
    run: premovement,
  })),
  {
    id: 'iso/12',
    title: 'Flow on stairs',
    source: 'ISO 20414, test 12',
    criterion: 'The flow of 100 people rises with the width: 1.0, 1.2, 1.4, 1.6, 1.8 m',
    run: stairFlow,
  },
  ...SAME.map(([id, source]) => ({
    id,
    title: 'Congestion before stairs',
    source,
    criterion:
      'The exit of the room and the foot of the stairs are denser than the corridor between them: their peak densities, by two standard errors',
    leastSeeds: 5,
    run: beforeStairs,
  })),
];
