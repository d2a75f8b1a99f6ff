import { describe, expect, test } from 'vitest';
import { normal, Purpose, uniform } from './index.ts';
import { philox } from './philox.ts';

const SEED = 20_240_607;
const COUNT = 100_000;

function philoxHex(words: number[], rounds = 10): string {
  const block = new Int32Array(4);
  philox(block, words[0], words[1], words[2], words[3], words[4], words[5], rounds);
  return Array.from(new Uint32Array(block.buffer), (word) => word.toString(16).padStart(8, '0')).join(' ');
}

test('philox gives the known answers of its authors (Random123, kat_vectors)', () => {
  expect(philoxHex([0, 0, 0, 0, 0, 0])).toBe('6627e8d5 e169c58d bc57ac4c 9b00dbd8');
  expect(philoxHex([-1, -1, -1, -1, -1, -1])).toBe('408f276d 41c83b0e a20bc7c6 6d5451fd');
  expect(philoxHex([0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0])).toBe(
    'd16cfe09 94fdcceb 5001e420 24126ea1',
  );
  expect(philoxHex([0, 0, 0, 0, 0, 0], 7)).toBe('5f6fb709 0d893f64 4f121f81 4f730a48');
});

test('golden values: streams never change silently', () => {
  const largest = Number.MAX_SAFE_INTEGER;
  expect([
    uniform(0, Purpose.placement, 0, 0),
    uniform(1, Purpose.headingNoise, 2, 3),
    uniform(1, Purpose.headingNoise, 2, 3, 4),
    uniform(largest, 2047, largest, largest, 2047),
    normal(0, Purpose.personality, 0, 0),
    normal(1, Purpose.headingNoise, 2, 3),
    normal(largest, Purpose.headingNoise, largest, largest),
  ]).toMatchInlineSnapshot(`
    [
      0.46171198413611036,
      0.9026427484962923,
      0.3272781872491064,
      0.8113941500162987,
      0.5473126425139576,
      1.2967578924692262,
      -0.43175296496600535,
    ]
  `);
});

/** Streams that walk along one input each, all others fixed. */
const walks: [string, (i: number) => number][] = [
  ['agents', (i) => uniform(SEED, Purpose.headingNoise, i, 17)],
  ['steps', (i) => uniform(SEED, Purpose.headingNoise, 17, i)],
  ['seeds', (i) => uniform(i, Purpose.headingNoise, 17, 3)],
  ['indices and purposes', (i) => uniform(SEED, i >> 11, 17, 3 + Math.floor(i / 2 ** 22), i & 2047)],
  ['agents above 2^32', (i) => uniform(SEED, Purpose.headingNoise, i * 2 ** 33 + 5, 17)],
];

describe.each(walks)('uniform along %s', (_name, stream) => {
  const draws = Array.from({ length: COUNT }, (_, i) => stream(i));

  test('lies in [0, 1), with 53 bits', () => {
    expect(draws.every((u) => u >= 0 && u < 1 && Number.isInteger(u * 2 ** 53))).toBe(true);
    expect(draws.some((u) => (u * 2 ** 53) % 2 === 1)).toBe(true);
  });

  test('has the mean and variance of the uniform distribution, to 4 standard errors', () => {
    const mean = draws.reduce((sum, u) => sum + u, 0) / COUNT;
    const variance = draws.reduce((sum, u) => sum + (u - 0.5) ** 2, 0) / COUNT;
    expect(Math.abs(mean - 1 / 2)).toBeLessThan(4 * Math.sqrt(1 / 12 / COUNT));
    // The fourth central moment is 1/80, hence the variance of (u - 1/2)^2 is 1/180.
    expect(Math.abs(variance - 1 / 12)).toBeLessThan(4 * Math.sqrt(1 / 180 / COUNT));
  });

  test.each([0, 8, 24, 40])('fills 256 bins evenly, taken from bit %i on (chi-square)', (skipped) => {
    const bins = new Float64Array(256);
    for (const u of draws) bins[Math.floor(((u * 2 ** skipped) % 1) * 256)]++;
    const expected = COUNT / 256;
    const chiSquare = bins.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // 255 degrees of freedom: standard deviation 22.6; 4.5 of them to either side (too even is wrong as well).
    expect(chiSquare).toBeGreaterThan(255 - 100);
    expect(chiSquare).toBeLessThan(255 + 100);
  });

  test.each([1, 2, 7])('has no serial correlation at lag %i', (lag) => {
    let product = 0;
    for (let i = 0; i + lag < COUNT; i++) product += (draws[i] - 0.5) * (draws[i + lag] - 0.5);
    const correlation = (12 * product) / (COUNT - lag);
    expect(Math.abs(correlation)).toBeLessThan(4.5 / Math.sqrt(COUNT));
  });
});

