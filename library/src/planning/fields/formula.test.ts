import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { atan2, cos, exp, sin, tanh } from '../../numerics/index.ts';
import { parseFormula } from './formula.ts';

const known = { sqrt: Math.sqrt, abs: Math.abs, min: Math.min, max: Math.max, sin, cos, exp, tanh, atan2 };
const parameters = { a: 2.5, speed: -1.25, r_0: 3, größe: 0.5 };
const number = fc.double({ min: -50, max: 50, noNaN: true });

/** Formulas as people write them; JavaScript reads the same text. */
const { formula } = fc.letrec<{ formula: string; value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('x', 'y', 'pi', ...Object.keys(parameters)),
    fc.constantFrom('0', '1', '2.5', '.5', '3.', '1e-3', '12E+2'),
    fc
      .tuple(fc.constantFrom('(', ' ( ', '-(', '- -('), tie('formula'))
      .map(([open, inner]) => `${open}${inner})`),
    fc
      .tuple(fc.constantFrom('sqrt', 'abs', 'sin', 'cos', 'exp', 'tanh'), tie('formula'))
      .map(([name, inner]) => `${name}(${inner})`),
    fc
      .tuple(fc.constantFrom('atan2', 'min', 'max'), tie('formula'), tie('formula'))
      .map(([name, one, other]) => `${name}(${one}, ${other})`),
    fc
      .tuple(fc.constantFrom('min', 'max'), fc.array(tie('formula'), { minLength: 3, maxLength: 4 }))
      .map(([name, parts]) => `${name}(${parts.join(',')})`),
  ),
  formula: fc
    .tuple(
      tie('value'),
      fc.array(fc.tuple(fc.constantFrom('+', ' - ', '*', ' / '), tie('value')), { maxLength: 4 }),
    )
    .map(([first, rest]) => first + rest.map(([sign, value]) => sign + value).join('')),
}));

function evaluate(text: string, x: number, y: number): number {
  const parsed = parseFormula(text, new Map(Object.entries(parameters)));
  if ('problem' in parsed) throw new Error(`${parsed.problem.position}: ${parsed.problem.message}`);
  return parsed.formula(x, y);
}

describe('a formula', () => {
  test('has the value that JavaScript gives the same text', () => {
    const names = ['x', 'y', 'pi', ...Object.keys(known), ...Object.keys(parameters)];
    let nested = 0;
    fc.assert(
      fc.property(formula, number, number, (text, x, y) => {
        if (text.length > 30) nested++;
        // The text is made of the words above alone.
        const expected = new Function(...names, `return ${text};`);
        const value = expected(x, y, Math.PI, ...Object.values(known), ...Object.values(parameters));
        expect(evaluate(text, x, y)).toBe(value);
      }),
      { numRuns: 500 },
    );
    expect(nested).toBeGreaterThan(50);
  });

  test.each<[string, number]>([
    ['1 - 2 - 3', -4],
    ['8 / 2 / 2', 2],
    ['1 + 2 * 3', 7],
    ['-x * -y', 6],
    ['2 × 3 − 8 ÷ 4 · 2', 2],
    ['--x', 2],
    ['+x', 2],
    ['min(3, x, 5)', 2],
    ['max(1, 2, 3, y)', 3],
    ['atan2(0, -1) - pi', 0],
    ['\n x\t', 2],
  ])('%s = %d at (2, 3)', (text, value) => {
    expect(evaluate(text, 2, 3)).toBe(value);
  });

  test.each<[string, number, string]>([
    ['', 1, 'expected a number, a name or "(", got the end'],
    ['x +', 4, 'expected a number, a name or "(", got the end'],
    ['x y', 3, 'expected an operator or the end, got "y"'],
    ['(x', 3, 'expected an operator or ")", got the end'],
    ['x)', 2, 'expected an operator or the end, got ")"'],
    ['2x', 2, 'expected an operator or the end, got "x"'],
    ['x ^ 2', 3, 'expected an operator or the end, got "^"'],
    ['x + wind', 5, 'unknown name "wind", expected one of x, y, pi, a, speed, r_0, größe'],
    [
      '1 + pow(x, 2)',
      5,
      'unknown function "pow", expected one of sqrt, abs, sin, cos, exp, tanh, atan2, min, max',
    ],
    ['a(1)', 1, 'unknown function "a", expected one of sqrt, abs, sin, cos, exp, tanh, atan2, min, max'],
    ['sin', 4, 'expected "(" after sin, got the end'],
    ['sin()', 5, 'expected a number, a name or "(", got ")"'],
    ['3 * sin(x, y)', 5, 'expected 1 argument of sin, got 2'],
    ['atan2(x)', 1, 'expected 2 arguments of atan2, got 1'],
    ['atan2(x, y, 1)', 1, 'expected 2 arguments of atan2, got 3'],
    ['min(x)', 1, 'expected at least 2 arguments of min, got 1'],
    ['constructor', 1, 'unknown name "constructor", expected one of x, y, pi, a, speed, r_0, größe'],
    ['1e999', 1, 'the number 1e999 is too large'],
    ['x; y', 2, 'expected an operator or the end, got ";"'],
    ['x + 🌀', 5, 'expected a number, a name or "(", got "🌀"'],
  ])('%j is refused at character %d', (text, position, message) => {
    expect(parseFormula(text, new Map(Object.entries(parameters)))).toEqual({
      problem: { position, message },
    });
  });

  test('is refused when nested too deeply, and never overflows the stack', () => {
    for (const [open, close] of [
      ['(', ')'],
      ['-', ''],
      ['sin(', ')'],
    ]) {
      const nest = (depth: number) => parseFormula(open.repeat(depth) + 1 + close.repeat(depth));
      expect(nest(64)).toHaveProperty('formula');
      expect(nest(65)).toHaveProperty('problem.message', 'nested deeper than 64 levels');
      expect(nest(100_000)).toHaveProperty('problem.message', 'nested deeper than 64 levels');
    }
  });
});
