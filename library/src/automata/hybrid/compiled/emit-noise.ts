import { philoxConstants } from '../../../numerics/index.ts';
import { addLocal, type Code, get, Op, operate, pushF64, pushI32, pushI64, set, Type } from './assembler.ts';

const { keySteps, multipliers, rounds } = philoxConstants;

/** Locals with the counter of the agent and the key of the seed, as `uniform` of numerics/random.ts forms them. */
export type NoiseLocals = {
  agentLow: number;
  agentHigh: number;
  stepLow: number;
  /** With the index of the first draw of the automaton. */
  stepHigh: number;
  seedLow: number;
  seedHigh: number;
};

/** Leaves low + (high − low) · uniform(…) on the stack, for the draw of number `draw` of the automaton. */
export function emitNoise(code: Code, locals: NoiseLocals, draw: number, low: number, high: number): void {
  const words = [0, 1, 2, 3].map(() => addLocal(code, Type.i32));
  const products = [0, 1].map(() => addLocal(code, Type.i64));
  for (const [word, from] of [locals.agentLow, locals.agentHigh, locals.stepLow].entries()) {
    get(code, from);
    set(code, words[word]);
  }
  get(code, locals.stepHigh);
  pushI32(code, draw << 21);
  operate(code, Op.orI32);
  set(code, words[3]);
  for (let round = 0; round < rounds; round++) emitRound(code, locals, words, products, round);
  pushF64(code, low);
  pushF64(code, high - low);
  emitFraction(code, words[0], words[1]);
  operate(code, Op.multiplyF64, Op.addF64);
}

function emitRound(
  code: Code,
  locals: NoiseLocals,
  words: readonly number[],
  products: readonly number[],
  round: number,
): void {
  for (const [k, word] of [words[0], words[2]].entries()) {
    get(code, word);
    operate(code, Op.extendI32);
    pushI64(code, BigInt(multipliers[k]));
    operate(code, Op.multiplyI64);
    set(code, products[k]);
  }
  emitMixed(code, products[1], words[1], locals.seedLow, Math.imul(keySteps[0], round), words[0]);
  emitMixed(code, products[0], words[3], locals.seedHigh, Math.imul(keySteps[1], round), words[2]);
  for (const [word, product] of [
    [words[1], products[1]],
    [words[3], products[0]],
  ]) {
    get(code, product);
    operate(code, Op.wrapI64);
    set(code, word);
  }
}

/** to = upper half of the product ^ word ^ (key + step) */
function emitMixed(code: Code, product: number, word: number, key: number, step: number, to: number): void {
  get(code, product);
  pushI64(code, 32n);
  operate(code, Op.shiftRightI64, Op.wrapI64);
  get(code, word);
  operate(code, Op.exclusiveOrI32);
  get(code, key);
  pushI32(code, step);
  operate(code, Op.addI32, Op.exclusiveOrI32);
  set(code, to);
}

/** 27 + 26 bits of two words as a fraction in [0, 1). */
function emitFraction(code: Code, upper: number, lower: number): void {
  get(code, upper);
  pushI32(code, 5);
  operate(code, Op.shiftRightI32, Op.extendI32);
  pushI64(code, 26n);
  operate(code, Op.shiftLeftI64);
  get(code, lower);
  pushI32(code, 6);
  operate(code, Op.shiftRightI32, Op.extendI32, Op.orI64, Op.convertI64);
  pushF64(code, 1 / 9007199254740992);
  operate(code, Op.multiplyF64);
}