test('neighbouring pairs fill a 16 by 16 board evenly, along agents and steps', () => {
  for (const neighbour of [
    (i: number) => uniform(SEED, Purpose.headingNoise, i, 1),
    (i: number) => uniform(SEED, Purpose.headingNoise, i + 1, 0),
    (i: number) => uniform(SEED + 1, Purpose.headingNoise, i, 0),
    (i: number) => uniform(SEED, Purpose.placement, i, 0),
    (i: number) => uniform(SEED, Purpose.headingNoise, i, 0, 1),
  ]) {
    const board = new Float64Array(256);
    for (let i = 0; i < COUNT; i++)
      board[
        Math.floor(uniform(SEED, Purpose.headingNoise, i, 0) * 16) * 16 + Math.floor(neighbour(i) * 16)
      ]++;
    const expected = COUNT / 256;
    const chiSquare = board.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(Math.abs(chiSquare - 255)).toBeLessThan(100);
  }
});

test('flipping any single bit of any input flips each output bit half of the time', () => {
  const bases = 200;
  // Widths of seed, purpose, agent, step, index.
  const widths = [53, 11, 53, 53, 11];
  const draw = (input: bigint[]) =>
    BigInt(
      uniform(Number(input[0]), Number(input[1]), Number(input[2]), Number(input[3]), Number(input[4])) *
        2 ** 53,
    );
  for (let which = 0; which < widths.length; which++)
    for (let bit = 0; bit < widths[which]; bit++) {
      let flips = 0;
      for (let base = 0; base < bases; base++) {
        const input = [SEED, base % 9, base * 7919, base * 31, base % 5].map(BigInt);
        const before = draw(input);
        input[which] ^= 1n << BigInt(bit);
        flips += (before ^ draw(input)).toString(2).replaceAll('0', '').length;
      }
      // 10,600 coin tosses: standard deviation 51.5; 181 inputs are tried, hence 5 of them.
      expect(Math.abs(flips - (bases * 53) / 2), `input ${which}, bit ${bit}`).toBeLessThan(258);
    }
});

test('distinct tuples give distinct draws, however they are packed', () => {
  const seen = new Set<number>();
  let tuples = 0;
  for (const seed of [0, 1, 2 ** 32, 2 ** 53 - 1])
    for (const purpose of [0, 1, 2, 1024, 2047])
      for (const agent of [0, 1, 2 ** 21, 2 ** 31, 2 ** 32, 2 ** 52, 2 ** 53 - 1])
        for (const step of [0, 1, 2 ** 21, 2 ** 31, 2 ** 32, 2 ** 52, 2 ** 53 - 1])
          for (const index of [0, 1, 2, 1024, 2047]) {
            seen.add(uniform(seed, purpose, agent, step, index));
            tuples++;
          }
  expect(seen.size).toBe(tuples);
});

/** The standard normal distribution function, by its series around 0 (P. Lévy's, all terms positive). */
function normalDistribution(x: number): number {
  let term = x;
  let sum = x;
  for (let k = 3; Math.abs(term) > 1e-17 && k < 400; k += 2) {
    term *= (x * x) / k;
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}

describe.each([
  ['agents', (i: number) => normal(SEED, Purpose.headingNoise, i, 17)],
  ['steps', (i: number) => normal(SEED, Purpose.headingNoise, 17, i)],
])('normal along %s', (_name, stream) => {
  const draws = Array.from({ length: COUNT }, (_, i) => stream(i));
  const moment = (power: number) => draws.reduce((sum, z) => sum + z ** power, 0) / COUNT;

  test('has the moments 0, 1, 0, 3, to 4 standard errors', () => {
    // Variances of z, z^2, z^3, z^4 under the normal distribution: 1, 2, 15, 96.
    expect(Math.abs(moment(1))).toBeLessThan(4 * Math.sqrt(1 / COUNT));
    expect(Math.abs(moment(2) - 1)).toBeLessThan(4 * Math.sqrt(2 / COUNT));
    expect(Math.abs(moment(3))).toBeLessThan(4 * Math.sqrt(15 / COUNT));
    expect(Math.abs(moment(4) - 3)).toBeLessThan(4 * Math.sqrt(96 / COUNT));
  });

  test('follows the normal distribution (Kolmogorov-Smirnov)', () => {
    const sorted = Float64Array.from(draws).sort();
    let distance = 0;
    sorted.forEach((z, i) => {
      const expected = normalDistribution(z);
      distance = Math.max(distance, Math.abs(expected - i / COUNT), Math.abs(expected - (i + 1) / COUNT));
    });
    // Exceeded with probability 2 exp(-2 * 2^2) = 0.0007 by a true normal sample.
    expect(distance * Math.sqrt(COUNT)).toBeLessThan(2);
  });

  test('has no serial correlation', () => {
    let product = 0;
    for (let i = 0; i + 1 < COUNT; i++) product += draws[i] * draws[i + 1];
    expect(Math.abs(product / COUNT)).toBeLessThan(4.5 / Math.sqrt(COUNT));
  });
});
