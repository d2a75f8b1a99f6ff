import { describe, expect, test } from 'vitest';
import { createBruteIndex } from '../environment/brute/brute.ts';
import { createWorld, saveWorld } from './index.ts';
import { busySquare, hashesOf, runHashes, shuffleRows } from './worlds.fixture.ts';

describe('the same scenario and seed give the same bits', () => {
  const expected = hashesOf(busySquare, 200);

  test('in two runs; another seed gives others', () => {
    expect(new Set(expected).size).toBe(200);
    expect(hashesOf(busySquare, 200)).toEqual(expected);
    expect(hashesOf(busySquare, 1, { seed: 99 })[0]).not.toBe(expected[0]);
  });

  test('however the rows are ordered: shuffled before each of 200 steps', () => {
    expect(hashesOf(busySquare, 200, {}, shuffleRows)).toEqual(expected);
  });

  test('whichever index finds the neighbours', () => {
    expect(hashesOf({ ...busySquare, neighbours: { name: 'brute' } }, 200)).toEqual(expected);
    expect(hashesOf(busySquare, 200, { neighbours: createBruteIndex() }, shuffleRows)).toEqual(expected);
  });

  test('for the faithful variant and the integrating solver too', () => {
    const faithful = { ...busySquare, steering: { variant: 'faithful', solver: 'integrate' } as const };
    const hashes = hashesOf(faithful, 60);
    expect(hashesOf({ ...faithful, neighbours: { name: 'brute' } }, 60, {}, shuffleRows)).toEqual(hashes);
  });

  test('whether or not the run is observed by saving it', () => {
    const world = createWorld(busySquare);
    expect(runHashes(world, 40, (running) => saveWorld(running))).toEqual(expected.slice(0, 40));
  });
});
