import { exp, log, tanh } from '../../../numerics/index.ts';
import { isApplication, partsOf, type Tree } from './expression.ts';

/** Every value that an expression can have lies between the two; conditions are 0 and 1. */
export type Interval = readonly [low: number, high: number];

const everything: Interval = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const unknown: Interval = [0, 1];

/** Evaluates over intervals. Bounds are widened by the rounding of one operation, so that the result holds what a run computes. */
export function evaluateOver(tree: Tree, rangeOf: (name: string) => Interval): Interval {
  if (typeof tree === 'boolean') return tree ? [1, 1] : [0, 0];
  if (typeof tree === 'number') return [tree, tree];
  if (typeof tree === 'string') return rangeOf(tree);
  if (!isApplication(tree)) return everything;
  const [operator, operands] = partsOf(tree);
  const ranges = operands.map((operand) => evaluateOver(operand, rangeOf));
  if (operator === 'if') {
    const [condition, yes, no] = ranges;
    if (condition[0] === 1) return yes;
    return condition[1] === 0 ? no : [Math.min(yes[0], no[0]), Math.max(yes[1], no[1])];
  }
  const [first, ...rest] = ranges;
  const one = unary[operator];
  if (rest.length === 0) return one ? one(first) : everything;
  const two = binary[operator];
  return two ? rest.reduce((result, range) => two(result, range), first) : everything;
}

function widened(low: number, high: number): Interval {
  if (Number.isNaN(low) || Number.isNaN(high)) return everything;
  return [low - Math.abs(low) * Number.EPSILON, high + Math.abs(high) * Number.EPSILON];
}

const monotone =
  (change: (x: number) => number) =>
  ([low, high]: Interval) =>
    widened(change(low), change(high));

const unary: Record<string, (a: Interval) => Interval> = {
  '-': ([low, high]) => [-high, -low],
  not: ([low, high]) => [1 - high, 1 - low],
  abs: ([low, high]) => [low > 0 ? low : high < 0 ? -high : 0, Math.max(Math.abs(low), Math.abs(high))],
  floor: ([low, high]) => [Math.floor(low), Math.floor(high)],
  sqrt: ([low, high]) => widened(Math.sqrt(Math.max(0, low)), Math.sqrt(Math.max(0, high))),
  exp: monotone(exp),
  tanh: monotone(tanh),
  log: ([low, high]) => (low > 0 ? widened(log(low), log(high)) : everything),
  sin: () => [-1, 1],
  cos: () => [-1, 1],
};

/** 1, 0 or unknown, of whether one comparison holds throughout or never. */
const decided = (always: boolean, never: boolean): Interval => (always ? [1, 1] : never ? [0, 0] : unknown);

const binary: Record<string, (a: Interval, b: Interval) => Interval> = {
  '+': (a, b) => widened(a[0] + b[0], a[1] + b[1]),
  '-': (a, b) => widened(a[0] - b[1], a[1] - b[0]),
  '*': multiplied,
  '/': (a, b) => (b[0] > 0 || b[1] < 0 ? multiplied(a, widened(1 / b[1], 1 / b[0])) : everything),
  min: (a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1])],
  max: (a, b) => [Math.max(a[0], b[0]), Math.max(a[1], b[1])],
  and: (a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1])],
  or: (a, b) => [Math.max(a[0], b[0]), Math.max(a[1], b[1])],
  '<': (a, b) => decided(a[1] < b[0], a[0] >= b[1]),
  '<=': (a, b) => decided(a[1] <= b[0], a[0] > b[1]),
  '>': (a, b) => decided(a[0] > b[1], a[1] <= b[0]),
  '>=': (a, b) => decided(a[0] >= b[1], a[1] < b[0]),
  '==': (a, b) => decided(a[0] === a[1] && b[0] === b[1] && a[0] === b[0], a[1] < b[0] || a[0] > b[1]),
  '!=': (a, b) => decided(a[1] < b[0] || a[0] > b[1], a[0] === a[1] && b[0] === b[1] && a[0] === b[0]),
};

function multiplied(a: Interval, b: Interval): Interval {
  // 0 × ∞ is 0 here: the bounds are bounds, not values.
  const products = a.flatMap((x) => b.map((y) => (x === 0 || y === 0 ? 0 : x * y)));
  return widened(Math.min(...products), Math.max(...products));
}
