import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { acrossScales, between, createDice } from './arguments.fixture.ts';
import {
  type Exact,
  exact,
  exactAsin,
  exactAtan2,
  exactCos,
  exactExp,
  exactLog,
  exactSin,
  exactTanh,
  halfPi,
  ulpError,
} from './oracle.fixture.ts';
import { TWO_OVER_PI_DIGITS } from './reduction.ts';

const Long = Decimal.clone({ precision: 90 });

function toDecimal({ mantissa, exponent }: Exact): Decimal {
  return new Long(mantissa.toString()).mul(new Long(2).pow(exponent));
}

function decimalOf(x: number): Decimal {
  return toDecimal(exact(x));
}

/** Both are good to far more than 35 digits; agreement to 35 leaves no room for an error of an ulp. */
function expectAgreement(ours: Exact, theirs: Decimal): void {
  const difference = toDecimal(ours).sub(theirs).abs();
  expect(difference.lessThanOrEqualTo(theirs.abs().mul('1e-35'))).toBe(true);
}

describe('the integer oracle agrees with decimal.js to 35 digits', () => {
  const dice = createDice(11);

  test('exp', () => {
    for (const x of [...between(dice, -745, 709, 30), ...acrossScales(dice, -60, 0, 30)])
      expectAgreement(exactExp(x), decimalOf(x).exp());
  });
  test('log', () => {
    const points = [
      ...acrossScales(dice, -1070, 1023, 30),
      ...between(dice, 0.5, 2, 30),
      1 + 2 ** -52,
      1 - 2 ** -53,
    ];
    for (const x of points.map(Math.abs)) expectAgreement(exactLog(x), decimalOf(x).ln());
  });
  test('sin and cos', () => {
    const points = [
      ...between(dice, -10, 10, 30),
      ...acrossScales(dice, -60, 60, 30),
      Math.PI,
      355,
      (11 * Math.PI) / 2,
    ];
    for (const x of points) {
      expectAgreement(exactSin(x), decimalOf(x).sin());
      expectAgreement(exactCos(x), decimalOf(x).cos());
    }
  });
  test('atan2', () => {
    const ys = acrossScales(dice, -8, 8, 40);
    const xs = acrossScales(dice, -8, 8, 40);
    ys.forEach((y, i) => {
      expectAgreement(exactAtan2(y, xs[i]), Long.atan2(decimalOf(y), decimalOf(xs[i])));
    });
  });
  test('asin', () => {
    for (const x of [...between(dice, -1, 1, 40), 1 - 2 ** -53, 1e-5])
      expectAgreement(exactAsin(x), decimalOf(x).asin());
  });
  test('tanh', () => {
    for (const x of [...between(dice, -25, 25, 20), ...acrossScales(dice, -12, 4, 20)])
      expectAgreement(exactTanh(x), decimalOf(x).tanh());
  });
});

test("the digits of 2/pi in the table are those of Machin's formula", () => {
  const places = 24 * TWO_OVER_PI_DIGITS.length;
  const inverse = (1n << BigInt(2 * places + 64)) / halfPi(BigInt(places + 64));
  const expected = TWO_OVER_PI_DIGITS.map((_, i) =>
    Number((inverse >> BigInt(places - 24 * (i + 1))) & 0xffffffn),
  );
  expect(TWO_OVER_PI_DIGITS).toEqual(expected);
});

describe('the error in ulps', () => {
  test('counts steps between neighbouring doubles', () => {
    expect(ulpError(1 + 2 ** -52, exact(1))).toBe(1);
    expect(ulpError(-3, exact(-3))).toBe(0);
    expect(ulpError(5e-324 * 3, exact(5e-324))).toBe(2);
  });
  test('is infinite for NaN, and for an overflow that should not be', () => {
    expect(ulpError(Number.NaN, exact(1))).toBe(Infinity);
    expect(ulpError(Infinity, exact(1))).toBe(Infinity);
  });
});
