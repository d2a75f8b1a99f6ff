import type { Series } from '../engine/answers.ts';

/** A curve over time: seconds, and values. */
export type Curve = { times: number[]; values: number[] };

/** Points of a curve at most: more than a chart has pixels are of no use. */
const MOST_POINTS = 360;
/** Seconds over which rates are taken. */
const WINDOW = 2;

/** Values of a series until a step, at even steps. */
export function curveOf(values: readonly number[], dt: number, last: number): Curve {
  return sampled(last, dt, (step) => values[step] ?? 0);
}

/** How fast a count grows, per second, over the last two seconds. */
export function rateOf(counts: readonly number[], dt: number, last: number): Curve {
  const window = Math.max(1, Math.round(WINDOW / dt));
  return sampled(last, dt, (step) => {
    const from = Math.max(0, step - window);
    return step > from ? (counts[step] - counts[from]) / ((step - from) * dt) : 0;
  });
}

/** Sums so far. */
export function sumsOf(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
}

function sampled(last: number, dt: number, valueAt: (step: number) => number): Curve {
  const stride = Math.max(1, Math.ceil(last / MOST_POINTS));
  const times: number[] = [];
  const values: number[] = [];
  for (let step = 0; step <= last; step += stride) {
    times.push(step * dt);
    values.push(valueAt(step));
  }
  return { times, values };
}

/** What the charts show of a run. */
export const charts: readonly {
  title: string;
  unit: string;
  curve(series: Series, dt: number, last: number): Curve;
}[] = [
  { title: 'Arrivals', unit: 'agents', curve: ({ arrived }, dt, last) => curveOf(arrived, dt, last) },
  { title: 'Flow', unit: 'arrivals/s', curve: ({ arrived }, dt, last) => rateOf(arrived, dt, last) },
  { title: 'Mean speed', unit: 'm/s', curve: ({ meanSpeed }, dt, last) => curveOf(meanSpeed, dt, last) },
  {
    title: 'Density around agents',
    unit: '1/m²',
    curve: ({ density }, dt, last) => curveOf(density, dt, last),
  },
  {
    title: 'Energy',
    unit: 'W/kg of walking, on average',
    curve: ({ power }, dt, last) => curveOf(power, dt, last),
  },
  { title: 'Contacts', unit: '1/s', curve: ({ contacts }, dt, last) => rateOf(sumsOf(contacts), dt, last) },
];
