import { atan2, cos, exp, log, sin, tanh } from '../../numerics/index.ts';

/** A program works on this many agents at once, so that its registers stay in the cache. */
export const LANES = 128;

/** to = operator(a, b, c) for the first `count` lanes. Truth values are 0 and 1. */
export type Operation = (to: Lanes, a: Lanes, b: Lanes, c: Lanes, count: number) => void;
export type Lanes = Float64Array;

/** Whether an operation met a value that it is not defined for since this was last set to false. */
export const fault = { found: false };

/**
 * One small loop for each operator: each sees only arrays of doubles, so that the engine compiles it well. Code is never
 * generated as text: pages may forbid that.
 */
export const operations: Readonly<Record<string, Operation>> = {
  '+': (to, a, b, _, count) => {
    for (let k = 0; k < count; k++) to[k] = a[k] + b[k];
  },
  '-': (to, a, b, _, count) => {
    for (let k = 0; k < count; k++) to[k] = a[k] - b[k];
  },
  negate: (to, a, _b, _c, count) => {
    for (let k = 0; k < count; k++) to[k] = -a[k];
  },
  '*': (to, a, b, _, count) => {
    for (let k = 0; k < count; k++) to[k] = a[k] * b[k];
  },
  '/': (to, a, b, _, count) => {
    let isBad = false;
    for (let k = 0; k < count; k++) {
      if (b[k] === 0) isBad = true;
      to[k] = a[k] / b[k];
    }
    if (isBad) fault.found = true;
  },
  min: (to, a, b, _, count) => {
    for (let k = 0; k < count; k++) to[k] = a[k] < b[k] ? a[k] : b[k];
  },
  max: (to, a, b, _, count) => {
    for (let k = 0; k < count; k++) to[k] = a[k] > b[k] ? a[k] : b[k];
  },
  abs: (to, a, _b, _c, count) => {
    for (let k = 0; k < count; k++) to[k] = Math.abs(a[k]);
  },
  floor: (to, a, _b, _c, count) => {
    for (let k = 0; k < count; k++) to[k] = Math.floor(a[k]);
  },
  if: (to, a, b, c, count) => {
    for (let k = 0; k < count; k++) to[k] = a[k] !== 0 ? b[k] : c[k];
  },
  '<': (to, a, b, _, count) => {
    for (let k = 0; k < count; k++) to[k] = a[k] < b[k] ? 1 : 0;
  },
  '<=': (to, a, b, _, count) => {
    for (let k = 0; k < count; k++) to[k] = a[k] <= b[k] ? 1 : 0;
  },
  '>': (to, a, b, _, count) => {
    for (let k = 0; k < count; k++) to[k] = a[k] > b[k] ? 1 : 0;
  },
  '>=': (to, a, b, _, count) => {
    for (let k = 0; k < count; k++) to[k] = a[k] >= b[k] ? 1 : 0;
  },
  '==': (to, a, b, _, count) => {
    for (let k = 0; k < count; k++) to[k] = a[k] === b[k] ? 1 : 0;
  },
  '!=': (to, a, b, _, count) => {
    for (let k = 0; k < count; k++) to[k] = a[k] !== b[k] ? 1 : 0;
  },
  and: (to, a, b, _, count) => {
    for (let k = 0; k < count; k++) to[k] = a[k] * b[k];
  },
  or: (to, a, b, _, count) => {
    for (let k = 0; k < count; k++) to[k] = a[k] > b[k] ? a[k] : b[k];
  },
  not: (to, a, _b, _c, count) => {
    for (let k = 0; k < count; k++) to[k] = 1 - a[k];
  },
  sqrt: (to, a, _b, _c, count) => {
    let isBad = false;
    for (let k = 0; k < count; k++) {
      if (a[k] < 0) isBad = true;
      to[k] = Math.sqrt(a[k]);
    }
    if (isBad) fault.found = true;
  },
  exp: (to, a, _b, _c, count) => {
    for (let k = 0; k < count; k++) to[k] = exp(a[k]);
  },
  log: (to, a, _b, _c, count) => {
    let isBad = false;
    for (let k = 0; k < count; k++) {
      if (a[k] <= 0) isBad = true;
      to[k] = log(a[k]);
    }
    if (isBad) fault.found = true;
  },
  sin: (to, a, _b, _c, count) => {
    for (let k = 0; k < count; k++) to[k] = sin(a[k]);
  },
  cos: (to, a, _b, _c, count) => {
    for (let k = 0; k < count; k++) to[k] = cos(a[k]);
  },
  tanh: (to, a, _b, _c, count) => {
    for (let k = 0; k < count; k++) to[k] = tanh(a[k]);
  },
  atan2: (to, a, b, _, count) => {
    for (let k = 0; k < count; k++) to[k] = atan2(a[k], b[k]);
  },
};

/** The operation of a function that a program has passed. */
export function operationOf(own: (...given: number[]) => number, takes: number): Operation {
  if (takes > 3) throw new RangeError(`a function of an automaton takes at most 3 arguments, got ${takes}`);
  return (to, a, b, c, count) => {
    for (let k = 0; k < count; k++) to[k] = own(a[k], b[k], c[k]);
  };
}
