import { timeOf } from 'wend';
import type { ScenarioInput } from 'wend/scenario';
import { type Context, type Finding, medianOf, unmet } from './contract.ts';
import { julich } from './references.ts';
import { createDraws, feed, type Source, simulate } from './simulate.ts';

/** Seconds that are discarded. */
const SETTLE = 20;

/** Seconds of a run with two sources, and the inflows, people per second from each side. */
const TWO_WAYS_END = 90;
const INFLOWS = [1.5, 2.5, 3.5, 4.5];

export async function twoWays(context: Context): Promise<Finding> {
  const samples = await context.once(`two ways ${context.seeds}`, async () => {
    const all: [number, number][] = [];
    for (const seed of context.seeds) {
      for (const inflow of INFLOWS) all.push(...(await sampleTwoWays(context, inflow, seed)));
    }
    return all;
  });
  const bins = julich.twoWays.map(([density, speed]) => {
    const inside = samples.filter(([at]) => at >= density - 0.25 && at < density + 0.25);
    return {
      density,
      speed,
      count: inside.length,
      median: inside.length > 0 ? medianOf(inside.map(([, s]) => s)) : Number.NaN,
    };
  });
  const reached = bins.filter(({ count }) => count >= 20);
  const differences = reached.map(({ median, speed }) => Math.abs(median - speed));
  const missing = bins.filter(({ count }) => count < 20).map(({ density }) => density);
  return {
    failures: [
      ...unmet([reached.length >= 2, `${reached.length} densities are reached, fewer than two`]),
      ...reached.flatMap(({ density, median, speed }) =>
        unmet([
          Math.abs(median - speed) <= 0.2,
          `${median.toFixed(2)} m/s at ${density} people/m², ${Math.abs(median - speed).toFixed(2)} from ${speed}`,
        ]),
      ),
    ],
    figure: `${reached.map(({ density, median }) => `${median.toFixed(2)} at ${density}`).join(', ')} people/m²${missing.length > 0 ? `; not reached: ${missing.join(', ')}` : ''}`,
    reference: `Jülich, two ways, within 0.2 m/s: ${julich.twoWays.map(([density, speed]) => `${speed} at ${density}`).join(', ')}`,
    values: differences,
    plot: {
      title: 'Two ways, 3.6 m: speed over density',
      x: { label: 'density, people/m²', min: 0, max: Math.max(4, ...samples.map(([at]) => at)) },
      y: {
        label: 'speed, m/s',
        min: Math.min(0, ...samples.map(([, speed]) => speed)),
        max: Math.max(1.8, ...samples.map(([, speed]) => speed)),
      },
      curves: [{ label: 'Jülich, median', colour: '#d55e00', points: julich.twoWays }],
      clouds: [{ label: 'simulated, samples', colour: '#0072b2', points: samples, radius: 2 }],
    },
  };
}

/** Density and mean speed along the own direction in the middle 4 m, every half second. */
async function sampleTwoWays(context: Context, inflow: number, seed: number): Promise<[number, number][]> {
  const length = 24;
  const { input, sources } = fedCorridor(
    `two ways, ${inflow} people/s from each side`,
    3.6,
    length,
    TWO_WAYS_END,
  );
  const draw = createDraws(seed);
  const samples: [number, number][] = [];
  const last = new Map<number, number>();
  await simulate(context, input, seed, (world) => {
    for (const source of sources) {
      source.waiting += arrivals(draw, inflow * world.dt);
      feed(world, source, draw);
    }
    if (world.step % 10 !== 0) return;
    let people = 0;
    let speed = 0;
    const { crowd } = world;
    for (let row = 0; row < crowd.count; row++) {
      const id = crowd.ids[row];
      const x = crowd.motion.x[row];
      const before = last.get(id);
      last.set(id, x);
      if (before === undefined || Math.abs(x - length / 2) > 2) continue;
      people++;
      speed += ((x - before) / (10 * world.dt)) * (crowd.plan.target[row] === 0 ? 1 : -1);
    }
    if (timeOf(world) > SETTLE && people > 0) samples.push([people / (4 * 3.6), speed / people]);
  });
  return samples;
}

/** A corridor between two exits that people enter at both ends. */
export function fedCorridor(
  name: string,
  width: number,
  length: number,
  duration: number,
): { input: ScenarioInput; sources: Source[] } {
  const input: ScenarioInput = {
    version: 1,
    name,
    bounds: { min: [-3, 0], max: [length + 3, width], walls: true },
    duration,
    arrival: 'vanish',
    targets: [
      { name: 'right', region: { box: { min: [length + 1, 0], max: [length + 3, width] } } },
      { name: 'left', region: { box: { min: [-3, 0], max: [-1, width] } } },
    ],
  };
  const common = { low: 0, high: width, waiting: 0, entered: 0 };
  const sources: Source[] = [
    { ...common, x: -0.5, direction: 1, target: 'right' },
    { ...common, x: length + 0.5, direction: -1, target: 'left' },
  ];
  return { input, sources };
}

/** A Poisson number with a small mean. */
export function arrivals(draw: () => number, mean: number): number {
  let count = 0;
  for (let product = draw(); product > Math.exp(-mean); product *= draw()) count++;
  return count;
}
