import { timeOf, type World } from 'wend';
import type { Plot } from 'wend/draw';
import type { ScenarioInput } from 'wend/scenario';
import { type Context, type Finding, meanOf, notRising, type StandardTest, unmet } from './contract.ts';
import { julich } from './references.ts';
import { createDraws, feed, RADIUS, simulate, speeds } from './simulate.ts';
import { arrivals, fedCorridor } from './two-ways.ts';

const END = 300;
/** Longest time without an arrival, s, and the last seconds in which half of the inflow must arrive. */
const STANDSTILL = 20;
const LATE = 60;

/** People are in one lane when they are this near across the corridor, m. */
const LANE = 0.3;

type FedRun = {
  locked: boolean;
  order: number;
  shuffled: number;
  density: number;
  arrived: number;
  longest: number;
};

/** A corridor of 24 m, fed from both ends. */
async function fedRun(context: Context, width: number, inflow: number, seed: number): Promise<FedRun> {
  const length = 24;
  const name = `counterflow, ${width} m, ${inflow} people/s from each side`;
  const { input, sources } = fedCorridor(name, width, length, END);
  const draw = createDraws(seed);
  const orders: number[] = [];
  const shuffles: number[] = [];
  const densities: number[] = [];
  let [lastArrival, arrived, longest, late] = [0, 0, 0, 0];
  await simulate(context, input, seed, (world) => {
    for (const source of sources) {
      source.waiting += arrivals(draw, inflow * world.dt);
      feed(world, source, draw);
    }
    const time = timeOf(world);
    if (world.arrived > arrived) {
      if (time > END - LATE) late += world.arrived - arrived;
      arrived = world.arrived;
      lastArrival = time;
    }
    if (arrived > 0) longest = Math.max(longest, time - lastArrival);
    // What stands for so long is locked: the rest of the run would only add to the queues.
    if (longest > 3 * STANDSTILL) return true;
    if (time < 30 || world.step % 20 !== 0) return false;
    const inside = peopleIn(world, length / 2 - 4, length / 2 + 4);
    densities.push(inside.length / (8 * width));
    const order = orderOf(inside);
    if (Number.isNaN(order)) return false;
    orders.push(order);
    shuffles.push(orderOf(shuffled(inside, draw)));
    return false;
  });
  return {
    locked: longest > STANDSTILL || late < inflow * LATE,
    order: orders.length > 0 ? meanOf(orders) : Number.NaN,
    shuffled: shuffles.length > 0 ? meanOf(shuffles) : Number.NaN,
    density: meanOf(densities),
    arrived,
    longest,
  };
}

type Person = { y: number; direction: number };

function peopleIn({ crowd }: World, from: number, to: number): Person[] {
  const people: Person[] = [];
  for (let row = 0; row < crowd.count; row++) {
    const x = crowd.motion.x[row];
    if (x < from || x > to) continue;
    people.push({ y: crowd.motion.y[row], direction: crowd.plan.target[row] === 0 ? 1 : -1 });
  }
  return people;
}

/** Mean of ((same − opposite) / (same + opposite))² over the people who share a lane with others. */
export function orderOf(people: readonly Person[]): number {
  const values = people.flatMap((person) => {
    const others = people.filter((other) => other !== person && Math.abs(other.y - person.y) <= LANE);
    const same = others.filter(({ direction }) => direction === person.direction).length;
    return others.length > 0 ? [((2 * same - others.length) / others.length) ** 2] : [];
  });
  return values.length > 0 ? meanOf(values) : Number.NaN;
}

function shuffled(people: readonly Person[], draw: () => number): Person[] {
  const directions = people.map(({ direction }) => direction);
  for (let k = directions.length - 1; k > 0; k--) {
    const other = Math.floor(draw() * (k + 1));
    [directions[k], directions[other]] = [directions[other], directions[k]];
  }
  return people.map(({ y }, k) => ({ y, direction: directions[k] }));
}

