import { describe, expect, test } from 'vitest';
import { acrossScales, createDice } from './arguments.fixture.ts';
import { asin, atan2, cos, createHash, exp, finishHash, hashDouble, log, sin, tanh, toHex } from './index.ts';

describe('special values are those of IEEE 754 and ECMAScript, signed zeros included', () => {
  const specials = [
    Number.NaN,
    Infinity,
    -Infinity,
    0,
    -0,
    1,
    -1,
    5e-324,
    -5e-324,
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
  ];

  test.each([
    [
      'exp',
      exp,
      [
        [Number.NaN, Number.NaN],
        [Infinity, Infinity],
        [-Infinity, 0],
        [0, 1],
        [-0, 1],
        [5e-324, 1],
        [-5e-324, 1],
        [Number.MAX_VALUE, Infinity],
        [-Number.MAX_VALUE, 0],
        [709.7827128933841, Infinity],
        [-745.1332191019411, 5e-324],
        [-745.1332191019413, 0],
      ],
    ],
    [
      'log',
      log,
      [
        [Number.NaN, Number.NaN],
        [Infinity, Infinity],
        [-Infinity, Number.NaN],
        [0, -Infinity],
        [-0, -Infinity],
        [1, 0],
        [-1, Number.NaN],
        [-5e-324, Number.NaN],
        [5e-324, -744.4400719213812],
        [Number.MAX_VALUE, 709.782712893384],
      ],
    ],
    [
      'sin',
      sin,
      [
        [Number.NaN, Number.NaN],
        [Infinity, Number.NaN],
        [-Infinity, Number.NaN],
        [0, 0],
        [-0, -0],
        [5e-324, 5e-324],
        [-5e-324, -5e-324],
      ],
    ],
    [
      'cos',
      cos,
      [
        [Number.NaN, Number.NaN],
        [Infinity, Number.NaN],
        [-Infinity, Number.NaN],
        [0, 1],
        [-0, 1],
        [5e-324, 1],
      ],
    ],
    [
      'asin',
      asin,
      [
        [Number.NaN, Number.NaN],
        [Infinity, Number.NaN],
        [-Infinity, Number.NaN],
        [0, 0],
        [-0, -0],
        [1, Math.PI / 2],
        [-1, -Math.PI / 2],
        [1 + 2 ** -52, Number.NaN],
        [-1 - 2 ** -52, Number.NaN],
        [5e-324, 5e-324],
      ],
    ],
    [
      'tanh',
      tanh,
      [
        [Number.NaN, Number.NaN],
        [Infinity, 1],
        [-Infinity, -1],
        [0, 0],
        [-0, -0],
        [5e-324, 5e-324],
        [-5e-324, -5e-324],
        [Number.MAX_VALUE, 1],
        [-Number.MAX_VALUE, -1],
      ],
    ],
  ] as [string, (x: number) => number, [number, number][]][])('%s', (_name, f, cases) => {
    for (const [x, expected] of cases) expect(f(x), `at ${Object.is(x, -0) ? '-0' : x}`).toBe(expected);
  });

  test('atan2 in all signs of zero, one, the extremes and infinity, as the engine at hand has it', () => {
    for (const y of specials)
      for (const x of specials)
        expect(
          Math.abs(atan2(y, x) - Math.atan2(y, x)) <= 2 ** -52 || Object.is(atan2(y, x), Math.atan2(y, x)),
          `atan2(${y}, ${x})`,
        ).toBe(true);
    for (const y of [0, -0]) for (const x of specials) expect(atan2(y, x)).toBe(Math.atan2(y, x));
    expect([atan2(0, 0), atan2(-0, 0), atan2(0, -0), atan2(-0, -0)]).toEqual([0, -0, Math.PI, -Math.PI]);
    expect([atan2(1, 0), atan2(-1, -0), atan2(Infinity, 3), atan2(Infinity, -Infinity)]).toEqual([
      Math.PI / 2,
      -Math.PI / 2,
      Math.PI / 2,
      0.75 * Math.PI,
    ]);
  });
});

test('golden bits: the same on every engine, and never changed silently', () => {
  const dice = createDice(77);
  const points = acrossScales(dice, -20, 30, 10_000);
  const fingerprint = (f: (x: number) => number) => {
    const hash = createHash();
    for (const x of points) hashDouble(hash, f(x));
    finishHash(hash);
    return toHex(hash);
  };
  expect({
    exp: fingerprint(exp),
    log: fingerprint((x) => log(Math.abs(x))),
    sin: fingerprint(sin),
    cos: fingerprint(cos),
    atan2: fingerprint((x) => atan2(x, 3)),
    asin: fingerprint((x) => asin(x / (1 + Math.abs(x)))),
    tanh: fingerprint(tanh),
  }).toMatchInlineSnapshot(`
    {
      "asin": "b8564d5a7519246e",
      "atan2": "78e1e0cc4ec6f950",
      "cos": "8d6cacb69bf4fd6d",
      "exp": "7ac199c2011df09f",
      "log": "a810d87d940450e1",
      "sin": "29ea82cb5f391823",
      "tanh": "79d77062116fc9b2",
    }
  `);
});

test('the odd functions are odd, to the bit', () => {
  for (const x of acrossScales(createDice(5), -30, 10, 5_000)) {
    expect(sin(-x)).toBe(-sin(x));
    expect(cos(-x)).toBe(cos(x));
    expect(tanh(-x)).toBe(-tanh(x));
    expect(atan2(-x, 3)).toBe(-atan2(x, 3));
  }
});
