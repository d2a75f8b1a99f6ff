import { atan2, cos, exp, sin, tanh } from '../../numerics/index.ts';

/** A formula in x and y, ready to be evaluated: what to do in turn on a stack of numbers. */
export type Formula = {
  /** Operations, by number. */
  operations: Uint8Array;
  /** One for each operation: the number that it pushes. */
  constants: Float64Array;
  /** Room for the numbers that wait. */
  stack: Float64Array;
};

/** What is wrong with a formula, and where: the first character is 1. */
export type FormulaProblem = { position: number; message: string };

const Operation = {
  constant: 0,
  x: 1,
  y: 2,
  add: 3,
  subtract: 4,
  multiply: 5,
  divide: 6,
  negate: 7,
  sqrt: 8,
  abs: 9,
  sin: 10,
  cos: 11,
  exp: 12,
  tanh: 13,
  atan2: 14,
  min: 15,
  max: 16,
} as const;

/** Functions and how many arguments they take; min and max take two and more. */
const functions = new Map<string, { operation: number; least: number; most: number }>([
  ['sqrt', { operation: Operation.sqrt, least: 1, most: 1 }],
  ['abs', { operation: Operation.abs, least: 1, most: 1 }],
  ['sin', { operation: Operation.sin, least: 1, most: 1 }],
  ['cos', { operation: Operation.cos, least: 1, most: 1 }],
  ['exp', { operation: Operation.exp, least: 1, most: 1 }],
  ['tanh', { operation: Operation.tanh, least: 1, most: 1 }],
  ['atan2', { operation: Operation.atan2, least: 2, most: 2 }],
  ['min', { operation: Operation.min, least: 2, most: Number.POSITIVE_INFINITY }],
  ['max', { operation: Operation.max, least: 2, most: Number.POSITIVE_INFINITY }],
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

type Reading = {
  text: string;
  at: number;
  depth: number;
  parameters: ReadonlyMap<string, number>;
  operations: number[];
  constants: number[];
};

/**
 * Reads a formula: numbers, x, y, pi, parameters by name, + − × ÷ with the usual precedence, parentheses, and sqrt, abs,
 * sin, cos, exp, tanh, atan2, min, max. Nothing of it is ever run as a program.
 */
export function parseFormula(
  text: string,
  parameters: ReadonlyMap<string, number> = new Map(),
): { formula: Formula } | { problem: FormulaProblem } {
  const reading: Reading = { text, at: 0, depth: 0, parameters, operations: [], constants: [] };
  try {
    readSum(reading);
    const sign = peek(reading);
    if (sign !== '') refuse(reading, `expected an operator or the end, got ${inWords(reading)}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { problem: { position: error.position + 1, message: error.message } };
  }
  return {
    formula: {
      operations: Uint8Array.from(reading.operations),
      constants: Float64Array.from(reading.constants),
      // No more can wait than there are operations.
      stack: new Float64Array(reading.operations.length),
    },
  };
}

function readSum(reading: Reading): void {
  readProduct(reading);
  for (let sign = peek(reading); sign === '+' || sign === '-'; sign = peek(reading)) {
    reading.at++;
    readProduct(reading);
    emit(reading, sign === '+' ? Operation.add : Operation.subtract);
  }
}

function readProduct(reading: Reading): void {
  readSigned(reading);
  for (let sign = peek(reading); sign === '*' || sign === '/'; sign = peek(reading)) {
    reading.at++;
    readSigned(reading);
    emit(reading, sign === '*' ? Operation.multiply : Operation.divide);
  }
}

function readSigned(reading: Reading): void {
  const sign = peek(reading);
  if (sign !== '-' && sign !== '+') {
    readValue(reading);
    return;
  }
  deeper(reading);
  reading.at++;
  readSigned(reading);
  reading.depth--;
  if (sign === '-') emit(reading, Operation.negate);
}

function readValue(reading: Reading): void {
  if (peek(reading) === '(') {
    deeper(reading);
    reading.at++;
    readSum(reading);
    close(reading);
    reading.depth--;
    return;
  }
  const start = reading.at;
  const digits = take(reading, NUMBER);
  if (digits !== '') {
    const value = Number(digits);
    if (!Number.isFinite(value)) refuse({ ...reading, at: start }, `the number ${digits} is too large`);
    emit(reading, Operation.constant, value);
    return;
  }
  const name = take(reading, NAME);
  if (name === '') refuse(reading, `expected a number, a name or "(", got ${inWords(reading)}`);
  if (functions.has(name)) readCall(reading, name, start);
  else if (peek(reading) === '(') refuse({ ...reading, at: start }, unknownName(reading, name, 'function'));
  else if (name === 'x') emit(reading, Operation.x);
  else if (name === 'y') emit(reading, Operation.y);
  else if (name === 'pi') emit(reading, Operation.constant, Math.PI);
  else {
    const value = reading.parameters.get(name);
    if (value === undefined) refuse({ ...reading, at: start }, unknownName(reading, name, 'name'));
    else emit(reading, Operation.constant, value);
  }
}

function readCall(reading: Reading, name: string, start: number): void {
  const { operation, least, most } = functions.get(name)!;
  if (peek(reading) !== '(') refuse(reading, `expected "(" after ${name}, got ${inWords(reading)}`);
  deeper(reading);
  reading.at++;
  let count = 0;
  do {
    if (count > 0) reading.at++;
    readSum(reading);
    count++;
    // Of three and more two are done at once: min(a, b, c) is min(a, min(b, c)).
    if (count > 2 && count <= most) emit(reading, operation);
  } while (peek(reading) === ',');
  close(reading);
  reading.depth--;
  if (count < least || count > most) {
    const expected = most === least ? String(least) : `at least ${least}`;
    const word = least === 1 && most === 1 ? 'argument' : 'arguments';
    refuse({ ...reading, at: start }, `expected ${expected} ${word} of ${name}, got ${count}`);
  }
  emit(reading, operation);
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

function emit({ operations, constants }: Reading, operation: number, constant = 0): void {
  operations.push(operation);
  constants.push(constant);
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

/** The value at a place; NaN and infinities where the formula has none. */
export function evaluateFormula({ operations, constants, stack }: Formula, x: number, y: number): number {
  let top = -1;
  for (let k = 0; k < operations.length; k++) {
    switch (operations[k]) {
      case Operation.constant:
        stack[++top] = constants[k];
        break;
      case Operation.x:
        stack[++top] = x;
        break;
      case Operation.y:
        stack[++top] = y;
        break;
      case Operation.add:
        top--;
        stack[top] += stack[top + 1];
        break;
      case Operation.subtract:
        top--;
        stack[top] -= stack[top + 1];
        break;
      case Operation.multiply:
        top--;
        stack[top] *= stack[top + 1];
        break;
      case Operation.divide:
        top--;
        stack[top] /= stack[top + 1];
        break;
      case Operation.negate:
        stack[top] = -stack[top];
        break;
      case Operation.sqrt:
        stack[top] = Math.sqrt(stack[top]);
        break;
      case Operation.abs:
        stack[top] = Math.abs(stack[top]);
        break;
      case Operation.sin:
        stack[top] = sin(stack[top]);
        break;
      case Operation.cos:
        stack[top] = cos(stack[top]);
        break;
      case Operation.exp:
        stack[top] = exp(stack[top]);
        break;
      case Operation.tanh:
        stack[top] = tanh(stack[top]);
        break;
      case Operation.atan2:
        top--;
        stack[top] = atan2(stack[top], stack[top + 1]);
        break;
      case Operation.min:
        top--;
        stack[top] = Math.min(stack[top], stack[top + 1]);
        break;
      case Operation.max:
        top--;
        stack[top] = Math.max(stack[top], stack[top + 1]);
        break;
    }
  }
  return stack[0];
}