async function fed(context: Context, width: number, inflow: number): Promise<Finding> {
  const runs: FedRun[] = [];
  for (const seed of context.seeds) runs.push(await fedRun(context, width, inflow, seed));
  const locked = runs.filter((run) => run.locked).length;
  const order = meanOf(runs.map((run) => run.order));
  const chance = meanOf(runs.map((run) => run.shuffled));
  const density = meanOf(runs.map((run) => run.density));
  return {
    failures: unmet(
      [locked === 0, `${locked} of ${runs.length} runs lock`],
      [
        order > chance,
        Number.isNaN(order)
          ? 'people never share a lane'
          : `lanes are no better ordered than shuffled ones, ${order.toFixed(2)}`,
      ],
    ),
    figure: `${locked} of ${runs.length} runs locked (longest standstill ${Math.max(...runs.map(({ longest }) => longest)).toFixed(0)} s), ${meanOf(runs.map((run) => run.arrived)).toFixed(0)} arrived; order of lanes ${order.toFixed(2)} at ${density.toFixed(2)} people/m²`,
    reference: `no lock; order above the shuffled one, ${chance.toFixed(2)} (Jülich ${julich.lanes.map(([at, value]) => `${value} at ${at}`).join(', ')})`,
    values: runs.map((run) => run.order),
    plot: lanesPlot(width, runs),
  };
}

/** The order of lanes over the density: all corridors in one plot. */
function lanesPlot(width: number, runs: readonly FedRun[]): Plot {
  const known = runs.filter(({ order }) => !Number.isNaN(order));
  return {
    title: 'Counterflow: order of lanes',
    x: { label: 'density, people/m²', min: 0, max: Math.max(3, ...known.map((run) => 1.05 * run.density)) },
    y: { label: 'order', min: 0, max: 1 },
    curves: [
      { label: 'Jülich', colour: '#d55e00', points: julich.lanes.map(([at, order]) => [at, order] as const) },
      {
        label: 'Jülich, shuffled',
        colour: '#d55e00',
        dash: '6 4',
        points: julich.lanes.map(([at, , shuffled]) => [at, shuffled] as const),
      },
    ],
    clouds: [
      {
        label: `simulated, ${width} m`,
        colour: width > 3 ? '#0072b2' : '#009e73',
        radius: 4,
        points: known.map(({ density, order }) => [density, order] as const),
      },
    ],
  };
}

/** Two rooms of 20 × 20 m with a door of 3 m; as many in each go to the far side of the other and vanish. */
const ROOMS_END = 150;
const IN_EACH = 222;

async function twoRooms(context: Context): Promise<Finding> {
  const input: ScenarioInput = {
    version: 1,
    name: 'two rooms, a door of 3 m',
    bounds: { min: [0, 0], max: [40.2, 20], walls: true },
    duration: ROOMS_END,
    arrival: 'vanish',
    obstacles: [
      { shape: 'box', min: [20, 0], max: [20.2, 8.5] },
      { shape: 'box', min: [20, 11.5], max: [20.2, 20] },
    ],
    targets: [
      { name: 'right', region: { box: { min: [38.7, 0], max: [40.2, 20] } } },
      { name: 'left', region: { box: { min: [0, 0], max: [1.5, 20] } } },
    ],
    groups: (['right', 'left'] as const).map((target, k) => ({
      name: `to the ${target}`,
      count: IN_EACH,
      region: { box: { min: [k === 0 ? 2 : 20.7, 0.5], max: [k === 0 ? 19.5 : 38.2, 19.5] } },
      radius: RADIUS,
      speed: speeds,
      targets: [target],
    })),
  };
  const runs: { arrived: number; time: number }[] = [];
  for (const seed of context.seeds) {
    const { world } = await simulate(context, input, seed, ({ arrived }) => arrived === 2 * IN_EACH);
    runs.push({ arrived: world.arrived, time: timeOf(world) });
  }
  const cleared = runs.filter(({ arrived }) => arrived === 2 * IN_EACH);
  const through = meanOf(runs.map(({ arrived }) => arrived)).toFixed(0);
  const slowest =
    cleared.length > 0 ? `, the slowest in ${Math.max(...cleared.map(({ time }) => time)).toFixed(0)} s` : '';
  return {
    failures: unmet([
      cleared.length === runs.length,
      `${runs.length - cleared.length} of ${runs.length} runs are not cleared`,
    ]),
    figure: `${cleared.length} of ${runs.length} runs cleared${slowest}; ${through} of ${2 * IN_EACH} got through on average`,
    reference: `all ${2 * IN_EACH} within ${ROOMS_END} s`,
    values: runs.map(({ arrived }) => arrived),
  };
}

