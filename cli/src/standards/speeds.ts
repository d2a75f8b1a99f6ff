import { timeOf } from 'wend';
import type { ScenarioInput } from 'wend/scenario';
import { type Context, type Finding, meanOf, unmet } from './contract.ts';
import { box, corridorPlan, roomPlan } from './plans.ts';
import { createDraws, eachSeed, RADIUS, simulate } from './simulate.ts';

/** Walking speeds and starting times, of one person and of populations. */

/** The speed of one person over 40 m. */
async function walk(context: Context, speed: number): Promise<number> {
  const { survey } = await simulate(context, corridorPlan(speed), 1, ({ arrived }) => arrived > 0);
  const [begin, end] = survey.lines.map(({ crossings }) => crossings.columns.time[0]);
  return survey.lines[1].crossings.count > 0 ? 40 / (end - begin) : 0;
}

export async function walkingTime(
  context: Context,
  speed: number,
  low: number,
  high: number,
): Promise<Finding> {
  const time = 40 / (await walk(context, speed));
  return {
    failures: unmet([
      time >= low && time <= high,
      Number.isFinite(time) ? `${time.toFixed(2)} s are not from ${low} to ${high} s` : 'no agent arrives',
    ]),
    figure: `${time.toFixed(2)} s for 40 m`,
    reference: `${low} to ${high} s`,
    values: [time],
  };
}

export async function walkingSpeed(context: Context): Promise<Finding> {
  const speed = await walk(context, 1);
  return {
    failures: unmet([Math.abs(speed - 1) <= 0.05, `${speed.toFixed(3)} m/s are not within 5 % of 1.0`]),
    figure: `${speed.toFixed(3)} m/s`,
    reference: '1.0 ± 0.05 m/s',
    values: [speed],
  };
}

/** Ten people start at times drawn from 10 to 100 s; the largest difference between a start and its time. */
export async function starts(context: Context): Promise<Finding> {
  const runs = await eachSeed(context, 'premovement', async (seed) => {
    const draw = createDraws(seed);
    const times = Array.from({ length: 10 }, () => Math.round(1000 + 9000 * draw()) / 100);
    const agents = times.map((time, k): NonNullable<ScenarioInput['agents']>[number] => ({
      at: [1 + (k % 5) * 1.3, k < 5 ? 1.2 : 3.8],
      radius: RADIUS,
      heading: 0,
      journey: {
        stages: [
          { kind: 'idle', for: time },
          { kind: 'seek', targets: ['exit'] },
        ],
      },
    }));
    const started = times.map(() => Number.POSITIVE_INFINITY);
    await simulate(context, roomPlan('premovement', [], agents), seed, (world) => {
      const { crowd } = world;
      for (let row = 0; row < crowd.count; row++) {
        const { at } = agents[crowd.ids[row]];
        const moved = Math.hypot(crowd.motion.x[row] - at[0], crowd.motion.y[row] - at[1]);
        if (moved > 0.05) started[crowd.ids[row]] = Math.min(started[crowd.ids[row]], timeOf(world));
      }
      return world.arrived === 10;
    });
    return Math.max(...started.map((time, k) => Math.abs(time - times[k])));
  });
  const worst = Math.max(...runs);
  return {
    failures: unmet([
      worst <= 0.5,
      Number.isFinite(worst) ? `an agent starts ${worst.toFixed(2)} s off its time` : 'not all agents start',
    ]),
    figure: `starts differ from the drawn times by up to ${worst.toFixed(2)} s`,
    reference: 'at most 0.5 s',
    values: runs,
  };
}

/** Walking speeds over 30 m of people who want speeds of a distribution, in a field of 100 × 100 m. */
type Wanted = {
  name: string;
  count: number;
  speed: NonNullable<NonNullable<ScenarioInput['groups']>[number]['speed']>;
};

async function walked(context: Context, wanted: readonly Wanted[], seed: number): Promise<number[][]> {
  const input: ScenarioInput = {
    version: 1,
    name: 'demographics',
    bounds: { min: [0, 0], max: [100, 100] },
    duration: 120,
    arrival: 'vanish',
    groups: wanted.map(({ count, name, speed }, k) => ({
      name,
      count,
      // Strips of their own: agents of one strip walk beside each other.
      region: { box: box(1, 1 + (98 / wanted.length) * k, 60, (98 / wanted.length) * (k + 1)) },
      clearance: 0.6,
      radius: RADIUS,
      heading: 0,
      speed,
      goal: { offset: [30, 0] },
    })),
  };
  const people = wanted.reduce((sum, { count }) => sum + count, 0);
  const { survey } = await simulate(context, input, seed, ({ arrived }) => arrived === people);
  const { columns, count } = survey.travel;
  return wanted.map((_, group) =>
    Array.from({ length: count }, (__, k) => k)
      .filter((k) => columns.group[k] === group)
      .map((k) => columns.walked[k] / (columns.arrived[k] - columns.entered[k])),
  );
}

/** The largest difference between the distribution of some values and a normal one: Kolmogorov and Smirnov. */
export function kolmogorov(values: readonly number[], law: (value: number) => number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.max(
    ...sorted.map((value, k) =>
      Math.max(law(value) - k / sorted.length, (k + 1) / sorted.length - law(value)),
    ),
  );
}

