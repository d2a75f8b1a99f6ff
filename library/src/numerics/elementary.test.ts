import { describe, expect, test } from 'vitest';
import { acrossScales, anyDouble, around, between, createDice, stepsFrom } from './arguments.fixture.ts';
import { asin, atan2, cos, exp, log, sin, tanh } from './index.ts';
import {
  type Exact,
  exactAsin,
  exactAtan2,
  exactCos,
  exactExp,
  exactLog,
  exactSin,
  exactTanh,
  ulpError,
} from './oracle.fixture.ts';

const POINTS = 100_000;
const dice = createDice(20);

function randomDoubles(count: number): number[] {
  return Array.from({ length: count }, () => anyDouble(dice));
}

/** The worst error in ulps over the points, with its place in the message. */
function expectWithin(
  limit: number,
  name: string,
  f: (x: number) => number,
  truth: (x: number) => Exact,
  points: number[],
) {
  expect(points.length).toBeGreaterThanOrEqual(POINTS);
  let worst = 0;
  let where = points[0];
  for (const x of points) {
    const error = ulpError(f(x), truth(x));
    if (!(error <= worst)) {
      worst = error;
      where = x;
    }
  }
  report(name, worst, `${where}`);
  expect(worst, `${name} is off by ${worst} ulp at ${where}`).toBeLessThanOrEqual(limit);
}

function report(name: string, worst: number, where: string): void {
  if (process.env.WEND_REPORT_ULPS) console.log(`${name}: at most ${worst.toFixed(3)} ulp, at ${where}`);
}

describe(`elementary functions against integer arithmetic, ${POINTS} points each`, () => {
  test('exp is within 1 ulp (0.81 measured), subnormal results included', () => {
    const points = [
      ...between(dice, -745.2, 709.7, 50_000),
      ...between(dice, -1, 1, 20_000),
      ...acrossScales(dice, -60, 9, 20_000),
      ...randomDoubles(10_000),
      ...[
        0,
        1,
        -1,
        0.5 * Math.LN2,
        -0.5 * Math.LN2,
        1.5 * Math.LN2,
        -708.3964185322641,
        709.782712893384,
      ].flatMap((x) => around(x, 100)),
    ];
    expectWithin(
      1,
      'exp',
      exp,
      exactExp,
      points
        .filter((x) => x > -745.1332191019412 && x <= 709.782712893384)
        .concat(between(dice, -745, -708, 20_000)),
    );
  });

  test('log is within 1 ulp (0.78 measured), subnormal arguments included', () => {
    const points = [
      ...randomDoubles(50_000),
      ...between(dice, 0.5, 2, 30_000),
      ...acrossScales(dice, -50, -1, 15_000).map((f) => 1 + f),
      ...between(dice, 0, 5e-308, 5_000),
      ...[1, Math.SQRT2, Math.SQRT1_2, 2, 0.5, Math.E, 2.2250738585072014e-308].flatMap((x) =>
        around(x, 300),
      ),
    ].map(Math.abs);
    expectWithin(
      1,
      'log',
      log,
      exactLog,
      points.filter((x) => x > 0),
    );
  });

  /** Everything that is hard for sine and cosine: huge numbers and the doubles next to multiples of pi/2. */
  const angles = [
    ...randomDoubles(30_000),
    ...between(dice, -10, 10, 30_000),
    ...acrossScales(dice, -30, 25, 10_000),
    ...acrossScales(dice, 18, 1023, 10_000),
    ...Array.from({ length: 5_000 }, (_, k) => around((k - 2_500) * (Math.PI / 2), 1)).flat(),
    ...Array.from({ length: 5_000 }, () => Math.floor(dice() * 2 ** 21) * (Math.PI / 2)),
    ...[Math.PI / 4, Math.PI / 2, Math.PI, 1647099].flatMap((x) => around(x, 100)),
    // The double closest to a multiple of pi/2, from J.-M. Muller, Elementary Functions, chapter on reduction.
    ...around(6381956970095103 * 2 ** 797, 20),
    Number.MAX_VALUE,
  ].filter(Number.isFinite);

  test('sin is within 1 ulp (0.77 measured) up to the largest double', () => {
    expectWithin(1, 'sin', sin, exactSin, angles);
  });

  test('cos is within 1 ulp (0.78 measured) up to the largest double', () => {
    expectWithin(1, 'cos', cos, exactCos, angles);
  });

  test('asin is within 1.5 ulp (1.03 measured)', () => {
    const points = [
      ...between(dice, -1, 1, 60_000),
      ...acrossScales(dice, -60, 0, 20_000).map((x) => (Math.abs(x) > 1 ? x / 2 : x)),
      ...acrossScales(dice, -53, -1, 15_000).map((gap) => 1 - Math.abs(gap)),
      ...[0.5, Math.SQRT1_2, 3 / 16, 0.18428853505018536, 1e-8].flatMap((x) => around(x, 1_000)),
      ...Array.from({ length: 200 }, (_, i) => stepsFrom(1, -i)),
    ];
    expectWithin(1.5, 'asin', asin, exactAsin, points);
  });

  test('tanh is within 1 ulp (0.73 measured)', () => {
    const points = [
      ...between(dice, -22, 22, 40_000),
      ...between(dice, -1, 1, 30_000),
      ...acrossScales(dice, -40, 5, 20_000),
      ...randomDoubles(10_000),
      ...[0.25 * Math.LN2, 0.75 * Math.LN2, 20, 3.725290298461914e-9].flatMap((x) => around(x, 200)),
    ];
    expectWithin(1, 'tanh', tanh, exactTanh, points);
  });

  test('atan2 is within 1.5 ulp (0.99 measured), overflowing and subnormal ratios included', () => {
    const pairs: [number, number][] = [];
    for (let i = 0; i < 30_000; i++) pairs.push([anyDouble(dice), anyDouble(dice)]);
    const ys = acrossScales(dice, -4, 4, 60_000);
    const xs = acrossScales(dice, -4, 4, 60_000);
    ys.forEach((y, i) => {
      pairs.push([y, xs[i]]);
    });
    for (let i = 0; i < 10_000; i++) {
      // One scale for both, however large or small it is.
      const size = 2 ** Math.floor(-1074 + 2096 * dice());
      pairs.push([(dice() - 0.5) * size, (dice() - 0.5) * size]);
    }
    for (let i = 0; i <= 16; i++)
      for (const y of around(i / 16 + 1 / 32, 30)) pairs.push([y, 1], [-y, -1], [1, y], [1, -y]);
    const usable = pairs.filter(([y, x]) => y !== 0 && x !== 0);
    expect(usable.length).toBeGreaterThanOrEqual(POINTS);
    let worst = 0;
    let where = usable[0];
    for (const [y, x] of usable) {
      const error = ulpError(atan2(y, x), exactAtan2(y, x));
      if (!(error <= worst)) {
        worst = error;
        where = [y, x];
      }
    }
    report('atan2', worst, where.join(', '));
    expect(worst, `atan2 is off by ${worst} ulp at ${where}`).toBeLessThanOrEqual(1.5);
  });
});
