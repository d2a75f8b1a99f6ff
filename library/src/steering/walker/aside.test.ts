import { describe, expect, test } from 'vitest';
import { recordProgress, stepAside } from './aside.ts';
import { inputOf, type Walker } from './scene.fixture.ts';

/** The `stuck` time of an agent that stands all the time, step by step. */
function standingOf(walkers: readonly Walker[], steps: number): number[] {
  const input = inputOf({ walkers });
  return Array.from({ length: steps }, () => {
    recordProgress(input, 0, true);
    return input.crowd.steer.stuck[0];
  });
}

const eastward: Walker = { at: [0, 0], wish: [1, 0] };

describe('an agent that makes no progress', () => {
  test('steps aside for two seconds after one and a half, if an agent ahead comes the other way', () => {
    const stuck = standingOf([eastward, { at: [3, 1], wish: [-1, 0.5] }], 80);
    const begin = stuck.findIndex((seconds) => seconds < 0);
    expect(stuck[begin - 1]).toBeGreaterThan(1.5);
    expect(begin * 0.05).toBeLessThan(1.6);
    expect(stuck[begin]).toBe(-2);
    const end = stuck.findIndex((seconds, k) => k > begin && seconds === 0);
    expect((end - begin) * 0.05).toBeCloseTo(2, 1);
  });

  test.each<[string, Walker[]]>([
    ['no agent', []],
    ['an agent ahead that goes the same way', [{ at: [3, 0], wish: [1, 0.2] }]],
    ['an agent ahead that crosses', [{ at: [3, 0], wish: [0, 1] }]],
    ['an agent behind that goes the other way', [{ at: [-3, 0], wish: [-1, 0] }]],
  ])('waits, where it sees %s', (_, others) => {
    expect(standingOf([eastward, ...others], 80).at(-1)).toBeCloseTo(4, 9);
  });

  test('starts counting again after progress, but not while it steps aside', () => {
    const input = inputOf({ walkers: [eastward] });
    const { stuck } = input.crowd.steer;
    stuck[0] = 1;
    recordProgress(input, 0, false);
    expect(stuck[0]).toBe(0);
    stuck[0] = -1;
    recordProgress(input, 0, false);
    expect(stuck[0]).toBeCloseTo(-0.95, 12);
  });
});

test('aside is to the right', () => {
  const input = inputOf({ walkers: [eastward] });
  const wish = { x: 1.3, y: 0.1 };
  stepAside(input, 0, wish);
  expect(wish).toEqual({ x: 1.3, y: 0.1 });
  input.crowd.steer.stuck[0] = -1;
  stepAside(input, 0, wish);
  expect(wish).toEqual({ x: 0.1, y: -1.3 });
});
