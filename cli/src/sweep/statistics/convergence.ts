import { deviationOf, meanOf } from './quantiles.ts';

/*
 * Whether so many runs are enough: the functional analysis of Ronchi, Reneke and Peacock (2014), "A method for the
 * analysis of behavioural uncertainty in evacuation modelling", which ISO 20414 and RiMEA adopt. The mean of the
 * evacuation curves of j runs is compared with that of j − 1 runs.
 */

/** Differences between the means of j and of j − 1 runs. */
export type ConvergenceStep = {
  runs: number;
  /** Total evacuation time: change of the mean, relative. */
  time: number;
  /** Its standard deviation over the runs: change, relative. */
  deviation: number;
  /** Euclidean relative difference of the mean curves: 0 where they are the same. */
  difference: number;
  /** Euclidean projection coefficient, as its distance from 1: curves of the same size. */
  projection: number;
  /** Secant cosine, as its distance from 1: curves of the same shape. */
  cosine: number;
};

export type Convergence = {
  steps: ConvergenceStep[];
  /** The first number of runs from which on the criterion held for so many runs in succession; null if it never did. */
  enough: number | null;
};

/** Largest acceptable values, and for how many runs in succession they must hold. */
export const criterion = {
  time: 0.01,
  deviation: 0.05,
  difference: 0.01,
  projection: 0.01,
  cosine: 0.01,
  inSuccession: 10,
} as const;

/** Share of the points of a curve between the two ends of a secant: noise of single agents does not count. */
const SECANT = 0.05;

/** The steps of convergence for curves of runs in the order of their seeds; undefined for less than two. */
export function convergenceOf(curves: readonly (readonly number[])[]): Convergence | undefined {
  // Crowds of sources differ in size from run to run: their curves are compared by shares, if they are fine enough.
  const points = Math.min(...curves.map(({ length }) => length));
  if (curves.length < 2 || points < 1) return undefined;
  const resampled = curves.map((curve) =>
    Array.from({ length: points }, (_, k) => curve[Math.ceil(((k + 1) * curve.length) / points) - 1]),
  );
  const sum = new Float64Array(points);
  const totals: number[] = [];
  const steps: ConvergenceStep[] = [];
  let before: Float64Array | undefined;
  let spreadBefore = 0;
  resampled.forEach((curve, k) => {
    for (let point = 0; point < points; point++) sum[point] += curve[point];
    totals.push(curve[points - 1]);
    const mean = sum.map((value) => value / (k + 1));
    const spread = deviationOf(totals);
    if (before) {
      steps.push({
        runs: k + 1,
        time: relative(meanOf(totals), meanOf(totals.slice(0, -1))),
        deviation: k < 2 ? 1 : relative(spread, spreadBefore),
        ...compareCurves(mean, before),
      });
    }
    before = mean;
    spreadBefore = spread;
  });
  return { steps, enough: findEnough(steps) };
}

function relative(now: number, before: number): number {
  if (now === before) return 0;
  return Math.abs((now - before) / now);
}

/** The measures of Peacock et al. (1999) for two curves over the same points. */
export function compareCurves(
  one: ArrayLike<number>,
  other: ArrayLike<number>,
): Pick<ConvergenceStep, 'difference' | 'projection' | 'cosine'> {
  let [apart, square, product] = [0, 0, 0];
  for (let k = 0; k < one.length; k++) {
    apart += (one[k] - other[k]) ** 2;
    square += other[k] * other[k];
    product += one[k] * other[k];
  }
  const secant = Math.max(1, Math.round(SECANT * one.length));
  let [rises, rise, otherRise] = [0, 0, 0];
  for (let k = secant; k < one.length; k++) {
    const [a, b] = [one[k] - one[k - secant], other[k] - other[k - secant]];
    rises += a * b;
    rise += a * a;
    otherRise += b * b;
  }
  const scale = Math.sqrt(rise * otherRise);
  return {
    difference: square > 0 ? Math.sqrt(apart / square) : 0,
    projection: square > 0 ? Math.abs(1 - product / square) : 0,
    cosine: scale > 0 ? Math.abs(1 - rises / scale) : 0,
  };
}

/** The runs after which all measures stayed below their limits for the whole succession. */
function findEnough(steps: readonly ConvergenceStep[]): number | null {
  let held = 0;
  for (const step of steps) {
    const { cosine, deviation, difference, projection, time } = step;
    const holds =
      time <= criterion.time &&
      deviation <= criterion.deviation &&
      difference <= criterion.difference &&
      projection <= criterion.projection &&
      cosine <= criterion.cosine;
    held = holds ? held + 1 : 0;
    if (held === criterion.inSuccession) return step.runs;
  }
  return null;
}
