import { createDraws } from '../design/random.ts';
import { quantileOf } from './quantiles.ts';

export type Interval = readonly [low: number, high: number];

/** Share of the intervals. */
const LEVEL = 0.95;
const RESAMPLES = 1000;

/** Which values a resample has: drawn once for each size, so that the intervals of a table are the same in every run. */
const drawn = new Map<number, Uint32Array>();

function resamplesOf(size: number): Uint32Array {
  let indices = drawn.get(size);
  if (!indices) {
    const draw = createDraws(size, 0x5eed);
    indices = Uint32Array.from({ length: size * RESAMPLES }, () => Math.floor(draw() * size));
    // Tables have one or two sizes; memory stays bounded whatever they have.
    if (drawn.size > 8) drawn.clear();
    drawn.set(size, indices);
  }
  return indices;
}

/** The means of resamples with replacement, in order. */
export function resampledMeans(values: ArrayLike<number>): Float64Array {
  const indices = resamplesOf(values.length);
  const means = new Float64Array(RESAMPLES);
  for (let resample = 0, at = 0; resample < RESAMPLES; resample++) {
    let sum = 0;
    for (let k = 0; k < values.length; k++) sum += values[indices[at++]];
    means[resample] = sum / values.length;
  }
  return means.sort();
}

/** The percentile interval of the mean. */
export function meanInterval(values: ArrayLike<number>): Interval {
  const means = resampledMeans(values);
  return [quantileOf(means, (1 - LEVEL) / 2), quantileOf(means, (1 + LEVEL) / 2)];
}

/**
 * The interval of the median between two of the ordered values. The bootstrap's own distribution is known: the k-th
 * smallest value of a resample is at most the j-th of the sample with the probability that a binomial variable of n draws
 * with the chance j / n is at least k. No resample is drawn.
 */
export function medianInterval(sorted: ArrayLike<number>): Interval {
  const size = sorted.length;
  const middle = Math.floor((size + 1) / 2);
  const ordered = (share: number) => {
    let j = 1;
    while (j < size && binomialTail(size, j / size, middle) < share) j++;
    return sorted[j - 1];
  };
  return [ordered((1 - LEVEL) / 2), ordered((1 + LEVEL) / 2)];
}

/** The probability of at least `least` successes in `draws`. */
export function binomialTail(draws: number, chance: number, least: number): number {
  if (chance >= 1) return 1;
  let term = Math.exp(draws * Math.log1p(-chance));
  let below = 0;
  for (let k = 0; k < least; k++) {
    below += term;
    term *= ((draws - k) / (k + 1)) * (chance / (1 - chance));
  }
  return Math.max(0, 1 - below);
}

/** The interval of the difference of two means, of samples that do not belong together. */
export function differenceInterval(one: ArrayLike<number>, other: ArrayLike<number>): Interval {
  const [a, b] = [resampledInOrder(one, 1), resampledInOrder(other, 2)];
  const differences = a.map((mean, k) => b[k] - mean).sort();
  return [quantileOf(differences, (1 - LEVEL) / 2), quantileOf(differences, (1 + LEVEL) / 2)];
}

/** The means of resamples in the order of the draws: those of two samples must not go together. */
function resampledInOrder(values: ArrayLike<number>, purpose: number): Float64Array {
  const draw = createDraws(values.length, purpose);
  return Float64Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let k = 0; k < values.length; k++) sum += values[Math.floor(draw() * values.length)];
    return sum / values.length;
  });
}
