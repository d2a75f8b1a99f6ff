import { exp, log, normal, Purpose, uniform } from '../../numerics/index.ts';
import { limitsOf } from './distribution-limits.ts';
import type { Distribution } from './schema.ts';
import { imoCrew, imoPassengers, rimeaAges } from './speed-tables.ts';

/** The limits of a field. */
type Range = { min: number; max: number };

/** Which random numbers a value is drawn with: the same stream gives the same value. */
export type Stream = { seed: number; purpose: Purpose; agent: number; step: number; index: number };

/** A value of a distribution, clipped to the range of its field. */
export function drawValue(distribution: Distribution, range: Range, stream: Stream): number {
  if (typeof distribution === 'number') return distribution;
  const value = drawFreely(distribution, stream);
  const [min, max] = limitsOf(distribution, range);
  return Math.min(max, Math.max(min, value));
}

type Drawn = Exclude<Distribution, number>;

function drawFreely(distribution: Drawn, stream: Stream): number {
  if ('uniform' in distribution) {
    const [low, high] = distribution.uniform;
    return low + (high - low) * fraction(stream);
  }
  if ('normal' in distribution) {
    const { deviation, mean } = distribution.normal;
    return mean + deviation * standardNormal(stream);
  }
  if ('lognormal' in distribution) {
    // Parameters of the logarithm from the moments of the value: Johnson, Kotz and Balakrishnan (1994), chapter 14.
    const { deviation, mean } = distribution.lognormal;
    const variance = log(1 + (deviation * deviation) / (mean * mean));
    return mean * exp(Math.sqrt(variance) * standardNormal(stream) - variance / 2);
  }
  if ('gamma' in distribution) {
    const { scale, shape } = distribution.gamma;
    return scale * drawGamma(shape, stream);
  }
  if ('weibull' in distribution) {
    const { scale, shape } = distribution.weibull;
    return scale * exp(log(-log(1 - fraction(stream))) / shape);
  }
  if ('triangular' in distribution) {
    const { max, min, mode } = distribution.triangular;
    const share = fraction(stream);
    if (share * (max - min) < mode - min) return min + Math.sqrt(share * (max - min) * (mode - min));
    return max - Math.sqrt((1 - share) * (max - min) * (max - mode));
  }
  if ('values' in distribution) return pick(distribution.values, distribution.weights, fraction(stream));
  return drawSpeed(distribution, stream);
}

/** Walking speeds of a guideline. */
function drawSpeed({ ages = [20, 70], table }: Extract<Drawn, { table: unknown }>, stream: Stream): number {
  if (table === 'rimea') {
    const age = ages[0] + (ages[1] - ages[0]) * fraction(stream);
    const row = Math.min(rimeaAges.length - 2, Math.max(0, Math.floor((age - rimeaAges[0].age) / 10)));
    const [younger, older] = [rimeaAges[row], rimeaAges[row + 1]];
    const part = (age - younger.age) / (older.age - younger.age);
    const mean = younger.mean + part * (older.mean - younger.mean);
    const deviation = younger.deviation + part * (older.deviation - younger.deviation);
    return mean + deviation * standardNormal(stream);
  }
  const people = table === 'imo-crew' ? imoCrew : imoPassengers;
  const shares = people.map(({ share }) => share);
  const [low, high] = pick(people, shares, fraction(stream)).speed;
  return low + (high - low) * fraction({ ...stream, step: stream.step + SECOND });
}

/** One of several things, in proportion to their weights. */
function pick<Thing>(things: readonly Thing[], weights: readonly number[] | undefined, share: number): Thing {
  if (!weights) return things[Math.floor(share * things.length)];
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let left = share * total;
  for (let k = 0; k < things.length; k++) {
    left -= weights[k];
    if (left < 0) return things[k];
  }
  return things[weights.findLastIndex((weight) => weight > 0)];
}

/** Draws of one value that are further numbers of its stream: steps that no other value has. */
const SECOND = 1_000_000_000_000;

/** Most rejections of a gamma draw; each happens once in twenty times. */
const MOST_DRAWS = 64;

/**
 * Marsaglia and Tsang (2000), "A simple method for generating gamma variables". Below a shape of 1, a value of the next
 * shape times a power of a fraction.
 */
function drawGamma(shape: number, stream: Stream): number {
  if (shape < 1) {
    const share = fraction({ ...stream, step: stream.step + SECOND - 1 });
    return drawGamma(shape + 1, stream) * exp(log(1 - share) / shape);
  }
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (let attempt = 0; attempt < MOST_DRAWS; attempt++) {
    const x = standardNormal({ ...stream, step: stream.step + attempt * SECOND });
    const root = 1 + c * x;
    if (root <= 0) continue;
    const v = root * root * root;
    const share = 1 - fraction({ ...stream, step: stream.step + attempt * SECOND + SECOND / 2 });
    if (log(share) < 0.5 * x * x + d - d * v + d * log(v)) return d * v;
  }
  return d;
}

function fraction({ agent, index, purpose, seed, step }: Stream): number {
  return uniform(seed, purpose, agent, step, index);
}

function standardNormal({ agent, index, purpose, seed, step }: Stream): number {
  // The plain fraction of the same tuple is another draw only where the step differs.
  return normal(seed, purpose, agent, step, index);
}

/** Index of the draw for each quantity of an agent; part of what a seed means, never renumber. */
export const Quantity = {
  radius: 0,
  speed: 1,
  agility: 2,
  mass: 3,
  aggressiveness: 4,
  premovement: 5,
} as const;

/** One agent's value of a quantity, clipped to the range of its field. */
export function drawFrom(
  distribution: Distribution,
  range: { min: number; max: number },
  seed: number,
  agent: number,
  quantity: number,
): number {
  return drawValue(distribution, range, {
    seed,
    purpose: Purpose.personality,
    agent,
    step: 0,
    index: quantity,
  });
}
