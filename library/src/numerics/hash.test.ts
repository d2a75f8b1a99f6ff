import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addHash,
  createHash,
  createTotal,
  finishHash,
  type Hash64,
  hashBytes,
  hashDouble,
  resetHash,
  toHex,
} from './index.ts';

function hashOf(...values: number[]): Hash64 {
  const hash = createHash();
  for (const value of values) hashDouble(hash, value);
  finishHash(hash);
  return hash;
}

const hex = (...values: number[]) => toHex(hashOf(...values));

function totalOf(rows: number[][]): string {
  const total = createTotal();
  for (const row of rows) addHash(total, hashOf(...row));
  return toHex(total);
}

describe('hashing doubles', () => {
  test('golden values', () => {
    expect([hex(), hex(0), hex(-0), hex(1), hex(1, 2, 3), hex(Math.PI, -1e-300)]).toMatchInlineSnapshot(`
      [
        "be3fa1067b34b93d",
        "a377fc23d4482c4a",
        "d1da8044c51e6c1a",
        "a313eff527ca4ff6",
        "abefd62784c2e878",
        "cac3f4a35fd19ee3",
      ]
    `);
  });

  test('+0 and -0 differ, and so do order and number of values', () => {
    expect(hex(0)).not.toBe(hex(-0));
    expect(hex(1, 2)).not.toBe(hex(2, 1));
    expect(hex(0)).not.toBe(hex(0, 0));
    expect(hex()).not.toBe(hex(0));
  });

  test('every NaN is one NaN', () => {
    const payload = new Float64Array(new BigUint64Array([0xfff8_0000_dead_beefn]).buffer)[0];
    expect(hex(payload)).toBe(hex(Number.NaN));
  });

  test('flipping any one bit of any of six doubles flips about half of the 64 bits', () => {
    const bits = new BigUint64Array(1);
    const double = new Float64Array(bits.buffer);
    const base = [1.5, -2.25, 0.1, 1e-9, 7, 3.3];
    const reference = BigInt(`0x${hex(...base)}`);
    let flips = 0;
    let fewest = 64;
    let trials = 0;
    for (let k = 0; k < base.length; k++) {
      // The exponent's bits are left out: they could make a NaN, which is canonicalised.
      for (let bit = 0n; bit < 52n; bit++) {
        const changed = [...base];
        double[0] = base[k];
        bits[0] ^= 1n << bit;
        changed[k] = double[0];
        const difference = BigInt(`0x${hex(...changed)}`) ^ reference;
        const count = difference.toString(2).replaceAll('0', '').length;
        flips += count;
        fewest = Math.min(fewest, count);
        trials++;
      }
    }
    // The mean of 312 binomial(64, 1/2) counts has standard deviation 0.23; 14 flips or less is a 4.5 sigma event.
    expect(Math.abs(flips / trials - 32)).toBeLessThan(1);
    expect(fewest).toBeGreaterThan(12);
  });

  test('neither lane collides more than by chance on 100,000 small integers', () => {
    const whole = new Set<string>();
    const lows = new Set<number>();
    const highs = new Set<number>();
    for (let i = 0; i < 100_000; i++) {
      const hash = hashOf(i);
      whole.add(toHex(hash));
      lows.add(hash.low);
      highs.add(hash.high);
    }
    // n^2 / 2^33 = 1.16 collisions are expected in 32 bits; 12 would be a one in 10^9 event.
    expect(whole.size).toBe(100_000);
    expect(lows.size).toBeGreaterThan(100_000 - 12);
    expect(highs.size).toBeGreaterThan(100_000 - 12);
  });

  test('a reset accumulator starts afresh', () => {
    const hash = hashOf(1, 2, 3);
    resetHash(hash);
    hashDouble(hash, 5);
    finishHash(hash);
    expect(toHex(hash)).toBe(hex(5));
  });
});

const word64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const fromBits = (bits: bigint): Hash64 => ({
  high: Number(bits >> 32n) | 0,
  low: Number(bits & 0xffffffffn) | 0,
});

describe('totals', () => {
  test('do not depend on the order of their parts', () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.array(fc.double(), { minLength: 1, maxLength: 6 }), { maxLength: 40 })
          .chain((rows) =>
            fc.tuple(
              fc.constant(rows),
              fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length }),
            ),
          ),
        ([rows, permuted]) => {
          expect(totalOf(permuted)).toBe(totalOf(rows));
        },
      ),
      { seed: 3 },
    );
  });

  test('notice one changed part, and two equal parts', () => {
    expect(totalOf([[1], [2]])).not.toBe(totalOf([[1], [3]]));
    expect(totalOf([[1], [1], [2]])).not.toBe(totalOf([[2]]));
  });

  test('are 64-bit additions', () => {
    fc.assert(
      fc.property(word64, word64, (a, b) => {
        const total = fromBits(a);
        addHash(total, fromBits(b));
        expect(BigInt(`0x${toHex(total)}`)).toBe(BigInt.asUintN(64, a + b));
      }),
      { seed: 4 },
    );
  });
});

describe('hashing bytes', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  test('golden values', () => {
    expect([
      toHex(hashBytes(bytes(''))),
      toHex(hashBytes(bytes('wend'))),
      toHex(hashBytes(bytes('a recording of nine agents'))),
      toHex(hashBytes(bytes('wend'), 1, 2)),
    ]).toMatchInlineSnapshot(`
      [
        "a377fc23d4482c4a",
        "70e7148e70d6287b",
        "d8848e2dedcad0eb",
        "4fd3c59fd67f6643",
      ]
    `);
  });

  test('trailing zeros, every position and the seed matter', () => {
    const seen = new Set<string>();
    for (let length = 0; length <= 40; length++) seen.add(toHex(hashBytes(new Uint8Array(length))));
    for (let place = 0; place < 40; place++)
      seen.add(toHex(hashBytes(new Uint8Array(40).fill(1, place, place + 1))));
    for (let seed = 1; seed <= 40; seed++) seen.add(toHex(hashBytes(new Uint8Array(40), 0, seed)));
    expect(seen.size).toBe(41 + 40 + 40);
  });

  test('where the bytes lie in their buffer does not', () => {
    const text = bytes('xx a recording');
    expect(toHex(hashBytes(text.subarray(3)))).toBe(toHex(hashBytes(bytes('a recording'))));
  });
});
