import { log } from './log.ts';
import { philox } from './philox.ts';
import { cos } from './trigonometry.ts';

/**
 * Random numbers that are a pure function of (seed, purpose, agent, step, index).
 *
 * There is no generator state that could depend on who drew before: agents may be updated in any order, on any
 * worker, may come and go, and still draw the same numbers.
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
 * Standard normal; parameters as of `uniform`. |result| < 8.6.
 *
 * Box and Muller's transform of two uniforms of the same block, by our own logarithm and cosine, so that the
 * bits are the same on every engine. 1 - u lies in (0, 1], where the logarithm is finite. Shares its block with
 * `uniform`: do not draw both for the same tuple.
 */
export function normal(
  seed: number,
  purpose: number,
  agent: number,
  step: number,
  index: number = 0,
): number {
  draw(seed, purpose, agent, step, index);
  const radius = Math.sqrt(-2 * log(1 - fraction(block[0], block[1])));
  return radius * cos(TURN * fraction(block[2], block[3]));
}

const TURN = 6.283185307179586;

/** 27 + 26 bits of two words as a fraction in [0, 1). */
function fraction(upper: number, lower: number): number {
  return ((upper >>> 5) * 67108864 + (lower >>> 6)) / 9007199254740992;
}
