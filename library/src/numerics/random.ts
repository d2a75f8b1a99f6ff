import { philox } from './philox.ts';
import { normalQuantile } from './quantile.ts';

/**
 * Random numbers that are a pure function of (seed, purpose, agent, step, index).
 *
 * There is no generator state that could depend on earlier draws: agents may be updated in any order, on any worker,
 * may enter and leave, and still draw the same numbers.
 */

/**
 * What a number is drawn for; distinct purposes are independent streams. Values are part of every recording:
 * add new ones at the end (below 2048), never renumber.
 */
export const Purpose = {
  headingNoise: 1,
  placement: 2,
  personality: 3,
  spawning: 4,
  goalChoice: 5,
  speedNoise: 6,
  testing: 7,
  parting: 8,
  wandering: 9,
  climbNoise: 10,
  dwelling: 11,
  roaming: 12,
  perturbation: 13,
  automaton: 14,
  weightNoise: 15,
} as const;

export type Purpose = (typeof Purpose)[keyof typeof Purpose];

/** The 128 bits of the draw in progress; a register of `philox`, never read across calls. */
const block = new Int32Array(4);

const WORD = 4294967296;

/**
 * Every distinct tuple meets a distinct counter and key: the seed's 53 bits are the key; agent and step take 53
 * bits of the counter each, and the 11 bits that each leaves free hold the purpose and the index.
 */
function draw(seed: number, purpose: number, agent: number, step: number, index: number): void {
  philox(
    block,
    agent | 0,
    Math.floor(agent / WORD) | (purpose << 21),
    step | 0,
    Math.floor(step / WORD) | (index << 21),
    seed | 0,
    Math.floor(seed / WORD),
  );
}

/**
 * Uniform in [0, 1), a multiple of 2^-53.
 *
 * seed, agent and step: integers in [0, 2^53); purpose and index: integers in [0, 2048). The index tells apart
 * several draws of one agent for one purpose in one step.
 */
export function uniform(
  seed: number,
  purpose: number,
  agent: number,
  step: number,
  index: number = 0,
): number {
  draw(seed, purpose, agent, step, index);
  return fraction(block[0], block[1]);
}

/**
 * Standard normal; parameters as of `uniform`. |result| < 8.3.
 *
 * The quantile of one uniform, so that the bits are the same on every engine. Shares its block with `uniform`: do not
 * draw both for the same tuple.
 */
export function normal(
  seed: number,
  purpose: number,
  agent: number,
  step: number,
  index: number = 0,
): number {
  draw(seed, purpose, agent, step, index);
  return normalQuantile(fraction(block[0], block[1]) + HALF_BIT);
}

/** out[i] = normal(seed, purpose, agents[first + i], step) for i < count: for kernels, without a call per number. */
export function fillNormals(
  seed: number,
  purpose: number,
  agents: Float64Array,
  first: number,
  count: number,
  step: number,
  out: Float64Array,
): void {
  const stepHigh = Math.floor(step / WORD);
  const seedHigh = Math.floor(seed / WORD);
  for (let i = 0; i < count; i++) {
    const agent = agents[first + i];
    philox(
      block,
      agent | 0,
      Math.floor(agent / WORD) | (purpose << 21),
      step | 0,
      stepHigh,
      seed | 0,
      seedHigh,
    );
    out[i] = normalQuantile(fraction(block[0], block[1]) + HALF_BIT);
  }
}

/** out[i] = uniform(seed, purpose, agents[i], step, index) for i < count: for kernels, without a call per number. */
export function fillUniforms(
  seed: number,
  purpose: number,
  agents: Float64Array,
  count: number,
  step: number,
  index: number,
  out: Float64Array,
): void {
  for (let i = 0; i < count; i++) {
    draw(seed, purpose, agents[i], step, index);
    out[i] = fraction(block[0], block[1]);
  }
}

/** Half of the spacing of the fractions: puts them strictly between 0 and 1. */
const HALF_BIT = 1 / 18014398509481984;

/** 27 + 26 bits of two words as a fraction in [0, 1). */
function fraction(upper: number, lower: number): number {
  return ((upper >>> 5) * 67108864 + (lower >>> 6)) / 9007199254740992;
}
