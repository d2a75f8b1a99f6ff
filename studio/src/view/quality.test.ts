import { expect, test } from 'vitest';
import { createQuality, finenessOf, type Quality, recordPicture } from './quality.ts';

/** Draws pictures for this many seconds on a machine that needs `costs[level]` for each; returns how often the level changed. */
function draw(quality: Quality, costs: readonly number[], seconds: number): number {
  let changes = 0;
  for (let time = 0; time < seconds; ) {
    const { level } = quality;
    const { [level]: cost } = costs;
    time += cost;
    recordPicture(quality, cost);
    if (quality.level !== level) changes++;
  }
  return changes;
}

test('a slow machine gets the coarsest view within a few seconds and a fast one keeps the best', () => {
  const slow = createQuality();
  draw(slow, [0.2, 0.15, 0.1], 5);
  expect(finenessOf(slow, true)).toEqual({ pixels: 0.7, coarseness: 4 });
  expect(finenessOf(slow, false)).toEqual({ pixels: 1, coarseness: 1 });
  const fast = createQuality();
  expect(draw(fast, [1 / 60, 1 / 60, 1 / 60], 60)).toBe(0);
});

test('the view becomes finer again when the machine has time, and a single slow picture changes nothing', () => {
  const quality = createQuality();
  draw(quality, [0.1, 0.1, 0.1], 10);
  expect(quality.level).toBe(2);
  draw(quality, [1 / 60, 1 / 60, 1 / 60], 10);
  expect(quality.level).toBe(0);
  recordPicture(quality, 2);
  recordPicture(quality, 1 / 60);
  expect(quality.level).toBe(0);
});

test('where one level is too slow and the next is fast, changes become rare', () => {
  const quality = createQuality();
  const costs = [0.1, 1 / 60, 1 / 60];
  const first = draw(quality, costs, 30);
  draw(quality, costs, 120);
  expect(first).toBeGreaterThan(2);
  expect(draw(quality, costs, 60)).toBeLessThanOrEqual(2);
});
