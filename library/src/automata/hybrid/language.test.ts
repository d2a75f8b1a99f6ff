import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Application,
  type AutomatonModel,
  above,
  atLeast,
  atMost,
  below,
  both,
  call,
  choose,
  chooseCondition,
  defineAutomaton,
  difference,
  different,
  either,
  equal,
  findProblems,
  flag,
  greatest,
  isIn,
  least,
  magnitude,
  negative,
  not,
  type Problem,
  printExpression,
  product,
  quotient,
  rateOf,
  readExpression,
  simulateAutomaton,
  squareRoot,
  sum,
  type Tree,
  value,
} from './index.ts';
import { namingOperators, operators } from './trees/expression.ts';
import { isSameUnit, parseUnit, printUnit } from './units.ts';

describe('expressions', () => {
  test.each([
    ['comfort > 6 and rate(comfort) > 0', ['and', ['>', 'comfort', 6], ['>', ['rate', 'comfort'], 0]]],
    ['a - b - c', ['-', ['-', 'a', 'b'], 'c']],
    ['a + b + c', ['+', 'a', 'b', 'c']],
    ['-a * b', ['*', ['-', 'a'], 'b']],
    ['2 * (a + 1) / 3', ['/', ['*', 2, ['+', 'a', 1]], 3]],
    ['not a or b and c', ['or', ['not', 'a'], ['and', 'b', 'c']]],
    ['if x < 0 then -x else x', ['if', ['<', 'x', 0], ['-', 'x'], 'x']],
    ['max(a, 1e-3, .5)', ['max', 'a', 0.001, 0.5]],
    ['in(Angle.linear)', ['in', 'Angle.linear']],
  ] as [string, Tree][])('%s is read as its tree', (text, tree) => {
    expect(readExpression(text)).toEqual(tree);
    expect(readExpression(printExpression(tree))).toEqual(tree);
  });

  const leaf = fc.oneof(fc.constantFrom<Tree>('a', 'b', 'comfort'), fc.integer({ min: -9, max: 9 }));
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.tuple(
        fc.constantFrom('-', '/', '<', '>=', 'min', '*', 'and'),
        tie('tree'),
        tie('tree'),
      ) as fc.Arbitrary<Tree>,
      fc.tuple(fc.constantFrom('not', 'sqrt', 'abs'), tie('tree')) as fc.Arbitrary<Tree>,
      fc.tuple(fc.constant('if'), tie('tree'), tie('tree'), tie('tree')) as fc.Arbitrary<Tree>,
    ),
  }));

  /** Chains of one operator may be read as one application: compared in the form that the text has. */
  test('a tree is printed as a text that is read as the same tree', () => {
    fc.assert(
      fc.property(tree, (one) => {
        const text = printExpression(one);
        expect(printExpression(readExpression(text))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['a +', 'the text ends where a value or a bracket is expected'],
    ['a ++ b', 'unexpected "+" at 4'],
    ['a < b < c', 'unexpected "<" at 7'],
    ['(a', 'the text ends'],
    ['a ? b', 'unexpected "?" at 3'],
    ['sqrt(a, b)', 'expected 1 operands of "sqrt", got 2'],
    ['1 2', 'unexpected "2" at 3'],
    ['and', 'unexpected "and" at 1'],
  ])('%s is refused: %s', (text, message) => {
    expect(() => readExpression(text)).toThrow(message);
  });

  test('depth is limited before the stack is', () => {
    expect(() => readExpression(`${'('.repeat(1e5)}a${')'.repeat(1e5)}`)).toThrow('nested');
    let deep: unknown = 'a';
    for (let k = 0; k < 1e4; k++) deep = ['sqrt', deep];
    expect(() => readExpression(deep)).toThrow('nested');
  });
});

test.each([
  ['m/s', 'm*s^-1'],
  ['kg*m/s^2', 'm*kg*s^-2'],
  ['1/s', 's^-1'],
  ['rad/s', '1/s'],
])('%s is the unit %s', (a, b) => {
  expect(isSameUnit(parseUnit(a)!, parseUnit(b)!)).toBe(true);
  expect(isSameUnit(parseUnit(printUnit(parseUnit(a)!))!, parseUnit(b)!)).toBe(true);
});

const sound: AutomatonModel = {
  name: 'sound',
  inputs: { gap: 'gap', speed: 'speed', seen: 'inSight' },
  parameters: { k: { value: 2, unit: '1/s' }, near: { value: 1, unit: 'm' } },
  variables: {
    c: { unit: '1' },
    n: { kind: 'integer' },
    on: { kind: 'boolean' },
    want: { kind: 'algebraic', unit: 'm/s' },
  },
  start: 'a',
  modes: {
    a: { flow: { c: 'k * (1 - c)' }, algebra: { want: 'speed' }, set: { speed: 'want' } },
    b: { algebra: { want: 1 } },
  },
  transitions: [{ from: 'a', to: 'b', when: 'gap < near and seen', do: { n: 'n + 1', on: 'not on' } }],
};

test('a sound model has no problems', () => {
  expect(findProblems(sound)).toEqual([]);
});

const faults: [what: string, change: Partial<AutomatonModel>, problem: string][] = [
  [
    'an unknown name',
    { transitions: [{ from: 'a', to: 'b', when: 'gep < near' }] },
    'transitions.0.when: unknown name "gep": expected one of k, near, gap, speed, seen, c, n, on, want, in "gep < near"',
  ],
  [
    'a condition for a number',
    { transitions: [{ from: 'a', to: 'b', when: 'seen < near' }] },
    'transitions.0.when: expected a number, but seen is a condition, in "seen < near"',
  ],
  [
    'a number for a condition',
    { transitions: [{ from: 'a', to: 'b', when: 'gap' }] },
    'transitions.0.when: expected a condition, got a number, in "gap"',
  ],
  [
    'two units',
    { transitions: [{ from: 'a', to: 'b', when: 'gap < speed' }] },
    'transitions.0.when: expected one unit in gap < speed, got m and m/s, in "gap < speed"',
  ],
  [
    'a rate without its second',
    { modes: { ...sound.modes!, a: { flow: { c: 'c' }, algebra: { want: 1 } } } },
    'modes.a.flow.c: expected the unit 1/s, but c has 1, in "c"',
  ],
  [
    'a fraction in an integer',
    { transitions: [{ from: 'a', to: 'b', when: 'seen', do: { n: 'n / 2' } }] },
    'transitions.0.do.n: expected a whole number (floor(…) gives one), got a number, in "n / 2"',
  ],
  [
    'an unknown mode',
    { transitions: [{ from: 'a', to: 'c', when: true }] },
    'transitions.0.to: expected the name of a mode here (a, b), got "c"',
  ],
  ['an unknown start', { start: 'z' }, 'start: expected the name of a mode here (a, b), got "z"'],
  [
    'a mode without entry',
    { transitions: [] },
    'modes.b: the mode b has no entry: no sequence of transitions leads to it',
  ],
  [
    'an algebraic loop',
    { modes: { ...sound.modes!, b: { algebra: { want: 'want + 1' } } } },
    'modes.b.algebra.want: algebraic loop want → want, in "want + 1"',
  ],
  [
    'no equation',
    { modes: { ...sound.modes!, b: {} } },
    'variables.want: the algebraic variable want has no equation in the mode b',
  ],
  [
    'a syntax error',
    { transitions: [{ from: 'a', to: 'b', when: 'gap <' }] },
    'transitions.0.when: the text ends where a value or a bracket is expected, in "gap <"',
  ],
  [
    'an undeclared function',
    { transitions: [{ from: 'a', to: 'b', when: 'closeness(gap) > 1' }] },
    'transitions.0.when: no operator or declared function is called "closeness", in "closeness(gap) > 1"',
  ],
  ['a name twice', { noise: { gap: [0, 1] } }, 'noise.gap: the name "gap" is declared twice'],
  [
    'an unknown sense',
    { inputs: { gap: 'gap', seen: 'inSight', speed: 'haste' as never } },
    'inputs.speed: expected one of time, x',
  ],
  [
    'an assignment to an equation',
    { transitions: [{ from: 'a', to: 'b', when: true, do: { want: 1 } }] },
    'transitions.0.do.want: cannot assign to "want": an algebraic variable follows its equation',
  ],
  [
    'a unit of nonsense',
    { parameters: { near: 1, k: { value: 1, unit: 'm//s' } } },
    'parameters.k.unit: expected a unit such as "m"',
  ],
  [
    'an unknown definition',
    { modes: { ...sound.modes!, b: { use: 'c' } } },
    'modes.b.use: expected a definition (none is declared), got "c"',
  ],
];

const inWords = ({ message, path }: Problem) => `${path.join('.')}: ${message}`;

test.each(faults)('%s is named with its place', (_, change, problem) => {
  expect(findProblems({ ...sound, ...change }).map(inWords)[0]).toContain(problem);
});

test('a private variable is read by its own part alone', () => {
  const model: AutomatonModel = {
    name: 'private',
    variables: { own: { private: 'a' } },
    parts: {
      a: { start: 'm', modes: { m: { flow: { own: 1 } } } },
      b: { start: 'm', modes: { m: { invariant: 'own < 1' } } },
    },
  };
  expect(findProblems(model).map(inWords)).toEqual([
    'parts.b.modes.m.invariant: own is private to the part a, in "own < 1"',
  ]);
});

test('the builder gives the model of the file: texts, trees and calls mean the same', () => {
  const c = value('c');
  const built = defineAutomaton({
    name: 'mood',
    noise: { f: [-0.1, 0.1] },
    variables: { c: {} },
    start: 'shy',
    modes: {
      shy: { flow: { c: sum(product(2, 0.1), value('f')) } },
      bold: { flow: { c: -0.05 } },
    },
    transitions: [
      { from: 'shy', to: 'bold', when: either(above(c, 6), both(above(c, 1), above(rateOf('c'), 0.25))) },
    ],
  });
  const file = `{"name":"mood","noise":{"f":[-0.1,0.1]},"variables":{"c":{}},"start":"shy","modes":{
    "shy":{"flow":{"c":"2 * 0.1 + f"}},"bold":{"flow":{"c":-0.05}}},"transitions":[
    {"from":"shy","to":"bold","when":"c > 6 or c > 1 and rate(c) > 0.25"}]}`;
  const options = { duration: 20, dt: 0.05, seed: 3 };
  const fromFile = simulateAutomaton(JSON.parse(file) as AutomatonModel, options);
  const fromCode = simulateAutomaton(JSON.parse(JSON.stringify(built)) as AutomatonModel, options);
  expect(fromCode).toEqual(fromFile);
  expect(fromCode.jumps).toHaveLength(1);
  expect(fromCode.jumps[0].when).toBe('c > 6 or c > 1 and rate(c) > 0.25');
});

test('the builder has every operator of the language', () => {
  const [a, p] = [value('a'), flag('p')];
  const built = [
    ...[sum(a, 1), difference(a, 1), negative(a), product(a, 2), quotient(a, 2)],
    ...[least(a, 1), greatest(a, 1), squareRoot(a), magnitude(a), rateOf('a'), choose(p, a, 1)],
    ...[below(a, 1), above(a, 1), atMost(a, 1), atLeast(a, 1), equal(a, 1), different(a, 1)],
    ...[both(p, true), either(p, false), not(p), isIn('part.mode'), chooseCondition(p, p, true)],
    ...['exp', 'log', 'sin', 'cos', 'tanh', 'floor'].map((name) => call(name, a)),
    call('atan2', a, 1),
  ] as Application[];
  expect(new Set(built.map(([operator]) => operator))).toEqual(
    new Set([...Object.keys(operators), ...namingOperators]),
  );
  for (const tree of built) expect(readExpression(printExpression(tree))).toEqual(tree);
});

test('functions from outside are declared, and passed by a program', () => {
  const model: AutomatonModel = {
    name: 'outside',
    variables: { c: { unit: 'm' } },
    functions: { twice: { takes: ['m'], gives: 'm' } },
    start: 'a',
    modes: { a: { flow: { c: 1 } }, b: {} },
    transitions: [{ from: 'a', to: 'b', when: 'twice(c) >= 1' }],
  };
  const options = { duration: 1, dt: 0.1 };
  const { jumps } = simulateAutomaton(model, { ...options, functions: { twice: (c) => 2 * c } });
  expect(jumps[0].time).toBeCloseTo(0.5, 12);
  expect(() => simulateAutomaton(model, options)).toThrow(
    'declares the function twice: expected a program to pass it',
  );
});
