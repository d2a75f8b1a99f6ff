import { BadInput } from '../../failure.ts';
import { deviationOf, meanOf } from './quantiles.ts';

/*
 * Whether this many runs are enough: the functional analysis of Ronchi, Reneke and Peacock (2014), "A method for the
 * analysis of behavioural uncertainty in evacuation modelling", Fire Technology 50. The mean of the evacuation curves of j
 * runs is compared with that of j − 1 runs. The measures have the names of the method, as in Grandison (2020), Fire Technology
 * 56, 2137–2177.
 */

/** What one more run changes: the means of j and of j − 1 runs compared. */
export type ConvergenceStep = {
  runs: number;
  /** Total evacuation time: change of the mean, relative. */
  tet: number;
  /** Standard deviation of the total evacuation times: change, relative. */
  sd: number;
  /** Euclidean relative difference of the mean curves: 0 where they are the same. */
  erd: number;
  /** Euclidean projection coefficient: 1 for curves of the same size. */
  epc: number;
  /** Secant cosine: 1 for curves of the same shape. */
  sc: number;
};

export type Convergence = {
  steps: ConvergenceStep[];
  /** The first number of runs from which on the criterion held for this many runs in succession; null if it never did. */
  enough: number | null;
};

/** The measures, in the order of the method. */
const measures = ['tet', 'sd', 'erd', 'epc', 'sc'] as const;
type Measure = (typeof measures)[number];

/** Largest acceptable values of the measures, as shares, and for how many runs in succession they must hold. */
export type Acceptance = Readonly<Record<Measure | 'runs', number>>;

/** The method leaves the limits to its user; these hold where none are given. */
export const usualAcceptance: Acceptance = { tet: 0.01, sd: 0.05, erd: 0.01, epc: 0.01, sc: 0.01, runs: 10 };

/** Reads `--acceptance tet=0.5,sd=5,runs=20`: percents, and runs in succession. */
export function parseAcceptance(text: string | undefined): Acceptance {
  const limits = { ...usualAcceptance };
  for (const part of text?.split(',') ?? []) {
    const [, name = '', number] = /^(tet|sd|erd|epc|sc|runs)=(\d+(?:\.\d+)?)$/.exec(part.trim()) ?? [];
    const value = Number(number);
    const isRuns = name === 'runs';
    if (!(value > 0) || (isRuns ? !Number.isInteger(value) : value > 100)) {
      throw new BadInput(
        `--acceptance ${text}: expected limits in percent of tet, sd, erd, epc and sc, and runs in succession, such as tet=0.5,sd=5,runs=20`,
      );
    }
    limits[name as Measure | 'runs'] = isRuns ? value : value / 100;
  }
  return limits;
}

/** How far a measure is from that of equal curves. */
export function changeIn(step: ConvergenceStep, measure: Measure): number {
  return measure === 'epc' || measure === 'sc' ? Math.abs(1 - step[measure]) : step[measure];
}

/** Share of the points of a curve between the two ends of a secant: noise of single agents does not count. */
const SECANT = 0.05;

/** The steps of convergence for curves of runs in the order of their seeds; undefined for less than two. */
export function convergenceOf(
  curves: readonly (readonly number[])[],
  acceptance: Acceptance = usualAcceptance,
): Convergence | undefined {
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
        tet: relative(meanOf(totals), meanOf(totals.slice(0, -1))),
        sd: k < 2 ? 1 : relative(spread, spreadBefore),
        ...compareCurves(mean, before),
      });
    }
    before = mean;
    spreadBefore = spread;
  });
  return { steps, enough: findEnough(steps, acceptance) };
}

function relative(now: number, before: number): number {
  if (now === before) return 0;
  return Math.abs((now - before) / now);
}

/** The measures of Peacock et al. (1999) for two curves over the same points. */
export function compareCurves(
  one: ArrayLike<number>,
  other: ArrayLike<number>,
): Pick<ConvergenceStep, 'erd' | 'epc' | 'sc'> {
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
    erd: square > 0 ? Math.sqrt(apart / square) : 0,
    epc: square > 0 ? product / square : 1,
    sc: scale > 0 ? rises / scale : 1,
  };
}

/** The runs after which all measures stayed below their limits for the whole succession. */
function findEnough(steps: readonly ConvergenceStep[], acceptance: Acceptance): number | null {
  let held = 0;
  for (const step of steps) {
    const holds = measures.every((measure) => changeIn(step, measure) <= acceptance[measure]);
    held = holds ? held + 1 : 0;
    if (held === acceptance.runs) return step.runs;
  }
  return null;
}
