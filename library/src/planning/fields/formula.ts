import { atan2, cos, exp, sin, tanh } from '../../numerics/index.ts';

/** The value of a formula at a place; NaN and infinities where it has none. */
export type Formula = (x: number, y: number) => number;

/** What is wrong with a formula, and where: the first character is 1. */
export type FormulaProblem = { position: number; message: string };

/** Functions and how many arguments they take; min and max take two and more. */
const functions = new Map<string, { apply: (...given: number[]) => number; least: number; most: number }>([
  ['sqrt', { apply: Math.sqrt, least: 1, most: 1 }],
  ['abs', { apply: Math.abs, least: 1, most: 1 }],
  ['sin', { apply: sin, least: 1, most: 1 }],
  ['cos', { apply: cos, least: 1, most: 1 }],
  ['exp', { apply: exp, least: 1, most: 1 }],
  ['tanh', { apply: tanh, least: 1, most: 1 }],
  ['atan2', { apply: atan2, least: 2, most: 2 }],
  ['min', { apply: Math.min, least: 2, most: Number.POSITIVE_INFINITY }],
  ['max', { apply: Math.max, least: 2, most: Number.POSITIVE_INFINITY }],
]);

/** Names that mean something in every formula. */
export const formulaNames: readonly string[] = ['x', 'y', 'pi', ...functions.keys()];

/** Signs that people write, and what they mean. */
const signs = new Map([
  ['−', '-'],
  ['×', '*'],
  ['·', '*'],
  ['÷', '/'],
]);

/** Deepest nesting of parentheses, functions and signs: the reader calls itself. */
const DEEPEST = 64;

const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const SPACE = /\s*/y;

class Refusal extends Error {
  readonly position: number;

  constructor(position: number, message: string) {
    super(message);
    this.position = position;
  }
}

type Reading = { text: string; at: number; depth: number; parameters: ReadonlyMap<string, number> };

/**
 * Reads a formula: numbers, x, y, pi, parameters by name, + − × ÷ with the usual precedence, parentheses, and sqrt, abs,
 * sin, cos, exp, tanh, atan2, min, max. Nothing of it is ever run as a program.
 */
export function parseFormula(
  text: string,
  parameters: ReadonlyMap<string, number> = new Map(),
): { formula: Formula } | { problem: FormulaProblem } {
  const reading: Reading = { text, at: 0, depth: 0, parameters };
  try {
    const formula = readSum(reading);
    if (peek(reading) !== '') refuse(reading, `expected an operator or the end, got ${inWords(reading)}`);
    return { formula };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { problem: { position: error.position + 1, message: error.message } };
  }
}

function readSum(reading: Reading): Formula {
  let sum = readProduct(reading);
  for (let sign = peek(reading); sign === '+' || sign === '-'; sign = peek(reading)) {
    reading.at++;
    const [before, term] = [sum, readProduct(reading)];
    sum = sign === '+' ? (x, y) => before(x, y) + term(x, y) : (x, y) => before(x, y) - term(x, y);
  }
  return sum;
}

function readProduct(reading: Reading): Formula {
  let product = readSigned(reading);
  for (let sign = peek(reading); sign === '*' || sign === '/'; sign = peek(reading)) {
    reading.at++;
    const [before, factor] = [product, readSigned(reading)];
    product = sign === '*' ? (x, y) => before(x, y) * factor(x, y) : (x, y) => before(x, y) / factor(x, y);
  }
  return product;
}

function readSigned(reading: Reading): Formula {
  const sign = peek(reading);
  if (sign !== '-' && sign !== '+') return readValue(reading);
  deeper(reading);
  reading.at++;
  const value = readSigned(reading);
  reading.depth--;
  return sign === '-' ? (x, y) => -value(x, y) : value;
}

function readValue(reading: Reading): Formula {
  if (peek(reading) === '(') {
    deeper(reading);
    reading.at++;
    const inner = readSum(reading);
    close(reading);
    reading.depth--;
    return inner;
  }
  const start = reading.at;
  const digits = take(reading, NUMBER);
  if (digits !== '') {
    const value = Number(digits);
    if (!Number.isFinite(value)) refuse({ at: start }, `the number ${digits} is too large`);
    return () => value;
  }
  const name = take(reading, NAME);
  if (name === '') refuse(reading, `expected a number, a name or "(", got ${inWords(reading)}`);
  if (functions.has(name)) return readCall(reading, name, start);
  if (peek(reading) === '(') refuse({ at: start }, unknownName(reading, name, 'function'));
  if (name === 'x') return (x) => x;
  if (name === 'y') return (_, y) => y;
  const value = name === 'pi' ? Math.PI : reading.parameters.get(name);
  if (value === undefined) return refuse({ at: start }, unknownName(reading, name, 'name'));
  return () => value;
}

function readCall(reading: Reading, name: string, start: number): Formula {
  const { apply, least, most } = functions.get(name)!;
  if (peek(reading) !== '(') refuse(reading, `expected "(" after ${name}, got ${inWords(reading)}`);
  deeper(reading);
  const given: Formula[] = [];
  do {
    reading.at++;
    given.push(readSum(reading));
  } while (peek(reading) === ',');
  close(reading);
  reading.depth--;
  if (given.length < least || given.length > most) {
    const expected = most === least ? String(least) : `at least ${least}`;
    const word = least === 1 && most === 1 ? 'argument' : 'arguments';
    refuse({ at: start }, `expected ${expected} ${word} of ${name}, got ${given.length}`);
  }
  const [first, ...rest] = given;
  if (rest.length === 0) return (x, y) => apply(first(x, y));
  return rest.reduce((one, other) => (x, y) => apply(one(x, y), other(x, y)), first);
}

/** The sign at the place, spaces skipped; empty at the end. */
function peek(reading: Reading): string {
  take(reading, SPACE);
  const sign = reading.text.charAt(reading.at);
  return signs.get(sign) ?? sign;
}

/** What stands at the place and fits the pattern; the place moves behind it. */
function take(reading: Reading, pattern: RegExp): string {
  pattern.lastIndex = reading.at;
  const found = pattern.exec(reading.text)?.[0] ?? '';
  reading.at += found.length;
  return found;
}

function close(reading: Reading): void {
  if (peek(reading) !== ')') refuse(reading, `expected an operator or ")", got ${inWords(reading)}`);
  reading.at++;
}

function deeper(reading: Reading): void {
  if (++reading.depth > DEEPEST) refuse(reading, `nested deeper than ${DEEPEST} levels`);
}

function inWords({ text, at }: Reading): string {
  const [sign] = text.slice(at);
  return sign === undefined ? 'the end' : JSON.stringify(sign);
}

function unknownName({ parameters }: Reading, name: string, what: string): string {
  const known =
    what === 'function' ? [...functions.keys()] : [...formulaNames.slice(0, 3), ...parameters.keys()];
  return `unknown ${what} ${JSON.stringify(name)}, expected one of ${known.slice(0, 20).join(', ')}`;
}

function refuse({ at }: { at: number }, message: string): never {
  throw new Refusal(at, message);
}
