import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findDoubts } from './doubts.ts';
import type { AutomatonModel } from './index.ts';
import { compileTrees, createRegisters, runProgram } from './program.ts';
import type { Tree } from './trees/expression.ts';
import { evaluateOver } from './trees/intervals.ts';

const names = ['a', 'b', 'c'];
const leaf = fc.oneof(fc.constantFrom<Tree>(...names), fc.integer({ min: -4, max: 4 }));
const { number: numbers } = fc.letrec<{ number: Tree; condition: Tree }>((tie) => ({
  number: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.tuple(
      fc.constantFrom('+', '-', '*', 'min', 'max'),
      tie('number'),
      tie('number'),
    ) as fc.Arbitrary<Tree>,
    fc.tuple(fc.constantFrom('-', 'abs', 'floor', 'sin', 'tanh'), tie('number')) as fc.Arbitrary<Tree>,
    fc.tuple(fc.constant('if'), tie('condition'), tie('number'), tie('number')) as fc.Arbitrary<Tree>,
  ),
  condition: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(
      fc.constantFrom('<', '<=', '>', '>=', '==', '!='),
      tie('number'),
      tie('number'),
    ) as fc.Arbitrary<Tree>,
    fc.tuple(fc.constantFrom('and', 'or'), tie('condition'), tie('condition')) as fc.Arbitrary<Tree>,
    fc.tuple(fc.constant('not'), tie('condition')) as fc.Arbitrary<Tree>,
  ),
}));

test('the interval of an expression contains its value, wherever the variables are in theirs', () => {
  const bound = fc.double({ min: -3, max: 3, noNaN: true });
  const range = fc.tuple(bound, bound).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  const shares = fc.tuple(...names.map(() => fc.double({ min: 0, max: 1, noNaN: true })));
  fc.assert(
    fc.property(numbers, fc.tuple(range, range, range), shares, (tree, ranges, where) => {
      const registers = createRegisters(names);
      names.forEach((name, k) => {
        const [low, high] = ranges[k];
        registers.named.get(name)![0] = Math.min(high, low + where[k] * (high - low));
      });
      const program = compileTrees([tree], registers);
      runProgram(program, 1);
      const [value] = program.results[0];
      const [low, high] = evaluateOver(tree, (name) => ranges[names.indexOf(name)]);
      expect(value).toBeGreaterThanOrEqual(low);
      expect(value).toBeLessThanOrEqual(high);
    }),
    { numRuns: 1000 },
  );
});

test('guards that can never hold and modes behind them are found by ranges', () => {
  const model: AutomatonModel = {
    name: 'doubtful',
    noise: { f: [-0.1, 0.1] },
    inputs: { gap: 'gap' },
    variables: { comfort: { range: [0, 5] } },
    start: 'a',
    modes: { a: { flow: { comfort: 'f' } }, b: {}, c: {} },
    transitions: [
      { from: 'a', to: 'b', when: 'comfort > 6 or comfort + f > 5.2' },
      { from: 'b', to: 'c', when: true },
      { from: 'a', to: 'a', when: 'gap < -1' },
      { from: 'a', to: 'a', when: 'comfort > 4 and rate(comfort) > 0.05' },
      { from: 'a', to: 'a', when: 'comfort > 4 and rate(comfort) > 0.2' },
    ],
  };
  expect(findDoubts(model).map(({ message, path }) => `${path.join('.')}: ${message}`)).toEqual([
    'transitions.0.when: the guard "comfort > 6 or comfort + f > 5.2" can never hold',
    'transitions.2.when: the guard "gap < -1" can never hold',
    'transitions.4.when: the guard "comfort > 4 and rate(comfort) > 0.2" can never hold',
    'modes.b: the mode b can never be entered',
    'modes.c: the mode c can never be entered',
  ]);
});