/** People of both directions, mixed, are set down in a corridor at 3 people/m². */
async function setDown(context: Context): Promise<Finding> {
  const width = 3.6;
  const { input } = fedCorridor('set down locked', width, 24, 60);
  const groups = (['right', 'left'] as const).map((target) => ({
    name: target,
    count: 65,
    region: { box: { min: [6, 0.25] as [number, number], max: [18, width - 0.25] as [number, number] } },
    clearance: 0,
    radius: RADIUS,
    speed: speeds,
    targets: [target],
  }));
  const shares: number[] = [];
  for (const seed of context.seeds) {
    const { world } = await simulate(context, { ...input, groups }, seed, ({ arrived }) => arrived === 130);
    shares.push(world.arrived / 130);
  }
  return {
    failures: unmet([
      Math.min(...shares) >= 0.9,
      `in ${shares.filter((share) => share < 0.9).length} of ${shares.length} runs fewer than 90 % have left`,
    ]),
    figure: `${(100 * Math.min(...shares)).toFixed(0)} % have left within 60 s in the worst run, ${(100 * meanOf(shares)).toFixed(0)} % on average`,
    reference: 'at least 90 % within 60 s',
    values: shares,
  };
}

/** IMO 8: two rooms joined by a corridor of 10 × 2 m; 100 people against 0, 10, 50 and 100. */
const AGAINST = [0, 10, 50, 100];
const IMO_END = 600;
/** Seconds without an arrival after which a run is given up. */
const LOCKED = 120;

async function imoTimes(context: Context): Promise<number[][]> {
  return context.once(`imo 8 ${context.seeds}`, async () => {
    const all: number[][] = [];
    for (const seed of context.seeds) {
      const times: number[] = [];
      for (const opposing of AGAINST) times.push(await imoTime(context, opposing, seed));
      all.push(times);
    }
    return all;
  });
}

/** When the last of the 100 enters room 2; infinite when it does not. */
async function imoTime(context: Context, opposing: number, seed: number): Promise<number> {
  const crowd = (name: string, count: number, from: number) => ({
    name,
    count,
    region: {
      box: { min: [from + 0.3, 0.3] as [number, number], max: [from + 9.7, 9.7] as [number, number] },
    },
    radius: RADIUS,
    speed: speeds,
    targets: [name],
  });
  const input: ScenarioInput = {
    version: 1,
    name: `IMO 8, 100 against ${opposing}`,
    bounds: { min: [0, 0], max: [30, 10] },
    area: {
      polygons: [
        [
          [
            [0, 0],
            [10, 0],
            [10, 4],
            [20, 4],
            [20, 0],
            [30, 0],
            [30, 10],
            [20, 10],
            [20, 6],
            [10, 6],
            [10, 10],
            [0, 10],
          ],
        ],
      ],
    },
    duration: IMO_END,
    arrival: 'vanish',
    targets: [
      { name: 'right', region: { box: { min: [28, 0], max: [30, 10] } } },
      { name: 'left', region: { box: { min: [0, 0], max: [2, 10] } } },
    ],
    groups: [crowd('right', 100, 0), ...(opposing > 0 ? [crowd('left', opposing, 20)] : [])],
    measurements: { lines: [{ name: 'room 2', from: [20, 4], to: [20, 6] }] },
  };
  let [arrived, lastArrival] = [0, 0];
  // The first 100 ids are those of the group that goes right; it has arrived 8 m behind the line.
  const { survey } = await simulate(context, input, seed, (world) => {
    if (world.step % 20 !== 0) return false;
    if (world.arrived > arrived) [arrived, lastArrival] = [world.arrived, timeOf(world)];
    if (timeOf(world) - lastArrival > LOCKED) return true;
    for (let row = 0; row < world.crowd.count; row++) if (world.crowd.ids[row] < 100) return false;
    return true;
  });
  const { columns, count } = survey.lines[0].crossings;
  const times = Array.from({ length: count }, (_, k) => k)
    .filter((k) => columns.group[k] === 0 && columns.direction[k] === 1)
    .map((k) => columns.time[k]);
  return times.length >= 100 ? Math.max(...times) : Number.POSITIVE_INFINITY;
}

