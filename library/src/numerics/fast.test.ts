import { describe, expect, test } from 'vitest';
import { acrossScales, around, between, createDice } from './arguments.fixture.ts';
import {
  asin,
  atan2,
  cos,
  createHash,
  exp,
  fastAngle,
  fastArcRatio,
  fastAsin,
  fastCos,
  fastExp,
  fastSin,
  fastTanh,
  finishHash,
  hashDouble,
  sin,
  tanh,
  toHex,
} from './index.ts';

const POINTS = 100_000;
const dice = createDice(31);

/** The precise tier, itself held to 2 ulp elsewhere, is oracle enough for 1e-9. */
function expectRelativeError(f: (x: number) => number, truth: (x: number) => number, points: number[]): void {
  expect(points.length).toBeGreaterThanOrEqual(POINTS);
  let worst = 0;
  let where = 0;
  for (const x of points) {
    const expected = truth(x);
    const error = expected === 0 ? Math.abs(f(x)) : Math.abs(f(x) / expected - 1);
    if (!(error <= worst)) {
      worst = error;
      where = x;
    }
  }
  if (process.env.WEND_REPORT_ULPS) console.log(`${f.name}: ${worst.toExponential(2)} at ${where}`);
  expect(worst, `off by ${worst} at ${where}`).toBeLessThanOrEqual(1e-9);
}

const small = acrossScales(dice, -60, -3, 10_000);

describe('relative error of the fast tier is at most 1e-9', () => {
  test('fastExp in [-700, 700] (3.2e-10 measured)', () => {
    const points = [
      ...between(dice, -700, 700, 60_000),
      ...between(dice, -40, 1, 60_000),
      ...small,
      -700,
      700,
    ];
    expectRelativeError(fastExp, exp, points);
  });
  test('fastAsin in [0, 1], near 0 too (1.7e-10 measured)', () => {
    const points = [
      ...between(dice, 0, 1, 100_000),
      ...small.map(Math.abs),
      ...small.map((gap) => 1 - Math.abs(gap)),
      ...Array.from({ length: 230 }, (_, i) => around(Math.sqrt((i + 1) / 256), 2)).flat(),
      0,
      1,
    ];
    expectRelativeError(fastAsin, asin, points);
  });
  test('fastSin and fastCos in [-4, 4], near their zeros too (2.7e-11 measured)', () => {
    const points = [
      ...between(dice, -4, 4, 100_000),
      ...small,
      ...[-1, -0.5, 0.5, 1].flatMap((turns) => around(turns * Math.PI, 500)),
      ...[-1, -0.5, 0.5, 1].flatMap((turns) => small.slice(0, 2_000).map((gap) => turns * Math.PI + gap)),
    ];
    expectRelativeError(fastSin, sin, points);
    expectRelativeError(fastCos, cos, points);
  });
  test('fastTanh everywhere (3.2e-10 measured)', () => {
    const points = [
      ...between(dice, -30, 30, 60_000),
      ...between(dice, -1, 1, 40_000),
      ...small,
      0,
      1e300,
      -1e300,
    ];
    expectRelativeError(fastTanh, tanh, points);
  });
  test('fastAngle of unit vectors in every direction', () => {
    const angles = [
      ...between(dice, -Math.PI, Math.PI, 100_000),
      ...small,
      ...[-2, -1, 1, 2].flatMap((quarter) =>
        small.slice(0, 2_000).map((gap) => (quarter * Math.PI) / 2 + gap),
      ),
    ];
    expectRelativeError(
      (t) => fastAngle(sin(t), cos(t)),
      (t) => atan2(sin(t), cos(t)),
      angles,
    );
  });
});

describe('edges of the fast tier', () => {
  test('fastExp underflows to 0 and overflows to Infinity', () => {
    expect([fastExp(-701), fastExp(-1e300), fastExp(-Infinity)]).toEqual([0, 0, 0]);
    expect([fastExp(701), fastExp(1e300), fastExp(Infinity)]).toEqual([Infinity, Infinity, Infinity]);
  });
  test('fastArcRatio times the sine is the angle, from straight ahead to a cosine of -0.7', () => {
    let worst = 0;
    for (let i = 0; i <= 100_000; i++) {
      const angle = (2.346 * i) / 100_000;
      const ratio = i === 0 ? 1 : angle / sin(angle);
      worst = Math.max(worst, Math.abs(fastArcRatio(cos(angle)) / ratio - 1));
    }
    expect(worst).toBeLessThan(1e-9);
    // A cosine that rounding has put above 1 is still straight ahead.
    expect(fastArcRatio(1 + 2e-15)).toBeCloseTo(1, 12);
  });

  test('fastAngle is in (-pi, pi]: the sign of a zero sine does not matter', () => {
    expect([fastAngle(0, -1), fastAngle(-0, -1), fastAngle(0, 1)]).toEqual([Math.PI, Math.PI, 0]);
    expect([fastAngle(1, 0), fastAngle(-1, 0)]).toEqual([Math.PI / 2, -Math.PI / 2]);
  });
  test('fastTanh saturates', () => {
    expect([fastTanh(Infinity), fastTanh(-Infinity), fastTanh(0)]).toEqual([1, -1, 0]);
  });
  test('NaN stays NaN', () => {
    for (const f of [fastExp, fastAsin, fastSin, fastCos, fastTanh]) expect(f(Number.NaN)).toBeNaN();
    expect(fastAngle(Number.NaN, 1)).toBeNaN();
  });
});

test('golden bits: the same on every engine, and never changed silently', () => {
  const points = between(createDice(99), -4, 4, 10_000);
  const fingerprint = (f: (x: number) => number) => {
    const hash = createHash();
    for (const x of points) hashDouble(hash, f(x));
    finishHash(hash);
    return toHex(hash);
  };
  expect({
    fastExp: fingerprint((x) => fastExp(x * 10)),
    fastAsin: fingerprint((x) => fastAsin(Math.abs(x) / 4)),
    fastAngle: fingerprint((x) => fastAngle(sin(x), cos(x))),
    fastArcRatio: fingerprint((x) => fastArcRatio(Math.abs(sin(x)))),
    fastSin: fingerprint(fastSin),
    fastCos: fingerprint(fastCos),
    fastTanh: fingerprint(fastTanh),
  }).toMatchInlineSnapshot(`
    {
      "fastAngle": "ea35913da17b5852",
      "fastArcRatio": "4f732d8c9c05f8bc",
      "fastAsin": "33493a5530c59a30",
      "fastCos": "647f7e518ae43245",
      "fastExp": "88bc8b33c2f0f6cc",
      "fastSin": "baab5e0eabcac147",
      "fastTanh": "b8d97280b44dccdd",
    }
  `);
});
