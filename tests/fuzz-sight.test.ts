import { expect, test } from 'vitest';
// @ts-expect-error: a script, without types
import { isVisibleExactly, wholeOf } from '../scripts/fuzz/exact-sight.js';
// @ts-expect-error: a script, without types
import { fuzzSight } from '../scripts/fuzz-sight.js';

// The script runs a hundred thousand events: node scripts/fuzz-sight.js
test('events of sight: every index has those of brute force, which are those of the definition', () => {
  const { asked, bisected, certificates, events, failures, largest, longest } = fuzzSight({
    events: 3000,
    seed: 3,
    agents: 40,
  });
  expect(events).toBeGreaterThanOrEqual(3000);
  expect(asked).toBeGreaterThan(10_000);
  expect(bisected).toBeGreaterThan(0.9 * events);
  // Seconds: a step has a quarter of one.
  expect(largest).toBeLessThan(1e-10);
  expect(certificates).toBeGreaterThan(1000);
  expect(failures).toBeGreaterThan(100);
  // Certificates were relied on: seconds, in steps of a quarter.
  expect(longest).toBeGreaterThan(0.1);
});

test('the definition in exact arithmetic: an agent that walks along a wall sees both sides of it', () => {
  expect(wholeOf(-1)).toBe(-(1n << 1074n));
  expect(wholeOf(Number.MIN_VALUE)).toBe(1n);
  const still = (x: number, y: number) => [
    [x, x],
    [y, y],
  ];
  const wall = { start: still(10, 2), end: still(11, 1), radius: 0 };
  const along = [
    [10, 11],
    [2, 1],
  ];
  const scene = (q: number[][], elements = [wall], p = along) => ({ p, q, view: [4, 4], elements });
  for (const fraction of [0.1, 0.3469794971871362, 0.7]) {
    // The place is no pair of doubles, and rounded it lies beside the wall.
    for (const q of [still(9, 0), still(12, 3)]) expect(isVisibleExactly(scene(q), fraction)).toBe(true);
    // Nothing along the wall, and nothing behind it, is seen.
    expect(isVisibleExactly(scene(still(12, 0)), fraction)).toBe(false);
    expect(isVisibleExactly(scene(still(11, 2), [wall], still(9.9, 1)), fraction)).toBe(false);
    expect(isVisibleExactly(scene(still(20, 0)), fraction)).toBe(false);
  }
  const disc = (radius: number) => ({ start: still(3, 1), end: still(3, 1), radius });
  const past = (radius: number) =>
    isVisibleExactly({ p: still(0, 0), q: still(6, 0), view: [9, 9], elements: [disc(radius)] }, 0.5);
  expect([past(1), past(1 + 2 ** -52)]).toEqual([true, false]);
});