async function imo8(context: Context): Promise<Finding> {
  const all = await imoTimes(context);
  const means = AGAINST.map((_, k) => meanOf(all.map((times) => times[k])));
  const inSeconds = (time: number) => (Number.isFinite(time) ? `${time.toFixed(0)} s` : 'not all');
  return {
    failures: [
      ...means.flatMap((time, k) =>
        unmet([Number.isFinite(time), `not all get through against ${AGAINST[k]}`]),
      ),
      ...notRising(
        means.every(Number.isFinite) ? means : [],
        (time, k) => `${inSeconds(time)} against ${AGAINST[k]}`,
      ),
    ],
    figure: `${AGAINST.map((opposing, k) => `${inSeconds(means[k])} against ${opposing}`).join(', ')}`,
    reference: 'the time of the last rises with the number of opposing people, and all get through',
    values: all.map((times) => (Number.isFinite(times[3]) ? times[3] : IMO_END)),
    plot: {
      title: 'IMO 8: time of the last of 100 people',
      x: { label: 'opposing people', min: 0, max: 110 },
      y: { label: 'time, s', min: 0, max: Math.max(60, ...all.flat().filter(Number.isFinite)) * 1.1 },
      curves: [
        {
          label: 'mean over seeds',
          colour: '#0072b2',
          points: means.flatMap((time, k) => (Number.isFinite(time) ? [[AGAINST[k], time] as const] : [])),
        },
      ],
      clouds: [
        {
          label: 'runs',
          colour: '#0072b2',
          radius: 4,
          points: all.flatMap((times) =>
            times.flatMap((time, k) => (Number.isFinite(time) ? [[AGAINST[k], time] as const] : [])),
          ),
        },
      ],
    },
  };
}

const FED = [
  [3.6, 1],
  [3.6, 1.5],
  [3.6, 2],
  [3.6, 2.5],
  [2, 1],
  [2, 1.5],
] as const;

export const counterflowTests: readonly StandardTest[] = [
  ...FED.map(
    ([width, inflow]): StandardTest => ({
      id: `counterflow/${width}-${inflow}`,
      title: `Counterflow in a corridor of ${width} m, ${inflow} ${inflow === 1 ? 'person' : 'people'}/s from each side`,
      source: 'Jülich experiments, order of lanes',
      criterion: `No lock in ${END} s: never ${STANDSTILL} s without an arrival, and half of the inflow arrives in the last ${LATE} s; order of lanes above that of shuffled directions`,
      run: (context) => fed(context, width, inflow),
    }),
  ),
  {
    id: 'counterflow/two-rooms',
    title: `Two rooms, a door of 3 m, ${IN_EACH} people each way`,
    source: 'own test',
    criterion: `All get through within ${ROOMS_END} s`,
    seeds: 10,
    run: twoRooms,
  },
  {
    id: 'counterflow/set-down',
    title: 'A crowd of two directions that is set down mixed',
    source: 'own test',
    criterion: '90 % have left a corridor of 3.6 × 24 m within 60 s',
    run: setDown,
  },
  ...(
    [
      ['imo/8', 'IMO MSC.1/Circ.1533, test 8'],
      ['iso/6', 'ISO 20414, test 6'],
      ['nist/2.8', 'NIST TN 1822, Verif.2.8'],
    ] as const
  ).map(
    ([id, source]): StandardTest => ({
      id,
      title: 'Counterflow between two rooms',
      source,
      criterion: 'The time of the last of 100 people to enter room 2 rises with 0, 10, 50, 100 opposing',
      run: imo8,
    }),
  ),
];