/** The normal distribution; Abramowitz and Stegun 7.1.26, exact to 2e-7. */
export function normalLaw(mean: number, deviation: number): (value: number) => number {
  return (value) => {
    const z = (value - mean) / deviation / Math.SQRT2;
    const t = 1 / (1 + 0.3275911 * Math.abs(z));
    const tail =
      t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
    const half = 0.5 * (1 - tail * Math.exp(-z * z));
    return z >= 0 ? 0.5 + half : 0.5 - half;
  };
}

export async function normalSpeeds(context: Context): Promise<Finding> {
  const group = {
    name: 'people',
    count: 100,
    speed: { normal: { mean: 1.2, deviation: 0.2, min: 0.5, max: 1.9 } },
  };
  const runs = await eachSeed(context, 'normal speeds', async (seed) => {
    const [values] = await walked(context, [group], seed);
    const mean = meanOf(values);
    const deviation = Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));
    return { mean, deviation, distance: kolmogorov(values, normalLaw(1.2, 0.2)), count: values.length };
  });
  // Of 100 draws, the distance is above 0.136 in one of twenty cases: the median of the seeds decides.
  const distance = [...runs].sort((a, b) => a.distance - b.distance)[runs.length >> 1].distance;
  const [mean, deviation] = [meanOf(runs.map((run) => run.mean)), meanOf(runs.map((run) => run.deviation))];
  return {
    failures: unmet(
      [runs.every(({ count }) => count === 100), 'not all arrive'],
      [!(Math.abs(mean - 1.2) > 0.05), `the mean of ${mean.toFixed(3)} m/s is not 1.2`],
      [!(Math.abs(deviation - 0.2) > 0.05), `the deviation of ${deviation.toFixed(3)} m/s is not 0.2`],
      [distance <= 0.136, `the distance of ${distance.toFixed(3)} is above 0.136`],
    ),
    figure: `mean ${mean.toFixed(3)}, deviation ${deviation.toFixed(3)} m/s, Kolmogorov–Smirnov distance ${distance.toFixed(3)}`,
    reference: '1.2 ± 0.05, 0.2 ± 0.05, distance at most 0.136 (5 %)',
    values: runs.map((run) => run.mean),
  };
}

/** RiMEA 7: age, mean and deviation of the speed, m/s. */
const AGES = [
  [10, 1.18, 0.225],
  [20, 1.61, 0.315],
  [30, 1.54, 0.3],
  [40, 1.48, 0.285],
  [50, 1.41, 0.275],
  [60, 1.27, 0.245],
  [70, 1.07, 0.2],
  [80, 0.68, 0.14],
] as const;

export async function ages(context: Context): Promise<Finding> {
  const wanted = AGES.map(([age, mean, deviation]) => ({
    name: `${age} years`,
    count: 50,
    speed: {
      normal: { mean, deviation, min: Math.max(0.2, mean - 3 * deviation), max: mean + 3 * deviation },
    },
  }));
  const runs = await eachSeed(context, 'ages', (seed) => walked(context, wanted, seed));
  const offs = AGES.map(([, mean, deviation], group) => {
    const values = runs.flatMap((run) => run[group]);
    return (Math.abs(meanOf(values) - mean) / deviation) * Math.sqrt(values.length);
  });
  const means = AGES.map(
    ([age], group) => `${meanOf(runs.flatMap((run) => run[group])).toFixed(2)} at ${age}`,
  );
  return {
    failures: AGES.flatMap(([age], group) =>
      unmet(
        [runs.every((run) => run[group].length === 50), `not all people of ${age} years arrive`],
        [!(offs[group] > 3), `people of ${age} years are ${offs[group].toFixed(1)} standard errors off`],
      ),
    ),
    figure: `${means.join(', ')} years`,
    reference: `${AGES.map(([age, mean]) => `${mean} at ${age}`).join(', ')} years, within three standard errors`,
    values: offs,
  };
}

export async function men(context: Context): Promise<Finding> {
  const [low, high] = [0.97, 1.62];
  const wanted = [{ name: 'men', count: 50, speed: { uniform: [low, high] as [number, number] } }];
  const runs = await eachSeed(context, 'men', (seed) => walked(context, wanted, seed));
  const values = runs.flatMap(([speeds]) => speeds);
  const mean = meanOf(values);
  return {
    failures: unmet(
      [runs.every(([speeds]) => speeds.length === 50), 'not all arrive'],
      [Math.min(...values) >= 0.95 * low, `the slowest walks at ${Math.min(...values).toFixed(2)} m/s`],
      [Math.max(...values) <= 1.02 * high, `the fastest walks at ${Math.max(...values).toFixed(2)} m/s`],
      [!(Math.abs(mean - 1.295) > 0.08), `the mean of ${mean.toFixed(2)} m/s is not 1.295 ± 0.08`],
    ),
    figure: `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)} m/s, mean ${mean.toFixed(2)}`,
    reference: 'men of 30 to 50: uniform from 0.97 to 1.62 m/s',
    values: runs.map(([speeds]) => meanOf(speeds)),
  };
}
